"""Games of people over the API: where they are kept, and who has them open."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from support import json_schema
from support.pages import (
    DEAL,
    GAMES,
    JEWELS,
    LANE,
    PROBLEM,
    Running,
    Table,
    same_but_event,
    served,
    wait_until_ready,
)

from letter_tycoon_solver._user_data import tracked_folder
from letter_tycoon_solver.game import RecordError, ToldTurn, TrackedGame
from letter_tycoon_solver.web.limits import Limit, TooOftenError
from letter_tycoon_solver.web.links import Links
from letter_tycoon_solver.web.site import Site
from letter_tycoon_solver.web.track.games import TrackedGames

pytestmark = pytest.mark.usefixtures("data")


@pytest.fixture
def client(server: Running) -> httpx.Client:
    """Asks a server that has nothing but this folder."""
    return server.client


def test_the_list_has_the_games_of_the_device_and_of_the_folder(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the folder only where the folder is: not over a network."""
    with Running(site) as running:
        known = Table(running.client)
        begun = Table(running.client).told(JEWELS)
        Table(running.client)  # Of which nothing was told.
        secret = known.path.rpartition("/")[2]
        asked = {"secrets": [secret, "of nothing"]}
        games = running.client.post("/api/track/list", json=asked).json()["games"]
        paths = {f"{GAMES}/{one['secret']}": one for one in games}
        assert set(paths) == {known.path, begun.path}
        assert paths[begun.path]["scores"] == [5, 0, 0]
        # Who comes through a proxy may be anywhere.
        for header in ("X-Forwarded-For", "Forwarded"):
            headers = {header: "127.0.0.1"}
            answer = running.client.post("/api/track/list", json=asked, headers=headers)
            assert [one["secret"] for one in answer.json()["games"]] == [secret]
        monkeypatch.setattr("letter_tycoon_solver.web.requests._LOOPBACK", ("192.0.2.1",))
        answer = running.client.post("/api/track/list", json=asked)
        assert [one["secret"] for one in answer.json()["games"]] == [secret]


def test_the_command_and_the_page_take_turns(site: Site, client: httpx.Client) -> None:
    """A game that is open in the command is refused, and one that rests can be resumed there."""
    table = Table(client)
    (record,) = tracked_folder().glob("*")
    with TrackedGame.resume(record) as game:
        refused = client.get(table.path)
        assert (refused.status_code, refused.headers["content-type"]) == (422, PROBLEM)
        assert "is open in another game" in refused.json()["detail"]
        game.push("JeWeLs, buy J", community="QTE")
    assert table.now()["turns"][0]["told"]["community"] == "QTE"
    games = TrackedGames(site, Links.of_user())
    client_record = tracked_folder() / "mine.jsonl"
    mine = TrackedGame.start(["Ann", "Ben"], first=0, community="EES")
    mine.record_to(client_record)
    mine.close()
    with games.used(client_record) as used:
        used.push("exchange ?")
    games.close_rested(3600)
    with games.used(client_record) as again:
        assert again is used
    games.close_rested(0)
    with TrackedGame.resume(client_record) as resumed:
        assert len(resumed.turns) == 1


def test_each_game_rests_by_its_own_last_use(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often another one is asked for."""
    monkeypatch.setattr("letter_tycoon_solver.web.track.api.REST_SECONDS", 0.2)
    with Running(site) as running:
        left = Table(running.client)
        (record,) = tracked_folder().glob("*")
        busy = Table(running.client)
        left.now()
        for _ in range(600):
            busy.now()
            try:
                TrackedGame.resume(record).close()
                break
            except RecordError:
                time.sleep(0.05)
        else:
            pytest.fail("the game is still open")


def test_a_record_that_is_gone_or_broken_is_told_without_its_folder(
    client: httpx.Client, data: Path
) -> None:
    table, other = Table(client), Table(client).told(JEWELS)
    gone, broken = sorted(tracked_folder().glob("*"))
    gone, broken = (gone, broken) if gone.stat().st_size < broken.stat().st_size else (broken, gone)
    table.now()
    gone.unlink()
    for answer in (client.get(table.path), table.do("turns", **JEWELS)):
        assert answer.status_code == 404
        assert "removed" in answer.json()["detail"]
    broken.write_text("x")
    secret = other.path.rpartition("/")[2]
    listed = client.post("/api/track/list", json={"secrets": [secret]}).json()["games"]
    refused = other.do("turns", **LANE).json()["detail"]
    assert refused.endswith("was changed by another program; load the game again")
    for told in (refused, listed[0]["problem"]):
        assert broken.name in told
        assert str(data) not in told


def test_a_game_has_one_secret_however_many_ask_for_it(client: httpx.Client) -> None:
    """Begun by the command, it gets its link when it is listed first."""
    tracked_folder().mkdir()
    with TrackedGame.start(["Ann", "Ben"], first=0, community="EES") as game:
        game.record_to(tracked_folder() / "mine.jsonl")
        game.push("exchange ?")

    def secrets() -> list[str]:
        games = client.post("/api/track/list", json={"secrets": []}).json()["games"]
        return [one["secret"] for one in games]

    with ThreadPoolExecutor(4) as threads:
        found = [task.result() for task in [threads.submit(secrets) for _ in range(8)]]
    assert found == [found[0]] * 8
    assert client.get(f"{GAMES}/{found[0][0]}").status_code == 200


def test_a_game_that_another_program_has_written_to_is_read_anew(
    site: Site, tmp_path: Path
) -> None:
    games = TrackedGames(site, Links(None))
    record = tmp_path / "game.jsonl"
    with TrackedGame.start(["Ann", "Ben"], first=0, community="EES") as begun:
        begun.record_to(record)

    def write_elsewhere() -> None:
        with games.used(record) as game:
            content = record.read_bytes()
            record.unlink()
            record.write_bytes(content)
            game.push("exchange ?")

    with pytest.raises(RecordError, match="removed or replaced"):
        write_elsewhere()
    with games.used(record) as game:
        game.push("exchange ??")
    games.close_rested(0)
    assert TrackedGame.load(record).turns[0].told == ToldTurn("exchange ??")


def test_without_a_place_for_it_no_game_begins(client: httpx.Client, data: Path) -> None:
    (data / "tracked").write_text("")
    refused = client.post(GAMES, json=DEAL)
    assert refused.status_code == 422
    assert "cannot be kept" in refused.json()["detail"]


def test_too_many_games_are_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("letter_tycoon_solver.web.track.api._MAX_NEW", 1)
    with Running(site) as running:
        Table(running.client)
        refused = running.client.post(GAMES, json=DEAL)
    assert (refused.status_code, refused.headers["content-type"]) == (429, PROBLEM)
    assert len(list(tracked_folder().glob("*"))) == 1


def test_a_client_begins_only_so_many_games() -> None:
    limit = Limit("new games", 2, 60)
    for client in ("a", "b", "a"):
        limit.count(client)
    with pytest.raises(TooOftenError, match="2 new games"):
        limit.count("a")
    limit.count("b")


@pytest.mark.slow
def test_a_server_that_is_killed_has_lost_nothing() -> None:
    with served() as (process, address), httpx.Client(base_url=address, timeout=120) as client:
        wait_until_ready(client)
        table = Table(client).told(JEWELS)
        process.kill()
        process.wait()
    with served() as (_, address), httpx.Client(base_url=address, timeout=120) as client:
        wait_until_ready(client)
        table.client = client
        assert same_but_event(table.now(), table.game)
        table.told(LANE)


def test_the_document_describes_what_is_told(client: httpx.Client) -> None:
    document = client.get("/api/openapi.json").json()
    table = Table(client).told(JEWELS)
    known = [table.path.rpartition("/")[2]]
    told: dict[str, Any] = {
        "/api/track/games/{secret}": table.now(),
        "/api/track/games/{secret}/words": table.ask("words", words="lane").json(),
        "/api/track/games/{secret}/hint": client.get(table.path + "/hint").json(),
        "/api/track/list": client.post("/api/track/list", json={"secrets": known}).json(),
    }
    for path, value in told.items():
        ((_, operation),) = document["paths"][path].items()
        ((_, content),) = operation["responses"]["200"]["content"].items()
        assert list(json_schema.faults(value, content["schema"], document)) == [], path
