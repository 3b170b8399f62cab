"""The command `letter-tycoon survey`."""

from __future__ import annotations

import csv
import importlib
import itertools
import json
import logging
import shlex
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from support.commands import (
    Run,
    assert_bad_input,
    examples_of_help,
    interrupted_after,
    kept_parts,
    quiet_runner,
    terminal,
)
from support.selection import needing

import letter_tycoon_solver as lts
from letter_tycoon_solver import cli
from letter_tycoon_solver.batch import PartsWarning
from letter_tycoon_solver.batch.surveys import Survey, survey

# `cli.survey` may also be the function that the module imports.
command = importlib.import_module("letter_tycoon_solver.cli.survey")

N = 300
SETS = "K,VX"
ARGS = ["--hands", str(N), "--patent-sets", SETS, "--seed", "7", "--money", "2"]


@pytest.fixture(scope="module")
def expected() -> Survey:
    return survey(N, lts.Lexicon.load(), seed=7, patent_sets=SETS, money=2)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return quiet_runner("survey", capsys)


def parts() -> list[Path]:
    """The finished parts of surveys that are not complete."""
    return kept_parts("surveys")


def rows_of(out: str, title: str) -> dict[str, list[str]]:
    """The rows of a table by what stands first."""
    lines = itertools.dropwhile(lambda line: line != title, out.splitlines())
    table = itertools.takewhile(bool, list(lines)[3:])
    return {row[0]: row[1:] for row in (line.split() for line in table)}


def test_json(run: Run, expected: Survey) -> None:
    result = run(*ARGS, "--json")
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out) == json.loads(json.dumps(expected.to_dict()))


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

    def test_rules(self, run: Run) -> None:
        out = run("--hands", "20", "--ruleset", "online", "--stacking", "add").out
        assert "rules online, doublers add" in out

    def test_one_hand_and_hands_without_a_play(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "mine.txt"
        path.write_text("zzz\n")
        result = run("--hands", "1", "--patent-sets", "K", "--lexicon", str(path))
        assert result.code == 0
        rows = rows_of(result.out, "What a hand is worth, and what patents add to it")
        assert rows["K"] == ["0.00", "0.00", "0.00", "0-0", "+0.000", "-", "100.000", "%"]

    @pytest.mark.parametrize("more", [["--workers", "1"], ["--workers", "3"]])
    def test_workers_do_not_change_the_answer(self, run: Run, more: list[str]) -> None:
        assert run(*ARGS, *more) == run(*ARGS)


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

    def test_json(self, run: Run, expected: Survey, tmp_path: Path) -> None:
        path = tmp_path / "out.JSON"
        assert run(*ARGS, "--out", str(path)).code == 0
        assert json.loads(path.read_text()) == expected.to_dict()

    def test_parquet(self, run: Run, expected: Survey, tmp_path: Path) -> None:
        parquet = pytest.importorskip("pyarrow.parquet")
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
    def test_plot(self, run: Run, tmp_path: Path) -> None:
        pytest.importorskip("matplotlib")
        table, path = tmp_path / "out.csv", tmp_path / "survey.png"
        result = run(*ARGS, "--plot", str(path), "--out", str(table))
        assert result.err.splitlines() == [f"Written: {table}", f"Written: {path}"]
        assert path.read_bytes().startswith(b"\x89PNG")

    def test_a_full_disk_loses_nothing(
        self, run: Run, expected: Survey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(csv.DictWriter, "writerows", fail)
        path = tmp_path / "out.csv"
        path.write_text("old")
        result = run(*ARGS, "--out", str(path))
        assert (result.code, result.out) == (1, "")
        assert "No space left" in result.err
        kept = Path(result.err.rpartition("kept in ")[2].strip())
        assert json.loads(kept.read_text()) == expected.to_dict()
        kept.unlink()
        assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


class TestInterrupted:
    def test_says_what_is_done_and_goes_on(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = run(*ARGS)
        with monkeypatch.context() as patch:
            patch.setattr(command, "bar_or_lines", interrupted_after(10))
            result = run(*ARGS)
        assert result.code == cli.INTERRUPTED
        stopped, rest = result.err.split(" of ", 1)
        done = int(stopped.removeprefix("Stopped after "))
        assert 0 < done < N
        assert rest.strip() == f"{N} hands; the same command goes on from there."
        assert result.out.startswith(f"{done} random hands")
        assert parts()
        again = run(*ARGS)
        assert again.err == f"Going on from {done} of {N} hands that were finished before.\n"
        assert again.out == whole.out
        assert parts() == []

    def test_another_survey_does_not_go_on(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(command, "bar_or_lines", interrupted_after(3))
            assert run(*ARGS).code == cli.INTERRUPTED
        assert run(*ARGS, "--seed", "8").err == ""
        assert run(*ARGS).err.startswith("Going on from")

    def test_nothing_is_done(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(command, "bar_or_lines", interrupted_after(0))
            result = run(*ARGS)
        assert (result.code, result.out) == (cli.INTERRUPTED, "")
        assert result.err.startswith(f"Stopped after 0 of {N} hands")

    def test_files_are_not_written(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "out.csv"
        with monkeypatch.context() as patch:
            patch.setattr(command, "bar_or_lines", interrupted_after(3))
            assert run(*ARGS, "--out", str(path)).code == cli.INTERRUPTED
        assert list(tmp_path.iterdir()) == []
        run(*ARGS)

    @pytest.mark.slow
    @pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
    def test_ctrl_c_in_a_terminal(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LETTER_TYCOON_CACHE", str(tmp_path))
        args = ["survey", "--hands", "4000000", "--patent-sets", "K", "--seed", "1"]
        for first in (True, False):
            with terminal(*args) as person:
                if not first:
                    person.wait_for("Going on from ")
                person.wait_for(" a second")  # The bar, when a part is done.
                person.press_ctrl_c()
                code, text = person.end()
            assert code == cli.INTERRUPTED
            assert "random hands, each with its best play" in text
            assert "of 4,000,000 hands; the same command goes on from there." in text
            assert "Traceback" not in text


@pytest.mark.slow
class TestDask:
    def test_a_cluster_gives_the_same_answer(self, run: Run, tmp_path: Path) -> None:
        distributed = pytest.importorskip("distributed")
        dask, here = tmp_path / "dask.json", tmp_path / "here.json"
        with distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as cluster:
            args = ["--dask", cluster.scheduler_address, "--out", str(dask)]
            there = run(*ARGS, *args)
        assert "Traceback" not in there.err
        assert run(*ARGS, "--out", str(here)).out == there.out
        assert dask.read_bytes() == here.read_bytes()

    def test_no_scheduler(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        distributed = pytest.importorskip("distributed")

        def fail(address: str, timeout: float) -> None:
            raise OSError(f"Timed out trying to connect to {address} after {timeout} s")

        monkeypatch.setattr(distributed, "Client", fail)
        result = run(*ARGS, "--dask", "tcp://127.0.0.1:9")
        assert (result.code, result.out) == (1, "")
        assert "no Dask scheduler at 'tcp://127.0.0.1:9' (Timed out" in result.err


class TestNotes:
    def test_no_folder_for_parts(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        whole = run(*ARGS)
        (tmp_path / "file").touch()
        monkeypatch.setenv("LETTER_TYCOON_CACHE", str(tmp_path / "file"))
        result = run(*ARGS)
        assert (result.code, result.out) == (0, whole.out)
        assert "cannot be written, so a survey that is stopped will begin anew" in result.err

    def test_parts_that_cannot_be_kept_are_told_once(
        self, run: Run, expected: Survey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def warn(*_: Any, **__: Any) -> Survey:
            for number in range(3):
                warnings.warn(f"part {number} could not be kept", PartsWarning, stacklevel=1)
            return expected

        monkeypatch.setattr(command, "survey", warn)
        assert run(*ARGS).err == "Note: part 0 could not be kept\n"

    @pytest.mark.slow
    def test_every_example_of_the_help_works(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for library in ("pyarrow", "matplotlib"):
            pytest.importorskip(library)
        monkeypatch.chdir(tmp_path)
        examples = examples_of_help(run, "survey")
        assert len(examples) == 2
        for example in examples:
            assert run(*shlex.split(example)[2:], "--hands", "20").code == 0
        assert {path.name for path in tmp_path.iterdir()} == {"result.parquet", "survey.png"}


def bad_input() -> dict[str, tuple[list[str], list[str]]]:
    """By fault, the arguments, and what the message has to name; {} is a folder."""
    return {
        "no hands": (["--hands", "0"], ["0", "from 1"]),
        "negative hands": (["--hands", "-5"], ["-5", "from 1"]),
        "too many hands": (["--hands", "10000000000000"], ["10000000000000", "1000000000000"]),
        "hands are not a number": (["--hands", "many"], ["--hands", "many"]),
        "negative seed": (["--seed", "-1"], ["seed", "-1", "from 0"]),
        "negative money": (["--money", "-1"], ["money", "-1", "from 0"]),
        "no such preset": (["--patent-sets", "triples"], ["triples", "single, pairs, all"]),
        "a patent without ability": (["--patent-sets", "KA"], ["KA", "A, which has no ability"]),
        "no set": (["--patent-sets", ""], ["empty set", "single, pairs, all", "none"]),
        "an empty set": (["--patent-sets", "K,,X"], ["K,,X", "empty set", "single, pairs, all"]),
        "a set twice": (["--patent-sets", "KX,XK"], ["KX", "2 times"]),
        "no workers": (["--workers", "0"], ["--workers", "0"]),
        "workers of a cluster": (["--workers", "2", "--dask", "tcp://a:1"], ["--workers"]),
        "table of another kind": (["--out", "{}/a.xlsx"], [".xlsx", ".parquet"]),
        "table without suffix": (["--out", "{}/a"], ["(none)", ".csv"]),
        "plot of another kind": (["--plot", "{}/a.gif"], [".gif", ".png"]),
        "folder that is not there": (["--out", "{}/b/a.csv"], ["a.csv", "No such file"]),
        "a folder": (["--out", "{}/folder.csv"], ["folder.csv", "not an ordinary file"]),
        "unknown lexicon": (["--lexicon", "nwl"], ["nwl", "enable"]),
        "an argument": (["hands.csv"], ["hands.csv"]),
    }


class TestBadInput:
    @needing("matplotlib")
    def test_a_plot_in_no_folder_is_found_before_the_work(self, run: Run, tmp_path: Path) -> None:
        result = run("--plot", str(tmp_path / "b" / "a.png"))
        assert_bad_input(result, "a.png", "No such file")

    @pytest.mark.parametrize(
        ("args", "messages"), [pytest.param(*case, id=name) for name, case in bad_input().items()]
    )
    def test_is_found_before_the_work(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        args: list[str], messages: list[str],
    ) -> None:  # fmt: skip
        (tmp_path / "folder.csv").mkdir()
        monkeypatch.setattr("letter_tycoon_solver.batch.surveys._count_part", None)
        result = run(*(arg.format(tmp_path) for arg in args))
        assert_bad_input(result, *messages)
        assert [path.name for path in tmp_path.iterdir()] == ["folder.csv"]

    @pytest.mark.parametrize(
        ("library", "extra", "args"),
        [
            ("pyarrow", "data", ["--out", "{}/a.parquet"]),
            ("matplotlib", "plot", ["--plot", "{}/a.png"]),
            ("distributed", "dask", ["--dask", "tcp://a:1"]),
        ],
    )
    def test_an_extra_is_absent(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        library: str, extra: str, args: list[str],
    ) -> None:  # fmt: skip
        monkeypatch.setitem(sys.modules, library, None)
        monkeypatch.setattr("letter_tycoon_solver.batch.surveys._count_part", None)
        result = run(*(arg.format(tmp_path) for arg in args))
        assert (result.code, result.out) == (2, "")
        (line,) = result.err.splitlines()
        assert f'pip install "letter-tycoon-solver[{extra}]"' in line

    def test_one_file_for_both(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("letter_tycoon_solver.batch.surveys._count_part", None)
        result = run("--out", "a.png", "--plot", "a.png")
        assert result.code == 2
        assert "a.png" in result.err

    @pytest.mark.slow
    def test_files_beside_stay(self, run: Run, tmp_path: Path) -> None:
        pytest.importorskip("matplotlib")
        mine = {tmp_path / "out.csv.part", tmp_path / "out.png.part"}
        for path in mine:
            path.write_text("mine")
        files = {"--out": tmp_path / "out.csv", "--plot": tmp_path / "out.png"}
        arguments = [str(part) for option in files.items() for part in option]
        for hands, code in (("0", 2), ("20", 0)):
            assert run("--hands", hands, *arguments).code == code
            assert {path.read_text() for path in mine} == {"mine"}
        assert set(tmp_path.iterdir()) == {*mine, *files.values()}

    def test_a_file_that_was_there_stays(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "out.csv"
        path.write_text("old")
        assert run("--hands", "0", "--out", str(path)).code == 2
        assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]
