"""Records of games of people: what they hold, damage and foreign files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.advisor import Opponents
from letter_tycoon_solver.errors import InvalidInputError, LetterTycoonError
from letter_tycoon_solver.game import Game, RecordError, TrackedGame

LEXICON = Lexicon.from_words(["CEDES", "LANE", "CAT", "TEA"])


def recorded(record: Path, seat: str | None = "me") -> TrackedGame:
    game = TrackedGame.start(
        ["left", "me", "right"],
        seat=seat,
        hand="JWLEANZ" if seat else "",
        community="EES",
        first="left",
        lexicon=LEXICON,
    )
    game.record_to(record)
    game.push("CeDEs, buy C", community="AO")
    game.push("LANe", community="K", drew="ERT" if seat else None)
    return game


@pytest.mark.parametrize("seat", ["me", None])
def test_every_step_is_recorded(record: Path, seat: str | None) -> None:
    with recorded(record, seat) as game:
        steps = [
            game.undo,
            game.redo,
            lambda: game.correct(1, "CeDEs, discard ?", community="AO"),
            lambda: game.redeal(hand="JBLEANZ" if seat else None, first="left"),
            lambda: game.push("exchange ??"),
            game.undo,
        ]
        for step in steps:
            step()
            loaded = TrackedGame.load(record, LEXICON)
            assert loaded.turns == game.turns
            assert loaded.table == game.table
            assert loaded.can_redo == game.can_redo
            assert (loaded.names, loaded.seat) == (game.names, game.seat)
    with TrackedGame.resume(record, LEXICON) as resumed:
        resumed.redo()
        resumed.push("TEa", community="D")
    assert TrackedGame.load(record, LEXICON).turns == resumed.turns


@pytest.mark.parametrize("n_undone", [1, 2])
def test_what_was_undone_is_recorded_too(record: Path, tmp_path: Path, n_undone: int) -> None:
    game = recorded(record)
    for _ in range(n_undone):
        game.undo()
    game.record_to(tmp_path / "other.jsonl")
    game.close()
    with TrackedGame.resume(tmp_path / "other.jsonl", LEXICON) as resumed:
        assert resumed.turns == game.turns
        for _ in range(n_undone):
            assert resumed.redo() == game.redo()
        assert not resumed.can_redo
    assert TrackedGame.load(tmp_path / "other.jsonl", LEXICON).turns == game.turns


def test_what_is_refused_is_not_recorded(record: Path) -> None:
    with recorded(record) as game:
        before = record.read_bytes()
        with pytest.raises(LetterTycoonError):
            game.push("QQQ")
        assert record.read_bytes() == before


# What opponents are taken for ---------------------------------------------------------------------


def test_what_opponents_are_taken_for_is_kept_with_the_game(record: Path, tmp_path: Path) -> None:
    with recorded(record) as game:
        assert TrackedGame.load(record, LEXICON).opponents is Opponents.COMMON
        before = record.read_bytes()
        game.take_opponents_for("common")
        assert record.read_bytes() == before
        game.undo()
        game.take_opponents_for(Opponents.STATIC)
        game.take_opponents_for("HARD")
        assert game.can_redo, "it is no turn, so that those undone can be redone"
        game.redo()
        game.undo()
        assert game.opponents is Opponents.HARD, "nor is it undone"
        game.record_to(tmp_path / "other.jsonl")
    for file in (record, tmp_path / "other.jsonl"):
        with TrackedGame.resume(file, LEXICON) as resumed:
            assert resumed.opponents is Opponents.HARD
            assert (resumed.turns, resumed.undone) == (game.turns, game.undone)
            resumed.take_opponents_for("common")
        assert TrackedGame.load(file, LEXICON).opponents is Opponents.COMMON


def test_without_a_choice_a_record_is_as_it_was_before_there_was_one(record: Path) -> None:
    recorded(record).close()
    steps = [json.loads(line) for line in record.read_text("ascii").splitlines()[1:]]
    assert [set(step) for step in steps] == [{"do", "turns"}, {"do", "turns"}]
    assert TrackedGame.load(record, LEXICON).opponents is Opponents.COMMON


def test_kinds_of_opponents_that_are_none_are_refused(record: Path) -> None:
    with recorded(record) as game:
        before = record.read_bytes()
        for kind in ("hrad", None, 7):
            with pytest.raises(InvalidInputError, match=r"opponents is .*; choose from common"):
                game.take_opponents_for(kind)  # type: ignore[arg-type]
        assert record.read_bytes() == before
        game.take_opponents_for("easy")
    *lines, tell, last = record.read_text("ascii").splitlines()
    step = json.loads(last)
    without = {name: value for name, value in step.items() if name != "opponents"}
    for wrong, what in (
        ({**step, "opponents": "hrad"}, "'hrad'; choose one of common, static"),
        (without, "'opponents' has opponents"),
        ({**step, "do": "undo"}, "'undo' has no fields"),
        ({**step, "turns": [["exchange ?", None, None]]}, "'opponents' has opponents"),
    ):
        record.write_text("\n".join([*lines, tell, json.dumps(wrong), ""]), "ascii")
        assert_refused(record, 4, what)


# Damage and foreign files -------------------------------------------------------------------------


def assert_refused(record: Path, line: int | None, what: str) -> None:
    with pytest.raises(RecordError) as caught:
        TrackedGame.load(record, LEXICON)
    assert caught.value.line == line
    assert what in str(caught.value)


def test_a_changed_line_is_found(record: Path) -> None:
    recorded(record).close()
    text = record.read_text("ascii")
    for begin, line in ((0, 1), (text.index("\n") + 1, 2)):
        at = text.index('"', begin) + 3
        record.write_text(text[:at] + "z" + text[at + 1 :], "ascii")
        assert_refused(record, line, "")
    record.write_text(text.replace("CeDEs", "CeDeS"), "ascii")
    assert_refused(record, 3, "cannot be replayed")


def test_a_header_that_cannot_be_is_refused(record: Path) -> None:
    recorded(record).close()
    lines = record.read_text("ascii").splitlines()
    header = json.loads(lines[0])
    for deal, what in (
        ({"hand": "JJJJJJJ"}, "more cards J"),
        ({"seat": 7}, "0 to 4"),
        ({"extra": 1}, "no field 'extra'"),
        ({"first": None}, "the field 'first'"),
    ):
        data = {**header, "deal": {**header["deal"], **deal}}
        record.write_text(json.dumps(data) + "\n", "ascii")
        assert_refused(record, 1, what)


def test_records_of_other_games_are_told_apart(record: Path, tmp_path: Path) -> None:
    recorded(record).close()
    with pytest.raises(RecordError, match="letter-tycoon-game"):
        Game.load(record, LEXICON)
    other = tmp_path / "engine.jsonl"
    with Game(["Ann", "Bob"], 1, LEXICON) as game:
        game.record_to(other)
    assert_refused(other, 1, "letter-tycoon-tracked-game")
    with pytest.raises(RecordError, match="exists already"):
        recorded(record)
    with pytest.raises(InvalidInputError):
        TrackedGame.load(7)  # type: ignore[arg-type]
