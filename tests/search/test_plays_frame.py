"""Plays as Arrow tables and data frames: one set of columns, whole numbers that stay whole."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.play_rows import expected_row
from support.strategies import ALL_RULES, examples, positions, word_lists

from letter_tycoon_solver import InvalidInputError, Lexicon, Plays, Position, find_plays
from letter_tycoon_solver.batch import BatchPlays, Positions, solve_batch
from letter_tycoon_solver.search import plays_notation as notation

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")

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
    return solve_batch(Positions.of(some), LEXICON, top=3, count=True)


def test_plays_as_an_arrow_table(plays: Plays) -> None:
    table = plays.to_arrow()
    table.validate(full=True)
    assert table.column_names == [*OF_POSITION, *OF_PLAY]
    assert table.to_pylist() == [
        expected_row(0, POSITION, rank, play) for rank, play in enumerate(plays, 1)
    ]
    assert any(word is not None for word in table["word_2"].to_pylist())


@examples(60)
@given(st.data())
def test_any_plays_as_a_table_are_those_of_the_objects(data: st.DataObject) -> None:
    position = data.draw(positions())
    ruleset = data.draw(st.sampled_from(ALL_RULES)).ruleset
    lexicon = Lexicon.from_words(data.draw(word_lists(position)))
    plays = find_plays(position, lexicon, ruleset, variants="all", limit=200)
    rows = [expected_row(0, position, rank, play) for rank, play in enumerate(plays, 1)]
    assert plays.to_arrow().to_pylist() == rows


@examples(20)
@given(st.data())
def test_any_batch_as_a_table_is_the_plays_of_its_positions(data: st.DataObject) -> None:
    some = data.draw(st.lists(positions(), min_size=1, max_size=6))
    lexicon = Lexicon.from_words([word for one in some for word in data.draw(word_lists(one))])
    ruleset = data.draw(st.sampled_from(ALL_RULES)).ruleset
    solved = solve_batch(Positions.of(some), lexicon, ruleset=ruleset)
    rows = [row for row in solved.to_arrow().to_pylist() if row["rank"] is not None]
    assert rows == [
        expected_row(row, position, 1, found[0])
        for row, (position, found) in enumerate(zip(some, solved, strict=True))
        if found
    ]


def test_notations_are_the_same_in_blocks(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = plays.to_arrow()
    monkeypatch.setattr(notation, "BLOCK", 7)
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


def test_other_programs_take_the_columns_as_they_are(plays: Plays, batch: BatchPlays) -> None:
    pa = pytest.importorskip("pyarrow")
    for found in (plays, batch):
        assert pa.table(found).equals(found.to_arrow())


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
    plays: Plays, batch: BatchPlays, monkeypatch: pytest.MonkeyPatch, library: str, install: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    method = {"pyarrow": "to_arrow", "pandas": "to_pandas", "polars": "to_polars"}[library]
    for found in (plays, batch):
        with pytest.raises(InvalidInputError, match=f"need {library}.* pip install {install}$"):
            getattr(found, method)()
