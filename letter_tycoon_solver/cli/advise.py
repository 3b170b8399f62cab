"""`letter-tycoon advise`: what to do in a turn, by simulation."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import math
import os
from collections.abc import Mapping, Sequence
from typing import Any, Final

import click
from click.core import ParameterSource

from ..advisor import Advice, Evaluation, RankedPlan, advise
from ..advisor.advice import DEFAULT_SECONDS, MIN_PLAYOUTS
from ..advisor.reasons import difference, reasons
from ..game.opponents import AT_A_TABLE
from ..game.state import SeenState
from ..game.table import Phase
from ..lexicon import Lexicon
from .options.effort import effort_options, note_tables, player_from
from .options.inputs import letters_from, lexicon_option, load_lexicon, rules_options, ruleset_from
from .options.opponents import opponents_option
from .options.typed_view import names_of_view, view_from, view_options
from .terminal.json_answer import write_json
from .views.thinking import advice_until_stopped, live_table

_FIGURES: Final = tuple(
    f"{what}{kind}" for what in ("win", "margin") for kind in ("", "_se", "_loss", "_loss_se")
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
@view_options
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
    help="How many plans.",
)
@lexicon_option
@rules_options
@click.option("--json", "as_json", is_flag=True, help="Write JSON, with all plans.")
@click.pass_context
def command(  # noqa: PLR0913 (one for each option)
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
    ruleset_name: str,
    stacking: str | None,
    as_json: bool,
    **view: Any,
) -> None:
    """Show the best plans for a turn: words, patent, and the cards to discard.

    Give a recorded game in FILE, or what you see at the table: your HAND and COMMUNITY with the
    options down to --final-round, or all of it in one --table. Each simulated game deals the hidden
    cards anew. Ctrl-C stops early and shows the advice so far.
    """
    if table_text is not None:
        _check_alone(ctx, "--table", [*view, "player", "file_or_hand", "community"])
        lexicon = load_lexicon(lexicon_name)
        seen = SeenState.parse(table_text, lexicon, ruleset_from(ruleset_name, stacking))
        names: Sequence[str] = names_of_view(seen)
    elif file_or_hand is None:
        raise click.UsageError(
            "Nothing is given to advise on; give FILE, or HAND and COMMUNITY, or --table."
        )
    elif community is None:
        seen, lexicon, names = _from_file(ctx, file_or_hand, player, lexicon_name, view)
    else:
        if player is not None:
            raise click.UsageError("--player goes with FILE; HAND is that of the player to act.")
        ruleset = ruleset_from(ruleset_name, stacking)
        lexicon = load_lexicon(lexicon_name)
        seen = view_from(file_or_hand, community, view, ruleset, lexicon)
        names = names_of_view(seen)
    # What is not compiled is compiled, which is said, before there is a live table.
    advise(seen, lexicon, playouts=MIN_PLAYOUTS, opponents=taken_for)
    think = functools.partial(
        advise, seen, lexicon, seconds=seconds, playouts=playouts, seed=seed, opponents=taken_for
    )
    with contextlib.nullcontext() if as_json else live_table(top) as show:
        advice = advice_until_stopped(think, show)
    note_tables(lexicon.name, advice.tables, advice.own_tables)
    evaluation = Evaluation.of(lexicon.digest)
    if as_json:
        _write_json(advice, seen, evaluation, names)
        return
    # Here, because rich comes along.
    from .terminal.console import new_console, print_indented, print_table
    from .views.advice import advice_lines, advice_table

    print_table(advice_table(advice, top))
    console = new_console()
    console.print()
    for line in advice_lines(advice, top, seen, evaluation, names):
        print_indented(console, line)
    if seen.phase is Phase.START:
        console.print(f'\nTable: "{seen}"', soft_wrap=True, highlight=False)


def _check_alone(ctx: click.Context, option: str, names: Sequence[str]) -> None:
    """Raises click.UsageError if one of the other options and arguments is given."""
    for parameter in ctx.command.params:
        given = ctx.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if parameter.name in names and given and ctx.params.get(parameter.name) is not None:
            other = parameter.opts[0] if parameter.param_type_name == "option" else "HAND or FILE"
            raise click.UsageError(f"{other} does not go with {option}, which says all that.")


def _from_file(
    ctx: click.Context,
    file: str,
    player: str | None,
    lexicon_name: str,
    view: Mapping[str, Any],
) -> tuple[SeenState, Lexicon, Sequence[str]]:
    """The view of the player who is asked at the end of a record."""
    from .options.records import load_game

    hand = letters_from(file)
    if hand.isascii() and hand.isalpha() and not os.path.exists(file):  # noqa: PTH110 (never raises)
        raise click.UsageError(
            f"There is no file {file}. If it is your hand, the community is missing: give"
            ' JWLEANZ EES --opponent "".'
        )
    options = {option.name: option.opts[0] for option in ctx.command.params}
    for name in (*view, "ruleset_name", "stacking"):
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"{options[name]} does not go with the record of a game, which says all that; give"
                " HAND and COMMUNITY to type in what you see."
            )
    is_given = ctx.get_parameter_source("lexicon_name") is ParameterSource.COMMANDLINE
    game = load_game(file, lexicon_name if is_given else None)
    state = game.state
    viewer = state.to_act if player is None else player_from(player, game.names)
    lexicon = state.lexicon
    assert isinstance(lexicon, Lexicon)
    return state.seen_by(viewer), lexicon, game.names


def _write_json(
    advice: Advice, seen: SeenState, evaluation: Evaluation, names: Sequence[str]
) -> None:
    document = {
        **{
            field.name: getattr(advice, field.name)
            for field in dataclasses.fields(advice)
            if field.name not in {"plans", "leader"}
        },
        "opponents": advice.opponents.value,
        "table": str(seen) if seen.phase is Phase.START else None,
        "difference": difference(*advice.plans[:2]) if len(advice.plans) > 1 else None,
        "plans": [
            {
                **ranked_to_dict(ranked),
                "reasons": list(reasons(ranked.plan, seen, evaluation, names)),
            }
            for ranked in advice.plans
        ],
    }
    write_json(document)


def ranked_to_dict(ranked: RankedPlan) -> dict[str, object]:
    """A plan and what became of it as plain data; what is not known is null."""
    figures = {name: getattr(ranked, name) for name in _FIGURES}
    return {
        **ranked.plan.to_dict(),
        "playouts": ranked.playouts,
        # JSON has no NaN.
        **{name: value if math.isfinite(value) else None for name, value in figures.items()},
        "whole": ranked.whole,
    }
