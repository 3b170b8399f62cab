"""The end of a game on the page: its story, and the rematch."""

from __future__ import annotations

import httpx
from support.page_fixtures import Rig
from support.pages import Running
from support.people import Json, Person, begin, play_out

from letter_tycoon_solver.web.site import Site

SHORT = {"goal": 4, "challenge": "none"}


def rematch_of(person: Person) -> httpx.Response:
    """The answer to who wants to play again."""
    return person.ask("POST", "/rematch")


def in_rematch(person: Person) -> Person:
    """The same person in the rematch."""
    answer = rematch_of(person)
    assert answer.status_code == 200, answer.text
    return Person(person.client, answer.json()["seat"])


# The story ---------------------------------------------------------------------------------------


def test_the_story_of_a_game(server: Running, rig: Rig) -> None:
    """JEWELS pays $4 and 1 stock, and royalties for J, E and E; BOOK, doubled by J, $4."""
    rig("JWLEANZ", "BOOKTEN", community="EES", patents=["ON", "EJ"])
    ann = begin(server.client, "Ann", "Ben", challenge="none", goal=15)
    ben = ann.invite(1)
    ann.act("JeWeLs, buy W")
    ann.act("discard nothing")
    assert ben.game()["ending"] is None
    ben.act("BOOK")
    ben.act("buy nothing")
    ben.act("discard nothing")
    game = ben.game()
    ending = game["ending"]
    assert ending == ann.game()["ending"]
    assert ending["royalties"] == [
        {"player": 1, "words_of": 0, "dollars": 3},
        {"player": 0, "words_of": 1, "dollars": 2},
    ]
    word, turn = ending["best_word"], ending["best_turn"]
    assert (word["word"]["word"], word["player"]) == ("JEWELS", 0)
    assert (turn["words"], turn["player"], turn["round"]) == ([word["word"]], 0, game["round"])
    for best in (word, turn):
        assert (best["money"], best["stock"]) == (4, 1)


def test_two_words_of_a_turn_have_their_own_pay(server: Running, rig: Rig) -> None:
    """Also where a challenge could have taken them back."""
    rig("BOOKTEN", "JWLEANZ", community="EES", patents=["VJ", ""])
    ann = begin(server.client, "Ann", "Ben", goal=6)
    ben = ann.invite(1)
    ann.act("BOOK & TEN")
    ben.act("accept")
    ann.act("buy B, discard nothing")
    ben.act("exchange nothing")
    ending = ann.game()["ending"]
    assert ending["royalties"] == []
    word, turn = ending["best_word"], ending["best_turn"]
    assert (word["word"]["word"], word["word"]["doublers"], word["money"]) == ("BOOK", "J", 4)
    assert ([one["word"] for one in turn["words"]], turn["money"]) == (["BOOK", "TEN"], 5)


def test_a_game_without_words_has_no_best(server: Running, rig: Rig) -> None:
    rig("JWLEANZ", "BOOKTEN", patents=["B", ""], active=1, round=2, final_round=2)
    ann = begin(server.client, "Ann", "Ben", challenge="none", goal=2)
    ben = ann.invite(1)
    ben.act("exchange nothing")
    assert ann.game()["ending"] == {"best_word": None, "best_turn": None, "royalties": []}


# The rematch --------------------------------------------------------------------------------------


def played(server: Running) -> tuple[Person, Person]:
    """Two people and a computer, whose game is over."""
    ann = begin(server.client, "Ann", "greedy", "Ben", hints=True, **SHORT)
    ben = ann.invite(2)
    assert ann.game()["rematch"] == ""
    play_out(ann, ben)
    return ann, ben


def table(game: Json) -> object:
    """The parts of a game that stay the same in a rematch."""
    seats = [seat["name"] for seat in game["seats"]]
    return seats, game["computers"], game["goal"], game["hints"], game["challenge"], game["you"]


def test_a_rematch_has_the_same_seats_and_rules(server: Running) -> None:
    ann, ben = played(server)
    bens = in_rematch(ben)
    assert table(bens.game()) == table(ben.game())
    # The others are told, each of the own seat alone, and come to the same game.
    assert (ann.game()["rematch"], ben.game()["rematch"]) == (in_rematch(ann).secret, bens.secret)
    anns = in_rematch(ann)
    assert anns.secret not in (bens.secret, ann.secret)
    assert table(anns.game()) == table(ann.game())
    assert anns.game()["waiting"] == []
    assert anns.game()["community"] == bens.game()["community"]
    play_out(anns, bens)
    assert in_rematch(anns).game()["round"] == 1


def test_a_rematch_goes_on_after_the_server(server: Running, site: Site) -> None:
    ann, ben = played(server)
    secret = in_rematch(ann).secret
    server.stop()
    with Running(site) as again:
        assert Person(again.client, ann.secret).game()["rematch"] == secret
        assert in_rematch(Person(again.client, ann.secret)).secret == secret
        bens = in_rematch(Person(again.client, ben.secret))
        assert bens.game()["rematch"] == ""


def test_before_the_end_there_is_no_rematch(server: Running) -> None:
    ann = begin(server.client, "Ann", "greedy")
    refused = rematch_of(ann)
    assert refused.status_code == 422
    assert "not over" in refused.json()["detail"]
    assert rematch_of(Person(server.client, "nobody")).status_code == 404
