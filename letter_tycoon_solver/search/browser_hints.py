"""The compiled kernel and its data, for a browser that finds the best turns as Python does.

The modules of web/engine/ ask the kernel and read its rows. Nothing of a turn's worth is in them.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final

import numpy as np

from .._aot.entry import Library
from .._aot.kept import BROWSER
from .._kernels import entries, layouts, questions
from .._kernels.game_layouts import AT_START
from .._kernels.layouts import NO_EXTRA, TURN_DTYPE
from .._kernels.questions import Desk
from ..evaluation.tables import DECIMALS
from ..lexicon import Lexicon
from ..lexicon.trie import COPY_BITS, SORT_ORDER, Trie
from ..rules.position import MAX_OPPONENTS
from ..rules.ruleset import MAX_PLAYED_LETTERS, Ruleset
from .solver import evaluation_of

KERNELS: Final = Library("hint", [entries.find_turns])
_LIMIT: Final = 20
"""The default of best_turns."""


def as_wasm(kernels: Library) -> bytes:
    """These kernels as WebAssembly; InvalidInputError if there is no linker to make it."""
    return kernels.made(BROWSER)


def packed_words(lexicon: Lexicon) -> str:
    """All words: a small letter for how many letters of the last one go ("a": none), then new ones.

    Gzip packs this well; `unpacked` in web/engine/trie.js reads it.
    """
    parts, last = [], ""
    for word in lexicon:
        same = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(last, word, strict=False))
        shared = sum(1 for _ in same)
        parts.append(chr(ord("a") + len(last) - shared) + word[shared:])
        last = word
    return "".join(parts)


def trie_data() -> dict[str, object]:
    """The data that the trie is built by from the words: see `build` in web/engine/trie.js."""
    return {
        "sortOrder": SORT_ORDER,
        "copyBits": COPY_BITS.tolist(),
        "longest": MAX_PLAYED_LETTERS,
    }


def trie_digest(trie: Trie) -> str:
    """The name under which a browser keeps these arrays: the beginning of their SHA-256.

    It checks them by it when it reads them again.
    """
    return hashlib.sha256(b"".join(part.tobytes() for part in trie)).hexdigest()[:16]


def search_data(lexicon: Lexicon, rulesets: Mapping[str, Ruleset]) -> dict[str, object]:
    """The data that all positions share: see SearchData in web/engine/turns.js.

    Args:
        lexicon: the words; the tables of static evaluation are theirs.
        rulesets: by name, those that may be asked for.

    Warns:
        FallbackTablesWarning: as `find_plays` by equity.
    """
    evaluation = evaluation_of(lexicon)
    names = ("text", "inquiry", "trie", "desk", "workspace")
    outlines = zip(names, map(outline, Desk(lexicon.trie).arguments), strict=True)
    return {
        "arguments": dict(outlines),
        "size": TURN_DTYPE.itemsize,
        "row": _offsets(TURN_DTYPE),
        "rulesets": {
            name: ruleset.to_dict()
            | {
                "templates": [
                    questions.equity_template(ruleset, evaluation, n).tolist()
                    for n in range(MAX_OPPONENTS + 1)
                ]
            }
            for name, ruleset in rulesets.items()
        },
        "evaluations": {
            n: questions.evaluation_array(evaluation, n).tolist()
            for n in range(2, MAX_OPPONENTS + 2)
        },
        "limit": _LIMIT,
        "layout": numbers_of(layouts),
        "stage": AT_START,
        "decimals": DECIMALS,
        "noExtra": int(NO_EXTRA),
    }


def numbers_of(module: ModuleType) -> dict[str, float]:
    """The constants of a module of kernels by their names, as far as they are plain numbers."""
    return {name: value for name, value in vars(module).items() if type(value) in (int, float)}


def outline(value: Any) -> dict[str, object]:
    """The type and shape of an array; of a NamedTuple those of its fields."""
    if isinstance(value, np.ndarray):
        return {"type": value.dtype.str[1:], "shape": value.shape}
    return {name: outline(field) for name, field in value._asdict().items()}


def _offsets(dtype: np.dtype[np.void], start: int = 0) -> dict[str, int]:
    """The first byte of each column, those of a column with columns among them."""
    found: dict[str, int] = {}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        found |= _offsets(kind, start + offset) if kind.fields else {name: start + offset}
    return found
