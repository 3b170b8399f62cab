"""The compiler of kernels, whatever lies in the working directory and whatever Numba is like."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import pytest
from support.probe_package import ASK, ProbePackage

from letter_tycoon_solver._aot import compiler_process, kept
from letter_tycoon_solver._kernels import entries

pytestmark = pytest.mark.slow

MEMORY = 4 << 30
"""Bytes a process may take: less than there are in the settings that it is not to read."""
LIMITED = f"""
import os, resource
resource.setrlimit(resource.RLIMIT_DATA, ({MEMORY}, {MEMORY}))
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


PUT = """
from pathlib import Path
from letter_tycoon_solver._aot import kept
from letter_tycoon_solver._aot.entry import Library
library = Library()
library.entry("probe.probe", 0, 0)
print(library.put(kept.OBJECTS, kept.baseline()).name)
"""
LACKING = """
from letter_tycoon_solver._aot import kept
lacking = kept.baseline()._replace(is_here=False)
kept.baseline = lambda: lacking
"""


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> ProbePackage:
    """A copy that brings machine code along, and has an empty cache; not to be changed."""
    folder = tmp_path_factory.mktemp("shipped")
    package = ProbePackage.copied(folder / "package", folder / "cache")
    done = package.run(PUT)
    assert (package.aot / "objects" / done.out).exists()
    return ProbePackage(package.folder, folder / "other cache")


class TestAWheelForOtherMachines:
    def test_its_settings_go_before_those_of_the_user(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = [entries.deal_cards.asked]
        right = compiler_process.compiled(asked, kept.baseline())
        monkeypatch.setenv("NUMBA_CPU_NAME", "x86-64")
        assert compiler_process.compiled(asked, kept.baseline()) == right
        assert compiler_process.compiled(asked, kept.processor()) != right

    def test_it_answers_without_the_compiler(self, shipped: ProbePackage) -> None:
        done = shipped.run()
        assert (done.out, done.err) == ("True", "")
        assert not shipped.kept

    def test_of_other_sources_it_is_not_used(self, shipped: ProbePackage, tmp_path: Path) -> None:
        copy = ProbePackage(tmp_path / "edited", tmp_path / "cache")
        shutil.copytree(shipped.folder, copy.folder)
        copy.edit()
        done = copy.run()
        assert (done.out, done.compiled) == ("False", True)

    def test_a_processor_that_lacks_something_has_its_own(
        self, shipped: ProbePackage, tmp_path: Path
    ) -> None:
        own = ProbePackage(shipped.folder, tmp_path / "cache")
        done = own.run(LACKING + ASK)
        assert (done.out, done.compiled) == ("True", True)

    @pytest.mark.parametrize(
        ("machine", "lacks", "cpu", "is_here"),
        [
            ("x86_64", "", "x86-64-v3", True),
            ("AMD64", "bmi2", "x86-64-v3", False),
            ("AMD64", "avx512f", "x86-64-v3", True),
            ("aarch64", "avx", "generic", True),
        ],
    )
    def test_what_it_is_for(
        self,
        monkeypatch: pytest.MonkeyPatch,
        machine: str,
        lacks: str,
        cpu: str,
        is_here: bool,
    ) -> None:
        abilities = llvm.get_host_cpu_features()
        abilities |= {name: name != lacks for name in (*kept._OF_X86, "avx512f")}
        monkeypatch.setattr(platform, "machine", lambda: machine)
        monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: abilities)
        settings = {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": ""}
        assert kept.baseline() == (f"{sys.platform} {cpu}", settings, is_here)

    def test_of_an_unknown_kind_it_is_for_the_processor_here(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(platform, "machine", lambda: "riscv64")
        assert kept.baseline() == kept.processor()
        assert llvm.get_host_cpu_name() in kept.processor().name


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


def break_compiler(package: ProbePackage) -> None:
    """Imitate a version of Numba with other parts inside."""
    path = package.aot / "compiling.py"
    source = path.read_text()
    inner = "from numba import _dynfunc, types"
    assert source.count(inner) == 1
    path.write_text(source.replace(inner, "from numba import _no_dynfunc, types"))


TWO_KERNELS = """
from letter_tycoon_solver._aot.entry import Library
library = Library()
for first in 1, True:
    print(bool(library.entry("probe.probe", first, 0)(first, 2)))
"""
BREAK = """
from letter_tycoon_solver._aot import compiler_process, kept

def broken(*_):
    raise OSError("no such process")

kept.KeptModule.load = lambda _: None
compiler_process.compiled = broken
"""
BEGIN = """
import json
from hashlib import sha256
import letter_tycoon_solver as lts

lexicon = lts.Lexicon.load()
answers = []
"""
PLAYS = """
for patents, limit, ways in ("", None, "best"), ("BJKXZ", None, "all"), ("BJKQVXZ", 50, "best"):
    position = lts.Position("JWLEANZ", "EES", patents=patents, opponents=["R", "T"])
    plays = lts.find_plays(position, lexicon, limit=limit, variants=ways)
    answers.append([len(plays), sha256(plays.columns).hexdigest()])
"""
END = """
print(json.dumps(answers))
"""


class TestWhereNothingCanBeCompiled:
    def test_plain_python_answers_and_one_warning_says_so(self, package: ProbePackage) -> None:
        break_compiler(package)
        done = package.run(TWO_KERNELS)
        assert done.out.split() == ["True", "True"]
        assert done.err.count(WARNING) == 1
        assert "cannot import name '_no_dynfunc'" in done.err
        assert package.kept == []

    def test_arrays_are_kept_in_another_way(self, package: ProbePackage) -> None:
        """Kernels that took one word for another would write to memory that is not theirs."""
        path = package.aot / "compiling.py"
        source = path.read_text()
        places = "_ADDRESS_AT, _SIZE_AT = 3, 4"
        assert source.count(places) == 1
        path.write_text(source.replace(places, "_ADDRESS_AT, _SIZE_AT = 4, 3"))
        done = package.run()
        assert done.out == "True"
        assert done.err.count(WARNING) == 1
        assert "this version of Numba keeps [1, 0, 0, " in done.err
        assert package.kept == []

    def test_a_program_that_cannot_start_python(self, package: ProbePackage) -> None:
        done = package.run(f"import sys; sys.executable = ''\n{ASK}")
        assert done.out == "True"
        assert "this program cannot start Python" in done.err
        assert package.run().compiled
        done = package.run(f"import sys; sys.executable = ''\n{ASK}")
        assert (done.out, done.err) == ("True", "")

    def test_all_answers_are_the_same(self) -> None:
        usual, other = (
            subprocess.run(
                [sys.executable, "-c", program + BEGIN + PLAYS + END],
                capture_output=True,
                text=True,
                check=True,
            )
            for program in ("", BREAK)
        )
        assert json.loads(usual.stdout)[0][0] > 5
        assert json.loads(other.stdout) == json.loads(usual.stdout)
        assert (usual.stderr.count(WARNING), other.stderr.count(WARNING)) == (0, 1)
