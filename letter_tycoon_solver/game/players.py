"""Players: the protocol, two simple ones, and the loop that lets players play a game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final, Protocol, TypeVar

from ..errors import InvalidInputError, require, show, there_are
from ..rules.cards import CARD_COUNT
from ..rules.play import PlayedWord
from ..rules.position import Position
from ..rules.ruleset import ChallengeMode
from ..search.plays import Plays
from ..search.solver import find_plays
from .actions import (
    Accept,
    Action,
    Buy,
    Challenge,
    Decline,
    Discard,
    Exchange,
    PlayWords,
    ReplaceCard,
    may_replace,
    purchasable,
)
from .rules import apply
from .state import GameState, SeenState
from .table import Phase

T = TypeVar("T")

SOME_PAIRS: Final = 20
"""The number of best pairs of words that a RandomPlayer chooses from."""


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number where there are several: "me", "greedy 1", "greedy 2"."""
    return tuple(
        f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    )


class Player(Protocol):
    """Anything that can choose an action."""

    def choose(self, seen: SeenState) -> Action:
        """An action that is legal in `seen`, whose viewer is this player and is asked."""
        ...


def play_out(state: GameState, players: Sequence[Player]) -> Iterator[tuple[Action, GameState]]:
    """Lets the players act in turn until the game is over.

    A player who chooses an illegal action gets the error of `apply`. Nothing bounds the length:
    players who never buy never end.

    Args:
        state: where the game begins, or goes on.
        players: one per seat, clockwise.

    Returns:
        An iterator that plays the game and gives every action and the state after it.

    Raises:
        InvalidInputError: `state` is not a GameState, or there is not one player for each seat.

    Examples:
        >>> from letter_tycoon_solver.game import GreedyPlayer, new_game, play_out
        >>> start = new_game(2, seed=1, lexicon="enable")
        >>> *_, (_, end) = play_out(start, [GreedyPlayer(), GreedyPlayer()])
        >>> end.is_over, [score.total for score in end.scores]
        (True, [81, 98])
    """
    require(state, GameState, "the state")
    if not isinstance(players, Sequence) or not all(hasattr(p, "choose") for p in players):
        raise InvalidInputError(f"players is {show(players)}; give a list of players")
    if len(players) != len(state.seats):
        raise InvalidInputError(
            f"{there_are(len(players), 'player')} for {len(state.seats)} seats; give one for each"
        )
    return _play_on(state, players)


def _play_on(state: GameState, players: Sequence[Player]) -> Iterator[tuple[Action, GameState]]:
    while not state.is_over:
        action = players[state.to_act].choose(state.seen_by(state.to_act))
        state = apply(state, action)
        yield action, state


class RandomPlayer:
    """Plays at random, the same for the same seed: to test the rules, not to win.

    Replaces a card (owner of Q) one time in two. Plays a word nine times in ten when there is one,
    else discards. Where words are challenged, one word in ten is made up of hand cards in any
    order. Challenges one time in five, buys three times in four, and discards at random.

    Draws only with `random.Random.random`, whose numbers Python promises never to change.

    Args:
        seed: any whole number.

    Raises:
        InvalidInputError: the seed is something else.
    """

    def __init__(self, seed: int) -> None:
        require(seed, int, "the seed")
        self._random = random.Random(seed)

    def choose(self, seen: SeenState) -> Action:
        """A random legal action.

        Raises:
            InvalidInputError: `seen` is not a SeenState.
        """
        require(seen, SeenState, "the view")
        match seen.phase:
            case Phase.START:
                return self._start(seen)
            case Phase.CHALLENGE:
                return Challenge() if self._happens(0.2) else Accept()
            case Phase.PENALTY:
                return Exchange(self._one_of(seen.active_seat.hand))
            case Phase.PURCHASE:
                patent = self._one_of(purchasable(seen))
                return Buy(patent) if self._happens(0.75) else Decline()
            case _:
                return Discard(self._some(seen.leave))

    def _start(self, seen: SeenState) -> Action:
        hand = seen.active_seat.hand
        if may_replace(seen) and self._happens(0.5):
            return ReplaceCard(self._one_of(hand))
        if self._happens(0.1):
            return Exchange(self._some(hand))
        if seen.ruleset.challenge.mode is not ChallengeMode.NONE and self._happens(0.1):
            return self._made_up_word(hand) or Exchange(self._some(hand))
        plays = self._plays(seen)
        if not plays:
            return Exchange(self._some(hand))
        return PlayWords.of(plays[self._one_of(range(len(plays)))])

    def _plays(self, seen: SeenState) -> Plays:
        """All plays of one word, or some of two."""
        position = seen.position
        if "V" not in position.patents:
            return _find_plays(seen, position, None)
        if self._happens(0.5):
            return _find_plays(seen, position, SOME_PAIRS)
        return _find_plays(seen, _without_second_word(position), None)

    def _made_up_word(self, hand: str) -> PlayWords | None:
        if len(hand) < 3:
            return None
        shuffled = sorted(hand, key=lambda _: self._random.random())
        word = "".join(shuffled[: self._one_of(range(3, len(hand) + 1))])
        return PlayWords((PlayedWord(word, "h" * len(word), "v" * word.count("Y")),))

    def _some(self, cards: str) -> str:
        return "".join(card for card in cards if self._happens(0.3))

    def _one_of(self, options: Sequence[T]) -> T:
        return options[int(self._random.random() * len(options))]

    def _happens(self, chance: float) -> bool:
        return self._random.random() < chance


class GreedyPlayer:
    """Looks no further than this turn.

    - Turn: the play with the best margin; if there is none, discards the whole hand.
    - Q: replaces the rarest card that the best play does not need, if it leaves any.
    - Challenge: challenges exactly the words that are not in the lexicon.
    - Penalty: discards the rarest card.
    - Purchase: buys the dearest patent.
    - Clean-up: discards every card left in hand: what was of no use now rarely is later. Wins 67
      games of 100 against a GreedyPlayer that keeps them all (2 players, ENABLE).

    The rarest card is that of which the deck has fewest, ties by letter.
    """

    def choose(self, seen: SeenState) -> Action:
        """The action described above.

        Raises:
            InvalidInputError: `seen` is not a SeenState.
        """
        require(seen, SeenState, "the view")
        match seen.phase:
            case Phase.START:
                return self._start(seen)
            case Phase.CHALLENGE:
                return judge_words(seen)
            case Phase.PENALTY:
                return Exchange(_rarest(seen.active_seat.hand))
            case Phase.PURCHASE:
                return Buy(purchasable(seen)[0])
            case _:
                return Discard(seen.leave)

    def _start(self, seen: SeenState) -> Action:
        plays = _find_plays(seen, seen.position, 1)
        spare = plays[0].leave if plays else seen.active_seat.hand
        if spare and may_replace(seen):
            return ReplaceCard(_rarest(spare))
        return PlayWords.of(plays[0]) if plays else Exchange(spare)


def _rarest(cards: str) -> str:
    return min(cards, key=lambda letter: (CARD_COUNT[letter], letter))


def judge_words(seen: SeenState) -> Action:
    """Challenges exactly the words that are not in the lexicon."""
    words = seen.turn.play.words if seen.turn.play else ()
    return Accept() if all(word.word in seen.lexicon for word in words) else Challenge()


def _find_plays(seen: SeenState, position: Position, limit: int | None) -> Plays:
    return find_plays(position, seen.lexicon, ruleset=seen.ruleset, limit=limit)


def _without_second_word(position: Position) -> Position:
    return Position(
        position.hand,
        position.community,
        position.patents.replace("V", ""),
        position.opponents,
        position.money,
    )
