"""The finished deals of a tournament in a folder, so that one that was stopped can go on.

A part is a range of deals. Its file is called tournament-DIGEST-START-STOP.part, with the first 16
hex digits of the digest of the tournament's specification. It holds, in ASCII, two lines

    BLAKE2b, 64 hex digits, of the digest, the range and the second line
    JSON: for each deal, for each game, the fields of `GameResult` in their order

Files are written beside and renamed. What is damaged, or is of another tournament, is not read.
"""

from __future__ import annotations

import hashlib
import json
import os
import warnings
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

from ..errors import InvalidInputError
from .tournament_result import DealResult, GameResult

FORMAT_VERSION: Final = 1
"""To be raised when this format changes; it is a part of the digest."""

_CHECK_SIZE: Final = 32
_DIGITS_SHOWN: Final = 16
_SUFFIX: Final = ".part"
_UNFINISHED_SUFFIX: Final = ".unfinished"


class TournamentWarning(UserWarning):
    """Finished games of a tournament could not be kept; the tournament goes on without."""


@dataclass(frozen=True, slots=True)
class TournamentParts:
    """The parts of one tournament in a folder; `digest` of its specification, as hex."""

    folder: Path
    digest: str

    @classmethod
    def open(cls, folder: str | os.PathLike[str], digest: str) -> TournamentParts:
        """The parts in a folder, which is made; raises InvalidInputError if it takes no files."""
        try:
            path = Path(folder)
            path.mkdir(parents=True, exist_ok=True)
            probe = path / _unfinished("tournament")
            probe.write_bytes(b"")
            probe.unlink()
        except (OSError, TypeError, ValueError) as error:
            raise InvalidInputError(
                f"the games of the tournament cannot be kept in {folder!r} ({error}); give a"
                " folder that can be written"
            ) from None
        return cls(path, digest)

    def read(self, deals: range) -> tuple[DealResult, ...] | None:
        """The results of a part; None if it is not there or not good."""
        try:
            check, _, payload = self._path(deals).read_bytes().partition(b"\n")
        except OSError:
            return None
        if check != self._check(deals, payload):
            return None
        return tuple(tuple(map(_game_of, deal)) for deal in json.loads(payload))

    def write(self, deals: range, results: tuple[DealResult, ...]) -> None:
        """Keeps the results of a part; warns TournamentWarning if that was not possible."""
        payload = json.dumps([[astuple(game) for game in deal] for deal in results]).encode("ascii")
        path = self._path(deals)
        unfinished = path.with_name(_unfinished(path.name))
        try:
            try:
                unfinished.write_bytes(self._check(deals, payload) + b"\n" + payload)
                unfinished.replace(path)
            finally:
                unfinished.unlink(missing_ok=True)
        except OSError as error:
            warnings.warn(
                f"finished games of the tournament could not be kept ({error}); the tournament"
                " goes on, but if it is stopped these games are played again",
                TournamentWarning,
                stacklevel=2,
            )

    def remove(self) -> None:
        """Removes every file of this tournament."""
        for path in self.folder.glob(f"{self._name}-*"):
            if path.suffix in (_SUFFIX, _UNFINISHED_SUFFIX):
                with suppress(OSError):
                    path.unlink()

    @property
    def _name(self) -> str:
        return f"tournament-{self.digest[:_DIGITS_SHOWN]}"

    def _path(self, deals: range) -> Path:
        return self.folder / f"{self._name}-{deals.start}-{deals.stop}{_SUFFIX}"

    def _check(self, deals: range, payload: bytes) -> bytes:
        head = f"{self.digest} {deals.start} {deals.stop}\n".encode("ascii")
        digest = hashlib.blake2b(head + payload, digest_size=_CHECK_SIZE)
        return digest.hexdigest().encode("ascii")


def _game_of(fields: list[object]) -> GameResult:
    return GameResult(*(tuple(value) if isinstance(value, list) else value for value in fields))  # type: ignore[arg-type]


def _unfinished(name: str) -> str:
    """A name that no other process uses."""
    return f"{name}.{os.urandom(8).hex()}{_UNFINISHED_SUFFIX}"
