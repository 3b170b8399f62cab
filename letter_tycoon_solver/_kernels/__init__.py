"""Everything that is compiled, in the order of a reader.

    layouts, game_layouts      where everything lies: in a search, in simulated games
    questions                  what the kernels are told
    bits                       cards as one integer, blocks of keys, random numbers
    walk, desk                 the words within reach of a position, and the position
    lay, score, leave, worth   ways to lay words, what they earn, what the cards kept are worth
    shortlist, search          the best plays so far; two words in a turn; a search of one position
    many                       positions dealt, read, checked, searched, counted, tallied
    turns                      a card replaced with Q; the best whole turns
    simulate, race             games on the table, and plans that race
    entries                    what Python may call

A name that is written in capitals means the same in all of them; `on.NAME` is from layouts.py and
`of.NAME` from game_layouts.py. Arrays that travel together do so as a NamedTuple.

`search`, `batch` and `advisor` call the kernels, by entries.py; nobody else does.
"""
