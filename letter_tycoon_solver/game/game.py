"""`Game`: a holder of one game, with names, history, undo and a record; and whole games as text.

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

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, Self

from .._json import check_fields, read_field, read_list
from ..errors import InvalidInputError, LetterTycoonError, require, show, there_are
from ..lexicon import Lexicon
from ..rules.cards import remove_cards
from ..rules.ruleset import RULEBOOK, Ruleset
from ..rules.turn import CAME, DREW, Turn, split_line
from .actions import Action, ActionKind
from .records import Event, Recorded, lexicon_from, lexicon_to_dict
from .rules import apply, cards_gone
from .state import GameState, is_dealt, new_game, told_state
from .table import Phase, Table, parse_names, player_named, said_name, with_names
from .told import ToldTurn
from .tracked import DoneTurn, TrackedGame
from .turns import Move, steps_of, turn_done

FROM_SEED, FROM_STATE = 1, 2
"""The versions of records: what a game starts from."""
_BEGINNINGS: Final = {FROM_SEED: ("ruleset", "seed"), FROM_STATE: ("start",)}


@dataclass(frozen=True, slots=True)
class _Course:
    """A game so far; `undone` can be redone, the next last: an action and the state after it."""

    states: tuple[GameState, ...]
    history: tuple[Action, ...] = ()
    undone: tuple[tuple[Action, GameState], ...] = ()


class Game(Recorded):
    """One game from its set-up on, or from another state; `state` is where it stands.

    Nothing here is a rule of the game: `apply` and the state know those.
    """

    FORMAT = "letter-tycoon-game"
    VERSIONS = (FROM_SEED, FROM_STATE)
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
            names: one per player, 2 to 5, clockwise: different, of 1 to 100 printable characters.
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

        Args:
            state: where the game starts, at any moment of a turn or over. Its deck and its chance
                decide what is drawn and shuffled from then on.
            names: one per player, clockwise.

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

        Nothing has changed after an error.

        Raises:
            IllegalAction: as `apply`, the function.
            IllegalPlay: likewise.
            InvalidInputError: `action` is not an action.
            RecordError: the record cannot be written.
        """
        with with_names(self._names):
            return self._do([(action, apply(self.state, action))])

    def push(self, turn: str | Move, *, whole: bool = True, is_answered: bool = False) -> GameState:
        """Carries out what a player does: a whole turn, or what is left of one, also in short.

        "JeWeLs, buy J, discard Z", "jewels j -z", "exchange JZ", "replace X". Nothing is done
        unless all of it can be. It stops where somebody else decides: with players who challenge,
        the words are laid, and each opponent is asked; "accept" and "challenge" are pushed too.
        Then the rest, "buy J, discard Z", or the same text once more, goes on with the turn, and
        "discard Z" pays for words that were taken back. Or the text says who challenged: "jewelz
        !ben -z". Words that an automatic challenge refuses end what is done.

        What is pushed is undone action by action.

        Args:
            turn: what a `Player` chooses, or a text that `Turn.parse` takes. Words in capitals are
                from the hand if they can be; where cards of others, and those in small letters,
                come from is inferred if it makes no difference.
            whole: whether what is left out is not done; else it can be pushed next.
            is_answered: whether opponents who are not said to challenge have accepted the words,
                so that a whole turn is done at once.

        Raises:
            InvalidInputError: the text is not in the notation, or has nothing for the phase.
            AmbiguousWordsError: it makes a difference how the words lie; push one of its readings.
            IllegalAction: a part of it is against the rules.
            IllegalPlay: the words are.
            RecordError: the record cannot be written.
        """
        with with_names(self._names):
            return self._do(
                steps_of(self.state, turn, self._names, whole=whole, is_answered=is_answered)
            )

    def undo(self, times: int = 1) -> GameState:
        """Takes the last actions back, so many of them or none.

        Raises:
            InvalidInputError: there are not so many, or `times` is no whole number from 1.
            RecordError: the record cannot be written.
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
            RecordError: the record cannot be written.
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
        check_fields(header, ("format", "version", *_BEGINNINGS[version], "lexicon", "players"))
        names = read_list(header, "players", str)
        if version == FROM_SEED:
            rules = Ruleset.from_dict(read_field(header, "ruleset", dict))
            return cls(names, read_field(header, "seed", int), lexicon, rules)
        start = GameState.from_dict(read_field(header, "start", dict), lexicon)
        return cls.from_state(start, names)

    def _replay(self, event: Event) -> None:
        check_fields(event, ("player", "do", "times"))
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


# A whole game as text that people can post, one line a turn, as PGN is for chess.
#
#     Letter Tycoon 1
#     players: ["Ann", "Ben"]
#     first: "Ann"
#     hands: ["AEJLNWZ", "CDOORST"]            "" where a hand is not known
#     community: "EES"                         "?" is a card that is not known
#     lexicon: {"name": "enable", "sha256": "..."}
#     rules: {"stacking": "add"}               where they are not those of the rulebook
#
#     1. Ann: JeWeLs, buy J, discard Z < ERTO > KLA
#     1. Ben: exchange DO < XI
#     # Ann 64, Ben 54
#
# A turn is in its notation, with the cards that were drawn behind "<" and those that came into the
# community behind ">", in the order in which they came. Words that were taken back have a line of
# their own. Lines that begin with "#" say nothing. The header's lexicon is as in records.


_TITLE: Final = "Letter Tycoon 1"
_FIELDS: Final = ("players", "first", "hands", "community", "lexicon", "rules")
_NUMBER: Final = re.compile(r"([0-9]{1,5})\. ")


def is_game_text(text: str) -> bool:
    """Does the text begin as a game in notation does?"""
    return text.lstrip("\ufeff \t\r\n").startswith("Letter Tycoon ")


def game_text(game: Game | TrackedGame) -> str:
    """The notation of a game; a turn that goes on is left out.

    Raises:
        InvalidInputError: it is no game, or one that does not begin with the deal.

    Examples:
        >>> from letter_tycoon_solver.game import Game, game_text
        >>> game = Game(["Ann", "Ben"], seed=1, lexicon="enable")
        >>> _ = game.push("exchange nothing")
        >>> game_text(game).splitlines()[-1]
        '1. Ann: exchange nothing'
    """
    require(game, (Game, TrackedGame), "the game")
    lines = [_TITLE, *(f"{name}: {_plain(value)}" for name, value in _header_of(game).items()), ""]
    for line in game_lines(game):
        told = line.told
        parts = [f"{line.steps[0][0].round}. {game.names[line.player]}: {line.text}"]
        parts += [f"{DREW} {told.drew}"] if told.drew else []
        parts += [f"{CAME} {told.community}"] if told.community else []
        lines.append(" ".join(parts))
    table = table_of(game)
    if table.is_over:
        scores = zip(game.names, table.scores, strict=True)
        lines.append("# " + ", ".join(f"{name} {score.total}" for name, score in scores))
    return "\n".join(lines) + "\n"


def read_game_text(text: str, lexicon: Lexicon | Iterable[str] | None = None) -> Game | TrackedGame:
    """The game that `game_text` wrote: a `Game` if all hands are known, else a `TrackedGame`.

    What nobody drew lies in the deck of a `Game` in any order.

    Args:
        text: all of it.
        lexicon: the words of the game; None for one with a shipped list.

    Raises:
        InvalidInputError: it is no such text, or its cards or turns cannot be; the message names
            the line.
        LexiconError: the words given make no lexicon.

    Examples:
        >>> from letter_tycoon_solver.game import Game, game_text, read_game_text
        >>> game = Game(["Ann", "Ben"], seed=1, lexicon="enable")
        >>> read_game_text(game_text(game)).names
        ('Ann', 'Ben')
    """
    require(text, str, "the text of a game")
    header, lines = _split(text)
    with_words = lexicon_from(header.get("lexicon"), lexicon)
    names = parse_names(read_list(header, "players", str))
    hands = read_list(header, "hands", str)
    if len(hands) != len(names):
        raise InvalidInputError(f"{there_are(len(hands), 'hand')} for {len(names)} players")
    rules = Ruleset.from_dict({**RULEBOOK.to_dict(), **read_field(header, "rules", dict)})
    found = [_Told.read(number, line, names) for number, line in lines]
    first = player_named(read_field(header, "first", str), names)
    community = read_field(header, "community", str)
    seats = [seat for seat, hand in enumerate(hands) if hand]
    if 1 < len(seats) < len(names):
        raise InvalidInputError(f"{len(seats)} hands are known; give all of them, one or none")
    draws = "".join(line.in_order for line in found)
    seat = seats[0] if seats else None
    game = game_dealt(names, hands, community, first, seat, draws, with_words, rules)
    return _replayed(game, found)


def game_dealt(  # noqa: PLR0913, PLR0917 (one for each thing that is told)
    names: Sequence[str],
    hands: Sequence[str],
    community: str,
    first: int,
    seat: int | None,
    draws: str,
    lexicon: Lexicon,
    ruleset: Ruleset,
) -> Game | TrackedGame:
    """A Game if all hands are told, with these draws; else the view of a seat, or of none."""
    if all(hands):
        start = told_state(hands, community, first, draws, lexicon, ruleset)
        return Game.from_state(start, names)
    return TrackedGame(
        names,
        first=first,
        community=community,
        seat=seat,
        hand="" if seat is None else hands[seat],
        lexicon=lexicon,
        ruleset=ruleset,
    )


def game_lines(game: Game | TrackedGame) -> Iterable[DoneTurn]:
    """The turns of a game that are done, in their order."""
    return _lines_of_actions(game) if isinstance(game, Game) else game.turns


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def table_of(game: Game | TrackedGame) -> Table:
    """The table of a game of either kind, now."""
    return game.state if isinstance(game, Game) else game.table


def _header_of(game: Game | TrackedGame) -> dict[str, object]:
    table = game.states[0] if isinstance(game, Game) else game.views[0]
    if isinstance(table, GameState):
        hands = [seat.hand for seat in table.seats]
        dealt = told_state(hands, table.community, table.active, "", table.lexicon, table.ruleset)
        if replace(dealt, deck=table.deck, chance=table.chance) != table:
            raise InvalidInputError(
                "the game begins in its middle; only whole games have a notation"
            )
    else:
        seat = None if isinstance(game, Game) else game.seat
        hands = [one.hand if n == seat else "" for n, one in enumerate(table.seats)]
    rulebook = RULEBOOK.to_dict()
    return {
        "players": list(game.names),
        "first": said_name(table.start_player, game.names),
        "hands": hands,
        "community": table.community,
        "lexicon": lexicon_to_dict(table.lexicon),
        "rules": {k: v for k, v in table.ruleset.to_dict().items() if v != rulebook[k]},
    }


def _lines_of_actions(game: Game) -> Iterator[DoneTurn]:
    steps: list[tuple[GameState, Action]] = []
    came = drew = ""
    for before, action, after in zip(game.states, game.history, game.states[1:], strict=False):
        steps.append((before, action))
        more_came, more_drawn = _draws(before, after, action)
        came, drew = came + more_came, drew + more_drawn
        is_refused = before.turn.play is not None and after.phase is Phase.PENALTY
        is_refused |= action.kind is ActionKind.PLAY and after.turn.play is None
        if is_refused or action.kind in (ActionKind.EXCHANGE, ActionKind.DISCARD):
            done, told = turn_done(steps, game.names), ToldTurn("", came, drew)
            yield DoneTurn(before.active, told, done, tuple(steps), after)
            steps, came, drew = [], "", ""


def _draws(before: GameState, after: GameState, action: Action) -> tuple[str, str]:
    """The cards that came into the community, and those drawn: first those of the old deck."""
    in_community, in_hand = cards_gone(before, action)
    top = before.deck[: len(in_community)]
    came = _new(before.community, in_community, after.community, top)
    hands = (state.seats[before.active].hand for state in (before, after))
    top = before.deck[len(in_community) : len(in_community + in_hand)]
    return came, _new(next(hands), in_hand, next(hands), top)


def _new(before: str, gone: str, after: str, top: str) -> str:
    """The cards that are new, those from the top of the deck first."""
    came = Counter(after) - Counter(remove_cards(before, gone)) if gone else Counter[str]()
    return top + "".join(sorted((came - Counter(top)).elements()))


@dataclass(frozen=True, slots=True)
class _Told:
    number: int
    round: int
    player: int
    told: ToldTurn
    turn: Turn

    @classmethod
    def read(cls, number: int, line: str, names: Sequence[str]) -> _Told:
        with _naming(number):
            counted = _NUMBER.match(line)
            rest = line[counted.end() :] if counted else line
            said = [name for name in names if rest.startswith(f"{name}: ")]
            if counted is None or not said:
                raise InvalidInputError(
                    f'{show(line)} does not begin with the round and the player, as "1. Ann: "'
                )
            name = max(said, key=len)
            told = ToldTurn(*split_line(rest[len(name) + 2 :]))
            turn = Turn.parse(told.text)
            return cls(number, int(counted[1]), names.index(name), told, turn)

    @property
    def in_order(self) -> str:
        """The cards that came, as they lay in the deck: first that for a replaced one."""
        came, drew = self.told.community or "", self.told.drew or ""
        if self.turn.replace.islower():
            return came + drew
        n_first = 1 if self.turn.replace else 0
        return drew[:n_first] + came + drew[n_first:]


@contextmanager
def _naming(number: int) -> Iterator[None]:
    try:
        yield
    except LetterTycoonError as error:
        raise InvalidInputError(f"line {number}: {error}") from None


def _split(text: str) -> tuple[dict[str, object], list[tuple[int, str]]]:
    """The header, and the lines of turns with their numbers."""
    lines = [(n, line.strip()) for n, line in enumerate(text.strip("\ufeff").splitlines(), 1)]
    lines = [(n, line) for n, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != _TITLE:
        raise InvalidInputError(f'the text does not begin with the line "{_TITLE}"')
    header: dict[str, object] = {}
    turns: list[tuple[int, str]] = []
    for number, line in lines[1:]:
        name, _, value = line.partition(":")
        if turns or _NUMBER.match(line):
            turns.append((number, line))
            continue
        try:
            header[name] = json.loads(value)
        except (ValueError, RecursionError):
            raise InvalidInputError(f"line {number}: {show(line)} has no value in JSON") from None
    check_fields(header, _FIELDS)
    return {"rules": {}, **header}, turns


def _replayed(game: Game | TrackedGame, lines: Sequence[_Told]) -> Game | TrackedGame:
    for line in lines:
        with _naming(line.number):
            table = table_of(game)
            if (table.round, table.active) != (line.round, line.player):
                raise InvalidInputError(
                    f"it is round {table.round} and the turn of {game.names[table.active]}"
                )
            if isinstance(game, TrackedGame):
                told = line.told
                game.push(told.text, community=told.community, drew=told.drew)
            else:
                game.push(line.turn, is_answered=True)
    if isinstance(game, Game):
        for line, done in zip(lines, game_lines(game), strict=False):
            came = (line.told.drew, done.told.drew), (line.told.community, done.told.community)
            for cards, true in came:
                if sorted(cards or "") != sorted(true or ""):
                    raise InvalidInputError(
                        f"line {line.number}: {cards or 'no card'} came, and by the rules"
                        f" {true or 'none'}"
                    )
    return game
