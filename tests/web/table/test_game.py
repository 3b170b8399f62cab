"""Whole games in the browser and in Python: the same tables from the same text, both ways."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import pytest
from support.browser import Scripts
from support.commands import Run
from support.games import short_words
from support.records import played_game
from support.selection import quick
from support.table_games import damaged, played, shown, told, words

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.errors import LetterTycoonError
from letter_tycoon_solver.game import (
    Game,
    RetellError,
    ToldTurn,
    TrackedGame,
    game_text,
    read_game_text,
)
from letter_tycoon_solver.game.notation import game_lines
from letter_tycoon_solver.rules.turn import Turn

A_CALL: Final = 20
"""Games that are told in one call of the browser."""


@pytest.fixture
def table(scripts: Scripts) -> Scripts:
    """The scripts, with the words of these games."""
    scripts.call("games.mjs", "use", words())
    return scripts


def tables_of(game: Game | TrackedGame) -> list[dict[str, Any]]:
    """The tables before the first line of the text of a game, and after each."""
    first = game.states[0] if isinstance(game, Game) else game.views[0]
    return [shown(first), *(shown(line.after) for line in game_lines(game))]


def read_back(text: str) -> Game | TrackedGame:
    return read_game_text(text, short_words())


@pytest.mark.parametrize("first", quick(1, range(0, 400, A_CALL)))
def test_games_go_to_the_browser_and_back(table: Scripts, first: int) -> None:
    """Half of them with all hands known, the others as one person or nobody sees them.

    A thousand games are folded in test_rules.py; these are about their text.
    """
    numbers = range(first, first + A_CALL)
    games = [played(n) if n % 2 else told(n) for n in numbers]
    answers = table.call("games.mjs", "told", [game_text(game) for game in games])
    for game, answer in zip(games, answers, strict=True):
        assert answer.get("tables", answer) == tables_of(game)
        again = read_back(answer["text"])
        if isinstance(game, Game):
            assert answer["text"] == game_text(game)
        else:
            assert isinstance(again, TrackedGame)
            assert again.views[-1] == game.views[-1]
            assert game_text(again) == answer["text"]


# Undo, redo, correct -----------------------------------------------------------------------------


@pytest.mark.parametrize("first", quick(1, range(0, 100, 10)))
def test_every_change_equals_folding_anew(table: Scripts, first: int) -> None:
    refused = accepted = 0
    for n in range(first, first + 10):
        text = game_text(played(n) if n % 2 else told(n))
        answer = table.call("games.mjs", "changes", text, n + 1)
        assert answer["differ"] == []
        refused += answer["refused"]
        accepted += answer["accepted"]
    assert min(refused, accepted) > 50


def corrections(game: TrackedGame) -> list[tuple[int, ToldTurn]]:
    """Each purchase left out, and a card less discarded."""
    found = []
    for number, turn in enumerate(game.turns, 1):
        told = turn.told
        if turn.turn.buy:
            text = told.text.replace(f", buy {turn.turn.buy}", "")
            found.append((number, ToldTurn(text, told.community, told.drew)))
    return found


@pytest.mark.parametrize("seed", quick(1, range(24)))
def test_a_correction_is_that_of_python(table: Scripts, seed: int) -> None:
    text = game_text(told(seed))
    for number, turn in corrections(told(seed)):
        game = read_back(text)
        assert isinstance(game, TrackedGame)
        answer = table.call("games.mjs", "corrected", text, number, turn.line)
        assert answer == answer_of(game, number, turn)


def answer_of(game: TrackedGame, number: int, turn: ToldTurn) -> dict[str, Any]:
    """The tables of the corrected game, or which turn cannot be then."""
    try:
        game.correct(number, turn.text, community=turn.community, drew=turn.drew)
    except RetellError as error:
        said = f"turn {error.number}, '{error.turn.text}' of {error.player}, cannot be then: "
        return {"at": error.number, "said": said}
    return {"tables": tables_of(game)}


# Kept by the browser -----------------------------------------------------------------------------


@pytest.mark.parametrize("undone", [0, 1, 5])
def test_a_game_is_kept_with_what_was_undone(table: Scripts, undone: int) -> None:
    for seed in range(6):
        text = game_text(played(seed) if seed % 2 else told(seed))
        assert table.call("games.mjs", "kept", text, undone) == {
            "told": "",
            "room": {"seat": 0},
            "isSame": True,
            "isRedone": True,
        }


def test_a_kept_game_is_not_half_opened(table: Scripts) -> None:
    text = game_text(played(1))
    for done in (-1, 10_000):
        wrong, other = table.call("games.mjs", "refusals", text, done)
        assert "turns are done" in wrong["message"]
        assert "has other words (0000000000000000..)" in other["message"]


# Refused -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1. Ann: ", "1. Mary Ann: ", "line 9: it is round 1 and the turn of Ann"),
        ("1. Ann: ", "2. Ann: ", "line 9: it is round 1 and the turn of Ann"),
    ],
)
def test_what_cannot_be_is_named_by_its_line(
    table: Scripts, old: str, new: str, message: str
) -> None:
    text = game_text(played(12))
    assert text.count(old) == 1
    (answer,) = table.call("games.mjs", "told", [text.replace(old, new)])
    assert answer["message"].startswith(message)
    with pytest.raises(LetterTycoonError, match=message):
        read_back(text.replace(old, new))


def outcome(text: str) -> TrackedGame | str:
    try:
        game = read_back(text)
    except LetterTycoonError as error:
        return str(error)
    assert isinstance(game, TrackedGame)
    return game


def is_laid_otherwise(game: TrackedGame) -> bool:
    """Has Python found where the letters of words come from? The text does not say it."""
    turns = [(Turn.parse(turn.told.text), turn.turn) for turn in game.turns]
    return any(
        [word.sources for word in told.words] != [word.sources for word in done.words]
        for told, done in turns
    )


@pytest.mark.parametrize("seed", quick(1, range(0, 200, 5)))
def test_damaged_texts_are_refused_as_in_python(table: Scripts, seed: int) -> None:
    rng = random.Random(seed)
    whole = [game_text(told(seed + n)) for n in range(5)]
    texts = [damaged(rng.choice(whole), rng) for _ in range(80)]
    answers = table.call("games.mjs", "told", texts)
    n_refused = 0
    for text, answer in zip(texts, answers, strict=True):
        wanted = outcome(text)
        if isinstance(wanted, TrackedGame):
            is_same = answer.get("tables", [None])[-1] == shown(wanted.views[-1])
            assert is_same or ("message" in answer and is_laid_otherwise(wanted)), text
        else:
            assert "message" in answer, (text, wanted)
            n_refused += 1
    assert 10 < n_refused < 80


# The commands ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_commands_read_what_the_browser_writes(
    scripts: Scripts, run: Run, lexicon: Lexicon, tmp_path: Path
) -> None:
    """A game with the words of ENABLE: imported, shown again as the same text, and analyzed."""
    page = {"name": lexicon.name, "sha256": lexicon.digest, "list": list(lexicon)}
    scripts.call("games.mjs", "use", page)
    (answer,) = scripts.call("games.mjs", "told", [game_text(played_game(lexicon))])
    (tmp_path / "game.txt").write_text(answer["text"], "utf-8")
    run("import", str(tmp_path / "game.txt"), "--out", str(tmp_path / "games"))
    (record,) = (tmp_path / "games").iterdir()
    replayed = run("replay", str(record), "--notation")
    assert (replayed.out, replayed.code) == (answer["text"], 0)
    analyzed = run("analyze", str(record), "--playouts", "20")
    assert (analyzed.err, analyzed.code) == ("", 0)
    assert "Ann" in analyzed.out
