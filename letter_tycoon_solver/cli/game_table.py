"""A game for people: the set-up, the table, the events, the final scores; and one that is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich import table as rich_table
from rich.text import Text

from .._html import NOTHING
from ..game import (
    Action,
    ActionKind,
    DoneTurn,
    Game,
    GameState,
    Phase,
    SeenState,
    TrackedGame,
    action_text,
    ranking_text,
)
from ..game.state import cut_for_start, is_dealt
from ..game.table import Table, is_last_turn
from ..game.tracked import event_text
from ..rules.cards import ABILITIES, BY_PATENT_COST, LETTERS, PATENT_COST, remove_cards
from ..rules.play import COMMUNITY, join_words
from ..search.plays import Part
from .console import STYLES, new_console, new_table, print_table
from .saved_games import ME

Names = Sequence[str]

_TURN: Final = ">"
_HEADING: Final = "bold"
_DIM: Final = STYLES[Part.DIM]


def opening(first: GameState, names: Names) -> list[Text]:
    """Describe the players, the goal and, if the game begins with it, the cut for the start."""
    seed = first.chance.seed
    lines = [
        Text(f"Letter Tycoon: {', '.join(names)}", style=_HEADING),
        Text(f"The game ends when someone has patents worth ${first.goal}. Seed {seed}."),
    ]
    if is_dealt(first):
        lines.append(Text("Everyone cuts the deck; the card nearest to Z starts."))
        for cut in cut_for_start(len(names), seed)[0]:
            cards = ", ".join(f"{names[player]} {card}" for player, card in cut)
            lines.append(Text(f"  {cards}"))
    lines.append(Text(f"Start player: {names[first.start_player]}."))
    return lines


def event(before: Table, action: Action, after: Table, names: Names) -> Text | None:
    """Describe an action in one line; None if it is not news."""
    whole = action_text(before, action, after, names)
    consequences = whole.partition("; ")[2]
    if action.kind is ActionKind.DECLINE:
        return None
    if action.kind is ActionKind.ACCEPT:
        return Text(f"The words stand; {consequences}") if consequences else None
    what = whole.partition(": ")[2]
    if action.kind is ActionKind.DISCARD:
        what = "; ".join(filter(None, [str(action) if action.cards else "", consequences]))
    return Text.assemble((f"{names[before.to_act]}: ", _HEADING), what) if what else None


def news(game: Game, first: int = 0) -> Iterator[tuple[GameState, Text]]:
    """Yield what happened from an action on, a line each, with the state before it."""
    for at in range(first, len(game.history)):
        before, after = game.states[at : at + 2]
        if (line := event(before, game.history[at], after, game.names)) is not None:
            yield before, line


def heading(table: Table, names: Names) -> Text:
    """Return the round and the player to move."""
    if table.is_over:
        return Text("The game is over.", style=_HEADING)
    last = ", the last" if is_last_turn(table) else ""
    return Text(f"Round {table.round}{last}: {names[table.active]}", style=_HEADING)


def print_game(seen: SeenState, names: Names, seat: int | None) -> None:
    """Write the table, in at most 80 columns: a line for each player and six more.

    Args:
        seen: what the person sees.
        names: of the players.
        seat: whose hand is shown; None for a scorekeeper.
    """
    labels = [name if len(name) <= _MAX_NAME else f"{name[: _MAX_NAME - 2]}.." for name in names]
    if seat is not None and names[seat] != ME:
        labels[seat] += " (you)"
    console = new_console()
    console.print(heading(seen, names).append(f", {seen.deck_size} cards in the deck"))
    print_table(seats(seen, labels))
    console.print(for_sale(seen))
    cards = community(seen)
    if seat is not None:
        held = seen.leave if seen.viewer == seen.active else seen.seats[seen.viewer].hand
        cards.append("   Your hand: ", style=_DIM)
        cards.append(" ".join(held) or NOTHING, style=STYLES[Part.HAND])
    console.print(cards)
    unseen = seen.unseen
    console.print(Text.assemble((f"Unseen {sum(unseen.values())}: ", _DIM), _by_number(unseen)))


def seats(table: Table, names: Names, *, with_hands: bool = False) -> rich_table.Table:
    """Make a table with a row for each player and a mark at the player to move."""
    texts = ["", "Player", "Hand"] if with_hands else ["", "Player"]
    rows = new_table(texts, ["$", "Stock", "Score", f"Of ${table.goal}"])
    rows.add_column("Patents")
    for player, (seat, score) in enumerate(zip(table.seats, table.scores, strict=True)):
        hand = [Text(seat.hand, STYLES[Part.HAND])] if with_hands else []
        numbers = (str(n) for n in (seat.money, seat.stock, score.total, seat.patent_value))
        mark = _TURN if player == table.active and not table.is_over else ""
        rows.add_row(mark, names[player], *hand, *numbers, patents(seat.patents))
    return rows


def patents(letters: str) -> Text:
    """Return the patents with their cost, dearest first; those with an ability stand out."""
    owned = [letter for letter in BY_PATENT_COST if letter in letters]
    pieces = [
        (f"{one}{PATENT_COST[one]} ", "bold yellow" if one in ABILITIES else "") for one in owned
    ]
    return Text.assemble(*pieces) if pieces else Text(NOTHING, style=_DIM)


def for_sale(table: Table) -> Text:
    """Return the patents that nobody owns, by cost: "For sale: E $10, AT $8"."""
    owned = "".join(seat.patents for seat in table.seats)
    costs: dict[int, str] = {}
    for letter in BY_PATENT_COST:
        if letter not in owned:
            costs[PATENT_COST[letter]] = costs.get(PATENT_COST[letter], "") + letter
    groups = ", ".join(f"{letters} ${cost}" for cost, letters in costs.items())
    return Text.assemble(("For sale:  ", _DIM), groups or "nothing")


def community(table: Table) -> Text:
    """Return the face-up cards left, in lower case as in the notation of plays."""
    cards = remove_cards(table.community, table.turn.cards_used(COMMUNITY)).lower()
    return Text.assemble(
        ("Community: ", _DIM), (" ".join(cards) or NOTHING, STYLES[Part.COMMUNITY])
    )


def on_the_table(table: Table) -> str:
    """Return the words on the table and their earnings: "JEWELS ($4 and 1 stock)"."""
    play = table.turn.play
    if play is None:
        return ""
    stock = f" and {play.stock} stock" if play.stock else ""
    return f"{join_words(play.words)} (${play.money}{stock})"


def final_scores(table: Table, names: Names) -> list[Text]:
    """Return the players by rank, and the winners."""
    lines = [Text(line) for line in ranking_text(table, names).splitlines()]
    return [*lines, Text(_winners(table, names), style=_HEADING)]


def _winners(table: Table, names: Names) -> str:
    """Say who wins and, if the best scores are equal, by which rule."""
    winners = table.ranking[0]
    who = " and ".join(names[player] for player in winners)
    if len(winners) > 1:
        return f"Winners: {who} (equal scores and patents; the victory is shared)."
    totals = [score.total for score in table.scores]
    if totals.count(max(totals)) > 1:
        return f"Winner: {who} (equal scores; the higher value of patents decides)."
    return f"Winner: {who}."


# A tracked game for the person who follows it: the table in a few lines, and its turns.


_MAX_NAME: Final = 20
_UNSEEN_A_LINE: Final = 13


def unseen_lines(unseen: dict[str, int]) -> Iterator[Text]:
    """Return the unseen cards of each letter."""
    letters = [f"{letter}{unseen[letter]:>2}" for letter in LETTERS]
    for first in range(0, len(letters), _UNSEEN_A_LINE):
        yield Text("  ".join(letters[first : first + _UNSEEN_A_LINE]))


def told_event(number: int, turn: DoneTurn, before: Table, game: TrackedGame) -> Text:
    """Describe a turn, and say what to type next if a card pays for its words."""
    text = f"{number}. {event_text(turn, before, game)}"
    if game.table.phase is Phase.PENALTY:
        unseen = "" if turn.player == game.seat else ', or "- ?" if it was not seen'
        name = game.names[turn.player]
        text += f'; say which card {name} discards, as in "- Z"{unseen}'
    return Text(text)


def _by_number(unseen: dict[str, int]) -> str:
    """Group letters by number, as in "12E 9AI": there are 12 E, 9 A and 9 I."""
    numbers = sorted({n for n in unseen.values() if n > 0}, reverse=True)
    groups = ((n, "".join(letter for letter in LETTERS if unseen[letter] == n)) for n in numbers)
    return " ".join(f"{n}{letters}" for n, letters in groups) or NOTHING
