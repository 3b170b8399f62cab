"""The messages of the protocol, a line of JSON each; docs/protocol.md describes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from .._version import __version__
from ..errors import InvalidInputError, show
from ..game.actions import Action, ActionKind
from ..lexicon import Lexicon
from ..rules.play import words_notation
from ..rules.ruleset import Ruleset

VERSION: Final = 1
PROGRAM: Final = f"letter-tycoon {__version__}"

HELLO: Final = "hello"
NEW_GAME: Final = "new_game"
READY: Final = "ready"
GO: Final = "go"
TURN: Final = "turn"
STOP: Final = "stop"
QUIT: Final = "quit"
ERROR: Final = "error"


def message(kind: str, /, **fields: object) -> bytes:
    """Return a message as a line."""
    return json.dumps({"type": kind, **fields}).encode("ascii") + b"\n"


def read_message(line: bytes) -> Mapping[str, Any]:
    """Return the message in a line; unknown fields stay in it, and nobody looks at them.

    Raises:
        InvalidInputError: the line is no JSON object with a type.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise InvalidInputError(
            f"{show(line)} is not a message; give a JSON object with a type, in one line"
        )
    return data


def new_game_message(
    ruleset: Ruleset, lexicon: Lexicon, path: str, n_players: int, seat: int
) -> bytes:
    """Return the message that begins a game."""
    return message(
        NEW_GAME,
        ruleset=ruleset.to_dict(),
        lexicon={"name": lexicon.name, "path": path, "sha256": lexicon.digest},
        players=n_players,
        seat=seat,
    )


def happened(action: Action) -> str:
    """Return an action of another player in the notation of turns; "" for what needs no word."""
    match action.kind:
        case ActionKind.PLAY:
            return words_notation(action.words, action.doublers)
        case ActionKind.REPLACE:
            return f"replace {action.cards}"
        case ActionKind.CHALLENGE:
            return "challenged"
        case ActionKind.EXCHANGE:
            return str(action)
        case _:
            return str(action) if action.cards else ""
