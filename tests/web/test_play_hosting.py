"""Games that go on: over servers that stop or are killed, closed pages, and limits."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.page_fixtures import Rig
from support.pages import Running
from support.people import Person, begin, decide, play_out

from letter_tycoon_solver.game import Game, RecordError
from letter_tycoon_solver.web.limits import Limit
from letter_tycoon_solver.web.play import hosting
from letter_tycoon_solver.web.play.hosted_game import HostedGame
from letter_tycoon_solver.web.server import LOOPBACK
from letter_tycoon_solver.web.site import Site


def only_record(data: Path) -> Path:
    (path,) = (data / "games").glob("*.jsonl")
    return path


def listeners(server: Running) -> list[hosting.Listener]:
    """All pages that listen to games of a server."""
    return [one for opened in server.hosting.open_games.values() for one in opened.listeners]


def wait_until_unused(server: Running, games: int) -> None:
    """Until so many games have been looked at for computers that are to act, and by nobody else."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if sum(map(hosting._is_unused, server.hosting.open_games.values())) == games:
            return
        time.sleep(0.01)
    raise AssertionError("the games are used")


# The server ends ---------------------------------------------------------------------------------


def test_a_game_goes_on_where_it_was(server: Running, site: Site) -> None:
    """After a server that was stopped; who was invited still is, and the computers go on."""
    ann = begin(server.client, "Ann", "static", "Ben", hints=True, challenge="none").listen()
    invitation = ann.invitation(2)
    decide_until_moved(ann)
    before = ann.game()
    server.stop()
    with Running(site) as again:
        # The version is that of the record, too: what was decided before still holds.
        assert Person(again.client, ann.secret).game() == before
        ben = take(again, invitation).json()["seat"]
        play_out(Person(again.client, ann.secret), Person(again.client, ben))


def take(server: Running, invitation: str, key: str = "k" * 16) -> httpx.Response:
    """Takes the seat of an invitation."""
    return server.client.post(f"/api/play/invitations/{invitation}", json={"key": key})


def decide_until_moved(person: Person) -> None:
    """A turn of the person, if there is one before somebody else is waited for."""
    game = person.wait(lambda game: game["asked"] not in game["computers"])
    while game["asked"] == game["you"]:
        decide(person, game)
        game = person.wait(lambda game: game["asked"] not in game["computers"])


def test_a_line_that_was_being_written_is_forgotten(
    server: Running, site: Site, data: Path
) -> None:
    """A server that is killed may leave half of it."""
    ann = begin(server.client, "Ann", "Ben", challenge="none")
    before = ann.game()
    server.stop()
    with only_record(data).open("ab") as file:
        file.write(b'{"player": 0, "do": {"ki')
    with Running(site) as again:
        after = Person(again.client, ann.secret).game()
    assert (after["hand"], after["news"]) == (before["hand"], [])


@contextmanager
def process() -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """The command, once it is ready."""
    command = [sys.executable, "-m", "letter_tycoon_solver", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        with httpx.Client(base_url=address, timeout=60) as client:
            while client.get("/api/status").json()["state"] != "ready":
                time.sleep(0.05)
            try:
                yield server, client
            finally:
                server.kill()


@pytest.mark.slow
def test_a_server_killed_in_the_middle_loses_nothing(data: Path) -> None:
    """With the signal that no program can catch, while pages listen and computers play."""
    with process() as (server, client):
        ann = begin(client, "Ann", "greedy", "Ben", goal=15, challenge="none").listen()
        ben = ann.invite(2)
        while ann.game()["round"] < 2:
            for person in (ann, ben):
                game = person.game()
                if game["asked"] == game["you"]:
                    decide(person, game)
        server.kill()
        server.wait()
    told = ann.heard_games()[-1]
    with process() as (_, client):
        ann, ben = Person(client, ann.secret), Person(client, ben.secret)
        assert ann.game()["round"] >= 2
        assert ann.game()["version"] >= told["version"]
        final = play_out(ann, ben)
    recorded = Game.load(only_record(data))
    assert [score.total for score in recorded.state.scores] == [
        seat["score"] for seat in final["seats"]
    ]


def asked_and_other(server: Running) -> tuple[Person, Person]:
    """Two people with a game, first the one whose turn it is."""
    ann = begin(server.client, "Ann", "Ben", challenge="none")
    ben = ann.invite(1)
    return (ann, ben) if ann.game()["asked"] == ann.game()["you"] else (ben, ann)


def test_versions_are_of_the_record_and_not_of_the_clock(
    server: Running, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the clock went back, pages that know the game from before take what comes."""
    first, other = asked_and_other(server)
    moved = [first.game(), first.act("exchange nothing"), first.undo(), other.undo("agree")]
    server.stop()
    time_ns = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: time_ns() - 3_600_000_000_000)
    with Running(site) as again:
        first = Person(again.client, first.secret)
        moved += [first.game(), first.act("exchange nothing")]
    versions = [game["version"] for game in moved]
    # An undo is a further line of the record, too.
    assert versions == sorted(versions)
    assert versions[3] == versions[4]
    assert len(set(versions)) == len(versions) - 1


def test_a_wish_of_before_is_not_agreed_to(server: Running, site: Site, rig: Rig) -> None:
    """Wishes are not kept: whoever answers one to the server that comes next is shown the new one.

    Without a game that has gone on, both servers have counted as many wishes and taken seats.
    """
    rig("", "", "", "")
    ann = begin(server.client, "Ann", "Ben", "Cyd", "Dan", challenge="none")
    ben = ann.invite(1)
    invitations = [ann.invitation(2), ann.invitation(3)]
    ann.act("exchange nothing")
    for what in ("ask", "decline", "ask"):
        ann.undo(what)
    old = ben.game()["version"]
    server.stop()
    with Running(site) as again:
        ann, ben = Person(again.client, ann.secret), Person(again.client, ben.secret)
        ann.undo()
        for invitation in invitations:
            assert take(again, invitation).status_code == 200
        answer = ben.ask("POST", "/undo", {"version": old, "answer": "agree"})
        assert answer.status_code == 409
        assert answer.json()["game"]["undo"]["waits_for"] == [1, 2, 3]
        # The game itself is as it was.
        body = {"version": old, "turn": "exchange nothing"}
        assert ben.ask("POST", "/actions", body).status_code == 200


# Pages that go, and other programs ---------------------------------------------------------------


def test_a_game_that_nobody_uses_is_closed(
    server: Running, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the command can go on with it; while the command does, the page says so."""
    monkeypatch.setattr(hosting, "IDLE_SECONDS", 0.2)
    ann = begin(server.client, "Ann", "Ben", challenge="none")
    until = time.monotonic() + 60
    while server.hosting.open_games and time.monotonic() < until:
        time.sleep(0.05)
    with Game.resume(only_record(data)) as game:
        answer = ann.ask("GET")
        assert answer.status_code == 422
        assert "is open in another game" in answer.json()["detail"]
        assert str(data) not in answer.text
        game.push("exchange nothing")
    assert ann.game()["news"][0]["lines"] == ["Exchanged nothing"]


def test_an_invitation_is_used_up_only_by_who_gets_the_seat(server: Running, data: Path) -> None:
    """While the record is open elsewhere nobody does; then who got no answer asks again."""
    ann = begin(server.client, "Ann", "Ben", challenge="none")
    invitation = ann.invitation(1)
    wait_until_unused(server, 1)
    close_all(server)
    with Game.resume(only_record(data)):
        assert take(server, invitation, "e" * 16).status_code == 422
    first, again = take(server, invitation), take(server, invitation)
    assert (first.status_code, first.json()) == (200, again.json())
    assert take(server, invitation, "o" * 16).status_code == 410
    assert take(server, invitation, "short").status_code == 422
    assert first.json()["seat"] != ann.secret
    assert ann.game()["invitations"] == []


def close_all(server: Running) -> None:
    """Close all games, as a server does to make room."""
    for opened in list(server.hosting.open_games.values()):
        server.hosting._shut(opened)


def test_an_action_in_a_game_that_was_just_closed_is_not_lost(
    server: Running, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game made room for another after it was looked up: it is opened again, and goes on."""
    ann, _ = asked_and_other(server)
    wait_until_unused(server, 1)
    act, version = HostedGame.act, ann.game()["version"]
    closed: list[HostedGame] = []

    def closing(game: HostedGame, seat: int, version: int, action: Any) -> None:
        if not closed:
            closed.append(game)
            close_all(server)
        act(game, seat, version, action)

    monkeypatch.setattr(HostedGame, "act", closing)
    body = {"version": version, "turn": "exchange nothing"}
    answer = ann.ask("POST", "/actions", body)
    assert (answer.status_code, len(closed)) == (200, 1)
    assert ann.ask("POST", "/actions", body).status_code == 409
    server.stop()
    assert len(Game.load(only_record(data)).history) >= 1


def test_a_record_that_cannot_be_written_is_told_without_its_path(
    server: Running, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = begin(server.client, "Ann", "greedy", challenge="none")
    game = ann.asked()

    def full(_: Game, __: object, **___: object) -> None:
        raise RecordError(only_record(data), None, "cannot be written: No space left on device")

    monkeypatch.setattr(Game, "push", full)
    body = {"version": game["version"], "turn": "exchange nothing"}
    answer = ann.ask("POST", "/actions", body)
    assert answer.status_code == 422
    assert "cannot be written: No space" in answer.json()["detail"]
    assert ".jsonl" not in answer.text


def test_a_game_whose_record_is_gone(server: Running, site: Site, data: Path) -> None:
    ann = begin(server.client, "Ann", "Ben")
    server.stop()
    only_record(data).unlink()
    with Running(site) as again:
        answer = Person(again.client, ann.secret).ask("GET")
        assert answer.status_code == 422
        assert answer.json()["detail"].startswith("the record of this game cannot be")


def test_the_oldest_stream_of_a_seat_ends_for_a_newer(server: Running) -> None:
    """A phone that slept leaves streams behind that nobody reads."""
    ann = begin(server.client, "Ann", "Ben")
    people = [
        Person(server.client, ann.secret).listen() for _ in range(hosting.MAX_STREAMS_OF_SEAT + 1)
    ]
    people[0].wait(lambda _: "event: done" in people[0].heard)
    assert people[0].heard[-3:-1] == ["event: done", 'data: {"reason":"open elsewhere"}']
    assert all("event: done" not in person.heard for person in people[1:])


def test_one_client_leaves_streams_to_others(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "MAX_STREAMS_OF_CLIENT", 1)
    ann = begin(server.client, "Ann", "Ben").listen()
    with server.client.stream("GET", f"{ann.url}/events") as answer:
        assert answer.status_code == 429
    (opened,) = server.hosting.open_games.values()
    assert server.hosting.listen(opened, 1, "another").client == "another"


def test_too_much_is_refused(server: Running, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams, games at a time, and games that one client begins."""
    monkeypatch.setattr(hosting, "MAX_STREAMS", 1)
    monkeypatch.setattr(hosting, "MAX_OPEN", 2)
    ann = begin(server.client, "Ann", "Ben").listen()
    answer = server.client.get(f"{ann.url}/events")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    # The second goes for the third, as nobody looks at it; the first is looked at.
    for _ in range(2):
        begin(server.client, "Ann", "Ben")
        wait_until_unused(server, 1)
    assert len(server.hosting.open_games) == 2
    monkeypatch.setattr(hosting, "MAX_OPEN", 1)
    seats = {"seats": [{"name": "Ann"}, {"name": "Ben"}]}
    for reason in ("too many games are played", "1 games begun in a short time are enough"):
        answer = server.client.post("/api/play/games", json=seats)
        server.hosting._begun = Limit("games begun", 1, 3600)
        server.hosting._begun.count(LOOPBACK)
        assert answer.status_code == 429
        assert reason in answer.json()["detail"]
    assert ann.game()["seats"]
    # Of what was refused nothing is left.
    assert len(list((data / "games").iterdir())) == 3


def test_what_is_refused_is_no_game_that_was_begun(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor what could not be recorded, or found no room."""
    refused: list[Any] = [
        {"seats": [{"name": "Ann"}, {"name": "ann"}]},
        {"seats": [{"level": "greedy"}, {"level": "greedy"}]},
        {"seats": [{"name": "Ann"}, {"name": "B\x00"}]},
    ]
    valid = {"seats": [{"name": "Ann"}, {"name": "Ben"}]}
    for at in range(hosting.MAX_BEGUN):
        answer = server.client.post("/api/play/games", json=refused[at % len(refused)])
        assert answer.status_code == 422
    with monkeypatch.context() as patch:
        patch.setattr(hosting, "MAX_OPEN", 0)
        answer = server.client.post("/api/play/games", json=valid)
        assert "too many games are played" in answer.json()["detail"]
    server.hosting._begun = Limit("games begun", 2, 3600)
    with monkeypatch.context() as patch:
        patch.setattr(hosting, "begin", fail_to_record)
        for _ in range(3):
            answer = server.client.post("/api/play/games", json=valid)
            assert "cannot be written" in answer.json()["detail"]
    statuses = [server.client.post("/api/play/games", json=valid).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


def fail_to_record(*_: object) -> None:
    raise RecordError(Path("game.jsonl"), None, "cannot be written: No space left on device")


def test_a_server_that_stops_tells_its_seats(server: Running) -> None:
    ann = begin(server.client, "Ann", "Ben").listen()
    server.stop()
    assert ann.heard[-3:-1] == ["event: done", 'data: {"reason":"server stops"}']
