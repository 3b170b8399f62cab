"""The desks at which plays are searched for; plays counted, and words that are looked for alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from .._kernels import arguments
from .._kernels.play_layout import PLAY_DTYPE
from .._kernels.search_desk import SearchDesk
from ..errors import InvalidInputError, require, show
from ..evaluation.ranking import MARGIN, parse_rank_by
from ..lexicon import Lexicon
from ..rules.play import WORD_JOIN
from ..rules.position import Position
from ..rules.ruleset import RULEBOOK, Ruleset
from .row_reader import ranks_with
from .turn_rows import sections_of

NO_LIMIT: Final = 1 << 40


def count_plays(position: Position, lexicon: Lexicon, ruleset: Ruleset = RULEBOOK) -> int:
    """Count the different plays of a position: those of `find_plays(..., variants="all")`.

    They are counted without being built.

    Raises:
        InvalidInputError: as `find_plays`.
    """
    check_kinds(position, lexicon)
    desks = lexicon._desks[SearchDesk]
    desk = desk_for(desks, position, lexicon, ruleset, MARGIN)
    n_plays = desk.count(sections_of(position), position.money)
    desks.append(desk)
    return n_plays


def can_lay(words: Sequence[str], position: Position, ruleset: Ruleset) -> bool:
    """Return True if a play has just these words: one, or two for the owner of V."""
    lexicon = Lexicon.from_words(words)
    desk = desk_for([], position, lexicon, ruleset, MARGIN)
    rows = desk.solve(sections_of(position), position.money, NO_LIMIT, False)
    plays = np.frombuffer(rows, PLAY_DTYPE) if rows else np.empty(0, PLAY_DTYPE)
    return len(ranks_with(plays, WORD_JOIN.join(words), lexicon)) > 0


def desk_for(
    desks: list[SearchDesk],
    position: Position,
    lexicon: Lexicon,
    ruleset: Ruleset,
    rank_by: object,
) -> SearchDesk:
    """A desk of these with the ruleset and the ranking; the caller gives it back.

    Raises:
        InvalidInputError: as `find_plays`, but for the limit and the variants.
    """
    try:
        desk = desks.pop()
    except IndexError:
        desk = SearchDesk(lexicon.trie)
    n_opponents = len(position.opponents)
    known, ranked_by, for_opponents = desk.rules
    if known is not ruleset or ranked_by is not rank_by or for_opponents != n_opponents:
        require(ruleset, Ruleset, "the ruleset")
        template = arguments.template(ruleset, parse_rank_by(rank_by), n_opponents)
        if isinstance(rank_by, list):
            # It can change.
            desk.lay_rules(template)
        else:
            desk.lay_rules(template, (ruleset, rank_by, n_opponents))
    position.check_card_limits(ruleset)
    return desk


def check_kinds(position: object, lexicon: object) -> None:
    """Raises InvalidInputError unless they are a Position and a Lexicon."""
    if isinstance(getattr(position, "position", None), Position):
        # Of a game; it has rules of its own, which may be other ones than those that are given.
        raise InvalidInputError(
            f"the position is a {type(position).__name__}; give its .position, and its .ruleset as"
            " the ruleset"
        )
    if not isinstance(position, Position) or not isinstance(lexicon, Lexicon):
        raise InvalidInputError(
            f"the position is {show(position)} and the lexicon {show(lexicon)}; give a Position"
            " and a Lexicon"
        )
