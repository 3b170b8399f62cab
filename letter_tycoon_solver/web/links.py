"""Secret links to games: whoever knows one may do in a game what its owner may.

    FOLDER/games-2026-11-21-221005.json
        {"record": path, "links": [[secret, seat], ...], "invitations": [[secret, seat], ...],
        "hints": bool}

one a game, named as its record and the folder of that; `seat` is null for a link to all of a game.
The path of a record beside FOLDER begins there, so that the whole can be moved. Several servers may
have one folder: each looks into it again for what it does not know, and before it writes.

Who makes a game for others must not hold their seats. So each is given an invitation: whoever takes
it first gets a secret that nobody else has seen, and the invitation is worth nothing from then on.
Should the maker have taken it, the one who was invited cannot, and knows.

That secret is made of the invitation and a key that the taker has drawn: whoever did not get the
answer asks again with the same key and gets the same seat.

The secrets of a rematch are made of those of the game before it: only who holds a seat can know
the link to the same seat in the rematch.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from .._files import PRIVATE, make_private_folder, written_beside
from .._user_data import links_folder
from ..errors import LetterTycoonError

_SECRET_BYTES: Final = 16
_SUFFIX: Final = ".json"
_REMATCH: Final = "rematch"
_COARSE_NANOSECONDS: Final = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Link:
    """The game, and the seat in it, that a secret opens.

    Attributes:
        secret: that nobody can guess; letters, digits, - and _.
        record: the file of the game.
        seat: the player who has it; None for all of the game.
        hints: whether who plays may ask for hints.
    """

    secret: str
    record: Path
    seat: int | None
    hints: bool = False


class InvitationUsedError(LetterTycoonError):
    """An invitation has been taken already, or there never was such a one."""


class _File(msgspec.Struct, frozen=True):
    record: str
    links: list[tuple[str, int | None]]
    invitations: list[tuple[str, int]] = []
    hints: bool = False


class Links:
    """The links of a folder.

    Args:
        folder: it may not exist yet; None where none can be, then no link can be kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._links: dict[str, Link] = {}
        self._invitations: dict[str, Link] = {}
        self._written = 0
        self._look_again()

    @classmethod
    def of_user(cls) -> Links:
        """Those in the user's folder."""
        try:
            return cls(links_folder())
        except RuntimeError:  # There is no home.
            return cls(None)

    def add(
        self,
        record: Path,
        seats: Sequence[int | None],
        *,
        invited: Sequence[int] = (),
        hints: bool = False,
    ) -> list[Link]:
        """New links to a game, kept from now on, in place of those that it had.

        Args:
            record: the file of the game.
            seats: for each link, who has it.
            invited: the seats for which there are to be invitations.
            hints: whether who plays may ask for hints.

        Raises:
            OSError: they cannot be kept; then nothing has changed.
        """
        links = [_new_link(record.absolute(), seat, hints) for seat in seats]
        invitations = [_new_link(record.absolute(), seat, hints) for seat in invited]
        with self._lock:
            self._keep(record.absolute(), links, invitations)
        return links

    def of_or_add(self, record: Path, seat: int | None) -> Link:
        """The link of a seat to a game: a new one beside the others only if there is none.

        Args:
            record: the file of the game.
            seat: who has it; None for all of the game.

        Raises:
            OSError: it cannot be kept; then nothing has changed.
        """
        record = record.absolute()
        with self._lock:
            self._look_at(record)
            known = _of(record, self._links)
            for link in known:
                if link.seat == seat:
                    return link
            link = _new_link(record, seat, any(one.hints for one in known))
            self._keep(record, [*known, link], _of(record, self._invitations))
        return link

    def find(self, secret: str) -> Link | None:
        """The link with this secret, if there is one."""
        if secret not in self._links:
            with self._lock:
                self._look_again()
        return self._links.get(secret)

    def of(self, record: Path) -> list[Link]:
        """The links to a game, in the order in which they were made."""
        return _of(record.absolute(), self._links)

    def invitation(self, secret: str) -> Link:
        """The invitation with this secret.

        Raises:
            InvitationUsedError: somebody has taken it, or there is none.
        """
        if secret not in self._invitations:
            with self._lock:
                self._look_again()
        return self._invitation(secret)

    def _invitation(self, secret: str) -> Link:
        found = self._invitations.get(secret)
        if found is None:
            raise InvitationUsedError(
                "this invitation has been used already, or there never was one; whoever has made"
                " the game can see who plays"
            )
        return found

    def invitations_of(self, record: Path) -> list[Link]:
        """The invitations to a game that nobody has taken."""
        return _of(record.absolute(), self._invitations)

    def taken(self, invitation: str, key: str) -> Link | None:
        """The link in place of an invitation that was taken with this key, if it was."""
        return self.find(_secret_of(invitation, key))

    def take(self, invitation: str, key: str) -> Link:
        """A link in place of an invitation; the same one for the same key.

        Args:
            invitation: its secret.
            key: drawn by who takes it, and known to nobody else.

        Raises:
            InvitationUsedError: somebody was first.
            OSError: it cannot be kept; then nothing has changed.
        """
        secret = _secret_of(invitation, key)
        with self._lock:
            if secret not in self._links and invitation not in self._invitations:
                self._look_again()
            known = self._links.get(secret) or self._invitation(invitation)
            self._look_at(known.record)
            if before := self._links.get(secret):
                return before
            used = self._invitation(invitation)
            link = Link(secret, used.record, used.seat, used.hints)
            links = [*_of(used.record, self._links), link]
            left = [one for one in _of(used.record, self._invitations) if one is not used]
            self._keep(used.record, links, left)
        return link

    def rematch(self, link: Link) -> Link | None:
        """The link to the rematch of a game for who has this one, if there is a rematch."""
        return self.find(_secret_of(_REMATCH, link.secret))

    def add_rematch(self, record: Path, before: Path) -> None:
        """Links to a rematch for all who have one to the game before it.

        Args:
            record: the file of the rematch.
            before: the file of the game.

        Raises:
            OSError: they cannot be kept; then nothing has changed.
        """
        record = record.absolute()
        with self._lock:
            links = [
                Link(_secret_of(_REMATCH, link.secret), record, link.seat, link.hints)
                for link in _of(before.absolute(), self._links)
                if link.seat is not None
            ]
            self._keep(record, links, [])

    def _keep(self, record: Path, links: list[Link], invitations: list[Link]) -> None:
        """Writes the file of a game, then goes by it."""
        if self._folder is None:
            raise FileNotFoundError("there is no folder for them")
        content = _File(
            _path_in(self._folder.parent, record),
            [(link.secret, link.seat) for link in links],
            [(link.secret, link.seat) for link in invitations if link.seat is not None],
            any(link.hints for link in links),
        )
        make_private_folder(self._folder)
        with written_beside(_file_of(self._folder, record), PRIVATE) as unfinished:
            unfinished.write_bytes(msgspec.json.encode(content))
        self._links = _with(self._links, record, links)
        self._invitations = _with(self._invitations, record, invitations)

    def _look_again(self) -> None:
        """Reads all that others may have written, unless nobody has written since."""
        if self._folder is None:
            return
        with contextlib.suppress(OSError):
            written = self._folder.stat().st_mtime_ns
            if written == self._written:
                return
            # The clock of a folder is coarse: what comes next may have the same time. The clock
            # may also have been set back since.
            is_past = written < time.time_ns() - _COARSE_NANOSECONDS
            self._written = written if is_past else 0
            self._links, self._invitations = _read(sorted(self._folder.glob(f"*{_SUFFIX}")))

    def _look_at(self, record: Path) -> None:
        """Reads what another server may have written of one game."""
        if self._folder is None:
            return
        path = _file_of(self._folder, record)
        if path.exists():
            links, invitations = _read([path])
            self._links = _with(self._links, record, list(links.values()))
            self._invitations = _with(self._invitations, record, list(invitations.values()))


def _file_of(folder: Path, record: Path) -> Path:
    return folder / f"{record.parent.name}-{record.stem}{_SUFFIX}"


def _path_in(folder: Path, record: Path) -> str:
    """The path of a record, from the folder on if it lies there."""
    try:
        return record.relative_to(folder.absolute()).as_posix()
    except ValueError:
        return str(record)


def _new_link(record: Path, seat: int | None, hints: bool) -> Link:
    return Link(secrets.token_urlsafe(_SECRET_BYTES), record, seat, hints)


def _secret_of(invitation: str, key: str) -> str:
    """Make a secret from what it is for and a key; nobody finds it without the key."""
    made = hashlib.blake2b(invitation.encode(), key=key.encode(), digest_size=_SECRET_BYTES)
    return base64.urlsafe_b64encode(made.digest()).rstrip(b"=").decode()


def _of(record: Path, links: Mapping[str, Link]) -> list[Link]:
    return [link for link in links.values() if link.record == record]


def _with(links: Mapping[str, Link], record: Path, own: Sequence[Link]) -> dict[str, Link]:
    """The links with these in place of those to a game."""
    kept = {secret: link for secret, link in links.items() if link.record != record}
    return kept | {link.secret: link for link in own}


def _read(paths: Sequence[Path]) -> tuple[dict[str, Link], dict[str, Link]]:
    """All links and invitations in files; those that cannot be read are left out."""
    links, invitations = {}, {}
    for path in paths:
        try:
            file = msgspec.json.decode(path.read_bytes(), type=_File)
        except (OSError, msgspec.DecodeError):
            continue
        record = path.absolute().parent.parent / file.record
        for secret, seat in file.links:
            links[secret] = Link(secret, record, seat, file.hints)
        for secret, seat in file.invitations:
            invitations[secret] = Link(secret, record, seat, file.hints)
    return links, invitations
