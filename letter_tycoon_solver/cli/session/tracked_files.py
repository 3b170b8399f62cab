"""Where `track` keeps a game: a file that is asked for, or one of its own.

Those of its own are in the folder of the user's data, as the games of `play` are, beside them.
"""

from __future__ import annotations

import contextlib
import os
import shlex
from pathlib import Path

from ..._files import make_private_folder
from ..._user_data import FOLDER_VARIABLE, tracked_folder
from ...errors import InvalidInputError
from ...game import RecordError, TrackedGame
from ...game.records.record_folder import newest_first, record_in
from ...lexicon import Lexicon
from ...lexicon.word_list import SHIPPED
from ..terminal.notes import lexicon_warnings_as_notes, note
from .saved_games import shown_path


class TrackedFile:
    """The file of a game.

    Args:
        game: recorded in the file, if there is one.
        file: None for a game that is not kept.
        is_own: `track` has chosen the file.
    """

    def __init__(self, game: TrackedGame, file: Path | None, *, is_own: bool) -> None:
        self.game = game
        self.file = file
        self._is_own = is_own

    @classmethod
    def begin(cls, game: TrackedGame, file: str | None) -> TrackedFile:
        """Keeps a new game in this new file, or in one of its own.

        Says so on stderr if there can be none of its own.

        Raises:
            RecordError: the file that is asked for is there already, or cannot be written.
        """
        if file is not None:
            game.record_to(file)
            return cls(game, Path(file), is_own=False)
        try:
            folder = tracked_folder()
            make_private_folder(folder)
            return cls(game, record_in(folder, game), is_own=True)
        except (OSError, RuntimeError, RecordError) as error:
            reason = str(error)
            if isinstance(error, OSError):
                reason = f"{error.filename} cannot be made: {error.strerror}"
            note(f"The game is not kept: {reason}.")
            note(f"`letter-tycoon track FILE` keeps it; {FOLDER_VARIABLE} names another folder.")
            return cls(game, None, is_own=False)

    @property
    def shown(self) -> str:
        """The file as people write it."""
        return shown_path(self.file)

    def command(self, name: str, *, names_own: bool = True) -> str:
        """The command line of a command about the game, to be copied.

        Args:
            name: of the command.
            names_own: whether a file that `track` has chosen is named; else --resume finds it.
        """
        is_named = names_own or not self._is_own
        file = [str(self.file)] if is_named else ["--resume"]
        lexicon = self.game.table.lexicon
        # A record has no path of a lexicon.
        options = [] if lexicon.name in SHIPPED else ["--lexicon", str(lexicon.source)]
        return shlex.join(["letter-tycoon", name, *file, *options])

    def forget_if_not_begun(self) -> bool:
        """Removes a file that `track` has chosen for a game of which nothing was told.

        Returns:
            Whether it did; then the game is no longer recorded.
        """
        if self.file is None or not self._is_own or self.game.can_undo or self.game.can_redo:
            return False
        self.game.close()
        with contextlib.suppress(OSError):
            self.file.unlink()
        return True


def resume_file(file: str, lexicon: Lexicon | None) -> TrackedFile:
    """Goes on with the game in the file.

    Raises:
        RecordError: it cannot be, see `TrackedGame.resume`.
    """
    return TrackedFile(_resumed(Path(file), lexicon), Path(file), is_own=False)


def resume_last(lexicon: Lexicon | None) -> TrackedFile:
    """Goes on with the unfinished game of the folder that was told last.

    Games that cannot be resumed are left out, with a note.

    Raises:
        InvalidInputError: there is none.
    """
    folder: Path | None = None
    with contextlib.suppress(RuntimeError):
        folder = tracked_folder()
    for path in newest_first(folder) if folder else ():
        try:
            game = _resumed(path, lexicon)
        except InvalidInputError as error:
            note(f"Left out: {error}")
            continue
        if not game.is_over:
            # To go on with it once more, whether anything is told or not.
            with contextlib.suppress(OSError):
                os.utime(path)
            return TrackedFile(game, path, is_own=True)
        game.close()
    where = folder or "your data, as your user has no home folder"
    raise InvalidInputError(
        f"there is no unfinished game in {where}; begin one with `letter-tycoon track`, or name the"
        " file of one"
    )


def _resumed(path: Path, lexicon: Lexicon | None) -> TrackedGame:
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
