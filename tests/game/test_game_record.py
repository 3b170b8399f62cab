"""Records of games: what they hold, damage, and those of every version so far."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.games import (
    UNCHALLENGED,
    WORDS,
    automatic,
    check_step,
    exchanging,
    make_state,
    short_words,
)
from support.records import (
    FOLDER,
    GAMES,
    NAMES,
    WORD_FILE,
    Golden,
    act,
    edit,
    last_state,
    lexicon_of,
    load,
    read_record,
    recorded,
    resumed,
    transcript,
)
from support.selection import quick
from support.told import LEXICON, start

from letter_tycoon_solver.advisor import Opponents
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    Game,
    GameState,
    Phase,
    RecordError,
    TrackedGame,
    apply,
)
from letter_tycoon_solver.rules.ruleset import ONLINE, RULEBOOK

# Good files --------------------------------------------------------------------------------------


def test_a_record_loads_as_the_game_it_was(record: Path) -> None:
    game = recorded(record)
    loaded = load(record)
    assert loaded.states == game.states
    assert loaded.history == game.history
    assert loaded.names == game.names == tuple(NAMES)
    assert loaded.seed == game.seed == 7
    assert loaded.state.ruleset == ONLINE
    assert (loaded.can_undo, loaded.can_redo) == (game.can_undo, game.can_redo)


@pytest.mark.parametrize("n_undone", [1, 5, 12])
def test_what_was_undone_before_the_record_can_be_redone_after_it(
    record: Path, n_undone: int
) -> None:
    game = Game(NAMES, 7, short_words())
    act(game, 12)
    complete = game.states
    for _ in range(n_undone):
        game.undo()
    with game:
        game.record_to(record)
        loaded = load(record)
        assert loaded.states == game.states
        assert loaded.can_redo
        game.redo()
    assert load(record).states == game.states
    for again in (load(record), loaded):
        while again.can_redo:
            again.redo()
        assert again.states == complete


def test_the_format_is_as_documented(record: Path) -> None:
    seed = -(2**256) + 1  # As large as one may be.
    with Game(["Ann", "Bob"], seed, WORDS) as game:
        game.record_to(record)
        game.apply(exchanging(game.state.active_seat.hand[0]))
        game.undo()
    assert Game.load(record, WORDS).states == game.states
    header, action, undo = map(json.loads, record.read_text("utf-8").splitlines())
    assert header["format"] == "letter-tycoon-game"
    assert header["version"] == 1
    assert header["seed"] == seed
    assert header["players"] == ["Ann", "Bob"]
    assert set(header["lexicon"]) == {"name", "sha256"}
    assert action["do"] == f"exchange {game.state.active_seat.hand[0]}"
    assert action["player"] == undo["player"] ^ 1 == game.state.to_act
    assert undo["do"] == "undo"
    assert set(action) == set(undo) == {"player", "do"}


# Cut off -----------------------------------------------------------------------------------------


def test_a_file_cut_anywhere_loads_up_to_the_last_whole_line(record: Path, tmp_path: Path) -> None:
    recorded(record, 10)
    data = record.read_bytes()
    header_end = data.index(b"\n") + 1
    cut_path = tmp_path / "cut.jsonl"
    for cut in range(len(data)):
        cut_path.write_bytes(data[:cut])
        if cut < header_end:
            with pytest.raises(RecordError) as caught:
                load(cut_path)
            assert caught.value.line == 1
        elif cut % 7 == 0 or data[cut - 1 : cut] == b"\n":
            whole = data[:cut].count(b"\n") - 1
            found = read_record(cut_path)
            assert len(found.events) == whole
            assert found.is_cut_off == (data[cut - 1 : cut] != b"\n")
            load(cut_path)


def test_resume_after_a_cut_replaces_the_partial_line(record: Path) -> None:
    recorded(record, 10)
    data = record.read_bytes()
    record.write_bytes(data[:-20])
    with resumed(record) as game:
        assert record.read_bytes() == data[: data.rindex(b"\n", 0, -1) + 1]
        act(game, 4, seed=9)
    assert load(record).states == game.states
    assert not read_record(record).is_cut_off


# Foreign files -----------------------------------------------------------------------------------


def assert_broken(
    record: Path,
    line: int | None,
    what: str = "",
    read: Callable[[Path], Game | TrackedGame] = load,
) -> None:
    with pytest.raises(RecordError) as caught:
        read(record)
    assert caught.value.line == line
    assert (f"{record}, line {line}: " if line else str(record)) in str(caught.value)
    assert what in str(caught.value)


@pytest.mark.skipif(not Path("/dev/urandom").exists(), reason="needs a file without an end")
def test_a_file_without_an_end_is_refused_at_its_beginning() -> None:
    assert_broken(Path("/dev/urandom"), 1)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\x00\xff\xfe" * 50 + b"\n",
        b"{}\n",
        b"[]\n",
        b'{"format": "something else"}\n',
        b'{"format": "letter-tycoon-game"}\n',
        b'{"format": "letter-tycoon-game", "version": 2}\n',
        b"[" * 60_000 + b"\n",
        b"x" * 200_000,
    ],
)
def test_a_foreign_file_is_no_record(record: Path, content: bytes) -> None:
    record.write_bytes(content)
    assert_broken(record, 1)


def test_a_line_too_long_in_the_middle_is_named(record: Path) -> None:
    recorded(record, 10)
    with record.open("ab") as file:
        file.write(b"x" * 100_000 + b"\n")
    assert_broken(record, record.read_bytes().count(b"\n"), "longer")


def test_a_folder_or_a_missing_file_is_no_record(tmp_path: Path) -> None:
    assert_broken(tmp_path, None, "cannot be read")
    assert_broken(tmp_path / "missing.jsonl", None, "cannot be read")


NAMES_OF_FILES = [
    "/etc/passwd", "../words.txt", "./enable", "enable.txt", "words.txt", "words", "", "fifo",
    "C:\\words.txt", "\\\\server\\words.txt", "ENABLE", "common ", "\0", "x" * 9000,
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES_OF_FILES)
def test_a_record_names_no_file_as_its_lexicon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    words = "\n".join(short_words())
    for file in ("../words.txt", "enable", "enable.txt", "words.txt", "words", "C:\\words.txt"):
        Path(file).write_text(words)
    if hasattr(os, "mkfifo"):
        os.mkfifo("fifo")  # To open it would wait for ever.
    record = Path("game.jsonl")
    recorded(record)
    edit(record, 1, lambda header: header["lexicon"].update(name=name))
    for door in (Game.load, Game.resume):
        with pytest.raises(RecordError, match=r"line 1: .*not one of the shipped ones.*--lexicon"):
            door(record)
    assert load(record).state.lexicon is short_words()


@pytest.mark.parametrize("depth", [9, 300, 900, 981, 1000, 5000])
@pytest.mark.parametrize(
    "field", ["seed", "players", "ruleset", "lexicon", "state", "more", "check"]
)
def test_nested_brackets_are_an_error_of_the_record(record: Path, depth: int, field: str) -> None:
    recorded(record, 3)
    lines = record.read_text("ascii").splitlines()
    brackets = "[" * depth + "]" * depth
    for number in (1, 2):
        data = json.loads(lines[number - 1])
        text = json.dumps({**data, field: "here"}).replace('"here"', brackets)
        record.write_text("\n".join([*lines[: number - 1], text, *lines[number:]]) + "\n", "ascii")
        for door in (load, read_record):
            with pytest.raises(RecordError) as caught:
                door(record)
            assert caught.value.line == number


# Lexicons ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lexicon", [{1, 2}, {"CAT", None}, type("Any", (), {"__contains__": bool})()]
)
def test_a_game_needs_words(lexicon: Any) -> None:
    with pytest.raises(InvalidInputError, match=r"lexicon|list of words"):
        Game(NAMES, 7, lexicon)


# Game --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names", [["Ann"], ["A"] * 2, list("ABCDEF"), "AB", ["Ann", ""], ["Ann", "B\nb"], ["Ann", 3], 2]
)
def test_names_are_checked(names: object) -> None:
    with pytest.raises(InvalidInputError):
        Game(names, 1, WORDS)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name",
    [
        "The \U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466s",  # A family.
        "\U0001f469\U0001f3fd\u200d\U0001f680",  # An astronaut with a skin tone.
        "\U0001f3f3\ufe0f\u200d\U0001f308",  # A flag of a white one and a rainbow.
        "\u0645\u0647\u200c\u0644\u0642\u0627",  # A Persian name.
        "\u0915\u094d\u200d\u0937",  # Devanagari.
    ],
)
def test_a_name_may_have_characters_of_several_parts(record: Path, name: str) -> None:
    game = Game([name, "Ben"], 1, WORDS)
    game.record_to(record)
    game.close()
    assert Game.load(record, WORDS).names == (name, "Ben")


@pytest.mark.parametrize(
    "name",
    [
        "A\u200dnn",
        "An\u200cn",
        "\u200dAnn",
        "Ann\u200d",
        "\U0001f468\u200d",
        "\U0001f468\u200d\u200d\U0001f469",
        "+\u200d+",
        "\U0001f468\u202e\U0001f469",
        "\U0001f468\x07\U0001f469",
    ],
)
def test_what_nobody_sees_is_in_no_name(name: str) -> None:
    """Or two players had names that look the same; or a terminal was given orders."""
    with pytest.raises(InvalidInputError, match="is not a name of a player"):
        Game([name, "Ben"], 1, WORDS)


def test_states_and_history_are_kept_and_not_copied() -> None:
    game = Game(NAMES, 1, WORDS)
    game.apply(exchanging())
    assert game.states is game.states
    assert game.history is game.history


# A record that was changed is found out, and the error names the line -----------------------------


MODES = {"players": RULEBOOK, "none": UNCHALLENGED, "automatic": automatic(3)}


def put(**fields: object) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(fields)


# Accidents ---------------------------------------------------------------------------------------


def test_lines_that_are_missing_doubled_swapped_or_of_another_game_are_found(record: Path) -> None:
    recorded(record)
    lines = record.read_bytes().splitlines(keepends=True)
    record.unlink()
    recorded(record, seed=8)
    others = record.read_bytes().splitlines(keepends=True)
    for line, broken in {
        5: lines[:4] + lines[5:],
        6: lines[:5] + lines[4:],
        4: [*lines[:3], lines[4], lines[3], *lines[5:]],
        1: lines[1:],
        2: [others[0], *lines[1:]],
        7: lines[:6] + others[6:],
    }.items():
        record.write_bytes(b"".join(broken))
        assert_broken(record, line)


@pytest.mark.parametrize("mode", quick(1, MODES))
@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_a_changed_byte_gives_one_error_or_another_game(
    tmp_path: Path, mode: str, data: st.DataObject
) -> None:
    original = tmp_path / "original.jsonl"
    if not original.exists():
        recorded(original, 25, MODES[mode])
    good = original.read_bytes()
    at = data.draw(st.integers(0, len(good) - 1))
    similar = st.sampled_from([good[at] ^ 1, good[at] ^ 32, *b'hcA"\n'])
    value = data.draw((similar | st.integers(0, 255)).filter(lambda byte: byte != good[at]))
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(good[:at] + bytes([value]) + good[at + 1 :])
    try:
        game = load(bad)
    except RecordError as error:
        # A line feed more, or one less, moves the lines after it.
        first = good[:at].count(b"\n")
        is_there = error.line is None or error.line >= first
    else:
        # Whatever it says now is a game by the rules.
        is_there = game.states[-1] == game.state
        steps = zip(game.states, game.history, game.states[1:], strict=False)
        for before, action, after in steps:
            assert apply(before, action) == after
    assert is_there


# Changes on purpose ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"player": 7}, "'player' is 7, and player"),
        ({"player": "0"}, "'player'"),
        ({"player": True}, "'player'"),
        ({"state": "0" * 16}, "there is no field 'state'"),
        ({"do": None}, "None"),
        ({"do": "steal"}, "'steal'"),
        ({"do": "redo"}, "nothing to redo"),
        ({"do": {"kind": "accept"}}, "'do'"),
        ({"do": "replace A"}, "cannot be replayed"),
        ({"do": "buy C, discard A"}, "not one action"),
        ({"do": "discard nothing -A"}, "cannot be replayed"),
        ({"do": "play QQQQ"}, "cannot be replayed"),
        ({"note": "hello"}, "'note'"),
    ],
)
@pytest.mark.parametrize("line", [2, 9])
def test_a_step_that_no_game_has_is_found(
    record: Path, line: int, change: dict[str, object], what: str
) -> None:
    recorded(record)
    edit(record, line, put(**change))
    assert_broken(record, line, what)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"seed": 2**300}, "header cannot be used"),
        ({"players": ["Ann", "Ann", "Bob"]}, "header cannot be used"),
        ({"players": "Ann"}, "header cannot be used"),
        ({"ruleset": {}}, "header cannot be used"),
        ({"lexicon": {"name": "x", "sha256": "0"}}, "other words"),
        ({"lexicon": None}, "header cannot be used"),
        ({"note": "hello"}, "'note'"),
        *(({"version": one}, "version") for one in (0, 3, 10**30, "1", None, [1], 1.0, True)),
        ({"format": "other"}, "the format must be"),
    ],
)
def test_a_header_that_no_game_has_is_found(
    record: Path, change: dict[str, object], what: str
) -> None:
    recorded(record)
    edit(record, 1, put(**change))
    assert_broken(record, 1, what)


# Games that go on from a state: the same rules, undo and record as from a seed.


N_ACTIONS = 120


@cache
def states() -> tuple[GameState, ...]:
    """Those of a game, in every phase of a turn."""
    game = Game(NAMES, 5, short_words(), ONLINE)
    act(game, N_ACTIONS)
    assert {state.phase for state in game.states} >= {*Phase} - {Phase.OVER}
    return game.states


def header_of(record: Path) -> dict[str, Any]:
    header = json.loads(record.read_bytes().splitlines()[0])
    assert isinstance(header, dict)
    return header


@settings(max_examples=25)
@given(st.integers(1, N_ACTIONS), st.integers(0, 8))
def test_a_game_from_a_state_goes_on_undoes_and_is_recorded(
    tmp_path_factory: pytest.TempPathFactory, at: int, n_actions: int
) -> None:
    start = states()[at]
    record = tmp_path_factory.mktemp("game") / "game.jsonl"
    with Game.from_state(start, NAMES) as game:
        assert (game.state, game.states, game.history) == (start, (start,), ())
        assert (game.names, game.can_undo, game.can_redo) == (tuple(NAMES), False, False)
        game.record_to(record)
        act(game, n_actions)
        while game.can_undo:
            game.undo()
        assert game.state == start
        act(game, n_actions)
    assert header_of(record)["version"] == 2
    loaded = load(record)
    assert (loaded.states, loaded.history) == (game.states, game.history)
    assert loaded.seed == game.seed == 5
    with resumed(record) as again:
        act(again, 1)
    assert load(record).states == again.states


def test_the_state_that_a_seed_deals_needs_no_new_version(tmp_path: Path) -> None:
    with Game.from_state(Game(NAMES, 5, short_words(), ONLINE).state, NAMES) as game:
        game.record_to(tmp_path / "game.jsonl")
    assert header_of(tmp_path / "game.jsonl")["version"] == 1
    assert load(tmp_path / "game.jsonl").states == game.states


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda header: header["start"].update(deck=""), "cards"),
        (lambda header: header.pop("start"), "'start'"),
        (put(seed=5), "'seed'"),
        (put(version=1), "no field 'start'"),
        (put(players=["Ann", "Bob"]), "2 names for 3 players"),
    ],
)
def test_a_header_that_was_changed_is_refused(tmp_path: Path, change: Any, message: str) -> None:
    record = tmp_path / "game.jsonl"
    with Game.from_state(states()[41], NAMES) as game:
        game.record_to(record)
    edit(record, 1, change)
    with pytest.raises(RecordError, match=message) as caught:
        load(record)
    assert caught.value.line == 1


def test_a_state_that_no_game_can_be_in_is_refused() -> None:
    state = make_state(["CAT", "TEN"])
    with pytest.raises(InvalidInputError, match="the round is 0"):
        Game.from_state(replace(state, round=0), ["Ann", "Bob"])
    with pytest.raises(InvalidInputError, match="cards"):
        Game.from_state(replace(state, deck=state.deck[1:]), ["Ann", "Bob"])
    with pytest.raises(InvalidInputError, match="GameState"):
        Game.from_state(state.seen_by(0), ["Ann", "Bob"])  # type: ignore[arg-type]


# Records of games of people -----------------------------------------------------------------------


load_table = partial(TrackedGame.load, lexicon=LEXICON)


def recorded_table(record: Path, seat: str | None = "me") -> TrackedGame:
    game = start(seat, "JWLEANZ" if seat else "")
    game.record_to(record)
    game.push("CeDEs, buy C", community="AO")
    game.push("LANe", community="K", drew="ERT" if seat else None)
    return game


@pytest.mark.parametrize("seat", ["me", None])
def test_every_step_is_recorded(record: Path, seat: str | None) -> None:
    with recorded_table(record, seat) as game:
        steps = [
            game.undo,
            game.redo,
            lambda: game.correct(1, "CeDEs, discard ?", community="AO"),
            lambda: game.redeal(hand="JBLEANZ" if seat else None, first="left"),
            lambda: game.push("exchange ??"),
            game.undo,
        ]
        for step in steps:
            step()
            loaded = TrackedGame.load(record, LEXICON)
            assert loaded.turns == game.turns
            assert loaded.table == game.table
            assert loaded.can_redo == game.can_redo
            assert (loaded.names, loaded.seat) == (game.names, game.seat)
    with TrackedGame.resume(record, LEXICON) as resumed:
        resumed.redo()
        resumed.push("TEa", community="D")
    assert TrackedGame.load(record, LEXICON).turns == resumed.turns


# What opponents are taken for ---------------------------------------------------------------------


def test_what_opponents_are_taken_for_is_kept_with_the_game(record: Path, tmp_path: Path) -> None:
    with recorded_table(record) as game:
        assert TrackedGame.load(record, LEXICON).opponents is Opponents.COMMON
        before = record.read_bytes()
        game.take_opponents_for("common")
        assert record.read_bytes() == before
        game.undo()
        game.take_opponents_for(Opponents.STATIC)
        game.take_opponents_for("HARD")
        assert game.can_redo, "it is no turn, so that those undone can be redone"
        game.redo()
        game.undo()
        assert game.opponents is Opponents.HARD, "nor is it undone"
        game.record_to(tmp_path / "other.jsonl")
    for file in (record, tmp_path / "other.jsonl"):
        with TrackedGame.resume(file, LEXICON) as resumed:
            assert resumed.opponents is Opponents.HARD
            assert (resumed.turns, resumed.undone) == (game.turns, game.undone)
            resumed.take_opponents_for("common")
        assert TrackedGame.load(file, LEXICON).opponents is Opponents.COMMON


def test_without_a_choice_a_record_is_as_it_was_before_there_was_one(record: Path) -> None:
    recorded_table(record).close()
    steps = [json.loads(line) for line in record.read_text("ascii").splitlines()[1:]]
    assert [set(step) for step in steps] == [{"do", "turns"}, {"do", "turns"}]
    assert TrackedGame.load(record, LEXICON).opponents is Opponents.COMMON


def test_kinds_of_opponents_that_are_none_are_refused(record: Path) -> None:
    with recorded_table(record) as game:
        before = record.read_bytes()
        for kind in ("hrad", None, 7):
            with pytest.raises(InvalidInputError, match=r"opponents is .*; choose from common"):
                game.take_opponents_for(kind)  # type: ignore[arg-type]
        assert record.read_bytes() == before
        game.take_opponents_for("easy")
    *lines, tell, last = record.read_text("ascii").splitlines()
    step = json.loads(last)
    without = {name: value for name, value in step.items() if name != "opponents"}
    for wrong, what in (
        ({**step, "opponents": "hrad"}, "'hrad'; choose one of common, static"),
        (without, "'opponents' has opponents"),
        ({**step, "do": "undo"}, "'undo' has no fields"),
        ({**step, "turns": [["exchange ?", None, None]]}, "'opponents' has opponents"),
    ):
        record.write_text("\n".join([*lines, tell, json.dumps(wrong), ""]), "ascii")
        assert_broken(record, 4, what, load_table)


# Damage and foreign files -------------------------------------------------------------------------


def test_a_header_that_cannot_be_is_refused(record: Path) -> None:
    recorded_table(record).close()
    lines = record.read_text("ascii").splitlines()
    header = json.loads(lines[0])
    for deal, what in (
        ({"hand": "JJJJJJJ"}, "more cards J"),
        ({"seat": 7}, "0 to 2"),
        ({"extra": 1}, "no field 'extra'"),
        ({"first": None}, "the field 'first'"),
    ):
        data = {**header, "deal": {**header["deal"], **deal}}
        record.write_text(json.dumps(data) + "\n", "ascii")
        assert_broken(record, 1, what, load_table)


def test_records_of_other_games_are_told_apart(record: Path, tmp_path: Path) -> None:
    recorded_table(record).close()
    with pytest.raises(RecordError, match="letter-tycoon-game"):
        Game.load(record, LEXICON)
    other = tmp_path / "engine.jsonl"
    with Game(["Ann", "Bob"], 1, LEXICON) as game:
        game.record_to(other)
    assert_broken(other, 1, "letter-tycoon-tracked-game", load_table)
    with pytest.raises(RecordError, match="exists already"):
        recorded_table(record)
    with pytest.raises(InvalidInputError):
        TrackedGame.load(7)  # type: ignore[arg-type]


# Games recorded by every version of the format so far ---------------------------------------------


VERSIONS = sorted(FOLDER.iterdir())


def test_there_is_a_record_of_every_game_and_nothing_else() -> None:
    for folder in VERSIONS:
        games = [golden for golden in GAMES if folder.name == f"v{golden.version}"]
        names = {
            f"{golden.name}.{ending}" for golden in games for ending in ("json", "jsonl", "txt")
        }
        assert {path.name for path in folder.iterdir()} == names | {WORD_FILE}
        for golden in games:
            header = json.loads((folder / f"{golden.name}.jsonl").read_bytes().splitlines()[0])
            assert f"v{header['version']}" == folder.name


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_golden_record_is_the_game_it_was(golden: Golden, tmp_path: Path) -> None:
    folder = FOLDER / f"v{golden.version}"
    path = folder / f"{golden.name}.jsonl"
    before = path.read_bytes()
    lexicon = lexicon_of(golden, folder)
    game = Game.load(path, lexicon if golden.lexicon == WORD_FILE else None)
    assert game.state.ruleset == golden.ruleset
    assert len(game.names) == golden.n_players
    assert game.state == GameState.from_dict(last_state(folder, golden), lexicon)
    assert game.state.is_over == (golden.n_actions is None)
    assert transcript(game) == (folder / f"{golden.name}.txt").read_text("utf-8")
    if golden.ruleset.payout in (GAMES[0].ruleset.payout, GAMES[4].ruleset.payout):
        for state, action, after in zip(game.states, game.history, game.states[1:], strict=False):
            check_step(state, action, after)
    copy = tmp_path / "game.jsonl"
    copy.write_bytes(before)
    with Game.resume(copy, lexicon) as resumed:
        resumed.undo()
        resumed.redo()
    assert Game.load(copy, lexicon).states == game.states
    assert path.read_bytes() == before
