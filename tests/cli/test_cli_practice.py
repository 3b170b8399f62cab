"""The command `practice`: the hands of a day, and the mistakes of one's own games."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest
from support.command_runs import Run, assert_bad_input
from support.no_jit import NO_JIT
from support.terminal_talk import say, talk

from letter_tycoon_solver import Lexicon, best_turns
from letter_tycoon_solver.advisor.practice.box import Box
from letter_tycoon_solver.advisor.practice.hands import hands_of

pytestmark = pytest.mark.skipif(NO_JIT, reason="whole searches take too long in plain Python")

DAY = "2026-11-22"
HANDS = ("practice", "--date", DAY)
GAME = Path(__file__).parents[1] / "golden" / "records" / "v1" / "rulebook-two-players-enable.jsonl"
QUICK = ("--playouts", "48")


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the puzzles, in a folder of its own."""
    monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path))
    return tmp_path / "practice" / "puzzles.json"


# Hands -------------------------------------------------------------------------------------------


def test_five_hands_and_the_line_to_share() -> None:
    hands = hands_of(datetime.date.fromisoformat(DAY), Lexicon.load())
    best = [best_turns(hand, Lexicon.load())[0].notation for hand in hands]
    said = talk(HANDS, say(best[0], "show", "exchange nothing", best[3], best[4]))
    assert said.code == 0
    assert said.out.count("10 of 10 points: this is the best turn.") == 3
    assert "Hand 2 of 5" in said.out
    assert "0 of 10 points. The best turns:" in said.out
    assert f"behind the best, {best[2]}. Why that is the best:" in said.out
    assert said.out.splitlines()[-1] == f"Letter Tycoon {DAY} (enable): 30 of 50 = 10 0 0 10 10"


def test_a_word_alone_is_asked_the_rest() -> None:
    said = talk(HANDS, say("panzer", "z", "e", "quit"))
    assert "Buy one of N7 R6 P3 Z2 (Enter: nothing)? z" in said.out
    assert "Discard of E (Enter: nothing)? e" in said.out
    assert "10 of 10 points: this is the best turn." in said.out
    assert said.out.splitlines()[-1] == "You stopped after 1 of 5 hands."
    # Nothing is a word for what is not done.
    said = talk(HANDS, say("panzer", "none", ""))
    assert "PANZER is $" in said.out


def test_what_is_wrong_is_said_and_asked_again() -> None:
    said = talk(HANDS, say("", "help", "zzz", "jewels", "panzer q", "panzer", "q", "", "zz", "e"))
    assert 'Type a word, or "help".' in said.out
    assert "give up, and see the best turn" in said.out
    assert "ZZZ is not in the word list enable; try another word." in said.out
    assert "JEWELS needs cards that are not there" in said.out
    assert said.out.count("Your turn>") == 7
    assert "(Enter: nothing)? q\nType letters of " in said.out
    assert "(Enter: nothing)? zz\nType letters of E, or nothing." in said.out
    assert "PANZER, discard E is $" in said.out


def test_another_list_and_another_day(run: Run) -> None:
    said = talk((*HANDS, "--lexicon", "common"), say("panzer", "quit"))
    assert "PANZER is not in the word list common" in said.out
    assert_bad_input(run("practice", "--date", "today"), "'today'", "such as 2026-11-22")
    assert_bad_input(run("practice", "--player", "Ann"), "--player goes with files")
    assert_bad_input(run("practice", str(GAME), "--mistakes"), "not both")


# Mistakes ----------------------------------------------------------------------------------------


def test_the_mistakes_of_a_game_until_they_are_right(box: Path) -> None:
    said = talk((*HANDS, str(GAME), "--player", "0", *QUICK), say("show", "quit"))
    assert (said.code, said.err) == (0, "")
    kept = json.loads(box.read_text("utf-8"))["puzzles"]
    n = len(kept)
    assert n >= 2
    assert f"{n} new mistakes to practise." in said.out
    assert f"Mistake 1 of {n}: find a turn as good as the best" in said.out
    first = next(one["puzzle"] for one in kept if one["due"] != DAY)
    assert f"Not it.\nThe best turn is {first['best']}. Why:" in said.out
    assert f"In the game, {first['told']}." in said.out
    assert "It comes again on 2026-11-23." in said.out
    # The same game has nothing new; what was wrong waits until tomorrow.
    due = Box(box).due(datetime.date.fromisoformat(DAY))
    answers = say(due[0].best, "", "", "- *", "", "")
    said = talk((*HANDS, str(GAME), "--player", "0", *QUICK), answers)
    assert "0 new mistakes to practise." in said.out
    assert f"Mistake 1 of {n - 1}" in said.out
    assert "Right.\n" in said.out
    assert "It is done." in said.out
    assert "Not it." in said.out
    said = talk(("practice", "--mistakes", "--date", "2026-11-23"), say(first["best"]))
    assert "What you have not answered is asked again next time." in said.out


def test_an_answer_that_nobody_has_given_yet_is_simulated(box: Path) -> None:
    talk((*HANDS, str(GAME), "--player", "0", *QUICK), say())
    said = talk(("practice", "--mistakes", "--date", DAY, "--playouts", "200"), say("- *", "quit"))
    assert "behind the best by static evaluation; games are simulated ..." in said.out
    assert "Not it." in said.out or "Right." in said.out
    assert len(Box(box)) > 0


def test_nothing_to_practise(box: Path, run: Run, tmp_path: Path) -> None:
    result = run("practice", "--mistakes")
    assert result.out == "There are no mistakes yet; give a game: letter-tycoon practice FILE\n"
    assert not box.exists()
    assert_bad_input(run("practice", str(tmp_path / "no.jsonl")), "no.jsonl")
    box.parent.mkdir(parents=True)
    box.write_text("[]", "utf-8")
    assert_bad_input(run("practice", "--mistakes"), "is not a file of puzzles", "move it away")


def test_games_that_cannot_be_read_are_left_out(box: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "a.jsonl"
    damaged.write_text("chess\n", "utf-8")
    said = talk(("practice", str(damaged), str(GAME), "--player", "0", *QUICK), say())
    assert f"Left out: {damaged}" in said.err
    assert box.exists()
