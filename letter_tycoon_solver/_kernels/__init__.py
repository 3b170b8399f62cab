"""Everything that is compiled: walk the trie, lay the cards, score the plays, keep the best.

    layout <- bits <- desk <- walk <- lay <- score <- shortlist <- rank <- count

Each module states the arrays it owns. `layout` and `tables` need no Numba; `tables` prepares what
travels as arguments, because Numba freezes what is global when it compiles. `solver.py` is the only
caller.
"""
