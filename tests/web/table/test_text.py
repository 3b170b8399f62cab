"""Turns and games as text in the browser: read and written as in Python, and refused alike."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import pytest
from support.browser import Scripts
from support.games import short_words
from support.online import game_of, read, text_of
from support.selection import quick

from letter_tycoon_solver.errors import InvalidInputError, LetterTycoonError
from letter_tycoon_solver.game import ToldTurn, game_text, read_game_text
from letter_tycoon_solver.game.table import parse_names, player_named, said_name
from letter_tycoon_solver.rules.notation import split_line
from letter_tycoon_solver.rules.turn import Turn

TURNS: Final = 4_000
PIECES: Final = (
    *("jewels", "JeWeLs", "JEWELS", "YAChT/c*K", "BO(O)K+S", "Eel", "cat & dog", "cat&dog*KQ"),
    *("&", "j", "buy", "BUY", "buy J", "discard", "discard AZ", "exchange", "exchange JZ", "q x"),
    *("replace", "replace X", "replace x from community", "from community", "q", "-z", "-", "- 3"),
    *("3", "?", "??", "*", "!", "!ben", "! Ben -z", "challenged", "challenged by", "by", "Ben"),
    *(",", ",", "play", "lay", "nothing", "x", "12", "99", "\u00e9", "\u00df", "/vc"),
    *("CHALLENGED", "\t", "\u00a0"),
)
ENDS: Final = (
    *("", "", ">", "<", "> KLA", "< ERTO", "> Q t", "< -", "> ?", "> K !Ben", "< nothing", "<<"),
)


def texts(seed: int, n: int) -> Iterator[str]:
    """Turns and what is nearly one."""
    rng = random.Random(seed)
    for _ in range(n):
        pieces = [rng.choice(PIECES) for _ in range(rng.randint(0, 7))]
        yield rng.choice((" ", " ", ", ")).join(pieces)


def as_script(turn: Turn) -> dict[str, Any]:
    """A turn as text.js has it."""
    return {
        "kind": turn.kind.value,
        "replace": turn.replace,
        "words": [{"word": w.word, "sources": w.sources, "ys": w.y_as} for w in turn.words],
        "doublers": None if turn.doublers is None else list(turn.doublers),
        "challenger": turn.challenger,
        "buy": turn.buy,
        "discards": turn.discards,
    }


def read_turn(text: str) -> dict[str, Any]:
    """The same answer from Python."""
    try:
        turn = Turn.parse(text)
        return {"turn": as_script(turn), "text": turn.notation}
    except InvalidInputError as error:
        return {"error": str(error)}


def read_line(text: str) -> dict[str, Any]:
    try:
        said, came, drew = split_line(text)
        told = ToldTurn(said, came, drew)
        turn = Turn.parse(told.text)
        line = ToldTurn(turn.notation, told.community or None, told.drew or None).line
        return {
            "turn": as_script(turn),
            "came": told.community,
            "drew": told.drew,
            "text": line,
        }
    except InvalidInputError as error:
        return {"error": str(error)}


def test_turns_are_read_and_refused_as_in_python(scripts: Scripts) -> None:
    asked = list(texts(0, TURNS))
    wanted = [read_turn(text) for text in asked]
    assert sum("turn" in one for one in wanted) > TURNS / 8
    assert scripts.call("texts.mjs", "turns", asked) == wanted


def test_lines_say_which_cards_came(scripts: Scripts) -> None:
    rng = random.Random(1)
    asked = [" ".join((text, rng.choice(ENDS), rng.choice(ENDS))) for text in texts(1, TURNS)]
    wanted = [read_line(text) for text in asked]
    assert sum("turn" in one for one in wanted) > TURNS / 20
    assert scripts.call("texts.mjs", "lines", asked) == wanted


# Names -------------------------------------------------------------------------------------------

NAMES: Final = (
    *("Ann", "ANN", "ann", " Ann", "Mary Ann", "mary  ann", "Ann, Ben", "A<B", "5", "1", "0"),
    *("\u5b89", "Stra\u00dfe", "STRASSE", "\u03a3\u03a3", "\u03c3\u03c2", "", "x" * 100, "x" * 101),
    *("\U0001f469\u200d\U0001f680", "a\u200db", "\u200d", "tab\t", "\u00a0", "\u202e", "Ann: Ben"),
)


def meant(text: str, names: Sequence[str]) -> int | dict[str, str]:
    try:
        return player_named(text, names)
    except InvalidInputError as error:
        return {"error": str(error)}


def test_names_are_said_and_meant_as_in_python(scripts: Scripts) -> None:
    rng = random.Random(2)
    players = [rng.sample(NAMES, rng.randint(2, 5)) for _ in range(300)]
    wanted: list[dict[str, Any]] = []
    for names in players:
        try:
            wanted.append({"names": list(parse_names(names))})
        except InvalidInputError as error:
            wanted.append({"error": str(error)})
    answers = scripts.call("texts.mjs", "players", players)
    assert answers == wanted
    fit = [one["names"] for one in wanted if "names" in one]
    assert len(fit) > 20
    asked = [(names, rng.sample(NAMES, 9)) for names in fit]
    assert scripts.call("texts.mjs", "names", asked) == [
        {
            "said": [said_name(player, names) for player in range(len(names))],
            "meant": [meant(text, names) for text in texts],
        }
        for names, texts in asked
    ]


# Whole games -------------------------------------------------------------------------------------


@cache
def posted(seed: int) -> str:
    """A game as text: with all hands, one or none of them, to its end or not."""
    record = read(text_of(seed, ((seed % 2,), (), None)[seed % 3])).record
    return game_text(game_of(seed, 9) if seed % 5 == 0 else record)


def without_scores(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


@pytest.mark.parametrize("n", quick(1, [10, 30]))
def test_a_game_is_read_and_written_again(scripts: Scripts, n: int) -> None:
    asked = [posted(seed) for seed in range(n)]
    answers = scripts.call("texts.mjs", "games", asked)
    assert [answer.get("text", answer) for answer in answers] == [*map(without_scores, asked)]
    assert any("?" in "".join(answer["header"]["hands"]) for answer in answers)
    assert {len(answer["header"]["players"]) for answer in answers} == {2, 3, 4, 5}


def test_a_text_may_have_other_blanks_and_notes(scripts: Scripts) -> None:
    text = without_scores(posted(0))
    noted = "\ufeff\n# Ours\r\n" + text.replace("\n", "\r\n# A note\n\n   ")
    (answer,) = scripts.call("texts.mjs", "games", [noted])
    assert answer["text"] == text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Letter Tycoon 1", "Letter Tycoon 2", 'the text does not begin with the line "Letter'),
        ('first: "Player 1"', 'first: "Zoe"', "line 3: there is no player 'Zoe'; the players are"),
        ('first: "Player 1"', "first: Player 1", "line 3: 'first: Player 1' has no value in JSON"),
        ('first: "Player 1"', "first: 1", "line 3: 'first: 1' is not as in first: \"Ann\""),
        ('first: "Player 1"', 'last: "Player 1"', "line 3: there is no field 'last'; use players,"),
        ('first: "Player 1"\n', "", "the text lacks the lines of first"),
        ('"Player 0", "', '"Player 1", "', "line 2: two players have the same name"),
        ('"DEIIMNO", ', "", "line 4: there is 1 hand for 2 players"),
        ('"DEIIMNO", ', "7, ", "line 4: 'hands: [7, "),
        ('"sha256": "', '"md5": "', 'is not as in lexicon: {"name": "enable"'),
        ("1. Player 1: Av", "1. Nobody: Av", "line 9: '1. Nobody: AvERRED, discard V < SICTPHH"),
        ("AvERRED, discard V", "AvERRED, discard V, VX", "line 9: 'VX' is neither"),
        ("AvERRED, discard V", "AvERRED, discard 9V", "contains '9'; only the letters A to Z"),
        ("< SICTPHH > W", "< SICTPHH > W > W", "line 9: 'AvERRED, discard V < SICTPHH > W > W'"),
        ("< SICTPHH > W", "< SICTPHH > 5", "line 9: the cards for the community '5' contains"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(
    scripts: Scripts, old: str, new: str, message: str
) -> None:
    text = game_text(game_of(0))
    assert text.count(old) == 1
    (answer,) = scripts.call("texts.mjs", "games", [text.replace(old, new)])
    assert message in answer["error"]


@pytest.mark.slow
def test_what_is_refused_python_refuses_too(scripts: Scripts) -> None:
    rng = random.Random(3)
    asked = []
    for _ in range(1_000):
        text = posted(rng.randrange(30))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text))
            piece = rng.choice(["", "?", "<", ">", "\n", '"', "Z", "9", "{", text[at : at + 20]])
            text = text[:at] + piece + text[at + rng.randint(0, 3) :]
        asked.append(text)
    refused = [
        text
        for text, answer in zip(asked, scripts.call("texts.mjs", "games", asked), strict=True)
        if "error" in answer
    ]
    assert len(refused) > 200
    for text in refused[:200]:
        with pytest.raises(LetterTycoonError):
            read_game_text(text, short_words())
