"""The API: what is asked and answered, and what is not."""

from __future__ import annotations

import dataclasses
import json
import logging
from typing import Any

import httpx
import msgspec
import pytest
from support.pages import Running

import letter_tycoon_solver as lts
from letter_tycoon_solver._log import NAME as LOGGER_NAME
from letter_tycoon_solver.advisor import Opponents
from letter_tycoon_solver.advisor.players import PlanningPlayer, new_player
from letter_tycoon_solver.cli.hint import Asked, HintAnswer
from letter_tycoon_solver.cli.options import Rules
from letter_tycoon_solver.rules.ruleset import PRESETS
from letter_tycoon_solver.search.solver import Variants
from letter_tycoon_solver.web.board import ABILITIES
from letter_tycoon_solver.web.messages import MAX_BODY
from letter_tycoon_solver.web.plans import view_of
from letter_tycoon_solver.web.schema import Table
from letter_tycoon_solver.web.site import Site

TABLE: dict[str, Any] = {
    "hand": "JWLEANZ",
    "community": "EES",
    "patents": "K",
    "money": 3,
    "opponents": [{"patents": "E"}, {}],
}
PROBLEM = "application/problem+json"


def advice_of(client: httpx.Client, table: object, seconds: str = "0.3") -> Any:
    return client.get("/api/advice", params={"table": json.dumps(table), "seconds": seconds})


# Hints -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        {"hand": "JWLE"},
        {"hand": "AAIIOUU", "community": "E", "opponents": [{}]},
        {"hand": "ABQDEYY", "community": "ZOE", "patents": "QVXZ", "opponents": [{"patents": "A"}]},
        {"hand": "abqdeyy", "patents": "q", "replaced": True, "ruleset": "online"},
        {**TABLE, "lexicon": "common", "ruleset": "reference-manual", "stacking": "add"},
    ],
)
def test_a_hint_has_the_plans_of_the_command(client: httpx.Client, table: dict[str, Any]) -> None:
    ruleset_name = table.get("ruleset", "rulebook")
    ruleset = PRESETS[ruleset_name]
    if "stacking" in table:
        ruleset = dataclasses.replace(ruleset, stacking=lts.Stacking(table["stacking"]))
    position = lts.Position(
        table["hand"],
        table.get("community", ""),
        table.get("patents", ""),
        [rival.get("patents", "") for rival in table.get("opponents", [])],
        table.get("money", 0),
    )
    turn = lts.OpenTurn(position, may_replace=not table.get("replaced"))
    lexicon = lts.Lexicon.load(table.get("lexicon", "enable"))
    asked = Asked(turn, lexicon, Rules(ruleset_name, ruleset), ("equity",))
    expected = HintAnswer.to(asked, 20, Variants.BEST).turns
    answer = client.post("/api/hint", json=table)
    assert answer.status_code == 200
    plans = answer.json()["turns"]
    assert len(plans) == len(expected) <= 20
    assert [plan["notation"] for plan in plans] == [turn.notation for turn in expected]
    assert [plan["leave"] for plan in plans] == [turn.leave for turn in expected]
    assert [plan["equity"]["total"] for plan in plans] == [turn.equity.total for turn in expected]
    assert all(
        set(plan["leave"] + plan["discards"]) <= set(table["hand"].upper()) for plan in plans
    )


def test_cards_as_laid(client: httpx.Client) -> None:
    table = {**TABLE, "patents": "KXZ", "opponents": [{"patents": "E"}, {"patents": "S"}]}
    plans = client.post("/api/hint", json=table).json()["turns"]
    (jells,) = [plan for plan in plans if plan["notation"].startswith("JeL(L)+S")]
    (word,) = jells["words"]
    assert word == {"word": "JELLS", "sources": "hchds", "ys": "", "doublers": "K"}
    assert jells["royalties"] == [{"opponent": 1, "dollars": 1, "letters": "E"}]


def test_each_y_has_its_kind(client: httpx.Client) -> None:
    table = {"hand": "YACHT", "patents": "K"}
    plans = client.post("/api/hint", json=table).json()["turns"]
    words = [plan["words"][0] for plan in plans if plan["words"]]
    (yacht,) = [word for word in words if word["word"] == "YACHT"]
    assert yacht["ys"] == "c"


def test_stacking_is_that_which_is_asked_for(client: httpx.Client) -> None:
    table = {"hand": "AQUATIC", "community": "EAE", "patents": "BJ", "lexicon": "enable"}

    def most(stacking: str) -> int:
        plans = client.post("/api/hint", json={**table, "stacking": stacking}).json()["turns"]
        return max(int(plan["money"]) for plan in plans)

    assert most("multiply") > most("add") > most("at-most-one")


def test_a_hint_says_what_is_missing(client: httpx.Client) -> None:
    some = client.post("/api/hint", json={"hand": "CAT", "opponents": [{}]}).json()
    assert some["note"] == (
        "Not all cards are there: the hand has 3 of 7 cards, the community has 0 of 3 cards."
    )
    assert "at the start of a turn it has 7" in some["advice_needs"]
    alone = client.post("/api/hint", json={**TABLE, "opponents": []}).json()
    assert (alone["note"], "no opponent" in alone["advice_needs"]) == ("", True)
    whole = client.post("/api/hint", json=TABLE).json()
    assert (whole["note"], whole["advice_needs"], whole["tables"]) == ("", "", "enable")


@pytest.mark.parametrize("computer", ["easy", "medium", "hard", "best"])
def test_a_computer_takes_the_turn_of_its_level(client: httpx.Client, computer: str) -> None:
    taken = []
    for seed in (0, 0, 1, 2, 3):
        answer = client.post("/api/turn", json={**TABLE, "computer": computer, "seed": seed})
        taken.append(answer.json()["notation"])
    view = view_of(msgspec.convert(TABLE, Table), lts.Lexicon.load())
    player = new_player("static" if computer == "best" else computer, seed=3)
    assert isinstance(player, PlanningPlayer)
    assert taken[-1] == player.turn(view).notation
    assert taken[0] == taken[1]
    # But for the best they differ from game to game.
    assert (len(set(taken)) > 1) == (computer != "best")


# Bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "part"),
    [
        ("", 400, "truncated"),
        ("{", 400, "truncated"),
        ("\xff", 400, ""),
        ("[" * 5000, 422, "Expected `object`"),
        ("[]", 422, "Expected `object`"),
        ("null", 422, "Expected `object`"),
        ("{}", 422, "missing required field `hand`"),
        ('{"hand": 7}', 422, "Expected `str`"),
        ('{"hand": "CAT", "file": "/etc/passwd"}', 422, "unknown field `file`"),
        ('{"hand": "CAT", "money": 1.5}', 422, "Expected `int`"),
        ('{"hand": "CAT", "money": -1}', 422, ">= 0"),
        ('{"hand": "CAT", "money": 1e999}', 422, ""),
        ('{"hand": "CAT", "opponents": [{}, {}, {}, {}, {}]}', 422, "length <= 4"),
        ('{"hand": "CAT", "opponents": ["E"]}', 422, "Expected `object`"),
        ('{"hand": "CAT", "ruleset": "chess"}', 422, "Invalid enum value"),
        ('{"hand": "CAT", "lexicon": "../../etc/passwd"}', 422, "there is no word list"),
        ('{"hand": "C4T"}', 422, "only the letters A to Z are cards"),
        ('{"hand": ""}', 422, "the hand is empty"),
        ('{"hand": "CATCATCAT"}', 422, "the deck has only 2"),
        ('{"hand": "ABCDEFGH"}', 422, "the ruleset allows at most 7"),
        ('{"hand": "CAT", "patents": "KK"}', 422, "a patent has one owner"),
    ],
)
def test_what_a_hint_cannot_be_asked(
    client: httpx.Client, body: str, status: int, part: str
) -> None:
    answer = client.post(
        "/api/hint",
        content=body.encode("latin-1"),
        headers={"Content-Type": "application/json"},
    )
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, PROBLEM)
    told = answer.json()
    assert told["status"] == status
    assert part in told["detail"]


def test_a_body_is_json_and_not_too_long(client: httpx.Client) -> None:
    text = client.post("/api/hint", content="{}", headers={"Content-Type": "text/plain"})
    assert text.status_code == 415
    long = json.dumps({"hand": "A" * MAX_BODY})
    kind = {"Content-Type": "application/json; charset=utf-8"}
    assert client.post("/api/hint", content=long, headers=kind).status_code == 413
    parts = (b" " * 1000 for _ in range(MAX_BODY))
    assert client.post("/api/hint", content=parts, headers=kind).status_code == 413


@pytest.mark.parametrize(
    ("table", "seconds", "status", "part"),
    [
        ({"hand": "CAT"}, "1", 422, "no opponent"),
        ({**TABLE, "community": ""}, "1", 422, "at the start of a turn it has 3"),
        (TABLE, "0", 422, "above 0"),
        (TABLE, "1e9", 422, "above 0, at most 30"),
        (TABLE, "nan", 422, "above 0"),
        (TABLE, "long", 422, "Expected `float`"),
        ("junk", "1", 422, "Expected `object`"),
    ],
)
def test_what_advice_cannot_be_asked(
    client: httpx.Client, table: object, seconds: str, status: int, part: str
) -> None:
    answer = advice_of(client, table, seconds)
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, PROBLEM)
    assert part in answer.json()["detail"]


def test_advice_without_a_table(client: httpx.Client) -> None:
    assert client.get("/api/advice").status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/tracks",
        "/api",
        "/api/",
        "/api/hints",
        "/static/",
        "/static/app.py",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/hint.html",
    ],
)
def test_nothing_else_is_there(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, PROBLEM)


def test_other_methods_are_refused(client: httpx.Client) -> None:
    for method, path in (("GET", "/api/hint"), ("POST", "/api/status"), ("DELETE", "/")):
        answer = client.request(method, path)
        assert (answer.status_code, answer.headers["Content-Type"]) == (405, PROBLEM)
        assert method in answer.json()["detail"]


def test_a_mistake_is_told_without_its_inside(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("letter_tycoon_solver.web.board.hint", fail)
    with Running(site) as running:
        answer = running.client.post("/api/hint", json=TABLE)
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Content-Security-Policy" in answer.headers
    assert "A request has failed" in caplog.text


# Words, setup, status ----------------------------------------------------------------------------


def test_words(client: httpx.Client) -> None:
    told = client.get("/api/words/jewels").json()
    assert (told["word"], told["is_word"], told["why_not"]) == ("JEWELS", True, "")
    assert told["lists"] == {"enable": True, "common": True}
    assert told["pays"][0] == {"patents": "", "money": 4, "stock": 1, "doublers": ""}
    axes = client.get("/api/words/axes").json()["means"]
    assert {"AXE", "AX", "AXIS"} & {one["lemma"] for one in axes}
    assert client.get("/api/words/qqqq").json()["means"] == []
    assert client.get("/api/words/tinsel").json()["anagrams"] == [
        *("ELINTS", "ENLIST", "INLETS", "LISTEN", "SILENT")
    ]
    other = client.get("/api/words/jells", params={"lexicon": "common"}).json()
    assert next(iter(other["lists"])) == "common"
    assert client.get("/api/words/c4t").status_code == 422
    assert client.get("/api/words/cat", params={"lexicon": "x"}).status_code == 422
    assert client.get("/api/words/cat", params={"ruleset": "x"}).status_code == 422


def test_the_setup_has_all_letters(client: httpx.Client) -> None:
    told = client.get("/api/setup").json()
    assert "".join(one["letter"] for one in told["letters"]) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert sum(one["cards"] for one in told["letters"]) == 102
    assert {one["letter"] for one in told["letters"] if one["ability"]} == set(ABILITIES)
    assert told["lexicons"] == ["enable", "common"]
    assert told["digests"]["common"] == lts.Lexicon.load("common").digest
    assert [one["name"] for one in told["rulesets"]] == list(PRESETS)
    assert told["opponents"][0] == {"name": "common", "called": "people who know common words"}
    assert [one["name"] for one in told["opponents"]] == [kind.value for kind in Opponents]


def test_a_list_of_ones_own_comes_first(site: Site, tmp_path: Any) -> None:
    file = tmp_path / "enable"
    file.write_text("cat\nact\n", "utf-8")
    own = Site(str(file))
    own.warm_up()
    assert [one.name for one in own.lexicons()] == ["enable", "common"]
    assert len(own.lexicon(None)) == 2
    assert len(site.lexicon(None)) > 2


def test_hints_do_not_wait_for_what_only_advice_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    site, states = Site("common"), list[str]()
    monkeypatch.setattr(
        "letter_tycoon_solver.web.site.advise", lambda *_, **__: states.append(site.status.state)
    )
    assert site.status.state == "starting"
    site.warm_up()
    assert states == ["ready", "ready"]


def test_the_status_says_what_the_server_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    site, told = Site("common"), list[str]()

    def compiling(*_: object, **__: object) -> None:
        logging.getLogger(LOGGER_NAME).warning("Compiling the search, once.")
        told.append(site.status.message)

    monkeypatch.setattr("letter_tycoon_solver.web.site.find_plays", compiling)
    monkeypatch.setattr("letter_tycoon_solver.web.site.advise", lambda *_, **__: None)
    site.warm_up()
    assert told == ["Compiling the search, once."] * 2


def test_before_it_is_ready_the_server_says_so() -> None:
    site = Site()
    with Running(site) as running:
        check_that_it_starts(site, running.client)


def check_that_it_starts(site: Site, client: httpx.Client) -> None:
    assert client.get("/").status_code == 200
    site.tell("Compiling the search, once.")
    status = client.get("/api/status").json()
    assert (status["state"], status["message"]) == ("starting", "Compiling the search, once.")
    for answer in (
        client.post("/api/hint", json=TABLE),
        client.get("/api/setup"),
        client.get("/api/words/cat"),
        advice_of(client, TABLE),
    ):
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "1"
        assert "Compiling the search" in answer.json()["detail"]
