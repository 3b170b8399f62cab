"""Everything that is compiled: walk the trie, lay the cards, score the plays, keep the best.

    layout <- bits <- desk <- walk <- lay <- score <- shortlist <- rank <- count

Each module states the arrays it owns. `layout` and `tables` need no Numba; `tables` prepares what
travels as arguments, because Numba freezes what is global when it compiles. What is compiled is
kept on disk: see `kept_code`.
"""

import time
from typing import Final

IMPORTED_AT: Final = time.time()
"""Sources that changed later may not be what this process works with; see sources.py."""
