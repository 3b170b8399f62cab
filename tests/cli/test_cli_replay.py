"""The commands `replay` and `import`: recorded games, and logs of games played online."""

from __future__ import annotations

import json
import os
import socket
import threading
from pathlib import Path

import pytest
from support.commands import Result, Run, assert_bad_input, record_game, say, talk
from support.games import discarding, short_words
from support.online import game_of, log_of, online_log, text_of

from letter_tycoon_solver.advisor.decisions import played_in
from letter_tycoon_solver.game import (
    Action,
    ActionKind,
    Game,
    GameState,
    GreedyPlayer,
    Phase,
    RandomPlayer,
    TrackedGame,
    ranking_text,
)
from letter_tycoon_solver.game.rules import apply
from letter_tycoon_solver.lexicon import Lexicon

NAMES = ["Ann", "Ben", "Cleo"]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games") / "game.jsonl"


@pytest.fixture(scope="module")
def game(file: Path) -> Game:
    """A recorded game between two greedy players and a random one."""
    players = GreedyPlayer(), RandomPlayer(5), GreedyPlayer()
    return record_game(file, NAMES, 8, Lexicon.load(), *players)


@pytest.fixture
def damaged(file: Path, game: Game, tmp_path: Path) -> Path:  # noqa: ARG001 (writes the file)
    """A copy, to be damaged."""
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(file.read_bytes())
    return copy


def replay(path: Path, *options: str) -> Result:
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
        assert ranking_text(game.state, game.names) in result.out
        winner = game.names[game.state.ranking[0][0]]
        assert lines[-1].startswith(f"Winner: {winner}")

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

    @pytest.mark.parametrize("lexicon", [None, "enable", []])
    def test_a_lexicon_that_is_none(self, damaged: Path, lexicon: object) -> None:
        header, *events = damaged.read_text().splitlines(keepends=True)
        header = json.dumps({**json.loads(header), "lexicon": lexicon}) + "\n"
        damaged.write_text("".join([header, *events]))
        self.assert_error(damaged, 1, "is not an object")

    def test_a_cut_off_line_is_mentioned(self, damaged: Path, game: Game) -> None:
        damaged.write_bytes(damaged.read_bytes()[:-10])
        result = replay(damaged)
        assert result.code == 0
        assert result.err == f"The last line of {damaged} was cut off and is left out.\n"
        assert f"The record ends in round {game.state.round}" in result.out


# `letter-tycoon import`: logs of games that were played online.


OF_TABLE = "740007919.jsonl"


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A folder with logs of three forms, and a file that is none."""
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "full.json").write_text(text_of(1), "utf-8")
    (folder / "page.HTML").write_text(log_of(1).page(0), "utf-8")
    (folder / "table.json").write_text(text_of(1, ()), "utf-8")
    (folder / "readme.txt").write_text("nothing", "utf-8")
    return folder


def scores(seed: int) -> str:
    state = game_of(seed).state
    order = [player for place in state.ranking for player in place]
    return ", ".join(f"{game_of(seed).names[p]} {state.scores[p].total}" for p in order)


class TestImport:
    def test_a_line_says_what_was_read(self, logs: Path, run: Run) -> None:
        result = run("import", str(logs / "full.json"))
        assert (result.code, result.err) == (0, "")
        (line,) = result.out.splitlines()
        n_turns = len({(s.round, s.active) for s in game_of(1).states})
        assert line == f"{logs / 'full.json'}: {scores(1)}; {n_turns} turns, all hands known"

    @pytest.mark.parametrize(
        ("name", "known"),
        [("page.HTML", "the hand of Player 0 known"), ("table.json", "no hand known")],
    )
    def test_whose_hands_are_known(self, logs: Path, run: Run, name: str, known: str) -> None:
        assert run("import", str(logs / name)).out.splitlines()[0].endswith(known)

    def test_what_cannot_be_used_is_said_in_a_sentence(self, logs: Path, run: Run) -> None:
        assert_bad_input(run("import", str(logs / "readme.txt")), "save the archive of a finished")
        log = online_log(game_of(1, 4))
        running = logs / "running.json"
        for packet in log.packets:
            packet["packet_type"] = "history"
        running.write_text(json.dumps(log.archive()), "utf-8")
        result = run("import", str(running))
        assert_bad_input(result, "the game is not over", "against the rules of the site")
        assert_bad_input(run("import", str(logs / "none.json")), "cannot be read")
        assert_bad_input(run("import", str(logs / "full.json"), "--lexicon", "none"), "none")

    def test_me_is_the_player_whose_record_it_is(self, logs: Path, run: Run) -> None:
        file = logs / "some.json"
        file.write_text(text_of(2, (1, 2)), "utf-8")
        result = run("import", str(file), "--me", "Player 2")
        assert "the hand of Player 2 known" in result.out
        assert_bad_input(run("import", str(file), "--me", "Player 0"), "does not tell the cards")

    def test_a_damaged_log_is_refused_with_the_place(self, logs: Path, run: Run) -> None:
        file = logs / "cut.json"
        file.write_text(text_of(1)[: len(text_of(1)) // 2], "utf-8")
        assert_bad_input(run("import", str(file)), "damaged in line 1, character", "was cut off")


class TestRecords:
    def test_they_are_named_after_the_table_and_can_be_judged(
        self, logs: Path, run: Run, tmp_path: Path
    ) -> None:
        out = tmp_path / "some" / "games"
        assert run("import", str(logs / "full.json"), "--out", str(out)).code == 0
        assert [path.name for path in out.iterdir()] == [OF_TABLE]
        game = Game.load(out / OF_TABLE)
        assert game.state.is_over
        assert {choice.seen.active for choice in played_in(game).choices} == {0, 1, 2}
        assert "Round 1: Player" in run("replay", str(out / OF_TABLE)).out

    def test_of_the_others_what_they_bought(self, logs: Path, run: Run, tmp_path: Path) -> None:
        assert run("import", str(logs / "table.json"), "--out", str(tmp_path)).code == 0
        record = str(tmp_path / OF_TABLE)
        told = json.loads(run("analyze", record, "--json").out)
        assert (told["decisions"], told["summaries"], told["costliest"]) == ([], [], [])
        bought = told["purchases"]
        assert {one["player"] for one in bought} == {0, 1, 2}
        for one in bought:
            assert one["loss"] == pytest.approx(
                one["best"]["equity"]["total"] - one["played"]["equity"]["total"]
            )
            assert (one["verdict"] == "best") == (one["loss"] == 0)
        shown = run("analyze", record)
        assert (shown.code, shown.err) == (0, "")
        assert "Score" not in shown.out
        lines = shown.out.splitlines()
        notations = {one["played"]["turn"] for one in bought}
        assert all(any(line.endswith(one) for line in map(str.rstrip, lines)) for one in notations)
        for number, player in enumerate(told["names"]):
            own = [one["loss"] for one in bought if one["player"] == number]
            row = next(line for line in lines if line.startswith(player)).split()
            assert row[2] == str(len(own))
            assert row[-1] == f"{sum(own) / len(own):.1f}"
        folder = run("analyze", str(tmp_path))
        assert f"no hand known; {len(bought)} purchases" in folder.out
        assert lines[-4:] == folder.out.splitlines()[-4:]
        assert_bad_input(run("analyze", record, "--player", "Ann"), "Ann")

    def test_a_game_whose_hands_are_not_all_known_is_replayed(
        self, logs: Path, run: Run, tmp_path: Path
    ) -> None:
        assert run("import", str(logs / "page.HTML"), "--out", str(tmp_path)).code == 0
        record = str(tmp_path / OF_TABLE)
        with TrackedGame.load(record) as game:
            texts, names, seat = [turn.text for turn in game.turns], game.names, game.seat
        shown = run("replay", record)
        assert (shown.code, shown.err) == (0, "")
        lines = shown.out.splitlines()
        assert [line[2:] for line in lines[1 : 2 * len(texts) : 2]] == texts
        headings = lines[: 2 * len(texts) : 2]
        assert all(", community " in line for line in headings)
        own = [line for line in headings if f": {names[seat or 0]}" in line]
        assert own == [line for line in headings if ", hand " in line] != []
        assert lines[-1].startswith("Winner")
        assert_bad_input(run("replay", record, "--json"), "is a tracked game")

    def test_a_log_that_is_not_imported_yet_is_no_record(self, logs: Path, run: Run) -> None:
        for name in ("full.json", "page.HTML"):
            for command in ("analyze", "replay"):
                said = f"letter-tycoon import {logs / name} --out games"
                assert_bad_input(run(command, str(logs / name)), said)
        assert_bad_input(run("replay", str(logs / "readme.txt")), "not a record of a game")

    def test_no_record_is_written_over(self, logs: Path, run: Run, tmp_path: Path) -> None:
        run("import", str(logs / "full.json"), "--out", str(tmp_path))
        before = (tmp_path / OF_TABLE).read_bytes()
        assert_bad_input(
            run("import", str(logs / "table.json"), "--out", str(tmp_path)), "exists already"
        )
        assert (tmp_path / OF_TABLE).read_bytes() == before

    def test_a_folder_that_cannot_be_made(self, logs: Path, run: Run) -> None:
        file = str(logs / "readme.txt")
        assert_bad_input(run("import", str(logs / "full.json"), "--out", file), "cannot be made")


class TestManyFiles:
    def test_a_folder_and_what_is_left_out(self, logs: Path, run: Run) -> None:
        (logs / "bad.json").write_text("{}", "utf-8")
        result = run("import", str(logs), str(logs / "full.json"))
        assert result.code == 1
        assert [line.split(": ")[0] for line in result.out.splitlines()] == [
            str(logs / name) for name in ("full.json", "page.HTML", "table.json")
        ]
        (line,) = result.err.splitlines()
        assert line.startswith(f"Left out: {logs / 'bad.json'}: the file has no log of a game")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX has pipes with names")
    def test_only_regular_files_of_a_folder_are_read(
        self, logs: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """To read from a pipe that nobody writes to takes for ever."""
        os.mkfifo(logs / "fifo.json")
        (logs / "folder.json").mkdir()
        (logs / "loop.json").symlink_to(logs / "loop.json")
        (logs / "none.html").symlink_to(logs / "nothing")
        (logs / "too.json").symlink_to(logs / "table.json")
        monkeypatch.chdir(logs)
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind("socket.json")
            result = run("import", ".", "--json")
        assert result.code == 1
        told = {
            line["file"]: line.get("error") for line in map(json.loads, result.out.splitlines())
        }
        odd = ("fifo.json", "folder.json", "loop.json", "none.html", "socket.json")
        assert told.keys() == {*odd, "full.json", "page.HTML", "table.json", "too.json"}
        assert {name for name, error in told.items() if error is not None} == set(odd)
        for name in odd:
            assert told[name].startswith("this is not a regular file")
            assert f"Left out: {name}: this is not a regular file" in result.err

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX has pipes with names")
    def test_a_pipe_that_is_named_is_read(self, logs: Path, run: Run) -> None:
        """`letter-tycoon import <(zcat log.json.gz)` names one."""
        pipe = logs / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_text, args=(text_of(1), "utf-8"))
        writer.start()
        result = run("import", str(pipe))
        writer.join()
        assert result.code == 0
        assert scores(1) in result.out

    @pytest.mark.slow
    def test_processes_give_the_same(self, logs: Path, run: Run) -> None:
        (logs / "bad.json").write_text("{}", "utf-8")
        alone = run("import", str(logs), "--json")
        assert run("import", str(logs), "--json", "--workers", "2") == alone


class TestJson:
    def test_a_line_a_file(self, logs: Path, run: Run) -> None:
        (logs / "bad.json").write_text("{}", "utf-8")
        result = run("import", str(logs), "--json")
        assert result.code == 1
        bad, full, page, table = map(json.loads, result.out.splitlines())
        assert bad.keys() == {"file", "error"}
        assert [game["known"] for game in (full, page, table)] == ["all", "seat", "table"]
        assert full.keys() == {"file", "finished", "known", "players", "turns"}
        assert full["file"] == str(logs / "full.json")
        assert full["finished"] is True
        state, names = game_of(1).state, game_of(1).names
        for player in full["players"]:
            at = names.index(player["name"])
            score = state.scores[at]
            assert player == {
                "name": player["name"],
                "seat": full["players"].index(player),
                "money": score.money,
                "stock": score.stock,
                "patents": "".join(sorted(state.seats[at].patents)),
                "patents_value": score.patents,
                "score": score.total,
                "place": player["place"],
            }
        assert sorted(player["place"] for player in full["players"]) == [1, 2, 3]
        keys = {"player", "move", "words", "bought", "discarded", "money", "stock"}
        assert all(turn.keys() == keys for turn in full["turns"])
        assert [turn["words"] for turn in full["turns"]] == [
            turn["words"] for turn in table["turns"]
        ]
        last = {turn["player"]: turn["stock"] for turn in full["turns"]}
        assert last == {player["seat"]: player["stock"] for player in full["players"]}


class TestNotation:
    def test_replay_writes_what_import_reads(self, run: Run, tmp_path: Path) -> None:
        lexicon = tmp_path / "words.txt"
        lexicon.write_text("\n".join(short_words()), "utf-8")
        game = Game(["Ann", "Ben"], 3, Lexicon.load(lexicon))
        game.push(f"exchange {game.state.active_seat.hand[0]}")
        game.push("exchange nothing")
        game.record_to(tmp_path / "game.jsonl")
        game.close()
        words = ("--lexicon", str(lexicon))
        text = run("replay", str(tmp_path / "game.jsonl"), "--notation", *words)
        assert (text.code, text.err) == (0, "")
        posted = tmp_path / "posted.txt"
        posted.write_text(text.out, "utf-8")
        result = run("import", str(posted), "--out", str(tmp_path / "games"), *words)
        assert result.code == 0
        assert result.out == f"{posted}: Ann 0, Ben 0; 2 turns, not over, all hands known\n"
        with Game.load(tmp_path / "games" / "posted.jsonl", Lexicon.load(lexicon)) as again:
            assert again.history == game.history
            assert again.state.seats == game.state.seats
        told = json.loads(run("import", str(posted), "--json", *words).out)
        assert (told["finished"], told["known"]) == (False, "all")
        assert [turn["words"] for turn in told["turns"]] == [[], []]
