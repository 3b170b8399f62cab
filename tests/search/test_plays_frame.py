"""Plays as Arrow tables and data frames: one set of columns, whole numbers that stay whole."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.selection import slow_with
from support.strategies import ALL_RULES, examples, positions, word_lists
from support.tables import expected_row, pa, pd, pl

from letter_tycoon_solver import (
    InvalidInputError,
    Lexicon,
    Plays,
    Position,
    TurnKind,
    Turns,
    best_turns,
    find_plays,
)
from letter_tycoon_solver.batch import BatchPlays, Deal, Positions, solve_batch
from letter_tycoon_solver.search import frames

pytestmark = slow_with("pandas", "polars", "pyarrow")

WORDS = ["BOOK", "BOOKS", "YACHT", "COAT", "COATS", "TACO", "OATS", "AHOY", "COY", "BOY", "TOY"]
WORDS += ["SYZYGY", "YAY", "CRY"]
LEXICON = Lexicon.from_words(WORDS)
POSITION = Position("YACHTBO", "KOS", "BJKVXZ", ["A", "T", "C"], 2)
OF_POSITION = ["row", "hand", "community"]
OF_PLAY = ["rank", "play", "word_1", "word_2", "money", "stock", "royalties", "margin"]
OF_PLAY += ["patent_value", "n_left"]


@pytest.fixture(scope="module")
def plays() -> Plays:
    return find_plays(POSITION, LEXICON, variants="all")


@pytest.fixture(scope="module")
def batch() -> BatchPlays:
    """Three positions, the second without plays and the third with fewer than `top`."""
    some = [POSITION, Position("BCDFG"), Position("CRYT", opponents=["", "R"])]
    return solve_batch(Positions.of(some), LEXICON, limit=3, count=True)


@pytest.fixture(scope="module")
def turns() -> Turns:
    """Turns of the owner of Q and V: words, pairs, an exchange, a card to replace."""
    return best_turns(Position("YACHTBO", "KOS", "QV", ["A"], 9), LEXICON, limit=None)


@pytest.fixture(params=["plays", "turns", "batch"])
def answers(request: pytest.FixtureRequest) -> Any:
    return request.getfixturevalue(request.param)


@examples(60)
@given(st.data())
def test_any_plays_as_a_table_are_those_of_the_objects(data: st.DataObject) -> None:
    position = data.draw(positions())
    ruleset = data.draw(st.sampled_from(ALL_RULES)).ruleset
    lexicon = Lexicon.from_words(data.draw(word_lists(position)))
    plays = find_plays(position, lexicon, ruleset=ruleset, variants="all", limit=200)
    rows = [expected_row(0, position, rank, play) for rank, play in enumerate(plays, 1)]
    assert plays.to_arrow().to_pylist() == rows


def test_notations_are_the_same_in_blocks(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = plays.to_arrow()
    monkeypatch.setattr(frames, "BLOCK", 7)
    assert plays.to_arrow() == whole
    assert whole["play"].to_pylist() == [play.notation for play in plays]


def test_a_batch_has_the_same_columns_and_types(plays: Plays, batch: BatchPlays) -> None:
    table = batch.to_arrow()
    assert table.column_names == [*OF_POSITION, *OF_PLAY, "n_legal"]
    assert table.drop_columns(["n_legal"]).schema == plays.to_arrow().schema
    rows = table.to_pylist()
    assert [row["row"] for row in rows] == [0, 0, 0, 1, 2]
    assert {name: rows[3][name] for name in OF_PLAY} == dict.fromkeys(OF_PLAY)
    assert (rows[3]["hand"], rows[3]["n_legal"]) == ("BCDFG", 0)
    assert [row["n_legal"] for row in rows] == [plays.n_legal] * 3 + [0, 1]


def test_whole_numbers_stay_whole_in_pandas(plays: Plays, batch: BatchPlays) -> None:
    frame = batch.to_pandas()
    for name in ("rank", "money", "stock", "royalties", "patent_value", "n_left"):
        assert frame[name].dtype == pd.Int32Dtype(), name
    assert frame["row"].dtype == frame["n_legal"].dtype == pd.Int64Dtype()
    assert frame["margin"].dtype == np.float64
    assert frame["money"].isna().tolist() == [False, False, False, True, False]
    assert str(frame["money"][0]) == str(batch[0][0].money)
    alone = plays.to_pandas()
    assert (alone.dtypes == frame.drop(columns="n_legal").dtypes).all()
    assert alone["money"].tolist() == [play.money for play in plays]


def test_whole_numbers_stay_whole_in_polars(plays: Plays, batch: BatchPlays) -> None:
    frame = batch.to_polars()
    assert frame.schema["money"] == pl.Int32
    assert frame["money"].null_count() == 1
    assert frame["play"][0] == batch[0][0].notation
    assert plays.to_polars().schema == frame.drop("n_legal").schema


def test_other_programs_take_the_columns_as_they_are(answers: Any) -> None:
    assert pa.table(answers).equals(answers.to_arrow())
    made = pl.DataFrame(answers)
    assert made.equals(answers.to_polars())
    assert made.schema == answers.to_polars().schema
    assert not isinstance(answers, Sequence)
    assert pd.DataFrame.from_arrow(answers).columns.tolist() == answers.to_pandas().columns.tolist()


def test_pandas_is_told_how_to_get_the_columns(answers: Any) -> None:
    """It asks for an array, where it could ask for the stream."""
    for make in (pd.DataFrame, pd.Series, np.asarray, np.array):
        with pytest.raises(
            InvalidInputError, match=r"not an array: to_pandas\(\) gives a data frame"
        ):
            make(answers)


def test_a_large_batch_becomes_a_data_frame_by_its_columns() -> None:
    solved = solve_batch(Deal(20_000, seed=2), LEXICON, limit=2)
    made = pl.DataFrame(solved)
    assert made.equals(solved.to_polars())
    assert len(made) == max(made["row"]) + 1 + (made["rank"] == 2).sum() == len(solved.to_pandas())


def test_turns_as_a_table(turns: Turns) -> None:
    table = turns.to_arrow()
    table.validate(full=True)
    rows = table.to_pylist()
    assert len(rows) == len(turns) > 5
    for rank, (row, turn) in enumerate(zip(rows, turns, strict=True), 1):
        words = [word.word for word in turn.words]
        play = turn.play
        assert row == {
            "rank": rank,
            "turn": str(turn),
            "replace": turn.replace or None,
            "play": None if play is None else play.notation,
            "word_1": words[0] if words else None,
            "word_2": words[1] if len(words) == 2 else None,
            "buy": turn.buy or None,
            "discards": turn.discards,
            "leave": turn.leave,
            "money": 0 if play is None else play.money,
            "stock": 0 if play is None else play.stock,
            "royalties": 0 if play is None else sum(play.royalties),
            "equity": turn.equity.total,
            "equity_margin": turn.equity.margin,
            "equity_patent": turn.equity.patent,
            "equity_leave": turn.equity.leave,
            "equity_community": turn.equity.community,
        }
    assert {turn.kind for turn in turns} == {TurnKind.WORDS, TurnKind.EXCHANGE, TurnKind.REPLACE}
    assert any(row["word_2"] for row in rows)
    assert turns[:0].to_arrow().schema == table.schema
    assert turns.to_pandas()["money"].dtype == pd.Int32Dtype()


def test_turns_as_plain_data(turns: Turns) -> None:
    dicts = turns.to_dicts()
    assert json.loads(json.dumps(dicts)) == dicts
    assert dicts == [turn.to_dict() for turn in turns]
    words = next(turn for turn in turns if turn.play)
    assert words.play is not None
    assert words.to_dict() == {
        "turn": words.notation,
        "replace": "",
        "play": words.play.to_dict(),
        "buy": words.buy,
        "discards": words.discards,
        "leave": words.leave,
        "equity": words.equity.to_dict(),
    }


def test_no_plays_are_a_table_without_rows() -> None:
    none = find_plays(Position("BCD"), LEXICON)
    for nothing in (none, find_plays(POSITION, LEXICON, limit=0)):
        assert nothing.to_arrow().num_rows == len(nothing.to_pandas()) == 0
        assert nothing.to_polars().columns == [*OF_POSITION, *OF_PLAY]


@pytest.mark.parametrize(
    ("library", "install"),
    [
        ("pyarrow", r'"letter-tycoon-solver\[data\]"'),
        ("pandas", "pandas"),
        ("polars", "polars"),
    ],
)
def test_what_is_absent_is_named(
    answers: Any, monkeypatch: pytest.MonkeyPatch, library: str, install: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    method = {"pyarrow": "to_arrow", "pandas": "to_pandas", "polars": "to_polars"}[library]
    with pytest.raises(InvalidInputError, match=f"need {library}.* pip install {install}$"):
        getattr(answers, method)()
