"""Tables that somebody types, reached in a game or not: every kernel answers, or one error does.

Each number is at 0, at its bound, past it, or in between. Whatever is answered the referee accepts.
"""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from support.selection import quick

from letter_tycoon_solver import InvalidInputError, Lexicon, adjudicate, best_turns
from letter_tycoon_solver.advisor import advise
from letter_tycoon_solver.game import SeenState
from letter_tycoon_solver.game.table import MAX_ROUND
from letter_tycoon_solver.rules.cards import CARD_COUNT, LETTERS, PATENT_COST
from letter_tycoon_solver.rules.position import MAX_MONEY
from letter_tycoon_solver.rules.ruleset import PRESETS, Ruleset

A_PART = 60
PLAYOUTS = 16


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load()


def amount(rng: random.Random) -> int:
    """Dollars or stock: mostly of a game, at times at the bound or past it."""
    ordinary = rng.randrange(60)
    return rng.choices([0, ordinary, MAX_MONEY, MAX_MONEY + 1, -1], [30, 60, 5, 1, 1])[0]


def typed(rng: random.Random, lexicon: Lexicon) -> dict[str, Any]:
    """The arguments of `SeenState.at_table`."""
    ruleset = rng.choice(sorted(PRESETS.values(), key=repr))
    cards = [letter for letter, n in CARD_COUNT.items() for _ in range(n)]
    rng.shuffle(cards)
    hand, community, rest = cards[:7], cards[7:10], cards[10:]
    n_opponents = rng.choices([1, 2, 3, 4, 5], [30, 30, 20, 20, 1])[0]
    letters = rng.sample(LETTERS, 26)
    holdings = []
    for _ in range(n_opponents + 1):
        n = rng.choices([0, 1, 2, 3, 7, 12], [30, 30, 20, 20, 8, 2])[0]
        letters, own = letters[n:], "".join(letters[:n])
        holdings.append((own, amount(rng), amount(rng)))
    n_seen, n_unseen = rng.choice([(0, 0), (9, 0), (0, 12), (20, 10), (50, 0), (60, 10)])
    goal = ruleset.goals[n_opponents + 1] if n_opponents < 5 else 0
    is_reached = any(sum(PATENT_COST[a] for a in own) >= goal for own, *_ in holdings)
    round_ = rng.choices([None, 1, 7, MAX_ROUND, MAX_ROUND + 1, 0], [50, 20, 20, 8, 1, 1])[0]
    last = (round_ or 1) + rng.choice([0, 1]) if is_reached != (rng.random() < 0.02) else None
    (patents, money, stock), *opponents = holdings
    return {
        "hand": "".join(hand),
        "community": "".join(community),
        "patents": patents,
        "money": money,
        "stock": stock,
        "opponents": opponents,
        "discards": "".join(rest[:n_seen]) + "?" * n_unseen,
        "round": round_,
        "start_player": rng.choices([None, n_opponents, n_opponents + 1], [80, 19, 1])[0],
        "final_round": last,
        "replaced": rng.random() < (0.5 if "Q" in patents else 0.02),
        "lexicon": lexicon,
        "ruleset": ruleset,
    }


def check_answers(seen: SeenState, lexicon: Lexicon, ruleset: Ruleset) -> None:
    position = seen.position
    turns = best_turns(seen, lexicon, limit=12)
    assert len(turns)
    advice = advise(seen, lexicon, playouts=PLAYOUTS, seed=1)
    for turn in (*turns, *(plan.turn for plan in advice.turns)):
        if turn.play is not None:
            play = turn.play
            judged = adjudicate(
                position, play.words, lexicon=lexicon, ruleset=ruleset, doublers=play.doublers
            )
            assert (judged.money, judged.stock, judged.royalties) == (
                play.money, play.stock, play.royalties,
            )  # fmt: skip
        if turn.buy:
            assert turn.play is not None
            assert turn.buy in turn.play.purchasable
    chances = [plan.win for plan in advice.turns if not math.isnan(plan.win)]
    assert all(0.0 <= chance <= 1.0 for chance in chances)


@pytest.mark.parametrize("part", quick(1, range(26)))
def test_every_table_gets_answers_or_one_error(lexicon: Lexicon, part: int) -> None:
    n_read = 0
    for number in range(part * A_PART, (part + 1) * A_PART):
        table = typed(random.Random(number), lexicon)
        try:
            seen = SeenState.at_table(**table)
        except InvalidInputError:
            continue
        check_answers(seen, lexicon, table["ruleset"])
        n_read += 1
    assert n_read > A_PART // 3
