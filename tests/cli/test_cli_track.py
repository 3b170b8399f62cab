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
    needs_search,
    needs_terminal,
    say,
    talk,
    terminal,
    told,
    track,
)
from support.doc_pages import ROOT
from support.paper_game import written_down

from letter_tycoon_solver import cli
from letter_tycoon_solver.cli import run as run_command
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
    @needs_search
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

    def test_the_options_and_questions_for_the_rest(self, record: Path) -> None:
        result = track(record, "EES", "", *TURNS[:1], options=BEGIN[:3])
        assert result.code == 0
        assert "Your hand:" not in result.out

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (("--players=Ann",), "1 name; 2 to 5 can play"),
            (("--players=Ann,Ann",), "same name"),
            (("--players=Ann,Ben", "--me=Cleo"), "no player 'Cleo'"),
            (("--players=Ann,Ben", "--me=Ann", "--hand=ABC"), "has 3 cards; 7 are dealt"),
            (("--players=Ann,Ben", "--me=none", "--hand=ABC"), "--me"),
            (("--players=Ann,Ben", "--me=Ann", "--hand=ABCDEF1"), "ABCDEF1"),
            ((*BEGIN[:3], "--community=ZZZ", "--first=Ann"), "Z"),
            ((*BEGIN[:4], "--first=Zoe"), "no player 'Zoe'"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, record: Path, options: tuple[str, ...], message: str
    ) -> None:
        result = track(record, options=options)
        assert result.code == 2
        assert message in result.err
        assert not record.exists()

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

    def test_a_line_that_was_changed(self, begun: Path) -> None:
        damaged = begun.read_text("utf-8").replace("JeWeLS", "JEWELS", 1).encode()
        begun.write_bytes(damaged)
        result = go_on(begun)
        assert result.code == 2
        assert str(begun) in result.err
        assert "line 2" in result.err
        assert begun.read_bytes() == damaged

    @pytest.mark.parametrize("content", [b"", b"\n", b"not a record\n", b"\xff\xfe", b"{}\n"])
    def test_what_is_no_record(self, record: Path, content: bytes) -> None:
        record.write_bytes(content)
        result = go_on(record)
        assert result.code == 2
        assert str(record) in result.err
        assert record.read_bytes() == content

    def test_a_game_of_the_engine(self, record: Path) -> None:
        with Game(["Ann", "Ben"], 1, Lexicon.load()) as game:
            game.record_to(record)
        result = go_on(record)
        assert result.code == 2
        assert "letter-tycoon-tracked-game" in result.err

    def test_a_folder_and_a_place_that_is_not_there(self, tmp_path: Path) -> None:
        assert track(tmp_path, options=()).code == 2
        result = track(tmp_path / "none" / "game.jsonl")
        assert result.code == 2
        assert "game.jsonl" in result.err

    def test_a_word_list_of_ones_own(self, record: Path, tmp_path: Path) -> None:
        words = tmp_path / "words.txt"
        words.write_text("cat\nlane\n")
        options = (*BEGIN, f"--lexicon={words}")
        result = track(record, "cat >", options=options)
        assert f"--lexicon {words}" in result.out
        assert go_on(record, "turns").code == 2
        assert track(record, "turns", options=(f"--lexicon={words}",)).code == 0

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

    def test_a_replay_ends_with_the_hands_as_far_as_known(
        self, begun: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        hand = TrackedGame.load(begun).table.seats[0].hand
        assert run_command(["replay", str(begun)]) == 0
        *_, header, first = capsys.readouterr().out.partition(" Hand ")
        assert header == " Hand "
        assert hand in first or "???????" in first

    def test_unseen_cards_add_up(self, begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
        game = TrackedGame.load(begun)
        print_game(game.seen, game.names, game.seat)
        last = capsys.readouterr().out.splitlines()[-1]
        groups = re.findall(r"\b(\d+)([A-Z]+)", last)
        total = sum(int(n) * len(letters) for n, letters in groups)
        assert f"Unseen {total}: " in last
        assert total == sum(game.unseen.values())
