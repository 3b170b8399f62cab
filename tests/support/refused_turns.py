"""Turns that are illegal, out of turn or mistyped, and what the library says to each."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from support.folded_games import Json, setup_json, steps_of, table_json
from support.told_games import NAMES, Teller

from letter_tycoon_solver.errors import IllegalMoveError, InvalidInputError, LetterTycoonError
from letter_tycoon_solver.game import IllegalAction, ToldTurn, TrackedGame
from letter_tycoon_solver.game.told import MissingCardsError, SeenDeal
from letter_tycoon_solver.game.tracked import told_views
from letter_tycoon_solver.game.turns import AmbiguousWordsError, is_bare
from letter_tycoon_solver.rules.cards import LETTERS
from letter_tycoon_solver.rules.play import COMMUNITY
from letter_tycoon_solver.rules.turn import Turn

_KEYS: Final = "AEIOSTXZ?*&/+()!,-<> bkq1\u00e9\u00df\t"


@dataclass(frozen=True)
class Tries:
    """A game, and before each turn lines that are tried and what comes of them.

    setup   how it begins
    lines   the turns
    tried   before each turn, and after the last one: lines with their answers
    """

    setup: Json
    lines: list[str]
    tried: list[list[tuple[str, Json]]]


def tries(seed: int, n: int) -> Tries:
    """The game of a seed, with `n` lines before each turn."""
    rng = random.Random(seed)
    steps = steps_of(seed)
    first = steps[0][1]
    n_players = len(first.seats)
    seat = rng.choice([*range(n_players), None])
    hands = [first.seats[number].hand if number == seat else "" for number in range(n_players)]
    deal = SeenDeal(seat, "".join(hands), first.community, first.active)
    game = TrackedGame(NAMES[:n_players], deal, first.lexicon, first.ruleset)
    tellings = Teller(seat, sees_discards=True, chance=rng).tellings(steps)
    told = [ToldTurn.parse(t.text, community=t.community, drew=t.drew) for t in tellings]
    lines = [turn.line for turn in told]
    tried = []
    for number in range(len(lines) + 1):
        wrong = (_wrong(rng, lines, min(number, len(lines) - 1)) for _ in range(n))
        answers = ((line, _answer(game, line)) for line in wrong)
        tried.append([(line, answer) for line, answer in answers if answer is not None])
        if number < len(lines):
            game.push(told[number].text, community=told[number].community, drew=told[number].drew)
    return Tries(setup_json(first, hands), lines, tried)


def _answer(game: TrackedGame, line: str) -> Json | None:
    """The library's answer; None where it also looks for ways to lay the words."""
    try:
        told = ToldTurn.parse(line)
        turn = Turn.parse(told.text)
    except InvalidInputError:
        return {"reason": "INVALID"}
    bare = bool(turn.words) and is_bare(turn.words)
    if bare and (told.community is not None or COMMUNITY in turn.words[0].sources):
        return None
    try:
        views, _ = told_views([told], game.names, game.views[-1])
    except LetterTycoonError as error:
        looks = isinstance(error, AmbiguousWordsError) or (
            bare and not isinstance(error, IllegalAction)
        )
        return None if looks else {"reason": _reason(error)}
    return {"table": table_json(views[0], views[0].deck_size)}


def _reason(error: LetterTycoonError) -> str:
    """The reason of an error, as rules.js has it."""
    if isinstance(error, IllegalMoveError):
        return error.reason.name
    return "MISSING_CARDS" if isinstance(error, MissingCardsError) else "INVALID"


def _wrong(rng: random.Random, lines: Sequence[str], number: int) -> str:
    """The line of a turn with something else in it, or that of another turn."""
    line = rng.choice(lines) if rng.random() < 0.1 else lines[number]
    kind = rng.random()
    if kind < 0.25:
        return _mistyped(rng, line)
    told = ToldTurn.parse(line)
    changed = _changed(rng, told)
    if rng.random() < 0.3 and not _is_mistyped(changed):
        changed = _changed(rng, changed)
    return changed.line


def _is_mistyped(told: ToldTurn) -> bool:
    try:
        Turn.parse(told.text)
    except InvalidInputError:
        return True
    return False


def _mistyped(rng: random.Random, line: str) -> str:
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(line) + 1)
        line = line[:at] + rng.choice(["", rng.choice(_KEYS)]) + line[at + rng.randint(0, 2) :]
    return line


def _changed(rng: random.Random, told: ToldTurn) -> ToldTurn:
    turn = Turn.parse(told.text)
    some = "".join(rng.choice(LETTERS + "EAIOT") for _ in range(rng.randint(0, 3)))
    match rng.randrange(10):
        case 0:
            return replace(
                told, community=rng.choice([None, some, "?", (told.community or "")[1:]])
            )
        case 1:
            return replace(told, drew=rng.choice([None, some, "?", (told.drew or "") + "A"]))
        case 2:
            turn = replace(turn, buy=rng.choice(LETTERS)) if turn.words else turn
        case 3 | 4:
            discards = rng.choice([some, "?" * rng.randint(1, 3), "*", turn.discards + "Q"])
            turn = replace(turn, discards=discards)
        case 5:
            turn = replace(turn, replace=rng.choice([*"AEIOTaeiot?", ""]))
        case 6 if turn.words:
            others = [*NAMES, "", "Zoe", "0", "7", None]
            turn = replace(turn, play=None, challenger=rng.choice(others))
        case _ if turn.words:
            return replace(told, text=_other_words(rng, turn))
        case _:
            kinds = ["exchange JZ", "discard Z", "buy A", "exchange nothing", "buy nothing"]
            return replace(told, text=rng.choice(kinds))
    return replace(told, text=turn.notation)


def _other_words(rng: random.Random, turn: Turn) -> str:
    """The turn with words that are laid otherwise."""
    text = turn.notation
    words, comma, rest = text.partition(", ")
    laid = rng.choice(list(_ways(rng, words)))
    return laid + comma + rest


def _ways(rng: random.Random, words: str) -> Iterator[str]:
    at = rng.randrange(len(words))
    yield words[:at] + words[at].swapcase() + words[at + 1 :]
    yield words[:at] + rng.choice("AEIOUQZaeiou") + words[at + 1 :]
    bare = re.split("[*/ ]", words, maxsplit=1)[0]
    yield bare
    yield bare[:2]
    yield bare + "+S"
    yield bare + "+T"
    yield bare[:-1] + "+S" + bare[-1:]
    yield bare + f"({bare[:1].upper()})"
    yield bare + "(Q)"
    yield bare + f"({bare[:1].upper()})({bare[:1].upper()})"
    yield f"{bare}*{rng.choice('BJKQ')}"
    yield f"{bare}*{''.join(rng.sample('BJKQ', 2))}"
    yield f"{bare}/{rng.choice(['v', 'c', 'vv'])}"
    yield f"{bare} & {bare}"
    yield f"{bare} & Ten"
    yield f"{bare} & {bare} & Ten"
    yield f"{bare}+S & Ten+S"
