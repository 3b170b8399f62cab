"""Sources of other packages: the README of a package index, the conda recipe, the container."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
import yaml

from letter_tycoon_solver import __version__, cli
from tools import index_metadata, man_page, release_notes
from tools.compile_kernels import CompileKernels

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
RECIPE: dict[str, Any] = yaml.safe_load((ROOT / "recipe" / "recipe.yaml").read_text("utf-8"))
CONTAINER = (ROOT / "Containerfile").read_text("utf-8")
with (ROOT / "pyproject.toml").open("rb") as file:
    PYPROJECT: dict[str, Any] = tomllib.load(file)
PROJECT = PYPROJECT["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]

_LINK = re.compile(r"\]\((?!https:|#)([^)]*)\)")
_NAMES_IN_CONDA = {"msgspec": "msgspec-python"}


def test_without_an_address_the_readme_of_an_index_has_no_broken_link() -> None:
    assert _LINK.search(README)
    shown = index_metadata.shown(README, "")
    assert not _LINK.search(shown)
    assert "How to win is one page of rules of thumb" in shown
    assert "\n## A hint in two minutes\n" in shown


def test_with_an_address_all_its_links_are_whole() -> None:
    shown = index_metadata.shown(README, "https://example.org")
    assert not _LINK.search(shown)
    assert "[How to win](https://example.org/blob/main/docs/how-to-win.md)" in shown
    assert shown.count("](https://example.org/") == len(_LINK.findall(README))


def test_the_package_takes_that_readme() -> None:
    assert "readme" in PROJECT["dynamic"]
    hook = PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]["path"]
    assert ROOT / hook == Path(index_metadata.__file__)
    metadata: dict[str, Any] = {}
    index_metadata.IndexMetadata(str(ROOT), {}).update(metadata)
    text = index_metadata.shown(README, index_metadata.REPOSITORY)
    assert metadata["readme"]["text"] == text


def test_what_a_maintainer_fills_in_is_in_the_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_metadata, "REPOSITORY", "https://example.org/solver")
    monkeypatch.setattr(index_metadata, "CONTACT", "solver@example.org")
    metadata: dict[str, Any] = {}
    index_metadata.IndexMetadata(str(ROOT), {}).update(metadata)
    assert set(metadata) <= {*PROJECT["dynamic"]}
    assert metadata["maintainers"] == [{"email": "solver@example.org"}]
    for address in metadata["urls"].values():
        place = address.removeprefix("https://example.org/solver").removeprefix("/blob/main/")
        assert (ROOT / place).exists()


def needed(requirement: str) -> tuple[str, str]:
    """The name of a library for conda, and its versions."""
    name, versions = re.fullmatch(r"([\w.-]+?)\s*((?:[<>=].*)?)", requirement).groups()  # type: ignore[union-attr]
    return _NAMES_IN_CONDA.get(name, name), versions


def test_the_conda_recipe_needs_what_the_package_needs() -> None:
    everywhere = [one for one in EXTRAS["web"] if "sys_platform" not in one]
    ours = [*PROJECT["dependencies"], *everywhere, *EXTRAS["data"]]
    ours.append(f"python{PROJECT['requires-python']}")
    assert sorted(map(needed, RECIPE["requirements"]["run"])) == sorted(map(needed, ours))
    built = {f"python{PROJECT['requires-python']}", "pip", *PYPROJECT["build-system"]["requires"]}
    assert {*map(needed, RECIPE["requirements"]["host"])} == {*map(needed, built)}


def test_the_conda_recipe_is_of_this_package() -> None:
    assert RECIPE["context"]["version"] == __version__
    assert RECIPE["package"]["name"] == PROJECT["name"]
    scripts = [f"{name} = {place}" for name, place in PROJECT["scripts"].items()]
    assert RECIPE["build"]["python"]["entry_points"] == scripts
    about = RECIPE["about"]
    assert (about["summary"], about["license"]) == (PROJECT["description"], PROJECT["license"])
    assert set(about["license_file"]) == set(PROJECT["license-files"])


def test_the_container_installs_the_page() -> None:
    (extras,) = re.findall(r'pip install .*"/source\[([\w,]+)\]"', CONTAINER)
    assert "web" in extras.split(",")
    assert set(extras.split(",")) <= set(EXTRAS)
    assert 'ENTRYPOINT ["letter-tycoon"]\nCMD ["serve"]' in CONTAINER
    (base,) = re.findall(r"^ARG BASE=.*python:([\d.]+)-slim$", CONTAINER, re.MULTILINE)
    assert f"Programming Language :: Python :: {base}" in PROJECT["classifiers"]


def test_the_guide_says_how_to_run_the_container_and_what_each_extra_is_for() -> None:
    guide = (ROOT / "docs" / "guide.md").read_text("utf-8")
    for command in re.findall(r"^#     (podman .*)$", CONTAINER, re.MULTILINE):
        assert f"\n{command}\n" in guide
    extras = re.findall(r"^\| (`.*`) \| .* \|$", guide.split("## Plays")[0], re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(extras))) == set(EXTRAS)


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "pyproject.toml",
        *PROJECT["license-files"],
        *PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"],
        *PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"],
        PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]["path"],
    ],
)
def test_the_container_has_what_the_package_is_built_of(path: str) -> None:
    lines = (ROOT / ".containerignore").read_text("utf-8").splitlines()
    sent = [line.removeprefix("!/") for line in lines if line.startswith("!/")]
    assert lines[0] == "*"
    assert any(f"{path}/".startswith(f"{name}/") for name in sent)


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    changelog = """# Changelog

## Unreleased

Soon.

## 1.1.0 - 2027-01-02

### For players

- A room.

## 1.0.0 - 2026-12-01

The first.
"""
    assert release_notes.notes(changelog, "1.1.0") == "## For players\n\n- A room.\n"
    assert release_notes.notes(changelog, "1.0.0") == "The first.\n"
    assert release_notes.notes(changelog, "1.2.0") == "Soon.\n"
    ours = release_notes.notes(release_notes.CHANGELOG.read_text("utf-8"), __version__)
    assert "## For players" in ours
    assert len(ours.split()) < 700
    told_of = re.findall(r"^- `(\w+)`", ours, re.MULTILINE)
    assert len(told_of) == len({*told_of})


@pytest.mark.parametrize("changed", ["", "kernel.wasm", "games/0123/kernel.wasm"])
def test_a_release_compares_each_kernel_of_a_site_with_the_one_it_ships(
    changed: str, tmp_path: Path
) -> None:
    modules = {"kernel.wasm": "hint", "games/0123/kernel.wasm": "advice"}
    installed = "env/lib/python3.12/site-packages/letter_tycoon_solver/_aot/objects"
    for place, name in modules.items():
        for path, head in (f"site/{place}", ""), (f"{installed}/{name}-0123.code", "-" * 32):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(head + name)
    if changed:
        (tmp_path / "site" / changed).write_text("of other sources")
    script = (ROOT / ".ci" / "release").read_text("utf-8")
    compares = "\n".join(re.findall(r"^ *cmp .*$", script, re.MULTILINE))
    done = subprocess.run(["bash", "-ec", compares], cwd=tmp_path, check=False)
    assert (done.returncode == 0) == (not changed)


@pytest.mark.slow
def test_the_tests_are_found_without_pytest_xdist() -> None:
    options = ["-p", "no:xdist", "--collect-only", "-q", "tests/test_values.py"]
    command = [sys.executable, "-m", "pytest", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# The search is compiled when the package is installed, and no installation fails of that --------


def install(root: Path, version: str) -> tuple[list[str], list[str]]:
    """Run the hook there; return what it says, and its warnings."""
    infos, warnings = list[str](), list[str]()
    app: Any = SimpleNamespace(display_info=infos.append, display_warning=warnings.append)
    nothing: Any = None
    hook, data = CompileKernels(str(root), {}, nothing, nothing, "", "wheel", app), dict[str, Any]()
    hook.initialize(version, data)
    assert data == {}
    return infos, warnings


def test_no_installation_has_bounds_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    tells = "import os; raise OSError('with ' + os.environ['NUMBA_BOUNDSCHECK'])"
    tmp_path.joinpath("letter_tycoon_solver.py").write_text(tells)
    _, (warning,) = install(tmp_path, "standard")
    assert "OSError: with 0" in warning


@pytest.mark.parametrize("version", ["standard", "editable"])
def test_what_cannot_be_compiled_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    tmp_path.joinpath("letter_tycoon_solver.py").write_text("raise OSError('no such package')")
    (_,), (warning,) = install(tmp_path, version)
    assert "The first call compiles the search" in warning
    monkeypatch.setattr("sys.executable", str(tmp_path / "none"))
    _, (warning,) = install(tmp_path, version)
    assert "No such file" in warning


# tools/man_page.py: the page that `man letter-tycoon` shows -------------------------------------


PAGE = man_page.man_page()
SECTIONS = {name: text for name, _, text in (part.partition("\n") for part in PAGE.split("\n.SH "))}


def test_every_command_has_its_options() -> None:
    root = click.Context(cli.group)
    for name in cli.COMMANDS:
        command = cli.group.get_command(root, name)
        assert command is not None
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                said = option.opts[0].replace("-", r"\-")
                assert said in SECTIONS[name.upper()], (name, option.opts)


def test_examples_keep_their_lines() -> None:
    assert "Examples:\n  letter\\-tycoon analyze game.jsonl\n" in SECTIONS["ANALYZE"]
    assert "\b" not in PAGE


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_the_page_is_in_order() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-k"]
    shown = subprocess.run(command, input=PAGE.encode(), capture_output=True, check=True)
    assert shown.stderr == b""
    assert b"letter-tycoon analyze game.jsonl" in shown.stdout
