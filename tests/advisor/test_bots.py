"""Players from outside: programs, the referee who judges them, and `engine`, ours as one."""

from __future__ import annotations

import io
import itertools
import json
import math
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import random_bot
from support.commands import is_alive, until
from support.games import automatic, is_allowed

from letter_tycoon_solver import InvalidInputError, Lexicon, Ruleset, Turn, TurnKind
from letter_tycoon_solver.advisor import bots, tournaments
from letter_tycoon_solver.advisor.bots import (
    MAX_FAULTS,
    FaultError,
    Limits,
    Loses,
    Program,
    ProgramPlayer,
    end_idle_programs,
)
from letter_tycoon_solver.advisor.tournaments import Engine, tournament
from letter_tycoon_solver.game import (
    ACCEPT,
    CHALLENGE,
    GameState,
    GreedyPlayer,
    RandomPlayer,
    SeenState,
    lay,
    new_game,
    play_out,
)
from letter_tycoon_solver.game.rules import apply
from letter_tycoon_solver.game.turns import steps_of
from letter_tycoon_solver.rules.play import PlayedWord
from letter_tycoon_solver.rules.ruleset import ONLINE

if sys.platform == "win32":
    pytest.skip("programs play on POSIX systems", allow_module_level=True)

QUICK = Limits(turn=0.05, grace=0.05)
RANDOM_BOT = f"cmd:{sys.executable} -S -E {random_bot.__file__}"
HEAD = """
import json, sys, time, os
def say(**fields):
    print(json.dumps(fields), flush=True)
def read():
    return json.loads(sys.stdin.readline() or '{"type": "quit"}')
def begin(**more):
    read(); say(type="hello", version=1, **more)
    read(); say(type="ready")
"""


@pytest.fixture(autouse=True)
def ends_programs() -> Iterator[None]:
    yield
    end_idle_programs()


def bot(folder: Path, code: str, name: str = "bot.py") -> str:
    """A program that plays by this code, as tournaments take it."""
    path = folder / name
    path.write_text(HEAD + textwrap.dedent(code))
    return f"cmd:{sys.executable} -S {path}"


def command_of(player: str) -> tuple[str, ...]:
    return tuple(player.removeprefix("cmd:").split())


class TestOurEngine:
    @pytest.mark.parametrize("player", ["static", "greedy"])
    def test_plays_as_it_does_here(self, lexicon: Lexicon, player: str) -> None:
        """Over the protocol to the end, with three players: the same games."""
        command = f"cmd:{sys.executable} -m letter_tycoon_solver engine --player {player}"
        here = tournament([player, "greedy", "static"], 6, lexicon, seed=0)
        there = tournament([command, "greedy", "static"], 6, lexicon, seed=0)
        for one, other in zip(here.players, there.players, strict=True):
            assert (one.wins, one.lead, other.faults) == (other.wins, other.lead, 0)


FAULTS = {
    "junk": "cannot be read",
    "binary": "cannot be read",
    "empty": "cannot be read",
    "null": "cannot be read",
    "list": "cannot be read",
    "deep": "cannot be read",
    "huge": "a line of more than 65,536 bytes",
    "flood": "did not answer with turn in 0.05 s and 0.05 s of grace",
    "slow": "did not answer with turn in 0.05 s and 0.05 s of grace",
    "mute": "did not answer with turn",
    "unknown": "did not answer with turn",
    "closed": "has closed its output",
    "crash": "exit code 1; its stderr ends: Traceback",
    "killed": "was ended by the signal 9",
    "number": "a turn that is no text",
    "nan": "a turn that is no text",
    "two": "broke a rule: ",
    "nonsense": "broke a rule: ",
    "illegal": "broke a rule: ",
    "error": "reports an error: I give up",
}


class TestFaults:
    @pytest.mark.parametrize("kind", FAULTS)
    def test_lose_the_game(self, lexicon: Lexicon, kind: str) -> None:
        # What ends a program is to be seen before its time is over, on a busy machine too.
        limits = QUICK if "did not answer" in FAULTS[kind] else Limits(turn=5, grace=5)
        result = tournament([f"{RANDOM_BOT} 1 {kind}", "random"], 2, lexicon, limits=limits, seed=0)
        assert [player.wins for player in result.players] == [0, 2]
        assert (result.players[0].faults, result.players[1].faults) == (2, 0)
        assert FAULTS[kind] in result.players[0].last_fault
        assert result.unfinished == 0

    @pytest.mark.parametrize(
        ("code", "shown"),
        [
            (
                "begin(); read(); sys.stderr.write(CLEAR + 'two\\nlines'); sys.exit(3)",
                r"\x1b[2Jtwo" + "\nlines",
            ),
            ("begin(); read(); print(CLEAR, flush=True); read()", r"\x1b[2J"),
            ("begin(); read(); say(type='error', message=CLEAR)", r"\x1b[2J"),
            ("begin(); read(); say(type='turn', turn=CLEAR)", r"\x1b[2J"),
        ],
        ids=["stderr", "junk", "error", "turn"],
    )
    def test_show_no_control_characters(
        self, lexicon: Lexicon, tmp_path: Path, code: str, shown: str
    ) -> None:
        """A terminal would obey them: erase what it shows, or worse."""
        player = bot(tmp_path, f"CLEAR = '\\x1b[2J'\n{code}")
        result = tournament([player, "random"], 2, lexicon, seed=0)
        last = result.players[0].last_fault
        assert shown in last
        assert all(char.isprintable() or char == "\n" for char in last)

    def test_of_three_the_others_go_by_the_score(self, lexicon: Lexicon, tmp_path: Path) -> None:
        player = bot(tmp_path, "begin()\nfor _ in range(5):\n  read(); say(type='turn', turn='-')")
        result = tournament([player, "greedy", "random"], 3, lexicon, seed=0)
        assert result.players[0].wins == 0
        assert result.players[1].wins == 3
        assert result.rounds == 6

    def test_lose_the_turn(self, lexicon: Lexicon) -> None:
        """And the game, when there are too many of them."""
        limits = Limits(turn=0.05, grace=0.05, loses=Loses.TURN)
        result = tournament([f"{RANDOM_BOT} 1 crash", "random"], 2, lexicon, limits=limits, seed=0)
        assert result.players[0].faults == 2 * MAX_FAULTS
        assert result.players[0].wins == 0
        assert result.rounds == MAX_FAULTS

    def test_the_time_of_a_game(self, lexicon: Lexicon, tmp_path: Path) -> None:
        code = "begin()\nwhile True:\n  read(); time.sleep(.02); say(type='turn', turn='-')"
        limits = Limits(turn=1, game=0.1, grace=0.01)
        result = tournament([bot(tmp_path, code), "random"], 1, lexicon, limits=limits, seed=0)
        assert "did not answer with turn in" in result.players[0].last_fault

    def test_stop_comes_before_the_end_of_grace(self, lexicon: Lexicon, tmp_path: Path) -> None:
        code = """
            begin()
            while read()["type"] == "go":
                assert read()["type"] == "stop"
                say(type="turn", turn="exchange nothing")
        """
        player = ProgramPlayer(command_of(bot(tmp_path, code)), Limits(turn=0.05, grace=10))
        seen = new_game(2, 1, lexicon).seen_by(0)
        assert [player.choose(seen), player.choose(seen)] == [Turn(TurnKind.EXCHANGE)] * 2
        player.has_failed()

    def test_what_is_said_unasked_is_no_answer(self, lexicon: Lexicon, tmp_path: Path) -> None:
        code = """
            begin()
            for cards in "AB":
                read(); say(type="turn", turn="exchange ?"); say(type="turn", turn="zzz")
                time.sleep(.1)
        """
        player = ProgramPlayer(command_of(bot(tmp_path, code)), Limits())
        seen = new_game(2, 1, lexicon).seen_by(0)
        for _ in range(2):
            with pytest.raises(InvalidInputError, match="not seen"):
                steps_of(seen, player.choose(seen))
            time.sleep(0.05)
        player.has_failed()

    @pytest.mark.soak
    def test_any_answer_ends_in_a_result_and_a_sentence(self, lexicon: Lexicon) -> None:
        for seed in range(50):
            players = [f"{RANDOM_BOT} {seed}", "random"]
            result = tournament(players, 200, lexicon, limits=QUICK, seed=0)
            assert result.players[0].faults == result.games
            assert result.players[0].last_fault


class TestStart:
    @pytest.mark.parametrize(
        ("player", "message"),
        [
            ("cmd:", "has no command"),
            ("cmd:'", "is no command"),
            ("cmd:/no/such/bot", "cannot be started"),
            (f"cmd:{sys.executable} -c 1", "has ended with the exit code 0"),
            (f"cmd:{sys.executable} -c 'print(1)'", "cannot be read"),
            (
                f"""cmd:{sys.executable} -c 'print("{{\\"type\\":\\"hello\\"}}")'""",
                "without a version",
            ),
        ],
    )
    def test_a_program_that_cannot_play(self, lexicon: Lexicon, player: str, message: str) -> None:
        with pytest.raises(InvalidInputError, match=message):
            tournament([player, "random"], 2, lexicon, seed=0)

    def test_an_edited_program_is_another_tournament(
        self, lexicon: Lexicon, tmp_path: Path
    ) -> None:
        def digest(limits: Limits) -> str:
            spec = tournaments.Spec.of([name, "greedy"], 2, 0, None, None, Ruleset(), limits)
            return spec.digest(lexicon)

        name = bot(tmp_path, "begin()")
        before = digest(Limits())
        assert digest(Limits()) == before
        assert digest(Limits(turn=3)) != before
        bot(tmp_path, "begin() # and more")
        assert digest(Limits()) != before


CHILD = """
from letter_tycoon_solver._work.line_process import LineProcess
import sys, time
process = LineProcess([sys.executable, "-S", sys.argv[1]])
print(process.receive(time.monotonic() + 20).decode(), flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_programs_end_with_ours(tmp_path: Path, end: signal.Signals) -> None:
    """Also when ours is killed, and with all that they have started."""
    path = tmp_path / "bot.py"
    path.write_text(
        "import os, signal, subprocess, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        "print(os.getpid(), child.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    ours = subprocess.Popen([sys.executable, "-c", CHILD, path], stdout=subprocess.PIPE, text=True)
    assert ours.stdout
    pids = [*map(int, ours.stdout.readline().split())]
    assert len(pids) == 2
    assert all(map(is_alive, pids))
    ours.send_signal(end)
    ours.wait()
    ours.stdout.close()
    until(lambda: not any(map(is_alive, pids)), "both have ended", 20)


# What a program is sent --------------------------------------------------------------------------

RECORDING = """
out = open(sys.argv[1], "a", buffering=1)
for line in sys.stdin:
    out.write(line)
    kind = json.loads(line)["type"]
    if kind == "hello":
        say(type="hello", version=1, surprise=[1], challenges=True)
    elif kind == "new_game":
        say(type="ready", news="none")
    elif kind == "go":
        phase = json.loads(line)["view"].split()[-1]
        say(type="info", depth=3)
        say(type="turn", turn="accept" if phase.startswith("challenge") else "exchange *", why="x")
"""


def test_nothing_hidden_is_sent(lexicon: Lexicon, tmp_path: Path) -> None:
    """A whole game, and the words for each hand and each deck in all that was sent."""
    sent = tmp_path / "sent"
    player = ProgramPlayer((*command_of(bot(tmp_path, RECORDING)), str(sent)), Limits())
    states: list[GameState] = [new_game(3, 5, lexicon)]
    for action, after in play_out(states[0], [GreedyPlayer(), player, RandomPlayer(1)]):
        if states[-1].to_act != 1:
            player.hear(states[-1].to_act, action)
        states.append(after)
    player.close()
    text = sent.read_text()
    own = {state.seats[1].hand for state in states}
    hidden = {state.seats[seat].hand for state in states for seat in (0, 2)} - own
    assert own & set(text.replace('"', " ").split())
    assert len(hidden) > 10
    assert not any(hand in text for hand in hidden)
    assert not any(state.deck[:7] in text for state in states if len(state.deck) >= 7)
    messages = [json.loads(line) for line in text.splitlines()]
    assert {message["type"] for message in messages} == {"hello", "new_game", "go"}
    phases = {message["view"].split()[-1].split("+")[0] for message in messages[2:]}
    assert phases == {"start", "challenge"}
    since = [turn for message in messages[2:] for turn in message["since"]]
    assert {turn["seat"] for turn in since} == {0, 2}
    assert any(turn["turn"].startswith("buy ") for turn in since)


def program_answers(folder: Path, *turns: str, **hello: object) -> ProgramPlayer:
    code = (
        f"begin(**{hello!r})\nfor turn in {turns!r}:\n  read(); say(type='turn', turn=turn)\nread()"
    )
    return ProgramPlayer(command_of(bot(folder, code)), Limits())


def begun(state: GameState, player: ProgramPlayer, n: int) -> list[str]:
    """The first actions of a game of the program against greedy."""
    game = itertools.islice(play_out(state, [player, GreedyPlayer()]), n)
    return [str(action) for action, _ in game]


@pytest.fixture
def challenged(lexicon: Lexicon) -> SeenState:
    """Words that are none, as the opponent sees them."""
    state = new_game(2, 1, lexicon)
    laid = lay((PlayedWord("TVW", "hhh"),))
    assert is_allowed(state, laid)
    return apply(state, laid).seen_by(1)


def test_words_are_judged_for_a_program(challenged: SeenState, tmp_path: Path) -> None:
    player = program_answers(tmp_path)
    assert player.choose(challenged) == CHALLENGE
    player.has_failed()


def test_a_program_judges_words_itself(challenged: SeenState, tmp_path: Path) -> None:
    player = program_answers(tmp_path, "accept", "Challenge", "maybe", challenges=True)
    assert player.choose(challenged) == ACCEPT
    assert player.choose(challenged) == CHALLENGE
    with pytest.raises(FaultError, match="accept or challenge"):
        player.choose(challenged)
    player.has_failed()


def test_the_parts_of_a_turn(lexicon: Lexicon, tmp_path: Path) -> None:
    """Bare words, a purchase, and all cards."""
    state = new_game(2, 1, lexicon)
    assert (state.seats[0].hand, state.community) == ("ADEPTVW", "EEE")
    player = program_answers(tmp_path, "PAVED, buy P, discard *")
    assert begun(state, player, 4) == ["play PAVED", "accept", "buy P", "discard TW"]
    player.has_failed()


@pytest.mark.parametrize(
    "limits", [{"turn": 0}, {"grace": -1}, {"game": "long"}, {"turn": float("nan")}, {"loses": 1}]
)
def test_limits_that_cannot_be(limits: dict[str, object]) -> None:
    with pytest.raises(InvalidInputError):
        Limits(**limits)  # type: ignore[arg-type]


def test_automatic_challenges_ask_again(lexicon: Lexicon, tmp_path: Path) -> None:
    """A word that the engine refuses is followed by another go, and then by the penalty."""
    state = new_game(2, 1, lexicon, automatic(1))
    player = program_answers(tmp_path, "TVW", "PVW", "discard W")
    assert begun(state, player, 3) == ["play TVW", "play PVW", "exchange W"]
    player.has_failed()


def test_a_program_is_kept_for_the_next_game(tmp_path: Path) -> None:
    command = command_of(bot(tmp_path, "begin()\nread()"))
    one = Program.borrow(command)
    one.give_back()
    assert Program.borrow(command) is one
    assert Program.borrow(command) is not one
    one.close()


# Players from outside that are classes: the same referee judges them ------------------------------


CLASSES = """
from letter_tycoon_solver.game import GreedyPlayer
class Bot(GreedyPlayer): pass
class Raises:
    def choose(self, seen): raise RuntimeError("no idea")
class Wrong:
    def choose(self, seen): return 7
class Needs:
    def __init__(self, more): pass
    def choose(self, seen): pass
class NoPlayer: pass
class Slow:
    def choose(self, seen):
        import time; time.sleep(.1); return GreedyPlayer().choose(seen)
"""


@pytest.fixture
def classes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"bots_{os.getpid()}_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(CLASSES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return name


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("Raises", "raised RuntimeError: no idea"),
        ("Wrong", "broke a rule: the turn is 7"),
        ("Slow", "took 0.1"),
    ],
)
def test_a_class_has_the_same_referee(
    lexicon: Lexicon, classes: str, name: str, fault: str
) -> None:
    limits = Limits(turn=0.02, grace=0.01)
    result = tournament([f"{classes}:{name}", "random"], 2, lexicon, limits=limits, seed=0)
    bad = result.players[0]
    assert (bad.wins, bad.faults) == (0, 2)
    assert fault in bad.last_fault


def test_a_class_plays(lexicon: Lexicon, classes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name, and by that of an installed package."""

    class Point:
        value = f"{classes}:Bot"

    def points(group: str, name: str) -> list[type[Point]]:
        return [Point] if (group, name) == (bots.GROUP, "passes") else []

    monkeypatch.setattr(bots, "entry_points", points)
    for name in (f"{classes}:Bot", "passes"):
        result = tournament([name, "greedy"], 2, lexicon, seed=0)
        assert [player.name for player in result.players] == [name, "greedy"]
        assert [player.last_fault for player in result.players] == ["", ""]
        assert [player.wins for player in result.players] == [1, 1]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("{}:Absent", "cannot be imported"),
        ("no.such.module:Bot", "ModuleNotFoundError"),
        ("{}:NoPlayer", "no method choose"),
        ("{}:Needs", "takes no arguments"),
        ("nobody", "no player is called 'nobody'"),
    ],
)
def test_a_class_that_cannot_play(lexicon: Lexicon, classes: str, name: str, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        tournament([name.format(classes), "greedy"], 2, lexicon, seed=0)


# Our players as a program: its answers, and what it says to messages that cannot be.


VIEW = "AEJLNWZ EES E:3:0/K:5:1 1 CATS 1 4 0 - start"
OWNS_Q = VIEW.replace("/K:", "/KQ:")


def said(engine: Engine, *messages: object) -> list[dict[str, Any]]:
    lines = [json.dumps(message).encode() + b"\n" for message in messages]
    output = io.BytesIO()
    engine.run(lines, output)
    return [json.loads(line) for line in output.getvalue().splitlines()]


def go(view: str = VIEW, **more: object) -> dict[str, object]:
    return {"type": "go", "view": view, **more}


def test_a_conversation_up_to_quit() -> None:
    new_game = {"type": "new_game", "surprise": 1}
    messages = ({"type": "hello", "version": 2}, new_game, go(), {"type": "stop"}, {"type": "new"})
    hello, ready, turn = said(Engine("static"), *messages, {"type": "quit"}, go())
    assert (hello["type"], hello["version"]) == ("hello", 1)
    assert hello["name"].endswith(" static")
    assert ready == {"type": "ready"}
    assert turn == {"type": "turn", "turn": "JAWs*K, buy J, discard ELNZ"}


@pytest.mark.parametrize("player", ["static", "greedy", "easy", "random", "advisor"])
def test_every_moment_of_a_turn(player: str) -> None:
    """A card for Q, the turn after it, and a card for words that were none."""
    views = [OWNS_Q, f"{OWNS_Q}+q", VIEW.replace("start", "penalty")]
    engine = Engine(player, playouts=24)
    _, first, second, third = said(engine, {"type": "new_game"}, *map(go, views))
    assert "replace" not in second["turn"]
    assert first["turn"]
    assert len(third["turn"].removeprefix("exchange ")) == 1


def test_an_advisor_thinks_no_longer_than_it_may() -> None:
    engine = Engine("advisor", seconds=1000)
    said(engine, {"type": "new_game"}, go(seconds=0.2))


def test_the_list_and_the_rules_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text("jaws\nlane\n")
    few = Lexicon.load(path)
    lexicon = {"name": "few.txt", "path": str(path), "sha256": few.digest}
    begin = {"type": "new_game", "lexicon": lexicon, "ruleset": ONLINE.to_dict()}
    engine = Engine("greedy")
    ready, turn = said(engine, begin, go())
    assert ready == {"type": "ready"}
    assert turn["turn"].startswith("JAWs")
    path.unlink()  # The next game with the same words reads no list.
    assert said(engine, begin) == [ready]
    path.write_text("jaws\nlane\n")
    (error,) = said(Engine("greedy"), {**begin, "lexicon": {**lexicon, "sha256": "0"}})
    assert few.digest in error["message"]


def test_a_game_that_cannot_be_does_not_leave_the_one_before() -> None:
    wrong = {"type": "new_game", "lexicon": {"path": "/no/such/list"}}
    _, _, answer = said(Engine("greedy"), {"type": "new_game"}, wrong, go())
    assert "begin a game first" in answer["message"]


@pytest.mark.parametrize("seconds", [10**400, math.inf])
def test_an_advisor_may_have_any_time(seconds: float) -> None:
    _, answer = said(Engine("advisor", playouts=24), {"type": "new_game"}, go(seconds=seconds))
    assert answer["type"] == "turn"


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ([], "is not a message"),
        ({"kind": "hello"}, "is not a message"),
        ({"type": 7}, "is not a message"),
        (go(), "begin a game first"),
        ({"type": "new_game", "ruleset": {}}, "payout"),
        ({"type": "new_game", "lexicon": "enable"}, "lexicon"),
        ({"type": "new_game", "lexicon": {"path": "/no/such/list"}}, "no word list"),
    ],
)
def test_messages_that_cannot_be(message: object, why: str) -> None:
    (error,) = said(Engine("greedy"), message)
    assert error["type"] == "error"
    assert why in error["message"]


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"type": "go"}, "'view' is missing"),
        (go("AEJLNWZ"), "1 fields"),
        (go(seconds=-1), "seconds is -1"),
        (go(seconds=math.nan), "seconds is nan"),
        (go(VIEW.replace(" 1 4 0", " 0 4 0")), "player 0 has the turn"),
    ],
)
def test_views_that_cannot_be_and_then_a_good_one(message: object, why: str) -> None:
    _, error, turn = said(Engine("greedy"), {"type": "new_game"}, message, go())
    assert why in error["message"]
    assert turn["type"] == "turn"


def test_lines_that_are_no_json() -> None:
    engine = Engine("greedy")
    for line in (b"\xff\n", b"hello\n", b"[" * 100_000, b"\n"):
        assert json.loads(engine.answer(line) or b"")["type"] == "error"


@pytest.mark.parametrize("player", ["nobody", "static:no"])
def test_no_such_player(player: str) -> None:
    with pytest.raises(InvalidInputError):
        Engine(player)
