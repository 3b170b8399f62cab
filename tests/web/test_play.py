"""Turns of games on the page: words, challenges, computers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import json_schema
from support.page_fixtures import Rig
from support.pages import Running, events
from support.people import Json, Person, begin, play_out

import letter_tycoon_solver as lts
from letter_tycoon_solver.advisor.players import PlayerKind
from letter_tycoon_solver.game import Game
from letter_tycoon_solver.rules.ruleset import RULEBOOK, ChallengeMode, ChallengeRule
from letter_tycoon_solver.web.play import hosting

SHORT: dict[str, Any] = {"goal": 12, "challenge": "none"}


def lines(game: Json, turn: int = -1) -> list[str]:
    """The events of a turn."""
    told: list[str] = game["news"][turn]["lines"]
    return told


# Words -------------------------------------------------------------------------------------------


def test_words_are_looked_at_as_they_are_laid(server: Running, rig: Rig) -> None:
    """With their pay at its best; nothing is done, and it need not be one's turn."""
    rig("JWLEANZ", "YCHTAAA", community="EES", patents=["", "EK"])
    ann = begin(server.client, "Ann", "Ben", challenge="none")
    ben = ann.invite(1)

    def look(person: Person, words: str) -> Json:
        found: Json = person.ask("POST", "/words", {"words": words}).json()
        return found

    found = look(ann, "JeWeLs")
    assert (found["why_not"], found["not_words"]) == ("", [])
    assert (found["laid"]["money"], found["laid"]["stock"]) == (4, 1)
    assert found["laid"]["royalties"] == [{"opponent": 1, "dollars": 2, "letters": "EE"}]
    assert found["purchasable"] == "LWJ"
    found = look(ann, "WLN")
    assert found["why_not"] == "WLN is not in the word list enable."
    assert look(ann, "JELL")["laid"] is None
    assert "each card is used at most once" in look(ann, "JELL")["why_not"]
    assert "needs the V patent" in look(ann, "LEA & WAN")["why_not"]
    assert "can be laid in 2 ways: JeWeL, JeWEL" in look(ann, "jewel")["why_not"]
    # The Y as it pays most: a consonant, so that A is the only vowel.
    found = look(ben, "yacht")
    assert found["laid"]["money"] == 6
    assert found["laid"]["words"][0]["letters"][0]["y_as"] == "consonant"
    assert look(ben, "YACHT/v")["laid"]["money"] == 3
    assert "declares" in look(ben, "YACHT/vv")["why_not"]
    assert "YYYYYYYYY is not in the word list" in look(ben, "Y" * 9)["why_not"]
    assert ann.game()["news"] == []


def test_where_a_challenge_tells_it_is_not_told_before(server: Running, rig: Rig) -> None:
    """Unless the game is one with hints."""
    rig("JWLEANZ", "")
    for hints, expected in ((False, None), (True, ["WLN"])):
        ann = begin(server.client, "Ann", "Ben", hints=hints)
        found = ann.ask("POST", "/words", {"words": "WLN"}).json()
        assert (found["why_not"], found["not_words"]) == ("", expected)


def test_a_turn_with_every_patent(server: Running, rig: Rig) -> None:
    """Q before it, then two words, one with the duplicate and one with the suffix."""
    rig("BOKWAND", "", community="TEN", patents=["QVXZ", ""], deck="A")
    ann = begin(server.client, "Ann", "Ben", challenge="none")
    ben = ann.invite(1)
    assert ann.game()["may_replace"]
    game = ann.act("replace W")
    assert (game["hand"], game["may_replace"]) == ("AABDKNO", False)
    game = ann.act("BO(O)K+S & AND")
    assert (game["phase"], game["hand"], game["community"]) == ("purchase", "A", "ENT")
    assert [word["word"] for word in game["laid"]["words"]] == ["BOOKS", "AND"]
    assert [one["source"] for one in game["laid"]["words"][0]["letters"]] == [
        *("hand", "hand", "duplicate", "hand", "suffix")
    ]
    assert set(game["purchasable"]) == {*"BDK"}
    game = ann.act("buy d")
    assert game["phase"] == "clean-up"
    game = ann.act("discard A")
    assert (game["asked"], game["seats"][0]["patents"]) == (1, "DQVXZ")
    assert lines(ben.game()) == [
        "Replaced W with the Q patent",
        "Played BOOKS and AND for $4",
        "Bought D for $4",
        "Discarded A",
    ]


def test_what_is_no_choice_is_not_asked(server: Running, rig: Rig) -> None:
    """Without a card left, none is discarded; without money nothing is bought."""
    rig("JEWELRY", "", patents=["", "EJLRWY"])
    ann = begin(server.client, "Ann", "Ben", challenge="none")
    game = ann.act("JEWELRY")
    assert (game["phase"], game["asked"]) == ("start", 1)
    assert lines(game)[:2] == [
        "Played JEWELRY for $6 and 1 stock",
        "Ben got $7 for J, E, W, E, L, R and Y",
    ]


def test_what_cannot_be_done_is_explained(server: Running, rig: Rig) -> None:
    rig("JWLEANZ", "", community="EES")
    ann = begin(server.client, "Ann", "Ben", challenge="none")
    ben = ann.invite(1)

    def refusal(person: Person, turn: object) -> str:
        body = {"version": person.game()["version"], "turn": turn}
        answer = person.ask("POST", "/actions", body)
        assert answer.status_code == 422
        detail: str = answer.json()["detail"]
        return detail

    assert refusal(ben, "discard A").startswith("Ann is asked: 'discard A' is not possible")
    assert "not in the lexicon" in refusal(ann, "WLN")
    assert "the phase start has" in refusal(ann, "accept")
    assert "Q patent" in refusal(ann, "replace W")
    assert "2 Z to be discarded" in refusal(ann, "exchange ZZ")
    assert "2 ways: JeWeLs, JeWELs" in refusal(ann, "jewels")
    assert "Expected `str`" in refusal(ann, 7)
    assert "has an empty part" in refusal(ann, "")
    assert "challenge" in refusal(ann, "JeWeLs, challenged by Ben")
    assert ann.game()["news"] == []


def test_who_acts_on_an_old_game_gets_the_new_one(server: Running) -> None:
    ann = begin(server.client, "Ann", "Ben", challenge="none")
    ben = ann.invite(1)
    ann, ben = (ann, ben) if ann.game()["asked"] == ann.game()["you"] else (ben, ann)
    old = ann.game()["version"]
    game = ann.act("exchange nothing")
    assert game["version"] > old
    for path, body in (("/actions", {"turn": "accept"}), ("/undo", {"answer": "ask"})):
        answer = ann.ask("POST", path, {"version": old, **body})
        assert answer.status_code == 409
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["game"] == game
        assert "has gone on" in answer.json()["detail"]


# Challenges --------------------------------------------------------------------------------------


def test_a_word_that_is_none_is_taken_back(server: Running, rig: Rig) -> None:
    rig("JWLEANZ", "", "")
    ann = begin(server.client, "Ann", "Ben", "Cyd")
    ben, cyd = ann.invite(1), ann.invite(2)
    ann.act("WLN")
    for game in (ben.game(), cyd.game()):
        assert (game["phase"], game["asked"]) == ("challenge", 1)
        assert game["laid"]["words"][0]["word"] == "WLN"
    assert ben.act("accept")["asked"] == 2
    game = cyd.act("challenge")
    assert (game["phase"], game["asked"], game["laid"]) == ("penalty", 0, None)
    assert lines(game) == ["Laid WLN", "You challenged: WLN is not in the word list"]
    game = ann.act("discard Z")
    assert (game["phase"], game["asked"], game["seats"][0]["money"]) == ("start", 1, 0)
    assert lines(ben.game())[1:] == ["Cyd challenged: WLN is not in the word list", "Discarded Z"]


def test_who_challenges_in_vain_pays(server: Running, rig: Rig) -> None:
    rig("JWLEANZ", "", "", money=[0, 0, 3])
    ann = begin(server.client, "Ann", "Ben", "Cyd")
    ben, cyd = ann.invite(1), ann.invite(2)
    ann.act("LAWN")
    ben.act("accept")
    cyd.act("challenge")
    game = ann.game()
    assert [seat["money"] for seat in game["seats"]] == [3, 0, 2]
    assert game["phase"] == "purchase"
    assert lines(game) == ["Laid LAWN", "Cyd challenged in vain; Cyd paid $1", "It stands: $2"]
    ann.undo()
    for person in (ben, cyd):
        person.undo("agree")
    ann.act("LAWN")
    ben.act("challenge")
    assert lines(ann.game())[1] == "Ben challenged in vain; the bank paid $1"


def test_computers_challenge_what_is_no_word(server: Running, rig: Rig) -> None:
    rig("JWLEANZ", "", "")
    ann = begin(server.client, "Ann", "greedy", "static")
    ann.act("LAWN")
    assert ann.asked()["phase"] == "clean-up"
    ann.undo()
    ann.act("WLN")
    assert ann.asked()["phase"] == "penalty"
    assert lines(ann.game())[1] == "Greedy challenged: WLN is not in the word list"


def test_the_program_may_challenge_all_words(server: Running, rig: Rig) -> None:
    rig("JWLEANZ", "")
    ann = begin(server.client, "Ann", "Ben", challenge="automatic", retries=1)
    game = ann.act("WLN")
    assert (game["phase"], game["asked"], lines(game)) == (
        *("start", 0),
        ["Tried WLN, not in the word list"],
    )
    assert ann.act("WLN")["phase"] == "penalty"


# Hints -------------------------------------------------------------------------------------------


def test_hints_are_for_ones_own_turn(server: Running, rig: Rig) -> None:
    rig("JWLEANZ", "", community="EES")
    ann = begin(server.client, "Ann", "Ben", hints=True, challenge="none")
    ben = ann.invite(1)
    plan = ann.ask("GET", "/hint").json()["plans"][0]
    assert "ask when it is" in ben.ask("GET", "/hint").json()["detail"]
    assert ben.ask("GET", "/advice").status_code == 422
    ann.act(plan["notation"].partition(",")[0])
    later = ann.ask("GET", "/hint").json()["plans"][0]
    assert later["buy"] == plan["buy"]


def test_advice_is_that_of_the_hint_board(server: Running, rig: Rig) -> None:
    """With names, and in the same line."""
    rig("JWLEANZ", "", community="EES", patents=["", "E"])
    ann = begin(server.client, "Ann", "Ben", hints=True)
    told = events(ann.ask("GET", "/advice?seconds=0.3").text)
    assert told[-1] == ("done", {"reason": "finished"})
    best = told[-2][1]
    assert best["final"]
    assert "Ben" in json.dumps(best["plans"])


def test_without_hints_there_are_none(server: Running) -> None:
    ann = begin(server.client, "Ann", "Ben")
    for path in ("/hint", "/advice"):
        answer = ann.ask("GET", path)
        assert answer.status_code == 422
        assert "without hints" in answer.json()["detail"]


# Computers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["players", "none", "automatic"])
def test_every_ruleset_is_played_to_its_end(server: Running, data: Path, mode: str) -> None:
    ann = begin(
        server.client,
        *("Ann", "random", "random"),
        challenge=mode,
        ruleset="online",
        stacking="add",
        goal=5,
        lexicon="common",
        retries=1 if mode == "automatic" else 0,
    )
    final = play_out(ann)
    assert (final["challenge"], final["lexicon"]) == (mode, "common")
    server.stop()
    (path,) = (data / "games").glob("*.jsonl")
    game = Game.load(path)
    assert game.names == ("Ann", "random 1", "random 2")
    assert game.state.ruleset == replace(
        lts.ONLINE,
        stacking=lts.Stacking.ADD,
        challenge=ChallengeRule(ChallengeMode(mode), 1 if mode == "automatic" else 0),
        goals={**RULEBOOK.goals, 3: 5},
    )
    assert [list(place) for place in game.state.ranking] == final["ranking"]
    assert [score.total for score in game.state.scores] == [
        seat["score"] for seat in final["seats"]
    ]


def test_the_levels_are_those_of_the_roster(server: Running) -> None:
    setup = server.client.get("/api/play/setup").json()
    assert setup["levels"] == [kind.value for kind in PlayerKind]
    assert setup["level"] in setup["levels"]
    assert list(setup["about"]) == setup["levels"]
    assert all(text.endswith(".") for text in setup["about"].values())
    assert (setup["max_seats"], setup["is_local"]) == (5, True)


def test_the_advisor_takes_its_turn_in_the_line(server: Running) -> None:
    ann = begin(server.client, "Ann", "advisor", challenge="none")
    game = ann.asked()
    if not game["news"]:
        ann.act("exchange nothing")
        game = ann.asked()
    assert any(news["player"] == 1 for news in game["news"])


def test_a_computer_that_fails_does_not_end_the_game(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def choose(self, _: object) -> None:
            raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(hosting, "new_player", lambda *_, **__: Broken())
        ann = begin(server.client, "Ann", "greedy", challenge="none")
        if ann.game()["asked"] == 0:
            ann.act("exchange nothing")
        assert "failed" in ann.wait(lambda game: game["trouble"])["trouble"]
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ([{"name": "Ann"}, {"name": "ann"}], "two players are called"),
        ([{"name": "Ann"}, {"name": "Greedy"}], "cannot be called Greedy"),
        ([{"name": "Ann"}, {"name": "greedy 7"}], "cannot be called greedy 7"),
        ([{"name": "Ann"}, {}], "the name of a person, or the level"),
        ([{"name": "Ann"}, {"name": "A", "level": "greedy"}], "the name of a person, or the level"),
        ([{"name": "Ann"}, {"level": "clever"}], "choose from easy"),
        ([{"level": "greedy"}, {"level": "static"}], "give a seat to a person"),
        ([{"name": "Ann"}, {"name": "B\x00"}], "not a name"),
        ([{"name": "Ann"}], "Expected `array` of length >= 2"),
        ([{"name": "Ann"}, {"name": "B\tb"}], "not a name"),
        ([{"name": "Ann"}, {"name": "^" * 25}], "at most 24"),
        ([{"name": "Ann"}, {"name": "\U0001f468\u200d" * 24 + "\U0001f468"}], "at most 24"),
        ([{"name": "Ann"}, {"name": "e" + "\u0301" * 100}], "length <= 100"),
    ],
)
def test_seats_that_cannot_be(server: Running, seats: list[Json], message: str) -> None:
    answer = server.client.post("/api/play/games", json={"seats": seats})
    assert answer.status_code == 422
    assert message in answer.json()["detail"]


@pytest.mark.parametrize(
    ("name", "called"),
    [
        (" Ann  Lee ", "Ann Lee"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", None),  # A family.
        ("Fam\U0001f468\u200d\U0001f469\u200d\U0001f467" * 4, None),
        ("E\u0301" * 24, None),
    ],
)
def test_people_have_names_of_all_kinds(server: Running, name: str, called: str | None) -> None:
    ann = begin(server.client, name, "greedy")
    assert ann.game()["seats"][0]["name"] == (called or name)


# The document ------------------------------------------------------------------------------------


def test_the_document_says_whom_a_number_means(server: Running, rig: Rig) -> None:
    """An opponent of a plan is counted clockwise from 1; one in a game has the number of a seat."""
    rig("", "JWLEANZ", community="EES", patents=["E", ""], active=1)
    ann = begin(server.client, "Ann", "Ben", challenge="none", hints=True)
    ben = ann.invite(1)
    look = ben.ask("POST", "/words", {"words": "JeWeLs"}).json()
    plans = ben.ask("GET", "/hint").json()["plans"]
    document = server.client.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]
    of_plan = next(plan["royalties"] for plan in plans if plan["royalties"])
    for (royalty, *_), who, number, kind in (
        (look["laid"]["royalties"], "seat, from 0", 0, "Laid"),
        (of_plan, "From 1", 1, "PlanOfTurn"),
    ):
        assert royalty["opponent"] == number
        name = schemas[kind]["properties"]["royalties"]["items"]["$ref"].rpartition("/")[2]
        described = schemas[name]["properties"]["opponent"]
        assert who in described["description"]
        assert described["minimum"] == number


def test_the_document_describes_what_is_told(server: Running, rig: Rig) -> None:
    """All that has a body of its own: from the new game to the one that has gone on."""
    rig("JWLEANZ", "", community="EES", patents=["", "E"])
    client = server.client
    document = client.get("/api/openapi.json").json()
    of_seat, of_invitation = "/api/play/seats/{seat}", "/api/play/invitations/{invitation}"
    new = {"seats": [{"name": "Ann"}, {"name": "Ben"}], "hints": True}
    key = {"key": "0123456789abcdef"}
    begun = client.post("/api/play/games", json=new).json()
    ann = Person(client, begun["seat"])
    invited = client.get(f"/api/play/invitations/{ann.invitation(1)}").json()
    look = {"words": "JeWeLs"}
    act = {"version": ann.game()["version"], "turn": "JeWeLs"}
    told = {
        ("/api/play/setup", "get"): client.get("/api/play/setup").json(),
        ("/api/play/games", "post"): begun,
        (of_invitation, "get"): invited,
        (of_invitation, "post"): client.post(
            f"/api/play/invitations/{ann.invitation(1)}", json=key
        ).json(),
        (f"{of_seat}/links/{{player}}", "get"): ann.ask("GET", "/links/0").json(),
        (f"{of_seat}/words", "post"): ann.ask("POST", "/words", look).json(),
        (f"{of_seat}/hint", "get"): ann.ask("GET", "/hint").json(),
    }
    act["version"] = ann.game()["version"]
    told[f"{of_seat}/actions", "post"] = ann.ask("POST", "/actions", act).json()
    told[of_seat, "get"] = ann.game()
    undo = {"version": ann.game()["version"], "answer": "ask"}
    told[f"{of_seat}/undo", "post"] = ann.ask("POST", "/undo", undo).json()
    taken: dict[str, Json] = {
        "games": new,
        "words": look,
        "actions": act,
        "undo": undo,
        "{invitation}": key,
    }
    for (path, method), value in told.items():
        operation = document["paths"][path][method]
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        assert list(json_schema.faults(value, schema, document)) == [], path
        body = taken.get(path.rpartition("/")[2])
        if body is not None and method == "post":
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            assert list(json_schema.faults(body, schema, document)) == [], path
            assert list(json_schema.faults({**body, "file": ""}, schema, document))
