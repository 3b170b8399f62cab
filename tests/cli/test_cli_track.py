"""The command `track`: whole games told from paper, how they begin, resuming, terminals."""

from __future__ import annotations

import re
import signal
import statistics
from pathlib import Path

import pytest
from support.commands import (
    BEGIN,
    TURNS,
    go_on,
    needs_terminal,
    say,
    talk,
    terminal,
    told,
    track,
)
from support.doc_pages import ROOT
from support.told import written_down

from letter_tycoon_solver import cli
from letter_tycoon_solver.advisor import Opponents
from letter_tycoon_solver.cli.game_table import print_game
from letter_tycoon_solver.cli.track import COMMANDS, HELP
from letter_tycoon_solver.game import Game, GreedyPlayer, TrackedGame, ranking_text
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.ruleset import ONLINE, REFERENCE_MANUAL, RULEBOOK, Ruleset


@pytest.fixture
def begun(record: Path) -> Path:
    """A game of which three turns have been told."""
    assert track(record, *TURNS).code == 0
    return record


def test_it_says_where_the_game_is_kept(record: Path) -> None:
    assert f"\nSaved in {record}\n" in track(record).out
    assert f"\nSaved in {record}\n" in go_on(record).out


class TestWholeGames:
    @pytest.mark.parametrize(
        ("n_players", "seat", "seed", "ruleset", "preset"),
        [
            (3, 1, 3, RULEBOOK, "rulebook"),
            (2, 0, 5, ONLINE, "online"),
            (5, 4, 8, REFERENCE_MANUAL, "reference-manual"),
        ],
    )
    def test_the_end_is_that_of_the_engine(
        self, record: Path, n_players: int, seat: int, seed: int, ruleset: Ruleset, preset: str
    ) -> None:
        names = ("Ann", "Ben", "Cleo", "Dee", "Eve")[:n_players]
        lexicon = Lexicon.load()
        players = [GreedyPlayer() for _ in names]
        game = written_down(names, seat, players, seed, lexicon, ruleset)
        options = ("--ruleset", preset, *game.options)
        result = track(record, *game.lines, "turns", "table", options=options)
        assert (result.code, result.err) == (0, "")
        assert ranking_text(game.end, names) in result.out
        assert "The game is over" in result.out.replace("the game", "The game")
        last = TrackedGame.load(record)
        assert last.is_over
        for seen, seat_ in zip(last.table.seats, game.end.seats, strict=True):
            assert (seen.money, seen.stock) == (seat_.money, seat_.stock)
            assert sorted(seen.patents) == sorted(seat_.patents)

    def test_the_game_of_the_documentation_is_as_short_as_it_says(self) -> None:
        page = (ROOT / "docs" / "at-the-table.md").read_text("utf-8")
        typed = re.search(r'lines = """\\\n(.*?)"""', page, re.DOTALL)
        assert typed
        lengths = [len(line) for line in typed[1].splitlines()]
        assert (
            f"These {len(lengths)} turns took {sum(lengths)} characters without the Enter key:"
            f" median {statistics.median(lengths)}, mean {statistics.mean(lengths):.1f}, longest"
            f" {max(lengths)}."
        ) in " ".join(page.split())
        assert statistics.median(lengths) <= 25

    def test_a_scorekeeper(self, record: Path) -> None:
        options = ("--players=Ann,Ben", "--me=none", "--community=EES", "--first=ben")
        lines = ("JeWeLS j > ET", "- 3", "word CAT", "table")
        result = track(record, *lines, options=options)
        assert result.code == 0
        assert "Your hand" not in result.out
        assert ">  Ben" in result.out
        assert "CAT" in result.out
        assert TrackedGame.load(record).table.seats[1].patents == "J"
        refused = go_on(record, "?")
        assert refused.code == 2
        assert "keeps score sees no hand" in refused.err


class TestBeginning:
    def test_by_questions(self, record: Path) -> None:
        lines = ("Ann, Ben,Cleo", "ben", "l a n e x z d", "EES", "", *TURNS)
        result = track(record, *lines, options=())
        assert result.code == 0
        assert told(record) == ["JeWeLS, buy J", "LANe", "CAkEs, buy K, discard ??"]

    def test_no_input_is_no_game(self, record: Path) -> None:
        result = track(record, options=())
        assert result.code == 1
        assert "before the game had begun" in result.err
        assert not record.exists()

    def test_a_game_of_ones_own_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path))
        assert talk(["track", *BEGIN], say()).out.endswith("Goodbye.\n")
        assert not list(tmp_path.glob("tracked/*"))
        result = talk(["track", *BEGIN], say(TURNS[0]))
        assert "to go on: letter-tycoon track --resume\n" in result.out
        again = talk(["track", "--resume"], say(TURNS[1]))
        assert again.code == 0
        (file,) = tmp_path.glob("tracked/*.jsonl")
        assert len(told(file)) == 2
        file.unlink()
        assert "there is no unfinished game" in talk(["track", "--resume"], say()).err

    def test_options_of_a_new_game_do_not_go_with_an_old_one(self, begun: Path) -> None:
        before = begun.read_bytes()
        result = track(begun)
        assert result.code == 2
        assert "--players is of a new game" in result.err
        assert talk(["track", str(begun), "--resume"], say()).code == 2
        assert begun.read_bytes() == before


class TestRecords:
    def test_a_line_that_was_cut_off(self, begun: Path) -> None:
        begun.write_bytes(begun.read_bytes()[:-9])
        result = go_on(begun, "turns")
        assert result.code == 0
        assert "was cut off and is left out" in result.err
        assert len(told(begun)) == 2

    @pytest.mark.parametrize("content", [b"", b"\n", b"not a record\n", b"\xff\xfe", b"{}\n", None])
    def test_what_is_no_record_or_was_changed(self, begun: Path, content: bytes | None) -> None:
        if content is None:
            content = begun.read_bytes().replace(b"JeWeLS", b"JEWELS", 1)
        begun.write_bytes(content)
        result = go_on(begun)
        assert result.code == 2
        assert str(begun) in result.err
        assert (", line 2" in result.err) == (b"JEWELS" in content)
        assert begun.read_bytes() == content

    def test_a_game_of_the_engine(self, record: Path) -> None:
        with Game(["Ann", "Ben"], 1, Lexicon.load()) as game:
            game.record_to(record)
        result = go_on(record)
        assert result.code == 2
        assert "letter-tycoon-tracked-game" in result.err

    @needs_terminal
    def test_kill_9_loses_nothing(self, record: Path) -> None:
        with terminal("track", str(record), *BEGIN) as session:
            session.wait_for("Ann>")
            session.type(f"{TURNS[0]}\n")
            session.wait_for("Ben (you)>")
            session.type("lane > K\n")
            session.wait_for("did you draw?")
            session.kill()
        assert told(record) == ["JeWeLS, buy J"]
        assert go_on(record, *TURNS[1:]).code == 0
        assert len(told(record)) == 3


@needs_terminal
class TestTerminals:
    def test_a_bad_line_is_told_and_asked_again(self, record: Path) -> None:
        with terminal("track", str(record), *BEGIN[:2]) as session:
            session.wait_for("Your hand:")
            session.type("LAN\n")
            session.wait_for("has 3 cards; 7 are dealt")
            session.type("LANEXZD\n")
            session.wait_for("The community:")
            session.type("EES\n")
            session.wait_for("Who starts?")
            session.type("\n")
            session.wait_for("Ann>")
            session.type("jewels j > QQQQ\n")
            session.wait_for("Ann>")
            session.type(f"{TURNS[0]}\n")
            table = session.wait_for("Ben (you)>")
            assert ">  Ben (you)" in table
            session.type("cat\n")
            session.wait_for("Ben (you)>")
            session.type(f"{TURNS[1]}\n")
            session.wait_for("Cleo>")
            session.type("fix 1\n")
            session.wait_for("1. Ann: JeWeLS, buy J > ET")
            session.type("JeWeLS w > CT\n")
            session.wait_for("Turn 2, 'lane' of Ben, cannot be then")
            session.wait_for("Turn 2, Ben (Enter: nothing is done)>")
            session.type("lane\n")
            session.wait_for("did you draw?")
            session.type("a b o o\n")
            session.wait_for("Cleo>")
            session.type("quit\n")
            code, rest = session.end()
        assert code == 0
        assert f"to go on: letter-tycoon track {record}" in rest
        assert told(record) == ["JeWeLS, buy W", "LANE"]

    def test_tab_completes_and_ctrl_c_says_how_to_go_on(self, begun: Path) -> None:
        with terminal("track", str(begun)) as session:
            session.wait_for("Ann>")
            session.type("tur\t\n")
            session.wait_for("2. Ben: LANe < ABC > K")
            session.wait_for("Ann>")
            session.press_ctrl_c()
            code, rest = session.end()
        assert code in {cli.INTERRUPTED, -signal.SIGINT}
        assert "to go on" in rest


class TestTheTable:
    def test_the_help_fits(self) -> None:
        assert max(map(len, HELP.splitlines())) <= 80
        assert len(HELP.splitlines()) <= 30
        assert all(f"  {command.usage}  " in HELP for command in COMMANDS)

    @pytest.mark.parametrize("n_players", [2, 3, 5])
    def test_it_is_small(self, n_players: int, capsys: pytest.CaptureFixture[str]) -> None:
        names = [f"A player with a very long name {number}" for number in range(n_players)]
        game = TrackedGame.start(names, first=0, community="WWM", seat=0, hand="MVVGGGH")
        print_game(game.seen, game.names, game.seat)
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == n_players + 6
        assert max(map(len, lines)) <= 80
        assert "cards in the deck" in lines[0]
        assert "Of $" in lines[1]
        assert f"Unseen {102 - 10}: " in lines[-1]

    def test_unseen_cards_add_up(self, begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
        game = TrackedGame.load(begun)
        print_game(game.seen, game.names, game.seat)
        last = capsys.readouterr().out.splitlines()[-1]
        groups = re.findall(r"\b(\d+)([A-Z]+)", last)
        total = sum(int(n) * len(letters) for n, letters in groups)
        assert f"Unseen {total}: " in last
        assert total == sum(game.unseen.values())


# The command `track`: the lines of turns, bad ones, and corrections -------------------------------


class TestLines:
    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("jewels jk", "'jk' is neither"),
            ("qat > Q", "Q"),
            ("cat a >", "A"),
            ("tee !Zoe > E", "no player 'Zoe'"),
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

    @pytest.mark.parametrize("answer", ["3", "0", "x", "1000000000000000"])
    def test_a_number_that_is_none_of_them(self, record: Path, answer: str) -> None:
        result = track(record, "jewels j > ET", answer)
        assert result.code == 2
        assert "a number from 1 to 2" in result.err
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

    def test_capitals_that_contradict_the_cards_that_came(self, record: Path) -> None:
        result = track(record, "TEE > A", "1", "LANE < ABCO", "turns")
        assert "  1  TEE\n  2  TeE\n" in result.out
        assert told(record) == ["TEE", "LANE"]
        assert TrackedGame.load(record).table.community == "EES"

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
        result = go_on(begun, "- 3", "?", "why 2", "word lab", "1")
        assert "Type a number to carry out the turn beside it" in result.out
        assert "\nWhy " in result.out
        assert "LAB is in the word list enable." in result.out
        assert result.code == 2
        assert "ended before all was answered" in result.err
        assert re.search(r"(which\?|Which .* did you draw\?)", result.out.rpartition("> 1\n")[2])
        assert len(told(begun)) == 4

    def test_turns_of_a_hint_by_number(self, begun: Path) -> None:
        shown = go_on(begun, "- 3", "hint 2", "why 2").out
        (second,) = re.findall(r"^Why (.*):$", shown, re.MULTILINE)
        assert re.search(rf"^2  {re.escape(second.partition(',')[0])} ", shown, re.MULTILINE)
        n_came = sum(letter.islower() for letter in second.partition(",")[0])
        result = go_on(begun, "hint 2", f"2 > {'I' * n_came}")
        assert "did you draw?" in result.out.rpartition("2 > I")[2]
        assert "ended before all was answered" in result.err

    def test_what_opponents_are_taken_for_is_kept_with_the_game(self, record: Path) -> None:
        result = track(record, TURNS[0], "?", options=(*BEGIN, "--opponents=HARD", "--playouts=50"))
        assert "against computers of level hard." in result.out
        assert "against computers of level hard." in go_on(record, "?").out
        result = track(record, "?", options=("--opponents=static", "--playouts=50"))
        assert "against experts who know every word." in result.out
        assert TrackedGame.load(record).opponents is Opponents.STATIC


class TestCorrections:
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
