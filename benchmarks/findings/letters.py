"""Which letters to keep, to hold and to deny?

Kept: in games in which cards are kept by chance, what such a card adds to the next turn (see
fit_kept). In the first hand, and in the first community: one card is changed for one of the deck,
and the game is played as well. Rules: players who leave out one of them, against players with all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from letter_tycoon_solver._kernels import game_layouts
from letter_tycoon_solver.advisor import Evaluation
from letter_tycoon_solver.advisor.training import (
    Match,
    RandomKeeping,
    SelfPlay,
    fit_community,
    fit_kept,
    play_match,
)
from letter_tycoon_solver.rules.cards import LETTERS
from letter_tycoon_solver.rules.ruleset import RULEBOOK

from .drawing import Look, draw_rows, finish, legend_below, new_figure
from .estimates import (
    N_GROUPS,
    Data,
    Estimate,
    as_estimate,
    dollars,
    estimate,
    of_groups,
    percent,
    table,
    whole,
)
from .finding import Finding, Run
from .games import Games

if TYPE_CHECKING:
    from matplotlib.figure import Figure

N_GAMES: Final = 3_000
"""Games of self-play in each of N_GROUPS groups."""
N_DEALS: Final = {2: 3_000, 4: 2_000}
"""In which cards are changed."""
N_MATCH: Final = 12_000


def measure(run: Run) -> Data:
    """Measure the worth of cards, and what the rules about them win."""
    evaluation = Evaluation.of(run.lexicon.digest)
    return {
        "kept": _by_group(
            run,
            1,
            RandomKeeping(evaluation),
            lambda games: fit_kept(games, 2)[0],
        ),
        "left": _by_group(run, 2, Match(evaluation, evaluation), fit_community),
        "first": {str(n): _changed(run, n) for n in N_DEALS},
        "without": _without(run, evaluation),
    }


def _by_group(
    run: Run,
    number: int,
    policy: RandomKeeping | Match,
    fit: Callable[..., Mapping[str, float]],
) -> dict[str, Estimate]:
    """The estimate of a regression for each letter, over groups of games."""
    found = []
    for group in range(N_GROUPS):
        games = SelfPlay(2, policy, run.seed * 1_000 + 100 * number + group)
        with run.one_thread() as executor:
            found.append(fit(games.play(run.n(N_GAMES, least=16), run.lexicon, executor)))
    return {letter: of_groups([one[letter] for one in found]) for letter in LETTERS}


def _changed(run: Run, n_players: int) -> Data:
    """The first player's gain by such a card, by letter: in the hand, and in the community."""
    games = Games(run.lexicon, n_players, run.seed + n_players)
    random = np.random.default_rng([run.seed, n_players])
    gains: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for number in range(run.n(N_DEALS[n_players])):
        state = games.deal(number)
        names, states = [], [state]
        for where, pile, size in (
            ("hand", 0, RULEBOOK.hand_size),
            ("community", game_layouts.COMMUNITY_PILE, RULEBOOK.community_size),
        ):
            place = int(random.integers(size))
            for letter in LETTERS:
                changed = state.with_card(letter, pile, place)
                if changed is not None:
                    names.append((where, letter))
                    states.append(changed)
        ends = games.finished(states)
        lead, win = ends.leads[:, 0], ends.wins[:, 0]
        for at, name in enumerate(names, 1):
            gains[name].append((lead[at] - lead[0], win[at] - win[0]))
    return {
        where: {
            letter: {
                what: estimate([pair[at] for pair in gains[where, letter]])
                for at, what in enumerate(("margin", "win"))
            }
            for letter in LETTERS
            if len(gains[where, letter]) > 1
        }
        for where in ("hand", "community")
    }


RULES: Final = {
    "keep the cards that are worth it": "keep",
    "the card not drawn": "draw",
    "hold letters of free patents": "hold",
    "deny them": "deny",
    "new cards for the others": "refill",
    "all of these": "all",
}
SHARES: Final = ("draw", "hold", "deny", "refill")


def _without(run: Run, evaluation: Evaluation) -> dict[str, Estimate]:
    """The share of games against players with all rules that those win who leave one out."""
    results = {}
    with run.one_thread() as executor:
        for at, rule in enumerate(RULES.values()):
            results[rule] = play_match(
                Match(without(evaluation, rule), evaluation),
                run.n(N_MATCH),
                run.seed * 1_000 + at,
                run.lexicon,
                executor,
            )
    return {rule: as_estimate(of.win, of.win_se, run.n(N_MATCH)) for rule, of in results.items()}


def without(evaluation: Evaluation, rule: str) -> Evaluation:
    """The tables without one of RULES, for two players."""
    left_out = SHARES if rule == "all" else (rule,) if rule in SHARES else ()
    fitted = evaluation.fitted_for(2)
    for share in left_out:
        fitted = replace(fitted, **{share: 0.0})  # type: ignore[arg-type]
    changed = replace(evaluation, fitted={**evaluation.fitted, 2: fitted})
    return replace(changed, balance=((0.0,),)) if rule in ("keep", "all") else changed


def texts(data: Data) -> Mapping[str, str]:
    """The table of rules, and the orders."""
    kept = data["kept"]
    by_kept = sorted(LETTERS, key=lambda letter: -kept[letter]["mean"])
    first = data["first"]["2"]
    rules = [[name, percent(data["without"][rule])] for name, rule in RULES.items()]
    by_hand = sorted(first["hand"], key=lambda letter: -first["hand"][letter]["margin"]["mean"])
    by_four = data["first"]["4"]["hand"]
    return {
        "letter_rules": table(["without", "wins"], rules),
        "kept_order": " ".join(by_kept),
        "hand_order": " ".join(by_hand[:6]),
        "hand_order_4": " ".join(
            sorted(by_four, key=lambda letter: -by_four[letter]["margin"]["mean"])[:6]
        ),
        **{f"kept_{letter}": f"{kept[letter]['mean']:+.1f}" for letter in LETTERS},
        "without_keep_mean": f"{100 * data['without']['keep']['mean']:.0f}",
        **{
            f"{where}_{letter}_mean": whole(first[where].get(letter, {}).get("margin"))
            for where in ("hand", "community")
            for letter in "JBX"
        },
        **{
            f"hand_{letter}": dollars(first["hand"][letter]["margin"])
            for letter in "JBXQ"
            if letter in first["hand"]
        },
        **{
            f"community_{letter}": dollars(first["community"][letter]["margin"])
            for letter in "JBXQ"
            if letter in first["community"]
        },
    }


def draw(data: Data, look: Look) -> Figure:
    """Draw what cards add to the next turn, kept or left to the next player."""
    figure, axes = new_figure(look, 6.4)
    kept = data["kept"]
    names = sorted(LETTERS, key=lambda letter: -kept[letter]["mean"])
    columns = {
        "kept, for you": [kept[letter] for letter in names],
        "left in the community, for the next": [data["left"][letter] for letter in names],
    }
    draw_rows(axes, look, names, columns)
    finish(axes, look, "A card more or less next turn", "margin of the next turn, $", "card")
    legend_below(figure, look)
    return figure


def draw_first(data: Data, look: Look) -> Figure:
    """Draw what a card at the beginning is worth."""
    figure, axes = new_figure(look, 6.4)
    first = data["first"]["2"]
    names = sorted(first["hand"], key=lambda letter: -first["hand"][letter]["margin"]["mean"])
    columns = {
        where: [first[of].get(letter, {}).get("margin") for letter in names]
        for where, of in (("in the hand", "hand"), ("in the community", "community"))
    }
    draw_rows(axes, look, names, columns)
    title = "One card at the beginning, two players"
    finish(axes, look, title, "margin of the first player at the end, $", "card")
    legend_below(figure, look)
    return figure


FINDING: Final = Finding(
    "letters", measure, texts, {"letters": draw, "letters-first": draw_first}, of_people=True
)
