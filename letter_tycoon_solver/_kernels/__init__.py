"""Everything that is compiled: walk the trie, lay the cards, score the plays, keep the best.

    bits <- desk <- walk <- lay <- score <- shortlist <- rank <- count

Each module states the arrays it owns. `solver.py` is the only caller. Tables travel as
arguments, because Numba freezes what is global when it compiles.
"""
