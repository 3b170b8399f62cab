"""The kernels' names have one meaning each, and Python knows their entries and layouts."""

from __future__ import annotations

import ast
import functools
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest
from test_layers import PACKAGE
from test_layers import sources as modules

from letter_tycoon_solver import RULEBOOK
from letter_tycoon_solver._aot import forms
from letter_tycoon_solver._aot.entry import Entry
from letter_tycoon_solver._kernels import desk, entries, lay, layouts, questions, score
from letter_tycoon_solver.lexicon.trie import COPY_BITS, ENDS_WITH_S
from letter_tycoon_solver.rules.cards import LETTERS
from letter_tycoon_solver.rules.ruleset import MAX_CARDS
from letter_tycoon_solver.search.plays import PLAY_DTYPE


@functools.cache
def sources() -> dict[str, ast.Module]:
    """Every module of the kernels by its name."""
    return {
        name.partition(".")[2]: ast.parse(path.read_text("utf-8"))
        for name, path in modules().items()
        if name.startswith("_kernels.") and not name.endswith("__init__")
    }


def constants(module: ModuleType) -> Iterator[str]:
    """The names of a module that are written as constants, its own and those it imports."""
    return (name for name in vars(module) if name.isupper() and not name.startswith("_"))


def test_a_constant_has_one_value() -> None:
    values: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name in sources():
        module = import_module(f"{PACKAGE}._kernels.{name}")
        for constant in constants(module):
            value = getattr(module, constant)
            known = value.tolist() if isinstance(value, np.ndarray) else value
            values[constant][repr(known)].append(name)
    assert len(values) > 100
    assert {name: dict(of) for name, of in values.items() if len(of) > 1} == {}


def test_plain_python_checks_indices_of_constants_too() -> None:
    arrays = [
        array
        for name in sources()
        for array in vars(import_module(f"{PACKAGE}._kernels.{name}")).values()
        if isinstance(array, np.ndarray) and array.size and array is not COPY_BITS
    ]
    assert len(arrays) > 8
    assert all(isinstance(array, forms.CheckedArray) for array in arrays)


def functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_a_function_has_one_home() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for name, tree in sources().items():
        for function in functions(tree):
            homes[function.name].append(name)
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}


def decorated(by: str) -> set[str]:
    """The functions with a decorator, as entries.py names them."""
    return {
        f"{module}.{function.name}"
        for module, tree in sources().items()
        for function in functions(tree)
        if any(isinstance(node, ast.Name) and node.id == by for node in function.decorator_list)
    }


def test_every_entry_is_there_for_python() -> None:
    found = [one for one in vars(entries).values() if isinstance(one, Entry)]
    assert len(found) > 12
    assert {entry.name for entry in found} == decorated("entry")


def plain(name: str) -> Callable[..., int]:
    """A function of score as plain Python."""
    function = getattr(score, name)
    return cast(Callable[..., int], getattr(function, "py_func", function))


PLAY = {
    "word": (170_000, 7),
    "money": 65_535,
    "stock": 800,
    "royalties": (1, 2, 3, 100),
    "patent_value": 10,
    "n_left": 9,
    "duplicate": 25,
    "duplicate_word": 1,
    "suffix_word": 0,
    "doublers": (15, 8),
    "n_words": 2,
}
LONE_WORD = {**PLAY, "word": (3, -1), "duplicate": 255, "suffix_word": 255, "n_words": 1}


@pytest.mark.parametrize("columns", [PLAY, LONE_WORD])
def test_the_bits_of_a_packed_play(columns: dict[str, Any]) -> None:
    """Kernels read and write the columns that NumPy does."""
    play = np.zeros(layouts.PLAY_SIZE, np.int64)
    for name, value in columns.items():
        play.view(PLAY_DTYPE)[name] = value
    words, pay, details = (
        int(play[at]) for at in (layouts.PLAY_WORDS, layouts.PLAY_PAY, layouts.PLAY_DETAILS)
    )
    assert (plain("first_word")(words), plain("second_word")(words)) == columns["word"]
    for name in ("money", "stock"):
        assert plain(f"{name}_of")(pay) == columns[name]
    assert plain("royalties_of")(pay) == sum(columns["royalties"])
    singles = ("patent_value", "n_left", "duplicate", "duplicate_word", "suffix_word", "n_words")
    for name in singles:
        shift = getattr(layouts, f"{name.upper()}_SHIFT")
        assert plain("detail")(details, shift) == columns[name]
    play.view(PLAY_DTYPE)["n_words"] = 0
    swapped = {"duplicate_word": 0, "suffix_word": 1, "doublers": (8, 15)}
    for name in swapped if columns is PLAY else ("doublers",):
        play.view(PLAY_DTYPE)[name] = swapped[name]
    without_words = details ^ columns["n_words"] << layouts.N_WORDS_SHIFT
    assert plain("swap_words")(without_words) == int(play[layouts.PLAY_DETAILS])


@np.errstate(over="ignore")
def test_the_ways_to_lay_two_words_stay_in_their_place_on_the_desk() -> None:
    """A check of bounds would not see what overwrites the rest of the desk."""
    rng, most = random.Random(3), 0
    ranked = questions.template(RULEBOOK, ("money",), 1)
    for _ in range(300):
        rack = "".join(rng.choices("AEINORST", k=MAX_CARDS))
        cards = np.frombuffer(rack.encode(), np.uint8)
        owner = np.array([letter in "VXZ" for letter in LETTERS], np.uint8)
        laid = ranked.copy()
        desk.set_desk(laid, cards[:7], cards[7:], owner, 0)
        groups = np.zeros((2, layouts.GROUP_SIZE), np.int64)
        groups[:, layouts.G_KIND] = ENDS_WITH_S
        for shift in range(0, layouts.FIELD_BITS * layouts.N_SLOTS, layouts.FIELD_BITS):
            for word in rng.choices((0, 1), k=int(laid[layouts.RACK]) >> shift & layouts.FIELD):
                groups[word, layouts.G_LETTERS] += 1 << shift
        most = max(most, lay.list_options(laid, groups, 0, 1, layouts.GUARD))
    assert layouts.OPTIONS + 10 * layouts.OPTION_SIZE < most <= layouts.C_LEFT
