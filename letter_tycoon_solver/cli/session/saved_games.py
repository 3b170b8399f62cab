"""Where `play` saves a game, from its first action on: a file that is asked for, or one of its own.

Those of its own are in the folder of the user's data, see game/records/record_folder.py.
"""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ..._files import make_private_folder
from ..._user_data import FOLDER_VARIABLE, games_folder
from ...errors import InvalidInputError
from ...game import Game, RecordError
from ...game.records.record_folder import OWN_NAME, newest_first, record_in
from ...lexicon.word_list import SHIPPED
from ..options.records import resume_game
from ..terminal.notes import note

LAST: Final = "last"
"""Stands for the unfinished game of the folder that was played last."""


class SavedGame:
    """A game, and the file in which every step of it is saved.

    Args:
        game: recorded in the file, if there is one.
        file: None for a game that is not saved.
    """

    def __init__(self, game: Game, file: Path | None) -> None:
        self.game = game
        self.file = file

    @classmethod
    def begin(cls, game: Game) -> SavedGame:
        """Saves a new game in a file of its own; says so on stderr if that is not possible."""
        try:
            folder = games_folder()
            make_private_folder(folder)
            return cls(game, record_in(folder, game))
        except (OSError, RuntimeError, RecordError) as error:
            reason = str(error)
            if isinstance(error, OSError):
                reason = f"{error.filename} cannot be made: {error.strerror}"
            note(f"The game is not saved by itself: {reason}.")
            note(f'"save FILE" saves it; {FOLDER_VARIABLE} names another folder for all games.')
            return cls(game, None)

    @property
    def is_own(self) -> bool:
        """True if `play` has chosen the file."""
        if self.file is None or self.file.parent != _folder_or_none():
            return False
        return OWN_NAME.fullmatch(self.file.name) is not None

    @property
    def shown(self) -> str:
        """The file as people write it."""
        return shown_path(self.file)

    def move_to(self, file: str) -> str:
        """Saves the game in a new file from now on; a file that `play` has chosen goes.

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

    def command_to_resume(self, options: Sequence[str]) -> str:
        """The command line that goes on with the game; `options` are what it needs beside."""
        file = [] if self.is_own else [str(self.file)]
        return shlex.join(
            ["letter-tycoon", "play", "--resume", *file, *self._lexicon_options(), *options]
        )

    def _lexicon_options(self) -> Sequence[str]:
        """A record has no path of a lexicon."""
        lexicon = self.game.state.lexicon
        return [] if lexicon.name in SHIPPED else ["--lexicon", str(lexicon.source)]

    def forget_if_not_begun(self) -> bool:
        """Removes a file that `play` has chosen for a game in which nothing was done.

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


def resume_last(lexicon_name: str | None) -> SavedGame:
    """The unfinished game in the folder that was played last.

    Games that cannot be resumed are left out, with a note.

    Raises:
        InvalidInputError: there is no such game.
    """
    # Here, because the advisor and its search come along.
    from .seats import kinds_of
    from .stalemate import is_stalemate

    folder = _folder_or_none()
    for path in newest_first(folder) if folder else ():
        try:
            game = resume_game(str(path), lexicon_name)
        except InvalidInputError as error:
            note(f"Left out: {error}")
            continue
        if not (game.state.is_over or is_stalemate(game, kinds_of(game.names))):
            # To go on with it once more, whether anything is done or not.
            with contextlib.suppress(OSError):
                os.utime(path)
            return SavedGame(game, path)
        game.close()
    where = folder or "your data, as your user has no home folder"
    raise InvalidInputError(
        f"there is no unfinished game in {where}; begin one with `letter-tycoon play`, or name"
        " the file of one: --resume FILE"
    )


def shown_path(path: Path | None) -> str:
    """A file as people write it, with ~ for their home."""
    file = str(path)
    home = os.path.expanduser("~")  # noqa: PTH111 (never raises)
    return f"~{file[len(home) :]}" if file.startswith(home + os.sep) else file


def _folder_or_none() -> Path | None:
    with contextlib.suppress(RuntimeError):
        return games_folder()
    return None


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
