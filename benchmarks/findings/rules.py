"""The rules in dispute: the same questions under each ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from letter_tycoon_solver.batch import survey
from letter_tycoon_solver.rules.ruleset import (
    ONLINE,
    REFERENCE_MANUAL,
    RULEBOOK,
    Ruleset,
    Stacking,
)

from .drawing import Look, draw_rows, finish, legend_below, new_figure
from .estimates import Data, as_estimate, percent
from .finding import Finding, Run
from .patents import gains_by_round
from .seats import games_by_seat

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RULESETS: Final[Mapping[str, Ruleset]] = {
    "rulebook": RULEBOOK,
    "doublers add": replace(RULEBOOK, stacking=Stacking.ADD),
    "at most one doubler": replace(RULEBOOK, stacking=Stacking.AT_MOST_ONE),
    "online": ONLINE,
    "reference manual": REFERENCE_MANUAL,
}
PLAYERS: Final = (2, 4)
N_GAMES: Final = 8_000
N_HANDS: Final = 50_000
N_DEALS: Final = 2_000
SETS: Final = ("B", "J", "K", "V", "X", "Z", "BJ", "VX", "BJX")
GIVEN: Final = "BJKQVXZE"


def measure(run: Run) -> Data:
    """Games, hands and patents under each ruleset; the same seeds for all."""
    return {name: _of_ruleset(run, ruleset) for name, ruleset in RULESETS.items()}


def _of_ruleset(run: Run, ruleset: Ruleset) -> Data:
    with run.one_thread() as executor:
        hands = survey(
            run.n(N_HANDS, least=20),
            run.lexicon,
            seed=run.seed,
            patent_sets=[*SETS],
            ruleset=ruleset,
            executor=executor,
        )
    return {
        "games": {
            str(n): games_by_seat(run, n, run.n(N_GAMES), run.seed + n, ruleset) for n in PLAYERS
        },
        "hand": {
            "margin": as_estimate(
                hands["none"].margin.mean, hands["none"].margin.standard_error, hands.n
            ),
            "gain": {
                patents: as_estimate(
                    hands[patents].gain_margin.mean,
                    hands[patents].gain_margin.standard_error,
                    hands.n,
                )
                for patents in SETS
            },
        },
        "patents": gains_by_round(run, 2, run.n(N_DEALS), (1,), GIVEN, ruleset)[1],
    }


def texts(data: Data) -> Mapping[str, str]:
    """The figures of games and hands."""
    return {
        **{
            f"rules_{name.split()[0]}_first_{n}": percent(of["games"][n]["win"][0])
            for name, of in data.items()
            for n in map(str, PLAYERS)
        },
        **{
            f"rules_{what}_{key}": f"{number:.{digits}f}"
            for key, name in (
                ("multiply", "rulebook"),
                ("add", "doublers add"),
                ("one", "at most one doubler"),
            )
            for what, digits, number in (
                ("bj", 1, data[name]["hand"]["gain"]["BJ"]["mean"]),
                ("spread", 0, data[name]["games"]["2"]["margin_sd"]),
            )
        },
    }


def draw(data: Data, look: Look) -> Figure:
    """Draw what patents are worth under each ruleset."""
    figure, axes = new_figure(look, 5.4)
    names = list(data["rulebook"]["patents"])
    columns = {
        rules: [of["patents"].get(letter, {}).get("margin") for letter in names]
        for rules, of in data.items()
    }
    draw_rows(axes, look, names, columns)
    title = "Patents under other rules, two players"
    finish(axes, look, title, "margin at the end, owned from the start, $", "patent")
    legend_below(figure, look)
    return figure


FINDING: Final = Finding("rules", measure, texts, {"rules": draw}, of_people=True)
