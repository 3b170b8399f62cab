"""Everything that is compiled. Each module states the arrays it owns.

    desk_layout, arguments, game_table    what kernels are told, and where it lies; need no Numba
    bits <- desk <- walk <- lay <- score <- shortlist    a position, its words, the best plays
    search_one, search_many, pairs, count, replace       searches: of one position, of many
    deal, read, tally, random_words                      positions in bulk, and their statistics
    leave, expect                                        what cards kept are worth
    turn <- simulate, self_play                          whole games

What travels as an argument is what Numba would freeze as a global when it compiles. `solver`,
`plays`, `batch` and `advisor` call the kernels; nobody else does. What is compiled is kept on disk:
see `kept_code`.
"""
