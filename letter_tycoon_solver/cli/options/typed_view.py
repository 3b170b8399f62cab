"""A player's view of a game at the table, typed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import click

from ...errors import InvalidInputError
from ...game.state import SeenState
from ...lexicon import Lexicon
from ...rules.ruleset import Ruleset
from .inputs import Decorated, letters_from

YOU: Final = 0
"""The number of the person who types; the opponents are 1, 2, ... clockwise."""

_VIEW_OPTIONS: Final = (
    click.option("--patents", metavar="LETTERS", help="Patents that you own."),
    click.option(
        "--opponent",
        "opponents",
        metavar="LETTERS",
        multiple=True,
        help='Patents of an opponent, "" for none; repeat it for each, clockwise from you.',
    ),
    click.option("--money", type=int, metavar="DOLLARS", help="Your money before the turn."),
    click.option("--stock", type=int, metavar="N", help="Your stock."),
    click.option(
        "--opponent-money",
        type=int,
        multiple=True,
        metavar="DOLLARS",
        help="Money of an opponent; repeat it for each, in the same order.  [default: 0]",
    ),
    click.option(
        "--opponent-stock", type=int, multiple=True, metavar="N", help="The same for the stock."
    ),
    click.option("--discards", metavar="LETTERS", help="The discards, as far as you know them."),
    click.option("--replaced", is_flag=True, help="You have replaced a card with Q this turn."),
    click.option(
        "--start-player",
        type=int,
        metavar="N",
        help="Who has the start marker: 0 for you, 1 for the next player clockwise, ...  [default: "
        "0 if possible]",
    ),
    click.option(
        "--round",
        "round_",
        type=int,
        metavar="N",
        help="The round.  [default: the earliest possible]",
    ),
    click.option(
        "--final-round",
        type=int,
        metavar="N",
        help="The last round, once a player has reached the goal.  [default: this one, then]",
    ),
)


def view_options(command: Decorated) -> Decorated:
    """Add options for the view beyond hand and community; see `view_from`."""
    for option in reversed(_VIEW_OPTIONS):
        command = option(command)
    return command


def names_of_view(seen: SeenState) -> list[str]:
    """Return the names of the players of a typed view, by their numbers."""
    names = {seen.viewer: "you"}
    others = seen.clockwise_from(seen.viewer)[1:]
    for number, player in enumerate(others, 1):
        names[player] = "the opponent" if len(others) == 1 else f"opponent {number}"
    return [names[player] for player in range(len(seen.seats))]


def view_from(
    hand: str, community: str | None, typed: Mapping[str, Any], ruleset: Ruleset, lexicon: Lexicon
) -> SeenState:
    """Return the view given by `view_options`, at the start of the person's turn.

    Cards that are not in the hand, the community or the discards are in the deck or in the
    opponents' hands.

    Raises:
        click.UsageError: no opponents are given.
        InvalidInputError: no game can have this view.
    """
    if not typed["opponents"]:
        raise click.UsageError(
            'The opponents are missing; give --opponent once for each, with "" for no patents.'
        )
    n_opponents = len(typed["opponents"])
    opponents = zip(
        map(letters_from, typed["opponents"]),
        _amounts(typed["opponent_money"], n_opponents, "--opponent-money"),
        _amounts(typed["opponent_stock"], n_opponents, "--opponent-stock"),
        strict=True,
    )
    return SeenState.at_table(
        letters_from(hand),
        letters_from(community),
        patents=letters_from(typed["patents"]),
        money=typed["money"] or 0,
        stock=typed["stock"] or 0,
        opponents=list(opponents),
        discards=letters_from(typed["discards"]),
        round=typed["round_"],
        start_player=typed["start_player"],
        final_round=typed["final_round"],
        replaced=bool(typed["replaced"]),
        lexicon=lexicon,
        ruleset=ruleset,
    )


def _amounts(numbers: Sequence[int], n_opponents: int, option: str) -> Sequence[int]:
    """Check that there is one for each opponent; none given means the default."""
    if numbers and len(numbers) != n_opponents:
        raise InvalidInputError(
            f"{option} is given {len(numbers)} times for {n_opponents} opponents; give it once for"
            " each, in the order of --opponent, or not at all"
        )
    return numbers or [0] * n_opponents
