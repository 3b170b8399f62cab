"""The commands `analyze` and `advise`, and the analysis: what each turn of a game has cost."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import re
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest
from support.commands import Result, record_game, say, talk, terminal
from support.games import exchanging
from support.records import LOST_ALREADY, tracked_game

from letter_tycoon_solver.advisor import (
    Analysis,
    Decision,
    Evaluation,
    Interrupted,
    Opponents,
    StaticPlayer,
    Verdict,
    advise,
    analyze,
    summarize,
)
from letter_tycoon_solver.advisor.analysis import FIRST_GAME, carried_out
from letter_tycoon_solver.advisor.reasons import difference, reasons
from letter_tycoon_solver.advisor.simulation import BEST, LEVEL_OF, Simulation, candidates_of
from letter_tycoon_solver.batch import ExecutorDiedError
from letter_tycoon_solver.cli.analyze import lost_text, score_text
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    CHALLENGE,
    Action,
    ActionKind,
    Game,
    GameState,
    Phase,
    RandomPlayer,
    SeenState,
    lay,
)
from letter_tycoon_solver.game.table import AT_A_TABLE
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.play import HAND, PlayedWord
from letter_tycoon_solver.rules.ruleset import REFERENCE_MANUAL, RULEBOOK, ChallengeMode, Ruleset

NAMES = ["Ann", "Ben"]
PLAYOUTS = 400


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games") / "game.jsonl"


@pytest.fixture(scope="module")
def game(file: Path, lexicon: Lexicon) -> Game:
    """Recorded: Ann plays by static evaluation, Ben at random."""
    return record_game(file, NAMES, 8, lexicon, StaticPlayer(), RandomPlayer(5))


@pytest.fixture(scope="module")
def analysis(game: Game, lexicon: Lexicon) -> Analysis:
    return analyze(game, lexicon, playouts=PLAYOUTS)


class TestAnalysis:
    def test_every_turn_is_there_as_it_was_played(
        self, analysis: Analysis, game: Game, lexicon: Lexicon
    ) -> None:
        starts = [
            (state, action)
            for state, action in zip(game.states, game.history, strict=False)
            if state.phase is Phase.START
        ]
        assert len(analysis.decisions) == len(starts)
        for decision, (state, action) in zip(analysis.decisions, starts, strict=True):
            assert (decision.round, decision.player) == (state.round, state.active)
            match action:
                case Action(ActionKind.PLAY, _, words):
                    if decision.played.play is None:
                        assert decision.taken_back == "".join(word.word for word in words)
                        assert decision.taken_back not in lexicon
                    else:
                        assert decision.played.play.words == words
                case Action(ActionKind.EXCHANGE, cards):
                    assert decision.played.play is None
                    assert decision.played.discards == cards
                case Action(ActionKind.REPLACE, card):
                    assert decision.played.replace == card
        bought = "".join(d.played.buy for d in analysis.decisions if d.player == 0)
        assert sorted(bought) == sorted(game.state.seats[0].patents)
        discards = [a.cards for a in game.history if a.kind is ActionKind.DISCARD]
        assert discards == [d.played.discards for d in analysis.decisions if d.played.play]

    def test_errors_are_as_if_one_more_game_had_ended_otherwise(self, analysis: Analysis) -> None:
        lost = [one for one in analysis.decisions if one.verdict is not Verdict.BEST]
        assert all(min(one.win_se, one.win_loss_se) >= 1 / one.games for one in lost)

    def test_chances_are_against_people(
        self, analysis: Analysis, game: Game, lexicon: Lexicon
    ) -> None:
        assert analysis.opponents is AT_A_TABLE
        decision = analysis.decisions[0]
        seen, evaluation = game.states[0].seen_by(decision.player), Evaluation.of(lexicon.digest)
        chances = []
        for opponents in (AT_A_TABLE, Opponents.STATIC):
            level = LEVEL_OF[opponents]
            games, candidate = carried_out(seen, decision.best, evaluation, 0, level)
            _, wins = games.play([candidate], FIRST_GAME, decision.games, lexicon, None)
            chances.append(wins.mean())
        assert decision.win == pytest.approx(chances[0])
        assert chances[0] > chances[1]

    def test_what_was_told_is_kept_after_ctrl_c(
        self, analysis: Analysis, game: Game, lexicon: Lexicon
    ) -> None:
        told: list[Decision] = []

        def stop_at_two(decision: Decision) -> None:
            told.append(decision)
            if len(told) == 2:
                raise KeyboardInterrupt

        with pytest.raises(Interrupted, match="after 2 decisions") as stopped:
            analyze(game, lexicon, playouts=PLAYOUTS, progress=stop_at_two)
        done = stopped.value.done
        assert done.decisions == tuple(told) == analysis.decisions[:2]
        assert done.victories == analysis.victories
        assert [one.turns for one in done.summaries()] == [1, 1]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"seconds": 0}, "seconds is 0"),
            ({"seconds": True}, "seconds is True"),
            ({"playouts": 7}, "playouts is 7"),
            ({"playouts": 10, "seconds": 1}, "give one of them"),
            ({"seed": -1}, "seed is -1"),
            ({"seats": [5]}, r"seats is \[5\]; give numbers from 0 to 1"),
        ],
    )
    def test_bad_arguments(
        self, game: Game, lexicon: Lexicon, arguments: dict[str, object], message: str
    ) -> None:
        with pytest.raises(InvalidInputError, match=message):
            analyze(game, lexicon, **arguments)  # type: ignore[arg-type]

    def test_a_new_game(self, lexicon: Lexicon) -> None:
        with pytest.raises(InvalidInputError, match="nothing to analyze"):
            analyze(Game(NAMES, 8, lexicon), lexicon)
        with pytest.raises(InvalidInputError, match="give a Game"):
            analyze("game", lexicon)  # type: ignore[arg-type]
        with pytest.raises(InvalidInputError, match="give a Lexicon"):
            analyze(Game(NAMES, 8, lexicon), 7)  # type: ignore[arg-type]


def test_carried_out_plans_play_the_same_games(
    game: Game, lexicon: Lexicon, evaluation: Evaluation
) -> None:
    """Words that are laid and paid beforehand, and those that the kernels lay and pay."""
    n_plays = 0
    for state in game.states:
        if state.phase is not Phase.START:
            continue
        seen = state.seen_by(state.active)
        simulation = Simulation.of(seen, evaluation, 7).to_the_end()
        found = candidates_of(seen, lexicon, evaluation)
        for candidate in [*found[:3], found[-1]]:
            expected = simulation.play([candidate], 5, 20, lexicon, None)
            way, again = carried_out(seen, candidate.turn, evaluation, 7, BEST)
            assert again.turn == candidate.turn
            for mine, other in zip(way.play([again], 5, 20, lexicon, None), expected, strict=True):
                assert mine.tolist() == other.tolist()
            n_plays += candidate.turn.play is not None
    assert n_plays > 20


class TestChallenges:
    """Letters that are not a word lie, and the others notice or do not."""

    def with_a_bluff(self, lexicon: Lexicon, ruleset: Ruleset = RULEBOOK) -> Game:
        game = Game(NAMES, 8, lexicon, ruleset)
        hand = game.state.active_seat.hand
        assert hand[:4] not in lexicon
        game.apply(lay((PlayedWord(hand[:4], HAND * 4),)))
        return game

    def test_taken_back(self, lexicon: Lexicon) -> None:
        game = self.with_a_bluff(lexicon)
        hand = game.state.active_seat.hand
        game.apply(CHALLENGE)
        game.apply(exchanging(hand[0]))
        # So many that the loss stands out from its error.
        (decision,) = analyze(game, lexicon, playouts=4 * PLAYOUTS).decisions
        assert decision.taken_back == hand[:4]
        assert decision.played.notation == f"exchange {hand[0]}"
        assert decision.lead_loss > 3 * decision.lead_loss_se

    def test_a_try_that_was_refused_costs_nothing(self, lexicon: Lexicon) -> None:
        rule = dataclasses.replace(RULEBOOK.challenge, mode=ChallengeMode.AUTOMATIC, retries=1)
        game = self.with_a_bluff(lexicon, dataclasses.replace(RULEBOOK, challenge=rule))
        assert game.state.turn.failed_words == 1
        game.apply(exchanging(""))
        (decision,) = analyze(game, lexicon, playouts=PLAYOUTS).decisions
        assert decision.played.notation == "exchange nothing"


@pytest.mark.usefixtures("game")
class TestCommand:
    def run(self, *args: str) -> Result:
        return talk(["analyze", *args], say())

    def test_json_is_the_analysis(self, file: Path, analysis: Analysis) -> None:
        result = self.run(str(file), "--playouts", str(PLAYOUTS), "--json")
        assert (result.code, result.err) == (0, "")
        found = json.loads(result.out)
        assert (found["file"], found["names"]) == (str(file), NAMES)
        assert tuple(found["victories"]) == analysis.victories
        assert tuple(found["leads"]) == analysis.leads
        for data, decision in zip(found["decisions"], analysis.decisions, strict=True):
            fields = {field.name for field in dataclasses.fields(decision)}
            of_it = {"is_decided", "sure_loss", "sure_lead_loss"}
            assert set(data) == fields | of_it | {"verdict", "difference"}
            assert data["played"]["turn"] == decision.played.notation
            assert data["best"]["turn"] == decision.best.notation
            assert data["verdict"] == decision.verdict.value
            assert data["difference"] == decision.difference.value
            for name in fields - {"played", "best"} | of_it:
                assert data[name] == getattr(decision, name)
        for data, summary in zip(found["summaries"], analysis.summaries(), strict=True):
            assert data == dataclasses.asdict(summary)
        told = [(one["decision"], one["in_words"]) for one in found["costliest"]]
        words = analysis.costliest_in_words()
        assert told == [
            (analysis.decisions.index(decision), said)
            for decision, said in zip(analysis.costliest(), words, strict=True)
        ]

    def test_the_rows(self, file: Path, analysis: Analysis) -> None:
        result = self.run(str(file), "--playouts", str(PLAYOUTS))
        lines = iter(result.out.splitlines()[2:])
        for decision in analysis.decisions:
            row = next(lines)
            assert (decision.taken_back or decision.played.notation) in row
            assert f" {decision.verdict.value} " in row
            if decision.verdict is not Verdict.BEST:
                assert f" {lost_text(decision)} " in row
                assert next(lines).strip() == f"> {decision.best.notation}"
        rest = "\n".join(lines)
        for summary in analysis.summaries():
            assert f" {score_text(summary)} " in rest
        assert analysis.costliest()
        for line in analysis.costliest_in_words():
            assert f"\n  {line}\n" in rest

    def test_nothing_cost_more_than_its_error(self, file: Path) -> None:
        result = self.run(str(file), "--playouts", "8", "--player", "Ann")
        assert "No turn lost more than its error." in result.out
        assert "costliest" not in result.out

    @pytest.mark.usefixtures("analysis")  # So that all is compiled.
    def test_a_terminal_of_80_columns(self, tmp_path: Path, lexicon: Lexicon) -> None:
        names = ["Maximilian-Alexander the Third", "Wolfgang"]
        record_game(tmp_path / "game.jsonl", names, 8, lexicon, *[StaticPlayer()] * 2, n_rounds=1)
        args = ("analyze", str(tmp_path / "game.jsonl"), "--playouts", "40")
        with terminal(*args, columns=80) as screen:
            code, text = screen.end()
        assert code == 0
        assert max(map(len, text.splitlines())) <= 80
        assert "Maximilian-Ale" in text
        assert "Score %" in text
        assert "No score for Maximilian" in text

    @pytest.mark.usefixtures("analysis")
    def test_ctrl_c_keeps_what_was_shown(self, file: Path) -> None:
        with terminal("analyze", str(file), "--seconds", "0.2") as screen:
            shown = screen.wait_for("    2  ")
            screen.press_ctrl_c()
            code, rest = screen.end()
        assert code == 130
        assert shown.count("    1  ") == 2
        assert "Score %" in rest
        assert "Stopped after " in rest
        assert "Traceback" not in rest

    @pytest.mark.slow
    def test_one_player(self, file: Path) -> None:
        result = self.run(str(file), "--playouts", "40", "--player", "Ben")
        assert result.code == 0
        assert "Ann" not in result.out


def test_what_a_decided_turn_has_lost_is_told_in_dollars() -> None:
    for loss, said in ((8.2, "$8.2 ± 1.1"), (-8.2, "-$8.2 ± 1.1")):
        decided = dataclasses.replace(LOST_ALREADY, lead_loss=loss, lead_loss_se=1.1)
        assert lost_text(decided) == said


# Several games, and files that are none.


FEW = 16


@pytest.fixture(scope="module")
def common() -> Lexicon:
    return Lexicon.load("common")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory, common: Lexicon) -> Path:
    """Two games, and nothing else."""
    folder = tmp_path_factory.mktemp("games")
    record_game(folder / "a.jsonl", ["Ann", "Ben"], 1, common, n_rounds=2)
    record_game(folder / "b.jsonl", ["Cleo", "Ann"], 2, common, n_rounds=1)
    return folder


@pytest.fixture
def folder(games: Path, tmp_path: Path) -> Path:
    """These games, and what else lies in folders."""
    folder = tmp_path / "games"
    shutil.copytree(games, folder)
    (folder / "notes.txt").write_text("Ann plays well\n")
    (folder / "below.jsonl").mkdir()
    return folder


def analyzed(*args: object) -> Result:
    return talk(["analyze", *map(str, args), "--playouts", str(FEW)], say())


def test_a_line_a_game_and_totals(folder: Path) -> None:
    result = analyzed(folder)
    assert (result.code, result.err) == (0, "")
    assert max(map(len, result.out.splitlines())) <= 80
    head, _, first, second, empty, *totals = result.out.splitlines()
    assert head.split()[:2] == ["Game", "Turns"]
    assert first.split()[:3] == ["a.jsonl", "4", "Ann"]
    assert second.split()[:3] == ["b.jsonl", "2", "Cleo"]
    assert empty == ""
    names = [line.split()[0] for line in totals if line[:1].isupper()]
    assert names[:4] == ["Player", "Ann", "Ben", "Cleo"]


def test_what_turns_differ_by(folder: Path) -> None:
    lines = analyzed(folder).out.splitlines()
    head = next(at for at, line in enumerate(lines) if line.startswith("Differs by"))
    rows = lines[head + 2 : lines.index("", head)]
    found = json.loads(analyzed(folder, "--json").out)
    kinds = [one["difference"] for game in found["games"] for one in game["decisions"]]
    assert {row[:13].strip(): int(row[13:].split()[0]) for row in rows} == Counter(kinds)


def test_habits_by_month_and_what_was_missed(folder: Path) -> None:
    """The same figures in words and in JSON; the months are those of the files."""
    for name, day in (("a.jsonl", 1_770_000_000), ("b.jsonl", 1_780_000_000)):
        os.utime(folder / name, (day, day))
    habits = json.loads(analyzed(folder, "--json").out)["habits"]
    assert [one["player"] for one in habits] == ["Ann", "Ben", "Cleo"]
    ann = habits[0]
    assert [(one["month"], one["turns"]) for one in ann["months"]] == [
        ("2026-02", 2),
        ("2026-05", 1),
    ]
    text = analyzed(folder).out
    for one in habits:
        for month in one["months"]:
            lost = 100 * sum(kind["win_loss"] for kind in month["kinds"])
            row = [one["player"], month["month"], str(month["games"]), str(month["turns"])]
            assert re.search(r"\s+".join(map(re.escape, [*row, f"{lost:.1f}"])), text)
        for word in one["words"]:
            assert re.search(
                rf"Words {one['player']} missed and never laid: .*{word['word']}", text
            )
        for patent in one["patents"]:
            assert re.search(rf"Patents {one['player']} bought .*: .*{patent['letter']}", text)


def test_the_figures_are_those_of_each_game(folder: Path, common: Lexicon) -> None:
    result = analyzed(folder, "--json")
    assert (result.code, result.err) == (0, "")
    found = json.loads(result.out)
    files = [folder / "a.jsonl", folder / "b.jsonl"]
    expected = [analyze(Game.load(file), common, playouts=FEW) for file in files]
    assert [one["file"] for one in found["games"]] == [str(file) for file in files]
    for data, analysis in zip(found["games"], expected, strict=True):
        wins = [decision["win"] for decision in data["decisions"]]
        assert wins == [decision.win for decision in analysis.decisions]
    totals = summarize(expected)
    assert [(t["name"], t["games"], t["turns"], t["score"]) for t in found["totals"]] == [
        (t.name, t.games, t.turns, t.score) for t in totals
    ]
    assert found["left_out"] == []


@pytest.fixture
def tracked(tmp_path: Path, common: Lexicon) -> Path:
    """A game of people with a turn of Ben, who told it, and a purchase of Ann."""
    path = tmp_path / "tracked.jsonl"
    with tracked_game(common) as game:
        game.record_to(path)
    return path


def test_a_tracked_game(tracked: Path) -> None:
    result = analyzed(tracked)
    assert (result.code, result.err) == (0, "")
    rows = [line.split() for line in result.out.splitlines() if line.startswith("    ")]
    assert [(row[0], row[1]) for row in rows if row[0] != ">"] == [("1", "Ben"), ("1", "Ann")]
    assert " LANe" in result.out
    assert "\nBen " in result.out


@pytest.mark.parametrize("content", [b"hello\n", bytes(range(256)), None], ids=repr)
def test_junk_is_named_and_skipped(folder: Path, content: bytes | None) -> None:
    file = folder / "a.jsonl"
    file.write_bytes(file.read_bytes()[:60] if content is None else content)
    result = analyzed(folder)
    assert result.code == 1
    assert result.err.count("Left out: ") == 1
    assert str(folder / "a.jsonl") in result.err
    assert "notes.txt" not in result.err
    assert "b.jsonl" in result.out
    found = json.loads(analyzed(folder, "--json").out)
    assert [one["file"] for one in found["left_out"]] == [str(folder / "a.jsonl")]
    assert found["left_out"][0]["why"]


def test_files_by_name(games: Path) -> None:
    result = analyzed(
        games / "b.jsonl", games / "missing.jsonl", games / "a.jsonl", games / "b.jsonl"
    )
    assert result.code == 1
    assert "missing.jsonl: cannot be read" in result.err
    rows = [line.split()[0] for line in result.out.splitlines() if ".jsonl" in line]
    assert rows == ["b.jsonl", "a.jsonl"]


def test_what_has_no_turn_of_the_player_is_no_failure(folder: Path, common: Lexicon) -> None:
    record_game(folder / "c.jsonl", ["Ben", "Dora"], 3, common, n_rounds=0)
    result = analyzed(folder, "--player", "Ben")
    assert result.code == 0
    assert "b.jsonl: there is no player 'Ben'" in result.err
    assert "c.jsonl: no turn of the players is finished" in result.err
    assert "a.jsonl" in result.out
    assert "Ann" not in result.out


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize(
    ("error", "code"), [(KeyboardInterrupt(), 130), (ExecutorDiedError("it broke down"), 1)]
)
def test_games_that_were_done_are_shown_when_it_ends_early(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, as_json: bool
) -> None:
    n_calls = 0

    def second_is_stopped(*args: object, **options: object) -> object:
        nonlocal n_calls
        n_calls += 1
        if n_calls == 2:
            raise error
        return analyze(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("letter_tycoon_solver.cli.analyze.analyze", second_is_stopped)
    result = analyzed(folder, *(["--json"] if as_json else []))
    assert result.code == code
    assert "Stopped after 1 of 2 games." in result.err
    if as_json:
        found = json.loads(result.out)
        assert [Path(one["file"]).name for one in found["games"]] == ["a.jsonl"]
        assert [total["name"] for total in found["totals"]] == ["Ann", "Ben"]
    else:
        assert "a.jsonl" in result.out
        assert "b.jsonl" not in result.out
        assert "\nBen " in result.out


# `advise`: from a record, from what is typed in, and in `play` ------------------------------------


PLAYERS = ["Ann", "Ben", "Cleo"]
VIEW = ("JWLEANZ", "EES", "--opponent", "E")
BRIEFLY = ("--playouts", "200")
N_ENOUGH = 12_000
ENOUGH = ("--playouts", f"{N_ENOUGH}")
"""Games enough for chances."""


@pytest.fixture(scope="module")
def begun_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games") / "game.jsonl"


@pytest.fixture(scope="module", autouse=True)
def begun(begun_file: Path, lexicon: Lexicon) -> Game:
    """Three greedy players, recorded up to the start of a turn in round 3; the search is used."""
    begun = record_game(begun_file, PLAYERS, 8, lexicon, n_rounds=2)
    advise(begun.state, lexicon, playouts=24)
    return begun


def advised(*args: str) -> Result:
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
    def test_json_is_the_advice(self, begun_file: Path, begun: Game, lexicon: Lexicon) -> None:
        result = advised(str(begun_file), *BRIEFLY, "--seed", "3", "--json")
        assert (result.code, result.err) == (0, "")
        found = json.loads(result.out)
        advice = advise(begun.state, lexicon, playouts=200, seed=3)
        seen = begun.state.seen_by(begun.state.active)
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
            assert data["reasons"] == list(reasons(ranked.turn, seen, evaluation, PLAYERS))

    def test_opponents_are_taken_for_what_is_said(
        self, begun_file: Path, begun: Game, lexicon: Lexicon
    ) -> None:
        assert json.loads(advised(str(begun_file), *BRIEFLY, "--json").out)["opponents"] == "common"
        result = advised(str(begun_file), *ENOUGH, "--opponents", "STATIC", "--json")
        found = json.loads(result.out)
        advice = advise(begun.state, lexicon, playouts=N_ENOUGH, opponents="static")
        assert found["opponents"] == "static"
        for data, ranked in zip(found["turns"], advice.turns, strict=True):
            is_told = not math.isnan(ranked.win)
            assert data["win"] == (ranked.win if is_told else None)
            assert data["lead_loss"] == (ranked.lead_loss if is_told else None)
        assert found["turns"][0]["win"] is not None

    def test_the_table(self, begun_file: Path, begun: Game, lexicon: Lexicon) -> None:
        result = advised(str(begun_file), *BRIEFLY, "--top", "3")
        advice = advise(begun.state, lexicon, playouts=200)
        lines = result.out.splitlines()
        for number, (line, ranked) in enumerate(zip(lines[2:], advice.turns[:3], strict=False), 1):
            assert line.split()[0] == str(number)
            assert ranked.notation in line
        assert not lines[5]
        assert f"Why {advice.best.notation}:" in lines
        for reason in reasons(
            advice.best.turn,
            begun.state.seen_by(begun.state.active),
            Evaluation.of(lexicon.digest),
            PLAYERS,
        ):
            assert f"  {reason}" in lines
        (line,) = (one for one in lines if one.startswith("Table: "))
        text = line.removeprefix("Table: ").strip('"')
        assert SeenState.parse(text, lexicon) == begun.state.seen_by(begun.state.active)
        again = advised("--table", text, *BRIEFLY, "--top", "3").out.splitlines()
        assert [again[0], *again[2:5], line] == [lines[0], *lines[2:5], again[-1]]

    def test_no_percentage_before_there_are_games_enough(self, begun_file: Path) -> None:
        few, enough = advised(str(begun_file), *BRIEFLY), advised(str(begun_file), *ENOUGH)
        first = re.compile(r"^ *1  .* (\S+) +(\S+) +(\S+) +(\S+) +[\d,]+ +\S+$", re.MULTILINE)
        assert [*first.findall(few.out)] == [("-", "-", "-", "-")]
        assert "Too few to tell chances: the turns are in the order of equity." in few.out
        ((chance, error, *_),) = first.findall(enough.out)
        assert re.fullmatch(r"~?\d+\.\d", chance)
        assert re.fullmatch(r"\d+\.\d", error)

    def test_what_is_nearly_sure_has_no_error(self) -> None:
        table = ("JWLEANZ", "EES", "--patents", "AEITBX", "--opponent", "", "--round", "9")
        sure = (*table, *ENOUGH)
        result = advised(*sure)
        assert re.search(r"^ *1  .* >99\.9 +- ", result.out, re.MULTILINE)
        assert "100.0" not in result.out
        first = json.loads(advised(*sure, "--json").out)["turns"][0]
        assert (first["win"], first["win_se"]) == (1, None)

    def test_reasons_keep_their_indent_on_a_narrow_terminal(
        self, begun_file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "50")
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm")
        out = re.sub(r"\x1b\[[0-9;]*m", "", advised(str(begun_file), *BRIEFLY).out)
        _, _, why = out.partition("\nWhy ")
        lines = why.partition(":\n")[2].partition("\nTable: ")[0].rstrip().splitlines()
        assert all(re.match("  ( {2})?[^ ]", line) for line in lines)
        assert any(line.startswith("    ") for line in lines)
        assert max(map(len, lines)) <= 50

    def test_the_player_by_name_or_number(self, begun_file: Path, begun: Game) -> None:
        active = begun.state.active
        result = advised(str(begun_file), *BRIEFLY)
        told = result.out[result.out.index("Why") :]
        for player in (PLAYERS[active], str(active)):
            assert told in advised(str(begun_file), *BRIEFLY, "--player", player).out

    def test_a_file_whose_name_is_letters(
        self, begun_file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(begun_file.parent)
        Path("JWLEANZ").write_bytes(begun_file.read_bytes())
        assert advised("JWLEANZ", *BRIEFLY).code == 0
        assert "--opponent does not go with the record" in advised("JWLEANZ", "--opponent", "").err


class TestTypedIn:
    def test_the_same_advice_as_from_the_game(
        self, begun_file: Path, begun: Game, lexicon: Lexicon
    ) -> None:
        typed = json.loads(advised(*typed_from(begun.state), *BRIEFLY, "--json").out)
        seen, view = (
            begun.state.seen_by(begun.state.active),
            SeenState.parse(typed["table"], lexicon),
        )
        order = seen.clockwise_from(seen.viewer)
        assert view.seats == tuple(seen.seats[player] for player in order)
        assert (view.round, view.discards) == (seen.round, seen.discards)
        assert view.start_player == order.index(seen.start_player)
        saved = json.loads(advised(str(begun_file), *BRIEFLY, "--json").out)
        strip = ("turn", "win", "lead", "playouts", "equity")
        assert [{key: plan[key] for key in strip} for plan in typed["turns"]] == [
            {key: plan[key] for key in strip} for plan in saved["turns"]
        ]

    def test_the_rules_of_the_table_matter(self) -> None:
        for options, ruleset in (
            ([], RULEBOOK),
            (["--ruleset", "reference-manual"], REFERENCE_MANUAL),
        ):
            plans = json.loads(advised(*VIEW, *BRIEFLY, "--json", *options).out)["turns"]
            plays = [plan["play"] for plan in plans if plan["play"]]
            play = next(one for one in plays if len(one["words"][0]["word"]) == 5)
            assert play["money"] == ruleset.payout.coins[5]

    def test_replaced(self) -> None:
        before = json.loads(advised(*VIEW, "--patents", "Q", *BRIEFLY, "--json").out)["turns"]
        after = json.loads(advised(*VIEW, "--patents", "Q", "--replaced", *BRIEFLY, "--json").out)[
            "turns"
        ]
        assert any(plan["replace"] for plan in before)
        assert not any(plan["replace"] for plan in after)

    def test_a_lexicon_without_tables_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "few.txt"
        path.write_text("JEWELS\nJAWS\nLEAN\n")
        result = advised(*VIEW, *BRIEFLY, "--lexicon", str(path), "--json")
        assert result.code == 0
        assert "has no tables of its own" in result.err
        assert json.loads(result.out)["own_tables"] is False

    def test_the_start_player_follows_where_only_one_can_be(self) -> None:
        result = advised("JWLEANZ", "EES", "--opponent", "AEIORT", "--money", "5", *BRIEFLY)
        assert result.code == 0
        assert "The goal is reached, this is the last turn" in result.out

    def test_plans_that_make_no_difference(self) -> None:
        result = advised("JWLEANZ", "EES", "--opponent", "AEITSOR", *ENOUGH)
        assert "Beyond doubt no other turn is better." in result.out
        assert re.search("Over the second, .*: worth the same[.]", result.out)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX terminals")
def test_ctrl_c_ends_the_thinking_and_the_advice_is_shown() -> None:
    with terminal("advise", *VIEW, "--seconds", "600", "--top", "3") as person:
        person.wait_for("Lead")
        person.type("\x03")
        code, out = person.end()
    assert code == 0
    assert "Stopped" in out
    assert "Why " in out
