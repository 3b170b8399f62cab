"""Our players as a program: its answers, and what it says to messages that cannot be."""

from __future__ import annotations

import io
import json
import math
from pathlib import Path
from typing import Any

import pytest

from letter_tycoon_solver import InvalidInputError, Lexicon
from letter_tycoon_solver.advisor.engine import Engine
from letter_tycoon_solver.rules.ruleset import ONLINE

VIEW = "AEJLNWZ EES E:3:0/K:5:1 1 CATS 1 4 0 - start"
OWNS_Q = VIEW.replace("/K:", "/KQ:")


def said(engine: Engine, *messages: object) -> list[dict[str, Any]]:
    lines = [json.dumps(message).encode() + b"\n" for message in messages]
    output = io.BytesIO()
    engine.run(lines, output)
    return [json.loads(line) for line in output.getvalue().splitlines()]


def go(view: str = VIEW, **more: object) -> dict[str, object]:
    return {"type": "go", "view": view, **more}


def test_a_conversation_up_to_quit() -> None:
    new_game = {"type": "new_game", "surprise": 1}
    messages = ({"type": "hello", "version": 2}, new_game, go(), {"type": "stop"}, {"type": "new"})
    hello, ready, turn = said(Engine("static"), *messages, {"type": "quit"}, go())
    assert (hello["type"], hello["version"]) == ("hello", 1)
    assert hello["name"].endswith(" static")
    assert ready == {"type": "ready"}
    assert turn == {"type": "turn", "turn": "JAWs*K, buy J, discard ELNZ"}


@pytest.mark.parametrize("player", ["static", "greedy", "easy", "random", "advisor"])
def test_every_moment_of_a_turn(player: str) -> None:
    """A card for Q, the turn after it, and a card for words that were none."""
    views = [OWNS_Q, f"{OWNS_Q}+q", VIEW.replace("start", "penalty")]
    engine = Engine(player, playouts=24)
    _, first, second, third = said(engine, {"type": "new_game"}, *map(go, views))
    assert "replace" not in second["turn"]
    assert first["turn"]
    assert len(third["turn"].removeprefix("exchange ")) == 1


def test_an_advisor_thinks_no_longer_than_it_may() -> None:
    engine = Engine("advisor", seconds=1000)
    said(engine, {"type": "new_game"}, go(seconds=0.2))


def test_the_list_and_the_rules_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text("jaws\nlane\n")
    few = Lexicon.load(path)
    lexicon = {"name": "few.txt", "path": str(path), "sha256": few.digest}
    begin = {"type": "new_game", "lexicon": lexicon, "ruleset": ONLINE.to_dict()}
    ready, turn = said(Engine("greedy"), begin, go())
    assert ready == {"type": "ready"}
    assert turn["turn"].startswith("JAWs")
    (error,) = said(Engine("greedy"), {**begin, "lexicon": {**lexicon, "sha256": "0"}})
    assert few.digest in error["message"]


def test_the_next_game_with_the_same_words_reads_no_list(tmp_path: Path) -> None:
    path, other = tmp_path / "few.txt", tmp_path / "other.txt"
    path.write_text("jaws\nlane\n")
    other.write_text("lane\n")
    few = Lexicon.load(path)
    engine = Engine("greedy")
    lexicon = {"path": str(path), "sha256": few.digest}
    begin = {"type": "new_game", "lexicon": lexicon}
    assert said(engine, begin) == [{"type": "ready"}]
    path.unlink()
    assert said(engine, begin) == [{"type": "ready"}]
    others = {"path": str(other), "sha256": Lexicon.load(other).digest}
    ready, turn = said(engine, {**begin, "lexicon": others}, go())
    assert ready == {"type": "ready"}
    assert turn["turn"].startswith("LANe")
    (error,) = said(engine, begin)
    assert "no word list" in error["message"]


def test_a_game_that_cannot_be_does_not_leave_the_one_before() -> None:
    wrong = {"type": "new_game", "lexicon": {"path": "/no/such/list"}}
    _, _, answer = said(Engine("greedy"), {"type": "new_game"}, wrong, go())
    assert "begin a game first" in answer["message"]


@pytest.mark.parametrize("seconds", [10**400, math.inf])
def test_an_advisor_may_have_any_time(seconds: float) -> None:
    _, answer = said(Engine("advisor", playouts=24), {"type": "new_game"}, go(seconds=seconds))
    assert answer["type"] == "turn"


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ([], "is not a message"),
        ({"kind": "hello"}, "is not a message"),
        ({"type": 7}, "is not a message"),
        (go(), "begin a game first"),
        ({"type": "new_game", "ruleset": {}}, "payout"),
        ({"type": "new_game", "lexicon": "enable"}, "lexicon"),
        ({"type": "new_game", "lexicon": {"path": "/no/such/list"}}, "no word list"),
    ],
)
def test_messages_that_cannot_be(message: object, why: str) -> None:
    (error,) = said(Engine("greedy"), message)
    assert error["type"] == "error"
    assert why in error["message"]


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"type": "go"}, "'view' is missing"),
        (go("AEJLNWZ"), "1 fields"),
        (go(seconds=-1), "seconds is -1"),
        (go(seconds=math.nan), "seconds is nan"),
        (go(VIEW.replace(" 1 4 0", " 0 4 0")), "player 0 has the turn"),
    ],
)
def test_views_that_cannot_be_and_then_a_good_one(message: object, why: str) -> None:
    _, error, turn = said(Engine("greedy"), {"type": "new_game"}, message, go())
    assert why in error["message"]
    assert turn["type"] == "turn"


def test_lines_that_are_no_json() -> None:
    engine = Engine("greedy")
    for line in (b"\xff\n", b"hello\n", b"[" * 100_000, b"\n"):
        assert json.loads(engine.answer(line) or b"")["type"] == "error"


@pytest.mark.parametrize("player", ["nobody", "static:no"])
def test_no_such_player(player: str) -> None:
    with pytest.raises(InvalidInputError):
        Engine(player)
