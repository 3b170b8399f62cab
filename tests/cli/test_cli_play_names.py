"""The command `play` with your name: who is who, and what is offered."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import MINE, Talk, say, talk
from support.doc_pages import ROOT
from support.games import exchanging

from letter_tycoon_solver import Lexicon, cli
from letter_tycoon_solver.advisor import Opponents, PlayerKind
from letter_tycoon_solver.cli.saved_games import (
    ME,
    Kind,
    TakenSeat,
    kinds_of,
    names_of,
    parse_seats,
    taken_for,
)
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import Game

_ENTRIES = st.one_of(
    st.sampled_from(["me", "Me", "advisor", "greedy", "greedy 1", "gredy", "Ann", "ann", "me 2"]),
    st.sampled_from(["Gredy=me", "me=me", "Advisor=me", "random=me", "Ann=static", " Ann "]),
    st.text(max_size=5),
)


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of all games, empty; with a blank in its name."""
    monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path / "my data"))
    return tmp_path / "my data" / "games"


class TestSeats:
    def test_names_and_kinds(self) -> None:
        seats = parse_seats(" Zoë Lee , Greedy,advisor")
        greedy, advisor = TakenSeat(PlayerKind.GREEDY), TakenSeat(PlayerKind.ADVISOR)
        assert seats == (TakenSeat(ME, "Zoë Lee"), greedy, advisor)
        assert parse_seats("greedy,ME")[1] == TakenSeat(ME)
        assert names_of(seats) == ("Zoë Lee", "greedy", "advisor")
        assert kinds_of(names_of(seats)) == tuple(seat.kind for seat in seats)

    def test_who_has_no_name_is_numbered(self) -> None:
        assert names_of(parse_seats("me,greedy,greedy")) == ("me", "greedy 1", "greedy 2")

    def test_people_know_the_one_that_takes_the_best_turn_as_best(self) -> None:
        seats = parse_seats("me,Best,static")
        assert [seat.kind for seat in seats[1:]] == [PlayerKind.STATIC] * 2
        assert names_of(seats) == ("me", "best 1", "best 2")
        assert kinds_of(names_of(seats))[1:] == (PlayerKind.STATIC,) * 2

    @pytest.mark.parametrize(
        "typo",
        [
            "advisr",
            "Advisor1",
            "adviser",
            "gredy",
            "greddy",
            "randm",
            "ranodm",
            "statc",
            "Random 2",
            "esy",
            "medum",
        ],
    )
    def test_a_typo_of_a_bot_is_no_person(self, typo: str) -> None:
        with pytest.raises(InvalidInputError, match=r"may be a typo: give [aegmrs]"):
            parse_seats(f"Ann,{typo}")
        (_, forced) = parse_seats(f"easy,{typo} = me")
        assert forced == TakenSeat(ME, typo)

    @pytest.mark.parametrize(
        "name",
        [
            *("Stacy", "Randy", "Greta", "Greg", "Grady", "Freddy", "Mel", "Meg", "Astrid", "Stan"),
            *("Victor", "Ramon", "Roman", "Aidan", "Dominic", "Gerd", "Katia", "Mé"),
            *("Howard", "Chad", "Harry", "Richard", "Daisy", "Casey", "Edmund", "Media"),
        ],
    )
    def test_people_have_such_names(self, name: str) -> None:
        assert parse_seats(f"{name},advisor")[0] == TakenSeat(ME, name)

    @pytest.mark.parametrize(
        ("text", "part"),
        [
            ("Ann,Ann", "--players has 2 people: Ann, Ann; play is one person against computers"),
            ("me,me,easy,me", "--players has 3 people: me 1, me 2, me 3"),
            ("Ann,,greedy", "has ''; each player is one of me, easy, medium, hard, best, or"),
            ("Ann,=me", "has '=me'; each player"),
            ("Ann,Hal=greedy", "only people have names, so give greedy alone"),
            ("Ann,Ben=you", "has 'you' after Ben=; give Ben=me"),
            ("Ann,advisor=me", "write it as in Advisor=me"),
            ("Ann,random bob=me", "write it as in Random Bob=me"),
            ("Ann", "--players has 1; 2 to 5 can play"),
            ("a,b,c,d,e,f", "--players has 6"),
        ],
    )
    def test_what_is_refused(self, text: str, part: str) -> None:
        with pytest.raises(InvalidInputError, match=re.escape(part)):
            parse_seats(text)

    @given(st.lists(_ENTRIES, min_size=1, max_size=6).map(",".join))
    def test_any_text_makes_seats_that_a_record_gives_back_or_one_error(self, text: str) -> None:
        try:
            seats = parse_seats(text)
        except InvalidInputError:
            return
        assert kinds_of(names_of(seats)) == tuple(seat.kind for seat in seats)
        assert len(set(names_of(seats))) == len(seats)


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ([ME, PlayerKind.EASY], Opponents.EASY),
        ([PlayerKind.HARD, ME, PlayerKind.HARD], Opponents.HARD),
        ([ME, PlayerKind.STATIC, PlayerKind.ADVISOR], Opponents.STATIC),
        ([ME, PlayerKind.EASY, PlayerKind.HARD], Opponents.COMMON),
        ([ME, PlayerKind.GREEDY], Opponents.COMMON),
    ],
)
def test_advice_takes_bots_of_one_level_for_what_they_are(
    kinds: list[Kind], expected: Opponents
) -> None:
    assert taken_for(kinds, kinds.index(ME)) is expected


def bad(*args: str) -> str:
    """The one line that is said about bad input."""
    result = talk(["play", *args], say())
    assert (result.code, result.out) == (cli.BAD_INPUT, "")
    (line,) = result.err.splitlines()
    return line


class TestOptions:
    def test_the_errors_of_the_command(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Before a word list is compiled for a game that cannot be."""
        monkeypatch.setenv("LETTER_TYCOON_CACHE", str(tmp_path))
        assert "may be a typo: give greedy for the computer, or gredy=me" in bad(
            "--players", "Ann,gredy"
        )
        assert "is not a name of a player" in bad("--players", f"{'a' * 101},greedy")
        assert "is not a name of a player" in bad("--players", "a\x1b[1mb,greedy")

    @pytest.mark.parametrize("option", ["--players", "--seed", "--save"])
    def test_an_option_without_its_value_leads_to_the_help_of_the_command(
        self, option: str
    ) -> None:
        assert bad(option) == (
            f"Error: Option '{option}' requires an argument. See 'letter-tycoon play --help'."
        )

    def test_names_stay_with_resume(self, record: Path) -> None:
        talk(["play", "--players", "Ann,easy,greedy", "--save", str(record)], say())
        resume = ["--resume", str(record), "--players"]
        assert "--players has Ben in the place of Ann" in bad(*resume, "Ben,easy,greedy")
        assert "--players has 2; the game has 3: Ann, easy, greedy" in bad(*resume, "Ann,easy")
        for same in ("Ann,easy,greedy", "me,easy,greedy"):
            result = talk(["play", *resume, same], say())
            assert f"to go on: letter-tycoon play --resume {record}\n" in result.out
        result = talk(["play", *resume, "Ann,best,greedy"], say())
        assert f"--resume {record} --players me,best,greedy\n" in result.out


def test_your_name_is_used(games: Path) -> None:
    result = talk(["play", "--players", "Ann,greedy", "--seed", str(MINE)], say("discard -"))
    assert "\nAnn> discard -\n" in result.out
    assert "to go on: letter-tycoon play --resume\n" in result.out
    (file,) = games.iterdir()
    game = Game.load(file)
    assert (game.names, game.history[0]) == (("Ann", "greedy"), exchanging())
    assert "\nAnn" in talk(["play", "--resume"], say()).out


def test_a_game_between_people_goes_on_with_bots_in_the_places_of_the_others(record: Path) -> None:
    with Game(["Ann", "Ben"], MINE, Lexicon.load()) as game:
        game.record_to(record)
    said = bad("--resume", str(record))
    assert "the game has 2 people: Ann, Ben; play is one person" in said
    result = talk(["play", "--resume", str(record), "--players", "me,greedy"], say())
    assert result.out.rpartition("\nAnn> ")[1]


def run_as_printed(line: str, *options: str) -> Talk:
    """Runs a line of the output as a shell would."""
    program, *args = shlex.split(line)
    assert program == "letter-tycoon"
    return talk([*args, *options], say())


class TestTheEnd:
    def offered(self, result: Talk) -> tuple[str, str]:
        replay, analyze = result.out.splitlines()[-2:]
        assert replay.startswith("To see the game again: letter-tycoon replay ")
        assert analyze.startswith("What each turn has cost: letter-tycoon analyze ")
        return replay.partition(": ")[2], analyze.partition(": ")[2]

    def test_what_is_offered_works_when_copied(self, games: Path) -> None:
        result = talk(["play", "--players", "greedy,greedy", "--seed", "1"], say())
        (file,) = games.iterdir()
        replay, analyze = self.offered(result)
        assert " " in str(file)
        assert shlex.split(analyze) == ["letter-tycoon", "analyze", str(file)]
        replayed = run_as_printed(replay)
        assert (replayed.code, replayed.err) == (0, "")
        analyzed = run_as_printed(analyze, "--playouts", "20")
        assert analyzed.code == 0
        assert "greedy 1" in analyzed.out

    def test_with_a_word_list_of_ones_own(self, tmp_path: Path, games: Path) -> None:
        words = tmp_path / "few words.txt"
        words.write_bytes((ROOT / "wordlists" / "common.txt").read_bytes())
        args = ["play", "--players", "greedy,greedy", "--seed", "1", "--lexicon", str(words)]
        result = talk(args, say())
        (file,) = games.iterdir()
        replay, analyze = self.offered(result)
        assert shlex.split(analyze)[2:] == [str(file), "--lexicon", str(words)]
        assert run_as_printed(replay).code == 0

    def test_a_game_that_is_not_saved_offers_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").touch()
        monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path / "file"))
        result = talk(["play", "--players", "greedy,greedy", "--seed", "1"], say())
        assert "letter-tycoon" not in result.out
        assert "Winner" in result.out.splitlines()[-1]


def test_the_prompt_of_a_pipe_needs_no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    monkeypatch.delitem(sys.modules, "letter_tycoon_solver.cli.line_editor", raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO("table\n"))
    assert cli.run(["play", "--players", "Ann,greedy", "--seed", str(MINE)]) == 0
