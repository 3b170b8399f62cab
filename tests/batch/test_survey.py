"""The survey against plain Python; and one that was stopped goes on from its finished parts."""

from __future__ import annotations

import json
import math
import os
import pickle
import re
import signal
import statistics
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from support.selection import needing
from support.strategies import LETTERS, enable_words
from support.tables import pa

import letter_tycoon_solver.batch.surveys as module
from letter_tycoon_solver import (
    ONLINE,
    REFERENCE_MANUAL,
    RULEBOOK,
    InvalidInputError,
    Lexicon,
    Payout,
    Play,
    Position,
    Ruleset,
    Stacking,
    find_plays,
)
from letter_tycoon_solver.batch import Deal, ExecutorDiedError, Interrupted, PartsWarning
from letter_tycoon_solver.batch.surveys import (
    Distribution,
    PatentSetSurvey,
    Sample,
    Survey,
    parse_patent_sets,
    survey,
    with_replacements,
)

N_HANDS = 150
SETS = ("", "B", "KX", "Z", "V", "BJKVXZ")
METRICS = ("money", "stock", "margin")

RICH = Ruleset(Payout((0, 0, 0, *[99] * 11), (0, 0, 0, *[99] * 11)), hand_size=8, community_size=3)
"""Pays the most that rules may."""


@cache
def few_words() -> Lexicon:
    return Lexicon.from_words([word for word in enable_words()[::40] if len(word) < 7])


def default_list() -> Lexicon:
    return Lexicon.load()


# The plain path ----------------------------------------------------------------------------------


def best_plays(positions: Iterable[Position], words: Lexicon, ruleset: Ruleset) -> list[Any]:
    plays = (find_plays(position, words, ruleset=ruleset, limit=1) for position in positions)
    return [found[0] if found else None for found in plays]


def earned(play: Play | None, metric: str) -> int:
    if play is None:
        return 0
    return play.money + play.stock if metric == "margin" else int(getattr(play, metric))


def cards_of(play: Play | None) -> str:
    return "".join(word.letters_from("hc") for word in play.words) if play else ""


def percentile(values: list[int], percent: int) -> int:
    ordered = sorted(values)
    return next(v for v in ordered if 100 * bisect_right(ordered, v) >= percent * len(values))


def plain_row(plays: list[Play | None], baseline: list[Play | None]) -> dict[str, Any]:
    """A row of `Survey.to_rows` without the name of its set, from plays."""
    n = len(plays)
    row: dict[str, Any] = {"hands": n, "no_play": plays.count(None)}
    for metric in METRICS:
        values = [earned(play, metric) for play in plays]
        gains = [
            earned(p, metric) - earned(b, metric) for p, b in zip(plays, baseline, strict=True)
        ]
        row[f"{metric}_mean"] = statistics.fmean(values)
        row[f"{metric}_se"] = statistics.stdev(values) / math.sqrt(n)
        for percent in (5, 25, 50, 75, 95):
            row[f"{metric}_p{percent:02}"] = percentile(values, percent)
        row[f"gain_{metric}"] = statistics.fmean(gains)
        row[f"gain_{metric}_se"] = statistics.stdev(gains) / math.sqrt(n)
    cards = Counter("".join(map(cards_of, plays)))
    bought = Counter(play.purchasable[0] for play in plays if play and play.purchasable)
    for letter in LETTERS:
        row[f"royalties_{letter}"] = cards[letter] / n
        row[f"bought_{letter}"] = bought[letter] / n
    lengths = Counter(len(word.word) for play in plays if play for word in play.words)
    for length in range(3, 14):
        row[f"length_{length}"] = lengths[length] / lengths.total() if lengths else None
    row["two_words"] = sum(play is not None and len(play.words) == 2 for play in plays) / n
    return row


def plain_rows(
    words: Lexicon, sets: Iterable[str], n: int, seed: int, money: int, ruleset: Ruleset
) -> list[dict[str, Any]]:
    deal = Deal(n, seed=seed, money=money, ruleset=ruleset)
    baseline = best_plays(deal.positions(), words, ruleset)
    rows = []
    for patents in sets:
        positions, next_cards = deal.with_next_cards()
        positions = positions.with_patents([patents, ""])
        if "Q" in patents:
            positions = with_replacements(positions, next_cards, words, ruleset, lambda: False)
        row = plain_row(best_plays(positions, words, ruleset), baseline)
        rows.append({"patents": patents or "none", **row})
    return rows


def check_rows(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    for row, plain in zip(found, expected, strict=True):
        assert row.keys() == plain.keys()
        assert row.pop("patents") == plain.pop("patents")
        assert without_none(row) == pytest.approx(without_none(plain), rel=1e-12)


def without_none(row: dict[str, Any]) -> dict[str, float]:
    """The numbers, -1 where there is none."""
    return {name: -1 if cell is None else cell for name, cell in row.items()}


@pytest.mark.parametrize(
    ("seed", "money", "ruleset"),
    [
        (0, 0, RULEBOOK),
        (1, 5, ONLINE),
        (2, 1_000_000, replace(REFERENCE_MANUAL, stacking=Stacking.ADD)),
        (3, 0, RICH),
    ],
)
def test_statistics_are_those_of_plays_found_one_by_one(
    seed: int, money: int, ruleset: Ruleset
) -> None:
    words = default_list()
    found = survey(
        N_HANDS, words, seed=seed, patent_sets=SETS, money=money, ruleset=ruleset
    ).to_rows()
    expected = plain_rows(words, SETS, N_HANDS, seed, money, ruleset)
    check_rows(found, expected)


# Invariants --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def single() -> Survey:
    return survey(600, default_list(), seed=9)


# Results -----------------------------------------------------------------------------------------


def test_a_set_is_found_by_its_patents() -> None:
    result = survey(5, default_list(), patent_sets="kx, Z", seed=0)
    assert [found.patents for found in result.sets] == ["", "KX", "Z"]
    assert result["XK"].patents == "KX"
    assert result["none"] is result[""]
    with pytest.raises(KeyError):
        result["V"]


def test_plain_data_hold_every_count(single: Survey) -> None:
    data = json.loads(json.dumps(single.to_dict(), allow_nan=False))
    assert (data["n"], data["seed"], data["money"]) == (single.n, 9, 0)
    assert data["lexicon"] == {"name": default_list().name, "sha256": default_list().digest}
    assert data["ruleset"]["hand_size"] == 7
    assert json.loads(json.dumps(single.to_rows(), allow_nan=False)) == single.to_rows()
    for plain, result, row in zip(data["sets"], single.sets, single.to_rows(), strict=True):
        assert plain["patents"] == result.name == row["patents"]
        assert plain["margin"]["histogram"] == list(result.margin.histogram)
        assert plain["money"]["quantiles"]["0.05"] == row["money_p05"]
        assert plain["stock"]["standard_error"] == row["stock_se"]
        assert plain["gain"]["margin"]["mean"] == row["gain_margin"]
        assert plain["cards_used"]["E"] == result.tally.cards_used[4]
        assert plain["bought"]["R"] == result.tally.bought[17]
        assert plain["word_lengths"]["5"] == result.tally.word_lengths[5]
        assert plain["hands_by_words"] == result.tally.n_words.tolist()


def test_results_compare_by_value_and_pickle(single: Survey) -> None:
    copy = pickle.loads(pickle.dumps(single))
    assert not copy.sets[1].tally.money.flags.writeable
    assert not single.sets[0].tally.money.flags.writeable
    other = survey(single.n, default_list(), seed=10, patent_sets="none")
    assert other.sets[0] != single.sets[0]
    assert PatentSetSurvey("K", single.sets[0].tally) != single.sets[0]


def test_quantiles_are_exact() -> None:
    hundred = Distribution((0, 5, 45, 50))
    shares = (0, 0.01, 0.05, 0.06, 0.5, 0.51, 1)
    assert [hundred.quantile(share) for share in shares] == [1, 1, 1, 2, 2, 3, 3]
    # A float of 0.07 times 100 is more than 7.
    assert Distribution((7, 93)).quantile(0.07) == 0
    assert Distribution((1,)).quantile(0.5) == 0


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan, "0.5", None, True])
def test_a_quantile_of_no_share(share: Any) -> None:
    with pytest.raises(InvalidInputError, match="from 0 to 1"):
        Distribution((1,)).quantile(share)
    with pytest.raises(InvalidInputError, match="at least one hand"):
        Distribution(()).quantile(0.5)


def test_a_standard_error_does_not_cancel() -> None:
    # Numbers 10^9 and 10^9 + 1, as many of each: the spread is far below their squares.
    n, high = 10**6, 10**9
    sample = Sample(2 * n, n * (2 * high + 1), n * (high**2 + (high + 1) ** 2))
    assert sample.standard_error == pytest.approx(0.5 / math.sqrt(2 * n - 1), rel=1e-12)


# Executors and parts -----------------------------------------------------------------------------


def test_any_number_of_threads_gives_the_same(single: Survey) -> None:
    for n_threads in (1, 3):
        with ThreadPoolExecutor(n_threads) as pool:
            assert survey(single.n, default_list(), seed=9, executor=pool) == single


@pytest.mark.slow
def test_processes_give_the_same(single: Survey) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert survey(single.n, default_list(), seed=9, executor=pool) == single


@pytest.mark.parametrize(
    ("fewest", "block"), [(1, 4096), (3, 5), pytest.param(600, 4096, marks=pytest.mark.slow)]
)
def test_any_size_of_parts_gives_the_same(
    fewest: int, block: int, single: Survey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("letter_tycoon_solver._work.resumable.FEWEST_PARTS", fewest)
    monkeypatch.setattr("letter_tycoon_solver.batch.surveys._BLOCK", block)
    told: list[int] = []
    same = survey(single.n, default_list(), seed=9, progress=lambda done, _: told.append(done))
    assert same == single
    assert len(told) == 1 + min(fewest, single.n)


# Bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n": 0}, "number of positions is 0"),
        ({"n": 10**12 + 1}, "to 1000000000000"),
        ({"seed": -1}, "seed is -1"),
        ({"money": -1}, "money is -1"),
        ({"lexicon": 7}, "give a Lexicon"),
        ({"ruleset": "rulebook"}, "give a Ruleset"),
        ({"executor": 2}, "Executor"),
        ({"progress": 2}, "progress is 2"),
        ({"parts": 2}, "cannot be kept in 2"),
        ({"patent_sets": "double"}, "double"),
        ({"patent_sets": "K,E"}, "E, which has no ability"),
        ({"patent_sets": "KK"}, "K twice"),
        ({"patent_sets": "KX,V,XK"}, "KX is given 2 times"),
        ({"patent_sets": ["none", ""]}, "none is given 2 times"),
        ({"patent_sets": ""}, "is '', with an empty set; give single, pairs, all"),
        ({"patent_sets": "K,,X"}, "with none for no patents"),
        ({"patent_sets": "K, "}, "sets of the patents B J K Q V X Z"),
        ({"patent_sets": 7}, "give single, pairs, all"),
        ({"patent_sets": [7]}, "give a string"),
    ],
)
def test_bad_arguments(changes: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"n": 5, "lexicon": few_words(), "seed": 0, "patent_sets": "none"}
    with pytest.raises(InvalidInputError, match=message):
        survey(**(arguments | changes))


@pytest.mark.parametrize(
    ("patent_sets", "n_sets", "last"),
    [("single", 8, "Z"), ("pairs", 29, "XZ"), ("all", 128, "BJKQVXZ"), (" Single ", 8, "Z")],
)
def test_sets_that_have_a_name(patent_sets: str, n_sets: int, last: str) -> None:
    sets = parse_patent_sets(patent_sets)
    assert len(set(sets)) == len(sets) == n_sets
    assert (sets[0], sets[-1]) == ("", last)


@pytest.mark.parametrize(
    "patent_sets",
    ["KX,VZ", "xk, zv", ["", "KX", "VZ"], ("KX", "none", "ZV"), iter(["KX", "VZ"])],
)
def test_sets_of_ones_own(patent_sets: Any) -> None:
    assert parse_patent_sets(patent_sets) == ("", "KX", "VZ")


@pytest.mark.parametrize("n", [1, N_HANDS])
@needing("pyarrow")
def test_as_an_arrow_table(n: int) -> None:
    found = survey(n, default_list(), patent_sets="none,K", seed=0)
    table = pa.table(found)
    table.validate(full=True)
    assert table.to_pylist() == found.to_rows()
    types = {str(kind) for kind in table.schema.types}
    assert types == {"string", "int64", "double"}
    assert str(table.schema.field("margin_p05").type) == "int64"
    assert table.schema == pa.table(survey(5, default_list(), patent_sets="none", seed=0)).schema


# A survey that was killed, interrupted or left by its executor ------------------------------------


MODULE = "letter_tycoon_solver.batch.surveys"
N_PARTS = 64
N_IN_PARTS = N_PARTS * 12
PART_SIZE = N_IN_PARTS // N_PARTS
SETS_OF_PARTS = "B,XZ"


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.from_words([word for word in enable_words()[::20] if len(word) < 8])


@pytest.fixture(scope="module")
def whole(lexicon: Lexicon) -> Survey:
    return surveyed(lexicon)


def surveyed(lexicon: Lexicon, folder: Path | None = None, **options: Any) -> Survey:
    """All hands; parts are kept in the folder."""
    return survey(
        N_IN_PARTS, lexicon, parts=folder, **{"patent_sets": SETS_OF_PARTS, "seed": 0, **options}
    )


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The first row of each part that is solved."""

    first_rows: list[int] = []
    count = module._count_part

    def noted(deal: Deal, sets: tuple[str, ...], lexicon: Lexicon, rows: range, stop: Any) -> bytes:
        if len(rows):
            first_rows.append(rows.start)
        return count(deal, sets, lexicon, rows, stop)

    monkeypatch.setattr(f"{MODULE}._count_part", noted)
    return first_rows


def stop_after(n_hands: int) -> Callable[[int, int], None]:
    """A progress that presses Ctrl-C."""

    def progress(done: int, _total: int) -> None:
        if done >= n_hands:
            signal.raise_signal(signal.SIGINT)

    return progress


def interrupted(lexicon: Lexicon, folder: Path, n_parts: int, **options: Any) -> Survey:
    """The finished part of a survey that is interrupted after some parts."""
    stop = stop_after(n_parts * PART_SIZE)
    with ThreadPoolExecutor(1) as pool, pytest.raises(Interrupted) as caught:
        surveyed(lexicon, folder, executor=pool, progress=stop, **options)
    done: Survey = caught.value.done
    return done


# Interrupted -------------------------------------------------------------------------------------


def test_ctrl_c_keeps_what_is_done(
    lexicon: Lexicon, whole: Survey, tmp_path: Path, solved: list[int]
) -> None:
    done = interrupted(lexicon, tmp_path, 5)
    assert done.n == 5 * PART_SIZE
    assert done.n_asked == N_IN_PARTS
    # The first parts of this survey are a survey of so few hands.
    assert done.sets == survey(done.n, lexicon, patent_sets=SETS_OF_PARTS, seed=0).sets
    assert len(files(tmp_path)) == 5
    # Parts of any age are good.
    age(tmp_path.iterdir(), 400)
    solved.clear()
    told: list[int] = []
    resumed = surveyed(lexicon, tmp_path, progress=lambda done, _: told.append(done))
    assert resumed == whole
    assert (told[0], len(told)) == (done.n, 1 + N_PARTS - 5)
    assert {*solved} == {*range(done.n, N_IN_PARTS, PART_SIZE)}
    assert files(tmp_path) == set()


def test_nothing_is_done_yet(lexicon: Lexicon, tmp_path: Path) -> None:
    done = interrupted(lexicon, tmp_path, 0)
    assert done.n == 0
    assert files(tmp_path) == set()
    for row in done.to_rows():
        assert (row["hands"], row["margin_mean"], row["margin_p50"]) == (0, None, None)
        assert (row["royalties_E"], row["length_5"], row["gain_money_se"]) == (None, None, None)


def test_an_executor_that_dies(lexicon: Lexicon, whole: Survey, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:

        def shut_down(done: int, _total: int) -> None:
            if done == 4 * PART_SIZE:
                pool.shutdown(wait=True)

        with pytest.raises(ExecutorDiedError, match="broke down") as caught:
            surveyed(lexicon, tmp_path, executor=pool, progress=shut_down)
    done = caught.value.done
    assert isinstance(done, Survey)
    # What was handed out before the pool was shut is finished too.
    assert 4 * PART_SIZE < done.n < N_IN_PARTS
    assert len(files(tmp_path)) * PART_SIZE == done.n
    assert surveyed(lexicon, tmp_path) == whole


# The folder --------------------------------------------------------------------------------------


def spoil_middle(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def take_from_next(path: Path) -> None:
    """A good part, under the name of another."""
    following = path.name.replace(f"-0-{PART_SIZE}.", f"-{PART_SIZE}-{2 * PART_SIZE}.")
    path.write_bytes(path.with_name(following).read_bytes())


@pytest.mark.parametrize("damage", [spoil_middle, take_from_next])
def test_a_damaged_part_is_done_again(
    damage: Callable[[Path], None],
    lexicon: Lexicon,
    whole: Survey,
    tmp_path: Path,
    solved: list[int],
) -> None:
    interrupted(lexicon, tmp_path, 3)
    (first,) = tmp_path.glob(f"survey-*-0-{PART_SIZE}.part")
    damage(first)
    solved.clear()
    assert surveyed(lexicon, tmp_path) == whole
    assert 0 in solved
    assert {PART_SIZE, 2 * PART_SIZE}.isdisjoint(solved)
    assert files(tmp_path) == set()


@pytest.mark.parametrize("other", [{"seed": 1}, {"money": 1}, {"patent_sets": "XZ,B"}])
def test_parts_of_another_survey_are_left_alone(
    other: dict[str, Any], lexicon: Lexicon, whole: Survey, tmp_path: Path
) -> None:
    interrupted(lexicon, tmp_path, 2, **other)
    others = files(tmp_path)
    told: list[int] = []
    again = surveyed(lexicon, tmp_path, progress=lambda done, _: told.append(done))
    assert again == whole
    assert told[0] == 0
    assert files(tmp_path) == others


def age(paths: Iterable[Path], days: float) -> None:
    written = time.time() - 86_400 * days
    for path in paths:
        os.utime(path, (written, written))


def test_surveys_that_wrote_nothing_for_30_days_are_removed(
    lexicon: Lexicon, whole: Survey, tmp_path: Path
) -> None:
    interrupted(lexicon, tmp_path, 2, seed=1)
    half = tmp_path / f".{min(files(tmp_path))}.0123456789abcdef.unfinished"
    half.write_bytes(b"half")
    mine = tmp_path / "survey-of-mine.part"
    mine.write_text("mine", "utf-8")
    age(tmp_path.iterdir(), 31)
    before = files(tmp_path)
    interrupted(lexicon, tmp_path, 2, seed=2)
    at_work = files(tmp_path) - before
    age((tmp_path / min(at_work),), 31)
    age((tmp_path / max(at_work),), 29)
    assert surveyed(lexicon, tmp_path) == whole
    assert files(tmp_path) == {mine.name, *at_work}


@pytest.mark.parametrize("inside", ["", "deeper/down"])
def test_a_folder_that_cannot_be_written(
    inside: str, lexicon: Lexicon, tmp_path: Path, solved: list[int]
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file", "utf-8")
    with pytest.raises(InvalidInputError, match="give a folder that can be written"):
        surveyed(lexicon, taken / inside)
    assert solved == []


def test_a_full_disk_loses_nothing(lexicon: Lexicon, whole: Survey, tmp_path: Path) -> None:
    def take_folder(done: int, _total: int) -> None:
        if done == PART_SIZE:
            # What is told to be done is kept, so that even a program that is killed goes on.
            (kept,) = tmp_path.iterdir()
            kept.unlink()
            tmp_path.rmdir()

    where = re.escape(f"could not be kept in {tmp_path} (")
    with ThreadPoolExecutor(1) as pool, pytest.warns(PartsWarning, match=where):
        result = surveyed(lexicon, tmp_path, executor=pool, progress=take_folder)
    assert result == whole
