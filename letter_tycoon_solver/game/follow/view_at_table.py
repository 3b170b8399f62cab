"""The view of a person at the table, as a `SeenState`; what is not said is inferred."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...errors import InvalidInputError, require, show
from ...lexicon import Lexicon
from ...rules.cards import CARD_COUNT, HIDDEN, LETTERS, check_deck_holds, parse_letters, parse_whole
from ...rules.position import MAX_MONEY, Position
from ...rules.ruleset import LastRound, Ruleset
from ..bounds import earliest_round, start_players
from ..chance import Chance
from ..ledger import Seat
from ..setup import lexicon_of
from ..state import NEW_TURN, GameState, Phase, SeenState, TableOpponent
from ..validate import check_possible

YOU = 0
"""The number of the person who looks; the opponents are 1, 2, ... clockwise."""


def view_at_table(  # noqa: PLR0913 (one for each thing that is seen)
    hand: str,
    community: str,
    *,
    patents: str,
    money: int,
    stock: int,
    opponents: Sequence[TableOpponent],
    discards: str,
    round_: int | None,
    start_player: int | None,
    final_round: int | None,
    replaced: bool,
    lexicon: Lexicon,
    ruleset: Ruleset,
) -> SeenState:
    """Do the work of `SeenState.at_table`."""
    require(ruleset, Ruleset, "the ruleset")
    require(replaced, bool, "replaced")
    others = _parse_opponents(opponents)
    position = Position(hand, community, patents, [seat.patents for seat in others], money)
    you = Seat(position.hand, position.patents, position.money, _amount(stock, "your stock"))
    require(discards, str, "the discards")
    shown = discards.replace(HIDDEN, "")
    parse_letters(shown, "the discards")
    shown = shown.upper()
    hands, hidden, deck = _dealt(position, shown, discards.count(HIDDEN), ruleset)
    seats = [
        replace(seat, hand=hidden, patents=owned)
        for seat, hidden, owned in zip(others, hands, position.opponents, strict=True)
    ]
    state = GameState(
        ruleset=ruleset,
        lexicon=lexicon_of(lexicon),
        seats=(you, *seats),
        community=position.community,
        discards=shown + hidden,
        phase=Phase.START,
        active=YOU,
        to_act=YOU,
        round=1,
        start_player=YOU,
        final_round=None,
        turn=replace(NEW_TURN, replaced=replaced),
        payments=(),
        deck=deck,
        chance=Chance(0),
    )
    state = _with_rounds(state, round_, start_player, final_round)
    check_possible(state)
    return replace(state.seen_by(YOU), discards=discards.upper())


def _parse_opponents(opponents: Sequence[TableOpponent]) -> list[Seat]:
    """Seats without hands."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence) or not opponents:
        raise InvalidInputError(
            f"opponents is {show(opponents)}; give a list with one item per opponent, clockwise:"
            ' patents, or patents, money and stock, as in ["E", ("", 3, 0)]'
        )
    return [_parse_opponent(opponent, n) for n, opponent in enumerate(opponents, 1)]


def _parse_opponent(opponent: object, number: int) -> Seat:
    patents, money, stock = (opponent, 0, 0) if isinstance(opponent, str) else _parts(opponent)
    return Seat(
        "",
        parse_letters(patents, f"the patents of opponent {number}"),
        _amount(money, f"the money of opponent {number}"),
        _amount(stock, f"the stock of opponent {number}"),
    )


def _parts(opponent: object) -> tuple[str, object, object]:
    if isinstance(opponent, list | tuple) and len(opponent) == 3:
        return tuple(opponent)
    raise InvalidInputError(
        f'an opponent is {show(opponent)}; give patents, as "KQ", or patents, money and stock, as'
        ' ("KQ", 3, 0)'
    )


def _amount(number: object, what: str) -> int:
    return parse_whole(number, what, 0, MAX_MONEY)


def _dealt(
    position: Position, discards: str, n_hidden: int, ruleset: Ruleset
) -> tuple[list[str], str, str]:
    """Hands of the opponents, hidden discards and the deck: what is not seen, in any order."""
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
    n_opponents, size = len(position.opponents), ruleset.hand_size
    in_hands = n_opponents * size
    hidden = in_hands + n_hidden
    if len(unseen) < hidden:
        raise InvalidInputError(
            f"{len(seen)} cards are seen, which leaves {len(unseen)}; the {n_opponents} opponents"
            f" hold {in_hands} more{f', {n_hidden} are discards' if n_hidden else ''}. Look again"
            " at the discards"
        )
    hands = [unseen[at : at + size] for at in range(0, in_hands, size)]
    return hands, unseen[in_hands:hidden], unseen[hidden:]


def _with_rounds(
    state: GameState, round_: int | None, start_player: int | None, final: int | None
) -> GameState:
    """The state with what is said of the rounds, or else the first that can be."""
    given = None if round_ is None else parse_whole(round_, "the round", 1)
    if final is not None:
        parse_whole(final, "the last round", 1)
    if any(seat.patent_value >= state.goal for seat in state.seats) and final is None:
        if state.ruleset.last_round is LastRound.ONE_MORE_TURN:
            raise InvalidInputError(
                "a player has reached the goal, and by this ruleset all have one more turn; give"
                " the round and the last round, to say whether it is this round or the next"
            )
        final = given or 1
        is_given = given is not None
    else:
        is_given = given is not None or final is not None
    state = replace(state, round=given or final or 1, final_round=final)
    state = replace(state, start_player=_start_player(start_player, state))
    if is_given:
        return state
    first = earliest_round(state)
    return replace(state, round=first, final_round=None if final is None else first)


def _start_player(given: int | None, state: GameState) -> int:
    """Find who has the start marker: by the race to the goal not everyone can have it."""
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
        " to the player before the start marker; the start player can be "
        f"{' or '.join(map(str, possible))}"
    )
