"""Commands for recorded games: `replay`, `import` and `track`."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import signal
import socket
import statistics
import threading
from pathlib import Path

import pytest
from support.commands import (
    BEGIN,
    TURNS,
    Result,
    Run,
    assert_bad_input,
    go_on,
    needs_terminal,
    record_game,
    say,
    talk,
    terminal,
    told,
    track,
)
from support.doc_pages import ROOT
from support.games import discarding, short_words
from support.online import game_of, log_of, text_of
from support.told import written_down

from letter_tycoon_solver import cli
from letter_tycoon_solver.advisor import Opponents
from letter_tycoon_solver.advisor.decisions import played_in
from letter_tycoon_solver.cli.game_table import print_game
from letter_tycoon_solver.cli.track import COMMANDS, HELP
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
    read_online,
)
from letter_tycoon_solver.game.rules import apply
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.ruleset import ONLINE, REFERENCE_MANUAL, RULEBOOK, Ruleset

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

    def test_me_is_the_player_whose_record_it_is(self, logs: Path, run: Run) -> None:
        file = logs / "some.json"
        file.write_text(text_of(2, (1, 2)), "utf-8")
        result = run("import", str(file), "--me", "Player 2")
        assert "the hand of Player 2 known" in result.out
        assert_bad_input(run("import", str(file), "--me", "Player 0"), "does not tell the cards")


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


class TestJson:
    def test_a_line_a_file(self, logs: Path, run: Run) -> None:
        (logs / "bad.json").write_text("{}", "utf-8")
        result = run("import", str(logs), "--json")
        assert result.code == 1
        bad, full, page, table = map(json.loads, result.out.splitlines())
        assert bad.keys() == {"file", "error"}
        assert [game["known"] for game in (full, page, table)] == ["all", "seat", "table"]
        assert (full["file"], full["finished"]) == (str(logs / "full.json"), True)
        game = read_online(text_of(1))
        worth = [player.patents_value for player in game.players]
        assert [player.pop("patents_value") for player in full["players"]] == worth
        assert full["players"] == [dataclasses.asdict(player) for player in game.players]
        told = json.loads(json.dumps([dataclasses.asdict(turn) for turn in game.turns]))
        assert full["turns"] == told


def test_replay_writes_what_import_reads(run: Run, tmp_path: Path) -> None:
    file, posted, out = tmp_path / "game.jsonl", tmp_path / "posted.txt", tmp_path / "games"
    words = tmp_path / "words.txt"
    words.write_text("\n".join(short_words()), "utf-8")
    lexicon, option = Lexicon.load(words), ("--lexicon", str(words))
    game = record_game(file, NAMES, 8, lexicon, n_rounds=2)
    text = run("replay", str(file), "--notation", *option)
    assert (text.code, text.err) == (0, "")
    posted.write_text(text.out, "utf-8")
    result = run("import", str(posted), "--out", str(out), *option)
    assert result.code == 0
    assert result.out.endswith("; 6 turns, not over, all hands known\n")
    with Game.load(out / "posted.jsonl", lexicon) as again:
        assert again.state.seats == game.state.seats
    assert json.loads(run("import", str(posted), "--json", *option).out)["finished"] is False


# `track`: whole games told from paper, how they begin, resuming, terminals ------------------------


@pytest.fixture
def begun(record: Path) -> Path:
    """A game of which three turns have been told."""
    assert track(record, *TURNS).code == 0
    return record


def test_it_says_where_the_game_is_kept(record: Path) -> None:
    assert f"\nSaved in {record}\n" in track(record).out
    assert f"\nSaved in {record}\n" in go_on(record).out


class TestWholeGames:
    @pytest.mark.parametrize(
        ("n_players", "seat", "seed", "ruleset", "preset"),
        [
            (3, 1, 3, RULEBOOK, "rulebook"),
            (2, 0, 5, ONLINE, "online"),
            (5, 4, 8, REFERENCE_MANUAL, "reference-manual"),
        ],
    )
    def test_the_end_is_that_of_the_engine(
        self, record: Path, n_players: int, seat: int, seed: int, ruleset: Ruleset, preset: str
    ) -> None:
        names = ("Ann", "Ben", "Cleo", "Dee", "Eve")[:n_players]
        lexicon = Lexicon.load()
        players = [GreedyPlayer() for _ in names]
        game = written_down(names, seat, players, seed, lexicon, ruleset)
        options = ("--ruleset", preset, *game.options)
        result = track(record, *game.lines, "turns", "table", options=options)
        assert (result.code, result.err) == (0, "")
        assert ranking_text(game.end, names) in result.out
        assert "The game is over" in result.out.replace("the game", "The game")
        last = TrackedGame.load(record)
        assert last.is_over
        for seen, seat_ in zip(last.table.seats, game.end.seats, strict=True):
            assert (seen.money, seen.stock) == (seat_.money, seat_.stock)
            assert sorted(seen.patents) == sorted(seat_.patents)

    def test_the_game_of_the_documentation_is_as_short_as_it_says(self) -> None:
        page = (ROOT / "docs" / "at-the-table.md").read_text("utf-8")
        typed = re.search(r'lines = """\\\n(.*?)"""', page, re.DOTALL)
        assert typed
        lengths = [len(line) for line in typed[1].splitlines()]
        assert (
            f"These {len(lengths)} turns took {sum(lengths)} characters without the Enter key:"
            f" median {statistics.median(lengths)}, mean {statistics.mean(lengths):.1f}, longest"
            f" {max(lengths)}."
        ) in " ".join(page.split())
        assert statistics.median(lengths) <= 25

    def test_a_scorekeeper(self, record: Path) -> None:
        options = ("--players=Ann,Ben", "--me=none", "--community=EES", "--first=ben")
        lines = ("JeWeLS j > ET", "- 3", "word CAT", "table")
        result = track(record, *lines, options=options)
        assert result.code == 0
        assert "Your hand" not in result.out
        assert ">  Ben" in result.out
        assert "CAT" in result.out
        assert TrackedGame.load(record).table.seats[1].patents == "J"
        refused = go_on(record, "?")
        assert refused.code == 2
        assert "keeps score sees no hand" in refused.err


class TestBeginning:
    def test_by_questions(self, record: Path) -> None:
        lines = ("Ann, Ben,Cleo", "ben", "l a n e x z d", "EES", "", *TURNS)
        result = track(record, *lines, options=())
        assert result.code == 0
        assert told(record) == ["JeWeLS, buy J", "LANe", "CAkEs, buy K, discard ??"]

    def test_no_input_is_no_game(self, record: Path) -> None:
        result = track(record, options=())
        assert result.code == 1
        assert "before the game had begun" in result.err
        assert not record.exists()

    def test_a_game_of_ones_own_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path))
        assert talk(["track", *BEGIN], say()).out.endswith("Goodbye.\n")
        assert not list(tmp_path.glob("tracked/*"))
        result = talk(["track", *BEGIN], say(TURNS[0]))
        assert "to go on: letter-tycoon track --resume\n" in result.out
        again = talk(["track", "--resume"], say(TURNS[1]))
        assert again.code == 0
        (file,) = tmp_path.glob("tracked/*.jsonl")
        assert len(told(file)) == 2
        file.unlink()
        assert "there is no unfinished game" in talk(["track", "--resume"], say()).err

    def test_options_of_a_new_game_do_not_go_with_an_old_one(self, begun: Path) -> None:
        before = begun.read_bytes()
        result = track(begun)
        assert result.code == 2
        assert "--players is of a new game" in result.err
        assert talk(["track", str(begun), "--resume"], say()).code == 2
        assert begun.read_bytes() == before


class TestRecordsOfTables:
    @pytest.mark.parametrize("content", [b"", b"\n", b"not a record\n", b"\xff\xfe", b"{}\n", None])
    def test_what_is_no_record_or_was_changed(self, begun: Path, content: bytes | None) -> None:
        if content is None:
            content = begun.read_bytes().replace(b"JeWeLS", b"JEWELS", 1)
        begun.write_bytes(content)
        result = go_on(begun)
        assert result.code == 2
        assert str(begun) in result.err
        assert (", line 2" in result.err) == (b"JEWELS" in content)
        assert begun.read_bytes() == content

    def test_each_turn_is_in_the_file_before_the_next(self, record: Path) -> None:
        lines = iter(TURNS[:2])
        n_told: list[int] = []

        def answer(_: str) -> str | None:
            n_told.append(len(told(record)))
            return next(lines, None)

        talk(["track", str(record), *BEGIN], answer)
        assert n_told == [0, 1, 2]


@needs_terminal
class TestTerminals:
    def test_a_bad_line_is_told_and_asked_again(self, record: Path) -> None:
        talks = [
            ("Your hand:", "LAN"),
            ("has 3 cards; 7 are dealt", "LANEXZD"),
            ("The community:", "EES"),
            ("Who starts?", ""),
            ("Ann>", "jewels j > QQQQ"),
            ("Ann>", TURNS[0]),
            ("Ben (you)>", "cat"),
            ("Ben (you)>", TURNS[1]),
            ("Cleo>", "fix 1"),
            ("1. Ann: JeWeLS, buy J > ET", "JeWeLS w > CT"),
            ("Turn 2, Ben (Enter: nothing is done)>", "lane"),
            ("did you draw?", "a b o o"),
            ("Cleo>", "quit"),
        ]
        with terminal("track", str(record), *BEGIN[:2]) as session:
            for shown, typed in talks:
                session.wait_for(shown)
                session.type(f"{typed}\n")
            code, rest = session.end()
        assert code == 0
        assert f"to go on: letter-tycoon track {record}" in rest
        assert told(record) == ["JeWeLS, buy W", "LANE"]

    def test_tab_completes_and_ctrl_c_says_how_to_go_on(self, begun: Path) -> None:
        with terminal("track", str(begun)) as session:
            session.wait_for("Ann>")
            session.type("tur\t\n")
            session.wait_for("2. Ben: LANe < ABC > K")
            session.wait_for("Ann>")
            session.press_ctrl_c()
            code, rest = session.end()
        assert code in {cli.INTERRUPTED, -signal.SIGINT}
        assert "to go on" in rest


class TestTheTable:
    def test_the_help_fits(self) -> None:
        assert max(map(len, HELP.splitlines())) <= 80
        assert len(HELP.splitlines()) <= 30
        assert all(f"  {command.usage}  " in HELP for command in COMMANDS)

    @pytest.mark.parametrize("n_players", [2, 3, 5])
    def test_it_is_small(self, n_players: int, capsys: pytest.CaptureFixture[str]) -> None:
        names = [f"A player with a very long name {number}" for number in range(n_players)]
        game = TrackedGame(names, first=0, community="WWM", seat=0, hand="MVVGGGH")
        print_game(game.seen, game.names, game.seat)
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == n_players + 6
        assert max(map(len, lines)) <= 80
        assert "cards in the deck" in lines[0]
        assert "Of $" in lines[1]
        assert f"Unseen {102 - 10}: " in lines[-1]

    def test_unseen_cards_add_up(self, begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
        game = TrackedGame.load(begun)
        print_game(game.seen, game.names, game.seat)
        last = capsys.readouterr().out.splitlines()[-1]
        groups = re.findall(r"\b(\d+)([A-Z]+)", last)
        total = sum(int(n) * len(letters) for n, letters in groups)
        assert f"Unseen {total}: " in last
        assert total == sum(game.unseen.values())


# The command `track`: the lines of turns, bad ones, and corrections -------------------------------


class TestLines:
    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("jewels jk", "'jk' is neither"),
            ("qat > Q", "Q"),
            ("cat a >", "A"),
            ("tee !Zoe > E", "no player 'Zoe'"),
            ("tee ! > E", "who challenged"),
            ("1 > K", 'type "hint" or "advise" to see one'),
            ("?", "the turn of Ann"),
            ("why", 'type "hint" or "advise" to see one'),
            ("undo", "nothing to undo"),
            ("redo", "nothing to redo"),
            ("fix 1", "there is no turn 1; none have been told"),
            ("fix", '"fix 4"'),
            ("> QT", "nothing of what is done"),
            ("\x00", "words"),
            ("é" * 300, "more than 200"),
        ],
    )
    def test_bad_lines_are_refused_and_change_nothing(
        self, record: Path, line: str, message: str
    ) -> None:
        result = track(record, line, "cat >")
        assert result.code == 2
        assert message.lower() in result.err.lower()
        assert "line 1, " in result.err
        assert "Traceback" not in result.err
        assert told(record) == []

    def test_a_script_stops_at_the_line_that_cannot_be(self, record: Path) -> None:
        result = track(record, "# Friday", "", *TURNS[:2], "cat q >", *TURNS[2:])
        assert result.code == 2
        assert "line 5, 'cat q >'" in result.err
        assert "player" not in result.err
        assert len(told(record)) == 2

    @pytest.mark.parametrize("answer", ["3", "0", "x", "1000000000000000"])
    def test_a_number_that_is_none_of_them(self, record: Path, answer: str) -> None:
        result = track(record, "jewels j > ET", answer)
        assert result.code == 2
        assert "a number from 1 to 2" in result.err
        assert told(record) == []

    def test_cards_that_are_missing_are_asked_for(self, record: Path) -> None:
        lines = ("jewels j", "e t", "1", "lane > K", "abc", "seat", "", "- 3")
        assert track(record, *lines).code == 0
        assert told(record) == ["JeWeLS, buy J", "LANe", "SEAT", "exchange ???"]

    def test_the_input_that_ends_before_an_answer(self, record: Path) -> None:
        result = track(record, TURNS[0], "lane > K")
        assert result.code == 2
        assert "ended before all was answered" in result.err
        assert len(told(record)) == 1

    def test_words_in_no_list_are_asked_about(self, record: Path) -> None:
        result = track(record, "bowk >", "n", "bowk >", "y", "table")
        assert (result.code, result.err) == (0, "")
        assert result.out.count("BOWK is not in the word list.") == 2
        assert result.out.count("Nothing is done.") == 1
        assert told(record) == ["BOWK"]
        unclear = track(record, "bowk >", "maybe", options=())
        assert "line 2, 'maybe'" in unclear.err

    def test_challenges(self, record: Path) -> None:
        lines = ("bowk !Ben -?", "lane < ABC > K !ann", "dot !", "dot !Ben >")
        result = track(record, *lines)
        assert "BOWK not in the word list, taken back" in result.out
        assert "LANe, challenged by Ann; the challenge was wrong" in result.out
        assert result.code == 2
        assert "line 3, 'dot !'" in result.err
        assert told(record) == ["bowk, challenged by Ben, discard ?", "LANe, challenged by Ann"]
        assert TrackedGame.load(record).table.seats[1].money == 3  # One of them for the challenge.

    def test_capitals_that_contradict_the_cards_that_came(self, record: Path) -> None:
        result = track(record, "TEE > A", "1", "LANE < ABCO", "turns")
        assert "  1  TEE\n  2  TeE\n" in result.out
        assert told(record) == ["TEE", "LANE"]
        assert TrackedGame.load(record).table.community == "EES"

    @pytest.mark.parametrize(
        ("line", "question"),
        [
            ("jewels j", "Which cards came"),
            ("JeWeLS j", "cards came into the community; which?"),
            ("jewels j > ET", "How was jewels laid?"),
            ("bowk >", "Was it played"),
            ("deal", "Your first hand"),
        ],
    )
    def test_undo_at_a_question_takes_back_what_is_being_told(
        self, record: Path, line: str, question: str
    ) -> None:
        result = track(record, line, "UNDO", "cat >", "turns")
        assert (result.code, result.err) == (0, "")
        assert result.out.count(question) == 1
        assert result.out.count("Nothing is done.") == 1
        assert told(record) == ["CAT"]

    def test_other_commands_at_a_question(self, record: Path) -> None:
        left = track(record, "JeWeLS j", "quit", "cat >")
        assert (left.code, told(record)) == (0, [])
        assert "Goodbye." in left.out
        for command in ("table", "why", "turns"):
            result = go_on(record, "JeWeLS j", command)
            assert result.code == 2
            assert f"'{command}' is a command" in result.err
        # Letters that spell a command are cards with blanks between them.
        assert go_on(record, "ZeEs", "w h y").code == 2
        assert go_on(record, "JeWeLS", "f i").code == 0
        assert TrackedGame.load(record).table.community == "FIS"

    def test_advice_waits_for_the_card_of_a_refused_word(self, record: Path) -> None:
        result = track(record, TURNS[0], "zand !Ann", "?")
        assert 'say which card Ben discards, as in "- Z"\n' in result.out
        assert "Your words were taken back" in result.err
        assert go_on(record, "- z", "b").code == 0
        assert TrackedGame.load(record).player == "Cleo"

    def test_plans_by_number(self, begun: Path) -> None:
        result = go_on(begun, "- 3", "?", "why 2", "word lab", "1")
        assert "Type a number to carry out the turn beside it" in result.out
        assert "\nWhy " in result.out
        assert "LAB is in the word list enable." in result.out
        assert result.code == 2
        assert "ended before all was answered" in result.err
        assert re.search(r"(which\?|Which .* did you draw\?)", result.out.rpartition("> 1\n")[2])
        assert len(told(begun)) == 4

    def test_turns_of_a_hint_by_number(self, begun: Path) -> None:
        shown = go_on(begun, "- 3", "hint 2", "why 2").out
        (second,) = re.findall(r"^Why (.*):$", shown, re.MULTILINE)
        assert re.search(rf"^2  {re.escape(second.partition(',')[0])} ", shown, re.MULTILINE)
        n_came = sum(letter.islower() for letter in second.partition(",")[0])
        result = go_on(begun, "hint 2", f"2 > {'I' * n_came}")
        assert "did you draw?" in result.out.rpartition("2 > I")[2]
        assert "ended before all was answered" in result.err

    def test_what_opponents_are_taken_for_is_kept_with_the_game(self, record: Path) -> None:
        result = track(record, TURNS[0], "?", options=(*BEGIN, "--opponents=HARD", "--playouts=50"))
        assert "against computers of level hard." in result.out
        assert "against computers of level hard." in go_on(record, "?").out
        result = track(record, "?", options=("--opponents=static", "--playouts=50"))
        assert "against experts who know every word." in result.out
        assert TrackedGame.load(record).opponents is Opponents.STATIC


class TestCorrections:
    def test_later_turns_that_cannot_be_then_stop_a_script(self, begun: Path) -> None:
        before = begun.read_bytes()
        # LANe had its e from the cards that came with turn 1.
        refused = go_on(begun, "fix 1", "JeWeLS j > CT")
        assert refused.code == 2
        assert "Turn 2, 'lane' of Ben, cannot be then" in refused.err
        assert begun.read_bytes() == before

    def test_a_forgotten_turn_and_one_too_many(self, begun: Path) -> None:
        result = go_on(begun, "insert 3", "- 2", "turns")
        assert "3. Cleo: exchange ??\n4. Ann: CAkEs, buy K, discard ?? > OO\n" in result.out
        result = go_on(begun, "remove 3", "turns")
        assert "Removed: 3. Cleo: exchange ??" in result.out
        assert "3. Cleo: CAkEs, buy K, discard ?? > OO\n" in result.out
        assert go_on(begun, "insert 4").code == 2

    def test_what_is_asked_of_a_turn_told_anew(self, begun: Path) -> None:
        result = go_on(begun, "fix 3", "task k", "OO", "2")
        assert result.code == 0
        assert "How was task laid?" in result.out
        laid = re.findall(r"^  2  (\w+)$", result.out, re.MULTILINE)
        assert told(begun)[2] == f"{laid[0]}, buy K"
        assert "Nothing is done." in go_on(begun, "fix 3", "").out
        assert told(begun)[2] == f"{laid[0]}, buy K"

    def test_the_deal(self, begun: Path) -> None:
        result = go_on(begun, "deal", "LANEXZU", "", "")
        assert result.code == 0
        assert TrackedGame.load(begun).deal.hand == "AELNUXZ"
        refused = go_on(begun, "deal", "", "", "Cleo")
        assert refused.code == 2
        assert TrackedGame.load(begun).deal.first == 0
