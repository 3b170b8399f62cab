"""The choices that an analysis takes from a tracked game: own turns, by what was known then."""

from __future__ import annotations

import pytest
from support.no_jit import NO_JIT
from support.simulated_games import word_list

from letter_tycoon_solver.advisor import analyze
from letter_tycoon_solver.advisor.decisions import played_in
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import Phase, TrackedGame


def tracked() -> TrackedGame:
    """Three turns, one of them own."""
    game = TrackedGame.start(
        ["left", "me"],
        seat="me",
        hand="CATSEEN",
        community="EES",
        first="left",
        lexicon=word_list(),
    )
    game.observe("exchange ??")
    game.act("CAT", drew="ABO")
    game.observe("exchange ??")
    return game


@pytest.mark.skipif(NO_JIT, reason="whole games take too long in plain Python")
def test_own_turns_are_judged_by_what_was_known_then() -> None:
    game = tracked()
    analysis = analyze(game, word_list(), playouts=16)
    (decision,) = analysis.decisions
    assert (decision.round, decision.player) == (1, 1)
    assert decision.played.notation == "CAT"
    assert analysis.victories is None
    (summary,) = analysis.summaries()
    assert summary.name == "me"
    # What came later makes no difference.
    game.act("exchange nothing", drew="")
    again = analyze(game, word_list(), playouts=16)
    assert again.decisions[:1] == analysis.decisions
    assert len(again.decisions) == 2


def test_turns_whose_cards_are_not_known() -> None:
    with pytest.raises(InvalidInputError, match="cards are not known"):
        analyze(tracked(), word_list(), players=[0])
    keeper = TrackedGame.start(["a", "b"], community="EES", first="a", lexicon=word_list())
    keeper.push("exchange ??")
    with pytest.raises(InvalidInputError, match="cards are not known"):
        analyze(keeper, word_list())


def test_a_turn_that_is_not_told_to_its_end_is_not_judged_yet() -> None:
    game = tracked()
    before = played_in(game).choices
    game.act("ENSE, challenged by left", community="", drew="")
    assert game.seen.phase is Phase.PENALTY
    assert played_in(game).choices == before
    game.act("discard N", drew="U")
    after = played_in(game).choices
    assert after[:-1] == before
    assert (after[-1].taken_back, after[-1].plan.discards) == ("ENSE", "N")
