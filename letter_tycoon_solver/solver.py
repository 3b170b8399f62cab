"""`find_plays`: every legal play of a position, ranked."""

from __future__ import annotations

import enum
import functools
import sys
import warnings
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ._kernels import arguments
from ._kernels.desk_layout import MAX_COST, SEPARATOR, SLOT_COST, SLOT_LETTER
from ._kernels.play_layout import PLAY_DTYPE, PLAY_SIZE
from ._log import is_worker
from .cards import parse_whole
from .errors import FallbackTablesWarning, InvalidInputError, show
from .evaluation.equity import Appraisal
from .evaluation.tables import Evaluation
from .lexicon import Lexicon
from .lexicon.trie import Trie
from .plays import Plays
from .position import Position
from .ranking import MARGIN, Objective, is_equity, parse_rank_by
from .ruleset import RULEBOOK, Ruleset

NO_LIMIT: Final = 1 << 40
_SEPARATOR: Final = chr(SEPARATOR)


class Variants(enum.Enum):
    """Which of the plays with the same words are listed."""

    BEST = "best"
    """The best choice of duplicate, suffix, sources and doublers under the ranking."""
    ALL = "all"
    """Each choice of duplicate, suffix and cards; Ys and doublers at their best."""


_VARIANTS: Final = {kind.value: kind for kind in Variants}


def find_plays(
    position: Position,
    lexicon: Lexicon,
    ruleset: Ruleset = RULEBOOK,
    rank_by: str | tuple[str, ...] | list[str] | Objective = MARGIN,
    limit: int | None = None,
    variants: Variants | str = Variants.BEST,
) -> Plays:
    """Every legal play of a position, best first.

    "equity" is static evaluation, in dollars over the average opponent: the margin, what the best
    patent that could be bought will bring, what the cards worth keeping add to the next turn, and
    what the cards used would have been worth to the next player. What it goes by are tables of the
    lexicon. A position without opponents counts as one with an opponent who owns nothing.

    A doubler that applies doubles, and each Y is declared for that; where two words compete for a
    doubler, the ranking decides. Equal ways to lay a word: without the suffix, then without the
    duplicate; community cards first; where a hand card must be chosen, the one whose patent is
    cheapest (the rarer letter, the harder to use later), ties to the later letter. Ties in rank:
    higher patent value, longer leave, alphabet.

    The first call after an installation compiles the search, which takes some seconds; the logger
    "letter_tycoon_solver" says so.

    Args:
        position: what the player to move sees and owns.
        lexicon: the valid words.
        ruleset: the rules of the table.
        rank_by: "margin" (money + stock - royalties to the average opponent), another rank key, a
            tuple of keys such as ("money", "stock", "-royalties"), an Objective, or "equity".
        limit: only so many of the best; None for all. With V a limit saves most of the work.
        variants: "best": each word, or pair of words for the owner of V, once, laid in its best
            way; "all": each word or pair, letter duplicated or none, suffix or not, and split of
            each letter over hand and community.

    Returns:
        A lazy sequence of `Play`. Its `columns` have the same as an array; its `n_legal` is the
        number of different plays, whatever the limit.

    Warns:
        FallbackTablesWarning: the lexicon has no tables of its own for "equity", so those of ENABLE
            are used; once for a lexicon.

    Raises:
        InvalidInputError: the position has more cards than the ruleset deals, or an argument is not
            allowed.
    """
    case = _Case.of(position, lexicon, ruleset, rank_by)
    most = _parse_limit(limit)
    in_every_way = _parse_variants(variants) is Variants.ALL
    if most == 0:
        rows, slots = np.empty((0, PLAY_SIZE), np.int64), ()
    else:
        from ._kernels import search_one

        rows, desk = search_one.solve(*case, most, in_every_way)
        slots = tuple(desk[SLOT_LETTER:SLOT_COST].tolist())
    columns = rows.view(PLAY_DTYPE)[:, 0]
    columns.flags.writeable = False
    counter = functools.partial(count_plays, position, lexicon, ruleset)
    return Plays(position, lexicon, columns, slots, counter)


def count_plays(position: Position, lexicon: Lexicon, ruleset: Ruleset = RULEBOOK) -> int:
    """How many different plays a position has: those of `find_plays(..., variants="all")`.

    They are counted without being built.

    Raises:
        InvalidInputError: as `find_plays`.
    """
    from ._kernels import count

    return int(count.count(*_Case.of(position, lexicon, ruleset, MARGIN)))


class _Case(NamedTuple):
    """What the kernels take, see _kernels/desk.desk_of_text."""

    text: npt.NDArray[np.uint8]
    money: int
    material: npt.NDArray[np.int64]
    trie: Trie
    template: npt.NDArray[np.int64]

    @classmethod
    def of(cls, position: Position, lexicon: Lexicon, ruleset: Ruleset, rank_by: object) -> _Case:
        """The case of checked arguments."""
        if not isinstance(position, Position) or not isinstance(lexicon, Lexicon):
            raise InvalidInputError(
                f"the position is {show(position)} and the lexicon {show(lexicon)}; give a "
                "Position and a Lexicon"
            )
        if not isinstance(ruleset, Ruleset):
            raise InvalidInputError(f"ruleset is {show(ruleset)}; give a Ruleset, such as RULEBOOK")
        position.check_card_limits(ruleset)
        text = _SEPARATOR.join(
            (position.hand, position.community, position.patents, *position.opponents)
        )
        return cls(
            np.frombuffer(text.encode("ascii"), np.uint8),
            min(position.money, MAX_COST),
            arguments.MATERIAL,
            lexicon.trie,
            arguments.template(
                ruleset,
                _parse_rank_by(rank_by, position, lexicon, ruleset),
                len(position.opponents),
            ),
        )


def _parse_rank_by(
    rank_by: object, position: Position, lexicon: Lexicon, ruleset: Ruleset
) -> Objective | tuple[str, ...]:
    if not is_equity(rank_by):
        return parse_rank_by(rank_by)
    evaluation = evaluation_of(lexicon)
    return Appraisal.of(position, ruleset, evaluation).objective


def evaluation_of(lexicon: Lexicon) -> Evaluation:
    """The tables for a lexicon; FallbackTablesWarning says, once, if they are those of another.

    In a worker it is not said again: who gave it the work has been told.
    """
    evaluation = Evaluation.of(lexicon.digest)
    if evaluation.digest != lexicon.digest and not is_worker():
        _warn_of_fallback(lexicon.name, lexicon.digest, evaluation.name)
    return evaluation


@functools.cache
def _warn_of_fallback(name: str, _digest: str, fallback: str) -> None:
    """Once for a lexicon."""
    warnings.warn(
        f"the lexicon {name} has no tables of its own for static evaluation; those of {fallback} "
        "are used",
        FallbackTablesWarning,
        stacklevel=_frames_in_package(),
    )


def _frames_in_package() -> int:
    """How many frames up the code is that has called the package."""
    frame, n = sys._getframe(1), 1
    while frame.f_back is not None and _is_of_package(frame.f_globals.get("__name__")):
        frame, n = frame.f_back, n + 1
    return n


def _is_of_package(module: object) -> bool:
    return isinstance(module, str) and f"{module}.".startswith(f"{__package__}.")


def _parse_limit(limit: object) -> int:
    return NO_LIMIT if limit is None else min(parse_whole(limit, "limit", 0), NO_LIMIT)


def _parse_variants(variants: object) -> Variants:
    if isinstance(variants, Variants):
        return variants
    if not isinstance(variants, str) or variants not in _VARIANTS:
        names = ", ".join(_VARIANTS)
        raise InvalidInputError(f"variants is {show(variants)}; choose one of {names}")
    return _VARIANTS[variants]
