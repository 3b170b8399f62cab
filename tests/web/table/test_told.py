"""Turns told in the browser: words lie in the same ways as in Python, and are told on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from support.browser import Scripts
from support.games import make_state
from support.table_games import table_json
from support.told import PLAYERS, TURNS

from letter_tycoon_solver.errors import IllegalPlay, InvalidInputError, sentence
from letter_tycoon_solver.game import SeenState, lay
from letter_tycoon_solver.game.turns import ways_to_lay
from letter_tycoon_solver.rules.cards import CARD_COUNT, HIDDEN
from letter_tycoon_solver.rules.play import COMMUNITY, HAND, Play, parse_words
from letter_tycoon_solver.rules.ruleset import PRESETS

DECK = "".join(letter * n for letter, n in CARD_COUNT.items())


def table_of(seen: SeenState) -> dict[str, Any]:
    """A view at the start of a turn, as rules.js has it."""
    return {
        **table_json(seen),
        "names": [f"P{player}" for player in range(len(seen.seats))],
        "rules": seen.ruleset.to_dict(),
        "goal": seen.goal,
        "known": [HIDDEN not in seat.hand for seat in seen.seats],
        "done": None,
    }


def views(n: int) -> Iterator[tuple[SeenState, str]]:
    """Views of a player who has the turn or another one, and words that may lie there."""
    rng = random.Random(4)
    for number in range(n):
        n_players = rng.randint(2, 4)
        cards = rng.sample(DECK, 7 * n_players + 3)
        hands = ["".join(cards[7 * at : 7 * at + 7]) for at in range(n_players)]
        community = "".join(cards[-3:])
        owned: list[str] = [""] * n_players
        for letter in "BJKVXZU":
            if rng.random() < 0.5:
                owned[0 if rng.random() < 0.6 else rng.randrange(n_players)] += letter
        ruleset = rng.choice(list(PRESETS.values()))
        state = make_state(
            hands, community, patents=owned, money=[rng.randint(0, 9)] * n_players,
            n_discards=rng.randint(0, 30), ruleset=ruleset, round=40,
        )  # fmt: skip
        seen = state.seen_by(number % n_players)
        yield (
            seen,
            " & ".join(word(rng, hands[0] + community) for _ in range(rng.choice((1, 1, 2)))),
        )


def word(rng: random.Random, cards: str) -> str:
    """Letters of these cards, often one more of them, an S at the end, or one of another letter."""
    letters = rng.sample(cards, rng.randint(2, 6))
    letters += rng.choice(("", "", letters[0], "S", "Y", rng.choice("EASY")))
    text = "".join(letters)
    return text if rng.random() < 0.2 else text.lower()


def by_python(seen: SeenState, text: str) -> dict[str, Any]:
    try:
        ways = ways_to_lay(seen, lay(*parse_words(text)))
    except (IllegalPlay, InvalidInputError) as error:
        return {"ways": [], "refusal": sentence(error)}
    return {"ways": [as_script(play, len(seen.seats)) for play in ways], "refusal": ""}


def as_script(play: Play, n_players: int) -> dict[str, Any]:
    def cards(source: str) -> str:
        return "".join(sorted("".join(word.letters_from(source) for word in play.words)))

    return {
        "notation": play.notation,
        "money": play.money,
        "stock": play.stock,
        "royalties": [0, *play.royalties][:n_players],
        "purchasable": play.purchasable,
        "community": cards(COMMUNITY),
        "hand": cards(HAND),
    }


def check_ways(scripts: Scripts, n: int) -> None:
    asked = list(views(n))
    found = scripts.call("told.mjs", "read", [[table_of(seen), text] for seen, text in asked])
    wanted = [by_python(seen, text) for seen, text in asked]
    several = Counter(min(len(one["ways"]), 3) for one in wanted)
    assert min(several[n] for n in range(4)) > len(wanted) // 50
    for (seen, text), one, other in zip(asked, wanted, found, strict=True):
        assert other["ways"] == one["ways"], (text, seen)
        assert bool(other["refusal"]) == bool(one["refusal"]), (text, seen)
        if "cards that are not there" in one["refusal"]:
            assert sentence(ValueError(other["refusal"])) == one["refusal"]


def test_words_lie_in_the_same_ways(scripts: Scripts) -> None:
    check_ways(scripts, 400)


@pytest.mark.soak
def test_many_words_lie_in_the_same_ways(scripts: Scripts) -> None:
    check_ways(scripts, 6_000)


def test_an_event_becomes_a_draft_and_is_told_again(scripts: Scripts) -> None:
    """A correction that changes nothing does the same."""
    hands = ["", "BDEGISU", ""]
    header = {
        "players": PLAYERS, "first": 0, "hands": hands, "community": "EWY", "rules": {},
        "lexicon": {"name": "enable", "sha256": ""},
    }  # fmt: skip
    lines = []
    for turn in TURNS:
        text, drew, came = turn.told
        lines.append(text + (f" < {drew}" if drew else "") + (f" > {came}" if came else ""))
    assert scripts.call("told.mjs", "retold", [[header, lines]]) == [[]]
