"""Games of people in the user's folder, open while they are asked about.

A game is resumed from its record when it is first asked for, and closed when it has rested: so the
command can go on with it, and a server that was killed has lost nothing. While it is open the
record's lock keeps others from writing to it.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from ..._files import make_private_folder
from ..._user_data import FOLDER_VARIABLE, tracked_folder
from ...errors import InvalidInputError
from ...game import RecordError, TrackedGame
from ...game.records import digest_of_words, newest_first, record_in
from ...lexicon import Lexicon
from ..links import Link, Links
from ..replies import error_text
from ..site import Site
from .schema import ListedGame

REST_SECONDS: Final = 30.0
"""A game that nobody has asked for so long is closed."""
MAX_RECORD: Final = 262_144
"""Bytes of a record above which the page changes no more; the longest game has a tenth of it."""
_MAX_OWN: Final = 20
"""So many games of the folder are looked at for those that are not over."""


@dataclass(slots=True)
class _Entry:
    """A game that was asked for; its lock is held while it is used.

    game   None while it is closed
    used   when it was asked for last, of the monotonic clock
    """

    lock: threading.Lock = field(default_factory=threading.Lock)
    game: TrackedGame | None = None
    used: float = 0.0


class TrackedGames:
    """The games of the folder.

    Args:
        site: has the word lists.
        links: to the games.
    """

    def __init__(self, site: Site, links: Links) -> None:
        self._site = site
        self._links = links
        self._lock = threading.Lock()
        self._entries: dict[Path, _Entry] = {}
        self._listed: dict[Path, tuple[tuple[int, int], ListedGame]] = {}

    def begin(self, game: TrackedGame) -> str:
        """Keeps a new game, and makes its link.

        Returns:
            The secret.

        Raises:
            RecordError: it cannot be kept.
            InvalidInputError: there is no folder to keep it in.
        """
        try:
            folder = tracked_folder()
            make_private_folder(folder)
            path = record_in(folder, game)
        except (OSError, RuntimeError) as error:
            raise InvalidInputError(
                f"the game cannot be kept: {error_text(error)}; have {FOLDER_VARIABLE} name another"
                " folder"
            ) from None
        # It is resumed when it is asked for, as all are.
        game.close()
        # Not one of an earlier record of that name, which was removed.
        return self._kept(lambda: self._links.add(path, [None])[0])

    def find(self, secret: str) -> Path | None:
        """The record that a secret opens, if it is that of a game of people."""
        link = self._links.find(secret)
        if link is None or link.seat is not None or link.record.parent != tracked_folder():
            return None
        return link.record

    @contextlib.contextmanager
    def used(self, path: Path) -> Iterator[TrackedGame]:
        """The game in a record, for one at a time.

        Raises:
            RecordError: it cannot be resumed, as when another program has it open.
        """
        with self._lock:
            entry = self._entries.setdefault(path, _Entry())
        with entry.lock:
            if entry.game is None:
                entry.game = TrackedGame.resume(path, self._lexicon_of(path))
            try:
                yield entry.game
            except RecordError:
                # As when the file was changed by another program: it is read anew the next time.
                entry.game.close()
                entry.game = None
                raise
            finally:
                entry.used = time.monotonic()

    def is_full(self, secret: str) -> bool:
        """True if the record of a game has become so long that it would take seconds to read."""
        path = self.find(secret)
        return path is not None and path.stat().st_size > MAX_RECORD

    def forget(self, path: Path) -> None:
        """Closes a game whose record is gone."""
        with self._lock:
            entry = self._entries.pop(path, None)
        if entry is not None:
            with entry.lock:
                if entry.game is not None:
                    entry.game.close()

    def close_rested(self, seconds: float) -> float | None:
        """Closes the games that nobody has asked for in so many seconds.

        Returns:
            In how many seconds the next one will have rested; None if none is open.
        """
        with self._lock:
            entries = list(self._entries.values())
        left = []
        for entry in entries:
            if not entry.lock.acquire(blocking=False):
                left.append(seconds)
                continue
            try:
                if entry.game is None:
                    continue
                rest = seconds - (time.monotonic() - entry.used)
                if rest > 0:
                    left.append(rest)
                    continue
                entry.game.close()
                entry.game = None
            finally:
                entry.lock.release()
        return min(left, default=None)

    def listed(self, secrets: list[str], *, with_own: bool) -> list[ListedGame]:
        """Games for a list, that which was told last first.

        Args:
            secrets: of games; those that are not here are left out.
            with_own: whether the folder's games that have begun and are not over come too.
        """
        found = {path: secret for secret in secrets if (path := self.find(secret))}
        games = [self._listed_game(path, secret) for path, secret in found.items()]
        if with_own:
            for path in _newest():
                if path not in found:
                    game = self._listed_game(path, "")
                    if game.turns and not game.is_over:
                        game.secret = self._secret_of(path)
                        games.append(game)
        return sorted(games, key=lambda game: -game.changed)

    def _secret_of(self, path: Path) -> str:
        """The secret that opens all of a game; a new one if it has none."""
        return self._kept(lambda: self._links.of_or_add(path, None))

    def _kept(self, make: Callable[[], Link]) -> str:
        try:
            return make().secret
        except OSError as error:
            raise InvalidInputError(
                f"the link of the game cannot be kept: {error_text(error)}"
            ) from None

    def _listed_game(self, path: Path, secret: str) -> ListedGame:
        try:
            status = path.stat()
            key = status.st_mtime_ns, status.st_size
            if path not in self._listed or self._listed[path][0] != key:
                # Without the lock, as nothing is written.
                game = TrackedGame.load(path, self._lexicon_of(path))
                self._listed[path] = key, _listed_json(game, status.st_mtime)
        except (OSError, InvalidInputError) as error:
            return ListedGame(secret, [], 0, False, [], 0.0, error_text(error))
        return msgspec.structs.replace(self._listed[path][1], secret=secret)

    def _lexicon_of(self, path: Path) -> Lexicon | None:
        return self._site.lexicon_with(digest_of_words(path))


def _newest() -> list[Path]:
    """The records of the folder that were written last."""
    with contextlib.suppress(RuntimeError):  # There is no home.
        return list(newest_first(tracked_folder()))[:_MAX_OWN]
    return []


def _listed_json(game: TrackedGame, changed: float) -> ListedGame:
    return ListedGame(
        secret="",
        players=list(game.names),
        turns=len(game.turns),
        is_over=game.is_over,
        scores=[score.total for score in game.table.scores],
        changed=changed,
        problem="",
    )
