"""tests/mutation.py: small faults, and where they are found again."""

from __future__ import annotations

import mutation
import pytest

SOURCE = b"""\
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import os
LIMIT: int | None = 3  # three
class Hand:
    def draw(self, n: int = 1, *, told: bool = False) -> list[int]:
        if told and n < LIMIT:
            raise ValueError(f"{n + 1} cards" + "?")
        self.cards.sort(key=len, reverse=True)
        return [n if told else 0 for _ in range(1, n) if n
                < 3]
"""


def named(source: bytes) -> set[tuple[str, str, str]]:
    found = mutation.faults_of("hand.py", source)
    return {(fault.function, fault.before, fault.after) for fault in found}


def test_what_can_be_changed() -> None:
    given = "self, n: int={}, *, told: bool={}".format
    sort = "self.cards.sort(key=len, reverse=True)"
    limit, chosen = "LIMIT: int | None = {}".format, "n if told else {}".format
    assert named(SOURCE) == {
        ("", limit(3), limit(4)),
        ("", limit(3), limit(2)),
        ("Hand.draw", given(1, False), given(2, False)),
        ("Hand.draw", given(1, False), given(0, False)),
        ("Hand.draw", given(1, False), given(1, True)),
        ("Hand.draw", "told and n < LIMIT", "told or n < LIMIT"),
        ("Hand.draw", "n < LIMIT", "n <= LIMIT"),
        ("Hand.draw", sort, "pass"),
        ("Hand.draw", sort, "self.cards.sort(reverse=True)"),
        ("Hand.draw", sort, "self.cards.sort(key=len)"),
        ("Hand.draw", "reverse=True", "reverse=False"),
        ("Hand.draw", "told", "not told"),
        ("Hand.draw", chosen(0), chosen(1)),
        ("Hand.draw", chosen(0), chosen(-1)),
        ("Hand.draw", "range(1, n)", "range(2, n)"),
        ("Hand.draw", "range(1, n)", "range(0, n)"),
        ("Hand.draw", "n < 3", "n <= 3"),
        ("Hand.draw", "n < 3", "n < 4"),
        ("Hand.draw", "n < 3", "n < 2"),
    }


@pytest.mark.parametrize("edit", mutation.faults_of("hand.py", SOURCE).values())
def test_a_fault_is_one_change_and_the_rest_stays(edit: mutation.Edit) -> None:
    source = mutation.edited(SOURCE, [edit])
    compile(source, "hand.py", "exec")
    assert b"# three" in source
    gone = set(SOURCE.splitlines()) - set(source.splitlines())
    assert 1 <= len(gone) <= 2


def test_faults_are_planted_together_where_they_lie_apart() -> None:
    edits = mutation.faults_of("hand.py", SOURCE)
    groups = mutation.apart(edits, edits)
    assert sorted(fault.after for group in groups for fault in group) == sorted(
        fault.after for fault in edits
    )
    for group in groups:
        compile(mutation.edited(SOURCE, [edits[fault] for fault in group]), "hand.py", "exec")
    assert len(groups) < len(edits) / 2


def test_faults_are_found_again_in_the_module_that_their_function_moved_to() -> None:
    here = list(mutation.faults_of("hand.py", SOURCE))
    moved = list(mutation.faults_of("game/table.py", b"import sys\n\n" + SOURCE))
    assert [mutation.found_again(fault, moved) for fault in here] == moved
    assert [mutation.found_again(fault, [*here, *moved]) for fault in here] == here
    assert mutation.found_again(here[0], []) is None


def test_a_sample_has_faults_of_each_folder() -> None:
    many = mutation.faults_of("game/table.py", SOURCE * 10)
    few = mutation.faults_of("_log.py", b"X = [1, 2, 3, 4]")
    sample = mutation.drawn([*many, *few], 10, seed=1)
    assert len({*sample}) == 10
    assert {fault.folder for fault in sample} == {"game", "."}
    assert sample == mutation.drawn([*many, *few], 10, seed=1)
