"""The record of a game: its format, on the lines of record_file.py, a step for every action.

The header has the fields

    format    "letter-tycoon-game"
    version   1 for a game from a seed, 2 for one from a state
    ruleset   version 1: every field, as `Ruleset.to_dict` writes it
    seed      version 1: the seed of the game
    start     version 2: the first state, as `GameState.to_dict` writes it, its ruleset included
    guesses   version 2, only if there are any: cards whose letters nobody saw, as
              `GuessedCard.to_list` writes them
    lexicon   {"name": its name, "sha256": hash of its words, as `Lexicon.digest`}; for an altered
              one those of its base, and with "also" and "without": lists of words
    players   their names, in the order of the seats
    state     digest of the first state

So a program that knows only version 1 reads every game that it could play itself.

A step has

    player    who was asked
    do        the action, as `actions.action_to_dict` writes it, or "undo" or "redo"
    times     how many actions are undone at once, if it is more than one
    state     digest of the state after it

Digests of states are of `state_json.judged_to_dict`.
"""

from __future__ import annotations

import enum
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..._files import parse_path
from ..._json import read_field, read_list
from ...errors import InvalidInputError, require
from ...rules.ruleset import Ruleset
from ..actions import Action, action_from_dict, action_to_dict
from ..guessed_card import GuessedCard
from ..state import GameState
from ..state_json import judged_to_dict
from .record_file import End, Format, digest, read_lines
from .recorded_lexicon import RecordedLexicon

FROM_SEED, FROM_STATE = 1, 2
"""The versions of the format: what a game starts from."""


class Rewind(enum.Enum):
    """Steps in the history that are not actions of the game."""

    UNDO = "undo"
    REDO = "redo"


Move = Action | Rewind


@dataclass(frozen=True, slots=True)
class Header:
    """The start of a game.

    Attributes:
        ruleset: the rules of the table.
        seed: of the deal and every shuffle, or of those to come if there is a `start`.
        lexicon_name: name of the lexicon, or of the one it was altered from.
        lexicon_digest: hash of the words under that name, as `Lexicon.digest`.
        names: the players' names, in the order of the seats.
        state: digest of the first state.
        start: the first state as JSON, as of `GameState.to_dict`; "" if the seed deals it.
        guesses: cards whose letters nobody saw.
        also: words of the game that are not under the lexicon's name.
        without: words under its name that the game has not got.
    """

    ruleset: Ruleset
    seed: int
    lexicon_name: str
    lexicon_digest: str
    names: tuple[str, ...]
    state: str
    start: str = ""
    guesses: tuple[GuessedCard, ...] = ()
    also: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game.

    Attributes:
        player: number of the player who was asked.
        move: what was done.
        state: digest of the state after it.
        times: how many actions were undone; 1 for all other moves.
    """

    player: int
    move: Move
    state: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Record:
    """The content of a file.

    Attributes:
        header: what the game starts from.
        steps: the step of line n is steps[n - 2].
        end: where the last whole line ends.
        file_size: bytes of the file; what is after the end is a line that was cut off.
    """

    header: Header
    steps: tuple[Step, ...]
    end: End
    file_size: int

    @property
    def cut_off(self) -> bool:
        """Is there a line that was cut off?"""
        return self.file_size > self.end.size


def state_digest(state: GameState) -> str:
    """A short fingerprint of all that can change in a game.

    Raises:
        InvalidInputError: `state` is not a GameState.
    """
    require(state, GameState, "the state")
    return digest(judged_to_dict(state))


def read_record(path: str | os.PathLike[str]) -> Record:
    """The record in a file, every line of it checked, but not whether its steps are legal.

    Raises:
        InvalidInputError: `path` is not a path.
        RecordError: the file cannot be read, or is not a record; it names the line.
    """
    lines = read_lines(parse_path(path), GAME)
    return Record(lines.header, lines.steps, lines.end, lines.file_size)


def recorded_lexicon_of(header: Header) -> RecordedLexicon:
    """The lexicon of a header."""
    return RecordedLexicon(header.lexicon_name, header.lexicon_digest, header.also, header.without)


def _header_from(data: Mapping[str, object]) -> Header:
    start = read_field(data, "start", dict) if data["version"] == FROM_STATE else None
    begin = data if start is None else start
    lexicon = RecordedLexicon.from_dict(read_field(data, "lexicon", dict))
    chance = data if start is None else read_field(start, "chance", dict)
    return Header(
        ruleset=Ruleset.from_dict(read_field(begin, "ruleset", dict)),
        seed=read_field(chance, "seed", int),
        lexicon_name=lexicon.name,
        lexicon_digest=lexicon.digest,
        also=lexicon.also,
        without=lexicon.without,
        names=tuple(read_list(data, "players", str)),
        state=read_field(data, "state", str),
        start="" if start is None else json.dumps(start),
        guesses=tuple(
            map(GuessedCard.from_list, read_list({"guesses": [], **data}, "guesses", list))
        ),
    )


def _header_to(header: Header) -> dict[str, object]:
    if header.start:
        begin: dict[str, object] = {"version": FROM_STATE, "start": json.loads(header.start)}
        if header.guesses:
            begin["guesses"] = [guess.to_list() for guess in header.guesses]
    else:
        begin = {
            "version": FROM_SEED,
            "ruleset": header.ruleset.to_dict(),
            "seed": header.seed,
        }
    return {
        **begin,
        "lexicon": recorded_lexicon_of(header).to_dict(),
        "players": list(header.names),
        "state": header.state,
    }


def _step_from(data: Mapping[str, object]) -> Step:
    move = _read_move(data)
    times = read_field(data, "times", int) if "times" in data else 1
    if times != 1 and move is not Rewind.UNDO:
        raise InvalidInputError(f"the field 'times' is {times}; only actions are undone at once")
    return Step(
        player=read_field(data, "player", int),
        move=move,
        state=read_field(data, "state", str),
        times=times,
    )


def _read_move(data: Mapping[str, object]) -> Move:
    for rewind in Rewind:
        if data.get("do") == rewind.value:
            return rewind
    return action_from_dict(read_field(data, "do", dict))


def _step_to(step: Step) -> dict[str, object]:
    move = step.move.value if isinstance(step.move, Rewind) else action_to_dict(step.move)
    times = {} if step.times == 1 else {"times": step.times}
    return {"player": step.player, "do": move, **times, "state": step.state}


GAME: Final = Format(
    name="letter-tycoon-game",
    versions=(FROM_SEED, FROM_STATE),
    header_from=_header_from,
    header_to=_header_to,
    step_from=_step_from,
    step_to=_step_to,
)
"""The format of the engine's games."""
