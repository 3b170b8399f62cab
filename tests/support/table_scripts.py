"""The scripts of the table in a browser, called with data from Python.

    scripts.call("texts.mjs", "parse", ["JeWeLs, buy J"])

calls `parse` of tests/web/table/texts.mjs, which imports the scripts of the package by "/web/...".
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any, Self

from support.chromium import Chromium, Tab
from support.static_host import Host

TESTS = Path(__file__).parents[1] / "web" / "table"


class Scripts:
    """One page for many calls."""

    def __init__(self, chromium: str, folder: Path) -> None:
        root = folder / "root"
        root.mkdir()
        (root / "index.html").write_text("<!doctype html><title>Scripts</title>", "utf-8")
        (root / "tests").symlink_to(TESTS)
        (root / "web").symlink_to(str(resources.files("letter_tycoon_solver") / "web"))
        self._host = Host(root)
        self._browser = Chromium(chromium, folder / "profile")
        self._tab = Tab(self._browser, self._host.url)

    def __enter__(self) -> Self:
        self._tab.goto("/index.html")
        self._tab.wait_for("document.title === 'Scripts'")
        return self

    def __exit__(self, *_: object) -> None:
        self._browser.__exit__()
        self._host.stop()

    def call(self, module: str, function: str, *given: object) -> Any:
        """The answer of a function of a module in tests/web/table/; it must not throw."""
        arguments = ", ".join(map(json.dumps, given))
        called = f"import('/tests/{module}').then((module) => module.{function}({arguments}))"
        return self._tab.answer(called)
