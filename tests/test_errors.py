"""Every exception of the package, found by itself, goes through pickle and copy whole."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from support.games import exchanging

import letter_tycoon_solver
from letter_tycoon_solver import Lexicon, PlayedWord, Position, adjudicate
from letter_tycoon_solver.advisor import analyze
from letter_tycoon_solver.batch import Deal, ExecutorDiedError, Interrupted, solve_batch
from letter_tycoon_solver.errors import (
    IllegalMoveError,
    IllegalPlay,
    InvalidInputError,
    LetterTycoonError,
    Reason,
    counted,
    show,
    show_text,
    there_are,
)
from letter_tycoon_solver.game import (
    AmbiguousWordsError,
    Game,
    MissingCardsError,
    RetellError,
    ToldTurn,
)
from letter_tycoon_solver.game.actions import ActionReason, IllegalAction
from letter_tycoon_solver.game.online_log import OnlineLogError
from letter_tycoon_solver.game.records import RecordError

LEXICON = Lexicon.from_words(["CAT", "ACT", "DOG", "TEA", "EAT", "SEA", "TREE", "NOON"])


def _turn() -> Game:
    """A game with one turn."""
    game = Game(["Ann", "Bo"], 3, LEXICON)
    game.apply(exchanging())
    return game


def _modules() -> list[str]:
    """All but the program and the parts of Numba's compiler, which would be imported for them."""
    found = pkgutil.walk_packages(letter_tycoon_solver.__path__, "letter_tycoon_solver.")
    unimported = ("__main__", "_aot.compiling")
    return [module.name for module in found if not module.name.endswith(unimported)]


def _exceptions() -> list[type[BaseException]]:
    found = {
        value
        for name in _modules()
        for value in vars(importlib.import_module(name)).values()
        if isinstance(value, type)
        and issubclass(value, BaseException)
        and value.__module__.startswith("letter_tycoon_solver")
    }
    return sorted(found, key=lambda kind: (kind.__module__, kind.__qualname__))


EXCEPTIONS = _exceptions()

ARGUMENTS: dict[type[BaseException], Callable[[], tuple[object, ...]]] = {
    AmbiguousWordsError: lambda: ("cat", ["CAT", "CaT"]),
    ExecutorDiedError: lambda: ("it broke", solve_batch(Deal(3, seed=1), LEXICON)),
    IllegalAction: lambda: (ActionReason.PATENT_OWNED, "E has an owner"),
    IllegalMoveError: lambda: (Reason.TOO_SHORT, "{player} lays AT", 1),
    IllegalPlay: lambda: (Reason.TOO_SHORT, "AT"),
    OnlineLogError: lambda: (7, "a patent was bought, and which is missing"),
    Interrupted: lambda: ("interrupted after 3", analyze(_turn(), LEXICON, playouts=8)),
    MissingCardsError: lambda: ("give the card drawn", 1, "h"),
    RecordError: lambda: (Path("game.json"), 3, "is not whole"),
    RetellError: lambda: (2, ToldTurn("CAT"), "Ann", InvalidInputError("no")),
}
"""The arguments of the errors that take more than a message."""


def _made(kind: type[BaseException]) -> BaseException:
    if kind in ARGUMENTS:
        return kind(*ARGUMENTS[kind]())
    assert "__init__" not in vars(kind), f"add {kind.__name__} to ARGUMENTS"
    return kind("what is wrong")


def test_they_are_found() -> None:
    assert {LetterTycoonError, *ARGUMENTS} <= set(EXCEPTIONS)


@pytest.mark.parametrize("kind", EXCEPTIONS, ids=lambda kind: kind.__name__)
def test_a_round_trip(kind: type[BaseException]) -> None:
    error = _made(kind)
    copies = [copy.copy(error), copy.deepcopy(error)]
    copies += [
        pickle.loads(pickle.dumps(error, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    for made in copies:
        assert type(made) is kind
        assert str(made) == str(error) != ""
        assert _plain(made.args) == _plain(error.args)
        assert _plain(vars(made).values()) == _plain(vars(error).values())


def _plain(values: Iterable[object]) -> list[object]:
    """With what an error inside says in its place: errors are equal only to themselves."""
    return [
        (type(value), value.args) if isinstance(value, BaseException) else value for value in values
    ]


@pytest.mark.parametrize("shown", [None, 5])
def test_what_cannot_be_shown_is_refused_all_the_same(shown: object) -> None:
    class Broken:
        def __repr__(self) -> str:
            if shown is None:
                raise AttributeError
            return shown  # type: ignore[return-value]

    with pytest.raises(InvalidInputError, match="Broken"):
        Position(Broken())  # type: ignore[arg-type]


def nested(kind: type, depth: int) -> Any:
    value: Any = kind()
    for _ in range(depth):
        value = {"a": value} if kind is dict else kind([value])
    return value


VALUES = [
    *(None, True, 5, 10**90, 1.5, "", "it's", "a" * 75, "é" * 100, b"cat" * 40),
    *([], (), (1,), {}, set(), {3}, [[1], (2, "b")], {"b": 1, "a": [None]}, {1: 2, "a": 3}),
    *(list(range(500)), dict.fromkeys(range(500)), ["x" * 2000], Reason.NO_WORD, ValueError("no")),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20])
def test_a_value_is_shown_as_python_shows_it_cut_short(value: object) -> None:
    text = repr(value)
    assert show(value) == (text if len(text) <= 80 else f"{text[:77]}...")


@pytest.mark.parametrize("n", [0, 1, 199, 200, 201, 10**6])
def test_a_text_is_shown_by_its_ends(n: int) -> None:
    text = f"A{'b' * n}Z"[: n or 0]
    shown = show_text(text)
    assert shown == (text if n <= 200 else f"{text[:98]}...{text[-98:]}")


def test_a_text_has_no_characters_that_a_terminal_obeys() -> None:
    assert show_text("\x1b[2J\n\u202e Zoë \U0001f469\u200d\U0001f680") == (
        "\\x1b[2J\\n\\u202e Zoë \U0001f469\u200d\U0001f680"
    )


@pytest.mark.parametrize(
    ("n", "clause"),
    [(0, "there are no names"), (1, "there is 1 name"), (4321, "there are 4,321 names")],
)
def test_numbers_of_things(n: int, clause: str) -> None:
    assert there_are(n, "name") == clause
    assert clause.endswith(counted(n, "name"))


def test_messages_are_short_whatever_was_given() -> None:
    """The fuzzer gives every door long arguments; here they lie inside arguments."""
    position = Position("CATSEAY", "EQT", "VX")
    long = PlayedWord("CAT" * 300_000, "h" * 900_000)
    for words in ([PlayedWord("é" * 10**6, "h")], [PlayedWord("CAT", "hhh"), long]):
        with pytest.raises(IllegalPlay) as caught:
            adjudicate(position, words)
        assert len(str(caught.value)) < 1_000
    with pytest.raises(InvalidInputError) as bad:
        Position("J" * 10**6, "EES")
    assert str(bad.value) == (
        f"hand {'J' * 98}...{'J' * 98} and community EES hold 1000003 cards; together at most 11"
    )


@pytest.mark.parametrize(("kind", "begin"), [(list, "["), (dict, "{'a': "), (tuple, "(")])
def test_what_is_nested_without_end_is_shown_in_no_time(kind: type, begin: str) -> None:
    assert show(nested(kind, 100_000)) == f"{(begin * 80)[:77]}..."
