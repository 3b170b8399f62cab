"""The events of a record, for tests that look at them."""

from __future__ import annotations

import enum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from letter_tycoon_solver._files import parse_path
from letter_tycoon_solver.game import Game, records
from letter_tycoon_solver.game.actions import Action, action_from_dict


class Rewind(enum.Enum):
    UNDO = "undo"
    REDO = "redo"


Move = Action | Rewind


def _step(event: Any) -> SimpleNamespace:
    do = event["do"]
    move = Rewind(do) if isinstance(do, str) else action_from_dict(do)
    return SimpleNamespace(move=move, times=event.get("times", 1), player=event["player"])


def read_record(path: Path) -> Any:
    found = records.read_record(parse_path(path), Game)
    header = found.header
    return SimpleNamespace(
        header=SimpleNamespace(
            lexicon_name=header["lexicon"]["name"],
            lexicon_digest=header["lexicon"]["sha256"],
            guesses=header.get("guesses", ()),
            start=header.get("start", ""),
            names=tuple(header["players"]),
            seed=header.get("seed"),
        ),
        steps=tuple(map(_step, found.events)),
        cut_off=found.is_cut_off,
    )
