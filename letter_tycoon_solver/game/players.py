"""Players: the protocol, two simple ones, and the loop that lets players play a game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Protocol, TypeVar

from ..errors import InvalidInputError, require, show, there_are
from ..rules.cards import CARD_COUNT
from ..rules.play import PlayedWord
from ..rules.position import Position
from ..rules.ruleset import ChallengeMode
from ..rules.turn import Turn, TurnKind
from ..search.plays import Plays
from ..search.solver import find_plays
from .actions import ACCEPT, CHALLENGE, Action, may_replace, purchasable
from .state import GameState, SeenState
from .table import Phase
from .turns import Move, carried_out, rest_of

T = TypeVar("T")

SOME_PAIRS: Final = 20


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number where there are several: "me", "greedy 1", "greedy 2"."""
    return tuple(
        f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    )


class Player(Protocol):
    """Anything that can choose a turn."""

    def choose(self, seen: SeenState) -> Move:
        """A move that is legal in `seen`, whose viewer is this player and is asked.

        At the start of a turn the whole turn, or only the card to replace, after which the player
        is asked again. To an opponent's words the answer, ACCEPT or CHALLENGE. For words that
        were none a turn that discards one card. After a wrong challenge, which has brought a
        dollar, the rest of the turn: the patent and the cards to discard.
        """
        ...


def play_out(state: GameState, players: Sequence[Player]) -> Iterator[tuple[Action, GameState]]:
    """Lets the players act in turn until the game is over, and yields each action and state after.

    A player whose move is illegal gets the error of `Game.push`. Players who never buy never end.

    Args:
        state: where the game begins, or goes on.
        players: one per seat, clockwise.

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
    said: Turn | None = None
    while not state.is_over:
        move: Move | None = rest_of(said, state)
        if move is None:
            move = players[state.to_act].choose(state.seen_by(state.to_act))
        if isinstance(move, Turn):
            said = move
        for action, after in carried_out(state, move):
            state = after
            yield action, state


class RandomPlayer:
    """Plays at random, the same for the same seed: to test the rules, not to win.

    Where words are challenged, one word in ten is made up of hand cards in any order. Draws only
    with `random.Random.random`, whose numbers Python promises never to change.

    Args:
        seed: any whole number.

    Raises:
        InvalidInputError: the seed is something else.
    """

    def __init__(self, seed: int) -> None:
        require(seed, int, "the seed")
        self._random = random.Random(seed)

    def choose(self, seen: SeenState) -> Move:
        """A random legal move.

        Raises:
            InvalidInputError: `seen` is not a SeenState.
        """
        require(seen, SeenState, "the view")
        match seen.phase:
            case Phase.START:
                return self._start(seen)
            case Phase.CHALLENGE:
                return CHALLENGE if self._happens(0.2) else ACCEPT
            case Phase.PENALTY:
                return _exchange(self._one_of(seen.active_seat.hand))
            case _:
                buy = self._patent(purchasable(seen))
                return Turn(TurnKind.REST, buy=buy, discards=self._some(seen.leave))

    def _start(self, seen: SeenState) -> Turn:
        hand = seen.active_seat.hand
        if may_replace(seen) and self._happens(0.5):
            return Turn(TurnKind.REPLACE, self._one_of(hand))
        if self._happens(0.1):
            return _exchange(self._some(hand))
        if seen.ruleset.challenge.mode is not ChallengeMode.NONE and self._happens(0.1):
            return self._made_up_word(hand) or _exchange(self._some(hand))
        plays = self._plays(seen)
        if not plays:
            return _exchange(self._some(hand))
        play = plays[self._one_of(range(len(plays)))]
        # A play found without the second word takes V for unowned.
        buy = self._patent(
            "".join(a for a in play.purchasable if a not in seen.active_seat.patents)
        )
        return Turn(TurnKind.WORDS, play=play, buy=buy, discards=self._some(play.leave))

    def _patent(self, letters: str) -> str:
        letter = self._one_of(letters) if letters else ""
        return letter if letter and self._happens(0.75) else ""

    def _plays(self, seen: SeenState) -> Plays:
        """All plays of one word, or some of two."""
        position = seen.position
        if "V" not in position.patents:
            return _find_plays(seen, position, None)
        if self._happens(0.5):
            return _find_plays(seen, position, SOME_PAIRS)
        return _find_plays(seen, replace(position, patents=position.patents.replace("V", "")), None)

    def _made_up_word(self, hand: str) -> Turn | None:
        if len(hand) < 3:
            return None
        shuffled = sorted(hand, key=lambda _: self._random.random())
        word = "".join(shuffled[: self._one_of(range(3, len(hand) + 1))])
        made_up = PlayedWord(word, "h" * len(word), "v" * word.count("Y"))
        return Turn(TurnKind.WORDS, words=(made_up,))

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

    def choose(self, seen: SeenState) -> Move:
        """The move described above.

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
                return _exchange(_rarest(seen.active_seat.hand))
            case _:
                buy = purchasable(seen)[:1]
                return Turn(TurnKind.REST, buy=buy, discards=seen.leave)

    def _start(self, seen: SeenState) -> Turn:
        play = next(iter(_find_plays(seen, seen.position, 1)), None)
        spare = play.leave if play else seen.active_seat.hand
        if spare and may_replace(seen):
            return Turn(TurnKind.REPLACE, _rarest(spare))
        if play is None:
            return _exchange(spare)
        return Turn(TurnKind.WORDS, play=play, buy=play.purchasable[:1], discards=spare)


def _exchange(cards: str) -> Turn:
    return Turn(TurnKind.EXCHANGE, discards=cards)


def _rarest(cards: str) -> str:
    return min(cards, key=lambda letter: (CARD_COUNT[letter], letter))


def judge_words(seen: SeenState) -> Action:
    """Challenges exactly the words that are not in the lexicon."""
    words = seen.turn.play.words if seen.turn.play else ()
    return ACCEPT if all(word.word in seen.lexicon for word in words) else CHALLENGE


def _find_plays(seen: SeenState, position: Position, limit: int | None) -> Plays:
    return find_plays(position, seen.lexicon, ruleset=seen.ruleset, limit=limit)
