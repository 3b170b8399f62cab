"""The command `advise`: from a record, from what is typed in, and in `play`."""

from __future__ import annotations

import dataclasses
import json
import math
import re
import sys
from pathlib import Path

import pytest
from support.commands import Talk, say, talk, terminal

from letter_tycoon_solver.advisor import Evaluation, advise
from letter_tycoon_solver.advisor.reasons import difference, reasons
from letter_tycoon_solver.cli.advise import view_from
from letter_tycoon_solver.game import Game, GameState, GreedyPlayer, Phase, SeenState
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.ruleset import REFERENCE_MANUAL, RULEBOOK

NAMES = ["Ann", "Ben", "Cleo"]
VIEW = ("JWLEANZ", "EES", "--opponent", "E")
MANY = "".join(
    letter * n
    for letter, n in zip("AEIONRSTUDGH", [8, 9, 9, 8, 5, 6, 5, 6, 4, 4, 3, 4], strict=True)
)
FEW = ("--playouts", "200")
N_ENOUGH = 12_000
ENOUGH = ("--playouts", f"{N_ENOUGH}")
"""Games enough for chances."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games") / "game.jsonl"


@pytest.fixture(scope="module", autouse=True)
def game(file: Path, lexicon: Lexicon) -> Game:
    """Three greedy players, recorded up to the start of a turn in round 3; the search is used."""
    with Game(NAMES, 8, lexicon) as game:
        game.record_to(file)
        while game.state.round < 3 or game.state.phase is not Phase.START:
            asked = game.state.to_act
            game.push(GreedyPlayer().choose(game.state.seen_by(asked)))
    advise(game.state, lexicon, playouts=24)
    return game


def run(*args: str) -> Talk:
    return talk(["advise", *args], say())


def typed_from(state: GameState) -> tuple[str, ...]:
    """The arguments that the active player would type."""
    me, *others = (state.seats[player] for player in state.clockwise_from(state.active))
    args = [me.hand, state.community, "--patents", me.patents or "-", "--money", str(me.money)]
    args += ["--stock", str(me.stock), "--discards", state.discards or "-"]
    for seat in others:
        args += ["--opponent", seat.patents, "--opponent-money", str(seat.money)]
        args += ["--opponent-stock", str(seat.stock)]
    start = (state.start_player - state.active) % len(state.seats)
    return (*args, "--start-player", str(start), "--round", str(state.round))


class TestFromAFile:
    def test_json_is_the_advice(self, file: Path, game: Game, lexicon: Lexicon) -> None:
        result = run(str(file), *FEW, "--seed", "3", "--json")
        assert (result.code, result.err) == (0, "")
        found = json.loads(result.out)
        advice = advise(game.state, lexicon, playouts=200, seed=3)
        seen = game.state.seen_by(game.state.active)
        evaluation = Evaluation.of(lexicon.digest)
        assert found["playouts"] == advice.playouts
        assert found["tables"] == "enable"
        assert found["own_tables"] is True
        assert found["difference"] == difference(*advice.turns[:2])
        for data, ranked in zip(found["turns"], advice.turns, strict=True):
            assert data["turn"] == ranked.notation
            assert data["playouts"] == ranked.playouts
            assert data["win"] is None
            assert data["equity"]["total"] == ranked.turn.equity.total
            assert data["reasons"] == list(reasons(ranked.turn, seen, evaluation, NAMES))

    def test_opponents_are_taken_for_what_is_said(
        self, file: Path, game: Game, lexicon: Lexicon
    ) -> None:
        assert json.loads(run(str(file), *FEW, "--json").out)["opponents"] == "common"
        result = run(str(file), *ENOUGH, "--opponents", "STATIC", "--json")
        found = json.loads(result.out)
        advice = advise(game.state, lexicon, playouts=N_ENOUGH, opponents="static")
        assert found["opponents"] == "static"
        for data, ranked in zip(found["turns"], advice.turns, strict=True):
            is_told = not math.isnan(ranked.win)
            assert data["win"] == (ranked.win if is_told else None)
            assert data["lead_loss"] == (ranked.lead_loss if is_told else None)
        assert found["turns"][0]["win"] is not None

    def test_the_table(self, file: Path, game: Game, lexicon: Lexicon) -> None:
        result = run(str(file), *FEW, "--top", "3")
        advice = advise(game.state, lexicon, playouts=200)
        lines = result.out.splitlines()
        for number, (line, ranked) in enumerate(zip(lines[2:], advice.turns[:3], strict=False), 1):
            assert line.split()[0] == str(number)
            assert ranked.notation in line
        assert not lines[5]
        assert f"Why {advice.best.notation}:" in lines
        for reason in reasons(
            advice.best.turn,
            game.state.seen_by(game.state.active),
            Evaluation.of(lexicon.digest),
            NAMES,
        ):
            assert f"  {reason}" in lines

    def test_no_percentage_before_there_are_games_enough(self, file: Path) -> None:
        few, enough = run(str(file), *FEW), run(str(file), *ENOUGH)
        first = re.compile(r"^ *1  .* (\S+) +(\S+) +(\S+) +(\S+) +[\d,]+ +\S+$", re.MULTILINE)
        assert [*first.findall(few.out)] == [("-", "-", "-", "-")]
        assert "Too few to tell chances: the turns are in the order of equity." in few.out
        ((chance, error, *_),) = first.findall(enough.out)
        assert re.fullmatch(r"~?\d+\.\d", chance)
        assert re.fullmatch(r"\d+\.\d", error)

    def test_what_is_nearly_sure_has_no_error(self) -> None:
        table = ("JWLEANZ", "EES", "--patents", "AEITBX", "--opponent", "", "--round", "9")
        sure = (*table, *ENOUGH)
        result = run(*sure)
        assert re.search(r"^ *1  .* >99\.9 +- ", result.out, re.MULTILINE)
        assert "100.0" not in result.out
        first = json.loads(run(*sure, "--json").out)["turns"][0]
        assert (first["win"], first["win_se"]) == (1, None)

    @pytest.mark.slow
    def test_a_row_for_each_word_in_the_order_of_what_it_shows(self) -> None:
        args = ("JWLEANZ", "EES", "--opponent", "E", "--opponent-money", "3", "--money", "5")
        found = json.loads(run(*args, "--playouts", "30000", "--json").out)["turns"]
        words = [plan["turn"].partition(",")[0].upper() for plan in found if plan["play"]]
        assert len(set(words)) == len(words) > 10
        assert "JEWELS" in words[:10]
        chances = [round(plan["win"], 3) for plan in found if plan["win"] is not None]
        assert chances == sorted(chances, reverse=True)
        others = found[len(chances) :]
        assert all(plan["win"] is None for plan in others)
        equities = [plan["equity"]["total"] for plan in others]
        assert equities == sorted(equities, reverse=True)

    def test_reasons_keep_their_indent_on_a_narrow_terminal(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "50")
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm")
        out = re.sub(r"\x1b\[[0-9;]*m", "", run(str(file), *FEW).out)
        _, _, why = out.partition("\nWhy ")
        lines = why.partition(":\n")[2].partition("\nTable: ")[0].rstrip().splitlines()
        assert all(re.match("  ( {2})?[^ ]", line) for line in lines)
        assert any(line.startswith("    ") for line in lines)
        assert max(map(len, lines)) <= 50

    def test_the_player_by_name_or_number(self, file: Path, game: Game) -> None:
        active = game.state.active
        result = run(str(file), *FEW)
        told = result.out[result.out.index("Why") :]
        for player in (NAMES[active], str(active)):
            assert told in run(str(file), *FEW, "--player", player).out

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (
                ("--player", "Zoe"),
                "there is no player 'Zoe'; the players are Ann, Ben, Cleo, or 0 to 2",
            ),
            (("--player", "3"), "there is no player '3'"),
            (("--money", "3"), "--money does not go with the record"),
            (("--ruleset", "online"), "--ruleset does not go with the record"),
            (("--seconds", "0"), "give a number above 0"),
            (("--seconds", "1", "--playouts", "5"), "give one of them"),
            (("--playouts", "0"), "playouts is 0"),
            (("--top", "0"), "--top"),
        ],
    )
    def test_bad_options(self, file: Path, options: tuple[str, ...], message: str) -> None:
        result = run(str(file), *options)
        assert result.code == 2
        assert message in result.err
        assert result.out == ""

    def test_a_player_who_is_not_to_act(self, file: Path, game: Game) -> None:
        other = (game.state.active + 1) % 3
        result = run(str(file), "--player", str(other))
        assert result.code == 2
        assert "does not decide on a turn now" in result.err

    def test_no_file(self, tmp_path: Path) -> None:
        result = run(str(tmp_path / "none.jsonl"))
        assert result.code == 2
        assert "cannot be read" in result.err

    @pytest.mark.parametrize("options", [[], ["--opponent", ""], ["--money", "3"]])
    @pytest.mark.parametrize("hand", ["JWLEANZ", "zzzzzzz", "j w l e a n z"])
    def test_a_hand_without_its_community(self, hand: str, options: list[str]) -> None:
        result = run(hand, *options)
        assert (result.code, result.out) == (2, "")
        assert f"no file {hand}. If it is your hand, the community is missing" in result.err

    def test_a_file_whose_name_is_letters(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(file.parent)
        Path("JWLEANZ").write_bytes(file.read_bytes())
        assert run("JWLEANZ", *FEW).code == 0
        assert "--opponent does not go with the record" in run("JWLEANZ", "--opponent", "").err

    def test_a_finished_game(self, tmp_path: Path, lexicon: Lexicon) -> None:
        path = tmp_path / "game.jsonl"
        with Game(["Ann", "Ben"], 8, lexicon) as game:
            game.record_to(path)
            while not game.state.is_over:
                asked = game.state.to_act
                game.push(GreedyPlayer().choose(game.state.seen_by(asked)))
        result = run(str(path))
        assert result.code == 2
        assert "the game is over" in result.err


class TestTypedIn:
    def test_the_same_advice_as_from_the_game(self, file: Path, game: Game) -> None:
        typed = json.loads(run(*typed_from(game.state), *FEW, "--json").out)
        saved = json.loads(run(str(file), *FEW, "--json").out)
        strip = ("turn", "win", "lead", "playouts", "equity")
        assert [{key: plan[key] for key in strip} for plan in typed["turns"]] == [
            {key: plan[key] for key in strip} for plan in saved["turns"]
        ]

    def test_the_view_is_that_of_the_game(self, game: Game, lexicon: Lexicon) -> None:
        state = game.state
        first, *others = (state.seats[player] for player in state.clockwise_from(state.active))
        view = view_from(
            first.hand.lower(),
            state.community,
            {
                "patents": first.patents,
                "opponents": [seat.patents for seat in others],
                "money": first.money,
                "stock": first.stock,
                "opponent_money": [seat.money for seat in others],
                "opponent_stock": [seat.stock for seat in others],
                "discards": state.discards,
                "replaced": False,
                "start_player": (state.start_player - state.active) % 3,
                "round_": state.round,
                "final_round": None,
            },
            RULEBOOK,
            lexicon,
        )
        shift = state.active
        seen = state.seen_by(shift)
        assert view == dataclasses.replace(
            seen,
            seats=tuple(seen.seats[player] for player in seen.clockwise_from(shift)),
            active=0,
            to_act=0,
            viewer=0,
            start_player=(seen.start_player - shift) % 3,
            payments=(),
        )

    def test_the_rules_of_the_table_matter(self) -> None:
        own = json.loads(run(*VIEW, *FEW, "--json").out)["turns"]
        manual = json.loads(run(*VIEW, *FEW, "--json", "--ruleset", "reference-manual").out)[
            "turns"
        ]
        paid = [
            next(
                p["play"]["money"]
                for p in plans
                if p["play"] and len(p["play"]["words"][0]["word"]) == 5
            )
            for plans in (own, manual)
        ]
        assert paid == [RULEBOOK.payout.coins[5], REFERENCE_MANUAL.payout.coins[5]]

    def test_replaced(self) -> None:
        before = json.loads(run(*VIEW, "--patents", "Q", *FEW, "--json").out)["turns"]
        after = json.loads(run(*VIEW, "--patents", "Q", "--replaced", *FEW, "--json").out)["turns"]
        assert any(plan["replace"] for plan in before)
        assert not any(plan["replace"] for plan in after)

    def test_a_lexicon_without_tables_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "few.txt"
        path.write_text("JEWELS\nJAWS\nLEAN\n")
        result = run(*VIEW, *FEW, "--lexicon", str(path), "--json")
        assert result.code == 0
        assert "has no tables of its own" in result.err
        assert json.loads(result.out)["own_tables"] is False

    @pytest.mark.parametrize(
        ("args", "message"),
        [
            (("EEEEEEE", "EES", "--opponent", "", "--discards", "EEEE"), "13 cards E"),
            (("JWLEANZ", "EES", "--opponent", "E", "--opponent", "E"), "E"),
            (("JWLEANZ", "EES", "--opponent", "E", "--patents", "E"), "E"),
            (("JWLEANZ", "EES"), "opponents are missing"),
            (("JWLEAN", "EES", "--opponent", ""), "has 6 cards"),
            (("JWLEANZ", "EE", "--opponent", ""), "community EE has 2 cards"),
            (("JWLEANZ", "EES", "--opponent", "", "--opponent-money", "1", "--opponent-money", "2"),
             "--opponent-money is given 2 times for 1 opponents"),
            (("JWLEANZ", "EES", "--opponent", "", "--opponent-stock", "-1"), "opponent 1 is -1"),
            (("JWLEANZ", "EES", "--opponent", "", "--money", "-1"), "money is -1"),
            (("JWLEANZ", "EES", "--opponent", "", "--discards", "A1"), "discards"),
            (("JWLEANZ", "EES", "--opponent", "", "--replaced"), "does not own Q"),
            (("JWLEANZ", "EES", "--opponent", "", "--start-player", "2"), "the start player is 2"),
            (("JWLEANZ", "EES", "--opponent", "", "--round", "0"), "the round is 0"),
            (("JWLEANZ", "EES", "--opponent", "", "--final-round", "3"), "the goal 45 is not"),
            (("JWLEANZ", "EES", "--opponent", "", "--patents", "AEIORT"), "your last turn is over"),
            (("JWLEANZ", "EES", "--opponent", "AEIORT", "--start-player", "0"),
             "the start player can be 1"),
            (("JWLEANZ", "EES", "--opponent", "", "--opponent", "AEIORT"),
             "the start player can be 1 or 2"),
            (("JWLEANZ", "EES", "--opponent", "AEIORT", "--ruleset", "reference-manual"),
             "the round and the last round"),
            (("JWLEANZ", "EES", *("--opponent", "") * 5), "5 opponents"),
            ((*VIEW, "--player", "0"), "--player goes with FILE"),
            (
                ("JWLEANZ", "EES", *("--opponent", "") * 4, "--discards",
                 MANY),
                "the 4 opponents hold 28",
            ),
        ],
    )  # fmt: skip
    def test_a_view_that_cannot_be(self, args: tuple[str, ...], message: str) -> None:
        result = run(*args, *FEW)
        assert result.code == 2, result
        assert message in result.err
        assert result.out == ""

    def test_the_start_player_follows_where_only_one_can_be(self) -> None:
        result = run("JWLEANZ", "EES", "--opponent", "AEIORT", "--money", "5", *FEW)
        assert result.code == 0
        assert "The goal is reached, this is the last turn" in result.out

    def test_plans_that_make_no_difference(self) -> None:
        result = run("JWLEANZ", "EES", "--opponent", "AEITSOR", *ENOUGH)
        assert "Beyond doubt no other turn is better." in result.out
        assert re.search("Over the second, .*: worth the same[.]", result.out)


class TestTableInALine:
    def test_what_is_printed_is_taken(self, file: Path, game: Game, lexicon: Lexicon) -> None:
        result = run(str(file), *FEW)
        (line,) = (one for one in result.out.splitlines() if one.startswith("Table: "))
        text = line.removeprefix("Table: ").strip('"')
        assert SeenState.parse(text, lexicon) == game.state.seen_by(game.state.active)
        saved, typed = (
            json.loads(run(*given, *FEW, "--json").out)
            for given in ([str(file)], ["--table", text])
        )
        assert saved["table"] == typed["table"] == text
        assert [plan["turn"] for plan in saved["turns"]] == [
            plan["turn"] for plan in typed["turns"]
        ]

    @pytest.mark.parametrize(
        ("args", "message"),
        [
            (("--table", "AEJLNWZ EES"), "has 2 fields"),
            (("--table", "x", "--money", "3"), "--money does not go with --table"),
            (("--table", "x", "--player", "Ann"), "--player does not go with --table"),
            (("JWLEANZ", "EES", "--table", "x"), "HAND or FILE does not go with --table"),
            ((), "Nothing is given"),
        ],
    )
    def test_what_cannot_be_is_refused(self, args: tuple[str, ...], message: str) -> None:
        result = run(*args, *FEW)
        assert (result.code, result.out) == (2, "")
        assert message in result.err


class TestInPlay:
    def test_it_shows_plans_and_no_hidden_card(self, tmp_path: Path, lexicon: Lexicon) -> None:
        path = tmp_path / "game.jsonl"
        result = talk(
            ["play", "--seed", "8", "--save", str(path), "--challenge", "none"],
            say("advise", "why", "help", "quit", "y"),
        )
        assert result.code == 0
        shown = result.out[result.out.index("> advise") : result.out.rindex("> help")]
        state = Game.load(path, lexicon).state
        plans = [line.strip() for line in shown.splitlines() if line.lstrip()[:2] in
                 {"1 ", "2 ", "3 ", "4 ", "5 "}]  # fmt: skip
        assert len(plans) == 5
        assert "Race to the goal" in shown
        assert state.seats[1].hand not in shown
        assert "advise" in result.out[result.out.rindex("> help") :]

    def test_between_word_and_purchase(self, tmp_path: Path) -> None:
        path = tmp_path / "game.jsonl"
        args = ["play", "--seed", "8", "--save", str(path), "--challenge", "none"]
        hint = talk([*args[:3], *args[5:]], say("hint 1")).out
        row = next(line for line in hint.splitlines() if line.startswith("1 "))
        result = talk(args, say(f"lay {row.split()[1]}", "advise", "why 1"))
        assert "Has earned $" in result.out

    def test_advice_can_be_played_as_a_word(self) -> None:
        result = talk(["play", "--seed", "8", "--players", "me,greedy"], say("play advise", "y"))
        assert "Why" not in result.out


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX terminals")
def test_a_terminal_shows_the_table_at_the_end() -> None:
    with terminal("advise", *VIEW, "--seconds", "0.6", "--top", "3") as person:
        code, out = person.end()
    assert code == 0
    below = " ".join(out.split())
    assert re.search(r"games in [\d.]+ s against people who know common words\. [BT]", below)
    assert re.search("beyond doubt|may change their order|Too few to tell chances", below)
    assert "Why " in out


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX terminals")
def test_ctrl_c_ends_the_thinking_and_the_advice_is_shown() -> None:
    with terminal("advise", *VIEW, "--seconds", "600", "--top", "3") as person:
        person.wait_for("Lead")
        person.type("\x03")
        code, out = person.end()
    assert code == 0
    assert "Stopped" in out
    assert "Why " in out
