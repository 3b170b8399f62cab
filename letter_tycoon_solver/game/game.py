"""`Game`: a convenient holder of one game, with names, history, undo and a record.

The header of its record (records.py) has the fields

    format    "letter-tycoon-game"
    version   1 for a game from a seed, 2 for one from a state
    ruleset   version 1: every field, as `Ruleset.to_dict` writes it
    seed      version 1: the seed of the game
    start     version 2: the first state, as `GameState.to_dict` writes it, its ruleset included
    lexicon   {"name": its name, "sha256": hash of its words, as `Lexicon.digest`}; for an altered
              one those of its base, and with "also" and "without": lists of words
    players   their names, in the order of the seats

An event has

    player    who was asked
    do        the action, as `Action.notation` writes it, or "undo" or "redo"
    times     how many actions are undone at once, if it is more than one
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Self

from .._json import read_field, read_list
from ..errors import InvalidInputError, require, show, there_are
from ..lexicon import Lexicon
from ..rules.ruleset import RULEBOOK, Ruleset
from .actions import Action
from .records import Event, Recorded, lexicon_to_dict
from .rules import apply
from .state import GameState, is_dealt, new_game
from .table import parse_names, with_names
from .turns import Move, steps_of

FROM_SEED, FROM_STATE = 1, 2
"""The versions of records: what a game starts from."""
_BEGINNINGS: Final = {FROM_SEED: {"ruleset", "seed"}, FROM_STATE: {"start"}}


@dataclass(frozen=True, slots=True)
class _Course:
    """A game so far.

    states    every state from the set-up to now
    history   the actions between them
    undone    what can be redone, the next last: an action and the state after it
    """

    states: tuple[GameState, ...]
    history: tuple[Action, ...] = ()
    undone: tuple[tuple[Action, GameState], ...] = ()


class Game(Recorded):
    """One game from its set-up on, or from another state; `state` is where it stands.

    Nothing here is a rule of the game: `apply` and the state know those.
    """

    FORMAT = "letter-tycoon-game"
    VERSIONS = (FROM_SEED, FROM_STATE)
    HEADER_FIELDS = frozenset({"lexicon", "players"}.union(*_BEGINNINGS.values()))
    EVENT_FIELDS = frozenset({"player", "do", "times"})
    _course: _Course

    def __init__(
        self,
        names: Sequence[str],
        seed: int,
        lexicon: Lexicon | Iterable[str],
        ruleset: Ruleset = RULEBOOK,
    ) -> None:
        """A new game, the same for the same seed.

        Args:
            names: one per player, 2 to 5, in the order of the seats (clockwise): different ones, of
                1 to MAX_NAME printable characters.
            seed: as for `new_game`.
            lexicon: as for `new_game`.
            ruleset: the rules of the table.

        Raises:
            InvalidInputError: an argument is not allowed.
            LexiconError: the words given make no lexicon.
        """
        self._names = parse_names(names)
        self._course = _Course((new_game(len(self._names), seed, lexicon, ruleset),))

    @classmethod
    def from_state(cls, state: GameState, names: Sequence[str]) -> Self:
        """A game that goes on from any state; its history begins there.

        Its record holds the state. Programs that know only games from a seed refuse such a record
        and name its version.

        Args:
            state: where the game starts, at any moment of a turn or over. Its deck and its chance
                decide what is drawn and shuffled from then on.
            names: one per player, in the order of the seats.

        Returns:
            The game, not recorded.

        Raises:
            InvalidInputError: rules cannot go on from the state, or the names are not one for each
                of its players.
        """
        require(state, GameState, "the state")
        # As it would be read back from a record, so that every game can be recorded.
        start = GameState.from_dict(state.to_dict(), state.lexicon)
        game = object.__new__(cls)
        game._names = parse_names(names)
        if len(game._names) != len(start.seats):
            raise InvalidInputError(
                f"{there_are(len(game._names), 'name')} for {len(start.seats)} players; give one"
                " for each"
            )
        game._course = _Course((start,))
        return game

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in the order of the seats."""
        return self._names

    @property
    def seed(self) -> int:
        """The seed of the deal and of every shuffle."""
        return self.state.chance.seed

    @property
    def state(self) -> GameState:
        """The state now."""
        return self._course.states[-1]

    @property
    def states(self) -> tuple[GameState, ...]:
        """Every state from the first to now; one more than `history` has actions."""
        return self._course.states

    @property
    def history(self) -> tuple[Action, ...]:
        """Every action from the first state to now."""
        return self._course.history

    @property
    def can_undo(self) -> bool:
        """Is there an action to undo?"""
        return bool(self._course.history)

    @property
    def can_redo(self) -> bool:
        """Is there an undone action, and nothing was done since?"""
        return bool(self._course.undone)

    def apply(self, action: Action) -> GameState:
        """Does the action and returns the new state; what was undone before is forgotten.

        Raises:
            IllegalAction: as `apply`, the function; nothing has changed.
            IllegalPlay: likewise.
            InvalidInputError: `action` is not an action.
            RecordError: the record cannot be written; nothing has changed.
        """
        with with_names(self._names):
            return self._do([(action, apply(self.state, action))])

    def push(self, turn: str | Move, *, whole: bool = True, is_answered: bool = False) -> GameState:
        """Carries out what a player does: a whole turn, or what is left of one, also in short.

        "JeWeLs, buy J, discard Z", "jewels j -z", "exchange JZ", "replace X"; the parts that are
        left out are not done. Nothing is done unless all of it can be. It stops where somebody else
        decides: with players who challenge, the words are laid, and each opponent is asked;
        "accept" and "challenge" are pushed too. Then the rest, "buy J, discard Z", or the same text
        once more, goes on with the turn, and "discard Z" pays for words that were taken back. Or
        the text says who challenged: "jewelz !ben -z". Words that an automatic challenge refuses
        end what is done, and the state shows it.

        What is pushed is undone action by action.

        Args:
            turn: what a `Player` chooses, or a text that `Turn.parse` takes. Words in capitals are
                from the hand if they can be; where cards of others, and those in small letters,
                come from is inferred if it makes no difference.
            whole: whether what is left out is not done; else it is left open, and can be pushed
                next.
            is_answered: whether opponents who are not said to challenge have accepted the words,
                so that a whole turn is done at once.

        Returns:
            The new state.

        Raises:
            InvalidInputError: the text is not in the notation, or has nothing for the phase.
            AmbiguousWordsError: it makes a difference how the words lie; push one of its readings.
            IllegalAction: a part of it is against the rules, as of `apply`.
            IllegalPlay: the words are.
            RecordError: the record cannot be written.
        """
        with with_names(self._names):
            return self._do(
                steps_of(self.state, turn, self._names, whole=whole, is_answered=is_answered)
            )

    def undo(self, times: int = 1) -> GameState:
        """Takes the last actions back, all of them or none.

        Args:
            times: how many.

        Returns:
            The state before them.

        Raises:
            InvalidInputError: there are not so many, or `times` is no whole number from 1.
            RecordError: the record cannot be written; nothing has changed.
        """
        require(times, int, "times")
        if not self.can_undo:
            raise InvalidInputError("there is nothing to undo; the game is at its start")
        now = self._course
        if not 1 <= times <= len(now.history):
            raise InvalidInputError(
                f"times is {show(times)}; {len(now.history)} actions can be undone, give a whole"
                " number from 1 to that"
            )
        undone = zip(now.history[-times:], now.states[-times:], strict=True)
        course = _Course(
            now.states[:-times], now.history[:-times], (*now.undone, *reversed(list(undone)))
        )
        player = self.state.to_act
        more = {} if times == 1 else {"times": times}
        self._take(course, [{"player": player, "do": "undo", **more}])
        return self.state

    def redo(self) -> GameState:
        """Does again what was undone.

        Raises:
            InvalidInputError: there is nothing to redo.
            RecordError: the record cannot be written; nothing has changed.
        """
        if not self.can_redo:
            raise InvalidInputError("there is nothing to redo; no action was undone")
        now = self._course
        action, after = now.undone[-1]
        course = _Course((*now.states, after), (*now.history, action), now.undone[:-1])
        self._take(course, [{"player": self.state.to_act, "do": "redo"}])
        return after

    def __repr__(self) -> str:
        return f"<Game of {', '.join(self._names)}, seed {self.seed}, {len(self.history)} actions>"

    def _do(self, steps: Sequence[tuple[Action, GameState]]) -> GameState:
        """Actions, each with the state after it; what was undone before is forgotten."""
        now = self._course
        actions, states = zip(*steps, strict=True)
        asked = [self.state, *states]
        self._take(
            _Course((*now.states, *states), (*now.history, *actions)),
            map(_event, asked, actions),
        )
        return self.state

    def _header(self) -> Event:
        first = self.states[0]
        if is_dealt(first):
            begin = {
                "version": FROM_SEED,
                "ruleset": first.ruleset.to_dict(),
                "seed": first.chance.seed,
            }
        else:
            begin = {"version": FROM_STATE, "start": first.to_dict()}
        return {
            **begin,
            "lexicon": lexicon_to_dict(first.lexicon),
            "players": list(self._names),
        }

    def _events(self) -> Iterator[Event]:
        redone = self._course.undone[::-1]
        actions = (*self.history, *(action for action, _ in redone))
        states = (*self.states, *(state for _, state in redone))
        yield from map(_event, states, actions)
        for state in states[: len(self.history) : -1]:
            yield {"player": state.to_act, "do": "undo"}

    @classmethod
    def _begun(cls, header: Event, lexicon: Lexicon) -> Self:
        version = header["version"]
        other = FROM_STATE if version == FROM_SEED else FROM_SEED
        if unfit := sorted(header.keys() & _BEGINNINGS[other]):
            raise InvalidInputError(f"version {version} has no field {unfit[0]!r}")
        names = read_list(header, "players", str)
        if version == FROM_SEED:
            rules = Ruleset.from_dict(read_field(header, "ruleset", dict))
            return cls(names, read_field(header, "seed", int), lexicon, rules)
        start = GameState.from_dict(read_field(header, "start", dict), lexicon)
        return cls.from_state(start, names)

    def _replay(self, event: Event) -> None:
        if (player := read_field(event, "player", int)) != self.state.to_act:
            raise InvalidInputError(
                f"the field 'player' is {player}, and player {self.state.to_act} is asked"
            )
        do = read_field(event, "do", str)
        if "times" in event and do != "undo":
            raise InvalidInputError("the field 'times' is for undo only")
        match do:
            case "undo":
                self.undo(read_field({"times": 1, **event}, "times", int))
            case "redo":
                self.redo()
            case action:
                self.apply(Action.parse(action))


def _event(before: GameState, action: Action) -> Event:
    return {"player": before.to_act, "do": action.notation}
