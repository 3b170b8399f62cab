"""Commands for many positions or games: `survey`, `tournament`, `solve` and `best`."""

from __future__ import annotations

import contextlib
import csv
import importlib
import io
import itertools
import json
import re
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from support.commands import (
    Result,
    Run,
    assert_bad_input,
    compile_search,
    needs_terminal,
    process,
    runner,
    terminal,
)
from support.doc_pages import ROOT
from support.selection import needing, quick
from support.tables import parquet

import letter_tycoon_solver as lts
from letter_tycoon_solver import RULEBOOK, Lexicon, Position, Ruleset, Stacking, cli
from letter_tycoon_solver.advisor.tournaments import PlayerResult, Tournament, tournament
from letter_tycoon_solver.batch import Deal, PartsWarning, solve_batch
from letter_tycoon_solver.batch.best_plays import best_possible
from letter_tycoon_solver.batch.files import csv_head, csv_text
from letter_tycoon_solver.batch.surveys import Survey, survey
from letter_tycoon_solver.cli.terminal import Tell
from letter_tycoon_solver.rules.ruleset import REFERENCE_MANUAL

# `cli.survey` may also be the function that the module imports.
SURVEY = importlib.import_module("letter_tycoon_solver.cli.survey")
TOURNAMENT = importlib.import_module("letter_tycoon_solver.cli.tournament")

N = 300
SETS = "K,VX"
ARGS = ["survey", "--hands", str(N), "--patent-sets", SETS, "--seed", "7", "--money", "2"]


@pytest.fixture(scope="module")
def expected() -> Survey:
    return survey(N, lts.Lexicon.load(), seed=7, patent_sets=SETS, money=2)


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Parts that no other worker of the tests finishes, or goes on from."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LETTER_TYCOON_CACHE", str(tmp_path_factory.mktemp("cache")))
        lts.Lexicon.compile("enable")
        compile_search()
        yield


def kept_parts(folder: str) -> list[Path]:
    """Return the finished parts of work that is not complete."""
    return list(Path(lts.Lexicon.cache_path().parent, folder).glob("*"))


def interrupted_after(calls: int) -> Callable[[str], AbstractContextManager[Tell]]:
    """Return a progress function that interrupts at this call; the first call is at the start."""

    @contextlib.contextmanager
    def shown(_things: str) -> Iterator[Tell]:
        count = itertools.count()

        def tell(_done: int, _n: int | None) -> None:
            if next(count) == calls:
                raise KeyboardInterrupt

        yield tell

    return shown


def rows_of(out: str, title: str) -> dict[str, list[str]]:
    """The rows of a table by what stands first."""
    lines = itertools.dropwhile(lambda line: line != title, out.splitlines())
    table = itertools.takewhile(bool, list(lines)[3:])
    return {row[0]: row[1:] for row in (line.split() for line in table)}


def test_json(run: Run, expected: Survey, tmp_path: Path) -> None:
    path = tmp_path / "out.JSON"
    result = run(*ARGS, "--json", "--out", str(path))
    assert (result.code, result.err) == (0, f"Written: {path}\n")
    assert json.loads(result.out) == json.loads(path.read_text()) == expected.to_dict()


class TestTables:
    def test_worth(self, run: Run, expected: Survey) -> None:
        result = run(*ARGS)
        assert (result.code, result.err) == (0, "")
        assert result.out.startswith(f"{N} random hands")
        assert "Seed 7  word list enable  rules rulebook  money $2" in result.out
        rows = rows_of(result.out, "What a hand is worth, and what patents add to it")
        assert list(rows) == ["none", "VX", "K"]
        one = expected["VX"]
        assert rows["VX"] == [
            f"{one.money.mean:.2f}",
            f"{one.stock.mean:.2f}",
            f"{one.margin.mean:.2f}",
            f"{one.margin.quantile(0.05)}-{one.margin.quantile(0.95)}",
            f"+{one.gain_margin.mean:.3f}",
            f"{one.gain_margin.standard_error:.3f}",
            f"{100 * one.no_play / N:.3f}",
            "%",
        ]
        assert len(rows["none"]) == len(rows["VX"]) - 2

    def test_letters(self, run: Run, expected: Survey) -> None:
        rows = rows_of(run(*ARGS).out, "Letters in best plays without patents")
        none = expected["none"]
        assert list(rows) == list("ABCDEFGHIJKLM")
        assert rows["E"][:2] == ["$10", f"${none.royalties['E']:.3f}"]
        assert rows["E"][4] == "R"
        assert rows["E"][7] == f"{100 * none.bought['R']:.1f}"

    def test_word_lengths(self, run: Run, expected: Survey) -> None:
        rows = rows_of(run(*ARGS).out, "Letters of a word, % of the words")
        shares = [*expected["VX"].word_lengths.values(), expected["VX"].two_words]
        assert rows["VX"] == [f"{100 * share:.1f}" for share in shares]

    def test_one_hand_and_hands_without_a_play(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "mine.txt"
        path.write_text("zzz\n")
        result = run("survey", "--hands", "1", "--patent-sets", "K", "--lexicon", str(path))
        assert result.code == 0
        rows = rows_of(result.out, "What a hand is worth, and what patents add to it")
        assert rows["K"] == ["0.00", "0.00", "0.00", "0-0", "+0.000", "-", "100.000", "%"]

    def test_workers_do_not_change_the_answer(self, run: Run) -> None:
        assert run(*ARGS, "--workers", "1") == run(*ARGS, "--workers", "3") == run(*ARGS)


class TestFiles:
    def test_csv(self, run: Run, expected: Survey, tmp_path: Path) -> None:
        path = tmp_path / "out.csv"
        result = run(*ARGS, "--out", str(path))
        assert (result.code, result.err) == (0, f"Written: {path}\n")
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        known = [
            {name: "" if value is None else str(value) for name, value in row.items()}
            for row in expected.to_rows()
        ]
        assert rows == known
        assert list(tmp_path.iterdir()) == [path]

    @needing("pyarrow")
    def test_parquet(self, run: Run, expected: Survey, tmp_path: Path) -> None:
        path = tmp_path / "out.parquet"
        assert run(*ARGS, "--out", str(path)).code == 0
        table = parquet.read_table(path)
        assert table.to_pylist() == expected.to_rows()
        types = {name: str(table.schema.field(name).type) for name in table.column_names}
        assert [types[name] for name in ("patents", "hands", "money_p05", "gain_money")] == [
            "string", "int64", "int64", "double"
        ]  # fmt: skip
        about = json.loads(table.schema.metadata[b"survey"])
        assert (about["n"], about["seed"], about["money"]) == (N, 7, 2)


@pytest.mark.slow
def test_no_dask_scheduler(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")

    def fail(address: str, timeout: float) -> None:
        raise OSError(f"Timed out trying to connect to {address} after {timeout} s")

    monkeypatch.setattr(distributed, "Client", fail)
    result = run(*ARGS, "--dask", "tcp://127.0.0.1:9")
    assert (result.code, result.out) == (1, "")
    assert "no Dask scheduler at 'tcp://127.0.0.1:9' (Timed out" in result.err


class TestNotes:
    def test_parts_that_cannot_be_kept_are_told_once(
        self, run: Run, expected: Survey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def warn(*_: Any, **__: Any) -> Survey:
            for _again in range(3):
                warnings.warn("a part could not be kept", PartsWarning, stacklevel=1)
            return expected

        monkeypatch.setattr(SURVEY, "survey", warn)
        assert run(*ARGS).err == "Note: a part could not be kept\n"


class TestBadInput:
    @pytest.mark.parametrize(
        ("library", "extra", "args"),
        [
            ("pyarrow", "data", ["--out", "{}/a.parquet"]),
            ("distributed", "dask", ["--dask", "tcp://a:1"]),
        ],
    )
    def test_an_extra_is_absent(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        library: str, extra: str, args: list[str],
    ) -> None:  # fmt: skip
        monkeypatch.setitem(sys.modules, library, None)
        monkeypatch.setattr("letter_tycoon_solver.batch.surveys._count_part", None)
        result = run("survey", *(arg.format(tmp_path) for arg in args))
        assert (result.code, result.out) == (2, "")
        (line,) = result.err.splitlines()
        assert f'pip install "letter-tycoon-solver[{extra}]"' in line


# `letter-tycoon tournament` ----------------------------------------------------------------------


PLAYERS = "static,greedy"
GAMES = 20
# One worker is a thread: the tests need no processes of their own.
ONE = ["--workers", "1"]
GAMES_ARGS = ["tournament", "--players", PLAYERS, "--games", str(GAMES), "--seed", "7", *ONE]
FROZEN = ROOT / "benchmarks" / "tables"


@pytest.fixture(scope="module")
def played() -> Tournament:
    return tournament(PLAYERS, GAMES, lts.Lexicon.load(), seed=7)


def row_of(out: str, name: str) -> list[str]:
    """The numbers in the row of a player, but for the time."""
    (line,) = (line for line in out.splitlines() if line.startswith(f"{name} "))
    return re.findall(r"[-+]?[\d,]*\.\d+", line)[:-1]


def numbers_of(player: PlayerResult) -> list[str]:
    assert player.win_interval
    assert player.lead_interval
    return [
        f"{player.wins:.1f}",
        f"{100 * (player.win_share or 0):.1f}",
        *(f"{100 * end:.1f}" for end in player.win_interval),
        f"{player.lead:+.2f}",
        *(f"{end:+.2f}" for end in player.lead_interval),
    ]


class TestTournament:
    def test_players(self, run: Run, played: Tournament) -> None:
        result = run(*GAMES_ARGS)
        assert (result.code, result.err) == (0, "")
        assert result.out.startswith("20 games of 2 players, 10 deals")
        assert "Seed 7  word list enable  rules rulebook\n" in result.out
        for player in played.players:
            assert row_of(result.out, player.name) == numbers_of(player)
        assert f"Rounds of a game: {played.rounds:.2f} on average." in result.out
        assert "Broken off" not in result.out
        assert kept_parts("tournaments") == []

    def test_one_deal(self, run: Run) -> None:
        result = run("tournament", "--players", "greedy,random,greedy", "--games", "1", *ONE)
        assert result.out.startswith("3 games of 3 players, 1 deal with")
        assert "[" not in result.out.split("Rounds")[0]
        assert all(f"greedy {n} " in result.out for n in (1, 2))

    def test_playouts_are_repeatable_and_seconds_are_not(self, run: Run) -> None:
        args = ["tournament", "--games", "2", *ONE]
        first, second = (run(*args, "--playouts", "24").out for _ in range(2))
        assert "advisor 24 playouts a turn" in first
        assert "not the same" not in first
        assert row_of(first, "advisor") == row_of(second, "advisor")
        timed = run(*args, "--seconds", "0.001").out
        assert "advisor 0.001 s a turn" in timed
        assert "An advisor that plays by time is not the same every time" in timed

    @pytest.mark.slow
    def test_processes_do_not_change_the_answer(self, run: Run, played: Tournament) -> None:
        out = run(*GAMES_ARGS, "--workers", "2").out
        for player in played.players:
            assert row_of(out, player.name) == numbers_of(player)

    @pytest.mark.slow
    def test_words_without_tables_and_games_without_end(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("letter_tycoon_solver.advisor.tournaments.MAX_ROUNDS", 3)
        path = tmp_path / "mine.txt"
        path.write_text("zzz\n")
        result = run(*GAMES_ARGS, "--games", "2", "--lexicon", str(path))
        assert "has no tables for static evaluation" in result.err
        assert "those of enable" in result.err
        assert "Warning" not in result.err
        assert "Broken off because nobody could end them: 2 games" in result.out
        again = ["tournament", "--games", "2", *ONE, "--players"]
        result = run(*again, "greedy,greedy", "--lexicon", str(path))
        assert "tables" not in result.err
        frozen = f"static:{FROZEN / '2026-11-22-common.json'}"
        result = run(*again, f"greedy,{frozen}")
        assert result.err == (
            "Note: the tables of static:2026-11-22-common are those of common, not of enable\n"
        )
        assert "static:2026-11-22-common " in result.out


class TestTournamentFiles:
    def test_json(self, run: Run, played: Tournament, tmp_path: Path) -> None:
        path = tmp_path / "out.JSON"
        result = run(*GAMES_ARGS, "--json", "--out", str(path))
        assert (result.code, result.err) == (0, f"Written: {path}\n")
        assert json.loads(result.out) == json.loads(path.read_text())
        found, known = json.loads(path.read_text()), played.to_dict()
        assert _without_times(found["players"]) == _without_times(known.pop("players"))
        assert {name: found[name] for name in known} == known
        assert list(tmp_path.iterdir()) == [path]

    def test_csv(self, run: Run, played: Tournament, tmp_path: Path) -> None:
        path = tmp_path / "out.csv"
        assert run(*GAMES_ARGS, "--out", str(path)).code == 0
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        known = [
            {name: str(value) for name, value in player.to_dict().items()}
            for player in played.players
        ]
        assert _without_times(rows) == _without_times(known)


def _without_times(players: Any) -> list[dict[str, Any]]:
    times = [player.pop("seconds_per_turn") for player in players]
    assert all(float(seconds) > 0 for seconds in times)
    return list(players)


MANY_GAMES = ["tournament", "--players", "greedy,random", "--games", "1000000", "--workers", "2"]


@needs_terminal
@pytest.mark.parametrize("seconds", quick(1, [0.2, 0.0, 5.0]))
def test_ctrl_c_while_processes_start_or_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setenv("LETTER_TYCOON_CACHE", str(tmp_path))
    with terminal(*MANY_GAMES) as person:
        person.wait_for("0 of 1,000,000 games")
        time.sleep(seconds)
        person.press_ctrl_c()
        code, text = person.end()
    assert code == cli.INTERRUPTED
    assert "of 1,000,000 games; the same command goes on from there." in text
    assert "Traceback" not in text


# What both have in common: they can be stopped, and bad input is found before the work.


BOTH = {"survey": (ARGS, SURVEY, f"{N} hands"), "tournament": (GAMES_ARGS, TOURNAMENT, "20 games")}


def without_times(out: str) -> str:
    """The output; a tournament tells how long a turn took."""
    return re.sub(r" +\d+\.\d{4}$", "", out, flags=re.MULTILINE)


@pytest.mark.parametrize("command", BOTH)
def test_what_is_done_is_said_and_the_same_command_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    args, module, all_of_it = BOTH[command]
    whole = run(*args)
    with monkeypatch.context() as patch:
        patch.setattr(module, "bar_or_lines", interrupted_after(10 if command == "survey" else 3))
        stopped = run(*args, "--out", str(tmp_path / "out.csv"))
    assert stopped.code == cli.INTERRUPTED
    done = re.match(
        r"Stopped after (\d+) of (.*); the same command goes on from there.\n", stopped.err
    )
    assert done
    assert 0 < int(done[1]) < int(all_of_it.split()[0])
    assert done[2] == all_of_it
    assert stopped.out.startswith(f"{done[1]} ")
    assert kept_parts(f"{command}s")
    assert list(tmp_path.iterdir()) == []
    assert run(*args, "--seed", "8").err == ""
    again = run(*args)
    assert again.err == f"Going on from {done[1]} of {all_of_it} that were finished before.\n"
    assert without_times(again.out) == without_times(whole.out)
    assert kept_parts(f"{command}s") == []


@pytest.mark.parametrize("command", BOTH)
def test_nothing_is_done(run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    args, module, all_of_it = BOTH[command]
    monkeypatch.setattr(module, "bar_or_lines", interrupted_after(0))
    result = run(*args, "--seed", "9")
    assert (result.code, result.out) == (cli.INTERRUPTED, "")
    assert result.err.startswith(f"Stopped after 0 of {all_of_it}")


@pytest.mark.parametrize("args", [["survey", "--hands", "20", *ONE], [*GAMES_ARGS, "--games", "2"]])
def test_rules(run: Run, args: list[str]) -> None:
    out = run(*args, "--ruleset", "online", "--stacking", "add").out
    assert "rules online, doublers add" in out


@pytest.mark.parametrize("command", BOTH)
def test_no_folder_for_parts(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    args, *_ = BOTH[command]
    (tmp_path / "file").touch()
    monkeypatch.setenv("LETTER_TYCOON_CACHE", str(tmp_path / "file"))
    result = run(*args)
    assert result.code == 0
    assert f"cannot be written, so a {command} that is stopped will begin anew" in result.err


@pytest.mark.parametrize("command", BOTH)
def test_a_full_disk_loses_nothing(
    run: Run,
    expected: Survey,
    played: Tournament,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(csv.DictWriter, "writerows", fail)
    path = tmp_path / "out.csv"
    path.write_text("old")
    result = run(*BOTH[command][0], "--out", str(path))
    assert result.code == 1
    assert "No space left" in result.err
    if command == "survey":
        kept = Path(result.err.rpartition("kept in ")[2].strip())
        assert json.loads(kept.read_text()) == expected.to_dict()
        kept.unlink()
    else:
        assert row_of(result.out, "static") == numbers_of(played.players[0])
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


# `solve`: the plays of a file of positions --------------------------------------------------------


POSITIONS = list(Deal(30, seed=5, n_players=3, patents=6, money=3).positions())
WORDS = ["cat", "eel", "tone", "tones", "rain", "air", "jaw", "quit", "yes", "yet", "ion", "oat"]
N_CHUNKS, CHUNK = 8, 8192

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals and limits")


@pytest.fixture
def solve(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def solve(*args: str | Path, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = cli.run(["solve", *map(str, args)])
        return Result(code, *capsys.readouterr())

    return solve


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small word list, that has been compiled before; so has the search."""
    compile_search()
    path = tmp_path_factory.mktemp("words") / "words.txt"
    path.write_text("\n".join(WORDS))
    Lexicon.compile(path)
    return path


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    path = tmp_path / "hands.csv"
    path.write_text(csv_of(POSITIONS))
    return path


def csv_of(positions: list[Position]) -> str:
    lines = [",".join(position.notation.split()) for position in positions]
    return "\n".join(["hand,community,patents,opponents,money", *lines, ""])


def solved(words: Path, **options: Any) -> str:
    """The text to be written for POSITIONS."""
    plays = solve_batch(POSITIONS, Lexicon.load(words), **options)
    return csv_head(plays.n_legal is not None) + csv_text(plays)


# Answers -----------------------------------------------------------------------------------------


def test_json_has_a_line_for_each_play(solve: Run, hands: Path, words: Path) -> None:
    asked = (hands, "--top", "2", "--count", "--lexicon", words)
    result = solve(*asked, "--json")
    assert result.code == 0
    rows = [json.loads(line) for line in result.out.splitlines()]
    as_text = [
        {name: "" if cell is None else str(cell) for name, cell in row.items()} for row in rows
    ]
    assert as_text == list(csv.DictReader(io.StringIO(solve(*asked).out)))


def test_options_are_those_of_the_solver(solve: Run, hands: Path, words: Path) -> None:
    for args, options in (
        ([], {}),
        (["--rank-by", "stock,-n_left"], {"rank_by": ("stock", "-n_left")}),
        (["--ruleset", "reference-manual"], {"ruleset": REFERENCE_MANUAL}),
        (["--workers", "1", "--top", "3", "--count"], {"limit": 3, "count": True}),
        (["--workers", "3"], {"ruleset": RULEBOOK}),
    ):
        result = solve(hands, "--lexicon", words, *args)
        assert (result.code, result.out) == (0, solved(words, **options)), args
        assert re.fullmatch(r"30 positions in .* a second\.\n", result.err)


def test_reads_the_standard_input(solve: Run, words: Path) -> None:
    result = solve("-", "--lexicon", words, stdin=csv_of(POSITIONS).encode())
    assert (result.code, result.out) == (0, solved(words))


def test_writes_a_file(solve: Run, hands: Path, words: Path) -> None:
    out = hands.with_name("plays.csv")
    result = solve(hands, "--lexicon", words, "--out", out)
    assert (result.code, result.out) == (0, "")
    assert sorted(path.name for path in hands.parent.iterdir()) == sorted([hands.name, out.name])
    assert out.read_text() == solved(words)


@pytest.mark.slow
def test_a_parquet_file_gives_what_the_same_csv_gives(solve: Run, hands: Path, words: Path) -> None:
    pytest.importorskip("pyarrow")
    frame = pytest.importorskip("pandas").read_csv(hands)
    frame.to_parquet(hands.with_suffix(".parquet"))
    result = solve(hands.with_suffix(".parquet"), "--lexicon", words)
    assert (result.code, result.out) == (0, solved(words))


@pytest.mark.parametrize("text", ["hand\n", "hand,money\n\n\n"])
def test_a_header_alone_gives_a_header(solve: Run, words: Path, text: str) -> None:
    result = solve("-", "--lexicon", words, "--count", stdin=text.encode())
    assert (result.code, result.out) == (0, csv_head(True))
    assert result.err.startswith("0 positions in ")


# Bad rows ----------------------------------------------------------------------------------------


def test_bad_rows_are_told_and_the_others_done(solve: Run, words: Path) -> None:
    alone = solve("-", "--lexicon", words, stdin=b"hand\nCAT\nC4T\n").err.splitlines()[-1]
    assert alone.startswith("1 position in ")
    assert alone.endswith("; 1 bad row is left out.")
    text = "hand,money\nCAT,\nQQ,\nDOG,x\nEEL,2\n"
    result = solve("-", "--lexicon", words, stdin=text.encode())
    assert result.code == 0
    assert [line.split(",")[0] for line in result.out.splitlines()] == ["row", "0", "3"]
    first, second, summary = result.err.splitlines()
    assert first.startswith("Bad row 1 (line 3): hand and community together hold 2 cards Q")
    assert second.startswith("Bad row 2 (line 4): money is 'x'")
    assert summary.startswith("2 positions in ")
    assert summary.endswith("; 2 bad rows are left out.")


def test_many_bad_rows_are_counted(solve: Run, words: Path) -> None:
    text = "hand\nCAT\n" + "C4T\n" * 1234
    lines = solve("-", "--lexicon", words, stdin=text.encode()).err.splitlines()
    assert len(lines) == 22
    assert lines[20] == "... and 1,214 more bad rows"


def test_strict_stops_at_the_first_bad_row(solve: Run, words: Path, tmp_path: Path) -> None:
    text = "hand\nCAT\nC4T\nDOG\nD0G\n"
    out = tmp_path / "plays.csv"
    for args in ([], ["--out", out]):
        result = solve("-", "--strict", "--lexicon", words, *args, stdin=text.encode())
        assert (result.code, result.out) == (2, "")
        (line,) = result.err.splitlines()
        assert line.startswith("Error: row 1 (line 3): the hand 'C4T' contains '4'")
    assert list(tmp_path.iterdir()) == []


def test_strict_keeps_what_was_finished(solve: Run, words: Path, tmp_path: Path) -> None:
    text = "hand\n" + "CAT\n" * (N_CHUNKS * CHUNK) + "C4T\n"
    out = tmp_path / "plays.csv"
    result = solve(
        "-", "--strict", "--workers", "1", "--lexicon", words, "--out", out, stdin=text.encode()
    )
    assert result.code == 2
    note, error = result.err.splitlines()
    part = tmp_path / "plays.csv.part"
    n = len(part.read_text().splitlines()) - 1
    assert n >= CHUNK
    assert note == f"Stopped; the {n:,} rows that were finished are in {part}."
    assert error.startswith(f"Error: row {N_CHUNKS * CHUNK} (line {N_CHUNKS * CHUNK + 2}): ")


def test_no_good_row_is_bad_input(solve: Run, words: Path, tmp_path: Path) -> None:
    for args in ([], ["--out", tmp_path / "plays.csv"]):
        result = solve("-", "--lexicon", words, *args, stdin=b"hand\nC4T\n\xff\n")
        assert (result.code, result.out) == (2, "")
        first, second, error = result.err.splitlines()
        assert first.startswith("Bad row 0 (line 2)")
        assert second.startswith("Bad row 1 (line 3)")
        assert error == "Error: no row of the input is a position"
    assert list(tmp_path.iterdir()) == []


def test_rows_of_an_earlier_run_stay(solve: Run, hands: Path, words: Path, tmp_path: Path) -> None:
    out, part = tmp_path / "plays.csv", tmp_path / "plays.csv.part"
    part.write_text("rows of an earlier run")
    for args in ([hands], [hands, "--lexicon", "nowhere"], [hands, "--top", "0"]):
        result = solve(*args, "--out", out)
        assert (result.code, result.out) == (2, "")
        assert f"{part} holds the rows of a run" in result.err
        assert "rename or delete it" in result.err
        assert part.read_text() == "rows of an earlier run"
    part.unlink()
    assert solve(hands, "--lexicon", words, "--out", out).code == 0
    assert not part.exists()


def test_an_empty_input_is_bad_input(solve: Run) -> None:
    assert_bad_input(solve("-"), "the input is empty")


# Work that ends early ----------------------------------------------------------------------------


@pytest.fixture
def limited_files() -> Iterator[None]:
    """No file of this process grows beyond 300 kB; that fails as on a full disk."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@posix
@pytest.mark.usefixtures("limited_files")
def test_a_full_disk_is_a_failure_that_keeps_what_was_finished(
    solve: Run, words: Path, tmp_path: Path
) -> None:
    text = "hand\nC4T\n" + "CAT\n" * (2 * CHUNK)
    result = solve("-", "--lexicon", words, "--out", tmp_path / "p.csv", stdin=text.encode())
    assert result.code == cli.FAILURE
    bad, error = result.err.splitlines()
    part = tmp_path / "p.csv.part"
    rows = part.read_text().splitlines()[1:]
    assert bad.startswith("Bad row 0")
    assert error.endswith(f"the {len(rows):,} rows that were finished are in {part}")
    assert len(rows) == CHUNK - 1
    assert rows[-1].startswith(f"{CHUNK - 1},ACT,")


@posix
def test_ctrl_c_keeps_what_was_finished(words: Path, tmp_path: Path) -> None:
    out = tmp_path / "plays.csv"
    args = ["solve", "-", "--workers", "1", "--lexicon", str(words), "--out", str(out)]
    with process(args, stdin=subprocess.PIPE) as running:
        assert running.stdin is not None
        # Without the end of the input: when all is taken, the first chunks have been written.
        running.stdin.write("hand\n" + "CAT\n" * (2 * N_CHUNKS * CHUNK))
        running.stdin.flush()
        running.send_signal(signal.SIGINT)
        err = running.stderr.read() if running.stderr else ""
        running.wait(120)
    assert (running.returncode, "Traceback" in err) == (cli.INTERRUPTED, False)
    part = tmp_path / "plays.csv.part"
    assert list(tmp_path.iterdir()) == [part]
    rows = part.read_text().splitlines()[1:]
    assert all("ACT" in row and "CAT" in row for row in rows)
    n = len(rows)
    assert n >= CHUNK
    assert n % CHUNK == 0
    assert f"Interrupted; the {n:,} rows that were finished are in {part}." in err


@posix
def test_a_terminal_shows_a_bar(words: Path, hands: Path) -> None:
    with terminal("solve", str(hands), "--lexicon", str(words), "--out", str(hands) + ".csv") as it:
        code, text = it.end()
    assert code == 0
    assert "30 of 30 positions" in text
    assert "30 positions in " in text


# `letter-tycoon best`: the best plays there can be ------------------------------------------------


ADDING = Ruleset(stacking=Stacking.ADD)
BEST_WORDS = "cat\ncats\ntac\nskyscraper\nskyscrapers\nacquisitive\nquit\n"


@pytest.fixture
def best(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs `best` with a small word list; all has been compiled."""
    compile_search()
    path = tmp_path / "mine.txt"
    path.write_text(BEST_WORDS)
    Lexicon.compile(path)

    def solve(*args: str) -> Result:
        lexicon = [] if "--lexicon" in args or "--help" in args else ["--lexicon", str(path)]
        return runner(capsys)("best", *args, *lexicon)

    return solve


def lexicon_of_best() -> Lexicon:
    return Lexicon.from_words(BEST_WORDS.split())


def test_best_table(best: Run) -> None:
    result = best("--patents", "z")
    assert (result.code, result.err) == (0, "")
    assert "money + stock 11; 1 play earns that" in result.out
    assert "You own Z  rules rulebook, doublers multiply  best by margin" in result.out
    (row,) = [line.split() for line in result.out.splitlines() if "+S" in line]
    (position,) = best_possible(lexicon_of_best(), patents="Z").positions
    assert row[2:] == ["6", "5", position.hand, position.community.lower()]
    assert row[1].upper() == "SKYSCRAPER+S/C"
    assert "Shown: all 1" in result.out
    assert "Searched: all 7 words of mine.txt" in result.out


@pytest.mark.parametrize(
    ("options", "ruleset", "asked"),
    [
        (["--patents", "bjkvxz", "--stacking", "add"], ADDING, {"patents": "BJKVXZ"}),
        (["--ruleset", "reference-manual"], REFERENCE_MANUAL, {}),
        (["--patents", "V", "--words", "2"], RULEBOOK, {"patents": "V", "n_words": 2}),
        (["--patents", "V", "--words", "1"], RULEBOOK, {"patents": "V", "n_words": 1}),
        (["--rank-by", "Stock, money"], RULEBOOK, {"rank_by": ("stock", "money")}),
    ],
    ids=["stacking", "ruleset", "two words", "one word", "rank keys"],
)
def test_best_json_has_all_of_the_records(
    best: Run, options: list[str], ruleset: Ruleset, asked: dict[str, Any]
) -> None:
    document = json.loads(best("--json", *options).out)
    for name, value in best_possible(lexicon_of_best(), ruleset, **asked).to_dict().items():
        assert name in ("lexicon", "searched") or document[name] == value


def test_best_top_says_that_there_are_more(best: Run, tmp_path: Path) -> None:
    path = tmp_path / "equal.txt"
    path.write_text("cat\ntac\nact\n")
    Lexicon.compile(path)
    out = best("--lexicon", str(path), "--top", "2").out
    assert "3 plays earn that" in out
    assert "Shown: the first 2" in out


def test_best_nothing_can_be_laid(best: Run, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("jazzjazz\n")
    Lexicon.compile(path)
    result = best("--lexicon", str(path))
    assert (result.code, result.err) == (0, "")
    assert "No word of the list can be laid." in result.out
    assert json.loads(best("--lexicon", str(path), "--json").out)["earnings"] == {}
