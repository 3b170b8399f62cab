"""The kernels that Python calls, with the types of their arguments.

All of them make one module of machine code: see _aot/entry.py. An array of the wrong type is an
error here, as machine code would read it as it is not.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from .._aot.entry import Library
from ..lexicon.trie import Trie
from .game_layouts import Ends, Kept, Network, Outcomes, Scratch, Sides, Start, Tables, Tally, Tools
from .layouts import Columns, Equities, Inquiry, TextCells, Workspace
from .race import RaceTable

_NUMBER: Final = 0
_SEED: Final = np.uint64(0)
_SECONDS: Final = 0.0

_empty: Final[Any] = np.empty
_INTS, _INTS_2, _INTS_3 = (_empty((0,) * n, np.int64) for n in (1, 2, 3))
_INTS_32, _INTS_32_2 = (_empty((0,) * n, np.int32) for n in (1, 2))
_UNSIGNED_32: Final = _empty(0, np.uint32)
_BYTES, _BYTES_2 = (_empty((0,) * n, np.uint8) for n in (1, 2))
_FLOATS, _FLOATS_2, _FLOATS_3, _FLOATS_4 = (_empty((0,) * n) for n in (1, 2, 3, 4))
_SINGLES, _SINGLES_2, _SINGLES_3 = (_empty((0,) * n, np.float32) for n in (1, 2, 3))

_TRIE: Final = Trie(_INTS, _INTS, _BYTES, _UNSIGNED_32, _UNSIGNED_32)
_WORKSPACE: Final = Workspace(_INTS_32_2, _INTS_32, _BYTES, _BYTES, *(_INTS_2,) * 5)
_COLUMNS: Final = Columns(_BYTES_2, _BYTES_2, _BYTES_2, _INTS_32, _BYTES)
_COLUMNS_READ: Final = Columns(_BYTES_2, _BYTES_2, _BYTES_2, _INTS, _BYTES)
_CELLS: Final = TextCells(_BYTES, _INTS)
_EQUITIES: Final = Equities(_FLOATS_2, _INTS, _FLOATS)
_INQUIRY: Final = Inquiry(_INTS, _INTS, _INTS, _FLOATS, _FLOATS, _INTS_2)
_TALLY: Final = Tally(_INTS, _INTS, _INTS, _INTS_2, _INTS, _INTS, _INTS, _INTS)
_TOOLS: Final = Tools(_INTS, _FLOATS_2, _TRIE, _WORKSPACE, _BYTES, _INTS_2, _FLOATS)
_SCRATCH: Final = Scratch(_INTS, _BYTES_2, _INTS)
_START: Final = Start(_INTS, _BYTES_2, _SEED, _INTS, _NUMBER, _INTS)
_ENDS: Final = Ends(_INTS, _FLOATS_2, _FLOATS_2)
_NETWORK: Final = Network(_SINGLES_2, _SINGLES, _SINGLES_2, _SINGLES, _SINGLES, _SINGLES)
_SIDES: Final = Sides(_TOOLS, _TOOLS, _NETWORK)
_OUTCOMES: Final = Outcomes(_FLOATS_2, _FLOATS_2)
_TABLES: Final = Tables(_FLOATS_3, _INTS, _FLOATS_2)
_KEPT: Final = Kept(_SINGLES_3, _INTS_2)
_RACE: Final = RaceTable(_INTS, _FLOATS, _INTS, _FLOATS, _FLOATS_4, _FLOATS_2, _FLOATS, _FLOATS)

LIBRARY: Final = Library()

find_turns = LIBRARY.entry("turns.find_turns", _BYTES, _INQUIRY, _TRIE, _INTS, _WORKSPACE)
fill_worth = LIBRARY.entry("worth.fill_worth", _BYTES, _NUMBER, _SECONDS, _INTS, _FLOATS, _FLOATS)
solve_rows = LIBRARY.entry(
    "many.solve_rows", _COLUMNS, _INTS_2, _EQUITIES, _TRIE, _WORKSPACE, _INTS_3
)
count_rows = LIBRARY.entry("many.count_rows", _COLUMNS, _INTS_2, _TRIE, _WORKSPACE, _INTS)
first_wrong_row = LIBRARY.entry("many.first_wrong_row", _COLUMNS, _INTS, _INTS)
replace_rows = LIBRARY.entry(
    "turns.replace_rows",
    *(_COLUMNS, _BYTES, _INTS, _INTS_2, _TRIE, _WORKSPACE, _BYTES_2),
)
draw_samples = LIBRARY.entry("turns.draw_samples", _BYTES, _BYTES, _NUMBER, _SEED, _BYTES_2)
best_scores = LIBRARY.entry(
    "turns.best_scores",
    *(_INTS, _BYTES_2, _BYTES, _BYTES_2, _BYTES, _NUMBER, _TRIE, _WORKSPACE, _FLOATS_2),
)
read_rows = LIBRARY.entry(
    "many.read_rows", _CELLS, _CELLS, _CELLS, _CELLS, _INTS, _COLUMNS_READ, _BYTES
)
deal_cards = LIBRARY.entry("many.deal_cards", _SEED, _NUMBER, _BYTES, _BYTES_2, _BYTES_2, _BYTES)
deal_patents = LIBRARY.entry("many.deal_patents", _SEED, _NUMBER, _NUMBER, _NUMBER, _BYTES_2)
tally_rows = LIBRARY.entry("many.tally_rows", _INTS_2, _INTS_2, _INTS, _BYTES, _INTS, _TALLY)
deal = LIBRARY.entry("simulate.deal", _INTS, _BYTES_2, _SEED, _NUMBER, _INTS)
take_turn = LIBRARY.entry(
    "simulate.take_turn", _INTS, _BYTES_2, _SEED, _INTS, _NUMBER, _TOOLS, _INTS
)
compare = LIBRARY.entry(
    "simulate.compare",
    *(_START, _NUMBER, _INTS_2, _NUMBER, _NUMBER, _SIDES, _SCRATCH, _OUTCOMES),
)
race_on = LIBRARY.entry("race.race_on", _RACE, _FLOATS_2, _FLOATS_2, _SECONDS)
play_games = LIBRARY.entry(
    "simulate.play_games", _START, _INTS, _TABLES, _TOOLS, _SCRATCH, _FLOATS_3, _KEPT, _ENDS
)
