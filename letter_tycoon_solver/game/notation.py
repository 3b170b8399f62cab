"""A whole game as text that people can post, one line a turn, as PGN is for chess.

    Letter Tycoon 1
    players: ["Ann", "Ben"]
    first: "Ann"
    hands: ["AEJLNWZ", "CDOORST"]            "" where a hand is not known
    community: "EES"                         "?" is a card that is not known
    lexicon: {"name": "enable", "sha256": "..."}
    rules: {"stacking": "add"}               where they are not those of the rulebook

    1. Ann: JeWeLs, buy J, discard Z < ERTO > KLA
    1. Ben: exchange DO < XI
    # Ann 64, Ben 54

A turn is in its notation, with the cards that were drawn behind "<" and those that came into the
community behind ">", in the order in which they came. Words that were taken back have a line of
their own. Lines that begin with "#" say nothing. The header's lexicon is as in records.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from .._json import check_fields, read_field, read_list
from ..errors import InvalidInputError, LetterTycoonError, require, show, there_are
from ..lexicon import Lexicon
from ..rules.cards import remove_cards
from ..rules.ruleset import RULEBOOK, Ruleset
from ..rules.turn import CAME, DREW, Turn, split_line
from .actions import Action, ActionKind
from .game import Game
from .records import lexicon_from, lexicon_to_dict
from .rules import cards_gone
from .state import GameState, Table, told_state
from .table import Phase, parse_names, player_named, said_name
from .told import SeenDeal, ToldTurn
from .tracked import DoneTurn, TrackedGame
from .turns import turn_done

_TITLE: Final = "Letter Tycoon 1"
_FIELDS: Final = ("players", "first", "hands", "community", "lexicon", "rules")
_NUMBER: Final = re.compile(r"([0-9]{1,5})\. ")


def is_game_text(text: str) -> bool:
    """Does the text begin as a game in notation does?

    Raises:
        InvalidInputError: it is not a string.
    """
    require(text, str, "the text")
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
    if all(hands):
        draws = "".join(line.in_order for line in found)
        start = told_state(hands, community, first, draws, with_words, rules)
        return _replayed(Game.from_state(start, names), found)
    seats = [seat for seat, hand in enumerate(hands) if hand]
    if len(seats) > 1:
        raise InvalidInputError(f"{len(seats)} hands are known; give all of them, one or none")
    seat = seats[0] if seats else None
    deal = SeenDeal(seat, "" if seat is None else hands[seat], community, first)
    return _replayed(TrackedGame(names, deal, with_words, rules), found)


def game_lines(game: Game | TrackedGame) -> Iterable[DoneTurn]:
    """The turns of a game that are done, in their order."""
    return _lines_of_actions(game) if isinstance(game, Game) else game.turns


# Writing ------------------------------------------------------------------------------------------


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def table_of(game: Game | TrackedGame) -> Table:
    """The table of a game of either kind, now."""
    return game.state if isinstance(game, Game) else game.table


def _header_of(game: Game | TrackedGame) -> dict[str, object]:
    table = game.states[0] if isinstance(game, Game) else game.views[0]
    if isinstance(table, GameState):
        hands = [seat.hand for seat in table.seats]
        _check_dealt(table, hands)
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


def _check_dealt(state: GameState, hands: Sequence[str]) -> None:
    """Raises InvalidInputError unless the cards have just been dealt."""
    start = told_state(hands, state.community, state.active, "", state.lexicon, state.ruleset)
    if replace(start, deck=state.deck, chance=state.chance) != state:
        raise InvalidInputError("the game begins in its middle; only whole games have a notation")


def _lines_of_actions(game: Game) -> Iterator[DoneTurn]:
    """The turns of a game, put together from its actions."""
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


# Reading ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Told:
    """A line of the text: its number there, and what it says."""

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
    """Names the line in errors."""
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
    """The game after all turns."""
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
            told, true_told = line.told, done.told
            for cards, true in (
                (told.drew, true_told.drew),
                (told.community, true_told.community),
            ):
                if sorted(cards or "") != sorted(true or ""):
                    raise InvalidInputError(
                        f"line {line.number}: {cards or 'no card'} came, and by the rules"
                        f" {true or 'none'}"
                    )
    return game
