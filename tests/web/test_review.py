"""Reviews: which games there are, what is told of them, and verdicts as they come."""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import json
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from support import online, records
from support.commands import until
from support.online import online_log
from support.pages import (
    DESK,
    PHONE,
    PageText,
    Running,
    Visit,
    events,
    file_of,
    judge,
    judging,
    listening,
    send,
    show,
    text_of,
    upload,
)

from letter_tycoon_solver.advisor import analysis as analysis_module
from letter_tycoon_solver.advisor.decisions import Choice, Decision, played_in
from letter_tycoon_solver.game import Game, TrackedGame, game_text
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.ruleset import RULEBOOK, Stacking
from letter_tycoon_solver.web import review
from letter_tycoon_solver.web.messages import NotHereError
from letter_tycoon_solver.web.review import (
    JUDGED,
    MAX_LISTED,
    MAX_RECORD,
    MAX_TURNS,
    MAX_VERDICTS,
    Games,
    ReviewRoom,
)
from letter_tycoon_solver.web.simulations import JobQueue, Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser


HOSTILE = (
    "</p></main><script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "{{ 7 * 7 }}{% include 'frame.html' %}",
    "&lt;b&gt;&#60;script&#62;<!--]]>",
)


log_of = functools.cache(functools.partial(online.text_of, 4))
"""The log of a game online, of which these hands are known."""


@pytest.fixture(scope="module")
def lexicon(site: Site) -> Lexicon:
    return site.lexicon(None)


@pytest.fixture(scope="module")
def played(lexicon: Lexicon) -> Game:
    return records.played_game(lexicon)


@pytest.fixture
def record(played: Game, tmp_path: Path) -> str:
    return text_of(played, tmp_path)


@pytest.fixture(scope="module")
def reviewing(site: Site, data_folder: Path) -> Iterator[Running]:  # noqa: ARG001
    """A server that judges quickly."""
    with judging(site, 0.02) as running:
        yield running


@pytest.fixture
def client(reviewing: Running) -> httpx.Client:
    return reviewing.client


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
    # Without a script the turns are links.
    named = {attrs.get("aria-label"): attrs.get("href") for _, attrs, _ in first.elements}
    assert "2 of 12" in show(client, named["Next turn"] or "").text("steps")
    assert show(client, named["Close the turn"] or "").texts("steps") == []
    hand = start.seats[start.active].hand
    assert "".join(first.texts("slot")) == hand + start.community
    assert f"{len(start.deck)} cards in the deck" in first.texts("status")
    last = show(client, game=key, turn=12)
    assert last.texts("seat-line") != first.texts("seat-line")
    assert sum(bool(show(client, game=key, turn=at).texts("laid")) for at in (1, 6, 12)) == 3


def test_a_tracked_game_has_the_turns_of_who_tells(
    client: httpx.Client, lexicon: Lexicon, tmp_path: Path
) -> None:
    key = upload(client, text_of(records.tracked_game(lexicon), tmp_path))
    page = show(client, game=key)
    assert page.text("h1") == "Ann, Ben and Cleotracked, not over"
    assert page.text("brief") == "2. Ben: $2 · discard Z"
    assert judge(client, key)[-1] == ("done", "")
    assert "The turn is judged." in show(client, game=key).texts("status")


def test_what_cannot_be_uploaded(client: httpx.Client, record: str) -> None:
    header, first, *rest = record.splitlines(keepends=True)
    foreign = json.loads(header)
    foreign["lexicon"]["sha256"] = "0" * 64
    log = online_log(online.game_of(4, 4))
    unfinished = json.dumps(log.archive())
    for packet in log.packets:
        packet["packet_type"] = "history"
    for sent, part in (
        ("", "Line 1 of the record: there is no header"),
        ("A game of chess\n", "is not a JSON object"),
        ('{"format": "chess"}\n', "the format must be 'letter-tycoon-game'"),
        (header + first.replace('"player": ', '"player": 1'), "Line 2 of the record"),
        (header + "".join(rest), "Line 2 of the record"),
        (json.dumps(foreign) + "\n", "other words"),
        ("\u00e9" * 9 + record, "is not a JSON object"),
        (b"\xff\xfe", "is not text in UTF-8"),
        (json.dumps(log.archive()), "elp in a game that is played is against the rules"),
        (unfinished, "he log ends before the end of the game"),
        ('{"status": "0", "error": "You have reached a limit"}', "You have reached a limit"),
        ("<html></html>", "he page has no log in it"),
    ):
        answer = send(client, sent)
        assert answer.status_code == 422
        page = show_problem(answer)
        assert part in page
        assert "/" not in page.replace("and/or", "")
    large = send(client, b" " * (MAX_RECORD + 1))
    assert (large.status_code, show_problem(large)) == (
        413,
        "This is too large: the most is 2,097,152 bytes.",
    )
    assert client.post("/review", content=record).status_code == 415


def show_problem(answer: httpx.Response) -> str:
    """The message of a page in place of a game."""
    return PageText(answer.text).text("problem")


def test_a_game_of_too_many_turns_is_refused(
    client: httpx.Client, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "MAX_TURNS", 11)
    answer = send(client, record)
    assert answer.status_code == 422
    assert "The game has 12 turns to judge" in show_problem(answer)


def test_the_log_of_a_game_online_is_a_game_with_the_turns_whose_hands_are_known(
    client: httpx.Client, tmp_path: Path
) -> None:
    every, own = (upload(client, log_of(*seats)) for seats in ((), ((0,),)))
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
        show(client, game=upload(client, log_of(*seats))) for seats in (((),), ((0,),), ())
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


def test_there_is_place_for_so_many_uploads(
    lexicon: Lexicon, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "MAX_UPLOADS", 2)
    games = Games([lexicon])
    first, *others = [games.upload(record.encode()) for _ in range(3)]
    assert all(games.find(key, is_owner=False) for key in others)
    with pytest.raises(NotHereError, match="open the file again"):
        games.find(first, is_owner=False)


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
    path = file_of(records.played_game(lexicon, names=names), data_folder / "games")
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
    found = {
        "over": file_of(played, data_folder / "games"),
        "goes on": file_of(records.game_that_goes_on(lexicon), data_folder / "games"),
        "tracked": file_of(records.tracked_game(lexicon), data_folder / "tracked"),
    }
    (data_folder / "games" / "no-game.jsonl").write_text("{}\n", "utf-8")
    yield found
    for path in found.values():
        path.unlink()


def test_the_games_of_this_machine(client: httpx.Client, kept: dict[str, Path]) -> None:
    page = show(client)
    told = page.texts("plan")
    assert [re.sub(r"\d\d? \w{3} \d{4}, \d\d:\d\d$", "(when)", text) for text in told] == [
        "Ann, Ben and Cleo tracked · 1 turn of yours · not over · (when)",
        "Ann and Ben played · 12 turns · Ann won · (when)",
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
        ({"hand_size": 6}, None),
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


# Verdicts, one after the other --------------------------------------------------------------------


VERDICTS = ("best", "fine", "mistake", "blunder")
CHANGED = ("changed", "")


@pytest.fixture
def running(site: Site, data_folder: Path, seconds: float) -> Iterator[Running]:  # noqa: ARG001
    """A server that has judged nothing yet."""
    with judging(site, seconds) as running:
        yield running


LONG = pytest.mark.parametrize("seconds", [5.0])
"""So that a judgement lasts longer than a test looks."""


def test_every_turn_has_its_verdict(running: Running, played: Game, record: str) -> None:
    client = running.client
    key = upload(client, record)
    before = show(client, game=key)
    assert before.texts("pending") == ["…"] * 12
    assert before.value("main", "data-stream") == f"/api/judged?game={key}"
    stream = [event for event in judge(client, key) if event[0] != "say"]
    assert stream == [CHANGED] * 12 + [("done", "")]
    page = show(client, game=key)
    assert (page.value("main", "data-stream"), page.texts("pending")) == ("", [])
    assert "All 12 turns are judged." in page.texts("status")
    verdicts = [text.split()[-1] for text in page.texts("figure")]
    owners = [re.match(r"\d+\. (\w+)", text) for text in page.texts("brief")]
    assert page.texts("name") == list(played.names)
    for number, name in enumerate(played.names):
        own = [one for one, who in zip(verdicts, owners, strict=True) if who and who[1] == name]
        counts = page.texts("td")[5 * number + 1 : 5 * number + 5]
        assert counts == [str(own.count(verdict)) for verdict in VERDICTS]
    for at, verdict in enumerate(verdicts, 1):
        turn = show(client, game=key, turn=at)
        said = turn.text("verdict").lower()
        assert verdict in said
        assert turn.text("why")
        told = turn.texts("told")
        assert len(told) == (1 if verdict == "best" else 2)


def test_a_computer_is_called_as_in_play_and_has_nothing_to_practise(
    running: Running, lexicon: Lexicon, tmp_path: Path
) -> None:
    game = records.played_game(lexicon, names=("Ann", "medium 2"))
    key = upload(running.client, text_of(game, tmp_path))
    judge(running.client, key)
    page = show(running.client, game=key)
    assert page.text("h1").startswith("Ann and Medium 2")
    assert not [text for text in page.texts("button") if "Medium" in text]
    pages = [show(running.client, game=key, turn=at) for at in range(1, 13)]
    assert any(text.startswith("Medium 2") for text in pages[0].texts("seat-line"))
    assert "(Medium 2)" in " ".join(page.text("why") for page in pages)


def test_a_decided_game_is_judged_by_dollars(
    running: Running, lexicon: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = records.hopeless_game(lexicon)
    analysis = analysis_module.analyze(game, lexicon, playouts=800)
    left = iter(analysis.decisions)
    monkeypatch.setattr(review, "judge", lambda *_: next(left))
    key = upload(running.client, text_of(game, tmp_path))
    judge(running.client, key)
    page = show(running.client, game=key)
    verdicts = [text.split()[-1] for text in page.texts("figure")]
    assert verdicts == [one.verdict.value for one in analysis.decisions]
    assert verdicts.count("mistake") + verdicts.count("blunder") >= 2
    for summary in analysis.summaries():
        assert summary.no_score_in_words() in page.texts("status")
    wrong = next(at for at, one in enumerate(verdicts) if one in ("mistake", "blunder"))
    turn = show(running.client, game=key, turn=wrong + 1)
    decision = analysis.decisions[wrong]
    lost = f"${decision.lead_loss:.1f} ± {decision.lead_loss_se:.1f} lost"
    assert turn.text("verdict").endswith(lost)
    assert any("judged by the final lead" in text for text in turn.texts("status"))
    assert page.texts("costly")
    assert page.texts("turning") == []
    # The chances are flat; what there was to lose stands below them.
    chart = running.client.get("/review/chart.svg", params={"game": key}).text
    chances, leads = chart.split('class="lead"')
    assert 'class="mark"' not in chances
    assert leads.count('class="mark"') >= 2


def test_what_is_judged_is_kept(
    running: Running, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = upload(running.client, record)
    with listening(running, JUDGED, game=key) as names:  # Left after three turns.
        assert [name for name, _ in zip(changes(names), range(3), strict=False)]
    kept = show(running.client, game=key).texts("pending")
    assert len(kept) <= 9
    judge(running.client, key)
    monkeypatch.setattr(review, "judge", None)
    # The same game again is known to the last turn, also as another upload.
    again = upload(running.client, record)
    assert judge(running.client, again) == [("done", "")]
    assert show(running.client, game=again).texts("pending") == []


def test_two_pages_that_judge_one_game_share_its_verdicts(
    running: Running, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[Choice] = []

    def note(choice: Choice, *others: Any) -> Decision:
        judged.append(choice)
        return analysis_module.judge(choice, *others)

    monkeypatch.setattr(review, "judge", note)
    key = upload(running.client, record)
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(judge, [running.client] * 2, [key] * 2))
    assert [one[-1] for one in both] == [("done", "")] * 2
    assert len(judged) == 12
    assert show(running.client, game=key).texts("pending") == []


def test_a_review_that_is_closed_between_two_events_has_ended(site: Site, record: str) -> None:
    async def scene() -> None:
        jobs, begin = JobQueue(), threading.Event()
        room = ReviewRoom(site, jobs)
        games = Games([site.lexicon(None)])
        before = asyncio.create_task(anext(jobs.events(lambda *_: begin.wait(60))))
        await asyncio.sleep(0)
        told = room._judging(games.find(games.upload(record.encode()), is_owner=False))
        assert (await anext(told))[0] == "say"
        await told.aclose()
        assert len(jobs.line) == 1
        begin.set()
        await before
        jobs.close()

    # In a thread of its own, as a browser's event loop may run in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, scene()).result()


def test_all_games_of_this_machine_are_judged_at_some_time() -> None:
    """Else the first verdicts are forgotten while the last come, and the page never has enough."""
    assert MAX_VERDICTS >= 2 * MAX_LISTED * MAX_TURNS


def changes(names: Iterator[str]) -> Iterator[str]:
    return (name for name in names if name == "changed")


@LONG
def test_a_review_stops_when_its_page_goes(running: Running, record: str) -> None:
    key = upload(running.client, record)
    with listening(running, JUDGED, game=key):
        (thinking,) = until(running.jobs.line.copy, "a review runs")
    assert thinking.is_stopped.wait(60)
    until(lambda: not running.jobs.line, "nothing runs")


@pytest.mark.parametrize("seconds", [0.3])
def test_a_review_gives_way_between_turns(running: Running, record: str) -> None:
    table = {"hand": "JWLEANZ", "community": "EES", "opponents": [{}]}
    asked = {"table": json.dumps(table), "seconds": "0.1"}
    key = upload(running.client, record)
    with listening(running, JUDGED, game=key):
        until(lambda: running.jobs.line, "a review runs")
        advice = events(running.client.get("/api/advice", params=asked).text)
        assert advice[-1] == ("done", {"reason": "finished"})
    # So it has not waited for the end of the review, which was then left.
    assert show(running.client, game=key).texts("pending")


def test_a_mistake_in_a_judgement_is_told(
    running: Running,
    record: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(review, "judge", fail)
    ((name, said),) = judge(running.client, upload(running.client, record))
    assert name == "done"
    assert said.startswith("The server has made a mistake")
    assert "secret" not in said
    assert "A simulation has failed" in caplog.text


def test_reviews_that_wait_keep_no_hint_waiting(
    reviewing: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def wait(*_: object, **__: object) -> None:
        begun.set()
        go_on.wait(60)
        raise NotHereError

    monkeypatch.setattr(Games, "find", wait)
    n = 60  # The server has 40 threads for all rooms.
    limits = httpx.Limits(max_connections=n)
    with (
        httpx.Client(base_url=reviewing.url, timeout=120, limits=limits) as many,
        ThreadPoolExecutor(n) as pool,
    ):
        shown = [pool.submit(many.get, "/review?game=one") for _ in range(n)]
        try:
            assert begun.wait(60)
            table = {"hand": "CATSEDO", "community": "EES", "patents": "Q"}
            hint = reviewing.client.post("/api/hint", json=table, timeout=20)
        finally:
            go_on.set()
    assert hint.status_code == 200
    assert {one.result().status_code for one in shown} == {404}


def test_judging_one_turn_is_as_in_an_analysis(played: Game, lexicon: Lexicon) -> None:
    effort = analysis_module.Effort(None, 64, 3)
    (_, choice, *_) = played_in(played).choices
    checks: list[None] = []
    with ThreadPoolExecutor(1) as workers:
        one = analysis_module.judge(choice, lexicon, effort, workers, lambda: checks.append(None))
        whole = analysis_module.analyze(
            played, lexicon, seats=[choice.seen.active], playouts=64, seed=3, executor=workers
        )
    assert one in whole.decisions
    assert checks


# All games at once: what turns lose on average, and month by month --------------------------------


@pytest.fixture
def games(site: Site, data: Path) -> list[Path]:
    """A game of Ann and Ben, and one of Ben that was tracked for a turn."""
    lexicon = site.lexicon(None)
    return [
        file_of(records.played_game(lexicon), data / "games"),
        file_of(records.tracked_game(lexicon), data / "tracked"),
    ]


@pytest.mark.usefixtures("games")
def test_all_that_is_judged_is_added_up(server: Running) -> None:
    client = server.client
    before = show(client, "/review/all")
    assert before.text("status") == "0 of 7 turns of Ben are judged."
    assert before.texts("option") == ["Ben", "Ann"]
    assert before.value("main", "data-stream") == ""
    (rest,) = before.links("Judge the rest")
    judged = 0
    while stream := show(client, rest).value("main", "data-stream"):
        judge(client, stream.rpartition("=")[2])
        judged += 1
    assert judged == 2
    ben, ann = show(client, "/review/all"), show(client, "/review/all", player="Ann")
    assert "7 of 7 turns of Ben are judged in 2 games." in ben.texts("status")
    assert "6 of 6 turns of Ann are judged in 1 game." in ann.texts("status")
    for page in (ben, ann):
        assert page.links("Judge the rest") == []
        *kinds, total = page.texts("td")[1::3]
        shares = [float(one.split()[0].replace("\N{MINUS SIGN}", "-")) for one in (*kinds, total)]
        assert sum(shares[:-1]) == pytest.approx(shares[-1], abs=0.1 * len(kinds) + 0.01)
        # Both games are of one month.
        month = page.text("months")
        assert re.fullmatch(rf"\d{{4}}-\d\d: {max(shares[-1], 0)} % a turn in \d games?", month)
    unknown = show(client, "/review/all", player="Zed")
    assert "0 of 0 turns of Zed are judged." in unknown.texts("status")


@pytest.mark.usefixtures("data")
def test_without_games_there_are_no_habits(server: Running) -> None:
    page = show(server.client, "/review/all")
    assert page.text("status").startswith("No game is kept on this machine yet")
    assert page.texts("table") == []


def test_the_page_judges_the_rest_and_shows_it(
    browser: Browser, server: Running, games: list[Path], axe: str
) -> None:
    """One table whose kinds add up, and a chart of the months."""
    games[0].unlink()
    windows = [(PHONE, "light"), ((320, 640), "dark"), (DESK, "dark")]
    visit = Visit(browser, server.url, *windows[0])
    page = visit.page
    page.goto("/review")
    visit.look(axe, windows)
    page.get_by_role("link", name="All games at once: what your turns lose").click()
    page.get_by_text("0 of 1 turns of Ben are judged.").wait_for()
    visit.check()
    page.get_by_role("link", name="Judge the rest").click()
    page.get_by_text("1 of 1 turns of Ben are judged in 1 game.").wait_for()
    page.get_by_role("heading", name="What a turn loses on average").wait_for()
    assert page.locator(".months svg:visible").count() == 1
    with page.expect_navigation(url="**/review/all?player=Ben"):
        page.get_by_label("Player").select_option("Ben")
    visit.look(axe, windows)
    visit.close()
