"""The compiler of kernels, whatever lies in the working directory and whatever Numba is like."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.no_jit import NO_JIT
from support.probe_package import ASK, ProbePackage

pytestmark = pytest.mark.slow

MEMORY = 4 << 30
"""Bytes a process may take: less than there are in the settings that it is not to read."""
LIMITED = f"""
import os, resource
resource.setrlimit(resource.RLIMIT_DATA, ({MEMORY}, {MEMORY}))
"""
ASK_AND_CATCH = """
from letter_tycoon_solver import InvalidInputError
from letter_tycoon_solver._aot.entries import Entry
try:
    Entry("probe.probe")(1, 2)
except InvalidInputError as error:
    print(error)
"""
WARNING = "FallbackCompilerWarning"


@pytest.fixture
def package(tmp_path: Path) -> ProbePackage:
    return ProbePackage.copied(tmp_path / "package", tmp_path / "cache")


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> ProbePackage:
    """A copy whose probe is compiled; not to be changed."""
    folder = tmp_path_factory.mktemp("used")
    package = ProbePackage.copied(folder / "package", folder / "cache")
    assert package.run().compiled
    return package


def make_settings(folder: Path, kind: str) -> Path:
    """A folder with settings of Numba that nobody should read."""
    folder.mkdir()
    path = folder / ".numba_config.yaml"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "zeros without end":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    elif kind == "large":
        with path.open("wb") as file:
            file.truncate(6_000_000_000)
    else:
        path.write_text("{[ no YAML\n" if kind == "damaged" else "opt: 0\n1: 2\n")
    return folder


@pytest.mark.skipif(sys.platform != "linux", reason="needs fifos, /dev/zero and limits of memory")
class TestSettingsInTheWorkingDirectory:
    @pytest.mark.parametrize(
        "kind", ["fifo", "zeros without end", "folder", "large", "damaged", "odd"]
    )
    def test_what_is_compiled_is_found(self, used: ProbePackage, tmp_path: Path, kind: str) -> None:
        folder = make_settings(tmp_path / "work", kind)
        done = used.run(LIMITED + ASK, folder=folder)
        assert (done.out, done.err) == ("True", "")

    @pytest.mark.parametrize("kind", ["fifo", "large", "damaged"])
    def test_what_is_not_is_compiled(
        self, package: ProbePackage, tmp_path: Path, kind: str
    ) -> None:
        folder = make_settings(tmp_path / "work", kind)
        done = package.run(LIMITED + ASK, folder=folder)
        assert (done.out, done.compiled) == ("True", True)
        assert WARNING not in done.err
        assert not package.run().compiled

    def test_settings_that_would_fill_the_memory_are_refused(
        self, package: ProbePackage, tmp_path: Path
    ) -> None:
        """Only this process can compile here: it would have to import Numba."""
        break_compiler(package)
        folder = make_settings(tmp_path / "work", "large")
        done = package.run(LIMITED + ASK_AND_CATCH, folder=folder)
        assert f"{folder}/.numba_config.yaml with its 6,000,000,000 bytes; move it" in done.out


def break_compiler(package: ProbePackage) -> None:
    """Imitate a version of Numba with other parts inside."""
    path = package.aot / "compiling.py"
    source = path.read_text()
    inner = "from numba import _dynfunc, types"
    assert source.count(inner) == 1
    path.write_text(source.replace(inner, "from numba import _no_dynfunc, types"))


TWO_KERNELS = f"""
{ASK}
from letter_tycoon_solver._aot.entries import Entry
print(bool(Entry("probe.probe")(True, 2)), Entry("probe.probe")(1, 2))
"""


BREAK = """
from letter_tycoon_solver._aot import object_cache

def broken(identity):
    raise AttributeError("no such part")

object_cache.load = broken
"""
BEGIN = """
import json
from hashlib import sha256
import letter_tycoon_solver as lts
from letter_tycoon_solver.advisor import advise
from letter_tycoon_solver.batch import Deal, solve_batch
from letter_tycoon_solver.game import new_game

lexicon = lts.Lexicon.load()
answers = []
"""
PLAYS = """
for patents, limit, ways in ("", None, "best"), ("BJKXZ", None, "all"), ("BJKQVXZ", 50, "best"):
    position = lts.Position("JWLEANZ", "EES", patents=patents, opponents=["R", "T"])
    plays = lts.find_plays(position, lexicon, limit=limit, variants=ways)
    answers.append([len(plays), sha256(plays.columns).hexdigest()])
"""
BULK = """
position = lts.Position("JWLEANZ", "EES", patents="BJKQVXZ", opponents=["R", "T"])
plays = lts.find_plays(position, lexicon, rank_by="equity")
answers.append([len(plays), sha256(plays.columns).hexdigest()])
batch = solve_batch(Deal(200, seed=1, players=3, patents=6), lexicon, top=3)
answers.append(sha256(batch.columns).hexdigest())
"""
ADVICE = """
advice = advise(new_game(2, seed=1, lexicon=lexicon), lexicon, playouts=40, seed=1)
answers.append([len(advice.plans), *map(repr, advice.plans)])
"""
END = """
print(json.dumps(answers))
"""


class TestWithoutThePrivatePartsOfNumba:
    @pytest.mark.parametrize("setting", ["wait", ""])
    def test_numba_compiles_the_same_and_one_warning_says_so(
        self, package: ProbePackage, setting: str
    ) -> None:
        break_compiler(package)
        done = package.run(TWO_KERNELS, variables={"LETTER_TYCOON_COMPILE": setting})
        assert done.out.split() == ["True", "True", "True"]
        assert done.err.count(WARNING) == 1
        assert "cannot import name '_no_dynfunc'" in done.err
        assert package.kept == []

    def test_what_numba_keeps_is_of_these_sources(self, package: ProbePackage) -> None:
        """Numba itself does not look at the files of the kernels that a kernel calls."""
        break_compiler(package)
        assert package.run().out == "True"
        kept = {path: path.stat().st_mtime_ns for path in package.cache.rglob("*.nbc")}
        assert len(kept) == 1
        assert package.run().out == "True"
        assert {path: path.stat().st_mtime_ns for path in package.cache.rglob("*.nbc")} == kept
        package.edit()
        assert package.run().out == "False"

    @pytest.mark.skipif(NO_JIT, reason="compiles nothing")
    @pytest.mark.parametrize(
        "asked",
        [PLAYS, *(pytest.param(asked, marks=pytest.mark.soak) for asked in (BULK, ADVICE))],
        ids=["plays", "bulk", "advice"],
    )
    def test_all_answers_are_the_same(self, asked: str) -> None:
        usual, other = (
            subprocess.run(
                [sys.executable, "-c", program + BEGIN + asked + END],
                capture_output=True,
                text=True,
                check=True,
            )
            for program in ("", BREAK)
        )
        assert json.loads(usual.stdout)[0][0] > 5
        assert json.loads(other.stdout) == json.loads(usual.stdout)
        assert (usual.stderr.count(WARNING), other.stderr.count(WARNING)) == (0, 1)
