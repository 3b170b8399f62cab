"""The command `letter-tycoon`: its answers, its messages, its exit codes."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from support.commands import EXAMPLE, Run, assert_bad_input, compile_search

import letter_tycoon_solver as lts
from letter_tycoon_solver import _log
from letter_tycoon_solver.cli import terminal
from letter_tycoon_solver.cli.session import Prompt
from letter_tycoon_solver.rules.ruleset import PRESETS

EXAMPLE_LINE = "AEJLNWZ EES K E/- 0"
BY_MARGIN = ["--rank-by", "margin"]
PLAYS = [*EXAMPLE, *BY_MARGIN]
"""The example by what the words earn; test_cli_hint.py has it by equity."""
ESCAPE = "\x1b"


@pytest.fixture(scope="module")
def _compiled() -> None:
    compile_search()


@pytest.fixture
def new_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for compiled lexicons that does not exist yet."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("LETTER_TYCOON_CACHE", str(folder))
    return folder


@pytest.mark.usefixtures("_compiled")
class TestTable:
    def test_rulebook_example(self, run: Run) -> None:
        result = run(*PLAYS, "--top", "all")
        assert (result.code, result.err) == (0, "")
        assert f'Position "{EXAMPLE_LINE}"' in result.out
        (row,) = [line for line in result.out.splitlines() if " JeWeLs " in line]
        assert " ".join(row.split()).endswith(" JeWeLs J2 AZ EN +36.64 4.0 4 1 2, 0")

    def test_has_the_turns_by_what_their_words_earn(self, run: Run) -> None:
        position = lts.Position.parse(EXAMPLE_LINE)
        turns = lts.best_turns(position, lts.Lexicon.load(), rank_by="margin", limit=15)
        rows = run(*PLAYS).out.splitlines()[5:][:15]
        for row, turn in zip(rows, turns, strict=True):
            assert turn.play is not None
            assert f" {turn.play.notation} " in row
            assert f"{turn.equity.total:+.2f}" in row

    def test_says_how_to_read_what_is_there_and_no_more(self, run: Run) -> None:
        plain = run("hint", "JAW").out
        assert "from hand" in plain
        for sign in ("community  ", "duplicate", "suffix", "doubled", "consonant", "Royalties"):
            assert sign not in plain
        rich = run("hint", "YACHTLQ", "ELU", "--patents", "KVXZ", "--opponent", "A").out
        for sign in ("community", "duplicate", "suffix", "doubled by patent K", "consonant"):
            assert sign in rich
        assert "doubled by patent J" not in rich

    def test_counts(self, run: Run) -> None:
        position = lts.Position.parse(EXAMPLE_LINE)
        lexicon = lts.Lexicon.load()
        ways = len(lts.find_plays(position, lexicon, variants="all"))
        words = len(lts.find_plays(position, lexicon))
        assert f"the best 15 turns, each word in its best way; {ways} ways" in run(*PLAYS).out
        assert f"all {words + 1} turns, each" in run(*PLAYS, "--top", "all").out
        assert f"best 15 turns of {ways} plays" in run(*PLAYS, "--all-variants").out
        every = run(*PLAYS, "--all-variants", "--top", "all").out
        assert f"all {ways + 1} turns of {ways}" in every

    def test_no_play(self, run: Run) -> None:
        result = run("hint", "vvw", *BY_MARGIN)
        assert (result.code, result.err) == (0, "")
        assert "No word can be played. You may discard" in result.out
        assert (
            "Replace one card with the Q patent"
            in run("hint", "vvw", *BY_MARGIN, "--patents", "q").out
        )

    @pytest.mark.parametrize(
        ("cards", "said"),
        [
            (["JWLEAN", "EES"], "Note: the hand has 6 of 7 cards."),
            (["JWLEANZ", "EE"], "Note: the community has 2 of 3 cards."),
            (["JAW"], "Note: the hand has 3 of 7 cards, the community has 0 of 3 cards."),
        ],
    )
    def test_cards_that_may_have_been_forgotten(
        self, run: Run, cards: list[str], said: str
    ) -> None:
        assert said in run("hint", *cards).out.splitlines()
        assert "Note:" not in run(*PLAYS).out

    def test_pipe_has_no_colour_and_no_cut_off_words(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "30")
        args = ["hint", "yachtuq", "ees", "--patents", "KJZXV", "--opponent", "S", *BY_MARGIN]
        out = run(*args).out
        assert ESCAPE not in out
        plays = [plan["play"] for plan in json.loads(run(*args, "--json").out)["turns"]]
        rows = [line.split("  ") for line in out.splitlines()[5:][: len(plays)]]
        shown = [next(cell for cell in row[1:] if cell) for row in rows]
        assert [row.strip() for row in shown] == [play["notation"] for play in plays]

    @pytest.mark.parametrize("width", [40, 80])
    def test_narrow_terminal_cuts_off_nothing(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, width: int
    ) -> None:
        args = ["hint", "yachtuq", "ees", "--patents", "KJZXV", "--opponent", "S", *BY_MARGIN]
        plans = json.loads(run(*args, "--json").out)["turns"]
        notations = [plan["play"]["notation"] for plan in plans]
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("COLUMNS", str(width))
        out = run(*args).out
        bare = out
        for style in ("0", "1", "2"):
            bare = bare.replace(f"{ESCAPE}[{style}m", "")
        assert ESCAPE not in bare
        for piece in (piece for notation in notations for piece in notation.split()):
            assert f" {piece} " in bare
        assert "…" not in bare

    def test_colour(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm")
        cyan = f"{ESCAPE}[36m"
        assert cyan in run(*PLAYS).out
        monkeypatch.setenv("NO_COLOR", "1")
        assert cyan not in run(*PLAYS).out

    def test_the_rules_that_differ_are_named(self, run: Run) -> None:
        out = run(*PLAYS, "--ruleset", "online", "--stacking", "add").out
        assert "rules online, doublers add" in out
        assert "doublers" not in run(*PLAYS, "--stacking", "multiply").out


@pytest.mark.usefixtures("_compiled")
class TestMachineOutput:
    def test_json(self, run: Run) -> None:
        result = run(*PLAYS, "--json", "--top", "40")
        position = lts.Position.parse(EXAMPLE_LINE)
        turns = lts.best_turns(position, lts.Lexicon.load(), rank_by="margin", limit=40)
        document = json.loads(result.out)
        assert lts.Position.parse(document["position"]) == position
        assert document["turns"] == turns.to_dicts()
        assert document["count"] == lts.find_plays(position, lts.Lexicon.load()).n_legal
        assert (document["lexicon"], document["ruleset"]) == ("enable", "rulebook")
        assert (document["stacking"], document["rank_by"]) == ("multiply", ["margin"])
        assert result.err == ""

    def test_csv(self, run: Run) -> None:
        args = ["hint", "yachtuq", "ees", "--patents", "KJZXV", "--opponent", "S", *BY_MARGIN]
        plays = [plan["play"] for plan in json.loads(run(*args, "--json").out)["turns"]]
        rows = list(csv.DictReader(io.StringIO(run(*args, "--csv").out)))
        assert [row["rank"] for row in rows] == [str(rank) for rank in range(1, 16)]
        for row, play in zip(rows, plays, strict=True):
            words = [word for number in "12" if (word := row[f"word_{number}"])]
            assert words == [word["word"] for word in play["words"]]
            assert row["play"] == play["notation"]
            assert row["royalties"] == str(sum(play["royalties"]))
            assert float(row["equity_margin"]) == play["margin"]
            for name in ("money", "stock"):
                assert row[name] == str(play[name])

    def test_no_play(self, run: Run) -> None:
        (exchange,) = json.loads(run("hint", "vvw", *BY_MARGIN, "--json").out)["turns"]
        assert exchange["turn"] == "exchange VVW"
        assert len(run("hint", "vvw", *BY_MARGIN, "--csv").out.splitlines()) == 2

    def test_not_both(self, run: Run) -> None:
        assert_bad_input(run(*PLAYS, "--json", "--csv"), "--json", "--csv")


@pytest.mark.usefixtures("_compiled")
class TestOptions:
    def best(self, run: Run, *args: str) -> list[dict[str, object]]:
        plans: list[dict[str, Any]] = json.loads(run(*args, "--json").out)["turns"]
        return [plan["play"] for plan in plans if plan["play"]]

    def test_position_line_is_the_same_as_letters(self, run: Run) -> None:
        assert run("hint", "--position", EXAMPLE_LINE).out == run(*EXAMPLE).out
        for again in (["JWLEANZ"], ["--patents", "K"], ["--opponent", ""], ["--money", "0"]):
            assert_bad_input(run("hint", "--position", EXAMPLE_LINE, *again), "--position")

    @pytest.mark.parametrize(
        "letters",
        [
            ["j w l e a n z", "e e s", "--patents", " k ", "--opponent", "e", "--opponent", " "],
            ["j,w,l,e,a,n,z", "e, e, s", "--patents", "k", "--opponent", "e,", "--opponent", ","],
        ],
    )
    def test_letters_with_blanks_and_commas(self, run: Run, letters: list[str]) -> None:
        assert run("hint", *letters) == run(*EXAMPLE)

    def test_dash_is_no_letters(self, run: Run) -> None:
        dashes = run("hint", "jwleanz", "-", "--patents", "-", "--opponent", "-")
        assert dashes.code == 0
        assert dashes == run("hint", "JWLEANZ", "", "--patents", "", "--opponent", "")

    @pytest.mark.parametrize("ruleset_name", list(PRESETS))
    @pytest.mark.parametrize("stacking", list(lts.Stacking))
    def test_rules(self, run: Run, ruleset_name: str, stacking: lts.Stacking) -> None:
        args = ["hint", "acequis", "tue", "--patents", "BJX", "--ruleset", ruleset_name, *BY_MARGIN]
        (best,) = self.best(run, *args, "--stacking", stacking.value, "--top", "1")
        ruleset = dataclasses.replace(PRESETS[ruleset_name], stacking=stacking)
        position = lts.Position("ACEQUIS", "TUE", "BJX")
        best_by_margin = lts.find_plays(position, lts.Lexicon.load(), ruleset=ruleset)[0]
        assert best["margin"] == best_by_margin.margin

    def test_rank_by(self, run: Run) -> None:
        plays = self.best(run, *EXAMPLE, "--rank-by", "Stock, -money", "--top", "all")
        keys = [(-int(str(play["stock"])), int(str(play["money"]))) for play in plays]
        assert keys == sorted(keys)
        assert keys[0][0] < keys[-1][0]

    def test_lexicon(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "mine.txt"
        path.write_text("jaw\njewels\n")
        result = run(*PLAYS, "--lexicon", str(path), "--csv")
        rows = list(csv.DictReader(io.StringIO(result.out)))
        assert [row["play"] for row in rows] == ["JeWeLs", "JAW*K", ""]
        common = run(*PLAYS, "--lexicon", "common", "--json")
        assert json.loads(common.out)["lexicon"] == "common"


class TestNotes:
    def test_compilation_of_a_lexicon_is_announced_once(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "mine.txt"
        path.write_text("jaw\njewels\nas\nc'est\n")
        first, second = (run("lexicon", "info", str(path)) for _ in range(2))
        assert first.err.splitlines() == [
            f"Compiling the word list {path}, once ...",
            "Note: the lexicon mine.txt leaves out 2 entries of its list: 1 with fewer than 3"
            " letters, 1 with other characters than A to Z; a lexicon takes words of 3 to 64"
            " letters from A to Z",
        ]
        assert (second.err, second.out) == ("", first.out)

    def test_what_the_library_logs_is_shown_once(
        self, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
    ) -> None:
        _log.say_once.cache_clear()
        for _ in range(2):
            with terminal.log_as_notes():
                _log.say_once("Compiling something, once ...")
        assert capsys.readouterr().err == "Compiling something, once ...\n"
        assert caplog.records == []

    def test_other_warnings_stay_what_they_are(self) -> None:
        notes = terminal.warnings_as_notes(lts.LexiconWarning)
        with notes, pytest.raises(UserWarning, match="another"):
            warnings.warn("another", UserWarning, stacklevel=1)


@pytest.mark.parametrize("reads", [True, False])
@pytest.mark.parametrize("writes", [True, False])
def test_a_person_is_at_a_terminal_that_is_read_and_written(
    monkeypatch: pytest.MonkeyPatch, reads: bool, writes: bool
) -> None:
    for name, is_terminal in (("stdin", reads), ("stdout", writes)):
        stream = io.StringIO()
        monkeypatch.setattr(stream, "isatty", lambda is_terminal=is_terminal: is_terminal)
        monkeypatch.setattr(f"sys.{name}", stream)
    assert Prompt().is_terminal == (reads and writes)


def bad_hints() -> dict[str, tuple[list[str], list[str]]]:
    """By fault, the arguments of hint, and what the message has to name."""
    return {
        "no hand": ([], ["hand is missing"]),
        "empty hand": ([""], ["hand is empty"]),
        "wrong letters": (["JWL3ANZ"], ["'JWL3ANZ'", "'3'", "A to Z"]),
        "wrong letters beyond ASCII": (["ÄB"], ["'Ä'", "A to Z"]),
        "wrong letters in the community": (["ABC", "E*"], ["community", "'*'"]),
        "wrong letters of patents": (["ABC", "--patents", "K/L"], ["patents", "'/'"]),
        "wrong letters of an opponent": (["ABC", "--opponent", "?"], ["opponent 1", "'?'"]),
        "too many in hand": (["ABCDEFGH"], ["8 cards", "at most 7"]),
        "too many in the community": (["A", "BCDE"], ["4 cards", "at most 3"]),
        "too many in all": (["ABCDEFGHI", "LMN"], ["12 cards", "at most"]),
        "more than the deck has": (["JAB", "J"], ["2 cards J", "only 1"]),
        "patent owned twice": (["ABC", "--patents", "K", "--opponent", "K"], ["patent K"]),
        "too many opponents": (["ABC", *["--opponent", ""] * 5], ["5 opponents", "at most 4"]),
        "negative money": (["ABC", "--money", "-1"], ["-1", "from 0"]),
        "money is not a number": (["ABC", "--money", "much"], ["'much'", "--money"]),
        "unknown lexicon": (["ABC", "--lexicon", "nwl"], ["nwl", "enable, common"]),
        "not a lexicon": (["ABC", "--lexicon", ""], ["empty", "enable, common"]),
        "unknown ruleset": (["ABC", "--ruleset", "mine"], ["'mine'", "reference-manual"]),
        "unknown stacking": (["ABC", "--stacking", "power"], ["'power'", "at-most-one"]),
        "unknown rank key": (["ABC", "--rank-by", "money,luck"], ["'luck'", "patent_value"]),
        "no rank key": (["ABC", "--rank-by", ""], ["''", "margin"]),
        "top is zero": (["ABC", "--top", "0"], ["'0'", "from 1", "all"]),
        "top is not a number": (["ABC", "--top", "ten"], ["'ten'", "all"]),
        "not a position": (["--position", "ABC"], ["'ABC'", EXAMPLE_LINE]),
        "unknown option": (["ABC", "--speed"], ["--speed", "letter-tycoon hint --help"]),
        "too many arguments": (["ABC", "E", "F"], ["F"]),
    }


@pytest.mark.usefixtures("_compiled")
class TestBadInput:
    @pytest.mark.parametrize(
        ("args", "parts"), [pytest.param(*case, id=name) for name, case in bad_hints().items()]
    )
    def test_hint(self, run: Run, args: list[str], parts: list[str]) -> None:
        assert_bad_input(run("hint", *args), *parts)

    @pytest.mark.parametrize(
        ("content", "parts"),
        [
            pytest.param(b"", ["no word", "at least one"], id="empty"),
            pytest.param(b"# nothing\n\nas\n", ["no word", "1 with fewer"], id="no words"),
            pytest.param(b"\x7fELF\0\0\1", ["binary"], id="binary"),
            pytest.param(b"caf\xe9\n", ["UTF-8", "line 1"], id="latin-1"),
            pytest.param(b"a" * 20_000_000, ["10,000 bytes", "line 1"], id="long line"),
        ],
    )
    @pytest.mark.parametrize("command", [["hint", "ABC", "--lexicon"], ["lexicon", "compile"]])
    def test_word_list(
        self, run: Run, new_cache: Path, command: list[str], content: bytes, parts: list[str]
    ) -> None:
        path = new_cache.with_name("list.txt")
        path.write_bytes(content)
        result = run(*command, str(path))
        if command[0] == "hint":
            note = f"Compiling the word list {path}, once ...\n"
            result = result._replace(err=result.err.removeprefix(note))
        assert_bad_input(result, str(path), *parts)
        assert not new_cache.exists()

    def test_folder(self, run: Run, tmp_path: Path) -> None:
        assert_bad_input(run("hint", "ABC", "--lexicon", str(tmp_path)), "is a folder")
        assert_bad_input(run("lexicon", "info", str(tmp_path)), "is a folder")

    @pytest.mark.parametrize(
        "args",
        [
            ["#"],
            ["--#"],
            ["hint", "#"],
            ["hint", "ABC", "--#"],
            ["hint", "ABC", "--patents", "#"],
            ["hint", "ABC", "--top", "#"],
            ["hint", "ABC", "--word", "#"],
            ["hint", "ABC", "--lexicon", "#"],
            ["hint", "ABC", "--ruleset", "#"],
            ["word", "#"],
            ["advise", "#"],
            ["advise", "ABC", "ABC", "--opponent", "#"],
            ["import", "#"],
            ["replay", "#"],
            ["analyze", "#"],
            ["solve", "#"],
            ["solve", "#.csv"],
            ["survey", "--hands", "9", "--out", "#"],
            ["tournament", "--players", "#"],
            ["lexicon", "info", "#"],
            ["best", "--patents", "#"],
        ],
        ids=" ".join,
    )
    @pytest.mark.parametrize("sign", ["A", "\x1b[2J"], ids=["long", "odd"])
    def test_what_is_given_is_cut_and_obeyed_by_no_terminal(
        self, run: Run, args: list[str], sign: str
    ) -> None:  # fmt: skip
        given = (20_000 * sign)[:20_000] if sign == "A" else sign
        result = run(*(arg.replace("#", given) for arg in args))
        assert (result.code, result.out) == (2, "")
        assert all(len(line) < 1_100 and line.isprintable() for line in result.err.splitlines())

    def test_commands(self, run: Run) -> None:
        assert_bad_input(run("hnt"), "hnt", "letter-tycoon --help")
        assert_bad_input(run("lexicon"), "letter-tycoon lexicon --help")
        assert_bad_input(run("--speed"), "--speed")
