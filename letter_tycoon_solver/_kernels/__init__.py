"""Everything that is compiled. Each module states the arrays it owns.

    desk_layout, play_layout, workspace, game_layout, text_column
                                                         where everything lies
    arguments, search_desk, turn_desk                    what the kernels are told
    bits <- desk <- walk <- lay <- score <- shortlist    a position, its words, the best plays
    packed_play                                          the bits of a play
    search_one, search_many, pairs, count, replace       searches: of one position, of many
    turn_layout <- worth <- find_turns                   the best turns of a position
    check, deal, read, tally, random_words               positions in bulk, and their statistics
    leave, expect                                        what cards kept are worth
    game_table <- turn <- simulate, self_play            whole games

A name that is written in capitals means the same in all of them, and arrays that travel together do
so as a NamedTuple.

What travels as an argument is what Numba would freeze as a global when it compiles. `search`,
`batch` and `advisor` call the kernels, by entries.py; nobody else does.
"""
