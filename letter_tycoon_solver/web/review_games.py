"""Which game a review is of: one of this machine's folders, or an upload.

Uploads are kept in memory: who sends one has the file, so nothing of strangers has to lie on the
disk, to be cleared away or to fill it. The oldest make place for new ones. The verdicts on turns
are kept likewise, for whoever asks again.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from starlette.exceptions import HTTPException

from .._user_data import games_folder, tracked_folder
from ..advisor.analysis import Effort, judge
from ..advisor.decisions import Choice, Decision, PlayedGame, played_in
from ..advisor.players import computer_named
from ..errors import InvalidInputError, LetterTycoonError
from ..game import Game, TrackedGame, is_online_log, read_online
from ..game.game import is_game_text
from ..game.records import RecordError, digest_of_words, header_of, newest_first
from ..lexicon import Lexicon
from .advice import Job, Work
from .pages import listed

MAX_RECORD: Final = 2_097_152
"""Bytes of a file. A record has an eightieth of it, the log of a long game online a sixth."""
MAX_TURNS: Final = 1000
"""The most of a game; a long one has a tenth of it."""
MAX_UPLOADS: Final = 16
MAX_LISTED: Final = 30
"""Games of a folder."""
_MAX_OPEN: Final = 2 * MAX_LISTED
_SECRET_BYTES: Final = 16
_KEY_BYTES: Final = 16
_FILE: Final = "record.jsonl"
MAX_VERDICTS: Final = 4096
"""Decisions that are kept; some tens of games."""
_SEED: Final = 0


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A game as it is reviewed.

    Attributes:
        played: its names, its choices and how it ended.
        lexicon: its words.
        is_tracked: whether it is a game of people, told by one of them.
        record: the file.
    """

    played: PlayedGame
    lexicon: Lexicon
    is_tracked: bool
    record: bytes

    @property
    def people(self) -> set[str]:
        """The names of the people whose turns are there."""
        names = {self.name_of(choice) for choice in self.played.choices}
        return {name for name in names if computer_named(name) is None}

    @property
    def names(self) -> list[str]:
        """The players' names, those of computers with a capital, as in Play."""
        called = self.played.names
        return [one[:1].upper() + one[1:] if computer_named(one) else one for one in called]

    @property
    def ending(self) -> str:
        """The winners, in words."""
        victories = self.played.victories
        if victories is None:
            return "not over"
        return f"{listed([one for one, won in zip(self.names, victories, strict=True) if won])} won"

    def name_of(self, choice: Choice) -> str:
        """Return the name of who has chosen."""
        return self.played.names[choice.seen.active]


class FileOfGame(NamedTuple):
    """A game in a folder of this machine, and what it is asked for by."""

    key: str
    written: float
    """In seconds since 1970."""
    game: ReviewedGame


class Games:
    """All games that can be reviewed. Its methods read files, in one thread at a time.

    Args:
        lexicons: that of a game is one of these, or a shipped one; a log is read with the first.
    """

    def __init__(self, lexicons: Sequence[Lexicon]) -> None:
        self._lexicons = tuple(lexicons)
        self._uploads: dict[str, ReviewedGame] = {}

    def upload(self, record: str) -> str:
        """Keeps a game that was sent; returns what it is asked for by, which nobody can guess.

        Raises:
            InvalidInputError: it is no record, no game in notation and no log of one played online;
                the message names the line or the move.
        """
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / _FILE
            _write_record(record, path, self._lexicons[0])
            try:
                game = _read(path, self._lexicons)
            except RecordError as error:
                where = f"line {error.line} of the record" if error.line else "the record"
                raise InvalidInputError(f"{where}: {error.what}") from None
        key = secrets.token_urlsafe(_SECRET_BYTES)
        self._uploads[key] = game
        _forget_the_first(self._uploads, MAX_UPLOADS)
        return key

    def find(self, key: str, *, is_owner: bool) -> ReviewedGame:
        """The game that is asked for: an upload, or for the owner of this machine one of a folder.

        Raises:
            HTTPException: there is none, or it must not be seen.
            InvalidInputError: its record cannot be read.
        """
        if key in self._uploads:
            return self._uploads[key]
        if is_owner:
            for path in _paths():
                if _key(path) == key:
                    return self._whole(path)
        raise HTTPException(
            404,
            "There is no such game here, or not any more; an uploaded record is kept until the"
            " server stops, or others come: open the file again.",
        )

    def listed(self) -> list[FileOfGame]:
        """The games in the folders, the newest first, that can be reviewed and have a turn."""
        found = []
        for path in _paths():
            try:
                game = self._whole(path)
                written = path.stat().st_mtime
            except (LetterTycoonError, HTTPException, OSError):
                continue  # Of another lexicon, not over yet, or removed meanwhile.
            if game.played.choices:
                found.append(FileOfGame(_key(path), written, game))
        return sorted(found, key=lambda one: -one.written)

    def _whole(self, path: Path) -> ReviewedGame:
        """A game that is over, or one of people: the cards of another would be seen."""
        try:
            status = path.stat()
            game = _read_once(path, status.st_mtime_ns, status.st_size, self._lexicons)
        except OSError:
            raise HTTPException(404, "The record of this game is not there any more.") from None
        except RecordError as error:
            # The paths of the server are not for the asker.
            raise InvalidInputError(f"the record of this game: {error.what}") from None
        if game.played.victories is None and not game.is_tracked:
            raise HTTPException(404, "The game is not over; review it when it is.")
        return game


def _write_record(text: str, path: Path, lexicon: Lexicon) -> None:
    """The record in a text, or that of the game in a log or in notation."""
    if not is_online_log(text) and not is_game_text(text):
        path.write_bytes(text.encode())
        return
    with contextlib.closing(read_online(text, lexicon=lexicon).record) as game:
        game.record_to(path)


def _paths() -> Iterator[Path]:
    with contextlib.suppress(RuntimeError):  # There is no home.
        for folder in (games_folder(), tracked_folder()):
            yield from islice(newest_first(folder), MAX_LISTED)


def _key(path: Path) -> str:
    """No name of a file, and the same as long as it has its place."""
    return hashlib.blake2b(str(path).encode(), digest_size=_KEY_BYTES).hexdigest()


@functools.lru_cache(_MAX_OPEN)
def _read_once(path: Path, _time: int, _size: int, lexicons: tuple[Lexicon, ...]) -> ReviewedGame:
    """Return the game in a file; a file of another time or size is read anew."""
    return _read(path, lexicons)


def _read(path: Path, lexicons: Sequence[Lexicon]) -> ReviewedGame:
    digest = digest_of_words(path)
    known = next((lexicon for lexicon in lexicons if lexicon.digest == digest), None)
    game: Game | TrackedGame
    if header_of(path).get("format") == TrackedGame.FORMAT:
        game = TrackedGame.load(path, known)
        lexicon = game.table.lexicon
    else:
        game = Game.load(path, known)
        lexicon = game.state.lexicon
    played = played_in(game)
    if len(played.choices) > MAX_TURNS:
        raise InvalidInputError(
            f"the game has {len(played.choices)} turns to judge; games of up to {MAX_TURNS} are"
            " reviewed"
        )
    return ReviewedGame(played, lexicon, isinstance(game, TrackedGame), path.read_bytes())


class Verdicts:
    """The decisions that were judged, by what was chosen and seen: the latest ones."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        # Written by the thread of the simulations alone.
        self._kept: dict[tuple[Choice, str], Decision] = {}

    def on(self, choice: Choice, lexicon: Lexicon) -> Decision | None:
        """The verdict, if it is known."""
        return self._kept.get((choice, lexicon.digest))

    def known(self, game: ReviewedGame) -> dict[int, Decision]:
        """By place among the choices of a game, what is judged already."""
        found = enumerate(self.on(choice, game.lexicon) for choice in game.played.choices)
        return {place: decision for place, decision in found if decision is not None}

    def judging(self, choice: Choice, lexicon: Lexicon) -> Work:
        """Return the work that judges one choice, unless the choice was judged meanwhile."""

        def work(job: Job, workers: Executor) -> None:
            if self.on(choice, lexicon) is None:
                effort = Effort(self._seconds, None, _SEED)
                decision = judge(choice, lexicon, effort, workers, job.check)
                self._kept[choice, lexicon.digest] = decision
                _forget_the_first(self._kept, MAX_VERDICTS)

        return work


def _forget_the_first(kept: dict[Any, Any], most: int) -> None:
    while len(kept) > most:
        del kept[next(iter(kept))]
