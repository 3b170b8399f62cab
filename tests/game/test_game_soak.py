from __future__ import annotations

import os

import pytest
from support.games import soak


@pytest.mark.slow
def test_a_short_soak() -> None:
    seen = soak(40, 1)
    assert seen["games"] == 40
    assert seen["reshuffles"] > 0


@pytest.mark.soak
def test_100_000_games() -> None:
    seen = soak(100_000, os.cpu_count() or 1)
    assert seen["games"] == 100_000
    for what in (
        "ties, victory shared",
        "ties, decided by patents",
        "challenges, right",
        "challenges, wrong",
        "challenges, paid by the bank",
        "words refused by the engine",
        "replacements (Q)",
        "plays of two words (V)",
        "plays with the duplicate (X)",
        "plays with the suffix (Z)",
        "plays with a doubler (B J K Q)",
    ):
        assert seen[what] > 0, what
