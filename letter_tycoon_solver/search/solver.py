"""`find_plays`: every legal play of a position, ranked."""

from __future__ import annotations

import enum
import functools
import warnings

import numpy as np

from .._kernels.layouts import LISTED_PLAYS, ONLY_PLAYS, TURN_DTYPE
from .._log import frames_in_package, is_worker
from ..errors import FallbackTablesWarning, require, require_choice
from ..evaluation.ranking import MARGIN, Objective, is_equity
from ..evaluation.tables import Evaluation
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of
from ..rules.cards import parse_whole
from ..rules.position import Position
from ..rules.ruleset import RULEBOOK, Ruleset
from .plays import Plays
from .rows import NO_LIMIT, check_kinds, sections_of, take_desk, turn_rows


class Variants(enum.Enum):
    """The plays with the same words that are listed."""

    BEST = "best"
    """The best choice of duplicate, suffix, sources and doublers under the ranking."""
    ALL = "all"
    """Each choice of duplicate, suffix and cards; Ys and doublers at their best."""


def find_plays(
    position: Position,
    lexicon: Lexicon | str,
    *,
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
    doubler, the ranking decides, then money and stock together, then money. Equal ways to lay a
    word: without the suffix, then without the duplicate; community cards first; where a hand card
    must be chosen, the one whose patent is cheapest (the rarer letter, the harder to use later),
    ties to the later letter. Ties in rank: higher patent value, longer leave, alphabet.

    If the search is not compiled, as after an edit of its sources, the first call compiles it, in
    ten to twenty seconds, and the logger "letter_tycoon_solver" says so.

    Args:
        position: what the player to move sees and owns; of a view of a game, its `position`.
        lexicon: the valid words; a name or a path loads them.
        ruleset: the rules of the table.
        rank_by: "margin" (money + stock - royalties to the average opponent), another rank key, a
            tuple of keys such as ("money", "stock", "-royalties"), an Objective, or "equity". For a
            function of your own, sort the plays: `sorted(plays, key=function)`.
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

    Examples:
        >>> import letter_tycoon_solver as lts
        >>> position = lts.Position("JWLEANZ", "EES", opponents=["E", ""])
        >>> plays = lts.find_plays(position, "enable", limit=3)
        >>> [(play.notation, play.margin) for play in plays]
        [('ANeLes', 4.0), ('JeWeLs', 4.0), ('NeWeLs', 4.0)]
    """
    if isinstance(lexicon, str):
        lexicon = lexicon_of(lexicon)
    if type(position) is not Position or type(lexicon) is not Lexicon:
        check_kinds(position, lexicon)
    most = parse_limit(limit)
    every_way = (
        variants is not Variants.BEST
        and require_choice(variants, Variants, "variants is {}") is Variants.ALL
    )
    if is_equity(rank_by):
        require(ruleset, Ruleset, "the ruleset")
        return _plays_by_equity(position, lexicon, ruleset, most, every_way)
    desks, desk = take_desk(position, lexicon, ruleset, rank_by)
    rows = b""
    if most:
        rows = desk.ask(sections_of(position), position.money, LISTED_PLAYS, most, every_way)
    desks.append(desk)
    return Plays(position, lexicon, ruleset, rows)


def _plays_by_equity(
    position: Position,
    lexicon: Lexicon,
    ruleset: Ruleset,
    most: int,
    every_way: bool,
) -> Plays:
    evaluation = evaluation_of(lexicon)
    rows = turn_rows(position, lexicon, ruleset, evaluation, most, ONLY_PLAYS, every_way)
    turns = np.frombuffer(rows, TURN_DTYPE) if rows else np.empty(0, TURN_DTYPE)
    return Plays(position, lexicon, ruleset, turns)


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
        stacklevel=frames_in_package(),
    )


def parse_limit(limit: object) -> int:
    """The most that are found, NO_LIMIT of None; raises InvalidInputError if it is no limit."""
    return NO_LIMIT if limit is None else min(parse_whole(limit, "limit", 0), NO_LIMIT)
