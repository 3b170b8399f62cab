"""Undoing in games on the page; a wish that all agree to is on record as a whole, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from support.games import UNCHALLENGED, WORDS, make_state, short_words
from support.page_fixtures import Rig
from support.pages import Running
from support.people import begin, play_out
from support.records import NAMES, load

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import Exchange, Game
from letter_tycoon_solver.web.play.hosted_game import HostedGame

N_ACTIONS = 4
"""Each of three has done something, and the first once more."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def hosted(path: Path) -> Iterator[HostedGame]:
    game = Game(NAMES, 7, short_words())
    game.record_to(path)
    for _ in range(N_ACTIONS):
        game.apply(Exchange())
    hosted = HostedGame(game, path, maker=0, hints=False, waiting=lambda: ())
    yield hosted
    hosted.close()


@contextmanager
def limited_files(size: int) -> Iterator[None]:
    """No file grows beyond a size; that fails as on a full disk."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def agreeing(hosted: HostedGame) -> Callable[[], None]:
    """Have the player to act ask to undo a round of three, and another agree.

    Returns:
        Has the last one agree, too.
    """
    asks = hosted.seen(0).to_act
    agrees, last = (seat for seat in range(3) if seat != asks)
    hosted.ask_undo(asks, hosted.seen_json(asks).version)
    hosted.answer_undo(agrees, hosted.seen_json(agrees).version, agrees=True)
    return lambda: hosted.answer_undo(last, hosted.seen_json(last).version, agrees=True)


def test_wherever_the_record_ends_all_of_it_is_there_or_nothing(
    hosted: HostedGame, path: Path
) -> None:
    """The server may have been killed while it wrote."""
    before, size = load(path).history, path.stat().st_size
    agreeing(hosted)()
    content = path.read_bytes()
    assert len(load(path).history) == N_ACTIONS - 3
    for end in range(size, len(content)):
        path.write_bytes(content[:end])
        assert load(path).history == before


@pytest.mark.parametrize("room", [0, 20, 30])
def test_on_a_full_disk_nothing_is_undone_and_it_can_be_asked_again(
    hosted: HostedGame, path: Path, room: int
) -> None:
    before = path.read_bytes()
    agree = agreeing(hosted)
    with limited_files(len(before) + room), pytest.raises(InvalidInputError) as error:
        agree()
    assert "the record of this game cannot be written" in str(error.value)
    assert path.read_bytes() == before
    assert hosted.seen_json(0).undo.by is None
    assert hosted.seen_json(0).undo.can_ask
    agreeing(hosted)()
    assert len(load(path).history) == N_ACTIONS - 3


def test_what_is_no_choice_is_done_later_where_it_cannot_be_recorded(tmp_path: Path) -> None:
    """Nobody is told that the words were not laid."""
    ruleset = replace(UNCHALLENGED, hand_size=3)
    game = Game.from_state(make_state(["CAT", ""], ruleset=ruleset), NAMES[:2])
    path = tmp_path / "clean-up.jsonl"
    game.record_to(path)
    hosted = HostedGame(game, path, maker=0, hints=False, waiting=lambda: ())
    with limited_files(path.stat().st_size + 120):
        hosted.act(0, hosted.seen_json(0).version, "CAT")
        told = hosted.seen_json(0)
        assert (told.phase, told.asked, told.hand) == ("clean-up", 0, "")
        with pytest.raises(InvalidInputError, match="cannot be written"):
            hosted.act(0, told.version, "discard nothing")
    hosted.close()
    with Game.resume(path, WORDS) as game:
        hosted = HostedGame(game, path, maker=0, hints=False, waiting=lambda: ())
        assert hosted.seen_json(0).asked == 1


def test_a_player_is_told_what_a_player_can_do(hosted: HostedGame, path: Path) -> None:
    """A person who plays on a page names no files."""
    path.unlink()
    with pytest.raises(InvalidInputError) as error:
        hosted.act(hosted.seen(0).to_act, hosted.seen_json(0).version, "exchange nothing")
    assert str(error.value) == (
        "the record of this game was removed or replaced by another program; tell whoever runs"
        " the server, and try again"
    )


# On the page --------------------------------------------------------------------------------------


def test_undoing_needs_all_people(server: Running, rig: Rig) -> None:
    rig("JWLEANZ", "", "", "")
    ann = begin(server.client, "Ann", "greedy", "Ben", "Cyd", challenge="none")
    ben, cyd = ann.invite(2), ann.invite(3)
    before = ann.game()
    assert not before["undo"]["can_ask"]
    ann.act("discard Z")
    assert ann.wait(lambda game: game["asked"] == 2)["undo"]["can_ask"]
    seen = ann.game()["version"]
    assert ann.undo()["undo"] == {
        "can_ask": False,
        "alone": False,
        "by": 0,
        "waits_for": [2, 3],
        "to": {"round": 1, "active": 0, "phase": "start", "actions": len(ann.game()["news"])},
    }
    again = ben.ask("POST", "/undo", {"version": ben.game()["version"], "answer": "ask"})
    assert "has asked to undo already" in again.json()["detail"]
    assert ben.undo("decline")["undo"]["by"] is None
    assert ann.game()["asked"] == 2
    ann.undo()
    ben.undo("agree")
    game = cyd.undo("agree")
    assert (game["asked"], game["undo"]["by"], game["news"]) == (0, None, [])
    assert ann.game()["hand"] == before["hand"]
    assert ann.ask("POST", "/undo", {"version": seen, "answer": "ask"}).status_code == 409
    nobody = ann.ask("POST", "/undo", {"version": game["version"], "answer": "agree"})
    assert "nobody has asked" in nobody.json()["detail"]
    nothing = ann.ask("POST", "/undo", {"version": game["version"], "answer": "ask"})
    assert "there is nothing to undo" in nothing.json()["detail"]


def test_wishes_of_another_keep_nobody_from_acting(server: Running, rig: Rig) -> None:
    """An action holds if the game itself is as it was; an agreement is to the latest wish."""
    rig("JWLEANZ", "", "")
    ann = begin(server.client, "Ann", "Ben", "Cyd", challenge="none")
    ben = ann.invite(1)
    ann.act("discard Z")
    old = ben.game()["version"]
    ann.undo()
    wish = ben.game()["version"]
    ann.undo("decline")
    ann.undo()
    agree = ben.ask("POST", "/undo", {"version": wish, "answer": "agree"})
    assert agree.status_code == 409
    ann.invite(2)
    body = {"version": old, "turn": "exchange nothing"}
    answer = ben.ask("POST", "/actions", body)
    assert (answer.status_code, answer.json()["asked"]) == (200, 2)
    assert ben.ask("POST", "/actions", body).status_code == 409


def test_among_people_the_end_is_the_end(server: Running, rig: Rig) -> None:
    """The record with all cards can be had then."""
    rig("JWLEANZ", "", community="EES", money=[9, 0])
    ann = begin(server.client, "Ann", "Ben", goal=4, challenge="none")
    ben = ann.invite(1)
    ann.act("JeWeLs")
    assert ann.game()["undo"]["can_ask"]
    final = play_out(ann, ben)
    assert not final["undo"]["can_ask"]
    answer = ann.ask("POST", "/undo", {"version": final["version"], "answer": "ask"})
    assert (answer.status_code, "the game is over" in answer.text) == (422, True)


def test_alone_with_computers_undoing_is_free(server: Running, rig: Rig) -> None:
    """Also while they think, and from the end of the game."""
    rig("JWLEANZ", "", community="EES", money=[9, 0])
    ann = begin(server.client, "Ann", "greedy", goal=4, challenge="none")
    before = ann.game()
    ann.act("JeWeLs")
    game = ann.asked()
    assert game["undo"]["alone"]
    ann.act("buy L")
    ann.act("discard nothing")
    assert ann.wait(lambda game: game["phase"] == "over")["ranking"]
    for phase in ("clean-up", "purchase", "start"):
        game = ann.undo()
        assert (game["phase"], game["asked"]) == (phase, 0)
    assert (game["hand"], game["news"]) == (before["hand"], [])
