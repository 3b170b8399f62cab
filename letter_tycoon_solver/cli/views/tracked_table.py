"""A tracked game for the person who follows it: the table in a few lines, and its turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from ..._html import NOTHING
from ...game import HIDDEN, Phase, Table, TrackedGame, TrackedTurn
from ...game.follow.tracked_text import event_text
from ...game.table_rules import is_last_turn
from ...rules.cards import ABILITIES, BY_PATENT_COST, LETTERS
from ...search.plays_table import Part
from . import game_table
from .styles import STYLES

_MAX_NAME: Final = 20
_HEADING: Final = "bold"
_DIM: Final = STYLES[Part.DIM]
_UNSEEN_A_LINE: Final = 13


def table_lines(game: TrackedGame) -> Iterator[Text]:
    """Return the table: at most 80 columns, a line for each player and six more."""
    table = game.table
    yield _heading(game)
    names = [_name(game, player) for player in range(len(game.names))]
    width = max(map(len, ["Player", *names]))
    head = f"  {'Player':<{width}}   $  Stock  Score  To go  Patents"
    yield Text(head, style=_HEADING)
    for player, (seat, score) in enumerate(zip(table.seats, table.scores, strict=True)):
        mark = ">" if player == table.active and not table.is_over else " "
        to_go = max(0, table.goal - seat.patent_value)
        numbers = f"{seat.money:>3}  {seat.stock:>5}  {score.total:>5}  {to_go:>5}  "
        yield Text.assemble(f"{mark} {names[player]:<{width}} {numbers}", _patents(seat.patents))
    yield game_table.for_sale(table)
    cards = game_table.community(table)
    if game.seat is not None:
        hand = table.seats[game.seat].hand
        cards.append("   Your hand: ", style=_DIM)
        cards.append(" ".join(hand) or NOTHING, style=STYLES[Part.HAND])
    yield cards
    yield Text.assemble((f"Unseen {sum(game.unseen.values())}: ", _DIM), _by_number(game.unseen))


def unseen_lines(unseen: dict[str, int]) -> Iterator[Text]:
    """Return the unseen cards of each letter."""
    letters = [f"{letter}{unseen[letter]:>2}" for letter in LETTERS]
    for first in range(0, len(letters), _UNSEEN_A_LINE):
        yield Text("  ".join(letters[first : first + _UNSEEN_A_LINE]))


def event(number: int, turn: TrackedTurn, before: Table, game: TrackedGame) -> Text:
    """Describe a turn, and say what to type next if a card pays for its words."""
    text = f"{number}. {event_text(turn, before, game)}"
    if game.table.phase is Phase.PENALTY:
        unseen = "" if turn.player == game.seat else ', or "- ?" if it was not seen'
        name = game.names[turn.player]
        text += f'; say which card {name} discards, as in "- Z"{unseen}'
    return Text(text)


def _heading(game: TrackedGame) -> Text:
    table = game.table
    last = ", the last" if is_last_turn(table) else ""
    whose = (
        "the game is over"
        if table.is_over
        else f"turn {len(game.turns) + 1}, {_short(game.player)}"
    )
    hidden = "".join(seat.hand for seat in table.seats) + table.discards
    deck = f"{sum(game.unseen.values()) - hidden.count(HIDDEN)} cards in the deck"
    return Text(f"Round {table.round}{last}: {whose}. Goal ${table.goal}, {deck}.", style=_HEADING)


def _name(game: TrackedGame, player: int) -> str:
    name = _short(game.names[player])
    return f"{name} (you)" if player == game.seat else name


def _short(name: str) -> str:
    return name if len(name) <= _MAX_NAME else f"{name[: _MAX_NAME - 2]}.."


def _patents(letters: str) -> Text:
    """Return the patents without prices, dearest first; those with an ability stand out."""
    owned = [letter for letter in BY_PATENT_COST if letter in letters]
    pieces = [(letter, "bold yellow" if letter in ABILITIES else "") for letter in owned]
    return Text.assemble(*pieces) if pieces else Text(NOTHING, style=_DIM)


def _by_number(unseen: dict[str, int]) -> str:
    """Group letters by number, as in "12E 9AI": there are 12 E, 9 A and 9 I."""
    numbers = sorted({n for n in unseen.values() if n > 0}, reverse=True)
    groups = ((n, "".join(letter for letter in LETTERS if unseen[letter] == n)) for n in numbers)
    return " ".join(f"{n}{letters}" for n, letters in groups) or NOTHING
