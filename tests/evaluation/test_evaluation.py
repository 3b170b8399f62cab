"""The tables of static evaluation: as data, as an array, as they are shipped, as they are made."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.doc_pages import ROOT

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver._kernels import game_layouts, simulate
from letter_tycoon_solver._kernels.questions import evaluation_array
from letter_tycoon_solver.advisor import Evaluation
from letter_tycoon_solver.advisor.training import (
    LeastSquares,
    Match,
    PlayedGames,
    RandomKeeping,
    SamePolicy,
    SelfPlay,
    fit_pace,
    main,
    play_match,
)
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.evaluation.tables import MAX_KEPT, PAIRS, Fitted
from letter_tycoon_solver.lexicon.word_list import SHIPPED
from letter_tycoon_solver.rules.cards import ABILITIES, LETTERS, VOWELS
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
    assert Evaluation.from_dict(json.loads(json.dumps(EVALUATION.to_dict()))) == EVALUATION


@pytest.mark.parametrize("table", sorted(EVALUATION.to_dict().keys() - {"fitted"}))
def test_a_missing_table_is_refused(table: str) -> None:
    data = EVALUATION.to_dict()
    del data[table]
    with pytest.raises(InvalidInputError, match=f"not tables for static evaluation.*{table}"):
        Evaluation.from_dict(data)


def _without_a_letter(data: dict[str, Any]) -> None:
    del data["kept"]["E"]


def _with_a_word(data: dict[str, Any]) -> None:
    data["gain"]["J"] = "much"


def _with_flat_balance(data: dict[str, Any]) -> None:
    data["balance"] = [1.0, 2.0]


def _with_a_list(data: dict[str, Any]) -> None:
    data["pace"] = [4.0]


def _with_too_many_players(data: dict[str, Any]) -> None:
    data["fitted"] = {"6": Fitted(EVALUATION.gain, dict.fromkeys(PAIRS, 0.0)).to_dict()}


@pytest.mark.parametrize(
    "damage",
    [_without_a_letter, _with_a_word, _with_flat_balance, _with_a_list, _with_too_many_players],
)
def test_a_damaged_table_is_refused(damage: Callable[[dict[str, Any]], None]) -> None:
    data = EVALUATION.to_dict()
    damage(data)
    with pytest.raises(InvalidInputError, match="not tables for static evaluation"):
        Evaluation.from_dict(data)


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
    ],
)
def test_bad_numbers_are_refused(table: tuple[Any, ...], value: object, reason: str) -> None:
    data = json.loads(json.dumps(EVALUATION.to_dict()))
    place = data
    for key in table[:-1]:
        place = place[key]
    place[table[-1]] = value
    with pytest.raises(InvalidInputError, match=f"not tables for static evaluation.*{reason}"):
        Evaluation.from_dict(data)


def test_equal_tables_have_equal_hashes() -> None:
    assert hash(Evaluation.from_dict(EVALUATION.to_dict())) == hash(EVALUATION)


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(InvalidInputError, match=r"the data of the tables is \[\]; give a Mapping"):
        Evaluation.from_dict([])  # type: ignore[arg-type]


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


# As an array -----------------------------------------------------------------------------------


def test_the_array_has_every_table_in_its_place() -> None:
    array = evaluation_array(EVALUATION, 2)
    assert array.shape == (game_layouts.EVALUATION_SIZE,)
    for letter, at in (("A", 0), ("J", 9), ("Z", 25)):
        assert array[game_layouts.ROYALTY + at] == EVALUATION.royalty[letter]
        assert array[game_layouts.KEPT + at] == EVALUATION.kept[letter]
    for at, letter in enumerate(ABILITIES):
        assert array[game_layouts.GAIN + at] == EVALUATION.gain[letter]
    for n_players, pace in EVALUATION.pace.items():
        assert array[game_layouts.PACE + n_players] == pace


def test_more_cards_than_the_tables_know_are_never_worth_keeping() -> None:
    width = MAX_KEPT + 1
    array = evaluation_array(EVALUATION, 2)
    balance = array[game_layouts.BALANCE : game_layouts.COMMUNITY_WORTH].reshape(width, width)
    assert balance[0, :3].tolist() == [0.0, 0.5, 0.7]
    assert balance[1, 0] == 0.4
    known = np.zeros((width, width), bool)
    known[0, :3] = known[1, 0] = True
    assert (balance[~known] < -MAX_KEPT * max(EVALUATION.kept.values())).all()


# As they are shipped ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_lexicon_has_its_own_tables(name: str) -> None:
    lexicon = Lexicon.load(name)
    evaluation = Evaluation.of(lexicon.digest)
    assert evaluation.digest == lexicon.digest
    assert evaluation.name == name


def test_another_lexicon_falls_back_and_can_be_told() -> None:
    evaluation = Evaluation.of(SMALL.digest)
    assert evaluation.name == "enable"
    assert evaluation.digest != SMALL.digest


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_file_says_how_it_was_made(name: str) -> None:
    made_by = shipped(name)["made_by"]
    assert made_by["lexicon"] == name
    for option in ("lexicon", "hands", "games", "seed"):
        assert f"--{option} {made_by[option]}" in made_by["command"]


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_tables_make_sense(name: str) -> None:
    evaluation = Evaluation.of(Lexicon.load(name).digest)
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


# As they are made ------------------------------------------------------------------------------


def played(n: int, n_players: int = 2, *, random: bool = False) -> list[PlayedGames]:
    policy = RandomKeeping(EVALUATION) if random else SamePolicy(EVALUATION)
    return list(SelfPlay(n_players, policy, seed=5).play(n, SMALL, None))


def test_games_do_not_depend_on_the_executor() -> None:
    games = SelfPlay(3, RandomKeeping(EVALUATION), seed=5)
    with ThreadPoolExecutor(1) as one:
        of_one = list(games.play(70, SMALL, one))
    for some, others in zip(of_one, games.play(70, SMALL, None), strict=True):
        np.testing.assert_array_equal(some.log, others.log)
        np.testing.assert_array_equal(some.margins, others.margins)


@pytest.mark.parametrize("n_players", [2, 3, 5])
def test_the_log_adds_up_to_the_final_margin(n_players: int) -> None:
    """In a game of two, where what one earns over the other is all that changes the margin."""
    for games in played(20, n_players):
        assert (games.n_turns % n_players == 0).all()
        np.testing.assert_allclose(games.margins[:, :n_players].sum(axis=1), 0, atol=1e-9)
        np.testing.assert_allclose(games.wins.sum(axis=1), 1)
        assert (games.log[..., simulate.LOG_PLAYER][games.is_turn] < n_players).all()
        if n_players == 2:
            rows = np.where(games.is_turn[..., None], games.log, 0)
            sign = 1 - 2 * rows[..., simulate.LOG_PLAYER]
            total = (sign * rows[..., simulate.EARNED]).sum(axis=1)
            np.testing.assert_allclose(total, games.margins[:, 0])


def test_the_log_counts_the_cards() -> None:
    for games in played(20, random=True):
        rows = games.log[games.is_turn & (games.log[..., simulate.IS_KNOWN] == 1)]
        in_hand = rows[:, simulate.IN_HAND : simulate.KEPT_CARDS]
        kept = rows[:, simulate.KEPT_CARDS : simulate.ON_TABLE]
        on_table = rows[:, simulate.ON_TABLE : simulate.OWNED]
        assert (kept >= 0).all()
        assert (kept <= in_hand).all()
        assert (in_hand.sum(axis=1) < RULEBOOK.hand_size).all()
        assert (on_table >= 0).all()
        assert (on_table.sum(axis=1) <= RULEBOOK.community_size).all()
        assert 0 < kept.sum() < in_hand.sum()


def test_nothing_is_kept_where_nothing_is_worth_it() -> None:
    nothing = replace(EVALUATION, balance=((0.0,),))
    for games in SelfPlay(2, SamePolicy(nothing), 1).play(10, SMALL, None):
        # In the last turn of a player no card is discarded.
        has_next_turn = np.arange(games.log.shape[1]) < games.n_turns[:, None] - 2
        rows = games.log[has_next_turn & (games.log[..., simulate.IS_KNOWN] == 1)]
        assert rows[:, simulate.IN_HAND : simulate.KEPT_CARDS].any()
        assert not rows[:, simulate.KEPT_CARDS : simulate.ON_TABLE].any()


def test_a_match_of_equals_is_a_draw_and_the_better_player_wins() -> None:
    equal = play_match(Match(EVALUATION, EVALUATION), 60, 3, SMALL)
    assert (equal.win, equal.margin) == (0.5, 0.0)
    good = Evaluation.of(SMALL.digest)
    nothing = dict.fromkeys(LETTERS, 0.0)
    blind = replace(good, royalty=nothing, gain=nothing, fitted={})
    result = play_match(Match(good, blind), 400, 3, SMALL)
    assert result.win - 0.5 > 4 * result.win_se > 0


def test_least_squares_finds_what_is_there() -> None:
    random = np.random.default_rng(1)
    x = random.integers(0, 4, (500, 3)).astype(float)
    regression = LeastSquares(3)
    for part in np.array_split(x, 7):
        regression.add(part, part @ [1.0, -2.0, 0.5])
    np.testing.assert_allclose(regression.coefficients(), [1.0, -2.0, 0.5])
    np.testing.assert_allclose(regression.sums, (x**2).sum(axis=0))


def made_up(n: int, n_turns: int) -> PlayedGames:
    """Games of two players with an empty log."""
    rows = np.zeros((n, n_turns, simulate.LOG_SIZE))
    rows[:, 1::2, simulate.LOG_PLAYER] = 1
    return PlayedGames(0, rows, np.full(n, n_turns), np.zeros((n, 5)), np.zeros((n, 5)))


def test_the_pace_is_the_distance_by_the_rounds_to_come() -> None:
    games = made_up(3, 8)
    # Four rounds; the leader's patents grow by 6 in each.
    games.log[..., simulate.DISTANCE] = 6 * np.array([3, 3, 2, 2, 1, 1, 0, 0])
    games.log[:, 6:, simulate.IS_LAST] = 1
    assert fit_pace([games]) == pytest.approx(6)


@pytest.mark.slow
def test_the_tool_is_reproducible_and_its_tables_load(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = tmp_path / "words.txt"
    words.write_text("\n".join(SMALL), "utf-8")
    options = ["--lexicon", str(words), "--hands", "60", "--games", "40", "--seed", "7"]
    outs = [tmp_path / "first.json", tmp_path / "second.json"]
    for out in outs:
        assert main([*options, "--out", str(out)]) == 0
        assert capsys.readouterr().out == f"{out}\n"
    assert outs[0].read_bytes() == outs[1].read_bytes()
    content = json.loads(outs[0].read_text("utf-8"))
    evaluation = Evaluation.from_dict(content)
    assert evaluation.digest == SMALL.digest
    assert evaluation.gain["A"] == 0
    assert any(evaluation.kept[letter] for letter in VOWELS)
    assert str(tmp_path) not in content["made_by"]["command"]
    assert {path.name for path in tmp_path.iterdir()} == {words.name, *(out.name for out in outs)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--hands", "0"], "hands is 0"),
        (["--games", "-1"], "games is -1"),
        (["--lexicon", "no-such-list"], "no-such-list"),
    ],
)
def test_the_tool_refuses_bad_arguments(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(options)
    assert left.value.code == 1
    assert message in capsys.readouterr().err
