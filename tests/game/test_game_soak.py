from __future__ import annotations

import os

import pytest
from support.games import EVENTS, soak


@pytest.mark.slow
def test_a_short_soak() -> None:
    seen = soak(40, 1)
    assert seen["games"] == 40
    assert seen["reshuffles"] > 0


@pytest.mark.soak
def test_100_000_games() -> None:
    seen = soak(100_000, os.cpu_count() or 1)
    assert seen["games"] == 100_000
    for what in (*EVENTS, "ties, victory shared", "ties, decided by patents"):
        assert seen[what] > 0, what
