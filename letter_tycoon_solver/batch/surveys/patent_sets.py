"""Sets of patents to compare: those with an ability, singly, in pairs, or all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Final

from ...errors import InvalidInputError, require_iterable, show
from ...rules.cards import ABILITIES, parse_letters

NONE: Final = "none"
"""The text for an empty set."""


def _sets_up_to(size: int) -> tuple[str, ...]:
    return tuple("".join(some) for n in range(size + 1) for some in combinations(ABILITIES, n))


PRESETS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"single": _sets_up_to(1), "pairs": _sets_up_to(2), "all": _sets_up_to(len(ABILITIES))}
)
"""The sets that have a name: none and the seven; pairs as well; all 128."""
_ALLOWED: Final = (
    f'{", ".join(PRESETS)}, or sets of the patents {" ".join(ABILITIES)} such as "KX,VZ",'
    f" with {NONE} for no patents"
)


def parse_patent_sets(patent_sets: object) -> tuple[str, ...]:
    """Parse the sets, keep their order and sort each; the empty set always comes first.

    Args:
        patent_sets: a name from PRESETS, sets separated by commas such as "KX,VZ", or an iterable
            of sets such as ["KX", "VZ"]; the empty set is "none", in an iterable also ""; any case.

    Raises:
        InvalidInputError: the argument is anything else, for example with nothing between two
            commas, a patent without an ability, or a repeated set.
    """
    if isinstance(patent_sets, str):
        preset = PRESETS.get(patent_sets.strip().lower())
        if preset is not None:
            return preset
        given, patent_sets = patent_sets, patent_sets.split(",")
        if not all(map(str.strip, patent_sets)):
            raise InvalidInputError(
                f"patent_sets is {show(given)}, with an empty set; give {_ALLOWED}"
            )
    if not isinstance(patent_sets, Iterable):
        raise InvalidInputError(f"patent_sets is {show(patent_sets)}; give {_ALLOWED}")
    require_iterable(patent_sets, "patent_sets")
    sets = [_parse_set(patents) for patents in patent_sets]
    for patents in sets:
        if sets.count(patents) > 1:
            raise InvalidInputError(
                f"the patent set {name_of(patents)} is given {sets.count(patents)} times; give"
                " each set once"
            )
    return ("", *(patents for patents in sets if patents))


def name_of(patents: str) -> str:
    """Return the text for a set: "KX", "none"."""
    return patents or NONE


def _parse_set(patents: object) -> str:
    text = patents.strip() if isinstance(patents, str) else patents
    if isinstance(text, str) and text.lower() == NONE:
        return ""
    letters = parse_letters(text, "a patent set")  # type: ignore[arg-type]
    for letter in letters:
        if letter not in ABILITIES:
            raise InvalidInputError(
                f"the patent set {show(text)} has {letter}, which has no ability; give {_ALLOWED}"
            )
        if letters.count(letter) > 1:
            raise InvalidInputError(
                f"the patent set {show(text)} has {letter} twice; there is one patent of each"
                " letter"
            )
    return letters
