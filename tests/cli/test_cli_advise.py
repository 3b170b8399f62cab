"""The command `advise`: from a record, from what is typed in, and in `play`."""

from __future__ import annotations

import json
import math
import re
import sys
from pathlib import Path

import pytest
from support.commands import Result, record_game, say, talk, terminal

from letter_tycoon_solver.advisor import Evaluation, advise
from letter_tycoon_solver.advisor.reasons import difference, reasons
from letter_tycoon_solver.game import Game, GameState, SeenState
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.ruleset import REFERENCE_MANUAL, RULEBOOK

NAMES = ["Ann", "Ben", "Cleo"]
VIEW = ("JWLEANZ", "EES", "--opponent", "E")
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
    game = record_game(file, NAMES, 8, lexicon, n_rounds=2)
    advise(game.state, lexicon, playouts=24)
    return game


def run(*args: str) -> Result:
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

    def test_a_file_whose_name_is_letters(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(file.parent)
        Path("JWLEANZ").write_bytes(file.read_bytes())
        assert run("JWLEANZ", *FEW).code == 0
        assert "--opponent does not go with the record" in run("JWLEANZ", "--opponent", "").err


class TestTypedIn:
    def test_the_same_advice_as_from_the_game(
        self, file: Path, game: Game, lexicon: Lexicon
    ) -> None:
        typed = json.loads(run(*typed_from(game.state), *FEW, "--json").out)
        seen, view = game.state.seen_by(game.state.active), SeenState.parse(typed["table"], lexicon)
        order = seen.clockwise_from(seen.viewer)
        assert view.seats == tuple(seen.seats[player] for player in order)
        assert (view.round, view.discards) == (seen.round, seen.discards)
        assert view.start_player == order.index(seen.start_player)
        saved = json.loads(run(str(file), *FEW, "--json").out)
        strip = ("turn", "win", "lead", "playouts", "equity")
        assert [{key: plan[key] for key in strip} for plan in typed["turns"]] == [
            {key: plan[key] for key in strip} for plan in saved["turns"]
        ]

    def test_the_rules_of_the_table_matter(self) -> None:
        for options, ruleset in (
            ([], RULEBOOK),
            (["--ruleset", "reference-manual"], REFERENCE_MANUAL),
        ):
            plans = json.loads(run(*VIEW, *FEW, "--json", *options).out)["turns"]
            plays = [plan["play"] for plan in plans if plan["play"]]
            play = next(one for one in plays if len(one["words"][0]["word"]) == 5)
            assert play["money"] == ruleset.payout.coins[5]

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
