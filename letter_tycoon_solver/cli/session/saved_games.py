"""Files in which `play` and `track` save a game: one that is asked for, or one of their own.

Those of their own are in the folders of the user's data, see game/records/record_folder.py.
"""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from ..._files import make_private_folder
from ..._user_data import FOLDER_VARIABLE, games_folder, tracked_folder
from ...errors import InvalidInputError
from ...game import Game, RecordError, TrackedGame
from ...game.records.record_folder import OWN_NAME, newest_first, record_in
from ...lexicon import Lexicon
from ...lexicon.word_list import SHIPPED
from ..options.records import resume_game
from ..terminal.notes import lexicon_warnings_as_notes, note

LAST: Final = "last"
"""Stands for the unfinished game of the folder that was played last."""


AnyGame = TypeVar("AnyGame", bound=Game | TrackedGame)


@dataclass(frozen=True, slots=True)
class _Place:
    """The folder of one command's games.

    Attributes:
        command: that goes on with them.
        folder: its path. Raises RuntimeError if the user has no home folder.
        unsaved: said of a game that cannot be saved there, with the reason.
        remedy: what to do then.
        file: how to name a file to go on with.
    """

    command: str
    folder: Callable[[], Path]
    unsaved: str
    remedy: str
    file: str

    @property
    def folder_or_none(self) -> Path | None:
        """The folder, None without a home folder."""
        with contextlib.suppress(RuntimeError):
            return self.folder()
        return None


_PLAYED: Final = _Place(
    "play",
    games_folder,
    "The game is not saved by itself",
    '"save FILE" saves it',
    "name the file of one: --resume FILE",
)
_TRACKED: Final = _Place(
    "track",
    tracked_folder,
    "The game is not kept",
    "`letter-tycoon track FILE` keeps it",
    "name the file of one",
)


class SavedGame(Generic[AnyGame]):
    """A game, and the file in which every step of it is saved.

    Args:
        game: recorded in the file, if there is one.
        file: None for a game that is not saved.
    """

    def __init__(self, game: AnyGame, file: Path | None) -> None:
        self.game = game
        self.file = file
        self._place = _TRACKED if isinstance(game, TrackedGame) else _PLAYED

    @classmethod
    def begin(cls, game: AnyGame, file: str | None = None) -> SavedGame[AnyGame]:
        """Saves a new game in this new file, or in one of its own.

        Says so on stderr if there can be none of its own.

        Raises:
            RecordError: the file that is asked for is there already, or cannot be written.
        """
        if file is not None:
            game.record_to(file)
            return cls(game, Path(file))
        saved = cls(game, None)
        try:
            folder = saved._place.folder()
            make_private_folder(folder)
            saved.file = record_in(folder, game)
        except (OSError, RuntimeError, RecordError) as error:
            reason = str(error)
            if isinstance(error, OSError):
                reason = f"{error.filename} cannot be made: {error.strerror}"
            note(f"{saved._place.unsaved}: {reason}.")
            note(f"{saved._place.remedy}; {FOLDER_VARIABLE} names another folder for all games.")
        return saved

    @property
    def is_own(self) -> bool:
        """True if the command has chosen the file."""
        if self.file is None or self.file.parent != self._place.folder_or_none:
            return False
        return OWN_NAME.fullmatch(self.file.name) is not None

    @property
    def shown(self) -> str:
        """The file as people write it."""
        return shown_path(self.file)

    def move_to(self, file: str) -> str:
        """Saves the game in a new file from now on; a file that the command has chosen goes.

        Returns:
            What became of the old file, in words.

        Raises:
            RecordError: the file is there already, or cannot be written; then nothing has changed.
        """
        path = Path(os.path.expanduser(file))  # noqa: PTH111 (never raises)
        if self.file is not None and _is_same(path, self.file):
            return f"The game is saved in {file} already, as it is played."
        self.game.record_to(path)
        before, was_own, shown = self.file, self.is_own, self.shown
        self.file = path
        if was_own and before is not None:
            with contextlib.suppress(OSError):
                before.unlink()
        stays = "" if before is None or was_own else f" {shown} stays as it is."
        return f"The game is saved in {file} from now on.{stays}"

    def command(self, name: str) -> str:
        """The command line of another command about the game, to be copied."""
        return shlex.join(["letter-tycoon", name, str(self.file), *self._lexicon_options()])

    def command_to_resume(self, options: Sequence[str] = ()) -> str:
        """The command line that goes on with the game; `options` are what it needs beside."""
        file = [] if self.is_own else [str(self.file)]
        # `play` has its file behind the option, `track` takes it alone.
        option = ["--resume"] if self.is_own or self._place is _PLAYED else []
        command = ["letter-tycoon", self._place.command, *option, *file]
        return shlex.join([*command, *self._lexicon_options(), *options])

    def _lexicon_options(self) -> Sequence[str]:
        """A record has no path of a lexicon."""
        game = self.game
        lexicon = game.state.lexicon if isinstance(game, Game) else game.table.lexicon
        return [] if lexicon.name in SHIPPED else ["--lexicon", str(lexicon.source)]

    def forget_if_not_begun(self) -> bool:
        """Removes a file that the command has chosen for a game in which nothing was done.

        Returns:
            Whether it did; then the game is no longer recorded.
        """
        if self.file is None or not self.is_own or self.game.can_undo or self.game.can_redo:
            return False
        self.game.close()
        with contextlib.suppress(OSError):
            self.file.unlink()
        self.file = None
        return True


def resume_played(lexicon_name: str | None) -> SavedGame[Game]:
    """Goes on with the unfinished game in the folder that was played last.

    Raises:
        InvalidInputError: there is no such game.
    """
    # Here, because the advisor and its search come along.
    from .seats import kinds_of
    from .stalemate import is_stalemate

    return _resume_last(
        _PLAYED,
        lambda path: resume_game(str(path), lexicon_name),
        lambda game: game.state.is_over or is_stalemate(game, kinds_of(game.names)),
    )


def resume_tracked(file: str | None, lexicon: Lexicon | None) -> SavedGame[TrackedGame]:
    """Goes on with the tracked game in a file, or with that of the folder that was told last.

    Raises:
        RecordError: it cannot be, see `TrackedGame.resume`.
        InvalidInputError: there is none in the folder.
    """
    if file is not None:
        return SavedGame(_tracked_game(Path(file), lexicon), Path(file))
    return _resume_last(
        _TRACKED, lambda path: _tracked_game(path, lexicon), lambda game: game.is_over
    )


def _resume_last(
    place: _Place, resume: Callable[[Path], AnyGame], is_over: Callable[[AnyGame], bool]
) -> SavedGame[AnyGame]:
    """Goes on with the unfinished game of a folder whose file was written last.

    Games that cannot be resumed are left out, with a note.
    """
    folder = place.folder_or_none
    for path in newest_first(folder) if folder else ():
        try:
            game = resume(path)
        except InvalidInputError as error:
            note(f"Left out: {error}")
            continue
        if not is_over(game):
            # To go on with it once more, whether anything is done or not.
            with contextlib.suppress(OSError):
                os.utime(path)
            return SavedGame(game, path)
        game.close()
    where = folder or "your data, as your user has no home folder"
    raise InvalidInputError(
        f"there is no unfinished game in {where}; begin one with"
        f" `letter-tycoon {place.command}`, or {place.file}"
    )


def _tracked_game(path: Path, lexicon: Lexicon | None) -> TrackedGame:
    size = _size(path)
    with lexicon_warnings_as_notes():
        game = TrackedGame.resume(path, lexicon)
    if _size(path) < size:
        note(f"The last line of {path} was cut off and is left out.")
    return game


def _size(path: Path) -> int:
    with contextlib.suppress(OSError):
        return path.stat().st_size
    return 0


def shown_path(path: Path | None) -> str:
    """A file as people write it, with ~ for their home."""
    file = str(path)
    home = os.path.expanduser("~")  # noqa: PTH111 (never raises)
    return f"~{file[len(home) :]}" if file.startswith(home + os.sep) else file


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
