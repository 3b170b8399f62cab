"""Reviews: which games there are, and what is told of them."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from support import json_schema, online, records
from support.online_logs import online_log
from support.reviews import judged, text_of, upload

from letter_tycoon_solver.game import Game, TrackedGame, game_text
from letter_tycoon_solver.game.records import record_in
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.ruleset import RULEBOOK, Stacking
from letter_tycoon_solver.web.review import games as games_module
from letter_tycoon_solver.web.review.games import (
    MAX_OF_CLIENT,
    Games,
    NoSuchGameError,
)
from letter_tycoon_solver.web.review.schema import MAX_RECORD
from letter_tycoon_solver.web.site import Site

QUICK = {"seconds": "0.02"}


@pytest.fixture(scope="module")
def lexicon(site: Site) -> Lexicon:
    return site.lexicon(None)


@pytest.fixture(scope="module")
def played(lexicon: Lexicon) -> Game:
    return records.played_game(lexicon)


@pytest.fixture
def record(played: Game, tmp_path: Path) -> str:
    return text_of(played, tmp_path)


# Uploads -----------------------------------------------------------------------------------------


def test_an_upload_is_a_game_with_its_turns(
    client: httpx.Client, played: Game, record: str
) -> None:
    told = upload(client, record)
    assert (told["names"], told["is_tracked"], told["is_over"]) == (["Ann", "Ben"], False, True)
    assert (told["victories"], told["lexicon"]) == ([1.0, 0.0], "enable")
    first, *_, last = told["turns"]
    start = played.states[0]
    assert (first["round"], first["active"]) == (1, start.active)
    pairs = [(turn["round"], turn["active"]) for turn in told["turns"]]
    turns = list(dict.fromkeys(pairs))
    assert [turn["number"] for turn in told["turns"]] == [turns.index(one) + 1 for one in pairs]
    assert first["hand"] == start.seats[start.active].hand
    assert first["community"] == start.community
    assert first["deck"] == len(start.deck)
    assert last["seats"] != first["seats"]
    assert sum(bool(turn["played"]["words"]) for turn in told["turns"]) > 4
    again = client.get(f"/api/reviews/{told['game']}")
    assert again.json() == told


def test_the_record_comes_back_as_it_was(client: httpx.Client, record: str) -> None:
    answer = client.get(f"/api/reviews/{upload(client, record)['game']}/record")
    assert answer.text == record
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")


def test_a_tracked_game_has_the_turns_of_who_tells(
    client: httpx.Client, lexicon: Lexicon, tmp_path: Path
) -> None:
    told = upload(client, text_of(records.tracked_game(lexicon), tmp_path))
    assert (told["is_tracked"], told["is_over"]) == (True, False)
    assert [(turn["active"], turn["played"]["notation"]) for turn in told["turns"]] == [
        (1, "LANe, discard Z")
    ]
    *_, last = judged(client, told["game"], QUICK)
    assert last == ("done", {"reason": "finished"})


def test_what_cannot_be_uploaded(client: httpx.Client, record: str) -> None:
    header, first, *rest = record.splitlines(keepends=True)
    foreign = json.loads(header)
    foreign["lexicon"]["sha256"] = "0" * 64
    for sent, part in (
        ("", "line 1 of the record: there is no header"),
        ("A game of chess\n", "is not a JSON object"),
        ('{"format": "chess"}\n', "the format must be 'letter-tycoon-game'"),
        (header + first.replace('"player": ', '"player": 1'), "line 2 of the record"),
        (header + "".join(rest), "line 2 of the record"),
        (json.dumps(foreign) + "\n", "other words"),
        ("\u00e9" * 9 + record, "is not a JSON object"),
    ):
        answer = client.post("/api/reviews", json={"record": sent})
        assert answer.status_code == 422
        assert part in answer.json()["detail"]
        assert "/" not in answer.json()["detail"].replace("and/or", "")
    for body, status in (
        ({"record": record, "file": "/etc/passwd"}, 422),
        ({"record": "a" * (MAX_RECORD + 1)}, 422),
        ({"record": '"' * MAX_RECORD * 2}, 413),
        ({}, 422),
    ):
        assert client.post("/api/reviews", json=body).status_code == status


def test_the_log_of_a_game_online_is_a_game_with_the_turns_whose_hands_are_known(
    client: httpx.Client, tmp_path: Path
) -> None:
    every = upload(client, online.text_of(4))
    assert (every["names"], every["is_tracked"], every["is_over"]) == (
        ["Player 1", "Player 0"],
        False,
        True,
    )
    own = upload(client, online.text_of(4, (0,)))
    assert own["is_tracked"]
    assert {turn["active"] for turn in own["turns"]} == {1}
    assert [turn["hand"] for turn in own["turns"]] == [
        turn["hand"] for turn in every["turns"] if turn["active"] == 1
    ]
    record = client.get(f"/api/reviews/{own['game']}/record")
    kept = tmp_path / "game.jsonl"
    kept.write_text(record.text, "utf-8")
    with TrackedGame.load(kept) as game:
        assert game.names == ("Player 1", "Player 0")


def test_of_players_whose_hands_are_not_known_purchases_are_judged(client: httpx.Client) -> None:
    told = upload(client, online.text_of(4, ()))
    assert told["turns"] == []
    assert {one["player"] for one in told["purchases"]} == {0, 1}
    own = upload(client, online.text_of(4, (0,)))["purchases"]
    assert own == [one for one in told["purchases"] if one["player"] == 0]
    verdicts = {one["verdict"] for one in told["purchases"]}
    assert "best" in verdicts
    assert len(verdicts) > 1
    assert all(re.match(r"round \d+: ", one["in_words"]) for one in told["purchases"])
    assert upload(client, online.text_of(4))["purchases"] == []


def test_a_game_in_notation_is_uploaded(client: httpx.Client, played: Game, record: str) -> None:
    told, kept = upload(client, game_text(played)), upload(client, record)
    assert (told["names"], told["victories"]) == (kept["names"], kept["victories"])
    same = [
        [(turn["hand"], turn["played"]["notation"]) for turn in review["turns"]]
        for review in (told, kept)
    ]
    assert same[0] == same[1]


def test_what_is_no_log_of_a_finished_game_is_not_uploaded(client: httpx.Client) -> None:
    log = online_log(online.game_of(4, 4))
    unfinished = json.dumps(log.archive())
    for packet in log.packets:
        packet["packet_type"] = "history"
    for sent, part in (
        (json.dumps(log.archive()), "help in a game that is played is against the rules"),
        (unfinished, "the log ends before the end of the game"),
        ('{"status": "0", "error": "You have reached a limit"}', "You have reached a limit"),
        ("<html></html>", "the page has no log in it"),
    ):
        answer = client.post("/api/reviews", json={"record": sent})
        assert answer.status_code == 422
        assert part in answer.json()["detail"]


def test_the_oldest_upload_of_a_client_makes_place(lexicon: Lexicon, record: str) -> None:
    games = Games()
    lexicons = [lexicon]
    other = games.upload(record, "other", lexicons)
    own = [games.upload(record, "own", lexicons) for _ in range(MAX_OF_CLIENT + 1)]
    assert len(set(own)) == len(own)
    for key in (other, *own[1:]):
        assert games.find(key, lexicons, is_owner=False).is_over
    with pytest.raises(NoSuchGameError, match="open the file again"):
        games.find(own[0], lexicons, is_owner=True)


def test_there_is_place_for_so_many_uploads(
    lexicon: Lexicon, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_module, "MAX_UPLOADS", 2)
    games = Games()
    first, *others = [games.upload(record, name, [lexicon]) for name in "abc"]
    assert all(games.find(key, [lexicon], is_owner=False) for key in others)
    with pytest.raises(NoSuchGameError):
        games.find(first, [lexicon], is_owner=False)


# Games of the server -----------------------------------------------------------------------------


@pytest.fixture
def kept(data_folder: Path, played: Game, lexicon: Lexicon) -> Iterator[dict[str, Path]]:
    """Records in the folders of this machine, by what they are."""
    games: dict[str, tuple[Path, Game | TrackedGame]] = {
        "over": (data_folder / "games", played),
        "goes on": (data_folder / "games", records.game_that_goes_on(lexicon)),
        "tracked": (data_folder / "tracked", records.tracked_game(lexicon)),
    }
    found = {}
    for what, (folder, game) in games.items():
        folder.mkdir(exist_ok=True)
        found[what] = record_in(folder, game)
        game.close()
    (data_folder / "games" / "no-game.jsonl").write_text("{}\n", "utf-8")
    yield found
    for path in found.values():
        path.unlink()


def test_the_games_of_this_machine(client: httpx.Client, kept: dict[str, Path]) -> None:
    told = client.get("/api/reviews").json()
    assert told["is_shown"]
    assert [(game["names"], game["is_tracked"], game["turns"]) for game in told["games"]] == [
        (["Ann", "Ben", "Cleo"], True, 1),
        (["Ann", "Ben"], False, 12),
    ]
    assert not any(path.stem in json.dumps(told) for path in kept.values())
    for game in told["games"]:
        review = client.get(f"/api/reviews/{game['game']}").json()
        assert review["names"] == game["names"]
        answer = client.get(f"/api/reviews/{game['game']}/record")
        assert answer.status_code == 200


def test_other_machines_are_not_shown_them(
    client: httpx.Client, kept: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept
    (game, *_) = client.get("/api/reviews").json()["games"]
    monkeypatch.setattr("letter_tycoon_solver.web.requests._LOOPBACK", ("192.0.2.1",))
    assert client.get("/api/reviews").json() == {"games": [], "is_shown": False}
    assert client.get(f"/api/reviews/{game['game']}").status_code == 404


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, ("rulebook", None)),
        ({"goals": {3: 17}}, ("rulebook", None)),
        ({"goals": {2: 17}}, ("rulebook", 17)),
        ({"stacking": Stacking.ADD}, ("own", None)),
    ],
)
def test_a_preset_is_told_if_the_hint_board_has_the_rules(
    client: httpx.Client,
    lexicon: Lexicon,
    tmp_path: Path,
    change: dict[str, Any],
    told: tuple[str, int | None],
) -> None:
    game = records.played_game(lexicon, dataclasses.replace(RULEBOOK, **change))
    review = upload(client, text_of(game, tmp_path))
    assert (review["ruleset"], review["own_goal"]) == told


@pytest.mark.parametrize("game", ["nothing", "..", "%2e%2e%2fgames", "no-game", "no-game.jsonl"])
def test_a_game_that_is_not_there(client: httpx.Client, game: str) -> None:
    answer = client.get(f"/api/reviews/{game}")
    assert answer.status_code == 404
    for path in ("verdicts", "record"):
        assert client.get(f"/api/reviews/{game}/{path}").status_code == 404


# The document ------------------------------------------------------------------------------------


def test_the_document_describes_reviews(client: httpx.Client, record: str) -> None:
    document = client.get("/api/openapi.json").json()
    told = upload(client, record)
    stream = judged(client, told["game"], QUICK)
    for path, method, values in (
        ("/api/reviews", "get", [client.get("/api/reviews").json()]),
        ("/api/reviews", "post", [told]),
        ("/api/reviews/{game}", "get", [told]),
        (
            "/api/reviews/{game}/verdicts",
            "get",
            [data for name, data in stream if name == "judged"],
        ),
        ("/api/reviews/{game}/record", "get", [record]),
    ):
        operation = document["paths"][path][method]
        ((_, content),) = operation["responses"]["200"]["content"].items()
        assert values
        for value in values:
            assert list(json_schema.faults(value, content["schema"], document)) == []
