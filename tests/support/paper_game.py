"""Games of the engine written down as people at the table see them, as lines for `track`."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from letter_tycoon_solver.errors import LetterTycoonError
from letter_tycoon_solver.game import (
    Accept,
    Action,
    Buy,
    Decline,
    Discard,
    Exchange,
    GameState,
    Phase,
    Player,
    PlayWords,
    ReplaceCard,
    ToldTurn,
    TrackedGame,
    new_game,
    play_out,
)
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.ruleset import RULEBOOK, Ruleset

MAX_ACTIONS = 1000


@dataclass
class PaperGame:
    """A whole game, as the player of one seat saw it.

    names    the names of the players
    first    the first state
    end      the last state
    lines    one a turn
    """

    names: Sequence[str]
    seat: int
    first: GameState
    end: GameState
    lines: list[str]

    @property
    def options(self) -> list[str]:
        """The options of `track` for the beginning."""
        return [
            f"--players={','.join(self.names)}",
            f"--me={self.names[self.seat]}",
            f"--hand={self.first.seats[self.seat].hand}",
            f"--community={self.first.community}",
            f"--first={self.names[self.first.start_player]}",
        ]


def written_down(
    names: Sequence[str],
    seat: int,
    players: Sequence[Player],
    seed: int,
    lexicon: Lexicon,
    ruleset: Ruleset = RULEBOOK,
) -> PaperGame:
    """Play a game, and write down what one player sees of it."""
    first = state = new_game(len(names), seed, lexicon, ruleset)
    game = TrackedGame.start(
        names,
        first=state.start_player,
        community=state.community,
        seat=seat,
        hand=state.seats[seat].hand,
        lexicon=lexicon,
        ruleset=ruleset,
    )
    lines = []
    turn = _Turn(own=state.active == seat)
    for action, after in itertools.islice(play_out(first, players), MAX_ACTIONS):
        turn.note(state, action, after)
        if after.is_over or (after.phase is Phase.START and not isinstance(action, ReplaceCard)):
            lines.append(turn.told(game))
            turn = _Turn(own=after.active == seat)
        state = after
        if state.is_over:
            return PaperGame(names, seat, first, state, lines)
    raise AssertionError("the game has no end")


@dataclass
class _Turn:
    """The visible part of a turn so far."""

    own: bool
    begin: list[str] = field(default_factory=list)
    words: str = ""
    rest: list[str] = field(default_factory=list)
    drew: str = ""
    came: str = ""

    def note(self, before: GameState, action: Action, after: GameState) -> None:
        match action:
            case PlayWords():
                assert after.turn.play
                self.words = after.turn.play.notation
            case Buy(letter):
                self.rest.append(letter.lower())
            case Accept() | Decline():
                return
            case ReplaceCard(card):
                self.begin.append(f"q {card.lower()}" if self.own else "q")
                self._drawn(before, after, card)
            case Exchange(cards):
                self.begin.append(f"- {cards if self.own else len(cards)}")
                self._drawn(before, after, cards)
            case Discard(cards):
                if cards:
                    self.rest.append(f"-{cards.lower() if self.own else len(cards)}")
                used = before.turn.cards_used("c")
                self.came += _came(before.community, used, after.community)
                self._drawn(before, after, before.turn.cards_used("h") + cards)
            case _:
                raise AssertionError(f"not written down: {action}")

    def told(self, game: TrackedGame) -> str:
        """Return the shortest line that people would write, and tell it to the game."""
        bare = re.sub(r"[/*][a-zA-Z]+|[()+]", "", self.words).lower()
        refusals = []
        for words in (bare, self.words):
            parts = [*self.begin, *([words] if words else []), *self.rest]
            line = " ".join(parts)
            if self.own and self.drew:
                line += f" < {self.drew}"
            if self.came or (words and not self.own):
                line += f" > {self.came}".rstrip()
            try:
                game.push(ToldTurn.parse(line, typed=True).line)
            except LetterTycoonError as error:
                refusals.append(f"{line}: {error}")
                continue
            return line
        raise AssertionError("\n".join(refusals))

    def _drawn(self, before: GameState, after: GameState, gone: str) -> None:
        active = before.active
        self.drew += _came(before.seats[active].hand, gone, after.seats[active].hand)


def _came(before: str, gone: str, after: str) -> str:
    came = Counter(after)
    came.subtract(Counter(before))
    came.update(Counter(gone))
    return "".join(sorted(came.elements()))
