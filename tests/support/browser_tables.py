"""Tables as a page asks for them, and what the library answers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from benchmarks.bench_certainty import positions
from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.advisor import Evaluation, advise
from letter_tycoon_solver.advisor.simulation import Simulation, candidates_of
from letter_tycoon_solver.game import SeenState
from letter_tycoon_solver.game.table import Opponents
from letter_tycoon_solver.rules.cards import CARD_COUNT, LETTERS
from letter_tycoon_solver.web.advice import Stream, _advice_json
from letter_tycoon_solver.web.plans import hint, view_of
from letter_tycoon_solver.web.schema import Table

_OWN = ("", "BJKXZ", "BJKVXZ", "A", "SV", "", "EKZ")
_WITH_Q = ("AQ", "BJKQVXZ")
_DECK = "".join(letter * n for letter, n in CARD_COUNT.items())
_ALPHABET = [*LETTERS]
_HAND: dict[str, Any] = {"hand": "JWLEANZ", "community": "EES"}
_NEAR_THE_GOAL = _HAND | {"patents": "ADEINO", "opponents": [{"patents": "T"}]}
_SELDOM: list[dict[str, Any]] = [
    {"hand": "JVVWWXZ", "community": "CCQ", "opponents": [{}]},
    _NEAR_THE_GOAL,
    _NEAR_THE_GOAL | {"ruleset": "reference-manual"},
    _HAND | {"opponents": [{"patents": "AEJLNSWZ"}]},
    _HAND | {"patents": "K", "opponents": [{"patents": "E"}, {}], "goal": 20},
]
"""Tables that say what few others do: exchange, reach the goal, buy nothing, another goal."""
_FOLLOWED: dict[str, Any] = {
    "hand": "ADEINRT",
    "community": "EEO",
    "patents": "Q",
    "money": 4,
    "opponents": [{"patents": "K", "money": 5, "stock": 2}, {}],
    "round": 12,
    "start": 1,
}
_AT_THE_GOAL = {"patents": "AEIORST", "money": 2, "stock": 1}
_OF_A_GAME: list[dict[str, Any]] = [
    _FOLLOWED | {"discards": "?BBCCFFGGHH?"},
    # Few cards in the deck, and none: then discards come again.
    _FOLLOWED | {"discards": "AAAABBCCDDEEEEEEFFGGGHHHIIIIJKLLLMMNNNOOOOPPRRRSSSSTTTTUUUVVWWXY???"},
    _FOLLOWED
    | {"discards": "AAAABBCCDDEEEEEEFFGGGHHHIIIIJKLLLMMNNNOOOOPPRRRSSSSTTTTUUUVVWWXYYZ" + "?" * 12},
    _FOLLOWED | {"discards": "QXZJK", "opponents": [_AT_THE_GOAL], "round": 14, "final_round": 14},
    _FOLLOWED
    | {"discards": "QXZJK", "opponents": [_AT_THE_GOAL], "round": 14, "final_round": 15}
    | {"ruleset": "reference-manual", "replaced": True},
]
"""Tables of games that were followed: with discards, the round, and a last one."""


def random_table(rng: random.Random, number: int) -> dict[str, Any]:
    """A table; one in five is not full, one in twenty has the player own Q.

    One in seven has more dollars or stock than the first rounds bring.
    """
    n_hand, n_community = (7, 3) if number % 5 else (rng.randint(1, 7), rng.randint(0, 3))
    cards, own = "".join(rng.sample(_DECK, 10)), _OWN[number % len(_OWN)]
    if number % 20 == 7:
        own = rng.choice(_WITH_Q)
    rivals = [""] * rng.randint(0, 4)
    for letter in rng.sample([a for a in _ALPHABET if a not in own], rng.randint(0, 12)):
        if rivals:
            rivals[rng.randrange(len(rivals))] += letter
    return {
        "hand": cards[:n_hand],
        "community": cards[7 : 7 + n_community],
        "patents": own,
        "money": rng.randint(0, 25),
        "stock": rng.choice((1, 5, 60)) if number % 7 == 3 else 0,
        "opponents": [
            {"patents": owned, "money": rng.choice((3, 200)), "stock": rng.choice((2, 90))}
            if number % 7 == 3
            else {"patents": owned}
            for owned in rivals
        ],
        "ruleset": rng.choice(("rulebook", "rulebook", "online", "reference-manual")),
        "replaced": number % 60 == 7,
        "goal": None if number % 5 else 20 + number % 30,
    }


def answered(lexicon: Lexicon, n: int, seed: int = 25) -> list[tuple[dict[str, Any], Any]]:
    """So many tables with the library's answers."""
    rng = random.Random(seed)
    tables = [random_table(rng, number) for number in range(n)]
    return [
        (one, msgspec.to_builtins(hint(msgspec.convert(one, Table), lexicon)))
        for one in [*tables, *_OF_A_GAME]
    ]


def asked_and_advised(lexicon: Lexicon, n: int) -> list[tuple[list[Any], Any]]:
    """So many questions for advice: table, opponents, games; with what the server would say last.

    Every kind of opponents, every other time experts.
    """
    kinds, playouts = list(Opponents), (60, 1_500, 12_000)
    able = (
        _SELDOM
        + _OF_A_GAME
        + [table for table, told in answered(lexicon, 3 * n, seed=9) if not told["advice_needs"]]
    )
    found = []
    for number, table in enumerate(able[:n]):
        against = kinds[number // 2 % len(kinds)] if number % 2 else Opponents.STATIC
        games = playouts[number % len(playouts)]
        view = view_of(msgspec.convert(table, Table), lexicon)
        advice = advise(view, lexicon, playouts=games, opponents=against)
        told = _advice_json(advice, Stream(view, lexicon, 1.0, "", against), final=True)
        found.append(([table, against.value, games], msgspec.to_builtins(told)))
    return found


def played_tables(lexicon: Lexicon, n: int) -> Iterator[dict[str, Any]]:
    """Tables of so many games of static players, one of each."""
    for seen in positions(lexicon, n):
        you, opponent = (seen.seats[at] for at in seen.clockwise_from(seen.active))
        owned = [
            {"patents": one.patents, "money": one.money, "stock": one.stock}
            for one in (you, opponent)
        ]
        hand = {"hand": you.hand, "community": seen.community}
        yield hand | owned[0] | {"opponents": owned[1:]}


def wins(view: SeenState, lexicon: Lexicon, notations: list[str], games: int) -> list[float]:
    """The share of the same whole games that each of these turns wins."""
    evaluation = Evaluation.of(lexicon.digest)
    by_name = {one.turn.notation: one for one in candidates_of(view, lexicon, evaluation)}
    whole = Simulation.of(view, evaluation, 25).to_the_end()
    with ThreadPoolExecutor() as threads:
        plans = [by_name[notation] for notation in notations]
        _, won = whole.play(plans, 0, games, lexicon, threads)
    return [float(row.mean()) for row in won]
