"""The folder of the user's data: saved games, and the history of typed commands.

FOLDER/games, tracked   games played here, and games that people play at a table: game/records.py
FOLDER/page/token       the token that opens the page to others in the network, see web/guard.py
FOLDER/practice         the mistakes to practise, see advisor/practice.py
FOLDER/history/COMMAND  the lines typed at the prompt of a command

Records show all hands and the deck, so only the user may read these folders: they are made private.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

FOLDER_VARIABLE: Final = "LETTER_TYCOON_DATA"
"""The environment variable that names another folder."""


def games_folder() -> Path:
    """Return the folder of the games, which may not exist; RuntimeError without a home."""
    return _folder() / "games"


def tracked_folder() -> Path:
    """Return the folder of people's games, as `games_folder` does."""
    return _folder() / "tracked"


def token_file() -> Path:
    """Return the file of the page's token, as `games_folder` does."""
    return _folder() / "page" / "token"


def puzzles_file() -> Path:
    """Return the file of the puzzles, as `games_folder` does."""
    return _folder() / "practice" / "puzzles.json"


def history_file(command: str) -> Path | None:
    """Return the history file of a command; None without a home."""
    with contextlib.suppress(RuntimeError):
        return _folder() / "history" / command
    return None


def _folder() -> Path:
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen).absolute()
    # The import stands here because no other command needs it.
    import platformdirs

    return platformdirs.user_data_path("letter-tycoon-solver", appauthor=False)
