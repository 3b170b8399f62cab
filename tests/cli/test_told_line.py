"""The short form of a turn, read as a `ToldTurn`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letter_tycoon_solver.cli.session.told_line import line_of, parse_line
from letter_tycoon_solver.cli.session.track_commands import Command, read_command
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import ToldTurn


@pytest.mark.parametrize(
    ("line", "text", "community", "drew"),
    [
        ("JEWELS j > QT", "JEWELS, buy J", "QT", None),
        ("jewels J>q t", "jewels, buy J", "QT", None),
        ("jewels, buy j", "jewels, buy J", None, None),
        ("Jewels j >", "jewels, buy J", "", None),
        ("JeWeLs, buy J, discard YZ", "JeWeLs, buy J, discard YZ", None, None),
        ("lane k -z < ERTOA > K", "lane, buy K, discard Z", "K", "ERTOA"),
        ("lane k -z drew erto a > K", "lane, buy K, discard Z", "K", "ERTOA"),
        ("lane > K < ERTO", "lane", "K", "ERTO"),
        ("cat & dog d -2", "cat & dog, buy D, discard 2", None, None),
        ("CAT&DOG -??", "CAT & DOG, discard ??", None, None),
        ("- 3", "exchange 3", None, None),
        ("-jz < ab", "exchange JZ", None, "AB"),
        ("-", "exchange nothing", None, None),
        ("q x lane k < E", "replace X, lane, buy K", None, "E"),
        ("q lane", "replace ?, lane", None, None),
        ("q ?", "replace ?", None, None),
        ("q x - jz", "replace X, exchange JZ", None, None),
        ("quiz q > A", "quiz, buy Q", "A", None),
        ("jewelz !Ben -?", "jewelz, challenged by Ben, discard ?", None, None),
        ("jewelz ! -z", "jewelz, challenged, discard Z", None, None),
        ("jewelz challenged by Mary Ann, discard z", "jewelz, challenged by Mary Ann, discard Z",
         None, None),
        ("lane < ABC > K !ann", "lane, challenged by ann", "K", "ABC"),
        ("drew d > AB", "drew, buy D", "AB", None),
        ("play turns > A", "turns", "A", None),
        ("HAiKU & Lu(L)U u", "HAiKU & Lu(L)U, buy U", None, None),
        ("Yacht/c*K", "yacht/c*K", None, None),
        ("Lane+S", "Lane+S", None, None),
        ("lay Eel > A", "Eel", "A", None),
        ("play a > YZ", "play, buy A", "YZ", None),
        ("SKYSCRAPER+S", "SKYSCRAPER+S", None, None),
        ("yacht/c*K y", "yacht/c*K, buy Y", None, None),
    ],
)  # fmt: skip
def test_a_line_is_a_turn(line: str, text: str, community: str | None, drew: str | None) -> None:
    assert parse_line(line).turn == ToldTurn(text, community, drew)


@pytest.mark.parametrize(
    ("line", "plan", "text"),
    [("2 > K", 2, ""), ("2 drew ERTOA > K", 2, ""), ("12 !Ben", 12, "challenged by Ben")],
)
def test_a_number_is_a_plan(line: str, plan: int, text: str) -> None:
    read = parse_line(line)
    assert (read.plan, read.turn.text) == (plan, text)


@pytest.mark.parametrize("line", ["jewels > Q > T", "jewels < A drew B", "> QT", "jewels jk", ","])
def test_what_is_no_turn_is_refused(line: str) -> None:
    with pytest.raises(InvalidInputError):
        parse_line(line)


@given(st.text(alphabet="aZ?!-<>&,/*+() 12q", max_size=20) | st.text(max_size=20))
def test_any_line_is_read_or_refused(text: str) -> None:
    try:
        read = parse_line(text)
    except InvalidInputError:
        return
    if read.plan is None:
        again = parse_line(line_of(read.turn))
        assert again.turn.community == read.turn.community


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("?", (Command.ADVISE, "")),
        ("why", (Command.WHY, "1")),
        ("WHY 2", (Command.WHY, "2")),
        ("why w > A", None),
        ("fix 4", (Command.FIX, "4")),
        ("fix f > AB", None),
        ("word janes", (Command.WORD, "janes")),
        ("word cat & dog", (Command.WORD, "cat & dog")),
        ("word w", None),
        ("turns", (Command.TURNS, "")),
        ("turns t > A", None),
        ("turns >", None),
        ("play turns", None),
        ("", (Command.TABLE, "")),
        ("exit", (Command.QUIT, "")),
    ],
)
def test_commands_and_turns(line: str, command: tuple[Command, str] | None) -> None:
    assert read_command(line) == command


@pytest.mark.parametrize("line", ["fix", "insert", "remove", "word"])
def test_a_command_that_lacks_its_number_says_so(line: str) -> None:
    with pytest.raises(InvalidInputError, match=f'"play {line}" plays {line.upper()}'):
        read_command(line)
