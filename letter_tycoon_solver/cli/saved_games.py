"""Files with games, as commands open and save them, and the seats of a saved game."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from .._files import make_private_folder
from .._user_data import FOLDER_VARIABLE, games_folder, tracked_folder
from ..advisor.players import BEST, FOR_PEOPLE, PlayerKind, computer_named
from ..errors import InvalidInputError, show
from ..game import ActionKind, Game, RecordError, TrackedGame, is_online_log
from ..game.game import is_game_text, table_of
from ..game.players import numbered
from ..game.records import OWN_NAME, Recorded, header_of, newest_first, read_record, record_in
from ..game.table import AT_A_TABLE, MAX_PLAYERS, MIN_PLAYERS, Opponents, parse_names
from ..lexicon.word_list import SHIPPED
from .options import load_lexicon
from .terminal import note

AnyGame = TypeVar("AnyGame", bound=Game | TrackedGame)
AnyRecord = TypeVar("AnyRecord", bound=Recorded)


def is_tracked(file: str | Path) -> bool:
    """Return True for the record of a tracked game."""
    return bool(header_of(Path(file)).get("format") == TrackedGame.FORMAT)


def load_game(file: str, lexicon_name: str | None) -> Game:
    """Load the game from the file, with the lexicon given by name or the record's shipped one."""
    if is_tracked(file):
        raise InvalidInputError(
            f"{file} is a tracked game, in which not all hands are known; give the record of a game"
            " with all hands"
        )
    return _opened(Game, file, lexicon_name)


def load_any_game(file: str, lexicon_name: str | None) -> Game | TrackedGame:
    """Load a game as `load_game` does, or a tracked game."""
    if is_tracked(file):
        return _opened(TrackedGame, file, lexicon_name)
    return _opened(Game, file, lexicon_name)


def _opened(
    kind: type[AnyRecord], file: str, lexicon_name: str | None, *, is_resumed: bool = False
) -> AnyRecord:
    """Open a record with the lexicon given by name, or the shipped one of the record."""
    path = Path(file)
    try:
        record = read_record(path, kind)
    except RecordError as error:
        if error.line == 1 and _can_be_imported(path):
            raise InvalidInputError(
                f"{file} is no record yet, but may be a game to import; run `letter-tycoon import"
                f" {shlex.quote(file)} --out games`, and give the record that it writes"
            ) from None
        raise
    if record.is_cut_off:
        note(f"The last line of {file} was cut off and is left out.")
    lexicon_said = record.header.get("lexicon")
    recorded = lexicon_said.get("name") if isinstance(lexicon_said, dict) else None
    if lexicon_name is None and recorded in SHIPPED:
        lexicon_name = recorded
    lexicon = None if lexicon_name is None else load_lexicon(lexicon_name)
    return kind.resume(file, lexicon) if is_resumed else kind.load(file, lexicon)


def _can_be_imported(path: Path) -> bool:
    """Return True for the log of a game online, or a game in notation."""
    text = path.read_text("utf-8", errors="replace")
    return is_online_log(text) or is_game_text(text)


ME: Final = "me"
"""Stands for the person at this terminal, who may have a name instead."""

Kind = PlayerKind | None
"""The kind of computer that decides for a seat, None for the person."""

_SHOWN: Final = (ME, *FOR_PEOPLE)
"""The names that people choose from."""


def parse_seats(text: str) -> tuple[str, ...]:
    """Read the players in "Ann,Easy,greedy": the person's name, and those of computers."""
    seats = tuple(_parse_seat(entry.strip()) for entry in text.split(","))
    if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
        raise InvalidInputError(
            f"--players has {len(seats)}; {MIN_PLAYERS} to {MAX_PLAYERS} can play, as in me,easy"
        )
    check_people(seats, "--players")
    # Before anything is done for the game, which would refuse them.
    parse_names(numbered(seats))
    return seats


def check_people(names: Sequence[str], where: str) -> None:
    """Check that at most one name is a person's."""
    people = [name for name in names if computer_named(name) is None]
    if len(people) > 1:
        raise InvalidInputError(
            f"{where} has {len(people)} people: {', '.join(people)}; play is one person against"
            " computers, as in --players me,easy. Track follows a game between people"
        )


def _parse_seat(name: str) -> str:
    word = name.lower()
    if word == ME:
        return ME
    if " " not in word and (kind := computer_named(word)):
        return BEST if kind is PlayerKind.STATIC else kind.value
    if not name:
        raise InvalidInputError(
            f"--players has {show(name)}; each player is one of {', '.join(_SHOWN)}, or your name"
        )
    if computer_named(name):
        # A record tells by the name who is a computer.
        raise InvalidInputError(
            f"--players has the person {show(name)}; a name that begins as a computer's is"
            f" taken for the computer's, so write it as in {name.title()}"
        )
    return name


def taken_for(kinds: Sequence[Kind], player: int) -> Opponents:
    """Return the strength for advice of a player's opponents: of computers, their own."""
    others = {kind and kind.value for seat, kind in enumerate(kinds) if seat != player}
    if others <= {PlayerKind.STATIC.value, PlayerKind.ADVISOR.value}:
        return Opponents.STATIC
    known = [opponents for opponents in Opponents if others == {opponents.value}]
    return known[0] if known else AT_A_TABLE


def kinds_of(names: Sequence[str]) -> tuple[Kind, ...]:
    """Return the kinds of players with such names; anyone else is a person."""
    return tuple(map(computer_named, names))


ROUNDS_WITHOUT_SALE: Final = 100
"""Games seldom last more than 30 rounds. If nobody has bought a patent for so long, the words are
too few, or too cheap."""


def is_stalemate(game: Game, kinds: Sequence[Kind]) -> bool:
    """Return True if only computers play, and no patent was bought in the last rounds."""
    if None in kinds or game.state.round <= ROUNDS_WITHOUT_SALE:
        return False
    sales = (
        state.round
        for state, action in zip(reversed(game.states[:-1]), reversed(game.history), strict=True)
        if action.kind is ActionKind.BUY
    )
    return game.state.round - next(sales, 0) > ROUNDS_WITHOUT_SALE


LAST: Final = "last"
"""Stands for the unfinished game of the folder that was played last."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The folder of one command's games, RuntimeError without a home; and texts about them."""

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
    "`letter-tycoon play --save FILE` begins one that is",
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
    """A game, and the file in which every step of it is saved, or None."""

    def __init__(self, game: AnyGame, file: Path | None) -> None:
        self.game = game
        self.file = file
        self._place = _TRACKED if isinstance(game, TrackedGame) else _PLAYED

    @classmethod
    def begin(cls, game: AnyGame, file: str | None = None) -> SavedGame[AnyGame]:
        """Save a new game in this new file, or in one of its own; note if that is impossible."""
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
        """The file as people write it, with ~ for their home."""
        file, home = str(self.file), os.path.expanduser("~")  # noqa: PTH111 (never raises)
        return f"~{file[len(home) :]}" if file.startswith(home + os.sep) else file

    def command(self, name: str) -> str:
        """Return the command line of another command about the game, to be copied."""
        return shlex.join(["letter-tycoon", name, str(self.file), *self._lexicon_options()])

    def command_to_resume(self, options: Sequence[str] = ()) -> str:
        """Return the command line that goes on with the game, with the options it needs."""
        file = [] if self.is_own else [str(self.file)]
        # `play` has its file behind the option, `track` takes it alone.
        option = ["--resume"] if self.is_own or self._place is _PLAYED else []
        command = ["letter-tycoon", self._place.command, *option, *file]
        return shlex.join([*command, *self._lexicon_options(), *options])

    def _lexicon_options(self) -> Sequence[str]:
        """Return the option of a lexicon whose path the record does not have."""
        lexicon = table_of(self.game).lexicon
        return [] if lexicon.name in SHIPPED else ["--lexicon", str(lexicon.source)]

    def forget_if_not_begun(self) -> bool:
        """Remove a file of its own for a game in which nothing was done; return True if it did."""
        if self.file is None or not self.is_own or self.game.can_undo or self.game.can_redo:
            return False
        self.game.close()
        with contextlib.suppress(OSError):
            self.file.unlink()
        self.file = None
        return True


def resume_saved(
    kind: type[AnyGame], file: str | None, lexicon_name: str | None
) -> SavedGame[AnyGame]:
    """Go on with the game in a file, or with the unfinished one of the folder, played last.

    Games of the folder that cannot be resumed are left out, with a note.
    """
    if file is not None:
        return SavedGame(_opened(kind, file, lexicon_name, is_resumed=True), Path(file))
    place = _TRACKED if kind is TrackedGame else _PLAYED
    folder = place.folder_or_none
    for path in newest_first(folder) if folder else ():
        try:
            game = _opened(kind, str(path), lexicon_name, is_resumed=True)
        except InvalidInputError as error:
            note(f"Left out: {error}")
            continue
        if not _is_over(game):
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


def _is_over(game: Game | TrackedGame) -> bool:
    if isinstance(game, TrackedGame):
        return game.is_over
    return game.state.is_over or is_stalemate(game, kinds_of(game.names))
