"""`tournament`: matches between players, over mirrored deals; and a player for other programs.

The games of a deal share the cards, so intervals are computed over deals, each with the mean of its
games.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import astuple, dataclass, field
from statistics import NormalDist
from typing import Any, BinaryIO, Final

import numpy as np

from .._json import read_field
from .._work.executors import IsStopped, Stopped
from .._work.resumable import KeptParts, digest_of, ends_with, parts_of, run_parts
from ..errors import InvalidInputError, LetterTycoonError, require, require_progress, show
from ..evaluation.tables import Evaluation
from ..game.actions import Action
from ..game.players import Player, numbered
from ..game.state import GameState, SeenState, new_game
from ..game.table import NEW_TURN, Phase
from ..game.turns import Move, carried_out, rest_of
from ..lexicon import DEFAULT_LEXICON, Lexicon
from ..lexicon.lexicon import lexicon_of
from ..rules.cards import parse_whole
from ..rules.ruleset import RULEBOOK, Ruleset
from ..rules.turn import Turn
from ..search.solver import evaluation_of
from . import advice, bots
from .advice import MAX_SECONDS, MAX_SEED, MIN_PLAYOUTS, parse_effort
from .bots import (
    MAX_FAULTS,
    FaultError,
    Limits,
    Loses,
    OutsidePlayer,
    Outsider,
    end_idle_programs,
    message,
    passing,
    read_message,
)
from .players import AnyEntrant, PlayerKind, parse_entrant, parse_entrants
from .simulation import Floats, lead_of, mean_and_error

Interval = tuple[float, float]

CONFIDENCE: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Standard errors on either side of the mean."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game. The columns are by player, in the order of the tournament and not by seat.

    A game that is stopped after MAX_ROUNDS is not over, and its score counts; one that is lost by a
    fault is over. Players who share the victory get equal parts of it.
    """

    rounds: int
    is_over: bool
    scores: tuple[int, ...]
    wins: tuple[float, ...]
    turns: tuple[int, ...]
    seconds: tuple[float, ...]
    faults: tuple[tuple[str, ...], ...]


DealResult = tuple[GameResult, ...]
"""The games of a deal: in game r, player p sits in seat (p + r) modulo the number of players."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The results of one player.

    Attributes:
        name: "advisor"; numbered if there are several: "greedy 1", "greedy 2".
        games: the number of games played.
        wins: games won; a shared victory counts as the player's part of it.
        win_interval: the interval that holds the win rate with 95 % confidence (Wilson's, with the
            number of games adjusted to the variance over deals); None for fewer than 2 deals.
        lead: mean score minus that of the average opponent; None without games.
        lead_interval: its interval (normal approximation); None for fewer than 2 deals.
        faults: illegal turns, crashes and silence of a player from outside.
        last_fault: the last of them in words, behind the name of the player; "" without any.
        seconds_per_turn: mean thinking time; ignored by ==; None without turns.
    """

    name: str
    games: int
    wins: float
    win_interval: Interval | None
    lead: float | None
    lead_interval: Interval | None
    faults: int
    last_fault: str
    seconds_per_turn: float | None = field(compare=False)

    @property
    def win_share(self) -> float | None:
        """The win rate: victories per game; None without games."""
        return self.wins / self.games if self.games else None

    def to_dict(self) -> dict[str, object]:
        """Return all figures as plain data; an interval becomes two fields, low and high."""
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "win_share": self.win_share,
            **_ends("win_share", self.win_interval),
            "lead": self.lead,
            **_ends("lead", self.lead_interval),
            "faults": self.faults,
            "last_fault": self.last_fault,
            "seconds_per_turn": self.seconds_per_turn,
        }


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament, or its finished part.

    Attributes:
        players: the results, in the order given.
        games: the number of games played: one per player for each deal.
        games_asked: the number of games to be played.
        unfinished: the number of games stopped early, see MAX_ROUNDS.
        rounds: mean number of rounds of a game; None without games.
        seed: the seed of the deals.
        seconds: an advisor's time for a turn, or None.
        playouts: an advisor's simulated games for a turn, or None.
        ruleset: the rules.
        lexicon_name: the name of the lexicon.
        lexicon_digest: the digest of the lexicon.
    """

    players: tuple[PlayerResult, ...]
    games: int
    games_asked: int
    unfinished: int
    rounds: float | None
    seed: int
    seconds: float | None
    playouts: int | None
    ruleset: Ruleset
    lexicon_name: str
    lexicon_digest: str

    def to_dict(self) -> dict[str, object]:
        """Return all figures as plain data for JSON."""
        return {
            **{name: getattr(self, name) for name in _PLAIN},
            "ruleset": self.ruleset.to_dict(),
            "lexicon": {"name": self.lexicon_name, "digest": self.lexicon_digest},
            "confidence": CONFIDENCE,
            "players": [player.to_dict() for player in self.players],
        }


_PLAIN: Final = ("games", "games_asked", "unfinished", "rounds", "seed", "seconds", "playouts")


def results_of(names: Sequence[str], deals: Sequence[DealResult]) -> tuple[PlayerResult, ...]:
    """Compute the figures of each player over the deals."""
    return tuple(_result(player, name, deals) for player, name in enumerate(names))


def _result(player: int, name: str, deals: Sequence[DealResult]) -> PlayerResult:
    wins = np.array([[game.wins[player] for game in deal] for deal in deals])
    leads = np.array([[lead_of(game.scores, player) for game in deal] for deal in deals])
    turns = sum(game.turns[player] for deal in deals for game in deal)
    seconds = math.fsum(game.seconds[player] for deal in deals for game in deal)
    faults = [fault for deal in deals for game in deal for fault in game.faults[player]]
    return PlayerResult(
        name=name,
        games=wins.size,
        wins=math.fsum(wins.flat),
        win_interval=_win_interval(wins.mean(axis=1)) if len(deals) > 1 else None,
        lead=float(leads.mean()) if len(deals) else None,
        lead_interval=_mean_interval(leads.mean(axis=1)) if len(deals) > 1 else None,
        faults=len(faults),
        last_fault=faults[-1] if faults else "",
        seconds_per_turn=seconds / turns if turns else None,
    )


def _mean_interval(by_deal: Floats) -> Interval:
    mean, error = mean_and_error(by_deal)
    return mean - _Z * error, mean + _Z * error


def _win_interval(by_deal: Floats) -> Interval:
    """Compute Wilson's interval, which stays between 0 and 1 and is right near both.

    Wilson's formula is for n independent games. Here n is chosen so that their mean has the same
    variance as these deals. If every deal was won, or lost, n is the number of deals.
    """
    share, error = float(by_deal.mean()), float(by_deal.var(ddof=1)) / len(by_deal)
    spread = share * (1 - share)
    if not error and spread:  # The players mirror each other, so nothing is left to chance.
        return share, share
    z2_per_n = _Z * _Z * (error / spread if spread else 1 / len(by_deal))
    middle = share + z2_per_n / 2
    reach = math.sqrt(z2_per_n * (spread + z2_per_n / 4))
    low, high = (middle - reach) / (1 + z2_per_n), (middle + reach) / (1 + z2_per_n)
    return max(0.0, low), min(1.0, high)


def _ends(name: str, interval: Interval | None) -> Mapping[str, float | None]:
    low, high = interval or (None, None)
    return {f"{name}_low": low, f"{name}_high": high}


# The finished deals of a tournament: a part, see _work/resumable.py, is a range of deals. Its
# payload is JSON in ASCII: for each deal and each game, the fields of `GameResult`.


FORMAT_VERSION: Final = 2
"""Raise this number when the format changes."""


def encoded(results: Sequence[DealResult]) -> bytes:
    """Return the payload of a part."""
    return json.dumps([[astuple(game) for game in deal] for deal in results]).encode("ascii")


def decoded(payload: bytes) -> tuple[DealResult, ...]:
    """Return the results of a part."""
    deals = _as_tuple(json.loads(payload))
    return tuple(tuple(GameResult(*fields) for fields in deal) for deal in deals)


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


# One game, and the referee: a fault of a player from outside costs it the turn or the game.


class _LostGameError(Exception):
    """A player has lost the game by a fault."""


class _Seated:
    """A player in a game: the turns begun, the seconds of thinking, the faults in words."""

    def __init__(self, player: Player) -> None:
        self.turns = 0
        self.seconds = 0.0
        self.faults: list[str] = []
        self._player = player
        self._said: Turn | None = None
        self.outsider = player if isinstance(player, OutsidePlayer) else None

    def act(self, state: GameState) -> Sequence[tuple[Action, GameState]]:
        """List what the player does, each action with the state after it; or _LostGameError."""
        seen = state.seen_by(state.to_act)
        self.turns += seen.phase is Phase.START and seen.turn == NEW_TURN
        try:
            move: Move | None = rest_of(self._said, state)
            if move is None:
                move = self._choose(seen)
            if isinstance(move, Turn):
                self._said = move
            return carried_out(state, move)
        except LetterTycoonError as error:
            if self.outsider is None:
                raise
            self._judge(error, self.outsider)
        return carried_out(state, passing(seen))

    def _choose(self, seen: SeenState) -> Move:
        begun = time.perf_counter()
        try:
            return self._player.choose(seen)
        finally:
            self.seconds += time.perf_counter() - begun

    def _judge(self, error: LetterTycoonError, player: OutsidePlayer) -> None:
        text = str(error) if isinstance(error, FaultError) else f"broke a rule: {error}"
        self.faults.append(text)
        player.has_failed()
        if player.limits.loses is Loses.GAME or len(self.faults) >= MAX_FAULTS:
            raise _LostGameError


def played(
    state: GameState, players: Sequence[Player], rotation: int, is_stopped: IsStopped
) -> GameResult:
    """Play a game: player p sits in seat (p + rotation) modulo the number of players."""
    seated = [_Seated(player) for player in players]
    n_players = len(seated)
    seats = [seated[(seat - rotation) % n_players] for seat in range(n_players)]
    loser: int | None = None
    try:
        while not state.is_over:
            asked = state.to_act
            try:
                steps = seats[asked].act(state)
            except _LostGameError:
                loser = asked
                break
            if is_stopped():
                raise Stopped
            if steps[-1][1].round > MAX_ROUNDS:
                break
            for action, after in steps:
                state = after
                for seat, other in enumerate(seats):
                    if other.outsider and seat != asked:
                        other.outsider.hear(asked, action)
    finally:
        for one in seated:
            if one.outsider:
                one.outsider.close()
    return _result_of(state, rotation, seated, loser)


def _result_of(
    state: GameState, rotation: int, players: Sequence[_Seated], loser: int | None
) -> GameResult:
    seats = [(number + rotation) % len(players) for number in range(len(players))]
    scores = state.scores
    others = (tuple(seat for seat in place if seat != loser) for place in state.ranking)
    winners = next(filter(None, others))
    return GameResult(
        rounds=state.round,
        is_over=state.is_over or loser is not None,
        scores=tuple(scores[seat].total for seat in seats),
        wins=tuple((seat in winners) / len(winners) for seat in seats),
        turns=tuple(player.turns for player in players),
        seconds=tuple(player.seconds for player in players),
        faults=tuple(tuple(player.faults) for player in players),
    )


DEFAULT_SECONDS: Final = 0.2
"""An advisor's time for a turn."""
MAX_GAMES: Final = 10**7
MAX_ROUNDS: Final = 1000
"""The longest game; without a limit, players who cannot lay a word would never end."""

_PLAYOUTS_TO_COMPILE: Final = 64

TournamentProgress = Callable[[int, int], object]
"""Called with the games played and the games in all."""


_DEALS_PER_SHARE: Final = 8
"""A share should take about a second; players who think have one deal in each."""


def tournament(  # noqa: PLR0913 - who plays what, and how
    players: str | Iterable[str | PlayerKind],
    games: int,
    lexicon: Lexicon | str,
    *,
    seed: int,
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
        lexicon: the words that may be played; a name or a path loads them.
        seed: the seed of the deals and of the players' random choices.
        seconds: an advisor's time for a turn, 0.2 by default. The games then depend on the speed
            of the machine.
        playouts: an advisor's simulated games for a turn, instead of seconds. The result is then
            the same for a seed, whatever the executor and its number of workers.
        ruleset: the rules.
        limits: the time of players from outside, and what a fault costs them.
        executor: as for `solve_batch`; by default one thread. Games are played in Python, so give a
            pool of processes to use several processors.
        progress: called with the games played and the games in all: first with those found in
            parts, then after each share of the work.
        parts: a folder for finished deals, made if need be. A tournament with the same arguments,
            lexicon and version continues from them, and removes them when it is complete.

    Raises:
        InvalidInputError: an argument is wrong, or the folder cannot be written.
        Interrupted: Ctrl-C; `done` is the Tournament of the finished deals.
        ExecutorDiedError: the executor broke down; `done` likewise.

    Warns:
        PartsWarning: finished games cannot be kept, as on a full disk.
        FallbackTablesWarning: as for `advise`.

    Examples:
        >>> from letter_tycoon_solver.advisor import tournament
        >>> result = tournament("static,random", 4, "enable", seed=1)
        >>> [(player.name, player.wins) for player in result.players]
        [('static', 4.0), ('random', 0.0)]
    """
    spec = Spec.of(players, games, seed, seconds, playouts, ruleset, limits)
    lexicon = lexicon_of(lexicon)
    require_progress(progress, "a function of two numbers")
    if any(entrant.needs_tables for entrant in spec.players):
        # The warning is given here, because the caller would not see one from a worker.
        evaluation_of(lexicon)
    kept = None if parts is None else KeptParts.open(parts, "tournament", spec.digest(lexicon))
    results: dict[int, tuple[DealResult, ...]] = {}

    def add(deals: range, payload: bytes) -> None:
        results[deals.start] = decoded(payload)

    def done() -> tuple[int, str, Tournament]:
        result = spec.result(lexicon, [deal for at in sorted(results) for deal in results[at]])
        return result.games, "games", result

    def tell() -> None:
        if progress is not None:
            n_deals = sum(map(len, results.values()))
            progress(n_deals * len(spec.players), spec.n_deals * len(spec.players))

    work = functools.partial(play_share, spec)
    try:
        with ends_with(done), ThreadPoolExecutor(1) as thread:
            prepare = functools.partial(spec.prepare, lexicon, thread)
            workers = thread if executor is None else executor
            run_parts(spec.shares(), prepare, work, lexicon, add, tell, workers, kept)
    finally:
        end_idle_programs()
    return done()[-1]


@dataclass(frozen=True, slots=True)
class Spec:
    """The arguments of a tournament; picklable."""

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
        """The players' names, see `PlayerResult.name`."""
        return numbered([entrant.label for entrant in self.players])

    def shares(self) -> list[range]:
        """The deals of each share of the work, decided by the arguments alone."""
        thinks = any(player.thinks for player in self.players)
        return parts_of(self.n_deals, 1 if thinks else _DEALS_PER_SHARE)

    def digest(self, lexicon: Lexicon) -> str:
        """Return the digest of everything that the games depend on."""
        return digest_of(
            format=FORMAT_VERSION,
            players=[entrant.to_dict(lexicon, len(self.players)) for entrant in self.players],
            deals=self.n_deals,
            seed=self.seed,
            seconds=self.seconds,
            playouts=self.playouts,
            ruleset=self.ruleset.to_dict(),
            lexicon=lexicon.digest,
            evaluation=Evaluation.of(lexicon.digest).to_dict(),
        )

    def prepare(self, lexicon: Lexicon, thread: Executor) -> None:
        """Compile everything, so that workers find it on disk; start each program once."""
        state = new_game(len(self.players), self.seed, lexicon, self.ruleset)
        seen = state.seen_by(state.active)
        for entrant in dict.fromkeys(self.players):
            if isinstance(entrant, Outsider):
                entrant.check()
            else:
                entrant.new_player(self.seed, None, _PLAYOUTS_TO_COMPILE, thread).choose(seen)

    def result(self, lexicon: Lexicon, deals: Sequence[DealResult]) -> Tournament:
        """Return the tournament of some deals."""
        games = [game for deal in deals for game in deal]
        return Tournament(
            players=results_of(self.names, deals),
            games=len(games),
            games_asked=self.n_deals * len(self.players),
            unfinished=sum(not game.is_over for game in games),
            rounds=sum(game.rounds for game in games) / len(games) if games else None,
            seed=self.seed,
            seconds=self.seconds,
            playouts=self.playouts,
            ruleset=self.ruleset,
            lexicon_name=lexicon.name,
            lexicon_digest=lexicon.digest,
        )


def _parse_thinking(
    entrants: tuple[AnyEntrant, ...], seconds: object, playouts: object
) -> tuple[float | None, int | None]:
    """Return an advisor's seconds and playouts."""
    if not any(entrant.thinks for entrant in entrants):
        for name, value in (("seconds", seconds), ("playouts", playouts)):
            if value is not None:
                raise InvalidInputError(
                    f"{name} is {show(value)}, but there is no advisor among the players, and no"
                    " other player takes it; leave it out"
                )
        return None, None
    return parse_effort(seconds, playouts, DEFAULT_SECONDS, MIN_PLAYOUTS)


# On a worker -----------------------------------------------------------------------------------


def play_share(spec: Spec, lexicon: Lexicon, deals: range, is_stopped: IsStopped) -> bytes:
    """Play some deals; return the payload of the part."""
    n_players = len(spec.players)

    def play(deal: int, rotation: int, thread: Executor) -> GameResult:
        seed = spec.seed * MAX_GAMES + deal
        players = [
            entrant.new_player(
                _seed_of_player(seed, rotation, number), spec.seconds, spec.playouts, thread
            )
            for number, entrant in enumerate(spec.players)
        ]
        state = new_game(n_players, seed, lexicon, spec.ruleset)
        return played(state, players, rotation, is_stopped)

    # One thread is enough, because the other processors have games of their own.
    with ThreadPoolExecutor(1) as thread:
        results = [
            tuple(play(deal, rotation, thread) for rotation in range(n_players)) for deal in deals
        ]
    return encoded(results)


def _seed_of_player(game_seed: int, rotation: int, number: int) -> int:
    """Return a seed that no other player has in any game."""
    name = f"{game_seed}/{rotation}/{number}".encode("ascii")
    return int.from_bytes(hashlib.blake2b(name, digest_size=8).digest(), "big")


# Our players as a program that speaks the protocol of docs/protocol.md over two streams.


_SHARE: Final = 0.9
"""The share of the time in a message that an advisor uses."""


class Engine:
    """One of our players, asked by messages.

    Args:
        player: the name of a player, as of a tournament.
        seconds: an advisor's time for a turn, 1 by default; less where a message gives it less.
        playouts: or the games that it simulates for a turn.
        seed: of its random choices, 0 to 2^64 - 1.

    Raises:
        InvalidInputError: there is no such player, or an argument is out of range.
    """

    def __init__(
        self,
        player: str,
        seconds: float | None = None,
        playouts: int | None = None,
        seed: int = 0,
    ) -> None:
        self._entrant = parse_entrant(player, Limits())
        effort = parse_effort(seconds, playouts, advice.DEFAULT_SECONDS, MIN_PLAYOUTS)
        self._seconds, self._playouts = effort
        self._seed = parse_whole(seed, "seed", 0, MAX_SEED)
        self._game: tuple[Lexicon, Ruleset] | None = None
        self._player = self._new_player(MAX_SECONDS)

    def run(self, lines: Iterable[bytes], output: BinaryIO) -> None:
        """Answer lines until they end, or say quit."""
        for line in lines:
            answer = self.answer(line)
            if answer is None:
                return
            if answer:
                output.write(answer)
                output.flush()

    def answer(self, line: bytes) -> bytes | None:
        """Return the answer to a line: a line, b"" for none, None to quit."""
        try:
            return self._answer(read_message(line))
        except LetterTycoonError as error:
            return message(bots.ERROR, message=str(error))

    def _answer(self, asked: Mapping[str, Any]) -> bytes | None:
        match asked["type"]:
            case bots.HELLO:
                return message(
                    bots.HELLO,
                    version=bots.VERSION,
                    name=f"{bots.PROGRAM} {self._entrant.label}",
                )
            case bots.NEW_GAME:
                last, self._game = self._game, None
                self._game = _read_game(asked, last)
                self._player = self._new_player(MAX_SECONDS)
                return message(bots.READY)
            case bots.GO:
                return message(bots.TURN, turn=str(self._move(asked)))
            case bots.QUIT:
                return None
            case _:
                return b""

    def _move(self, asked: Mapping[str, Any]) -> Move:
        if self._game is None:
            raise InvalidInputError("go came before new_game; begin a game first")
        seen = SeenState.parse(read_field(asked, "view", str), *self._game)
        if seen.viewer != seen.to_act:
            raise InvalidInputError(
                f"the view is that of player {seen.viewer}, and player {seen.to_act} has the turn;"
                " give the view of the player who is to act"
            )
        seconds = asked.get("seconds", MAX_SECONDS)
        if type(seconds) not in (int, float) or not seconds >= 0:  # NaN, too.
            raise InvalidInputError(f"seconds is {show(seconds)}; give a number from 0")
        if self._entrant.thinks:
            self._player = self._new_player(_SHARE * min(max(seconds, 0.001), MAX_SECONDS))
        return self._player.choose(seen)

    def _new_player(self, seconds: float) -> Player:
        own = None if self._seconds is None else min(self._seconds, seconds)
        return self._entrant.new_player(self._seed, own, self._playouts, None)


def _read_game(
    asked: Mapping[str, Any], last: tuple[Lexicon, Ruleset] | None
) -> tuple[Lexicon, Ruleset]:
    """Return the game that is asked for, with the words of the last one if they are the same."""
    ruleset = Ruleset.from_dict(asked["ruleset"]) if "ruleset" in asked else RULEBOOK
    said = read_field(asked, "lexicon", dict) if "lexicon" in asked else {}
    if last is not None and said.get("sha256") == last[0].digest:
        return last[0], ruleset
    lexicon = Lexicon.load(said.get("path") or said.get("name") or DEFAULT_LEXICON)
    if said.get("sha256", lexicon.digest) != lexicon.digest:
        raise InvalidInputError(
            f"the words of {lexicon.name} have the hash {lexicon.digest}, and"
            f" {show(said['sha256'])} is asked for; give the path of the list"
        )
    return lexicon, ruleset
