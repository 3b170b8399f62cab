"""Games that are played on the page, by people who use its API."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno
from people import Json, Person, begin, best_play, decide, play_out
from running_server import Running

import letter_tycoon_solver as lts
from letter_tycoon_solver.advisor.roster import PlayerKind
from letter_tycoon_solver.game import Game, Phase
from letter_tycoon_solver.web.play import hosting as hosting_module
from letter_tycoon_solver.web.play import new_games
from letter_tycoon_solver.web.site import Site

SHORT: dict[str, Any] = {"goal": 12, "challenge": "none"}


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for the games of a test."""
    monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def server(site: Site) -> Iterator[Running]:
    """A server with no games."""
    with Running(site) as running:
        yield running


def recorded(data: Path) -> Game:
    """The game of a test, as the record has it."""
    (path,) = (data / "games").glob("*.jsonl")
    return Game.load(path)


def word(text: str, sources: str, **more: str) -> Json:
    return {"word": text, "sources": sources, **more}


def hand_word(game: Json, length: int = 3) -> Json:
    """The first cards of the hand, which are hardly a word."""
    return word(game["hand"][:length], "h" * length)


# Whole games -------------------------------------------------------------------------------------


def test_nobody_is_ever_sent_what_they_must_not_know(server: Running, data: Path) -> None:
    """Two people and two computers, to the end: hands of others, the deck, the seed, secrets."""
    ann = begin(server.client, "Ann", "greedy", "Ben", "static", challenge="players", hints=True)
    ben = ann.invite(2)
    people = {0: ann.listen(), 2: ben.listen()}
    while (game := ann.game())["phase"] != "over":
        for person in people.values():
            game = person.game()
            if game["asked"] != game["you"]:
                continue
            if game["phase"] == "start":
                person.ask("GET", "/hint")
                person.ask("POST", "/words", {"words": best_play(game) or [hand_word(game)]})
            decide(person, game)
    server.stop()
    game = recorded(data)
    assert game.state.is_over
    assert len(ann.heard_games()) > 20
    for seat, person in people.items():
        text = "\n".join([*person.sent, *person.heard])
        own = {state.seats[seat].hand for state in game.states}
        own |= {state.leave for state in game.states if state.active == seat}
        hidden = {hand.hand for state in game.states for hand in state.seats} - own
        public = {laid.word for state in game.states if state.turn.play for laid in state.turn.play.words}
        assert len(hidden) > 20
        for run in {*re.findall("[A-Z]{5,}", text)} - public:
            assert run not in hidden, run
            assert len(run) < 7 or not any(run in state.deck for state in game.states), run
        assert str(game.seed) not in text
        for other in set(people) - {seat}:
            assert people[other].secret not in text


def test_what_is_told_depends_on_nothing_that_is_hidden() -> None:
    """Other cards in other hands and in the deck: to the bit the same is told."""


def test_a_seat_goes_on_in_the_command(server: Running, data: Path) -> None:
    """Its record is one of those that `play --resume` and `analyze` find."""
    ann = begin(server.client, "Ann", "greedy", **SHORT)
    final = play_out(ann)
    server.stop()
    game = recorded(data)
    assert game.names == ("Ann", "greedy")
    assert [list(place) for place in game.state.ranking] == [
        place["players"] for place in final["places"]
    ]
    assert [score.total for score in game.state.scores] == [
        seat["score"] for seat in final["seats"]
    ]


@pytest.mark.parametrize("mode", ["players", "none", "automatic"])
def test_every_ruleset_can_be_played(server: Running, data: Path, mode: str) -> None:
    ann = begin(
        server.client,
        *("Ann", "random"),
        challenge=mode,
        ruleset="online",
        stacking="add",
        goal=5,
        lexicon="common",
        retries=1 if mode == "automatic" else 0,
    )
    game = play_out(ann)
    assert (game["challenge"], game["ruleset"], game["lexicon"]) == (mode, "online", "common")
    server.stop()
    ruleset = recorded(data).state.ruleset
    assert ruleset.goals[2] == 5
    assert ruleset.stacking is lts.Stacking.ADD


# Turns -------------------------------------------------------------------------------------------


def rigged(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    """Has the next new game be this one."""
    monkeypatch.setattr(new_games, "Game", lambda *_: game)
