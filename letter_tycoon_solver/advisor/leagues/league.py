"""`league`: games between any number of players, kept in a file, and their ratings.

The file is `league.jsonl` in the folder of the league. Its first line is an object with

    format, version   "letter-tycoon-league", 1
    ruleset, lexicon, seed, seconds, playouts, limits   what all games have in common

and each other line is a deal that was played with every rotation of the players around the table:

    deal      its number, from 0
    players   their names
    games     for each rotation wins, scores, rounds, is_over and faults, as of `GameResult`

A line is written whole when its deal is over; one that was cut off is left out and replaced.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

from ..._files import parse_path
from ..._work.executors import ExecutorDiedError, IsStopped, done_in_order
from ...errors import InvalidInputError, require, require_progress, show, show_text
from ...game.table import MAX_PLAYERS, MIN_PLAYERS
from ...lexicon import Lexicon
from ...rules.cards import parse_whole
from ...rules.ruleset import RULEBOOK, Ruleset
from ...search.solver import evaluation_of
from ..advice import MAX_SEED
from ..bots.limits import Limits
from ..bots.program import end_idle_programs
from ..roster import AnyEntrant, PlayerKind, parse_entrant, split_names
from ..tournaments.result import CONFIDENCE, DealResult, GameResult, Interval
from ..tournaments.tournament import MAX_GAMES, Spec, compile_first, parse_thinking, play_share
from .ratings import DealWins, best_tables, strengths

FILE: Final = "league.jsonl"
FORMAT: Final = "letter-tycoon-league"
VERSION: Final = 1
_TABLES_AT_ONCE: Final = 32
"""So many are chosen by the ratings so far, and played side by side."""
_Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

LeagueProgress = Callable[[int, int], object]
"""Called with the games played in this run, and those to be played in it."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player of a league.

    Attributes:
        name: the name that it plays by.
        games: the games it has played.
        wins: games won; a shared victory counts as the player's part of it.
        rating: in Elo points; the mean of all players is 1500, where an uncertain one weighs less.
            With 400 more, one wins ten games for each game lost.
        interval: holds it with 95 % confidence, over deals.
        faults: illegal turns, crashes and silence of a player from outside.
    """

    name: str
    games: int
    wins: float
    rating: float
    interval: Interval
    faults: int

    def to_dict(self) -> dict[str, object]:
        """Return all figures as plain data."""
        low, high = self.interval
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "rating": self.rating,
            "rating_low": low,
            "rating_high": high,
            "faults": self.faults,
        }


@dataclass(frozen=True, slots=True)
class League:
    """A league as it stands.

    Attributes:
        players: the ratings, best first.
        games: how many were played in all.
        deals: of how many deals.
        lexicon_name: the name of the lexicon.
    """

    players: tuple[Rating, ...]
    games: int
    deals: int
    lexicon_name: str

    def to_dict(self) -> dict[str, object]:
        """Return all figures as plain data for JSON."""
        return {
            "games": self.games,
            "deals": self.deals,
            "lexicon": self.lexicon_name,
            "confidence": CONFIDENCE,
            "players": [player.to_dict() for player in self.players],
        }


class LeagueInterrupted(KeyboardInterrupt):
    """Ctrl-C in `league`; `done` is the League with all finished deals, which are kept."""

    def __init__(self, done: League) -> None:
        super().__init__(done)
        self.done = done

    def __str__(self) -> str:
        return f"interrupted; the league has {self.done.games:,} games"


def league(  # noqa: PLR0913 - who plays what, and how
    folder: str | os.PathLike[str],
    players: str | Iterable[str | PlayerKind],
    games: int,
    lexicon: Lexicon,
    *,
    seats: int = 2,
    seed: int = 0,
    seconds: float | None = None,
    playouts: int | None = None,
    ruleset: Ruleset = RULEBOOK,
    limits: Limits | None = None,
    executor: Executor | None = None,
    progress: LeagueProgress | None = None,
) -> League:
    """Let players of a league play more games, and rate them by all that were played.

    Who sits at a table is chosen by the ratings so far, so that they become certain fastest. Each
    deal is played with every rotation of the players around the table.

    Args:
        folder: the folder of the league, which is made if need be. A league that is there goes on;
            players who were not in it come in, and those who do not play now keep their games.
        players: 2 or more different names, as of `tournament`.
        games: how many more, 1 to 10,000,000; rounded up to whole deals.
        lexicon: the words that may be played.
        seats: the number of players at a table, 2 to 5; each run of a league may have another.
        seed: the seed of the deals.
        seconds: an advisor's time for a turn, as of `tournament`.
        playouts: or its simulated games for a turn.
        ruleset: the rules.
        limits: the time of players from outside, and what a fault costs them.
        executor: as of `tournament`.
        progress: called at the start, and after each deal.

    Raises:
        InvalidInputError: an argument is wrong, the file cannot be read or written, or its games
            were played in another way.
        LeagueInterrupted: Ctrl-C; what is finished is kept.
        ExecutorDiedError: the executor broke down; what is finished is kept, and is `done`.
    """
    path = parse_path(folder)
    limits = Limits() if limits is None else limits
    require(limits, Limits, "limits")
    require(ruleset, Ruleset, "the ruleset")
    require(lexicon, Lexicon, "the lexicon")
    require_progress(progress, "a function of two numbers")
    entrants = tuple(parse_entrant(name, limits) for name in split_names(players))
    names = [entrant.label for entrant in entrants]
    if len(names) < MIN_PLAYERS or len({*names}) < len(names):
        raise InvalidInputError(
            f"the players of the league are {show(names)}; give two or more, each once"
        )
    n_seats = parse_whole(seats, "seats", MIN_PLAYERS, MAX_PLAYERS)
    if n_seats > len(names):
        raise InvalidInputError(
            f"seats is {n_seats} and the players are {show(names)}; give as many players or more"
        )
    n_deals = -(-parse_whole(games, "games", 1, MAX_GAMES) // n_seats)
    effort = parse_thinking(entrants, seconds, playouts)
    spec = Spec(entrants, 0, parse_whole(seed, "seed", 0, MAX_SEED), *effort, ruleset)
    if any(entrant.needs_tables for entrant in entrants):
        evaluation_of(lexicon)
    kept = _Kept.open(path, _header(spec, limits, lexicon))
    run = _Run(spec, lexicon, kept, progress)
    try:
        run.play(n_deals, n_seats, executor)
    except KeyboardInterrupt as error:
        raise LeagueInterrupted(kept.league()) from error
    except ExecutorDiedError as error:
        raise ExecutorDiedError(error.message, kept.league()) from error
    finally:
        end_idle_programs()
    return kept.league()


def read_league(folder: str | os.PathLike[str]) -> League:
    """Return the league in a folder as it stands.

    Raises:
        InvalidInputError: there is none, or its file is damaged.
    """
    return _Kept.read(parse_path(folder) / FILE).league()


def _header(spec: Spec, limits: Limits, lexicon: Lexicon) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": spec.ruleset.to_dict(),
        "lexicon": {"name": lexicon.name, "sha256": lexicon.digest},
        "seed": spec.seed,
        "seconds": spec.seconds,
        "playouts": spec.playouts,
        "limits": limits.to_dict(),
    }


@dataclass(frozen=True, slots=True)
class _Table:
    """A deal to be played: its number, and who sits there."""

    deal: int
    players: tuple[AnyEntrant, ...]


class _Run:
    """More games of a league."""

    def __init__(
        self, spec: Spec, lexicon: Lexicon, kept: _Kept, progress: LeagueProgress | None
    ) -> None:
        self._spec = spec
        self._lexicon = lexicon
        self._kept = kept
        self._progress = progress

    def play(self, n_deals: int, n_seats: int, executor: Executor | None) -> None:
        """Play deals, some at once, each lot chosen by the ratings after the one before."""
        with contextlib.ExitStack() as stack:
            used = executor or stack.enter_context(ThreadPoolExecutor(1))
            compile_first(self._spec, self._lexicon)
            if self._progress is not None:
                self._progress(0, n_deals * n_seats)
            for start in range(0, n_deals, _TABLES_AT_ONCE):
                tables = self._tables(min(_TABLES_AT_ONCE, n_deals - start), n_seats)
                function = functools.partial(_play_table, self._spec)
                done = done_in_order(function, tables, self._lexicon, used)
                with contextlib.closing(done):
                    for at, (table, games) in enumerate(done, start + 1):
                        self._kept.add(table, games)
                        if self._progress is not None:
                            self._progress(at * n_seats, n_deals * n_seats)

    def _tables(self, n_tables: int, n_seats: int) -> list[_Table]:
        by_name = {entrant.label: entrant for entrant in self._spec.players}
        names = [*dict.fromkeys([*self._kept.names(), *by_name])]
        known = strengths(len(names), self._kept.wins(names))
        playing = [names.index(name) for name in by_name]
        chosen = best_tables(known, playing, n_seats, n_tables)
        first = self._kept.next_deal
        return [
            _Table(deal, tuple(by_name[names[player]] for player in table))
            for deal, table in enumerate(chosen, first)
        ]


def _play_table(spec: Spec, lexicon: Lexicon, table: _Table, is_stopped: IsStopped) -> DealResult:
    """Play a deal on a worker."""
    of_table = replace(spec, players=table.players)
    return play_share(of_table, lexicon, range(table.deal, table.deal + 1), is_stopped)[0]


@dataclass(slots=True)
class _Kept:
    """The file of a league.

    path      where it is
    header    its first line
    deals     its other lines
    """

    path: Path
    header: Mapping[str, Any]
    deals: list[Mapping[str, Any]]

    @classmethod
    def open(cls, folder: Path, header: Mapping[str, Any]) -> _Kept:
        """Go on with the league in a folder, or begin one."""
        path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.write_text(json.dumps(header) + "\n", "ascii")
            kept = cls.read(path)
            # Else the next line would go on with one that was cut off.
            os.truncate(path, path.read_bytes().rfind(b"\n") + 1)
        except OSError as error:
            raise _unusable(path, error.strerror or str(error)) from None
        for name, value in header.items():
            if kept.header.get(name) != value:
                raise InvalidInputError(
                    f"the games of {show_text(path)} were played with the {name}"
                    f" {show(kept.header.get(name))}, and {show(value)} is asked for; give the"
                    " same, or another folder"
                )
        return kept

    @classmethod
    def read(cls, path: Path) -> _Kept:
        """Read a file, all but a last line that was cut off."""
        try:
            lines = path.read_text("utf-8").split("\n")
            header, *deals = (json.loads(line) for line in lines[:-1])
            if header["format"] != FORMAT or header["version"] != VERSION:
                raise _unusable(path, f"it is no league of version {VERSION}")
            kept = cls(path, header, deals)
            kept.league()
        except FileNotFoundError:
            there = f"there is no league in {path.parent}; give players to begin one"
            raise InvalidInputError(there) from None
        except OSError as error:
            raise _unusable(path, error.strerror or str(error)) from None
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, InvalidInputError):
                raise
            raise _unusable(path, f"it is damaged: {error}") from None
        return kept

    @property
    def next_deal(self) -> int:
        """The number of the next deal."""
        return 1 + max((deal["deal"] for deal in self.deals), default=-1)

    def add(self, table: _Table, games: DealResult) -> None:
        """Add a deal, and write its line."""
        line = {
            "deal": table.deal,
            "players": [entrant.label for entrant in table.players],
            "games": [_game_to_dict(game) for game in games],
        }
        with self.path.open("a", encoding="ascii") as file:
            file.write(json.dumps(line) + "\n")
        self.deals.append(line)

    def names(self) -> Iterator[str]:
        """All players, in the order in which they came."""
        for deal in self.deals:
            yield from deal["players"]

    def wins(self, names: list[str]) -> list[DealWins]:
        """The deals, with the numbers of the players in `names`."""
        return [
            DealWins(
                tuple(map(names.index, deal["players"])),
                tuple(sum(wins) for wins in zip(*(g["wins"] for g in deal["games"]), strict=True)),
                len(deal["games"]),
            )
            for deal in self.deals
        ]

    def league(self) -> League:
        """The league with these games."""
        names = [*dict.fromkeys(self.names())]
        if not names:
            return League((), 0, 0, self.header["lexicon"]["name"])
        deals = self.wins(names)
        ratings, errors = strengths(len(names), deals).in_elo()
        rated = [
            Rating(
                name=name,
                games=sum(deal.games for deal in deals if player in deal.players),
                wins=sum(
                    deal.wins[deal.players.index(player)]
                    for deal in deals
                    if player in deal.players
                ),
                rating=float(ratings[player]),
                interval=(
                    float(ratings[player] - _Z * errors[player]),
                    float(ratings[player] + _Z * errors[player]),
                ),
                faults=sum(
                    len(game["faults"][deal["players"].index(name)])
                    for deal in self.deals
                    if name in deal["players"]
                    for game in deal["games"]
                ),
            )
            for player, name in enumerate(names)
        ]
        rated.sort(key=lambda player: -player.rating)
        n_games = sum(deal.games for deal in deals)
        return League(tuple(rated), n_games, len(deals), self.header["lexicon"]["name"])


def _game_to_dict(game: GameResult) -> dict[str, object]:
    return {
        "wins": game.wins,
        "scores": game.scores,
        "rounds": game.rounds,
        "is_over": game.is_over,
        "faults": game.faults,
    }


def _unusable(path: Path, why: str) -> InvalidInputError:
    return InvalidInputError(
        f"the league {show_text(path)} cannot be used: {why}; give another folder"
    )
