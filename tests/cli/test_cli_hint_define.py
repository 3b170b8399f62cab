"""`letter-tycoon hint --define`: what the words that are shown mean."""

from __future__ import annotations

import json

import pytest
from command_runs import EXAMPLE, Run, assert_bad_input, compile_search, runner

import letter_tycoon_solver as lts

WIDTH = 80


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(capsys)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compile_search()


def last_lines(run: Run, *args: str) -> str:
    return run(*args, "--define").out.rstrip("\n").rpartition("\n\n")[2]


def test_each_word_of_the_list_has_its_first_meaning(run: Run) -> None:
    lines = last_lines(run, *EXAMPLE, "--top", "5").splitlines()
    assert max(map(len, lines)) <= WIDTH
    said = " ".join(" ".join(lines).split())
    for word in ("JEWELS", "JAWS", "JEWS", "JEANS"):
        assert f"{word} {lts.define(word)[0]}" in said
    assert "JANES no definition" in said
    assert str(lts.define("JEWELS")[1]) not in said


def test_the_rest_is_as_without_it(run: Run) -> None:
    without = run(*EXAMPLE, "--top", "3").out
    assert run(*EXAMPLE, "--top", "3", "--define").out.startswith(f"{without}\n  JEWELS  ")


def test_a_word_of_ones_own_has_all_of_them(run: Run) -> None:
    said = " ".join(last_lines(run, *EXAMPLE, "--word", "ewes").split())
    assert said == f"EWES {' '.join(map(str, lts.define('EWES')))}"
    said = " ".join(last_lines(run, *EXAMPLE, "--word", "jewels").split())
    assert said == f"JEWELS {' '.join(map(str, lts.define('JEWELS')))}"


def test_plays_have_them_too(run: Run) -> None:
    assert last_lines(run, *EXAMPLE, "--rank-by", "margin", "--top", "1").startswith("  LAWNS  ")


def test_a_hand_without_words_has_none(run: Run) -> None:
    args = ["hint", "BCD", "FGH", "--opponent", ""]
    assert run(*args, "--define").out == run(*args).out


@pytest.mark.parametrize("asked", [["--top", "2"], ["--top", "2", "--rank-by", "margin"]])
def test_json_has_all_by_word(run: Run, asked: list[str]) -> None:
    document = json.loads(run(*EXAMPLE, *asked, "--json").out)
    with_meanings = json.loads(run(*EXAMPLE, *asked, "--json", "--define").out)
    definitions = with_meanings.pop("definitions")
    assert with_meanings == document
    assert len(definitions) == 2
    for word, found in definitions.items():
        assert found == [definition.to_dict() for definition in lts.define(word)]


def test_json_of_a_word_has_its_own(run: Run) -> None:
    found = json.loads(run(*EXAMPLE, "--word", "ewes", "--json", "--define").out)
    assert list(found["definitions"]) == ["EWES"]


def test_csv_has_no_place_for_them(run: Run) -> None:
    assert_bad_input(run(*EXAMPLE, "--csv", "--define"), "--define", "--json")
