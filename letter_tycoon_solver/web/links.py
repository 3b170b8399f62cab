"""Secret links to games: whoever knows one may do in a game what its owner may.

    FOLDER/games-2026-11-21-221005.json
        {"record": path, "links": [[secret, seat], ...], "invitations": [[secret, seat], ...],
        "hints": bool}

one a game, named as its record and the folder of that; `seat` is null for a link to all of a game.

Who makes a game for others must not hold their seats. So each is given an invitation: whoever takes
it first gets a secret that nobody else has seen, and the invitation is worth nothing from then on.
Should the maker have taken it, the one who was invited cannot, and knows.

That secret is made of the invitation and a key that the taker has drawn: whoever did not get the
answer asks again with the same key and gets the same seat.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from .._files import written_beside
from .._user_data import links_folder
from ..errors import LetterTycoonError

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
        self._links, self._invitations = _read(folder) if folder else ({}, {})

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

    def find(self, secret: str) -> Link | None:
        """The link with this secret, if there is one."""
        return self._links.get(secret)

    def of(self, record: Path) -> list[Link]:
        """The links to a game, in the order in which they were made."""
        return _of(record.absolute(), self._links)

    def invitation(self, secret: str) -> Link:
        """The invitation with this secret.

        Raises:
            InvitationUsedError: somebody has taken it, or there is none.
        """
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
        with self._lock:
            if before := self.taken(invitation, key):
                return before
            used = self.invitation(invitation)
            link = Link(_secret_of(invitation, key), used.record, used.seat, used.hints)
            links = [*_of(used.record, self._links), link]
            left = [one for one in _of(used.record, self._invitations) if one is not used]
            self._keep(used.record, links, left)
        return link

    def _keep(self, record: Path, links: list[Link], invitations: list[Link]) -> None:
        """Writes the file of a game, then goes by it."""
        content = _File(
            str(record),
            [(link.secret, link.seat) for link in links],
            [(link.secret, link.seat) for link in invitations if link.seat is not None],
            any(link.hints for link in links),
        )
        if self._folder is None:
            raise FileNotFoundError("there is no folder for them")
        self._folder.mkdir(parents=True, exist_ok=True)
        target = self._folder / f"{record.parent.name}-{record.stem}{_SUFFIX}"
        with written_beside(target, _MODE) as unfinished:
            unfinished.write_bytes(msgspec.json.encode(content))
        self._links = _with(self._links, record, links)
        self._invitations = _with(self._invitations, record, invitations)


def _new_link(record: Path, seat: int | None, hints: bool) -> Link:
    return Link(secrets.token_urlsafe(_SECRET_BYTES), record, seat, hints)


def _secret_of(invitation: str, key: str) -> str:
    """What an invitation becomes when it is taken with a key; nobody finds it without that."""
    made = hashlib.blake2b(invitation.encode(), key=key.encode(), digest_size=_SECRET_BYTES)
    return base64.urlsafe_b64encode(made.digest()).rstrip(b"=").decode()


def _of(record: Path, links: Mapping[str, Link]) -> list[Link]:
    return [link for link in links.values() if link.record == record]


def _with(links: Mapping[str, Link], record: Path, own: Sequence[Link]) -> dict[str, Link]:
    """The links with these in place of those to a game."""
    kept = {secret: link for secret, link in links.items() if link.record != record}
    return kept | {link.secret: link for link in own}


def _read(folder: Path) -> tuple[dict[str, Link], dict[str, Link]]:
    """All links and invitations of a folder; files that cannot be read are left out."""
    links, invitations = {}, {}
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        try:
            file = msgspec.json.decode(path.read_bytes(), type=_File)
        except (OSError, msgspec.DecodeError):
            continue
        record = Path(file.record)
        for secret, seat in file.links:
            links[secret] = Link(secret, record, seat, file.hints)
        for secret, seat in file.invitations:
            invitations[secret] = Link(secret, record, seat, file.hints)
    return links, invitations
