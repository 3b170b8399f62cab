"""The seats at the table of `play`: a person and bots, their names, and the choices of a bot."""

from __future__ import annotations

import difflib
import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...advisor.roster import BEST, FOR_PEOPLE, PlayerKind, computer_named, new_player
from ...errors import InvalidInputError, show
from ...game import Action, Game
from ...game.names import parse_names
from ...game.opponents import AT_A_TABLE, Opponents
from ...game.players import numbered
from ...game.table import MAX_PLAYERS, MIN_PLAYERS


class Person(enum.Enum):
    """A player who is not a bot. The value is the name on the command line."""

    ME = "me"
    """The person at this terminal."""


ME: Final = Person.ME

Kind = PlayerKind | Person
"""The kind of player that decides for a seat."""

_SHOWN: Final = (ME.value, *FOR_PEOPLE)
"""The names that people choose from."""
_KINDS: Final[dict[str, Kind]] = {kind.value: kind for kind in (ME, *PlayerKind)} | {**FOR_PEOPLE}
_BOTS: Final = tuple(name for name, kind in _KINDS.items() if kind is not ME)
_IS: Final = "="
"""Between a name and its kind, as in "Gredy=me"."""
_LIKE_A_BOT: Final = 0.82
"""From this similarity on a name may be a typo: "gredy" has 0.91, "Howard" 0.8 with "hard"."""


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """The player who takes a seat.

    kind   who decides
    name   "" for a player who is called as the kind is
    """

    kind: Kind
    name: str = ""


def parse_seats(text: str) -> tuple[TakenSeat, ...]:
    """Read the players in "Ann,easy,greedy", in the order of their seats.

    What is not a kind is the name of the person. A name that is nearly a kind is taken for a typo,
    unless it is given as "Gredy=me".

    Raises:
        InvalidInputError: a name is empty, may be a typo, is that of a bot or cannot be that of a
            player; there are several people; or there are fewer or more players than a game has.
    """
    seats = tuple(_parse_seat(entry.strip()) for entry in text.split(","))
    if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
        raise InvalidInputError(
            f"--players has {len(seats)}; {MIN_PLAYERS} to {MAX_PLAYERS} can play, as in me,easy"
        )
    check_people([seat.kind for seat in seats], names_of(seats), "--players")
    # Before anything is done for the game, which would refuse them.
    parse_names(names_of(seats))
    return seats


def check_people(kinds: Sequence[Kind], names: Sequence[str], where: str) -> None:
    """Check that there is at most one person.

    Args:
        kinds: who decides for each player.
        names: of the players.
        where: what has these players, in words.

    Raises:
        InvalidInputError: there are several.
    """
    people = [name for name, kind in zip(names, kinds, strict=True) if kind is ME]
    if len(people) > 1:
        raise InvalidInputError(
            f"{where} has {len(people)} people: {', '.join(people)}; play is one person against"
            " bots, as in --players me,easy. Track follows a game between people"
        )


def _parse_seat(entry: str) -> TakenSeat:
    name, is_forced, kind = (part.strip() for part in entry.partition(_IS))
    if not is_forced and (known := _KINDS.get(name.lower())):
        return TakenSeat(known)
    if not name:
        raise InvalidInputError(
            f"--players has {show(entry)}; each player is one of {', '.join(_SHOWN)}, or your name"
        )
    if is_forced:
        _check_is_person(name, kind)
    elif likely := difflib.get_close_matches(name.lower(), _BOTS, n=1, cutoff=_LIKE_A_BOT):
        raise InvalidInputError(
            f"--players has {show(name)}, which may be a typo: give {likely[0]} for the bot, or"
            f" {name}{_IS}{ME.value} for a person of this name"
        )
    if kinds_of([name]) != (ME,):
        raise InvalidInputError(
            f"--players has the person {show(name)}; a name that begins as a bot's is taken for"
            f" the bot's, so write it as in {name.title()}{_IS}{ME.value}"
        )
    return TakenSeat(ME, name)


def _check_is_person(name: str, kind: str) -> None:
    """Bots have no names of their own: a record says by the name who is a bot."""
    if kind.lower() == ME.value:
        return
    if kind.lower() in _KINDS:
        raise InvalidInputError(
            f"--players gives a bot the name {show(name)}; only people have names, so give"
            f" {kind.lower()} alone"
        )
    raise InvalidInputError(
        f"--players has {show(kind)} after {name}{_IS}; give {name}{_IS}{ME.value} for a person of"
        " this name"
    )


def name_of(kind: Kind) -> str:
    """The name of a kind, as people know it."""
    return BEST if kind is PlayerKind.STATIC else kind.value


def names_of(seats: Sequence[TakenSeat]) -> tuple[str, ...]:
    """A name for each player; of the others "me", and numbered if there are several, "easy 1"."""
    labels = numbered([seat.name or name_of(seat.kind) for seat in seats])
    return tuple(seat.name or label for seat, label in zip(seats, labels, strict=True))


def taken_for(kinds: Sequence[Kind], player: int) -> Opponents:
    """Return what advice takes a player's opponents for: computers of a level for what they are."""
    others = {kind.value for seat, kind in enumerate(kinds) if seat != player}
    if others <= {PlayerKind.STATIC.value, PlayerKind.ADVISOR.value}:
        return Opponents.STATIC
    known = [opponents for opponents in Opponents if others == {opponents.value}]
    return known[0] if known else AT_A_TABLE


def kinds_of(names: Sequence[str]) -> tuple[Kind, ...]:
    """The kinds of players with such names; anyone else is a person."""
    return tuple(computer_named(name) or ME for name in names)


class Bots:
    """The bots at the table, by seat. After an undo they plan anew what is no longer as planned."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self._kinds = kinds
        self._bots = {seat: new_player(kind) for seat, kind in enumerate(kinds) if kind is not ME}

    def choose(self, game: Game) -> Action:
        """Return the choice of the bot who is asked, by its player's view.

        A random one goes by the number of actions before: it does the same again after an undo or
        in a game that is resumed.
        """
        state = game.state
        bot = self._bots[state.to_act]
        if self._kinds[state.to_act] is PlayerKind.RANDOM:
            bot = new_player(PlayerKind.RANDOM, game.seed * 1_000_003 + len(game.history))
        return bot.choose(state.seen_by(state.to_act))
