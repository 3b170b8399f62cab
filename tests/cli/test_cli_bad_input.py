"""Bad input of every command: one sentence says what was given, and nothing has happened."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from support.commands import BEGIN, assert_bad_input, compile_search, record_game, say, talk
from support.selection import slow_with

from letter_tycoon_solver.lexicon import Lexicon

HINT = {
    "hint": ["hand is missing"],
    "hint ''": ["hand is empty"],
    "hint JWL3ANZ": ["'JWL3ANZ'", "'3'", "A to Z"],
    "hint ABCDEFGH": ["8 cards", "at most 7"],
    "hint ABC" + " --opponent ''" * 5: ["5 opponents", "at most 4"],
    "hint ABC --money much": ["'much'", "--money"],
    "hint ABC --lexicon nwl": ["nwl", "enable, common"],
    "hint ABC --lexicon ''": ["empty", "enable, common"],
    "hint ABC --lexicon folder.csv": ["is a folder"],
    "hint ABC --ruleset mine": ["'mine'", "reference-manual"],
    "hint ABC --stacking power": ["'power'", "at-most-one"],
    "hint ABC --rank-by money,luck": ["'luck'", "patent_value"],
    "hint ABC --top 0": ["'0'", "from 1", "all"],
    "hint --position ABC": ["'ABC'", "AEJLNWZ EES K E/- 0"],
    "hint ABC --speed": ["--speed", "letter-tycoon hint --help"],
    "hint ABC E F": ["F"],
    "hint ABC --json --csv": ["--json", "--csv"],
    "hint ABC --csv --define": ["--define", "--json"],
    "hint ABC --word ja3": ["'ja3'", "A to Z"],
    "hint ABC --word 'jaw &'": ["''", "JAW & EEL"],
    "hint ABC --word 'a&b&c'": ["3 words", "two for the owner of V"],
    "hint ABC --word jaw --csv": ["--csv", "--word"],
    "hint ABC --word jaw --top 3": ["--top", "--word"],
    "hint ABC --word jaw --all-variants": ["--all-variants", "--word"],
    "hint ABC --word jaw --rank-by equity,money": ["equity", "alone"],
}
"""By what is typed, what the message has to name."""

WORDS = {
    "word": ["WORD"],
    "word ''": ["''", "A to Z"],
    "word 'jaw & eel'": ["jaw & eel", "A to Z"],
    "word \u017foe": ["A to Z"],
    "word " + "a" * 65: ["65 letters", "at most 64"],
    "word jaw --lexicon nwl": ["nwl", "enable, common"],
    "word jaw --ruleset mine": ["'mine'", "rulebook"],
    "lexicon": ["letter-tycoon lexicon --help"],
    "lexicon info folder.csv": ["is a folder"],
    "hnt": ["hnt", "letter-tycoon --help"],
    "--speed": ["--speed"],
}

ADVISE = {
    "advise": ["Nothing is given"],
    "advise game.jsonl --player Zoe": [
        "no player 'Zoe'; the players are Ann, Ben, Cleo, or 0 to 2"
    ],
    "advise game.jsonl --player 3": ["there is no player '3'"],
    "advise game.jsonl --player 0": ["does not decide on a turn now"],
    "advise game.jsonl --money 3": ["--money does not go with the record"],
    "advise game.jsonl --ruleset online": ["--ruleset does not go with the record"],
    "advise game.jsonl --playouts 0": ["playouts is 0"],
    "advise game.jsonl --top 0": ["--top"],
    "advise over.jsonl": ["the game is over"],
    "advise none.jsonl": ["cannot be read"],
    "advise JWLEANZ": ["no file JWLEANZ. If it is your hand, the community is missing"],
    "advise 'j w l e' --opponent ''": ["no file j w l e. If it is your hand, the community is"],
    "advise JWLEANZ EES": ["opponents are missing"],
    "advise JWLEAN EES --opponent ''": ["has 6 cards"],
    "advise JWLEANZ EES --opponent '' --discards EEEEEEEEEEEE": ["hold 15 cards E", "only 12"],
    "advise JWLEANZ EES --opponent E --opponent-money 1 --opponent-money 2": [
        "--opponent-money is given 2 times for 1 opponents"
    ],
    "advise JWLEANZ EES --opponent AEIORT --ruleset reference-manual": [
        "the round and the last round"
    ],
    "advise JWLEANZ EES --opponent AEIORT --start-player 0": ["the start player can be 1"],
    "advise JWLEANZ EES --opponent '' --opponent AEIORT": ["the start player can be 1 or 2"],
    "advise JWLEANZ EES --opponent '' --patents AEIORT": ["your last turn is over"],
    "advise JWLEANZ EES --opponent E --player 0": ["--player goes with FILE"],
    "advise --table 'AEJLNWZ EES'": ["has 2 fields"],
    "advise --table x --money 3": ["--money does not go with --table"],
    "advise JWLEANZ EES --table x": ["HAND or FILE does not go with --table"],
}

GAMES = {
    "analyze game.jsonl --player Zoe": ["there is no player 'Zoe'"],
    "analyze game.jsonl --plot game.gif": ["suffix .gif"],
    "analyze games --player Zoe": ["nothing to analyze"],
    "analyze games --lexicon no-such-list": ["no-such-list"],
    "analyze games --plot game.png": ["--plot goes with one game"],
    "analyze folder.csv hands.csv": ["there is no record of a game"],
    "import folder.csv": ["there is no log", ".html"],
    "import none.json": ["cannot be read"],
    "replay none.jsonl": ["cannot be read"],
    "replay hands.csv": ["hands.csv, line 1: ", "not a record of a game"],
    "replay game.jsonl --json --notation": ["--notation and --json"],
    "play --players me": ["--players has 1; 2 to 5 can play"],
    f"play --players {'a' * 101},greedy": ["is not a name of a player"],
    "play --players a\x1b[1mb,greedy": ["is not a name of a player"],
    "play --players": ["'--players' requires an argument. See 'letter-tycoon play --help'."],
    "play --challenge automatic --retries -1": ["retries is -1"],
    "play --challenge some": ["some"],
    "play --lexicon nowhere.txt": ["nowhere.txt"],
    "play --resume nowhere.jsonl": ["nowhere.jsonl"],
    "play --resume x --seed 1": ["--seed is of a new game"],
    "play --resume x --save y": ["--save is of a new game"],
    "track new.jsonl --players=Ann": ["1 name; 2 to 5 can play"],
    "track new.jsonl --players=Ann,Ben --me=Cleo": ["no player 'Cleo'"],
    "track new.jsonl --players=Ann,Ben --me=Ann --hand=ABC": ["has 3 cards; 7 are dealt"],
    "track new.jsonl --players=Ann,Ben --me=none --hand=ABC": ["--me"],
    f"track new.jsonl {shlex.join(BEGIN[:3])} --community=ZZZ --first=Ann": [
        "there are more cards Z than the 1"
    ],
    f"track new.jsonl {shlex.join(BEGIN[:4])} --first=Zoe": ["no player 'Zoe'"],
    f"track none/new.jsonl {shlex.join(BEGIN)}": ["new.jsonl"],
    "track folder.csv": ["folder.csv"],
}

BULK = {
    "solve": ["FILE"],
    "solve missing.csv": ["missing.csv cannot be read"],
    "solve hands.txt": ["suffix .txt", ".csv or .parquet"],
    "solve missing.parquet": ["missing.parquet cannot be read"],
    "solve hands.csv --json --out plays.csv": ["--json is for the standard output"],
    "solve hands.csv --out plays.txt": ["suffix .txt", ".jsonl"],
    "solve hands.csv --out missing/plays.csv": ["missing/plays.csv cannot be written"],
    "solve hands.csv --out hands.csv": ["is the file of the positions"],
    "solve hands.csv --rank-by luck": ["luck"],
    "solve hands.csv --top 0": ["--top is 0"],
    "solve hands.csv --workers 0": ["--workers"],
    "solve hands.csv --lexicon nowhere": ["nowhere"],
    "best --words 3": ["--words", "3"],
    "best --top 0": ["--top", "0"],
    "best --ruleset mine": ["mine", "reference-manual"],
    "best --lexicon nwl": ["nwl", "enable"],
    "best CAT": ["CAT"],
    "survey --hands 0": ["0", "from 1"],
    "survey --patent-sets ''": ["empty set", "single, pairs, all", "none"],
    "survey --workers 2 --dask tcp://a:1": ["--workers"],
    "survey --out a.xlsx": [".xlsx", ".parquet"],
    "survey --plot a.gif": [".gif", ".png"],
    "survey --plot b/a.png": ["a.png", "No such file"],
    "survey --out a.png --plot a.png": ["a.png"],
    "survey hands.csv": ["hands.csv"],
    "tournament --games many": ["--games", "many"],
    "tournament --players greedy,": ["''", "advisor"],
    "tournament --playouts 0": ["playouts is 0", "from 4"],
    "tournament --out a.parquet": [".parquet", ".json, .csv"],
    **{
        f"{command} {options}": parts
        for command in ("survey", "tournament")
        for options, parts in {
            "--seed -1": ["seed", "-1"],
            "--workers 0": ["--workers", "0"],
            "--out a": ["(none)", ".csv", ".json"],
            "--out b/a.csv": ["a.csv", "No such file"],
            "--out folder.csv": ["folder.csv", "not an ordinary file"],
            "--lexicon nwl": ["nwl", "enable"],
        }.items()
    },
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With what the lines name; all has been compiled."""
    compile_search()
    folder = tmp_path_factory.mktemp("bad")
    (folder / "hands.csv").write_text("hand\nJAW\n")
    (folder / "folder.csv").mkdir()
    (folder / "games").mkdir()
    lexicon = Lexicon.load()
    record_game(folder / "game.jsonl", ["Ann", "Ben", "Cleo"], 8, lexicon, n_rounds=2)
    record_game(folder / "over.jsonl", ["Ann", "Ben"], 8, lexicon)
    record_game(folder / "games" / "a.jsonl", ["Ann", "Ben"], 8, lexicon, n_rounds=1)
    return folder


def contents(folder: Path) -> dict[Path, bytes]:
    """All files, and what is in them."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


NEEDED = {"--plot": slow_with("matplotlib"), "g.parquet": slow_with("pyarrow"), "": []}
"""A part of a line, and the marks of those that have it."""


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        pytest.param(
            line, parts, marks=next(marks for text, marks in NEEDED.items() if text in line)
        )
        for line, parts in (HINT | WORDS | ADVISE | GAMES | BULK).items()
    ],
)
def test_bad_input(
    folder: Path, monkeypatch: pytest.MonkeyPatch, line: str, parts: list[str]
) -> None:
    monkeypatch.chdir(folder)
    # It is found before the work.
    monkeypatch.setattr("letter_tycoon_solver.batch.surveys._count_part", None)
    monkeypatch.setattr("letter_tycoon_solver.advisor.tournaments.played", None)
    before = contents(folder)
    result = talk(shlex.split(line), say())
    *notes, error = result.err.splitlines(keepends=True)
    assert all(note.startswith(("Compiling ", "Left out: ")) for note in notes)
    assert_bad_input(result._replace(err=error), *parts)
    assert contents(folder) == before
