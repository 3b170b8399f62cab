"""The choices in a game, and what the players saw: all that an analysis takes from a game."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...errors import InvalidInputError
from ...game.actions import Action, Buy, Decline, Discard, Exchange, PlayWords, ReplaceCard
from ...game.follow.tracked_game import TrackedGame
from ...game.game import Game
from ...game.state import GameState, SeenState, Table
from ...game.table import Phase
from ...rules.cards import HIDDEN, remove_cards
from ...rules.play import COMMUNITY, Play, join_words
from ...rules.turn import Turn, TurnKind

Step = tuple[GameState | SeenState, Action]
"""The game at a moment, or what the player saw of it, and what was done."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A player's choice at the start of a turn.

    Attributes:
        seen: what the player saw then; its `active` is the player, its `round` the turn.
        plan: what was done, to the end of the turn; it has no equity yet.
        taken_back: words that lay first and were not words; "" as a rule.
    """

    seen: SeenState
    plan: Turn
    taken_back: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice of a patent by a player whose hand is not known, after words that stand.

    Attributes:
        seen: the table then; its `active` is the player, its `round` the turn.
        bought: the patent, or "".
    """

    seen: SeenState
    bought: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it is analyzed, however it was recorded.

    Attributes:
        names: of the players, in the order of the seats.
        choices: in the order of the game; turns that are not finished, or whose cards are not
            known, are left out.
        offers: of the turns that are left out, the patents that could be bought.
        victories: by player the share of the victory; None if the game is not over.
        margins: by player the final score over that of the average opponent, in dollars; None if
            the game is not over.
    """

    names: tuple[str, ...]
    choices: tuple[Choice, ...]
    offers: tuple[Offer, ...]
    victories: tuple[float, ...] | None
    margins: tuple[float, ...] | None


def played_in(game: Game | TrackedGame) -> PlayedGame:
    """Return the choices of a game, without what was undone.

    Of a tracked game, what the player who tells has done: of the others no hand is known, only
    which patents they could buy.

    Raises:
        InvalidInputError: it is not a game.
    """
    steps: Iterable[Step]
    offers: Iterable[Offer]
    match game:
        case Game():
            end: Table = game.state
            steps = list(zip(_views(game), game.history, strict=False))
            offers = _offers(steps) if game.guesses else ()
        case TrackedGame():
            end = game.table
            steps = [step for turn in game.turns for step in turn.decisions]
            offers = [Offer(turn.offer, turn.turn.buy) for turn in game.turns if turn.offer]
        case _:
            raise InvalidInputError(
                f"the game is a {type(game).__name__}; give a Game or a TrackedGame"
            )
    choices = tuple(_choices(steps, end))
    judged = {_turn_of(choice.seen) for choice in choices if choice.plan.play}
    return PlayedGame(
        game.names,
        choices,
        tuple(offer for offer in offers if _turn_of(offer.seen) not in judged),
        _victories(end),
        _margins(end),
    )


def _views(game: Game) -> Iterable[GameState | SeenState]:
    """The states; where cards are only guessed, what the active player saw."""
    if not game.guesses:
        return game.states
    return (game.seen_by(state.active, at) for at, state in enumerate(game.states))


def _offers(steps: Iterable[Step]) -> Iterator[Offer]:
    for table, action in steps:
        if isinstance(table, SeenState) and isinstance(action, Buy | Decline):
            yield Offer(table, action.letter if isinstance(action, Buy) else "")


def _choices(steps: Iterable[Step], end: Table) -> Iterator[Choice]:
    """Every choice at a start of a turn that was carried out to its end."""
    for turn, group in itertools.groupby(steps, key=lambda step: _turn_of(step[0])):
        is_finished = end.is_over or turn != _turn_of(end)
        yield from _choices_of_turn(list(group), is_finished=is_finished)


def _choices_of_turn(steps: Sequence[Step], *, is_finished: bool) -> Iterator[Choice]:
    for at, (table, action) in enumerate(steps):
        if table.phase is not Phase.START:
            continue
        seen = table.seen_by(table.active) if isinstance(table, GameState) else table
        if HIDDEN in seen.active_seat.hand + seen.community:
            continue
        later = steps[at + 1 :]
        match action:
            case ReplaceCard(card, source):
                if source == COMMUNITY:
                    continue  # No advice does that.
                keeps = remove_cards(seen.active_seat.hand, card)
                yield Choice(seen, Turn(TurnKind.REPLACE, card, keeps=keeps), "")
            case Exchange(cards):
                yield Choice(seen, _decided(seen, None, "", cards), "")
            case PlayWords(words):
                if not is_finished or (later and later[0][0].phase is Phase.START):
                    continue  # Or refused, and another try is made.
                play = _play_that_stood([table for table, _ in later])
                plan = _carried_out(seen, play, [action for _, action in later])
                yield Choice(seen, plan, "" if play else join_words(words))


def _carried_out(seen: SeenState, play: Play | None, actions: Sequence[Action]) -> Turn:
    """Yield what became of the words; without a play, the penalty of a turn."""
    buy = "".join(action.letter for action in actions if isinstance(action, Buy))
    discards = "".join(action.cards for action in actions if isinstance(action, Discard | Exchange))
    return _decided(seen, play, buy, discards)


def _decided(seen: SeenState, play: Play | None, buy: str, discards: str) -> Turn:
    kind = TurnKind.WORDS if play else TurnKind.EXCHANGE
    keeps = remove_cards(play.leave if play else seen.active_seat.hand, discards)
    return Turn(kind, play=play, buy=buy, discards=discards, keeps=keeps)


def _play_that_stood(tables: Sequence[Table]) -> Play | None:
    """Find the table after the words; what could be bought is that after a challenge."""
    if any(table.phase is Phase.PENALTY for table in tables):
        return None
    return next((table.turn.play for table in reversed(tables) if table.turn.play), None)


def _turn_of(table: Table) -> tuple[int, int]:
    """No two turns of a game have the same."""
    return table.round, table.active


def _victories(table: Table) -> tuple[float, ...] | None:
    if not table.is_over:
        return None
    winners = table.ranking[0]
    return tuple((player in winners) / len(winners) for player in range(len(table.seats)))


def _margins(table: Table) -> tuple[float, ...] | None:
    if not table.is_over:
        return None
    totals = [score.total for score in table.scores]
    n_opponents = len(totals) - 1
    return tuple(total - (sum(totals) - total) / n_opponents for total in totals)
