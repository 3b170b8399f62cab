"""The tables of static evaluation: as data, as an array, as they are shipped, as they are made."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from support.doc_pages import ROOT

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.advisor import Evaluation
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.evaluation.tables import PAIRS, Fitted
from letter_tycoon_solver.lexicon.word_list import SHIPPED
from letter_tycoon_solver.rules.cards import ABILITIES, LETTERS
from letter_tycoon_solver.rules.ruleset import RULEBOOK

EVALUATION = Evaluation(
    name="test",
    digest="00",
    royalty={letter: 0.01 * at for at, letter in enumerate(LETTERS)},
    gain={letter: 0.02 * at for at, letter in enumerate(LETTERS)},
    kept={letter: 0.03 * at for at, letter in enumerate(LETTERS)},
    balance=((0.0, 0.5, 0.7), (0.4,)),
    community={letter: 0.04 * at for at, letter in enumerate(LETTERS)},
    pace={2: 4.0, 3: 5.0, 4: 6.0, 5: 7.0},
)
SMALL = Lexicon.from_words(list(Lexicon.load("common"))[::10])


FROZEN = ROOT / "benchmarks" / "tables"


def shipped(name: str) -> dict[str, Any]:
    """The content of a file in the package."""
    folder = resources.files("letter_tycoon_solver.evaluation") / "data"
    content: dict[str, Any] = json.loads((folder / f"{name}.json").read_text("utf-8"))
    return content


# As data ---------------------------------------------------------------------------------------


def test_tables_come_back_from_json() -> None:
    again = Evaluation.from_dict(json.loads(json.dumps(EVALUATION.to_dict())))
    assert again == EVALUATION
    assert hash(again) == hash(EVALUATION)


@pytest.mark.parametrize(
    ("table", "value", "reason"),
    [
        (("kept", "E"), float("nan"), "nan is not a finite number"),
        (("community", "E"), float("inf"), "inf is not a finite number"),
        (("royalty", "E"), 10**400, "OverflowError"),
        (("gain", "E"), "nan", "not a finite number"),
        (("balance", 0, 1), float("-inf"), "not a finite number"),
        (("balance", 0, 0), 0.5, "does not begin with 0"),
        (("balance",), [], "does not begin with 0"),
        (("balance",), [[]], "does not begin with 0"),
        (("balance",), [[0.0] * 9], "more than 7 cards"),
        (("balance",), [[0.0]] * 9, "more than 7 cards"),
        (("pace", "3"), 0, "not above 0"),
        (("pace", "3"), -1.0, "not above 0"),
        (("pace", "3"), float("nan"), "not a finite number"),
        (("pace",), {"2": 4.0, "3": 4.0, "5": 4.0}, r"lacks \[4\] players"),
        (("pace", "-1"), 4.0, r"a pace for \[-1\] players"),
        (("kept", "E"), 1000.5, "more than 1000"),
        (("kept",), {"A": 1.0}, ""),
        (("gain", "J"), "much", "could not convert"),
        (("balance",), [1.0, 2.0], ""),
        (("pace",), [4.0], ""),
        (("fitted",), {"2": {"gain": EVALUATION.gain}}, "pairs"),
        (("fitted",), {"6": Fitted(EVALUATION.gain, dict.fromkeys(PAIRS, 0.0)).to_dict()}, "6"),
    ],
)
def test_damaged_tables_are_refused(table: tuple[Any, ...], value: object, reason: str) -> None:
    data = json.loads(json.dumps(EVALUATION.to_dict()))
    place = data
    for key in table[:-1]:
        place = place[key]
    place[table[-1]] = value
    with pytest.raises(InvalidInputError, match=f"not tables for static evaluation.*{reason}"):
        Evaluation.from_dict(data)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "cannot be read"),
        (b"\xff", "cannot be read"),
        (b"[" * 10_000, "cannot be read"),
        (b"[]", "the data of the tables is"),
        (b"{}", "not tables for static evaluation"),
    ],
)
def test_a_file_that_does_not_hold_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, message: str
) -> None:
    # A message shows the beginning of a long path.
    monkeypatch.chdir(tmp_path)
    path = Path("t.json")
    path.write_bytes(content)
    with pytest.raises(InvalidInputError, match=rf"t\.json.*{message}"):
        Evaluation.load(path)


# As they are shipped ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_tables_are_of_their_list_say_how_they_were_made_and_make_sense(name: str) -> None:
    digest = Lexicon.load(name).digest
    evaluation, made_by = Evaluation.of(digest), shipped(name)["made_by"]
    assert (evaluation.name, evaluation.digest, made_by["lexicon"]) == (name, digest, name)
    for option in ("lexicon", "hands", "games", "seed"):
        assert f"--{option} {made_by[option]}" in made_by["command"]
    royalty, gain, community = evaluation.royalty, evaluation.gain, evaluation.community
    assert max(royalty, key=lambda letter: royalty[letter]) == "E"
    assert sum(royalty.values()) < RULEBOOK.hand_size + RULEBOOK.community_size
    assert {letter for letter in LETTERS if gain[letter] != 0} == set(ABILITIES)
    assert min(gain[letter] for letter in ABILITIES) > 0
    assert community["E"] > 0 > community["W"]
    assert sorted(evaluation.pace) == [2, 3, 4, 5]
    # The goal is reached in some rounds, not in one and not never.
    assert all(1 < RULEBOOK.goals[n] / pace < 20 for n, pace in evaluation.pace.items())
    assert evaluation.balance[0][0] == 0


@pytest.mark.parametrize("path", sorted(FROZEN.iterdir()), ids=lambda path: path.stem)
def test_frozen_tables_can_still_be_read(path: Path) -> None:
    """Whatever tables may come to hold: later versions are measured against these."""
    evaluation = Evaluation.load(path)
    assert path.stem.endswith(f"-{evaluation.name}")
    assert evaluation.digest == Lexicon.load(evaluation.name).digest


# What is fitted ---------------------------------------------------------------------------------


def test_what_two_patents_add_together() -> None:
    fitted = Fitted({"B": 2.0, "J": 3.0, "X": 1.0}, {"BX": 0.5, "JX": 0.25, "BJ": -1.0})
    assert fitted.gain_with("X", "") == 1.0
    assert fitted.gain_with("X", "ABJ") == 1.75
    assert fitted.gain_with("B", "X") == 2.5
    assert fitted.gain_with("A", "BJX") == 0.0
