"""Reviews: which games there are, and what is told of them."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from support import online, records
from support.online import online_log
from support.pages import PageText, Running, judge, judging, send, show, text_of, upload

from letter_tycoon_solver.game import Game, TrackedGame, game_text
from letter_tycoon_solver.game.records import record_in
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.ruleset import RULEBOOK, Stacking
from letter_tycoon_solver.web import review_games
from letter_tycoon_solver.web.review_games import (
    MAX_OF_CLIENT,
    MAX_RECORD,
    Games,
    NoSuchGameError,
)
from letter_tycoon_solver.web.site import Site

HOSTILE = (
    "<script>alert(1)</script>",
    "</p></main><script src=//x></script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "{{ 7 * 7 }}",
    "{% raw %}",
    "&lt;b&gt;",
    "<!--",
    "javascript:alert(1)",
    "]]><svg onload=alert(1)>",
    "<svg/onload=alert`1`>",
    "</title><script>alert(1)</script>",
    "</textarea><iframe src=//x>",
    "<a href=javascript:alert(1)>Ann</a>",
    "{% include 'frame.html' %}",
    "{{ self.__init__ }}",
    "&#60;script&#62;",
    "<style>*{display:none}</style>",
    '"/><b>bold',
    "<base href=//x>",
)


@pytest.fixture(scope="module")
def lexicon(site: Site) -> Lexicon:
    return site.lexicon(None)


@pytest.fixture(scope="module")
def played(lexicon: Lexicon) -> Game:
    return records.played_game(lexicon)


@pytest.fixture
def record(played: Game, tmp_path: Path) -> str:
    return text_of(played, tmp_path)


@pytest.fixture
def running(site: Site, data_folder: Path, seconds: float) -> Iterator[Running]:  # noqa: ARG001
    with judging(site, seconds) as running:
        yield running


# Uploads -----------------------------------------------------------------------------------------


def test_an_upload_is_a_game_with_its_turns(
    client: httpx.Client, played: Game, record: str
) -> None:
    key = upload(client, record)
    page = show(client, game=key)
    assert page.text("h1") == "Ann and Benplayed, Ann won"
    turns = page.texts("brief")
    assert len(turns) == 12
    # A card replaced with Q and what follows it are one turn.
    numbers = [int(text.split(".")[0]) for text in turns]
    assert numbers[0] == 1
    assert numbers[-1] == len(dict.fromkeys(numbers))
    start = played.states[0]
    first = show(client, game=key, turn=1)
    name = played.names[start.active]
    assert f"Turn 1, {name}1 of 12" in first.text("steps")
    hand = start.seats[start.active].hand
    assert "".join(first.texts("slot")) == hand + start.community
    assert f"{len(start.deck)} cards in the deck" in first.texts("status")
    last = show(client, game=key, turn=12)
    assert last.texts("seat-line") != first.texts("seat-line")
    assert sum(bool(show(client, game=key, turn=at).texts("laid")) for at in (1, 6, 12)) == 3


def test_the_record_comes_back_as_it_was(client: httpx.Client, record: str) -> None:
    page = show(client, game=upload(client, record))
    (address,) = page.links("Save the record")
    assert client.get(address).text == record


def test_a_tracked_game_has_the_turns_of_who_tells(
    client: httpx.Client, lexicon: Lexicon, tmp_path: Path
) -> None:
    key = upload(client, text_of(records.tracked_game(lexicon), tmp_path))
    page = show(client, game=key)
    assert page.text("h1") == "Ann, Ben and Cleotracked, not over"
    assert page.text("brief") == "2. Ben: $2 · discard Z"
    assert judge(client, key)[-1] == ("done", "")


def test_what_cannot_be_uploaded(client: httpx.Client, record: str) -> None:
    header, first, *rest = record.splitlines(keepends=True)
    foreign = json.loads(header)
    foreign["lexicon"]["sha256"] = "0" * 64
    for sent, part in (
        ("", "Line 1 of the record: there is no header"),
        ("A game of chess\n", "is not a JSON object"),
        ('{"format": "chess"}\n', "the format must be 'letter-tycoon-game'"),
        (header + first.replace('"player": ', '"player": 1'), "Line 2 of the record"),
        (header + "".join(rest), "Line 2 of the record"),
        (json.dumps(foreign) + "\n", "other words"),
        ("\u00e9" * 9 + record, "is not a JSON object"),
        (b"\xff\xfe", "is not text in UTF-8"),
    ):
        answer = send(client, sent)
        assert answer.status_code == 422
        page = show_problem(answer)
        assert part in page
        assert "/" not in page.replace("and/or", "")
    large = send(client, b" " * (MAX_RECORD + 1))
    assert (large.status_code, show_problem(large)) == (
        413,
        "The file has more than 2 MB, too much for a game.",
    )
    assert client.post("/review", content=record).status_code == 415


def show_problem(answer: httpx.Response) -> str:
    """The message of a page in place of a game."""
    return PageText(answer.text).text("problem")


def test_a_game_of_too_many_turns_is_refused(
    client: httpx.Client, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_games, "MAX_TURNS", 11)
    answer = send(client, record)
    assert answer.status_code == 422
    assert "The game has 12 turns to judge" in show_problem(answer)


def test_the_log_of_a_game_online_is_a_game_with_the_turns_whose_hands_are_known(
    client: httpx.Client, tmp_path: Path
) -> None:
    every, own = (upload(client, online.text_of(4, *seats)) for seats in ((), ((0,),)))
    whole, part = show(client, game=every), show(client, game=own)
    assert whole.text("h1").startswith("Player 1 and Player 0played, ")
    assert part.text("h1").startswith("Player 1 and Player 0tracked, ")
    assert part.texts("brief") == [text for text in whole.texts("brief") if "Player 0" in text]
    (address,) = part.links("Save the record")
    kept = tmp_path / "game.jsonl"
    kept.write_text(client.get(address).text, "utf-8")
    with TrackedGame.load(kept) as game:
        assert game.names == ("Player 1", "Player 0")


def purchases(page: PageText) -> list[str]:
    return [text for text in page.texts("li") if re.match(r"[★✓?]+Player \d, round \d+: ", text)]


def test_of_players_whose_hands_are_not_known_purchases_are_judged(client: httpx.Client) -> None:
    every, one, none = (
        show(client, game=upload(client, online.text_of(4, *seats)))
        for seats in (((),), ((0,),), ())
    )
    told = purchases(every)
    assert {text.split(",")[0][-1] for text in told} == {"0", "1"}
    assert purchases(one) == [text for text in told if "Player 1," in text]
    signs = {text.split("P")[0] for text in told}
    assert "★" in signs
    assert len(signs) > 1
    assert purchases(none) == []
    assert "only purchases are judged" in every.html


def test_a_game_in_notation_is_uploaded(client: httpx.Client, played: Game, record: str) -> None:
    told, kept = (show(client, game=upload(client, text)) for text in (game_text(played), record))
    assert told.texts("h1") == kept.texts("h1")
    assert told.texts("brief") == kept.texts("brief")


def test_what_is_no_log_of_a_finished_game_is_not_uploaded(client: httpx.Client) -> None:
    log = online_log(online.game_of(4, 4))
    unfinished = json.dumps(log.archive())
    for packet in log.packets:
        packet["packet_type"] = "history"
    for sent, part in (
        (json.dumps(log.archive()), "elp in a game that is played is against the rules"),
        (unfinished, "he log ends before the end of the game"),
        ('{"status": "0", "error": "You have reached a limit"}', "You have reached a limit"),
        ("<html></html>", "he page has no log in it"),
    ):
        answer = send(client, sent)
        assert answer.status_code == 422
        assert part in show_problem(answer)


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
    monkeypatch.setattr(review_games, "MAX_UPLOADS", 2)
    games = Games()
    first, *others = [games.upload(record, name, [lexicon]) for name in "abc"]
    assert all(games.find(key, [lexicon], is_owner=False) for key in others)
    with pytest.raises(NoSuchGameError):
        games.find(first, [lexicon], is_owner=False)


@pytest.mark.parametrize("at", range(0, len(HOSTILE), 2))
def test_names_are_never_markup(
    client: httpx.Client, data_folder: Path, lexicon: Lexicon, tmp_path: Path, at: int
) -> None:
    names = HOSTILE[at : at + 2]
    key = upload(client, text_of(records.played_game(lexicon, names=names), tmp_path))
    judge(client, key)
    plain = upload(client, text_of(records.played_game(lexicon), tmp_path))
    for query in ({}, {"turn": 3}):
        page, usual = show(client, game=key, **query), show(client, game=plain, **query)
        assert names[0] in page.text("h1")
        for tag in ("script", "img", "b"):
            assert len(page.texts(tag)) == len(usual.texts(tag))
        assert not [name for _, found, _ in page.elements for name in found if name[:2] == "on"]
    folder = data_folder / "games"
    folder.mkdir(exist_ok=True)
    with records.played_game(lexicon, names=names) as game:
        path = record_in(folder, game)
    listed = show(client)
    path.unlink()
    assert all(name in listed.text("headline") for name in names)
    assert [tag for tag, _, _ in listed.elements if tag in ("script", "img", "b")] == [
        *("script", "img"),
    ]
    chart = client.get("/review/chart.svg", params={"game": key}).text
    assert "<script" not in chart
    assert "<img" not in chart


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
    page = show(client)
    told = page.texts("plan")
    assert [re.sub(r"\d\d? \w{3} \d{4}, \d\d:\d\d$", "(when)", text) for text in told] == [
        "Ann, Ben and Cleotracked · 1 turn of yours · not over · (when)",
        "Ann and Benplayed · 12 turns · Ann won · (when)",
    ]
    assert not any(path.stem in page.html for path in kept.values())
    for address in page.links("Ann"):
        assert show(client, address).texts("brief")


def test_other_machines_are_not_shown_them(
    client: httpx.Client, kept: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept
    address, *_ = show(client).links("Ann")
    monkeypatch.setattr("letter_tycoon_solver.web.messages._LOOPBACK", ("192.0.2.1",))
    page = show(client)
    assert (page.texts("plan"), "Games of this machine" in page.html) == ([], False)
    assert client.get(address).status_code == 404
    assert client.get("/review/all").status_code == 404


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, {"ruleset": ["rulebook"]}),
        ({"goals": {3: 17}}, {"ruleset": ["rulebook"]}),
        ({"goals": {2: 17}}, {"ruleset": ["rulebook"], "goal": ["17"]}),
        ({"stacking": Stacking.ADD}, None),
    ],
)
def test_another_word_is_tried_if_the_hint_board_has_the_rules(
    client: httpx.Client,
    lexicon: Lexicon,
    tmp_path: Path,
    change: dict[str, Any],
    told: dict[str, list[str]] | None,
) -> None:
    game = records.played_game(lexicon, dataclasses.replace(RULEBOOK, **change))
    key = upload(client, text_of(game, tmp_path))
    links = show(client, game=key, turn=1).links("Try another word")
    if told is None:
        assert links == []
        return
    (address,) = links
    asked = parse_qs(urlsplit(address).query)
    assert {name: asked[name] for name in ("ruleset", "goal") if name in asked} == told
    (seen, *_) = game.states
    assert asked["hand"] == [seen.active_seat.hand]
    assert asked["community"] == [seen.community]


@pytest.mark.parametrize("game", ["nothing", "..", "../games", "no-game", "no-game.jsonl", ""])
def test_a_game_that_is_not_there(client: httpx.Client, game: str) -> None:
    for path in ("/review", "/review/record", "/review/chart.svg", "/api/judged"):
        assert client.get(path, params={"game": game}).status_code == 404


@pytest.mark.parametrize("turn", ["0", "13", "-1", "x", "²", "9" * 5000])
def test_a_turn_that_is_not_there_is_not_open(client: httpx.Client, record: str, turn: str) -> None:
    page = show(client, game=upload(client, record), turn=turn)
    assert page.texts("steps") == []
