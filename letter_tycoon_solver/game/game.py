"""`Game`: a convenient holder of one game, with names, history, undo and a record."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from ..errors import InvalidInputError, LetterTycoonError, LexiconError
from ..ruleset import RULEBOOK, Ruleset
from .actions import Action
from .record import (
    Header,
    Record,
    RecordError,
    RecordWriter,
    Rewind,
    Step,
    read_record,
    state_digest,
)
from .rules import apply
from .setup import new_game
from .state import MAX_PLAYERS, MIN_PLAYERS, GameState

MAX_NAME: Final = 100
"""Most characters of a player's name."""


class Game:
    """One game from its set-up on; `state` is where it stands.

    Nothing here is a rule of the game: `apply` and the state know those.
    """

    def __init__(
        self,
        names: Sequence[str],
        seed: int,
        lexicon: Container[str],
        ruleset: Ruleset = RULEBOOK,
    ) -> None:
        """A new game, the same for the same seed.

        names     one per player, 2 to 5, in the order of the seats (clockwise)
        seed, lexicon, ruleset   as for `new_game`

        Raises InvalidInputError for anything else.
        """
        self._names = _parse_names(names)
        self._states = [new_game(len(self._names), seed, lexicon, ruleset)]
        self._actions: list[Action] = []
        self._at = 0
        self._writer: RecordWriter | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in the order of the seats."""
        return self._names

    @property
    def seed(self) -> int:
        """The seed the game was made with."""
        return self.state.chance.seed

    @property
    def state(self) -> GameState:
        """Where the game stands."""
        return self._states[self._at]

    @property
    def states(self) -> tuple[GameState, ...]:
        """Every state from the set-up to now; one more than `history` has actions."""
        return tuple(self._states[: self._at + 1])

    @property
    def history(self) -> tuple[Action, ...]:
        """Every action from the set-up to now."""
        return tuple(self._actions[: self._at])

    @property
    def can_undo(self) -> bool:
        """Is there an action to undo?"""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Is there an undone action, and nothing was done since?"""
        return self._at < len(self._actions)

    def apply(self, action: Action) -> GameState:
        """Does the action and returns the new state; what was undone before is forgotten.

        Raises IllegalAction or IllegalPlay, as `rules.apply`, and RecordError if the record cannot
        be written; then nothing has changed.
        """
        after = apply(self.state, action)
        self._write(action, after)
        self._actions[self._at :] = [action]
        self._states[self._at + 1 :] = [after]
        self._at += 1
        return after

    def undo(self) -> GameState:
        """Takes the last action back; raises InvalidInputError if there is none."""
        if not self.can_undo:
            raise InvalidInputError("there is nothing to undo; the game is at its start")
        return self._go_to(self._at - 1, Rewind.UNDO)

    def redo(self) -> GameState:
        """Does again what was undone; raises InvalidInputError if there is nothing."""
        if not self.can_redo:
            raise InvalidInputError("there is nothing to redo; no action was undone")
        return self._go_to(self._at + 1, Rewind.REDO)

    # Record ---------------------------------------------------------------------------------------

    def record_to(self, path: str | os.PathLike[str]) -> None:
        """Writes the game so far to a new file, and every further step as it happens.

        Raises RecordError if the file exists or cannot be written, and InvalidInputError if the
        game is already recorded or its lexicon cannot be listed.
        """
        if self._writer is not None:
            raise InvalidInputError("the game is already recorded; close it first")
        self._writer = RecordWriter.create(Path(path), self._header(), self._steps())

    def close(self) -> None:
        """Ends the recording; the game can go on without it."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    @classmethod
    def load(cls, path: str | os.PathLike[str], lexicon: Container[str] | None = None) -> Game:
        """The game in a record, every step replayed and verified; not recorded any further.

        lexicon   the one the game was played with; None loads it by the name in the record

        A last line that was cut off when the program was killed is left out. Raises RecordError,
        which names the line, for a file that was changed, damaged or is no record, or if the
        lexicon is another one.
        """
        return _replay(Path(path), read_record(Path(path)), lexicon)

    @classmethod
    def resume(cls, path: str | os.PathLike[str], lexicon: Container[str] | None = None) -> Game:
        """As `load`, and every further step is recorded in the same file."""
        record = read_record(Path(path))
        game = _replay(Path(path), record, lexicon)
        game._writer = RecordWriter(Path(path), record.size)
        return game

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Game of {', '.join(self._names)}, seed {self.seed}, {self._at} actions>"

    def _go_to(self, at: int, rewind: Rewind) -> GameState:
        self._write(rewind, self._states[at])
        self._at = at
        return self.state

    def _write(self, move: Action | Rewind, after: GameState) -> None:
        if self._writer is not None:
            self._writer.write(Step(self.state.to_act, move, state_digest(after)))

    def _header(self) -> Header:
        first = self._states[0]
        name, digest = _identify(first.lexicon)
        return Header(first.ruleset, self.seed, name, digest, self._names, state_digest(first))

    def _steps(self) -> Iterator[Step]:
        for at, action in enumerate(self.history):
            yield Step(self._states[at].to_act, action, state_digest(self._states[at + 1]))


def _replay(path: Path, record: Record, lexicon: Container[str] | None) -> Game:
    header = record.header
    if lexicon is None:
        lexicon = _load_lexicon(path, header)
    name, digest = _identify(lexicon)
    if digest != header.lexicon_digest:
        raise RecordError(
            path,
            1,
            f"the game was played with the lexicon {header.lexicon_name!r} of sha256 "
            f"{header.lexicon_digest[:16]}..; {name!r} has other words ({digest[:16]}..)",
        )
    try:
        game = Game(header.names, header.seed, lexicon, header.ruleset)
    except InvalidInputError as error:
        raise RecordError(path, 1, f"the header cannot be used: {error}") from None
    if state_digest(game.state) != header.state:
        raise RecordError(path, 1, "the seed deals other cards than the record says")
    for number, step in enumerate(record.steps, 2):
        _replay_step(path, number, step, game)
    return game


def _replay_step(path: Path, number: int, step: Step, game: Game) -> None:
    if step.player != game.state.to_act:
        raise RecordError(
            path, number, f"player {step.player} acts, where player {game.state.to_act} is asked"
        )
    try:
        match step.move:
            case Rewind.UNDO:
                after = game.undo()
            case Rewind.REDO:
                after = game.redo()
            case action:
                after = game.apply(action)
    except LetterTycoonError as error:
        raise RecordError(path, number, f"cannot be replayed: {error}") from None
    if state_digest(after) != step.state:
        raise RecordError(
            path, number, "leads to another state than the record says; the file was changed"
        )


def _load_lexicon(path: Path, header: Header) -> Container[str]:
    # Here, because a game may be played with any container of words.
    from ..lexicon import Lexicon

    try:
        return Lexicon.load(header.lexicon_name)
    except LexiconError as error:
        raise RecordError(
            path,
            1,
            f"the lexicon {header.lexicon_name!r} cannot be loaded, give it: {error}",
        ) from None


def _identify(lexicon: Container[str]) -> tuple[str, str]:
    """Name and SHA-256 of the words (upper case, sorted, joined by line feeds)."""
    name, digest = getattr(lexicon, "name", None), getattr(lexicon, "digest", None)
    if isinstance(name, str) and isinstance(digest, str):
        return name, digest
    if not isinstance(lexicon, Iterable):
        raise InvalidInputError(
            f"the lexicon {lexicon!r} cannot list its words, as a record needs; give a Lexicon"
        )
    words = "\n".join(sorted(word.upper() for word in lexicon))
    return "unnamed", hashlib.sha256(words.encode()).hexdigest()


def _parse_names(names: Sequence[str]) -> tuple[str, ...]:
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise InvalidInputError(f"names is {names!r}; give a list with one name per player")
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise InvalidInputError(
            f"there are {len(names)} names; {MIN_PLAYERS} to {MAX_PLAYERS} can play"
        )
    for name in names:
        if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= MAX_NAME:
            raise InvalidInputError(
                f"{name!r} is no name of a player; give 1 to {MAX_NAME} printable characters"
            )
    if len(set(names)) < len(names):
        raise InvalidInputError(f"two players have the same name in {', '.join(names)}")
    return tuple(names)
