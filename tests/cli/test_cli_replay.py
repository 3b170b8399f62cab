"""The command `replay`: the steps of a recorded game."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from support.commands import Talk, say, talk
from support.games import discarding, exchanging

from letter_tycoon_solver.game import (
    Action,
    ActionKind,
    Game,
    GameState,
    GreedyPlayer,
    Phase,
    Player,
    RandomPlayer,
    ranking_text,
)
from letter_tycoon_solver.game.rules import apply
from letter_tycoon_solver.lexicon import Lexicon

NAMES = ["Ann", "Ben", "Cleo"]


def finished_game(file: Path, lexicon: Lexicon) -> Game:
    """A recorded game between two greedy players and a random one."""
    players: list[Player] = [GreedyPlayer(), RandomPlayer(5), GreedyPlayer()]
    with Game(NAMES, 8, lexicon) as game:
        game.record_to(file)
        while not game.state.is_over:
            asked = game.state.to_act
            game.push(players[asked].choose(game.state.seen_by(asked)))
    return game


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games") / "game.jsonl"


@pytest.fixture(scope="module")
def game(file: Path) -> Game:
    return finished_game(file, Lexicon.load())


@pytest.fixture
def damaged(file: Path, game: Game, tmp_path: Path) -> Path:  # noqa: ARG001 (writes the file)
    """A copy, to be damaged."""
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(file.read_bytes())
    return copy


def replay(path: Path, *options: str) -> Talk:
    return talk(["replay", str(path), *options], say())


class TestAllSteps:
    def test_every_action_is_told(self, file: Path, game: Game) -> None:
        result = replay(file)
        assert (result.code, result.err) == (0, "")
        lines = result.out.splitlines()
        for state, action in zip(game.states, game.history, strict=False):
            name = game.names[state.to_act]
            if action.kind is ActionKind.ACCEPT:
                continue
            if action.kind is ActionKind.PLAY:
                assert any(line.startswith(f"  {name}: play ") for line in lines)
            if action.kind is ActionKind.EXCHANGE and action.cards:
                done = discarding(action.cards) if state.phase is Phase.PENALTY else action
                assert any(line.startswith(f"  {name}: {done}") for line in lines)
        played = [
            after.turn.play.notation
            for after, action in zip(game.states[1:], game.history, strict=True)
            if action.kind is ActionKind.PLAY and after.turn.play
        ]
        told = [line.partition(": play ")[2] for line in lines if ": play " in line]
        assert [line.partition(";")[0] for line in told] == played

    def test_json_plays_the_game_again(self, file: Path, game: Game) -> None:
        result = replay(file, "--json")
        assert (result.code, result.err) == (0, "")
        told = json.loads(result.out)
        state = GameState.from_dict(told["start"], Lexicon.load())
        for step in told["steps"]:
            assert (step["round"], step["player"]) == (state.round, state.to_act)
            state = apply(state, Action.parse(step["do"]))
        assert state == game.state
        assert (told["names"], told["end"]) == (NAMES, state.to_dict())
        assert told["ranking"] == [list(players) for players in state.ranking]
        assert replay(file, "--json", "--notation").code == 2

    def test_every_turn_has_a_heading_with_the_cards(self, file: Path, game: Game) -> None:
        turns: dict[tuple[int, int], GameState] = {}
        for state in game.states:
            turns.setdefault((state.round, state.active), state)
        headings = [line for line in replay(file).out.splitlines() if line.startswith("Round ")]
        assert len(headings) == len(turns)
        for heading, state in zip(headings, turns.values(), strict=True):
            assert heading.startswith(f"Round {state.round}")
            assert game.names[state.active] in heading
            assert f"hand {state.active_seat.hand}, community {state.community.lower()}" in heading

    def test_final_scores(self, file: Path, game: Game) -> None:
        result = replay(file)
        assert ranking_text(game.state, game.names) in result.out
        winner = game.names[game.state.ranking[0][0]]
        assert result.out.splitlines()[-1].startswith(f"Winner: {winner}")

    def test_what_was_undone_is_left_out(self, tmp_path: Path) -> None:
        path = tmp_path / "undone.jsonl"
        with Game(NAMES, 8, Lexicon.load()) as game:
            game.record_to(path)
            hand = game.state.active_seat.hand
            game.apply(exchanging(hand[0]))
            game.undo()
            game.apply(exchanging(hand))
        result = replay(path)
        name = game.names[game.states[0].active]
        assert f"  {name}: exchange {hand}\n" in result.out
        assert f"  {name}: exchange {hand[0]}\n" not in result.out
        assert (
            f"The record ends in round 1; {game.names[game.state.to_act]} is asked." in result.out
        )

    def test_a_game_without_a_step(self, tmp_path: Path) -> None:
        path = tmp_path / "new.jsonl"
        with Game(NAMES, 8, Lexicon.load()) as game:
            game.record_to(path)
        result = replay(path)
        assert result.code == 0
        assert "The record ends in round 1" in result.out

    def test_a_list_of_the_user(self, tmp_path: Path) -> None:
        words, path = tmp_path / "mine.txt", tmp_path / "game.jsonl"
        words.write_text("jaw\njewels\n")
        with Game(NAMES, 8, Lexicon.load(words)) as game:
            game.record_to(path)
        assert replay(path, "--lexicon", str(words)).code == 0
        result = replay(path)
        assert (result.code, result.out) == (2, "")
        assert "line 1" in result.err
        assert "mine.txt" in result.err


def rename_lexicon(record: Path, name: str) -> None:
    """Gives the lexicon of a record without steps another name."""
    header = json.loads(record.read_text("ascii"))
    header["lexicon"]["name"] = name
    record.write_text(json.dumps(header) + "\n", "ascii")


class TestNamesOfFiles:
    """A record may come from anyone: no command opens a file that only the record names."""

    @pytest.mark.parametrize("name", ["/etc/passwd", "../mine.txt", "mine.txt", "fifo"])
    @pytest.mark.parametrize("command", [["replay"], ["analyze"], ["advise"], ["play", "--resume"]])
    def test_the_list_is_to_be_given(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], name: str
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("mine.txt").write_text("jaw\njewels\n")
        if hasattr(os, "mkfifo"):
            os.mkfifo("fifo")

        with Game(NAMES, 8, Lexicon.load("mine.txt")) as game:
            game.record_to("game.jsonl")
        rename_lexicon(Path("game.jsonl"), name)
        result = talk([*command, "game.jsonl"], say())
        assert (result.code, result.out) == (2, "")
        assert f"{name!r}, which is not one of the shipped ones" in result.err
        assert "--lexicon FILE" in result.err
        assert replay(Path("game.jsonl"), "--lexicon", "mine.txt").code == 0


def test_a_game_that_is_played_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Game(NAMES, 8, Lexicon.load()) as game:
        game.record_to(path)
        result = talk(["play", "--resume", str(path)], say())
        assert (result.code, result.out) == (2, "")
        assert "is open in another game" in result.err
        assert replay(path).code == 0
    Game.resume(path).close()


class TestBadFiles:
    def assert_error(self, path: Path, line: int, part: str) -> None:
        result = replay(path)
        assert (result.code, result.out) == (2, "")
        (error,) = result.err.splitlines()
        assert error.startswith(f"Error: {path}, line {line}: ")
        assert part in error

    def test_a_changed_step(self, damaged: Path) -> None:
        lines = damaged.read_text().splitlines()
        lines[4] = lines[4].replace('"player": ', '"player": 1')
        damaged.write_text("\n".join(lines) + "\n")
        self.assert_error(damaged, 5, "the field 'player' is 1")

    def test_a_step_that_is_missing(self, damaged: Path) -> None:
        lines = damaged.read_text().splitlines()
        del lines[2]
        damaged.write_text("\n".join(lines) + "\n")
        self.assert_error(damaged, 3, "")

    def test_a_foreign_file(self, tmp_path: Path) -> None:
        path = tmp_path / "notes.txt"
        path.write_text("buy milk\n")
        self.assert_error(path, 1, "not a record of a game")

    def test_no_file(self, tmp_path: Path) -> None:
        result = replay(tmp_path / "nothing")
        assert (result.code, result.out) == (2, "")
        assert "cannot be read" in result.err

    def test_a_cut_off_line_is_mentioned(self, damaged: Path, game: Game) -> None:
        damaged.write_bytes(damaged.read_bytes()[:-10])
        result = replay(damaged)
        assert result.code == 0
        assert result.err == f"The last line of {damaged} was cut off and is left out.\n"
        assert f"The record ends in round {game.state.round}" in result.out


def test_a_game_from_a_state_has_no_cut(game: Game, tmp_path: Path) -> None:
    later = Game.from_state(game.states[20], NAMES)
    with later:
        later.record_to(tmp_path / "later.jsonl")
        for action in game.history[20:]:
            later.apply(action)
    whole = replay(tmp_path / "later.jsonl").out
    assert "cuts the deck" not in whole
    assert f"Start player: {NAMES[game.state.start_player]}." in whole
    assert ranking_text(game.state, NAMES) in whole
