"""`letter-tycoon advise`: what to do in a turn, by simulation; and the advice of `track`."""

from __future__ import annotations

import contextlib
import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

import click
from rich.table import Table

from .._html import NOTHING
from ..advisor import Advice, Evaluation, RankedTurn, advise
from ..advisor.advice import DEFAULT_SECONDS, MIN_PLAYOUTS, percent
from ..advisor.reasons import difference, reasons
from ..errors import InvalidInputError
from ..game.state import SeenState
from ..game.table import AT_A_TABLE, Opponents, Phase, player_named
from ..lexicon import Lexicon
from ..rules.ruleset import Ruleset
from ..search.plays import Part
from .console import STYLES, new_console, new_table, print_indented, print_table
from .options import (
    SEAT_OPTIONS,
    Rules,
    adding,
    effort_options,
    given_among,
    letters_from,
    lexicon_option,
    load_lexicon,
    note_tables,
    replaced_option,
    rules_options,
)
from .saved_games import load_game
from .terminal import fields_of, note, write_json

# A player's view of a game at the table, typed in.


_VIEW_OPTIONS: Final = (
    *SEAT_OPTIONS,
    click.option("--stock", type=int, metavar="N", help="Your stock."),
    click.option(
        "--opponent-money",
        type=int,
        multiple=True,
        metavar="DOLLARS",
        help="Money of an opponent; repeat it for each, in the same order.  [default: 0]",
    ),
    click.option(
        "--opponent-stock", type=int, multiple=True, metavar="N", help="The same for the stock."
    ),
    click.option("--discards", metavar="LETTERS", help="The discards, as far as you know them."),
    replaced_option,
    click.option(
        "--start-player",
        type=int,
        metavar="N",
        help="Who has the start marker: 0 for you, 1 for the next player clockwise, ...  [default: "
        "0 if possible]",
    ),
    click.option(
        "--round",
        "round_",
        type=int,
        metavar="N",
        help="The round.  [default: the earliest possible]",
    ),
    click.option(
        "--final-round",
        type=int,
        metavar="N",
        help="The last round, once a player has reached the goal.  [default: this one, then]",
    ),
)


def names_of_view(seen: SeenState) -> list[str]:
    """Return the names of the players of a typed view, by their numbers."""
    names = {seen.viewer: "you"}
    others = seen.clockwise_from(seen.viewer)[1:]
    for number, player in enumerate(others, 1):
        names[player] = "the opponent" if len(others) == 1 else f"opponent {number}"
    return [names[player] for player in range(len(seen.seats))]


def view_from(
    hand: str, community: str | None, typed: Mapping[str, Any], ruleset: Ruleset, lexicon: Lexicon
) -> SeenState:
    """Return the view given by `_VIEW_OPTIONS`, at the start of the person's turn.

    Cards that are not in the hand, the community or the discards are in the deck or in the
    opponents' hands.

    Raises:
        click.UsageError: no opponents are given.
        InvalidInputError: no advice can be given on this view.
    """
    if not typed["opponents"]:
        raise click.UsageError(
            'The opponents are missing; give --opponent once for each, with "" for no patents.'
        )
    n_opponents = len(typed["opponents"])
    opponents = zip(
        map(letters_from, typed["opponents"]),
        _amounts(typed["opponent_money"], n_opponents, "--opponent-money"),
        _amounts(typed["opponent_stock"], n_opponents, "--opponent-stock"),
        strict=True,
    )
    return SeenState.at_table(
        letters_from(hand),
        letters_from(community),
        patents=letters_from(typed["patents"]),
        money=typed["money"] or 0,
        stock=typed["stock"] or 0,
        opponents=list(opponents),
        discards=letters_from(typed["discards"]),
        round=typed["round_"],
        start_player=typed["start_player"],
        final_round=typed["final_round"],
        replaced=bool(typed["replaced"]),
        lexicon=lexicon,
        ruleset=ruleset,
    )


def _amounts(numbers: Sequence[int], n_opponents: int, option: str) -> Sequence[int]:
    """Check that there is one for each opponent; none given means the default."""
    if numbers and len(numbers) != n_opponents:
        raise InvalidInputError(
            f"{option} is given {len(numbers)} times for {n_opponents} opponents; give it once for"
            " each, in the order of --opponent, or not at all"
        )
    return numbers or [0] * n_opponents


def opponents_option(default: Opponents | None) -> Callable[[Any], Any]:
    """Add --opponents, passed as `taken_for`; the default is None where a game may tell it."""
    return click.option(
        "--opponents",
        "taken_for",
        type=click.Choice([kind.value for kind in Opponents], case_sensitive=False),
        default=default and default.value,
        show_default=True if default else f"{AT_A_TABLE.value}, or as the game was told",
        help="How the others play: like people who know common words (common), experts who"
        " know every word (static), or computers of a level.",
    )


# Advice for people: the table of turns, and the reasons for the best.


_DIM: Final = STYLES[Part.DIM]
ESTIMATED: Final = "~"


def advice_table(advice: Advice, top: int) -> Table:
    """Make a table of the best turns, a row each."""
    table = new_table()
    table.add_column("#", justify="right", style=_DIM, no_wrap=True)
    table.add_column("Turn")
    for header in ("Win %", "+-", "Lead", "+-", "Games", "Equity"):
        table.add_column(header, justify="right", no_wrap=True)
    for number, ranked in enumerate(advice.turns[:top], 1):
        table.add_row(str(number), ranked.notation, *_numbers(ranked, number == 1))
    return table


def _numbers(ranked: RankedTurn, is_first: bool) -> list[str]:
    mark = ESTIMATED if ranked.playouts and not ranked.whole else ""
    win_se, lead_se = ranked.win_loss_se, ranked.lead_loss_se
    if is_first:
        win_se, lead_se = ranked.win_se, ranked.lead_se
    return [
        percent(ranked.win) if math.isnan(ranked.win) else mark + percent(ranked.win),
        _shown(100 * win_se, "{:.1f}"),
        _shown(ranked.lead, "{:+.1f}", mark),
        _shown(lead_se, "{:.1f}"),
        f"{ranked.playouts:,}",
        f"{ranked.turn.equity.total:+.1f}",
    ]


def _shown(number: float, form: str, mark: str = "") -> str:
    return NOTHING if math.isnan(number) else mark + form.format(number)


def how_sure(advice: Advice) -> str:
    """Say how many games there were, and if they settle which turn is best."""
    games = f"{advice.playouts:,} games in {advice.seconds:.1f} s against {advice.opponents.called}"
    if len(advice.turns) == 1:
        return f"{games}. There is one turn."
    first, second = advice.turns[:2]
    if math.isnan(first.win):
        return f"{games}. Too few to tell chances: the turns are in the order of equity."
    if advice.settled and math.isnan(second.win_loss):
        return f"{games}. Beyond doubt no other turn is better."
    if advice.settled:
        return f"{games}. The first turn is ahead of the second beyond doubt."
    return f"{games}. The first turns are close; more games may change their order."


def _how_to_read(turns: Sequence[RankedTurn]) -> str:
    text = "Lead: final score over that of the average opponent. +-: standard error; from the"
    text += " second turn on, of the difference to the first. Equity: $ by static evaluation."
    if any(ranked.playouts and not ranked.whole for ranked in turns):
        text += f" {ESTIMATED}: from games of one round with an estimated end."
    return text


# The wait for advice: the table while it thinks, and Ctrl-C for the advice so far.


_TABLES_A_SECOND: Final = 5


def think(seen: SeenState, top: int | None, **effort: Any) -> Advice:
    """Return the advice; after Ctrl-C, that from the games so far.

    Args:
        seen: the view of the player who is to choose.
        top: how many turns a terminal shows meanwhile; None for no table.
        effort: how to think, and about which opponents; as of `advise`.

    Raises:
        KeyboardInterrupt: Ctrl-C before there was any advice.
    """
    # What is not compiled is compiled, which is said, before there is a live table.
    advise(seen, seen.lexicon, playouts=MIN_PLAYOUTS, opponents=effort["opponents"])
    so_far: Advice | None = None

    def tell(advice: Advice) -> None:
        nonlocal so_far
        so_far = advice

    def table() -> Table | str:
        return advice_table(so_far, top) if so_far and top else ""

    with _live(table) if top else contextlib.nullcontext():
        try:
            so_far = advise(seen, seen.lexicon, progress=tell, **effort)
        except KeyboardInterrupt:
            if so_far is None:
                raise
            note("Stopped; this is the advice of the games until then.")
    note_tables(seen.lexicon)
    return so_far


def _live(table: Callable[[], Table | str]) -> AbstractContextManager[object]:
    """Show a table on a terminal while it changes; it disappears when the block ends."""
    if not sys.stdout.isatty():
        return contextlib.nullcontext()
    from rich.live import Live

    console = new_console()
    return Live(
        console=console, get_renderable=table, refresh_per_second=_TABLES_A_SECOND, transient=True
    )


_FIGURES: Final = tuple(
    f"{what}{kind}" for what in ("win", "lead") for kind in ("", "_se", "_loss", "_loss_se")
)


@click.command(
    epilog="""\b
Examples:
  letter-tycoon advise game.jsonl
  letter-tycoon advise JWLEANZ EES --opponent E --opponent-money 3 --money 5
  letter-tycoon advise JWLEANZ EES --opponent "" --opponent KQ --json
  letter-tycoon advise --table "AEJLNWZ EES E:3:0/KQ:5:1 1 CATS 1 4 0 - start"
"""
)
@click.argument("file_or_hand", metavar="FILE | HAND", required=False)
@click.argument("community", required=False)
@click.option(
    "--table",
    "table_text",
    metavar="TEXT",
    help="The whole table in one line, as printed below the advice, in place of these options.",
)
@adding(_VIEW_OPTIONS)
@click.option(
    "--player",
    metavar="N|NAME",
    help="With FILE: whose turn it is.  [default: the player whose turn it is]",
)
@effort_options(DEFAULT_SECONDS, "about the turn")
@opponents_option(AT_A_TABLE)
@click.option(
    "--top",
    type=click.IntRange(min=1),
    metavar="N",
    default=10,
    show_default=True,
    help="How many turns.",
)
@lexicon_option
@rules_options
@click.option("--json", "as_json", is_flag=True, help="Write JSON, with all turns.")
@click.pass_context
def advise_command(  # noqa: PLR0913 (one for each option)
    ctx: click.Context,
    /,
    *,
    file_or_hand: str | None,
    community: str | None,
    table_text: str | None,
    player: str | None,
    seconds: float | None,
    playouts: int | None,
    seed: int,
    taken_for: str,
    top: int,
    lexicon_name: str,
    rules: Rules,
    as_json: bool,
    **view: Any,
) -> None:
    """Show the best turns by simulated games: words, patent, and the cards to discard.

    Give a recorded game in FILE, or what you see at the table: your HAND and COMMUNITY with the
    options down to --final-round, or all of it in one --table. Each simulated game deals the hidden
    cards anew. Ctrl-C stops early and shows the advice so far.
    """
    if table_text is not None:
        alone = "HAND or FILE" if file_or_hand else given_among(ctx, [*view, "player"])
        if alone:
            raise click.UsageError(f"{alone} does not go with --table, which says all that.")
        seen = SeenState.parse(table_text, load_lexicon(lexicon_name), rules.ruleset)
        names: Sequence[str] = names_of_view(seen)
    elif file_or_hand is None:
        raise click.UsageError(
            "Nothing is given to advise on; give FILE, or HAND and COMMUNITY, or --table."
        )
    elif community is None:
        seen, names = _from_file(ctx, file_or_hand, player, lexicon_name, view)
    else:
        if player is not None:
            raise click.UsageError("--player goes with FILE; HAND is that of the player to act.")
        lexicon = load_lexicon(lexicon_name)
        seen = view_from(file_or_hand, community, view, rules.ruleset, lexicon)
        names = names_of_view(seen)
    advice = think(
        seen,
        None if as_json else top,
        seconds=seconds,
        playouts=playouts,
        seed=seed,
        opponents=taken_for,
    )
    evaluation = Evaluation.of(seen.lexicon.digest)
    if as_json:
        _write_json(advice, seen, evaluation, names)
        return
    print_table(advice_table(advice, top))
    console, best = new_console(), advice.best
    console.print(f"\n{how_sure(advice)}")
    console.print(_how_to_read(advice.turns[:top]), style=_DIM)
    console.print(f"\nWhy {best.notation}:", style="bold")
    lines = [*reasons(best.turn, seen, evaluation, names)]
    lines += [difference(*advice.turns[:2])] if len(advice.turns) > 1 else []
    print_indented(console, lines)
    if seen.phase is Phase.START:
        console.print(f'\nTable: "{seen}"', soft_wrap=True, highlight=False)


def _from_file(
    ctx: click.Context,
    file: str,
    player: str | None,
    lexicon_name: str,
    view: Mapping[str, Any],
) -> tuple[SeenState, Sequence[str]]:
    """The view of the player who is asked at the end of a record."""
    hand = letters_from(file)
    if hand.isascii() and hand.isalpha() and not os.path.exists(file):  # noqa: PTH110 (never raises)
        raise click.UsageError(
            f"There is no file {file}. If it is your hand, the community is missing: give"
            ' JWLEANZ EES --opponent "".'
        )
    if option := given_among(ctx, (*view, "ruleset_name", "stacking")):
        raise click.UsageError(
            f"{option} does not go with the record of a game, which says all that; give HAND and"
            " COMMUNITY to type in what you see."
        )
    game = load_game(file, lexicon_name if given_among(ctx, ["lexicon_name"]) else None)
    state = game.state
    viewer = state.to_act if player is None else player_named(player, game.names)
    return state.seen_by(viewer), game.names


def _write_json(
    advice: Advice, seen: SeenState, evaluation: Evaluation, names: Sequence[str]
) -> None:
    fields = fields_of(advice)
    document = {
        **{name: fields[name] for name in fields if name not in {"turns", "leader"}},
        "table": str(seen) if seen.phase is Phase.START else None,
        "difference": difference(*advice.turns[:2]) if len(advice.turns) > 1 else None,
        "turns": [
            {
                **ranked.turn.to_dict(),
                "playouts": ranked.playouts,
                **{name: _finite(getattr(ranked, name)) for name in _FIGURES},
                "whole": ranked.whole,
                "reasons": list(reasons(ranked.turn, seen, evaluation, names)),
            }
            for ranked in advice.turns
        ],
    }
    write_json(document)


def _finite(figure: float) -> float | None:
    """Return a figure, None if it is not known: JSON has no NaN."""
    return figure if math.isfinite(figure) else None
