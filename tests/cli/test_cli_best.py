"""The command `letter-tycoon best`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import letter_tycoon_solver as lts
from letter_tycoon_solver import cli
from letter_tycoon_solver.batch.best_plays import best_possible

WORDS = "cat\ncats\ntac\nskyscraper\nskyscrapers\nacquisitive\nquit\n"


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs `best` with a small word list, which is compiled already."""
    path = tmp_path / "mine.txt"
    path.write_text(WORDS)
    lts.Lexicon.compile(path)

    def run(*args: str) -> Result:
        lexicon = [] if "--lexicon" in args or "--help" in args else ["--lexicon", str(path)]
        code = cli.run(["best", *args, *lexicon])
        out, err = capsys.readouterr()
        compiling = "Compiling the search, once; this takes some seconds ...\n"
        return Result(code, out, err.removeprefix(compiling))

    return run


def lexicon() -> lts.Lexicon:
    return lts.Lexicon.from_words(WORDS.split())


def test_table(run: Run) -> None:
    result = run("--patents", "z")
    assert (result.code, result.err) == (0, "")
    assert "money + stock 11; 1 play earns that" in result.out
    assert "You own Z  rules rulebook, doublers multiply  best by margin" in result.out
    (row,) = [line.split() for line in result.out.splitlines() if "+S" in line]
    (position,) = best_possible(lexicon(), patents="Z").positions
    assert row[2:] == ["6", "5", position.hand, position.community.lower()]
    assert row[1].upper() == "SKYSCRAPER+S/C"
    assert "Shown: all 1" in result.out
    assert "Searched: all 7 words of mine.txt" in result.out


def test_json_has_all_of_the_records(run: Run) -> None:
    document = json.loads(run("--json", "--patents", "bjkvxz", "--stacking", "add").out)
    ruleset = lts.Ruleset(stacking=lts.Stacking.ADD)
    expected = best_possible(lexicon(), ruleset, "BJKVXZ").to_dict()
    del document["lexicon"], expected["lexicon"], document["searched"], expected["searched"]
    assert document == {"ruleset": "rulebook", "stacking": "add", **expected}
    assert document["earnings"] == {"margin": (6 + 5) * 4}
    assert [word["word"] for word in document["plays"][0]["words"]] == ["ACQUISITIVE"]


def test_ruleset(run: Run) -> None:
    document = json.loads(run("--json", "--ruleset", "reference-manual").out)
    assert document["earnings"] == {"margin": (8 + 4) * 1}
    assert document["ruleset"] == "reference-manual"


def test_two_words(run: Run) -> None:
    document = json.loads(run("--json", "--patents", "V", "--words", "2").out)
    words = [[word["word"] for word in play["words"]] for play in document["plays"]]
    assert words == [["CATS", "QUIT"]]
    assert document["earnings"] == {"margin": 2 + 2 * 2}
    assert "CATS" not in run("--patents", "V", "--words", "1").out.upper()


def test_rank_by(run: Run) -> None:
    document = json.loads(run("--json", "--rank-by", "Stock, money").out)
    assert document["rank_by"] == ["stock", "money"]
    assert document["earnings"] == {"stock": 4, "money": 6}


def test_top_says_that_there_are_more(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "equal.txt"
    path.write_text("cat\ntac\nact\n")
    lts.Lexicon.compile(path)
    out = run("--lexicon", str(path), "--top", "2").out
    assert "3 plays earn that" in out
    assert "Shown: the first 2" in out


def test_nothing_can_be_laid(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("jazzjazz\n")
    lts.Lexicon.compile(path)
    result = run("--lexicon", str(path))
    assert (result.code, result.err) == (0, "")
    assert "No word of the list can be laid." in result.out
    assert json.loads(run("--lexicon", str(path), "--json").out)["earnings"] == {}


def test_every_example_of_the_help_works(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    lines = run("--help").out.splitlines()
    examples = [line.strip() for line in lines if line.startswith("    letter-tycoon best")]
    assert len(examples) == 2
    for example in examples:
        assert cli.run(shlex.split(example)[1:]) == 0
        assert "The best plays there can be" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (["--patents", "K4"], ["K4", "A to Z"]),
        (["--patents", "KK"], ["patent K"]),
        (["--words", "2"], ["2 words", "need V"]),
        (["--words", "3"], ["--words", "3"]),
        (["--top", "0"], ["--top", "0"]),
        (["--rank-by", "luck"], ["luck", "margin, money, stock"]),
        (["--rank-by", ""], ["margin, money, stock"]),
        (["--ruleset", "mine"], ["mine", "reference-manual"]),
        (["--lexicon", "nwl"], ["nwl", "enable"]),
        (["CAT"], ["CAT"]),
    ],
)
def test_bad_input(run: Run, args: list[str], parts: list[str]) -> None:
    result = run(*args)
    assert (result.code, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("Error: ")
    for part in parts:
        assert part in line
