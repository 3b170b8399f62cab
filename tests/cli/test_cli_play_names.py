"""The command `play` with people's names: who is who, whose hand is shown, and what is offered."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.doc_pages import ROOT
from support.no_jit import NO_JIT
from support.play_talk import MINE, seed_with_start_player
from support.terminal_talk import Talk, say, talk

from letter_tycoon_solver import cli
from letter_tycoon_solver.advisor import Opponents, PlayerKind
from letter_tycoon_solver.cli.session.seats import (
    ME,
    Kind,
    TakenSeat,
    kinds_of,
    names_of,
    parse_seats,
    taken_for,
)
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import Exchange, Game, new_game

pytestmark = pytest.mark.skipif(NO_JIT, reason="games take too long in plain Python")


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
        seats = parse_seats(" Ann,ME,Zoë Lee , Greedy,advisor")
        greedy, advisor = TakenSeat(PlayerKind.GREEDY), TakenSeat(PlayerKind.ADVISOR)
        assert seats == (
            TakenSeat(ME, "Ann"),
            TakenSeat(ME),
            TakenSeat(ME, "Zoë Lee"),
            greedy,
            advisor,
        )
        assert names_of(seats) == ("Ann", "me", "Zoë Lee", "greedy", "advisor")
        assert kinds_of(names_of(seats)) == tuple(seat.kind for seat in seats)

    def test_who_has_no_name_is_numbered(self) -> None:
        assert names_of(parse_seats("me,Ann,me,greedy,greedy")) == (
            "me 1",
            "Ann",
            "me 2",
            "greedy 1",
            "greedy 2",
        )

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
        (_, forced) = parse_seats(f"Ann,{typo} = me")
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
            ("Ann,Ann", "two players who are called Ann; give each"),
            ("Ann,ann", "two players who are called ann"),
            ("me,me,me 2=me", "two players who are called me 2"),
            ("Ann,,greedy", "has ''; each player is one of me, easy, medium, hard, advisor"),
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
        ([ME, ME, PlayerKind.EASY], Opponents.COMMON),
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
        assert "may be a typo: give greedy for the bot, or gredy=me" in bad(
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
        talk(["play", "--players", "Ann,Ben,greedy", "--save", str(record)], say())
        resume = ["--resume", str(record), "--players"]
        assert "--players has Ben in the place of Ann" in bad(*resume, "Ben,Ann,greedy")
        assert "--players has 2; the game has 3: Ann, Ben, greedy" in bad(*resume, "Ann,Ben")
        for same in ("Ann,Ben,greedy", "me,me,greedy"):
            result = talk(["play", *resume, same], say())
            assert f"to go on: letter-tycoon play --resume {record}\n" in result.out
        result = talk(["play", *resume, "Ann,static,greedy"], say())
        assert f"--resume {record} --players me,static,greedy\n" in result.out


class TestPeopleAtOneTerminal:
    def test_names_are_used_and_each_hand_is_shown_to_its_owner(self, games: Path) -> None:
        seed = seed_with_start_player(0, 3)
        state = new_game(3, seed, ["CAT"])
        ann, ben = (f"Your hand: {' '.join(seat.hand)}" for seat in state.seats[:2])
        shown: list[str] = []
        lines = iter(["", "discard -", "", "discard -"])

        def answer(new: str) -> str | None:
            shown.append(new)
            return next(lines, None)

        args = ["play", "--players", "Ann,Ben,greedy", "--seed", str(seed)]
        result = talk(args, answer)
        assert "At this terminal: Ann, Ben.\n" in shown[0]
        assert shown[0].endswith("Ann, press Enter to see your hand. ")
        assert ann in shown[1]
        assert shown[1].endswith("\nAnn> ")
        assert shown[2].endswith("Ben, press Enter to see your hand. ")
        assert ben in shown[3]
        assert shown[3].endswith("\nBen> ")
        # The bot has played, and both are asked about its word, in the order of the seats.
        assert "Ann, challenge " in shown[4]
        assert result.out.count(ann) == result.out.count(ben) == 1
        (file,) = games.iterdir()
        assert Game.load(file).names == ("Ann", "Ben", "greedy")

    def test_a_game_of_names_goes_on_by_itself(self, games: Path) -> None:
        args = ["play", "--players", "Ann,Ben", "--seed", str(MINE)]
        first = talk(args, say("", "discard -"))
        assert "to go on: letter-tycoon play --resume\n" in first.out
        again = talk(["play", "--resume"], say("", "discard -", "save"))
        assert "Ben, press Enter to see your hand. " in again.out
        (file,) = games.iterdir()
        assert Game.load(file).history == (Exchange(), Exchange())

    def test_one_person_is_not_announced(self) -> None:
        result = talk(["play", "--players", "Ann,greedy", "--seed", str(MINE)], say())
        assert "At this terminal" not in result.out
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
        replayed = run_as_printed(replay, "--all")
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
        assert run_as_printed(replay, "--all").code == 0

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
    monkeypatch.delitem(sys.modules, "letter_tycoon_solver.cli.terminal.line_editor", raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO("table\n"))
    assert cli.run(["play", "--players", "Ann,greedy", "--seed", str(MINE)]) == 0
