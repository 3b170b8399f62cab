"""The command `track`: the lines of turns, bad ones, and corrections."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.commands import BEGIN, TURNS, go_on, needs_search, told, track
from support.no_jit import NO_JIT

from letter_tycoon_solver.advisor import Opponents
from letter_tycoon_solver.game import TrackedGame


@pytest.fixture
def begun(record: Path) -> Path:
    """A game of which three turns have been told."""
    assert track(record, *TURNS).code == 0
    return record


class TestLines:
    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("jewels jk", "'jk' is neither"),
            ("lane > QVX", "lane"),
            ("ZOO", "Z"),
            ("qat > Q", "Q"),
            ("exchange QQ", "Ann cannot"),
            ("- 8", "8 cards"),
            ("cat a >", "A"),
            ("tee !Ann > E", "Ann played the words"),
            ("tee !Zoe > E", "no player 'Zoe'"),
            ("tee < ABC > E", "Ann drew cards that are not seen"),
            ("tee ! > E", "who challenged"),
            ("1 > K", 'type "hint" or "advise" to see one'),
            ("?", "the turn of Ann"),
            ("why", 'type "hint" or "advise" to see one'),
            ("undo", "nothing to undo"),
            ("redo", "nothing to redo"),
            ("fix 1", "there is no turn 1; none have been told"),
            ("fix", '"fix 4"'),
            ("> QT", "nothing of what is done"),
            ("\x00", "words"),
            ("é" * 300, "more than 200"),
        ],
    )
    def test_bad_lines_are_refused_and_change_nothing(
        self, record: Path, line: str, message: str
    ) -> None:
        result = track(record, line, "cat >")
        assert result.code == 2
        assert message.lower() in result.err.lower()
        assert "line 1, " in result.err
        assert "Traceback" not in result.err
        assert told(record) == []

    def test_a_script_stops_at_the_line_that_cannot_be(self, record: Path) -> None:
        result = track(record, "# Friday", "", *TURNS[:2], "cat q >", *TURNS[2:])
        assert result.code == 2
        assert "line 5, 'cat q >'" in result.err
        assert "player" not in result.err
        assert len(told(record)) == 2

    def test_words_that_can_be_laid_in_several_ways(self, record: Path) -> None:
        result = track(record, "jewels j > ET", "2", "turns")
        assert "  1  JeWeLS\n  2  JeWELs\n" in result.out
        assert told(record) == ["JeWELs, buy J"]

    @pytest.mark.parametrize("answer", ["3", "0", "x", "1000000000000000"])
    def test_a_number_that_is_none_of_them(self, record: Path, answer: str) -> None:
        result = track(record, "jewels j > ET", answer)
        assert result.code == 2
        assert "a number from 1 to 2" in result.err
        assert told(record) == []

    def test_nothing_gives_up(self, record: Path) -> None:
        result = track(record, "jewels j > ET", "")
        assert "Nothing is done." in result.out
        assert told(record) == []

    def test_cards_that_are_missing_are_asked_for(self, record: Path) -> None:
        lines = ("jewels j", "e t", "1", "lane > K", "abc", "seat", "", "- 3")
        assert track(record, *lines).code == 0
        assert told(record) == ["JeWeLS, buy J", "LANe", "SEAT", "exchange ???"]

    def test_the_input_that_ends_before_an_answer(self, record: Path) -> None:
        result = track(record, TURNS[0], "lane > K")
        assert result.code == 2
        assert "ended before all was answered" in result.err
        assert len(told(record)) == 1

    def test_words_in_no_list_are_asked_about(self, record: Path) -> None:
        result = track(record, "bowk >", "n", "bowk >", "y", "table")
        assert (result.code, result.err) == (0, "")
        assert result.out.count("BOWK is not in the word list.") == 2
        assert result.out.count("Nothing is done.") == 1
        assert told(record) == ["BOWK"]
        unclear = track(record, "bowk >", "maybe", options=())
        assert "line 2, 'maybe'" in unclear.err

    def test_challenges(self, record: Path) -> None:
        lines = ("bowk !Ben -?", "lane < ABC > K !ann", "dot !", "dot !Ben >")
        result = track(record, *lines)
        assert "BOWK not in the word list, taken back" in result.out
        assert "LANe, challenged by Ann; the challenge was wrong" in result.out
        assert result.code == 2
        assert "line 3, 'dot !'" in result.err
        assert told(record) == ["bowk, challenged by Ben, discard ?", "LANe, challenged by Ann"]
        assert TrackedGame.load(record).table.seats[1].money == 3  # One of them for the challenge.

    def test_no_card_is_asked_for_of_words_that_are_taken_back(self, record: Path) -> None:
        # JEWELK could have cards of the community, but none come for it.
        assert track(record, "jewelk !ben -?", "lane < ABC > K").code == 0
        assert told(record) == ["jewelk, challenged by Ben, discard ?", "LANe"]
        result = go_on(record, "fix 1", "sewelk !ben -?", "insert 1", "")
        assert result.code == 0
        assert told(record)[0] == "sewelk, challenged by Ben, discard ?"

    def test_capitals_that_contradict_the_cards_that_came(self, record: Path) -> None:
        result = track(record, "TEE > A", "1", "LANE < ABCO", "turns")
        assert "  1  TEE\n  2  TeE\n" in result.out
        assert told(record) == ["TEE", "LANE"]
        assert TrackedGame.load(record).table.community == "EES"

    def test_seven_cards_drawn_say_that_all_letters_were_of_the_hand(self, record: Path) -> None:
        options = ("--players=Ann,Ben", "--me=Ben", "--hand=SEALING", *BEGIN[3:4], "--first=Ben")
        assert track(record, "sealing < ABCDEFG", options=options).code == 0
        assert told(record) == ["SEALING"]

    @pytest.mark.parametrize(
        ("line", "question"),
        [
            ("jewels j", "Which cards came"),
            ("JeWeLS j", "cards came into the community; which?"),
            ("jewels j > ET", "How was jewels laid?"),
            ("bowk >", "Was it played"),
            ("deal", "Your first hand"),
        ],
    )
    def test_undo_at_a_question_takes_back_what_is_being_told(
        self, record: Path, line: str, question: str
    ) -> None:
        result = track(record, line, "UNDO", "cat >", "turns")
        assert (result.code, result.err) == (0, "")
        assert result.out.count(question) == 1
        assert result.out.count("Nothing is done.") == 1
        assert told(record) == ["CAT"]

    def test_other_commands_at_a_question(self, record: Path) -> None:
        left = track(record, "JeWeLS j", "quit", "cat >")
        assert (left.code, told(record)) == (0, [])
        assert "Goodbye." in left.out
        for command in ("table", "why", "turns"):
            result = go_on(record, "JeWeLS j", command)
            assert result.code == 2
            assert f"'{command}' is a command" in result.err
        # Letters that spell a command are cards with blanks between them.
        assert go_on(record, "ZeEs", "w h y").code == 2
        assert go_on(record, "JeWeLS", "f i").code == 0
        assert TrackedGame.load(record).table.community == "FIS"

    def test_the_card_for_a_refused_word_in_a_line_of_its_own(self, record: Path) -> None:
        result = track(record, "bowk !Ben", "-v")
        assert result.code == 0
        assert 'say which card Ann discards, as in "- Z", or "- ?"' in result.out
        assert told(record)[:2] == ["bowk, challenged by Ben", "discard V"]
        assert TrackedGame.load(record).player == "Ben"

    def test_advice_waits_for_the_card_of_a_refused_word(self, record: Path) -> None:
        result = track(record, TURNS[0], "zand !Ann", "?")
        assert 'say which card Ben discards, as in "- Z"\n' in result.out
        assert "Your words were taken back" in result.err
        assert go_on(record, "- z", "b").code == 0
        assert TrackedGame.load(record).player == "Cleo"

    def test_plans_by_number(self, begun: Path) -> None:
        if NO_JIT:
            pytest.skip("takes too long in plain Python")
        result = go_on(begun, "- 3", "?", "why 2", "word lab", "1")
        assert "Type a number to carry out the turn beside it" in result.out
        assert "\nWhy " in result.out
        assert "LAB is in the word list enable." in result.out
        assert result.code == 2
        assert "ended before all was answered" in result.err
        assert re.search(r"(which\?|Which .* did you draw\?)", result.out.rpartition("> 1\n")[2])
        assert len(told(begun)) == 4

    @needs_search
    def test_turns_of_a_hint_by_number(self, begun: Path) -> None:
        shown = go_on(begun, "- 3", "hint 2", "why 2").out
        (second,) = re.findall(r"^Why (.*):$", shown, re.MULTILINE)
        assert re.search(rf"^2  {re.escape(second.partition(',')[0])} ", shown, re.MULTILINE)
        n_came = sum(letter.islower() for letter in second.partition(",")[0])
        result = go_on(begun, "hint 2", f"2 > {'I' * n_came}")
        assert "did you draw?" in result.out.rpartition("2 > I")[2]
        assert "ended before all was answered" in result.err

    @needs_search
    def test_a_plan_that_is_not_the_best_is_told_what_it_is_behind(self, begun: Path) -> None:
        out = go_on(begun, "- 3", "?", "why 1", "why 2").out
        best, second = re.findall(r"^Why (.*):$", out, re.MULTILINE)
        over = re.search(rf"Over the second, {re.escape(second)}: (.*?)[.]\n", out, re.DOTALL)
        behind = re.search(rf"Behind the best, {re.escape(best)}: (.*?)[.]\n", out, re.DOTALL)
        assert over
        assert behind
        swapped = behind[1].translate(str.maketrans("+-", "-+"))
        assert swapped.split() == over[1].split()

    @needs_search
    def test_opponents_are_people_unless_something_else_is_said(self, begun: Path) -> None:
        assert "against people who know common words." in go_on(begun, "- 3", "?").out
        assert TrackedGame.load(begun).opponents is Opponents.COMMON

    @needs_search
    def test_what_opponents_are_taken_for_is_kept_with_the_game(self, record: Path) -> None:
        result = track(record, TURNS[0], "?", options=(*BEGIN, "--opponents=HARD", "--playouts=50"))
        assert "against computers of level hard." in result.out
        assert "against computers of level hard." in go_on(record, "?").out
        result = track(record, "?", options=("--opponents=static", "--playouts=50"))
        assert "against experts who know every word." in result.out
        assert TrackedGame.load(record).opponents is Opponents.STATIC


class TestCorrections:
    def test_undo_and_redo(self, begun: Path) -> None:
        assert go_on(begun, "undo", "undo", "redo").code == 0
        assert told(begun) == ["JeWeLS, buy J", "LANe"]

    def test_a_turn_told_anew(self, begun: Path) -> None:
        result = go_on(begun, "fix 1", "JeWeLS w > ET", "table")
        assert result.code == 0
        assert "1. Ann: JeWeLS, buy J > ET" in result.out
        assert told(begun)[0] == "JeWeLS, buy W"

    def test_later_turns_that_cannot_be_then_stop_a_script(self, begun: Path) -> None:
        before = begun.read_bytes()
        # LANe had its e from the cards that came with turn 1.
        refused = go_on(begun, "fix 1", "JeWeLS j > CT")
        assert refused.code == 2
        assert "Turn 2, 'lane' of Ben, cannot be then" in refused.err
        assert begun.read_bytes() == before

    def test_a_forgotten_turn_and_one_too_many(self, begun: Path) -> None:
        result = go_on(begun, "insert 3", "- 2", "turns")
        assert "3. Cleo: exchange ??\n4. Ann: CAkEs, buy K, discard ?? > OO\n" in result.out
        result = go_on(begun, "remove 3", "turns")
        assert "Removed: 3. Cleo: exchange ??" in result.out
        assert "3. Cleo: CAkEs, buy K, discard ?? > OO\n" in result.out
        assert go_on(begun, "insert 4").code == 2

    def test_what_is_asked_of_a_turn_told_anew(self, begun: Path) -> None:
        result = go_on(begun, "fix 3", "task k", "OO", "2")
        assert result.code == 0
        assert "How was task laid?" in result.out
        laid = re.findall(r"^  2  (\w+)$", result.out, re.MULTILINE)
        assert told(begun)[2] == f"{laid[0]}, buy K"
        assert "Nothing is done." in go_on(begun, "fix 3", "").out
        assert told(begun)[2] == f"{laid[0]}, buy K"

    def test_the_deal(self, begun: Path) -> None:
        result = go_on(begun, "deal", "LANEXZU", "", "")
        assert result.code == 0
        assert TrackedGame.load(begun).deal.hand == "AELNUXZ"
        refused = go_on(begun, "deal", "", "", "Cleo")
        assert refused.code == 2
        assert TrackedGame.load(begun).deal.first == 0
