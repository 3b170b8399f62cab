from __future__ import annotations

import os

import pytest
from support.game_soak import soak
from support.no_jit import NO_JIT

pytestmark = pytest.mark.skipif(NO_JIT, reason="whole games take too long in plain Python")


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
        "plays of two words (V)",
        "plays with the duplicate (X)",
        "plays with the suffix (Z)",
        "plays with a doubler (B J K Q)",
    ):
        assert seen[what] > 0, what
