"""The folder of the user's data: games that save themselves, and the commands typed before.

FOLDER/games/*.jsonl    games that are played, see game/records/record_folder.py
FOLDER/tracked/*.jsonl  games that people play at a table
FOLDER/page/*.json      the secret links to games of both kinds, see web/links.py
FOLDER/page/token       what lets others in the network open the page, see web/token_file.py
FOLDER/history/COMMAND  what was typed at the prompt of a command

Whoever reads the record of a game knows all hands and the deck, so these folders are the user's
alone: they are made so, and those that are open to others are closed when one is looked for.
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
_LINKS: Final = "page"
_TOKEN: Final = "token"
_HISTORY: Final = "history"
_PRIVATE: Final = (_GAMES, _TRACKED, _LINKS, _HISTORY)


def games_folder() -> Path:
    """The folder of the games; it may not exist yet: make it with `make_private_folder`.

    Raises RuntimeError without a home.
    """
    return _folder() / _GAMES


def tracked_folder() -> Path:
    """The folder of games of people, as `games_folder`."""
    return _folder() / _TRACKED


def links_folder() -> Path:
    """The folder of the page's links, as `games_folder`."""
    return _folder() / _LINKS


def token_file() -> Path:
    """The file of the page's token, as `games_folder`."""
    return links_folder() / _TOKEN


def history_file(command: str) -> Path | None:
    """Where a command keeps what was typed; None without a home."""
    with contextlib.suppress(RuntimeError):
        return _folder() / _HISTORY / command
    return None


def _folder() -> Path:
    folder = _chosen_folder()
    for private in (folder / name for name in _PRIVATE):
        with contextlib.suppress(OSError):
            # Others may use the folder that a link leads to.
            if not private.is_symlink():
                close_to_others(private)
    return folder


def _chosen_folder() -> Path:
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen).absolute()
    # Here, because no other command needs it.
    import platformdirs

    return platformdirs.user_data_path("letter-tycoon-solver", appauthor=False)
