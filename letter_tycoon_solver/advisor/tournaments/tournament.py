"""`tournament`: matches between players, over mirrored deals."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import os
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from ..._version import __version__
from ..._work.checkpoints import KeptParts
from ..._work.executors import IsStopped
from ..._work.resumable import ResumableRun
from ...errors import InvalidInputError, require, require_progress, show
from ...evaluation.tables import Evaluation
from ...game.players import numbered
from ...game.setup import new_game
from ...game.state import SeenState
from ...game.table import MAX_PLAYERS
from ...lexicon import Lexicon
from ...rules.cards import ABILITIES, PATENT_COST, parse_whole
from ...rules.ruleset import RULEBOOK, Ruleset
from ...search.solver import evaluation_of
from ..advice import MAX_SEED, MIN_PLAYOUTS, parse_effort
from ..bots.limits import Limits
from ..bots.outsider import Outsider
from ..bots.program import end_idle_programs
from ..roster import AnyEntrant, PlayerKind, parse_entrants
from .games import played
from .parts import FORMAT_VERSION, TournamentWarning, decoded, encoded
from .result import DealResult, GameResult, Tournament, results_of

DEFAULT_SECONDS: Final = 0.2
"""An advisor's default time for a turn, in seconds."""
MAX_GAMES: Final = 10**7
MAX_ROUNDS: Final = 1000
"""The longest game; without a limit, players who cannot lay a word would never end."""

_PLAYOUTS_TO_COMPILE: Final = 64
_FEWEST_SHARES: Final = 64
"""The fewest shares, so that a small tournament keeps every worker busy to the end."""
_MOST_SHARES: Final = 10_000
"""The most shares, because each is a file while the tournament lasts."""

TournamentProgress = Callable[[int, int], object]
"""Called with the games played and the games in all, in the thread that asked for them."""


_DEALS_PER_SHARE: Final = {
    PlayerKind.ADVISOR: 1,
    PlayerKind.STATIC: 8,
    PlayerKind.HARD: 8,
    PlayerKind.MEDIUM: 8,
    PlayerKind.EASY: 8,
    PlayerKind.GREEDY: 64,
    PlayerKind.RANDOM: 16,
}
"""By the slowest player, because a share should take about a second."""
_DEALS_OF_OUTSIDER: Final = 8


class TournamentInterrupted(KeyboardInterrupt):
    """Ctrl-C in `tournament`; `done` is the Tournament of the finished deals."""

    def __init__(self, done: Tournament) -> None:
        super().__init__(done)
        self.done = done

    def __str__(self) -> str:
        return f"interrupted after {self.done.games:,} games"


def tournament(  # noqa: PLR0913 - who plays what, and how
    players: str | Iterable[str | PlayerKind],
    games: int,
    lexicon: Lexicon,
    *,
    seed: int = 0,
    seconds: float | None = None,
    playouts: int | None = None,
    ruleset: Ruleset = RULEBOOK,
    limits: Limits | None = None,
    executor: Executor | None = None,
    progress: TournamentProgress | None = None,
    parts: str | os.PathLike[str] | None = None,
) -> Tournament:
    """Let players compete over mirrored deals.

    A deal is a game's cut, deck and shuffles. It is played once with each rotation of the players
    around the table, so that nobody has better cards or seats than another. Game seeds are seed *
    MAX_GAMES + the number of the deal. A game stops after MAX_ROUNDS rounds, and its score then
    counts.

    Args:
        players: 2 to 5 names of `PlayerKind`, which may repeat; a list, or "advisor,greedy".
            "static:FILE" is a static player that uses the tables in a file, such as those in
            benchmarks/tables/. "cmd:./mybot --fast" is a program that speaks the protocol of
            docs/protocol.md, "package.module:Class" a class of `letter_tycoon_solver.game.Player`,
            and the name of an entry point in the group letter_tycoon_solver.players such a class
            of an installed package.
        games: the number of games, 1 to MAX_GAMES; rounded up to whole deals.
        lexicon: the words that may be played.
        seed: the seed of the deals and of the players' random choices.
        seconds: an advisor's time for a turn, 0.2 by default. The games then depend on the speed
            of the machine.
        playouts: an advisor's simulated games for a turn, instead of seconds. The result is then
            the same for a seed, whatever the executor and its number of workers.
        ruleset: the rules.
        limits: the time of players from outside, and what a fault costs them.
        executor: as for `solve_batch`; by default one thread. Games are played in Python, so give a
            pool of processes to use several processors.
        progress: called with the games played and the games in all: first with the games found in
            parts, then after each share of the work.
        parts: a folder for finished deals, which is made if need be. A tournament with the same
            arguments, lexicon and version continues from them, however it ended; when it is
            complete it removes them. Damaged files are played again.

    Raises:
        InvalidInputError: an argument is wrong, or the folder cannot be written.
        TournamentInterrupted: Ctrl-C; `done` is the Tournament of the finished deals.
        ExecutorDiedError: the executor broke down; `done` likewise.

    Warns:
        TournamentWarning: finished games cannot be kept, as on a full disk.
        FallbackTablesWarning: as for `advise`.
    """
    spec = Spec.of(players, games, seed, seconds, playouts, ruleset, limits)
    require(lexicon, Lexicon, "the lexicon")
    require_progress(progress, "a function of two numbers")
    if any(entrant.needs_tables for entrant in spec.players):
        # The warning is given here, because the caller would not see one from a worker.
        evaluation_of(lexicon)
    kept = None if parts is None else KeptParts.open(parts, "tournament", spec.digest(lexicon))
    run = _Run(spec, lexicon, kept, progress)
    work = functools.partial(play_share, spec)
    try:
        if executor is not None:
            return run.run(spec.shares(), work, executor)
        with ThreadPoolExecutor(1) as thread:
            return run.run(spec.shares(), work, thread)
    finally:
        end_idle_programs()


@dataclass(frozen=True, slots=True)
class Spec:
    """The specification of a tournament; picklable."""

    players: tuple[AnyEntrant, ...]
    n_deals: int
    seed: int
    seconds: float | None
    playouts: int | None
    ruleset: Ruleset

    @classmethod
    def of(
        cls,
        players: object,
        games: object,
        seed: object,
        seconds: object,
        playouts: object,
        ruleset: Ruleset,
        limits: Limits | None = None,
    ) -> Spec:
        """Check the arguments, and make the specification."""
        if limits is not None:
            require(limits, Limits, "limits")
        entrants = parse_entrants(players, limits)
        n_deals = -(-parse_whole(games, "games", 1, MAX_GAMES) // len(entrants))
        require(ruleset, Ruleset, "the ruleset")
        return cls(
            entrants,
            n_deals,
            parse_whole(seed, "seed", 0, MAX_SEED),
            *_parse_thinking(entrants, seconds, playouts),
            ruleset,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names: "advisor"; numbered if there are several, "greedy 1", "greedy 2"."""
        return numbered([entrant.label for entrant in self.players])

    def shares(self) -> list[range]:
        """The deals of each share of the work, decided by the arguments alone."""
        n = self.n_deals
        size = min(map(_deals_per_share, self.players))
        size = max(min(size, -(-n // _FEWEST_SHARES)), -(-n // _MOST_SHARES))
        return [range(start, min(start + size, n)) for start in range(0, n, size)]

    def digest(self, lexicon: Lexicon) -> str:
        """Return the digest of everything that the games depend on."""
        fields = {
            "format": FORMAT_VERSION,
            "version": __version__,
            "players": [entrant.to_dict(lexicon, len(self.players)) for entrant in self.players],
            "deals": self.n_deals,
            "seed": self.seed,
            "seconds": self.seconds,
            "playouts": self.playouts,
            "ruleset": self.ruleset.to_dict(),
            "lexicon": lexicon.digest,
            "evaluation": Evaluation.of(lexicon.digest).to_dict(),
        }
        return hashlib.blake2b(json.dumps(fields, sort_keys=True).encode("ascii")).hexdigest()


def _deals_per_share(entrant: AnyEntrant) -> int:
    if isinstance(entrant, Outsider):
        return _DEALS_OF_OUTSIDER
    return _DEALS_PER_SHARE[entrant.kind]


def _parse_thinking(
    entrants: tuple[AnyEntrant, ...], seconds: object, playouts: object
) -> tuple[float | None, int | None]:
    """Check how long an advisor thinks: seconds or playouts."""
    if seconds is not None and playouts is not None:
        raise InvalidInputError("seconds and playouts are both given; give one of them")
    if not any(entrant.thinks for entrant in entrants):
        for name, value in (("seconds", seconds), ("playouts", playouts)):
            if value is not None:
                raise InvalidInputError(
                    f"{name} is {show(value)}, but there is no advisor among the players, and no"
                    " other player takes it; leave it out"
                )
        return None, None
    return parse_effort(seconds, playouts, DEFAULT_SECONDS, MIN_PLAYOUTS)


class _Run(ResumableRun[tuple[DealResult, ...], Tournament]):
    """A tournament under way."""

    warning = TournamentWarning
    interrupted = TournamentInterrupted

    def __init__(
        self,
        spec: Spec,
        lexicon: Lexicon,
        kept: KeptParts | None,
        progress: TournamentProgress | None,
    ) -> None:
        super().__init__(lexicon, kept, progress)
        self._spec = spec
        self._done: dict[int, tuple[DealResult, ...]] = {}
        """By the first deal of a share, its results."""

    def prepare(self) -> None:
        """Compile what the players need."""
        _compile_first(self._spec, self.lexicon)

    def result(self) -> Tournament:
        """Return the tournament of the deals done so far."""
        spec = self._spec
        deals = [deal for start in sorted(self._done) for deal in self._done[start]]
        games = [game for deal in deals for game in deal]
        return Tournament(
            players=results_of(spec.names, deals),
            games=len(games),
            games_asked=spec.n_deals * len(spec.players),
            unfinished=sum(not game.is_over for game in games),
            rounds=sum(game.rounds for game in games) / len(games) if games else None,
            seed=spec.seed,
            seconds=spec.seconds,
            playouts=spec.playouts,
            ruleset=spec.ruleset,
            lexicon_name=self.lexicon.name,
            lexicon_digest=self.lexicon.digest,
        )

    def add(self, rows: range, result: tuple[DealResult, ...]) -> None:
        """Add the results of a share of the deals."""
        self._done[rows.start] = result

    def counted(self) -> tuple[int, int]:
        """Return the games played and in all."""
        n_players = len(self._spec.players)
        return sum(map(len, self._done.values())) * n_players, self._spec.n_deals * n_players

    def encode(self, result: tuple[DealResult, ...]) -> bytes:
        """Return results as they are kept."""
        return encoded(result)

    def decode(self, payload: bytes) -> tuple[DealResult, ...]:
        """Return results that were kept."""
        return decoded(payload)


def _compile_first(spec: Spec, lexicon: Lexicon) -> None:
    """Compile everything first, so that workers find it on disk, and start each program once."""
    seen = _with_all_abilities(spec, lexicon)
    ours = {}
    for entrant in spec.players:
        if isinstance(entrant, Outsider):
            entrant.check()
        else:
            ours[entrant.kind] = entrant
    with ThreadPoolExecutor(1) as thread:
        for entrant in ours.values():
            entrant.new_player(spec.seed, None, _PLAYOUTS_TO_COMPILE, thread).choose(seen)


def _with_all_abilities(spec: Spec, lexicon: Lexicon) -> SeenState:
    """Return a turn of a player who owns all abilities, which have kernels of their own.

    The goal is just out of reach, so that such a turn can exist.
    """
    goal = sum(PATENT_COST[letter] for letter in ABILITIES) + 1
    ruleset = dataclasses.replace(spec.ruleset, goals=dict.fromkeys(spec.ruleset.goals, goal))
    n_players = min(len(spec.players), MAX_PLAYERS)
    state = new_game(n_players, spec.seed, lexicon, ruleset)
    seats = list(state.seats)
    seats[state.active] = dataclasses.replace(state.active_seat, patents=ABILITIES)
    turns = len(ABILITIES)  # The player buys one patent a turn.
    later = dataclasses.replace(state, seats=tuple(seats), round=state.round + turns)
    return later.seen_by(state.active)


# On a worker -----------------------------------------------------------------------------------


def play_share(
    spec: Spec, lexicon: Lexicon, deals: range, is_stopped: IsStopped
) -> tuple[DealResult, ...]:
    """Play some deals."""
    # One thread is enough, because the other processors have games of their own.
    with ThreadPoolExecutor(1) as thread:
        return tuple(
            tuple(
                _play_game(spec, lexicon, deal, rotation, thread, is_stopped)
                for rotation in range(len(spec.players))
            )
            for deal in deals
        )


def _play_game(
    spec: Spec,
    lexicon: Lexicon,
    deal: int,
    rotation: int,
    thread: Executor,
    is_stopped: IsStopped,
) -> GameResult:
    """Play a game of a deal: player p sits in seat (p + rotation) modulo the number of players."""
    seed = spec.seed * MAX_GAMES + deal
    players = [
        entrant.new_player(
            _seed_of_player(seed, rotation, number), spec.seconds, spec.playouts, thread
        )
        for number, entrant in enumerate(spec.players)
    ]
    state = new_game(len(players), seed, lexicon, spec.ruleset)
    return played(state, players, rotation, MAX_ROUNDS, is_stopped)


def _seed_of_player(game_seed: int, rotation: int, number: int) -> int:
    """Return a seed that no other player has in any game."""
    message = f"{game_seed}/{rotation}/{number}".encode("ascii")
    return int.from_bytes(hashlib.blake2b(message, digest_size=8).digest(), "big")
