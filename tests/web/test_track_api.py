"""Games of people over the API: told, refused, corrected, advised."""

from __future__ import annotations

import random
from typing import Any

import httpx
import pytest
from support.games import short_words
from support.pages import DEAL, GAMES, JEWELS, LANE, PROBLEM, Running, Table, events, same_but_event
from support.told import NAMES, Teller, Telling, engine_steps

from letter_tycoon_solver import find_plays
from letter_tycoon_solver._user_data import games_folder, tracked_folder
from letter_tycoon_solver.advisor import Opponents
from letter_tycoon_solver.game import GameState, TrackedGame
from letter_tycoon_solver.rules.ruleset import RULEBOOK
from letter_tycoon_solver.web.links import Links
from letter_tycoon_solver.web.site import Site

pytestmark = pytest.mark.usefixtures("data")


@pytest.fixture
def client(server: Running) -> httpx.Client:
    """Asks a server that has nothing but this folder."""
    return server.client


# Telling -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "n_players"),
    [
        (8, 3),
        pytest.param(3, 2, marks=pytest.mark.slow),
        pytest.param(1, 5, marks=pytest.mark.slow),
    ],
)
def test_a_game_of_the_engine_is_followed_over_a_restart(
    site: Site, monkeypatch: pytest.MonkeyPatch, seed: int, n_players: int
) -> None:
    """Turn by turn; in the middle the server stops, and another one goes on."""
    monkeypatch.setitem(site._lexicons, "short", short_words())
    steps = engine_steps(seed, n_players, RULEBOOK)
    first, seat = steps[0][1], seed % n_players
    tellings = list(Teller(seat, sees_discards=True, chance=random.Random(seed)).tellings(steps))
    half = len(tellings) // 2
    with Running(site) as running:
        table = Table(
            running.client,
            players=NAMES[:n_players],
            seat=seat,
            hand=first.seats[seat].hand,
            community=first.community,
            first=first.active,
            lexicon="short",
        )
        for telling in tellings[:half]:
            tell(table, telling)
    with Running(site) as running:
        table.client = running.client
        assert same_but_event(table.now(), table.game)
        for telling in tellings[half:]:
            tell(table, telling)
    last = tellings[-1].after
    assert table.game["phase"] == "over"
    assert table.game["ranking"] == [list(place) for place in last.ranking]


def tell(table: Table, telling: Telling) -> None:
    """Tells it, and looks whether all is as the engine has it."""
    done = table.do("turns", text=telling.text, community=telling.community, drew=telling.drew)
    assert done.status_code == 200, done.text
    game, after = table.game, telling.after
    assert facts(game) == (
        [(seat.money, seat.stock, seat.patents) for seat in after.seats],
        [score.total for score in after.scores],
        after.community,
        after.active,
        after.phase.value,
        (after.round, after.final_round),
        len(after.deck),
    )
    assert game["hand"] == after.seats[game["you"]].hand or after.is_over
    assert sum(game["unseen"].values()) == n_unseen(after, game["you"])


def facts(game: dict[str, Any]) -> tuple[object, ...]:
    players = game["seats"]
    return (
        [(one["money"], one["stock"], one["patents"]) for one in players],
        [one["score"] for one in players],
        game["community"],
        game["active"],
        game["phase"],
        (game["round"], game["final_round"]),
        game["deck"],
    )


def n_unseen(state: GameState, seat: int) -> int:
    others = sum(len(one.hand) for number, one in enumerate(state.seats) if number != seat)
    shown = "" if state.active == seat else state.turn.cards_used("h")
    return len(state.deck) + others - len(shown)


def test_what_words_can_be_before_they_are_told(client: httpx.Client) -> None:
    """Each way with what it earns; half of a word is no mistake."""
    table = Table(client)
    found = table.ask("words", words="jewels").json()
    ways = {one["notation"]: one["community"] for one in found["readings"]}
    assert ways == {
        "JEWELS": "",
        "JeWELS": "E",
        "JeWeLS": "EE",
        "JEWELs": "S",
        "JeWELs": "ES",
        "JeWeLs": "EES",
    }
    (most,) = [one for one in found["readings"] if one["community"] == "EES"]
    assert (most["money"], most["stock"], most["hand"]) == (4, 1, "JLW")
    assert most["purchasable"] == "LWJ"
    assert [one["source"] for one in most["words"][0]["letters"]][:2] == ["hand", "community"]
    assert (found["refusal"], found["unknown"]) == ("", [])
    assert table.ask("words", words="jew").json()["unknown"] == []
    assert table.ask("words", words="jewelk").json()["unknown"] == ["JEWELK"]
    assert "2 letters" in table.ask("words", words="je").json()["refusal"]
    assert "Ann cannot have 4 Z" in table.ask("words", words="pzzazz").json()["refusal"]
    assert table.ask("words", words="").json()["refusal"]
    # The same before a turn that was told already.
    table.told(JEWELS)
    assert "needs cards that are" in table.ask("words", words="jewels").json()["refusal"]
    assert len(table.ask("words", words="jewels", turns=[]).json()["readings"]) == 6


def test_a_challenge_that_was_right(client: httpx.Client) -> None:
    """The words are taken back, and a card pays for them."""
    table = Table(client)
    assert table.do("turns", text="jewelk, challenged by 2").status_code == 200
    assert table.game["phase"] == "penalty"
    assert table.game["event"].endswith("JEWELK not in the word list, taken back")
    assert "No words can be laid now" in table.ask("words", words="cat").json()["refusal"]
    assert table.do("turns", text="discard ?").status_code == 200
    assert (table.game["phase"], table.game["active"]) == ("start", 1)


def test_a_wrong_word_with_a_y_that_nobody_declared(client: httpx.Client) -> None:
    table = Table(client)
    assert table.do("turns", text="jewyl, challenged by 2").status_code == 200
    (step,) = table.game["turns"][0]["steps"]
    assert [(one["letter"], one["y_as"]) for one in step["laid"][0]["letters"]] == [
        (letter, "") for letter in "JEWYL"
    ]


def test_undo_redo_and_corrections(client: httpx.Client) -> None:
    table = Table(client).told(JEWELS, LANE)
    two = table.game
    assert (two["seats"][0]["money"], two["hand"]) == (2, "DEORTXZ")
    assert table.do("undo").status_code == 200
    assert (table.game["active"], table.game["can_redo"]) == (1, True)
    assert table.game["event"].startswith("Undone: Ben: LANE")
    assert table.do("redo").status_code == 200
    assert same_but_event(table.game, two)
    # Another patent; the later turn is carried out again.
    turns = [turn["told"] for turn in two["turns"]]
    turns[0] = {**turns[0], "text": "JeWeLs, buy W"}
    assert table.do("retell", turns=turns).status_code == 200
    assert [one["patents"] for one in table.game["seats"]] == ["W", "", ""]
    # One that cannot be: which, why, and nothing has changed.
    forgotten = [turns[0], {"text": "exchange ??"}, turns[1]]
    refused = table.do("retell", turns=forgotten)
    assert (refused.status_code, refused.json()["turn"]) == (422, 2)
    assert same_but_event(table.now(), table.game)
    then = table.ask("then", turns=turns[:1]).json()
    assert (then["active"], then["hand"], then["community"]) == (1, "ADELNXZ", "EQT")
    assert same_but_event(table.now(), table.game)
    assert table.do("redeal", hand="LANEXZB").status_code == 200
    assert table.game["deal"]["hand"] == "ABELNXZ"
    assert table.do("redeal", first=1).json()["turn"] == 1


def test_what_was_told_in_one_go_is_given_step_by_step(client: httpx.Client) -> None:
    """Told like that it is the same game: who corrects one step loses none of the others."""
    told = [
        {"text": "QUOTAS, buy Q", "community": ""},
        {"text": "exchange 1"},
        {"text": "nmarvt, challenged by 0, discard A"},
        {"text": "replace ?, brad, buy B", "community": ""},
    ]
    table = Table(client, seat=None, hand="", community="EWY").told(*told)
    one_go = table.game
    steps = [step for turn in one_go["turns"] for step in turn["steps"]]
    assert [step["told"]["text"] for step in steps] == [
        "QUOTAS*Q, buy Q",
        "exchange ?",
        "nmarvt, challenged by Ann",
        "discard A",
        "replace ?",
        "BRAD, buy B",
    ]
    assert [step["kind"] for step in steps] == [
        *("word", "exchange", "word", "pay", "replace", "word")
    ]
    assert [(step["laid"][0]["word"], step["words"], step["buy"]) for step in steps[::5]] == [
        ("QUOTAS", "QUOTAS*Q", "Q"),
        ("BRAD", "BRAD", "B"),
    ]
    assert {one["source"] for one in steps[0]["laid"][0]["letters"]} == {"hand"}
    assert [step["is_taken_back"] for step in steps] == [False, False, True, False, False, False]
    assert [step["discards"] for step in steps] == ["", "?", "", "A", "?", ""]
    assert [step["challenger"] for step in steps] == [None, None, 0, None, None, None]
    told_anew = [step["told"] for step in steps]
    assert table.do("retell", turns=told_anew).status_code == 200
    for what in ("seats", "active", "phase", "unseen", "community"):
        assert table.game[what] == one_go[what]
    assert [turn["steps"] for turn in table.game["turns"]] == [[step] for step in steps]
    # Of words that stand, a card that was discarded too is no step.
    table = Table(client, seat=None, hand="")
    table.told({"text": "FLOAT, challenged by 2, discard ?", "community": ""})
    assert len(table.game["turns"][0]["steps"]) == 1


def test_the_cards_that_one_drew_go_with_their_steps(client: httpx.Client) -> None:
    """The first for the card replaced with Q, the others for the words."""
    table = Table(client, seat=0, hand="QUOTASX")
    table.told({"text": "QUOTAS, buy Q", "community": "", "drew": "BRADIN"})
    table.told({"text": "exchange ?"}, {"text": "exchange ?"})
    table.told({"text": "replace X, BRAD, buy B", "community": "", "drew": "LAEIO"})
    replaced, laid = table.game["turns"][-1]["steps"]
    assert (replaced["told"]["drew"], laid["told"]["drew"]) == ("L", "AEIO")
    told = [turn["told"] for turn in table.game["turns"]]
    hand = table.game["hand"]
    assert table.do("retell", turns=[*told[:-1], replaced["told"], laid["told"]]).status_code == 200
    assert table.game["hand"] == hand


@pytest.mark.parametrize(
    "names", [["1", "2", "0"], ["Ann", "Ben", "Cleo, the 2nd"], ["a", "A", " "]]
)
def test_every_player_can_be_named_in_a_turn(client: httpx.Client, names: list[str]) -> None:
    """By what the game says: a name, or a number where the name would be another's."""
    table = Table(client, players=names, seat=None, hand="", first=0)
    for challenger in (1, 2):
        before = [one["money"] for one in table.game["seats"]]
        said = table.game["said"][challenger]
        text = f"FLOAT, challenged by {said}"
        table.told({"text": text, "community": ""})
        after = [one["money"] for one in table.game["seats"]]
        assert after[challenger] == before[challenger] - 1 or before[challenger] == 0
        assert table.game["turns"][-1]["text"] == text
        assert table.do("undo").status_code == 200


# Refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "message", "mends"),
    [
        ({"text": "jewels, buy J"}, "'jewels' can be laid in 6 ways", {"readings"}),
        ({"text": "JeWeLs"}, "give the 3 that came", {"missing"}),
        ({"text": "JeWeLs", "community": "QQT"}, "Q is told to have come 2 times", set()),
        ({"text": "jewels", "community": "QTEE"}, "and 4 came", set()),
        ({"text": "CAT, buy D", "community": ""}, "D is not among", set()),
        ({"text": "CAT, buy A", "community": ""}, "costs 8", set()),
        ({"text": "QQA", "community": ""}, "Ann cannot have 2 Q", set()),
        ({"text": "exchange ????????"}, "of 7 left", set()),
        ({"text": "exchange ?", "drew": "A"}, "not seen", set()),
        ({"text": "CAT, challenged by 0", "community": ""}, "cannot challenge", set()),
        ({"text": ""}, "empty part", set()),
        ({"text": "CAT, sell C", "community": ""}, "notation", set()),
        ({"text": "CAT", "community": "1"}, "letters", set()),
    ],
)
def test_what_cannot_be_told(
    client: httpx.Client, turn: dict[str, str], message: str, mends: set[str]
) -> None:
    """The library's message, what would mend it, and nothing has changed."""
    table = Table(client)
    refused = table.do("turns", **turn)
    problem = refused.json()
    assert (refused.status_code, refused.headers["content-type"]) == (422, PROBLEM)
    assert message in problem["detail"]
    assert problem.keys() - {"title", "status", "detail"} == mends
    assert same_but_event(table.now(), table.game)


def test_one_s_own_cards_are_asked_for(client: httpx.Client) -> None:
    table = Table(client).told(JEWELS)
    refused = table.do("turns", **{**LANE, "drew": None})
    assert refused.json()["missing"] == {"source": "hand", "cards": 3}
    assert "known" in table.do("turns", text="exchange ?", drew="A").json()["detail"]


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        ({"players": ["Ann"]}, "1 name;"),
        ({"players": ["Ann", "Ann"]}, "the same name"),
        ({"players": ["Ann", ""]}, "'' is not a name"),
        ({"hand": "LANE"}, "has 4 cards; 7 are dealt"),
        ({"hand": "ZZZZZZZ"}, "Z"),
        ({"community": "12"}, "letters"),
        ({"seat": 4}, "no player 4"),
        ({"seat": None}, "not whose"),
        ({"first": 3}, "no player 3"),
        ({"lexicon": "../secret"}, "no word list"),
        ({"ruleset": "none"}, "Invalid enum"),
        ({"file": "x.jsonl"}, "unknown field"),
        ({"players": ["A" * 41, "B"]}, "length <= 40"),
    ],
)
def test_what_no_game_begins_with(client: httpx.Client, deal: dict[str, Any], message: str) -> None:
    refused = client.post(GAMES, json={**DEAL, **deal})
    assert (refused.status_code, refused.headers["content-type"]) == (422, PROBLEM)
    assert message in refused.json()["detail"]
    assert not list(tracked_folder().glob("*"))


def test_an_old_page_is_told_what_the_game_is_now(client: httpx.Client) -> None:
    table = Table(client)
    before = table.game
    table.told(JEWELS)
    for what, more in (("turns", JEWELS), ("undo", {}), ("retell", {"turns": []}), ("redeal", {})):
        stale = table.ask(what, version=before["version"], **more)
        assert (stale.status_code, stale.headers["content-type"]) == (409, PROBLEM)
        assert same_but_event(stale.json()["game"], table.game)
    assert same_but_event(table.now(), table.game)
    assert "nothing to redo" in table.do("redo").json()["detail"]


def test_a_page_that_would_redo_something_else_is_told(client: httpx.Client) -> None:
    """Undone turns are a part of the game: another may have been told and undone since."""
    table = Table(client).told({"text": "exchange ?"})
    table.do("undo")
    old = table.game["version"]
    table.told({"text": "exchange ??"})
    table.do("undo")
    assert table.game["version"] != old
    assert table.ask("redo", version=old).status_code == 409
    assert table.do("redo").json()["turns"][0]["text"] == "exchange ??"


def test_a_game_that_was_changed_without_end_is_changed_no_more(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("letter_tycoon_solver.web.track.games.MAX_RECORD", 1500)
    table = Table(client).told({"text": "exchange ?"})
    for _ in range(100):
        if table.do("undo").status_code != 200 or table.do("redo").status_code != 200:
            break
    refused = table.do("undo" if table.game["can_undo"] else "redo")
    assert (refused.status_code, "too often" in refused.json()["detail"]) == (422, True)
    assert same_but_event(table.now(), table.game)


@pytest.mark.parametrize("body", [b'{"secrets":["\xff"]}', b"\xff\xfe", b'{"secrets":[', b""])
def test_what_is_not_json_is_refused(client: httpx.Client, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    refused = client.post("/api/track/list", content=body, headers=headers)
    assert (refused.status_code, refused.headers["content-type"]) == (400, PROBLEM)


def test_a_secret_of_nothing_or_of_another_room_opens_nothing(client: httpx.Client) -> None:
    record = games_folder() / "a.jsonl"
    (other,) = Links.of_user().add(record, [None])
    for secret in ("nothing", other.secret, "..", "%2e%2e%2fgame"):
        answer = client.get(f"{GAMES}/{secret}")
        assert (answer.status_code, answer.headers["content-type"]) == (404, PROBLEM)


# Advice ------------------------------------------------------------------------------------------


def test_plans_and_advice_are_for_one_s_own_turn(client: httpx.Client) -> None:
    table = Table(client)
    for path in ("hint", "advice"):
        refused = client.get(f"{table.path}/{path}")
        assert (refused.status_code, refused.headers["content-type"]) == (422, PROBLEM)
        assert "It is the turn of Ann" in refused.json()["detail"]
    table.told({**JEWELS, "text": "JeWeLs, buy L"})
    plans = client.get(table.path + "/hint").json()["plans"]
    with TrackedGame.load(next(tracked_folder().glob("*"))) as game:
        expected = find_plays(game.seen.position, game.seen.lexicon, rank_by="equity", limit=1)
    assert plans[0]["notation"].startswith(expected[0].notation)
    told = events(client.get(table.path + "/advice", params={"seconds": "0.3"}).text)
    name, last = told[-2]
    assert (name, last["final"], told[-1][0]) == ("advice", True, "done")
    assert any("Ann" in reason for one in last["plans"] for reason in one["reasons"])
    assert client.get(table.path + "/advice", params={"seconds": "99"}).status_code == 422


def test_what_opponents_are_taken_for_is_kept_with_the_game(client: httpx.Client) -> None:
    table = Table(client).told({**JEWELS, "text": "JeWeLs, buy L"})

    def against() -> Any:
        told = events(client.get(table.path + "/advice", params={"seconds": "0.2"}).text)
        return told[-2][1]["against"]

    assert (table.game["against"], against()) == ("common", "common")
    before = table.game
    chosen = table.do("against", against="hard")
    assert chosen.status_code == 200
    assert chosen.json()["event"] == "The others are taken for players like the bot hard"
    assert (table.game["against"], against()) == ("hard", "hard")
    assert {**table.game, "version": "", "against": "", "event": ""} == {
        **before, "version": "", "against": "", "event": ""
    }  # fmt: skip
    assert table.ask("undo", version=before["version"]).status_code == 409, "a page must look again"
    (record,) = tracked_folder().glob("*")
    assert TrackedGame.load(record).opponents is Opponents.HARD
    refused = table.do("against", against="hrad")
    assert (refused.status_code, table.now()["against"]) == (422, "hard")


def test_who_keeps_score_gets_no_advice(client: httpx.Client) -> None:
    table = Table(client, seat=None, hand="")
    assert (table.game["hand"], table.game["you"]) == ("", None)
    assert "no advice" in client.get(table.path + "/hint").json()["detail"]
