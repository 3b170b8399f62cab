"""The folder of the user's data: saved games, and the history of typed commands.

FOLDER/games/*.jsonl    games played here, see game/records.py
FOLDER/tracked/*.jsonl  games that people play at a table
FOLDER/page/token       the token that opens the page to others in the network, see
                        web/token_file.py
FOLDER/practice/puzzles.json  the mistakes to practise, see advisor/practice.py
FOLDER/history/COMMAND  the lines typed at the prompt of a command

The record of a game shows all hands and the deck, so only the user may read these folders. They are
made private, and a folder that is open to others is closed when it is next used.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

from ._files import close_to_others

FOLDER_VARIABLE: Final = "LETTER_TYCOON_DATA"
"""The environment variable that names another folder."""

_GAMES: Final = "games"
_TRACKED: Final = "tracked"
_PAGE: Final = "page"
_HISTORY: Final = "history"
_PRACTICE: Final = "practice"
_PRIVATE: Final = (_GAMES, _TRACKED, _PAGE, _HISTORY, _PRACTICE)


def games_folder() -> Path:
    """Return the folder of the games; make it with `make_private_folder` if it does not exist.

    Raises RuntimeError without a home.
    """
    return _folder() / _GAMES


def tracked_folder() -> Path:
    """Return the folder of people's games, as `games_folder` does."""
    return _folder() / _TRACKED


def token_file() -> Path:
    """Return the file of the page's token, as `games_folder` does."""
    return _folder() / _PAGE / "token"


def puzzles_file() -> Path:
    """Return the file of the puzzles, as `games_folder` does."""
    return _folder() / _PRACTICE / "puzzles.json"


def history_file(command: str) -> Path | None:
    """Return the history file of a command; None without a home."""
    with contextlib.suppress(RuntimeError):
        return _folder() / _HISTORY / command
    return None


def _folder() -> Path:
    folder = _chosen_folder()
    for private in (folder / name for name in _PRIVATE):
        with contextlib.suppress(OSError):
            # A link may lead to a folder that others use too.
            if not private.is_symlink():
                close_to_others(private)
    return folder


def _chosen_folder() -> Path:
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen).absolute()
    # The import stands here because no other command needs it.
    import platformdirs

    return platformdirs.user_data_path("letter-tycoon-solver", appauthor=False)
