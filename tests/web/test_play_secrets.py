"""The secrets that a seat is never sent, and the links that each person gets."""

from __future__ import annotations

import io
import os
import random
import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
import segno
from support.games import shuffled_secrets
from support.pages import Running
from support.people import Person, begin, best_play, decide

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.game import (
    Action,
    Game,
    GameState,
    GreedyPlayer,
    Player,
    RandomPlayer,
    new_game,
    play_out,
)
from letter_tycoon_solver.rules.ruleset import RULEBOOK
from letter_tycoon_solver.web.play.views import Moment, seen_json
from letter_tycoon_solver.web.site import Site


def recorded(data: Path) -> Game:
    """The only game of a test, as its record has it."""
    (path,) = (data / "games").glob("*.jsonl")
    return Game.load(path)


# Cards -------------------------------------------------------------------------------------------


def test_nobody_is_ever_sent_what_they_must_not_know(server: Running, data: Path) -> None:
    """Two people and two computers, to the end: hands of others, the deck, the seed, secrets."""
    ann = begin(server.client, "Ann", "greedy", "Ben", "static", challenge="players", hints=True)
    ben = ann.invite(2)
    people = {0: ann.listen(), 2: ben.listen()}
    while ann.game()["phase"] != "over":
        for person in people.values():
            game = person.game()
            if game["asked"] != game["you"]:
                person.ask("GET", "/hint")
                continue
            if game["phase"] == "start":
                person.ask("GET", "/hint")
                words = best_play(game) or game["hand"][:3]
                person.ask("POST", "/words", {"words": words})
            decide(person, game)
    server.stop()
    record = recorded(data)
    assert record.state.is_over
    assert len(ann.heard_games()) > 20
    laid = {word.word for at in record.states if at.turn.play for word in at.turn.play.words}
    for seat, person in people.items():
        text = "\n".join([*person.sent, *person.heard])
        own = {at.seats[seat].hand for at in record.states}
        own |= {at.leave for at in record.states if at.active == seat}
        hidden = {one.hand for at in record.states for one in at.seats} - own
        assert len(hidden) > 10
        assert own & {*re.findall("[A-Z]{7}", text)}
        for run in {*re.findall("[A-Z]{5,}", text)} - laid:
            assert run not in hidden, run
            assert len(run) < 7 or not any(run in at.deck for at in record.states), run
        assert str(record.seed) not in text
        assert people[2 - seat].secret not in text
        assert str(data) not in text


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_other_users_of_the_machine_cannot_read_a_record(
    server: Running, site: Site, data: Path
) -> None:
    """Neither that of a new game, nor one that was open to all before."""
    ann = begin(server.client, "Ann", "Ben")
    (path,) = (data / "games").glob("*.jsonl")

    def modes() -> list[int]:
        return [stat.S_IMODE(each.stat().st_mode) for each in (path.parent, path)]

    assert modes() == [0o700, 0o600]
    server.stop()
    path.parent.chmod(0o755)
    path.chmod(0o644)
    with Running(site) as again:
        Person(again.client, ann.secret).game()
        assert modes() == [0o700, 0o600]


def test_what_is_told_depends_on_nothing_that_is_hidden() -> None:
    """With other cards in other hands and in the deck, to the bit the same is told."""
    rng = random.Random(1)
    lexicon = Lexicon.from_words(["TEA", "EAT", "ATE", "TEN", "NET", "SEA", "SIT", "ION", "RAN"])
    state = new_game(3, 5, lexicon, RULEBOOK)
    players: list[Player] = [RandomPlayer(1), GreedyPlayer(), RandomPlayer(2)]
    states: list[GameState] = [state]
    history: list[Action] = []
    phases = set()
    for (action, after), _ in zip(play_out(state, players), range(150), strict=False):
        states.append(after)
        history.append(action)
        phases.add(after.phase)
        for seat in range(3):
            other = [shuffled_secrets(one, seat, rng) for one in states[-12:]]
            texts = {
                msgspec.json.encode(seen_json(_moment(some, history), seat))
                for some in ((*states,), (*states[:-12], *other))
            }
            assert len(texts) == 1
    assert len(phases) == 5


def _moment(states: tuple[GameState, ...], history: Sequence[Action]) -> Moment:
    return Moment(
        version=1,
        names=("Ann", "greedy", "Ben"),
        states=states,
        history=tuple(history),
        waiting=(),
        maker=0,
        hints=True,
        undo_by=None,
        undo_to=None,
        undo_waits_for=(),
        can_undo=(),
        trouble="",
        ending=None,
        rematch={},
    )


# Links -------------------------------------------------------------------------------------------


def test_who_makes_a_game_holds_no_seat_of_another(server: Running) -> None:
    """An invitation becomes a secret that only its first taker knows; all see that it is taken."""
    client = server.client
    ann = begin(client, "Ann", "Ben", "greedy", "Cyd")
    game = ann.game()
    assert game["invitations"] == [1, 3]
    assert (game["waiting"], game["computers"]) == ([1, 3], [2])
    invitation = ann.invitation(1)
    assert client.get(f"/api/play/invitations/{invitation}").json() == {
        "name": "Ben",
        "players": ["Ann", "Ben", "greedy", "Cyd"],
    }
    ben = ann.invite(1)
    assert ben.secret not in (invitation, ann.secret)
    for method in ("GET", "POST"):
        again = client.request(
            method, f"/api/play/invitations/{invitation}", json={"key": "0123456789abcdef"}
        )
        assert again.status_code == 410
        assert "used already" in again.json()["detail"]
    assert client.get(f"/api/play/seats/{invitation}").status_code == 404
    assert ann.game()["invitations"] == [3]
    assert ben.game()["invitations"] == []
    assert ben.game()["waiting"] == [3]
    # Neither may show what is the other's.
    for person, seat in ((ann, 1), (ben, 0), (ben, 3), (ann, 2)):
        for what in ("links", "codes"):
            assert person.ask("GET", f"/{what}/{seat}").status_code == 404


def test_a_code_is_that_of_the_address(server: Running) -> None:
    ann = begin(server.client, "Ann", "Ben")
    for seat, name in ((0, "seat"), (1, "invitation")):
        told = ann.ask("GET", f"/links/{seat}").json()
        address = told["address"]
        assert told["is_local"]
        assert re.fullmatch(rf"{server.url}/play\?{name}=[\w-]{{22}}", address)
        expected = io.BytesIO()
        segno.make(address, error="l", micro=False).save(
            expected, kind="svg", border=3, light="#fff", xmldecl=False, omitsize=True
        )
        code = ann.ask("GET", f"/codes/{seat}")
        assert code.headers["Content-Type"] == "image/svg+xml"
        assert code.content == expected.getvalue()


@pytest.fixture
def lan(site: Site, data: Path) -> Iterator[Running]:  # noqa: ARG001 (games are kept there)
    with Running(site, "a-secret-of-the-tests") as running:
        yield running


def test_in_a_network_the_link_brings_the_token(lan: Running) -> None:
    """And leads there, also for who has opened the page by another name of this machine."""
    headers = {"Authorization": "Bearer a-secret-of-the-tests"}
    lan.client.headers.update(headers)
    ann = begin(lan.client, "Ann", "Ben")
    host = f"localhost:{lan.address.port}"
    link = lan.client.get(f"{ann.url}/links/1", headers={"Host": host}).json()["address"]
    start = f"{lan.url}/play?token=a-secret-of-the-tests&invitation="
    assert link.startswith(start)
    assert not lan.client.get("/api/play/setup").json()["is_local"]
    assert not ann.ask("GET", "/links/1").json()["is_local"]


def test_a_link_that_nobody_has(server: Running) -> None:
    for path in ("", "/events", "/hint", "/links/0"):
        answer = server.client.get(f"/api/play/seats/nobody{path}")
        assert answer.status_code == 404
        assert "nobody has a seat by this link" in answer.json()["detail"]
