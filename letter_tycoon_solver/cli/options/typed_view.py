"""What a person sees of a game at the table, typed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import click

from ...cards import CARD_COUNT, LETTERS, check_deck_holds, parse_letters, parse_whole
from ...errors import InvalidInputError
from ...game.chance import Chance
from ...game.possible import check_possible
from ...game.reach import earliest_round, start_players
from ...game.state import NEW_TURN, GameState, Phase, Seat, SeenState
from ...lexicon import Lexicon
from ...position import MAX_MONEY, Position
from ...ruleset import LastRound, Ruleset
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
        help='Patents of an opponent, "" for none; once for each, clockwise from you.',
    ),
    click.option("--money", type=int, metavar="DOLLARS", help="What you have before the turn."),
    click.option("--stock", type=int, metavar="N", help="Your stock."),
    click.option(
        "--opponent-money",
        type=int,
        multiple=True,
        metavar="DOLLARS",
        help="Money of an opponent; once for each, in the same order.  [default: 0]",
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
        "0 if that can be]",
    ),
    click.option(
        "--round",
        "round_",
        type=int,
        metavar="N",
        help="The round.  [default: the first that can be]",
    ),
    click.option(
        "--final-round",
        type=int,
        metavar="N",
        help="The last round, once a player has reached the goal.  [default: the round, then]",
    ),
)


def view_options(command: Decorated) -> Decorated:
    """Adds what is seen beside hand and community; see `view_from`."""
    for option in reversed(_VIEW_OPTIONS):
        command = option(command)
    return command


def names_of_view(seen: SeenState) -> list[str]:
    """What the players of a typed view are called."""
    others = len(seen.seats) - 1
    if others == 1:
        return ["you", "the opponent"]
    return ["you", *(f"opponent {number}" for number in range(1, others + 1))]


def view_from(
    hand: str, community: str | None, typed: Mapping[str, Any], ruleset: Ruleset, lexicon: Lexicon
) -> SeenState:
    """The view that `view_options` describe, at the start of the person's turn.

    Cards that are neither in the hand, the community nor the discards are in the deck or in the
    hands of the opponents.

    Raises:
        click.UsageError: there are no opponents.
        InvalidInputError: the view is one that no game can have.
    """
    if not typed["opponents"]:
        raise click.UsageError(
            'The opponents are missing; give --opponent once for each, with "" for no patents.'
        )
    position = Position(
        letters_from(hand),
        letters_from(community),
        letters_from(typed["patents"]),
        [letters_from(patents) for patents in typed["opponents"]],
        typed["money"] or 0,
    )
    n_opponents = len(position.opponents)
    stock = _parse_amount(typed["stock"] or 0, "your stock")
    money_of_others = _amounts(typed["opponent_money"], n_opponents, "--opponent-money")
    stock_of_others = _amounts(typed["opponent_stock"], n_opponents, "--opponent-stock")
    discards = _discards(typed["discards"])
    hands, deck = _dealt(position, discards, n_opponents, ruleset)
    others = zip(hands, position.opponents, money_of_others, stock_of_others, strict=True)
    you = Seat(position.hand, position.patents, position.money, stock)
    seats = [you, *(Seat(*other) for other in others)]
    state = GameState(
        ruleset=ruleset,
        lexicon=lexicon,
        seats=tuple(seats),
        community=position.community,
        discards=discards,
        phase=Phase.START,
        active=YOU,
        to_act=YOU,
        round=1,
        start_player=0,
        final_round=None,
        turn=replace(NEW_TURN, replaced=bool(typed["replaced"])),
        payments=(),
        deck=deck,
        chance=Chance(0),
    )
    state = _with_rounds(state, typed)
    check_possible(state)
    return state.seen_by(YOU)


def _parse_amount(number: object, what: str) -> int:
    return parse_whole(number, what, 0, MAX_MONEY)


def _amounts(numbers: Sequence[int], n_opponents: int, option: str) -> list[int]:
    if not numbers:
        return [0] * n_opponents
    if len(numbers) != n_opponents:
        raise InvalidInputError(
            f"{option} is given {len(numbers)} times for {n_opponents} opponents; give it once for"
            " each, in the order of --opponent, or not at all"
        )
    return [_parse_amount(number, option) for number in numbers]


def _discards(text: str | None) -> str:
    letters = letters_from(text).upper()
    parse_letters(letters, "the discards")
    return letters


def _dealt(
    position: Position, discards: str, n_opponents: int, ruleset: Ruleset
) -> tuple[list[str], str]:
    """Some hands of the opponents, and the deck: what is not seen, in any order."""
    for what, cards, size in (
        ("hand", position.hand, ruleset.hand_size),
        ("community", position.community, ruleset.community_size),
    ):
        if len(cards) != size:
            raise InvalidInputError(
                f"the {what} {cards or '(none)'} has {len(cards)} cards; at the start of a turn it"
                f" has {size}"
            )
    seen = position.hand + position.community + discards
    check_deck_holds(seen, "hand, community and discards together")
    unseen = "".join(letter * (CARD_COUNT[letter] - seen.count(letter)) for letter in LETTERS)
    size = ruleset.hand_size
    hidden = n_opponents * size
    if len(unseen) < hidden:
        raise InvalidInputError(
            f"{len(seen)} cards are seen, which leaves {len(unseen)}; the {n_opponents} opponents"
            f" hold {hidden} more. Look again at the discards"
        )
    hands = [unseen[at : at + size] for at in range(0, hidden, size)]
    return hands, unseen[hidden:]


def _with_rounds(state: GameState, typed: Mapping[str, Any]) -> GameState:
    """The state with what is typed of the rounds, or else the first that can be."""
    final, round_ = (
        None if typed[name] is None else parse_whole(typed[name], what, 1)
        for name, what in (("final_round", "the last round"), ("round_", "the round"))
    )
    if any(seat.patent_value >= state.goal for seat in state.seats) and final is None:
        if state.ruleset.last_round is LastRound.ONE_MORE_TURN:
            raise InvalidInputError(
                "a player has reached the goal, and by this ruleset all have one more turn; say"
                " with --round and --final-round whether this round or the next is the last"
            )
        final = round_ or 1
    given = round_ or typed["final_round"]
    state = replace(state, round=round_ or final or 1, final_round=final)
    state = replace(state, start_player=_start_player(typed["start_player"], state))
    if given is not None:
        return state
    first = earliest_round(state)
    return replace(state, round=first, final_round=None if final is None else first)


def _start_player(given: int | None, state: GameState) -> int:
    """Who has the start marker: by the race to the goal not everyone can have it."""
    possible = start_players(state)
    if given is not None:
        parse_whole(given, "the start player", 0, len(state.seats) - 1)
        if given in possible:
            return given
    if not possible:
        raise InvalidInputError(
            f"your patents reach the goal of ${state.goal}, so your last turn is over; look again"
            " at the patents"
        )
    if len(possible) == len(state.seats):
        return possible[0]
    if given is None and len(possible) == 1:
        return possible[0]
    reached = [player for player, seat in enumerate(state.seats) if seat.patent_value >= state.goal]
    who = " and ".join(f"opponent {player}" for player in reached)
    raise InvalidInputError(
        f"{who} reached the goal of ${state.goal} in a turn before yours, and the game goes on"
        " to the player before the start marker; give --start-player "
        f"{' or '.join(map(str, possible))}"
    )
