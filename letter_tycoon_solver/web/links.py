"""Secret links to games: whoever knows one may do in a game what its owner may.

    FOLDER/games-2026-11-21-221005.json  {"record": path, "links": [[secret, seat], ...]}

one a game, named as its record and the folder of that; `seat` is null for a link to all of a game.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from .._files import written_beside
from .._user_data import links_folder

_SECRET_BYTES: Final = 16
_SUFFIX: Final = ".json"
_MODE: Final = 0o600
"""Whoever else uses the machine is not to read them."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a secret opens.

    Attributes:
        secret: that nobody can guess; letters, digits, - and _.
        record: the file of the game.
        seat: the player who has it; None for all of the game.
    """

    secret: str
    record: Path
    seat: int | None


class _File(msgspec.Struct, frozen=True):
    record: str
    links: list[tuple[str, int | None]]


class Links:
    """The links of a folder.

    Args:
        folder: it may not exist yet; None where none can be, then no link can be kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._links = {link.secret: link for link in (_read(folder) if folder else ())}

    @classmethod
    def of_user(cls) -> Links:
        """Those in the user's folder."""
        try:
            return cls(links_folder())
        except RuntimeError:  # There is no home.
            return cls(None)

    def add(self, record: Path, seats: Sequence[int | None]) -> list[Link]:
        """New links to a game, kept from now on, in place of those that it had.

        Args:
            record: the file of the game.
            seats: for each link, who has it.

        Raises:
            OSError: they cannot be kept; then nothing has changed.
        """
        if self._folder is None:
            raise FileNotFoundError("there is no folder for them")
        record = record.absolute()
        links = [Link(secrets.token_urlsafe(_SECRET_BYTES), record, seat) for seat in seats]
        content = _File(str(record), [(link.secret, link.seat) for link in links])
        with self._lock:
            self._folder.mkdir(parents=True, exist_ok=True)
            target = self._folder / f"{record.parent.name}-{record.stem}{_SUFFIX}"
            with written_beside(target, _MODE) as unfinished:
                unfinished.write_bytes(msgspec.json.encode(content))
            kept = {key: link for key, link in self._links.items() if link.record != record}
            self._links = kept | {link.secret: link for link in links}
        return links

    def find(self, secret: str) -> Link | None:
        """The link with this secret, if there is one."""
        return self._links.get(secret)

    def of(self, record: Path) -> list[Link]:
        """The links to a game, in the order in which they were made."""
        return [link for link in self._links.values() if link.record == record.absolute()]


def _read(folder: Path) -> list[Link]:
    """All that a folder holds; files that cannot be read are left out."""
    links = []
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        try:
            file = msgspec.json.decode(path.read_bytes(), type=_File)
        except (OSError, msgspec.DecodeError):
            continue
        links += [Link(secret, Path(file.record), seat) for secret, seat in file.links]
    return links
