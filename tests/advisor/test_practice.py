"""Practice: the hands of a day, answers, puzzles from a game, and the box that keeps them."""

from __future__ import annotations

import datetime
import json
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from support.records import CAT, JEWELS, lost

from letter_tycoon_solver import (
    RULEBOOK,
    IllegalPlay,
    InvalidInputError,
    Lexicon,
    TurnKind,
    best_turns,
)
from letter_tycoon_solver.advisor.advice import appraise
from letter_tycoon_solver.advisor.analysis import Effort
from letter_tycoon_solver.advisor.decisions import Choice
from letter_tycoon_solver.advisor.practice import (
    DAYS,
    MAX_POINTS,
    N_HANDS,
    Answer,
    Box,
    Puzzle,
    answered,
    hands_of,
    is_right,
    points_for,
    puzzles_of,
)
from letter_tycoon_solver.advisor.reasons import TOO_MANY_KEPT
from letter_tycoon_solver.game import SeenState
from letter_tycoon_solver.game.actions import IllegalAction

DAY = datetime.date(2026, 11, 22)
NAMES = ("you", "the opponent")


@pytest.fixture(scope="module")
def seen(lexicon: Lexicon) -> SeenState:
    return SeenState.at_table(
        "JWLEANZ", "EES", patents="K", money=3, opponents=[("E", 0, 0)], lexicon=lexicon
    )


# Hands -------------------------------------------------------------------------------------------


def test_the_hands_of_a_day_are_the_same_and_rise_in_patents(lexicon: Lexicon) -> None:
    hands = hands_of(DAY, lexicon)
    assert hands == hands_of(DAY, lexicon)
    # Whoever shares a result has had these cards, with this version and with every later one.
    assert [(hand.position.hand, hand.community) for hand in hands] == [
        ("AEENPRZ", "FHK"),
        ("ACIIRST", "GTU"),
        ("AIILMOX", "FIO"),
        ("ADDGIQR", "COP"),
        ("AAEOORY", "MMN"),
    ]
    assert [len(hand.position.patents) for hand in hands] == list(range(N_HANDS))
    assert [len(*hand.position.opponents) for hand in hands] == list(range(N_HANDS))
    assert not {"Q"} & {patent for hand in hands for patent in hand.position.patents}
    assert all(best_turns(hand, lexicon)[0].kind is TurnKind.WORDS for hand in hands)
    assert hands_of(DAY + datetime.timedelta(1), lexicon) != hands


def test_a_dollar_behind_the_best_costs_a_point() -> None:
    assert [points_for(lost) for lost in (0.0, 0.49, 0.6, 4.2, 99.0)] == [MAX_POINTS, 10, 9, 6, 0]


# Answers -----------------------------------------------------------------------------------------


def test_bare_words_are_laid_in_the_way_that_is_worth_most(seen: SeenState) -> None:
    turns = best_turns(seen, seen.lexicon, limit=None)
    best = turns["JEWELS"]
    short = f"jewels {best.buy} {'-' + best.discards if best.discards else ''}".lower()
    assert answered(short, seen).turn == best
    # What is left out is not done.
    answer = answered("jewels", seen)
    assert (answer.turn.buy, answer.turn.discards) == ("", "")
    assert answer.lost > 0
    assert answer.behind == f"${answer.lost:.1f}"
    assert answer.why(seen, NAMES)[-1].startswith(f"Behind the best, {answer.best.notation}: -$")


def test_no_dollars_stand_for_cards_that_are_never_kept(lexicon: Lexicon) -> None:
    seen = SeenState.at_table("JWLEUUU", "EES", money=3, opponents=["E"], lexicon=lexicon)
    answer = answered("exchange nothing", seen)
    assert answer.turn.equity.leave <= TOO_MANY_KEPT
    assert (answer.behind, points_for(answer.lost)) == ("far", 0)
    last = answer.why(seen, NAMES)[-1]
    assert ", too many cards kept, " in last
    assert "$99" not in last
    turned = Answer(answer.best, answer.turn).why(seen, NAMES)
    assert "Keeps EJLUUUW, more than is ever worth keeping." in turned
    assert ", not too many cards kept, " in turned[-1]


@pytest.mark.parametrize(
    ("text", "error", "part"),
    [
        ("jewlz", InvalidInputError, "JEWLZ is not in the word list enable"),
        ("cat", IllegalPlay, "needs cards that are not there"),
        ("jewels q", IllegalAction, "Q"),
        ("jewels -kk", IllegalAction, "K"),
        ("", InvalidInputError, "has an empty part"),
        ("exchange jj", IllegalAction, "J"),
        ("discard ?", InvalidInputError, "name them"),
    ],
)
def test_what_is_no_turn_is_said(
    seen: SeenState, text: str, error: type[Exception], part: str
) -> None:
    with pytest.raises(error, match=part):
        answered(text, seen)


# Puzzles -----------------------------------------------------------------------------------------


def puzzle_in(seen: SeenState, played: str = "JAWs*K") -> Puzzle:
    decision = replace(
        lost(0.2), played=appraise(played, seen), best=best_turns(seen, seen.lexicon)[0]
    )
    (puzzle,) = puzzles_of([Choice(seen, decision.played, "")], [decision])
    return puzzle


def test_only_mistakes_become_puzzles(seen: SeenState) -> None:
    losses = (0.0, 0.001, 0.05, 0.2)
    decisions = [lost(loss, round=number) for number, loss in enumerate(losses, 1)]
    choices = [Choice(seen, CAT, "")] * len(decisions)
    found = puzzles_of(choices, decisions)
    assert [one.told for one in found] == [decisions[2].in_words(), decisions[3].in_words()]
    assert (found[0].played, found[0].best) == (CAT.notation, JEWELS.notation)
    assert found[0].seen(seen.lexicon) == seen


def test_a_puzzle_reads_back_and_knows_its_two_turns(seen: SeenState) -> None:
    puzzle = puzzle_in(seen)
    again = Puzzle.from_dict(json.loads(json.dumps(puzzle.to_dict())))
    assert again == puzzle
    assert again.key == puzzle.key
    assert replace(puzzle, ruleset=replace(RULEBOOK, hand_size=8)).key != puzzle.key
    assert puzzle.known_verdict(puzzle.answered(puzzle.best, seen)) is True
    assert puzzle.known_verdict(puzzle.answered(puzzle.played, seen)) is False
    assert puzzle.known_verdict(puzzle.answered("lane", seen)) is None


def test_simulated_games_say_whether_an_answer_is_right(seen: SeenState) -> None:
    best = best_turns(seen, seen.lexicon)[0]
    worst = appraise("exchange nothing", seen)
    effort = Effort(None, 400, 0)
    with ThreadPoolExecutor(2) as threads:
        found = [is_right(turn, seen, effort, threads, lambda: None) for turn in (best, worst)]
    assert found == [True, False]


# The box -----------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "practice" / "puzzles.json"


def test_a_puzzle_comes_again_until_it_is_got_right(file: Path, seen: SeenState) -> None:
    puzzle = puzzle_in(seen)
    assert Box(file).add([puzzle, puzzle], DAY) == 1
    assert Box(file).add([puzzle], DAY) == 0
    assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0
    day = DAY
    for days in DAYS:
        box = Box(file)
        assert (box.due(day), box.next_day()) == ([puzzle], day)
        # Wrong on the first day, then right.
        again = box.note(puzzle, day, right=day != DAY)
        assert again == day + datetime.timedelta(days)
        assert Box(file).due(day) == []
        day = again
    assert Box(file).note(puzzle, day, right=True) is None
    assert Box(file).due(day + datetime.timedelta(1000)) == []
    assert Box(file).next_day() is None
    kept = Box(file).find(puzzle.key)
    assert kept is not None
    assert (kept.puzzle, kept.is_right, kept.is_answered(day)) == (puzzle, True, True)
    # A wrong answer begins again, also of one that was done.
    assert Box(file).note(puzzle, day, right=False) == day + datetime.timedelta(DAYS[0])


def test_what_another_program_has_kept_meanwhile_stays(file: Path, seen: SeenState) -> None:
    """Two servers may run at the same time."""
    first, second = puzzle_in(seen), puzzle_in(replace(seen, round=seen.round + 1))
    box, other = Box(file), Box(file)
    box.add([first], DAY)
    other.add([second], DAY)
    other.note(first, DAY, right=True)
    box.note(second, DAY, right=False)
    for one in (box, Box(file)):
        assert len(one) == 2
        assert one.due(DAY) == []
        assert one.next_day() == DAY + datetime.timedelta(DAYS[0])


def test_what_is_right_at_once_is_done(file: Path, seen: SeenState) -> None:
    puzzle = puzzle_in(seen)
    box = Box(file)
    box.add([puzzle], DAY)
    assert box.note(puzzle, DAY, right=True) is None
    assert box.note(puzzle, DAY, right=True) is None
    assert len(Box(file)) == 1


def test_puzzles_of_other_word_lists_wait(file: Path, seen: SeenState) -> None:
    puzzle = puzzle_in(seen)
    box = Box(file)
    box.add([puzzle], DAY)
    assert box.due(DAY, [puzzle.lexicon_digest]) == [puzzle]
    assert box.due(DAY, ["another"]) == []
    assert box.due(DAY - datetime.timedelta(1)) == []
    assert box.find("nothing") is None


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("nonsense", "is not a file of puzzles"),
        ('{"version": 2, "puzzles": []}', "this program reads 1"),
        ('{"version": 1, "puzzles": [{"puzzle": {}, "step": 9, "due": null}]}', "step"),
        ('{"version": 1, "puzzles": [{"puzzle": {}, "step": 0, "due": "soon"}]}', "view"),
    ],
)
def test_a_damaged_file_is_left_as_it_is(file: Path, text: str, part: str) -> None:
    file.parent.mkdir()
    file.write_text(text, "utf-8")
    with pytest.raises(InvalidInputError, match=part):
        Box(file)
    assert file.read_text("utf-8") == text
