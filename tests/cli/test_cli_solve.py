"""`letter-tycoon solve`: the plays of a file of positions; and `best`: those of all positions."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.commands import (
    Result,
    Run,
    assert_bad_input,
    compile_search,
    process,
    runner,
    terminal,
)

from letter_tycoon_solver import (
    RULEBOOK,
    Lexicon,
    Position,
    Ruleset,
    Stacking,
    cli,
)
from letter_tycoon_solver.batch import Deal, solve_batch
from letter_tycoon_solver.batch.best_plays import best_possible
from letter_tycoon_solver.batch.files import csv_head, csv_text
from letter_tycoon_solver.rules.ruleset import REFERENCE_MANUAL

POSITIONS = list(Deal(30, seed=5, n_players=3, patents=6, money=3).positions())
WORDS = ["cat", "eel", "tone", "tones", "rain", "air", "jaw", "quit", "yes", "yet", "ion", "oat"]
N_CHUNKS, CHUNK = 8, 8192

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals and limits")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*args: str | Path, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = cli.run(["solve", *map(str, args)])
        return Result(code, *capsys.readouterr())

    return run


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


def test_json_has_a_line_for_each_play(run: Run, hands: Path, words: Path) -> None:
    asked = (hands, "--top", "2", "--count", "--lexicon", words)
    result = run(*asked, "--json")
    assert result.code == 0
    rows = [json.loads(line) for line in result.out.splitlines()]
    as_text = [
        {name: "" if cell is None else str(cell) for name, cell in row.items()} for row in rows
    ]
    assert as_text == list(csv.DictReader(io.StringIO(run(*asked).out)))


def test_options_are_those_of_the_solver(run: Run, hands: Path, words: Path) -> None:
    for args, options in (
        ([], {}),
        (["--rank-by", "stock,-n_left"], {"rank_by": ("stock", "-n_left")}),
        (["--ruleset", "reference-manual"], {"ruleset": REFERENCE_MANUAL}),
        (["--workers", "1", "--top", "3", "--count"], {"limit": 3, "count": True}),
        (["--workers", "3"], {"ruleset": RULEBOOK}),
    ):
        result = run(hands, "--lexicon", words, *args)
        assert (result.code, result.out) == (0, solved(words, **options)), args
        assert re.fullmatch(r"30 positions in .* a second\.\n", result.err)


def test_reads_the_standard_input(run: Run, words: Path) -> None:
    result = run("-", "--lexicon", words, stdin=csv_of(POSITIONS).encode())
    assert (result.code, result.out) == (0, solved(words))


def test_writes_a_file(run: Run, hands: Path, words: Path) -> None:
    out = hands.with_name("plays.csv")
    result = run(hands, "--lexicon", words, "--out", out)
    assert (result.code, result.out) == (0, "")
    assert sorted(path.name for path in hands.parent.iterdir()) == sorted([hands.name, out.name])
    assert out.read_text() == solved(words)


@pytest.mark.slow
def test_a_parquet_file_gives_what_the_same_csv_gives(run: Run, hands: Path, words: Path) -> None:
    pytest.importorskip("pyarrow")
    frame = pytest.importorskip("pandas").read_csv(hands)
    frame.to_parquet(hands.with_suffix(".parquet"))
    result = run(hands.with_suffix(".parquet"), "--lexicon", words)
    assert (result.code, result.out) == (0, solved(words))


@pytest.mark.parametrize("text", ["hand\n", "hand,money\n\n\n"])
def test_a_header_alone_gives_a_header(run: Run, words: Path, text: str) -> None:
    result = run("-", "--lexicon", words, "--count", stdin=text.encode())
    assert (result.code, result.out) == (0, csv_head(True))
    assert result.err.startswith("0 positions in ")


# Bad rows ----------------------------------------------------------------------------------------


def test_bad_rows_are_told_and_the_others_done(run: Run, words: Path) -> None:
    alone = run("-", "--lexicon", words, stdin=b"hand\nCAT\nC4T\n").err.splitlines()[-1]
    assert alone.startswith("1 position in ")
    assert alone.endswith("; 1 bad row is left out.")
    text = "hand,money\nCAT,\nQQ,\nDOG,x\nEEL,2\n"
    result = run("-", "--lexicon", words, stdin=text.encode())
    assert result.code == 0
    assert [line.split(",")[0] for line in result.out.splitlines()] == ["row", "0", "3"]
    first, second, summary = result.err.splitlines()
    assert first.startswith("Bad row 1 (line 3): hand and community together hold 2 cards Q")
    assert second.startswith("Bad row 2 (line 4): money is 'x'")
    assert summary.startswith("2 positions in ")
    assert summary.endswith("; 2 bad rows are left out.")


def test_many_bad_rows_are_counted(run: Run, words: Path) -> None:
    text = "hand\nCAT\n" + "C4T\n" * 1234
    lines = run("-", "--lexicon", words, stdin=text.encode()).err.splitlines()
    assert len(lines) == 22
    assert lines[20] == "... and 1,214 more bad rows"


def test_strict_stops_at_the_first_bad_row(run: Run, words: Path, tmp_path: Path) -> None:
    text = "hand\nCAT\nC4T\nDOG\nD0G\n"
    out = tmp_path / "plays.csv"
    for args in ([], ["--out", out]):
        result = run("-", "--strict", "--lexicon", words, *args, stdin=text.encode())
        assert (result.code, result.out) == (2, "")
        (line,) = result.err.splitlines()
        assert line.startswith("Error: row 1 (line 3): the hand 'C4T' contains '4'")
    assert list(tmp_path.iterdir()) == []


def test_strict_keeps_what_was_finished(run: Run, words: Path, tmp_path: Path) -> None:
    text = "hand\n" + "CAT\n" * (N_CHUNKS * CHUNK) + "C4T\n"
    out = tmp_path / "plays.csv"
    result = run(
        "-", "--strict", "--workers", "1", "--lexicon", words, "--out", out, stdin=text.encode()
    )
    assert result.code == 2
    note, error = result.err.splitlines()
    part = tmp_path / "plays.csv.part"
    n = len(part.read_text().splitlines()) - 1
    assert n >= CHUNK
    assert note == f"Stopped; the {n:,} rows that were finished are in {part}."
    assert error.startswith(f"Error: row {N_CHUNKS * CHUNK} (line {N_CHUNKS * CHUNK + 2}): ")


def test_no_good_row_is_bad_input(run: Run, words: Path, tmp_path: Path) -> None:
    for args in ([], ["--out", tmp_path / "plays.csv"]):
        result = run("-", "--lexicon", words, *args, stdin=b"hand\nC4T\n\xff\n")
        assert (result.code, result.out) == (2, "")
        first, second, error = result.err.splitlines()
        assert first.startswith("Bad row 0 (line 2)")
        assert second.startswith("Bad row 1 (line 3)")
        assert error == "Error: no row of the input is a position"
    assert list(tmp_path.iterdir()) == []


def test_rows_of_an_earlier_run_stay(run: Run, hands: Path, words: Path, tmp_path: Path) -> None:
    out, part = tmp_path / "plays.csv", tmp_path / "plays.csv.part"
    part.write_text("rows of an earlier run")
    for args in ([hands], [hands, "--lexicon", "nowhere"], [hands, "--top", "0"]):
        result = run(*args, "--out", out)
        assert (result.code, result.out) == (2, "")
        assert f"{part} holds the rows of a run" in result.err
        assert "rename or delete it" in result.err
        assert part.read_text() == "rows of an earlier run"
    part.unlink()
    assert run(hands, "--lexicon", words, "--out", out).code == 0
    assert not part.exists()


def test_an_empty_input_is_bad_input(run: Run) -> None:
    assert_bad_input(run("-"), "the input is empty")


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
    run: Run, words: Path, tmp_path: Path
) -> None:
    text = "hand\nC4T\n" + "CAT\n" * (2 * CHUNK)
    result = run("-", "--lexicon", words, "--out", tmp_path / "p.csv", stdin=text.encode())
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

    def run(*args: str) -> Result:
        lexicon = [] if "--lexicon" in args or "--help" in args else ["--lexicon", str(path)]
        return runner(capsys)("best", *args, *lexicon)

    return run


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
