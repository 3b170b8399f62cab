"""The players there are, by name, and the making of them."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from ..errors import InvalidInputError, require_choice, show
from ..evaluation.tables import Evaluation
from ..game.players import GreedyPlayer, Player, RandomPlayer
from ..game.table import MAX_PLAYERS, MIN_PLAYERS
from ..lexicon import Lexicon
from .bots import Limits, Outsider
from .learned_value import LearnedValue
from .levels import LevelPlayer
from .opponents import EASY, HARD, MEDIUM
from .players import AdvisorPlayer, StaticPlayer


class PlayerKind(enum.Enum):
    """A player by name. The value is the name."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    ADVISOR = "advisor"
    STATIC = "static"
    GREEDY = "greedy"
    RANDOM = "random"


ABOUT: Final[Mapping[PlayerKind, str]] = MappingProxyType(
    {
        PlayerKind.EASY: "Knows common words and often misses the better turn. For a first game.",
        PlayerKind.MEDIUM: "Knows common words and picks good turns, seldom the best.",
        PlayerKind.HARD: "Knows the whole word list and mostly picks one of the best turns.",
        PlayerKind.ADVISOR: "Simulates games before each turn. The strongest; thinks for a second.",
        PlayerKind.STATIC: "Knows the whole word list and weighs pay, patents and cards kept.",
        PlayerKind.GREEDY: "Takes what earns most this turn and never plans ahead.",
        PlayerKind.RANDOM: "Plays anything that the rules allow.",
    }
)
"""A sentence on each, for people who choose opponents."""
LEVELS: Final = {PlayerKind.EASY: EASY, PlayerKind.MEDIUM: MEDIUM, PlayerKind.HARD: HARD}
PLANNING: Final = frozenset({PlayerKind.ADVISOR, PlayerKind.STATIC, PlayerKind.HARD})
"""Those that go by static evaluation of the lexicon that is played, which may lack tables."""
_FROM: Final = ":"
"""Between static and the file of its tables."""


def new_player(
    kind: PlayerKind | str,
    seed: int = 0,
    *,
    seconds: float | None = None,
    playouts: int | None = None,
    executor: Executor | None = None,
) -> Player:
    """A player of a kind, who knows no more than the views it is asked about.

    "random" plays anything. "greedy" takes what earns most this turn; "static" looks at patents and
    cards kept, too, and "advisor" simulates games. "easy", "medium" and "hard" are for people to
    play against: they take one of the plans that static finds good, and easy and medium know only
    common words.

    Args:
        kind: which one, or its name.
        seed: of what is left to chance, 0 to 2^64 - 1; greedy and static do the same every time.
        seconds: as `AdvisorPlayer` takes it; only the advisor does.
        playouts: the same.
        executor: the same.

    Raises:
        InvalidInputError: there is no such kind, or an argument is out of range.
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

    Attributes:
        kind: of the player.
        tables: that a static player goes by; None for those of the lexicon that is played.
        label: that it is called by, "static" or "static:NAME OF THE FILE".
    """

    kind: PlayerKind
    tables: Evaluation | None
    label: str

    @classmethod
    def of(cls, kind: PlayerKind) -> Entrant:
        """The entrant of a kind."""
        return cls(kind, None, kind.value)

    @property
    def needs_tables(self) -> bool:
        """True if it goes by the tables of the lexicon, which may lack them."""
        return self.kind in PLANNING and self.tables is None

    @property
    def thinks(self) -> bool:
        """True if it takes seconds or playouts."""
        return self.kind is PlayerKind.ADVISOR

    def to_dict(self, lexicon: Lexicon, n_players: int) -> dict[str, object]:
        """All that its games depend on, beside the tables of the lexicon, as plain data."""
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
        """Such a player; for the arguments see `new_player`."""
        if self.tables is not None:
            return StaticPlayer(self.tables)
        return new_player(self.kind, seed, seconds=seconds, playouts=playouts, executor=executor)


AnyEntrant = Entrant | Outsider


def parse_entrants(players: object, limits: Limits | None = None) -> tuple[AnyEntrant, ...]:
    """The players in "advisor,static:tables.json,cmd:./mybot", or in a list of such names.

    Raises:
        InvalidInputError: as of `parse_entrant`, or there are fewer or more players than a game
            has.
    """
    entrants = tuple(parse_entrant(name, limits or Limits()) for name in _split_names(players))
    if not MIN_PLAYERS <= len(entrants) <= MAX_PLAYERS:
        raise InvalidInputError(
            f"the number of players is {len(entrants)}; {MIN_PLAYERS} to {MAX_PLAYERS} can play, as"
            " in advisor,greedy"
        )
    return entrants


def _split_names(players: object) -> list[object]:
    if isinstance(players, str):
        return [name.strip() for name in players.split(",")]
    if not isinstance(players, Iterable):
        raise InvalidInputError(f"players is {show(players)}; give a list of names")
    return list(players)


def parse_entrant(player: object, limits: Limits) -> AnyEntrant:
    """The player of a name.

    Raises:
        InvalidInputError: the name is unknown, a file does not hold tables, or a player from
            outside cannot be used.
    """
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
    """A kind, or that of a name in any case.

    Raises:
        InvalidInputError: there is no such kind.
    """
    return require_choice(kind, PlayerKind, "no player is called {}")


def computer_named(name: str) -> PlayerKind | None:
    """The kind of a player with this name, such as "greedy 2"; None for a person."""
    return _BY_NAME.get(name.partition(" ")[0])


BEST: Final = "best"
"""The name that people know of the player that takes the turn of highest equity."""
FOR_PEOPLE: Final[Mapping[str, PlayerKind]] = MappingProxyType(
    {kind.value: kind for kind in LEVELS} | {BEST: PlayerKind.STATIC}
)
"""The players that people choose from, by name, weakest first."""
_BY_NAME: Final = {kind.value: kind for kind in PlayerKind} | {BEST: PlayerKind.STATIC}
