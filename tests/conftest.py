"""Fixtures for all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps the tests away from the user's compiled lexicons."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LETTER_TYCOON_CACHE", str(tmp_path_factory.mktemp("lexicons")))
        yield
