"""Players that weigh whole turns: static, by simulation, those that people can beat; by name."""

from __future__ import annotations

import abc
import bisect
import enum
import itertools
import math
import random
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ..errors import InvalidInputError, require, require_choice, show
from ..evaluation.tables import Evaluation
from ..game.actions import ACCEPT, DECLINE, Action, ActionKind, lay, may_replace
from ..game.players import GreedyPlayer, Player, RandomPlayer, judge_words
from ..game.rules import apply
from ..game.state import SeenState
from ..game.table import MAX_PLAYERS, MIN_PLAYERS, Opponents, Phase
from ..game.turns import Move
from ..lexicon import Lexicon
from ..rules.cards import parse_whole
from ..rules.turn import Turn, TurnKind
from ..search.solver import evaluation_of
from ..search.turns import turns_by
from .advice import DEFAULT_SECONDS, MAX_SEED, MIN_PLAYOUTS, advise, parse_effort
from .bots import Limits, Outsider
from .simulation import EASY, HARD, MEDIUM, LearnedValue, Level, candidates_of

CLEAN_UP_SHARE: Final = 0.2
"""The share of the time for a turn that goes into its discards."""


class PlanningPlayer(abc.ABC):
    """Decides on whole turns; challenges invalid words; as a penalty, discards the worst card."""

    def choose(self, seen: SeenState) -> Move:
        """The turn, what is left of it, or an answer to words.

        Raises:
            InvalidInputError: `seen` is not a SeenState, words are missing in it, or the viewer is
                not asked.
        """
        require(seen, SeenState, "the view")
        match seen.phase:
            case Phase.CHALLENGE:
                return judge_words(seen)
            case Phase.PENALTY:
                kept = self._tables_for(seen).kept
                worst = min(seen.active_seat.hand, key=lambda card: (kept[card], card))
                return Turn(TurnKind.EXCHANGE, discards=worst)
            case _:
                return self._turn(seen)

    @abc.abstractmethod
    def _turn(self, seen: SeenState) -> Turn:
        """Decide on the turn, or on what is left of it."""

    def _tables_for(self, seen: SeenState) -> Evaluation:
        """Return the tables by which the player values cards and patents."""
        return Evaluation.of(seen.lexicon.digest)


class StaticPlayer(PlanningPlayer):
    """Plays the turn with the highest equity, the first of `best_turns`.

    Args:
        tables: the tables to use; None for those of the lexicon that is played.

    Raises:
        InvalidInputError: the tables are something else.
    """

    def __init__(self, tables: Evaluation | None = None) -> None:
        if tables is not None:
            require(tables, Evaluation, "the tables")
        self._tables = tables

    def _turn(self, seen: SeenState) -> Turn:
        tables = evaluation_of(seen.lexicon) if self._tables is None else self._tables
        return turns_by(tables, seen.open_turn, seen.lexicon, seen.ruleset, 1)[0]

    def _tables_for(self, seen: SeenState) -> Evaluation:
        return super()._tables_for(seen) if self._tables is None else self._tables


class AdvisorPlayer(PlanningPlayer):
    """Plays the turn that leads by `advise`, against experts.

    CLEAN_UP_SHARE of the effort for a turn goes into the discards, the rest into words and patent.
    The owner of Q, who decides once more after replacing a card, has half as much for each of the
    two.

    Args:
        seconds: the time for a whole turn; 1.0 by default.
        playouts: or the number of games for a whole turn, at least MIN_PLAYOUTS.
        seed: of the simulated games, 0 to 2^64 - 1.
        executor: as for `advise`.

    Raises:
        InvalidInputError: a value is out of range, or seconds and playouts are both given.
    """

    def __init__(
        self,
        seconds: float | None = None,
        playouts: int | None = None,
        seed: int = 0,
        executor: Executor | None = None,
    ) -> None:
        self._seconds, self._playouts = parse_effort(
            seconds, playouts, DEFAULT_SECONDS, MIN_PLAYOUTS
        )
        self._seed = parse_whole(seed, "seed", 0, MAX_SEED)
        self._executor = executor

    def _turn(self, seen: SeenState) -> Turn:
        """Return the turn that is advised, after asking for its discards anew."""
        if seen.phase is Phase.CLEAN_UP:
            return self._advised(seen, CLEAN_UP_SHARE)
        n_plans = 2 if seen.turn.replaced or may_replace(seen) else 1
        turn = self._advised(seen, (1 - CLEAN_UP_SHARE) / n_plans)
        if turn.play is None:
            return turn
        rest = self._advised(_before_discards(seen, turn), CLEAN_UP_SHARE)
        return replace(turn, discards=rest.discards, leave=rest.leave)

    def _advised(self, seen: SeenState, share: float) -> Turn:
        seconds, playouts = self._seconds, self._playouts
        return advise(
            seen,
            seen.lexicon,
            seconds=None if seconds is None else share * seconds,
            playouts=None if playouts is None else max(MIN_PLAYOUTS, round(share * playouts)),
            seed=self._seed,
            # Its strength was measured against players who know every word.
            opponents=Opponents.STATIC,
            executor=self._executor,
        ).leader


def _before_discards(seen: SeenState, turn: Turn) -> SeenState:
    """Return the view in which the words of a turn stand and its patent is bought."""
    after = apply(seen, lay(turn.words, turn.doublers)) if seen.phase is Phase.START else seen
    while after.phase is Phase.CHALLENGE:
        after = apply(after, ACCEPT)
    if after.phase is Phase.PURCHASE:
        after = apply(after, Action(ActionKind.BUY, turn.buy) if turn.buy else DECLINE)
    return after


# Players that people can beat: they know fewer words, and often take a turn that is only good. They
# choose by chance among plans that are good by static evaluation: each dollar that a plan is worth
# less makes it less likely, the less so the higher the temperature of the level.


def weights_of(equities: Sequence[float], temperature: float) -> list[float]:
    """Return the weight of each plan; a plan behind the best by the temperature has 1 / e of it."""
    best = max(equities)
    return [math.exp((equity - best) / temperature) for equity in equities]


class LevelPlayer(PlanningPlayer):
    """Plays a plan that is good on its level.

    In the same view of a game it always does the same, so that a game can be undone and resumed.
    """

    def __init__(self, level: Level, seed: int = 0) -> None:
        self._level = level
        self._seed = parse_whole(seed, "seed", 0, MAX_SEED)

    def _turn(self, seen: SeenState) -> Turn:
        """Draw one of the good turns by chance."""
        known, tables = self._level.known(seen.lexicon), self._tables_for(seen)
        if self._level.words is None:
            # Not for the words known, which may be fewer: the warning is about the lexicon.
            evaluation_of(seen.lexicon)
        plans = [candidate.turn for candidate in candidates_of(seen, known, tables)]
        return plans[self._drawn([plan.equity.total for plan in plans], seen)]

    def _tables_for(self, seen: SeenState) -> Evaluation:
        return self._level.tables(seen.lexicon)

    def _drawn(self, equities: Sequence[float], seen: SeenState) -> int:
        *up_to, total = itertools.accumulate(weights_of(equities, self._level.temperature))
        return bisect.bisect(up_to, self._chance(seen) * total)

    def _chance(self, seen: SeenState) -> float:
        """Return a number from 0 to below 1, by the seed and what is seen."""
        seat = seen.active_seat
        parts = (self._seed, seen.round, seen.active, seen.phase.value, seat.hand, seen.community)
        # Python promises that the random numbers of a text never change.
        return random.Random("/".join(map(str, parts))).random()


class PlayerKind(enum.Enum):
    """A player by name."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    ADVISOR = "advisor"
    STATIC = "static"
    GREEDY = "greedy"
    RANDOM = "random"


ABOUT: Final[Mapping[PlayerKind, str]] = {
    PlayerKind.EASY: "Knows common words and often misses the better turn. For a first game.",
    PlayerKind.MEDIUM: "Knows common words and picks good turns, seldom the best.",
    PlayerKind.HARD: "Knows the whole word list and mostly picks one of the best turns.",
    PlayerKind.STATIC: "Knows the whole word list and weighs pay, patents and cards kept.",
}
"""A sentence on each opponent that people choose."""
LEVELS: Final = {PlayerKind.EASY: EASY, PlayerKind.MEDIUM: MEDIUM, PlayerKind.HARD: HARD}
PLANNING: Final = frozenset({PlayerKind.ADVISOR, PlayerKind.STATIC, PlayerKind.HARD})
"""Players that need the tables of the lexicon that is played."""
_FROM: Final = ":"


def new_player(
    kind: PlayerKind | str,
    seed: int = 0,
    *,
    seconds: float | None = None,
    playouts: int | None = None,
    executor: Executor | None = None,
) -> Player:
    """Make a player of a kind, who knows no more than the views it is asked about.

    "random" plays anything. "greedy" takes what earns most this turn; "static" also looks at
    patents and cards kept, and "advisor" simulates games. "easy", "medium" and "hard" are for
    people to play against: they take one of the plans that static finds good, and easy and medium
    know only common words.

    Args:
        kind: the kind, or its name.
        seed: of its random choices, 0 to 2^64 - 1; greedy and static make none.
        seconds: as for `AdvisorPlayer`; only the advisor takes it.
        playouts: likewise.
        executor: likewise.

    Raises:
        InvalidInputError: there is no such kind, or an argument is out of range.

    Examples:
        >>> from letter_tycoon_solver.advisor import new_player
        >>> from letter_tycoon_solver.game import new_game, play_out
        >>> start = new_game(2, seed=1, lexicon="enable")
        >>> *_, (_, end) = play_out(start, [new_player("static"), new_player("easy", seed=1)])
        >>> end.is_over, [score.total for score in end.scores]
        (True, [81, 37])
    """
    match kind := parse_kind(kind):
        case PlayerKind.ADVISOR:
            return AdvisorPlayer(seconds, playouts, seed, executor)
        case PlayerKind.STATIC:
            return StaticPlayer()
        case PlayerKind.GREEDY:
            return GreedyPlayer()
        case PlayerKind.RANDOM:
            return RandomPlayer(seed)
        case _:
            return LevelPlayer(LEVELS[kind], seed)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament; picklable.

    The tables are those of "static:FILE"; otherwise None.
    """

    kind: PlayerKind
    tables: Evaluation | None
    label: str

    @classmethod
    def of(cls, kind: PlayerKind) -> Entrant:
        """Return the entrant of a kind."""
        return cls(kind, None, kind.value)

    @property
    def needs_tables(self) -> bool:
        """True if it uses the tables of the lexicon, which may lack them."""
        return self.kind in PLANNING and self.tables is None

    @property
    def thinks(self) -> bool:
        """True if it takes seconds or playouts."""
        return self.kind is PlayerKind.ADVISOR

    def to_dict(self, lexicon: Lexicon, n_players: int) -> dict[str, object]:
        """Return all that its games depend on, beside the tables of the lexicon, as plain data."""
        level, is_advisor = LEVELS.get(self.kind), self.thinks
        value = LearnedValue.of(lexicon.digest, n_players) if is_advisor else None
        return {
            "kind": self.kind.value,
            "tables": None if self.tables is None else self.tables.to_dict(),
            "level": None if level is None else level.to_dict(lexicon),
            "value": None if value is None else value.to_dict(),
        }

    def new_player(
        self,
        seed: int,
        seconds: float | None,
        playouts: int | None,
        executor: Executor | None,
    ) -> Player:
        """Make the player, see `new_player`."""
        if self.tables is not None:
            return StaticPlayer(self.tables)
        return new_player(self.kind, seed, seconds=seconds, playouts=playouts, executor=executor)


AnyEntrant = Entrant | Outsider


def parse_entrants(players: object, limits: Limits | None = None) -> tuple[AnyEntrant, ...]:
    """Return the players in "advisor,static:tables.json,cmd:./mybot", or in a list of names."""
    if isinstance(players, str):
        players = players.split(",")
    if not isinstance(players, Iterable):
        raise InvalidInputError(f"players is {show(players)}; give a list of names")
    entrants = tuple(parse_entrant(name, limits or Limits()) for name in players)
    if not MIN_PLAYERS <= len(entrants) <= MAX_PLAYERS:
        raise InvalidInputError(
            f"the number of players is {len(entrants)}; {MIN_PLAYERS} to {MAX_PLAYERS} can play, as"
            " in advisor,greedy"
        )
    return entrants


def parse_entrant(player: object, limits: Limits) -> AnyEntrant:
    """Return the player with a name; InvalidInputError if it is unknown or cannot be used."""
    if not isinstance(player, str):
        return Entrant.of(parse_kind(player))
    name, has_file, file = (part.strip() for part in player.partition(_FROM))
    is_ours = name.lower() in _BY_NAME
    if not is_ours and (outsider := Outsider.parse(player.strip(), limits)):
        return outsider
    kind = parse_kind(name)
    if not has_file:
        return Entrant.of(kind)
    if kind is not PlayerKind.STATIC:
        raise InvalidInputError(
            f"{name} is given the tables {show(file)}; only static takes them, as in"
            f" {PlayerKind.STATIC.value}{_FROM}FILE"
        )
    return Entrant(kind, Evaluation.load(file), f"{kind.value}{_FROM}{Path(file).stem}")


def parse_kind(kind: object) -> PlayerKind:
    """Return a kind, or the kind with a name in any case."""
    return require_choice(kind, PlayerKind, "no player is called {}")


def computer_named(name: str) -> PlayerKind | None:
    """Return the kind of a player with this name, such as "greedy 2"; None for a person."""
    return _BY_NAME.get(name.partition(" ")[0])


BEST: Final = "best"
"""The name that people know for the player that takes the turn of highest equity."""
FOR_PEOPLE: Final[Mapping[str, PlayerKind]] = {
    **{kind.value: kind for kind in LEVELS},
    BEST: PlayerKind.STATIC,
}
"""The players that people choose from, by name, weakest first."""
_BY_NAME: Final = {kind.value: kind for kind in PlayerKind} | {BEST: PlayerKind.STATIC}
