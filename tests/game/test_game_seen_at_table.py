"""Views of a table from what a person sees, and in one line of text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from support.games import WORDS, automatic, short_words
from support.records import NAMES, act

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import Game, Phase, SeenState, TurnSoFar
from letter_tycoon_solver.rules.cards import LETTERS
from letter_tycoon_solver.rules.ruleset import ONLINE, REFERENCE_MANUAL, RULEBOOK, Ruleset

GOOD = "AEJLNWZ EES E:3:0/KQ:5:1 1 CATS 1 4 0 - start"
RULES = [
    RULEBOOK,
    replace(ONLINE, challenge=automatic(2).challenge),
    REFERENCE_MANUAL,
    Ruleset(hand_size=4, community_size=0),
]


def views(seed: int, ruleset: Ruleset, n_actions: int = 400) -> list[SeenState]:
    """Every view, whenever a turn begins or is begun again, or a card pays for words."""
    game = Game([*NAMES, "Eve"], seed, short_words(), ruleset)
    act(game, n_actions)
    starts = [state for state in game.states if state.phase in (Phase.START, Phase.PENALTY)]
    return [state.seen_by(player) for state in starts for player in range(4)]


@pytest.mark.parametrize("ruleset", RULES, ids=range(4))
def test_a_view_reads_back(ruleset: Ruleset) -> None:
    for seen in views(3, ruleset):
        text = str(seen)
        assert "\n" not in text
        assert SeenState.parse(text, short_words(), ruleset) == seen
        assert SeenState.parse(f"  {text.lower()}\n", short_words(), ruleset) == seen


def test_a_replaced_card_and_refused_words_read_back() -> None:
    found = [str(seen).split()[-1] for seen in views(3, RULES[1])]
    assert {"start", "start+1"} <= set(found)
    assert "penalty" in {str(seen).split()[-1] for seen in views(3, RULEBOOK)}
    assert SeenState.parse(f"{GOOD}+2", WORDS, RULES[1]).turn.failed_words == 2
    replaced = SeenState.parse(f"{GOOD}+q", WORDS)
    assert replaced == replace(SeenState.parse(GOOD, WORDS), turn=TurnSoFar(replaced=True))
    assert str(replaced) == f"{GOOD}+q"


def test_the_table_that_is_typed_is_the_view_of_the_game() -> None:
    """Players are told from the viewer on, and what is left out can be said."""
    checked = 0
    for seen in views(4, RULEBOOK):
        if seen.viewer != seen.active or seen.phase is not Phase.START:
            continue
        order = seen.clockwise_from(seen.viewer)
        you, *others = (seen.seats[player] for player in order)
        typed = SeenState.at_table(
            you.hand.lower(),
            seen.community,
            patents=you.patents,
            money=you.money,
            stock=you.stock,
            opponents=[(seat.patents, seat.money, seat.stock) for seat in others],
            discards=seen.discards,
            round=seen.round,
            start_player=order.index(seen.start_player),
            final_round=seen.final_round,
            replaced=seen.turn.replaced,
            lexicon=short_words(),
        )
        assert typed.seats == (you, *others)
        assert typed == replace(
            seen, seats=(you, *others), viewer=0, active=0, to_act=0,
            start_player=typed.start_player,
        )  # fmt: skip
        assert SeenState.parse(str(typed), short_words()) == typed
        checked += 1
    assert checked > 20


def test_what_is_left_out_is_inferred() -> None:
    seen = SeenState.at_table("jwleanz", "see", opponents=["E", ""], lexicon=WORDS)
    assert str(seen) == "AEJLNWZ EES -:0:0/E:0:0/-:0:0 0 - 0 1 0 - start"
    assert seen.deck_size == 102 - 21 - 3
    assert seen.seats[1].hand == "?" * 7
    assert (seen.round, seen.start_player) == (1, 0)
    assert set(seen.unseen) == set(LETTERS)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hand": "JWLEAN"}, "hand AEJLNW has 6 cards"),
        ({"community": "EE"}, "community EE has 2 cards"),
        ({"money": -1}, "money is -1"),
        ({"stock": -1}, "your stock is -1"),
        ({"opponents": ["", ("E", -3, 0)]}, "money of opponent 2 is -3"),
        ({"opponents": [("E", 0, "x")]}, "stock of opponent 1"),
        ({"opponents": []}, "one item per opponent"),
        ({"opponents": "E"}, "one item per opponent"),
        ({"opponents": [("E", 3)]}, "patents, money and stock"),
        ({"opponents": [""] * 5}, "5 opponents"),
        ({"patents": "E", "opponents": ["E"]}, "patent E is owned 2 times"),
        ({"discards": "Z"}, "Z"),
        ({"round": 0}, "the round is 0"),
        ({"start_player": 2}, "start player is 2"),
        ({"final_round": 3}, "not reached"),
        ({"replaced": True}, "does not own Q"),
        ({"replaced": 1}, "replaced is 1"),
        ({"ruleset": "online"}, "Ruleset"),
        ({"lexicon": "WORDS"}, "Lexicon"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {
        "hand": "JWLEANZ", "community": "EES", "opponents": [""], "lexicon": WORDS, **changes
    }  # fmt: skip
    with pytest.raises(InvalidInputError, match=message):
        SeenState.at_table(**given)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" start", "", "9 fields"),
        ("AEJLNWZ", "AEJLN1Z", "hand"),
        ("AEJLNWZ", "AEJLNZ", "does not have 7 cards"),
        ("E:3:0/KQ:5:1", "E:3:0", "2 to 5"),
        ("E:3:0/", "E:3/", "patents:money:stock"),
        ("E:3:0/", "E:x:0/", "the money is 'x'"),
        ("E:3:0/", "Q:3:0/", "owned twice"),
        (" 1 CATS", " 2 CATS", "the viewer is '2'"),
        ("CATS", "ZATS", "more cards Z"),
        (" 4 0 ", " 0 0 ", "round"),
        (" 0 - ", " 0 3 ", "last round|final_round"),
        ("start", "purchase+JeWeLs", "start of a turn only"),
        ("start", "start+5", "failed"),
    ],
)
def test_a_text_that_is_no_view_is_refused(old: str, new: str, message: str) -> None:
    assert str(SeenState.parse(GOOD, WORDS)) == GOOD
    with pytest.raises(InvalidInputError, match=message):
        SeenState.parse(GOOD.replace(old, new, 1), WORDS)


def test_a_view_in_another_phase_is_told_and_not_read() -> None:
    game = Game(NAMES, 3, short_words())
    while game.state.phase is not Phase.CHALLENGE:
        act(game, 1)
    text = str(game.state.seen_by(0))
    assert text.rsplit(maxsplit=1)[-1].startswith("challenge+")
    with pytest.raises(InvalidInputError, match="start of a turn only"):
        SeenState.parse(text, short_words())
    with pytest.raises(InvalidInputError, match="text of a view"):
        SeenState.parse(7, short_words())  # type: ignore[arg-type]
