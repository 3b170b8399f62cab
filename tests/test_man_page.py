"""tools/man_page.py: the page that `man letter-tycoon` shows."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from letter_tycoon_solver import cli

TOOL = Path(__file__).parents[1] / "tools" / "man_page.py"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("man") / "man"
    subprocess.run([sys.executable, str(TOOL), str(folder)], check=True)
    return folder / "letter-tycoon.1"


def sections(page: Path) -> dict[str, str]:
    parts = page.read_text("utf-8").split("\n.SH ")
    return {name: text for name, _, text in (part.partition("\n") for part in parts)}


def test_every_command_has_its_options(page: Path) -> None:
    found = sections(page)
    root = click.Context(cli.group)
    for name in cli.COMMANDS:
        command = cli.group.get_command(root, name)
        assert command is not None
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                said = option.opts[0].replace("-", r"\-")
                assert said in found[name.upper()], (name, option.opts)


def test_examples_keep_their_lines(page: Path) -> None:
    analyze = sections(page)["ANALYZE"]
    assert "Examples:\n  letter\\-tycoon analyze game.jsonl\n" in analyze
    assert "\b" not in page.read_text("utf-8")


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_the_page_is_in_order(page: Path) -> None:
    shown = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-k", str(page)], capture_output=True, check=True
    )
    assert shown.stderr == b""
    assert b"letter-tycoon analyze game.jsonl" in shown.stdout
