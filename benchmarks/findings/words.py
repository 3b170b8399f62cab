"""The share of hands with a first word of n letters, and the best plays there can be.

Of random hands with a community, with the words that have at least so many letters: a hand without
a legal play has none of them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.batch import best_possible, survey

from .drawing import Look, draw_lines, finish, legend, new_figure
from .estimates import Data, Estimate, as_estimate, table
from .finding import Finding, Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LISTS: Final = ("enable", "common")
LENGTHS: Final = range(3, 11)
N_HANDS: Final = 200_000
SETS: Final = ("", "B", "J", "K", "V", "X", "Z", "BJ", "BX", "JX", "KX", "JXZ", "BJX", "BJKQVXZ")
"""Sets of patents, for the best plays."""
SHOWN: Final = 3
"""At most so many of the plays that earn the same."""


def measure(run: Run) -> Data:
    """By list and number of letters; and the best plays by patents, exact."""
    lists = {name: run.load(name) for name in LISTS}
    return {
        "hands": run.n(N_HANDS),
        "at_least": {
            name: {str(n): _at_least(run, lexicon, n) for n in LENGTHS}
            for name, lexicon in lists.items()
        },
        "best": {
            name: {patents or "none": _best(lexicon, patents) for patents in SETS}
            for name, lexicon in lists.items()
        },
    }


def _at_least(run: Run, lexicon: Lexicon, n_letters: int) -> Estimate:
    """The share of hands with a word of at least so many letters."""
    words = Lexicon.from_words([word for word in lexicon if len(word) >= n_letters])
    n = run.n(N_HANDS)
    with run.one_thread() as executor:
        # The same hands for all.
        found = survey(n, words, seed=run.seed, patent_sets=["none"], executor=executor)
    share = 1 - found["none"].no_play / n
    return as_estimate(share, math.sqrt(share * (1 - share) / n), n)


def _best(lexicon: Lexicon, patents: str) -> Data:
    best = best_possible(lexicon, patents=patents, limit=SHOWN)
    play = best.plays[0]
    return {
        "margin": play.money + play.stock,
        "money": play.money,
        "stock": play.stock,
        "count": best.count,
        "plays": [one.notation for one in best.plays],
    }


def texts(data: Data) -> Mapping[str, str]:
    """The table of the best plays, and some shares."""
    at_least = data["at_least"]
    best = [
        [
            patents,
            *(str(data["best"][name][patents]["margin"]) for name in LISTS),
            f"`{data['best']['common'][patents]['plays'][0]}`",
        ]
        for patents in data["best"]["enable"]
    ]
    head = ["patents", "worth, ENABLE", "worth, common words", "as with common words"]
    return {
        "hands": f"{data['hands']:,}",
        "best": table(head, best),
        **{
            f"at_least_{n}_{name}": f"{100 * at_least[name][str(n)]['mean']:.0f}"
            for n in LENGTHS
            for name in LISTS
        },
        "best_of_all": str(data["best"]["enable"]["BJKQVXZ"]["margin"]),
        "best_of_all_count": str(data["best"]["enable"]["BJKQVXZ"]["count"]),
        "best_JXZ": str(data["best"]["enable"]["JXZ"]["margin"]),
    }


def draw(data: Data, look: Look) -> Figure:
    """The share of hands by letters."""
    figure, axes = new_figure(look, 3.2)
    lines = {}
    for name, label in zip(LISTS, ("ENABLE", "common words"), strict=True):
        of = data["at_least"][name]
        shares = [{k: 100 * of[str(n)][k] for k in ("mean", "error")} for n in LENGTHS]
        lines[label] = (list(LENGTHS), shares)
    draw_lines(axes, look, lines)
    axes.set_ylim(0, 102)
    finish(axes, look, "The first word", "letters, at least", "hands that have one, %")
    legend(axes, look)
    return figure


FINDING: Final = Finding("words", measure, texts, {"words": draw})
