"""The compiler of kernels, and compiled modules on disk: the answer is that of the sources."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import time
from collections.abc import Collection
from pathlib import Path

import llvmlite.binding as llvm
import pytest
from support.probe_package import ASK, ASK_OTHERWISE, ProbePackage
from test_layers import PACKAGE, imports, sources

from letter_tycoon_solver._aot import compiler_process, kept
from letter_tycoon_solver._kernels import entries

pytestmark = pytest.mark.slow

AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
posix = pytest.mark.skipif(os.name != "posix", reason="modes and owners of POSIX")
for_root = pytest.mark.skipif(not AS_ROOT, reason="only root can give a folder away")


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


@pytest.fixture
def cached(used: ProbePackage, tmp_path: Path) -> ProbePackage:
    """The same with a cache folder of its own, in which the probe is compiled."""
    shutil.copytree(used.cache, tmp_path / "cache")
    return ProbePackage(used.folder, tmp_path / "cache")


class TestSources:
    def test_an_edited_copy(self, package: ProbePackage) -> None:
        first, second = package.run(), package.run()
        assert (first.out, first.compiled) == ("True", True)
        assert (second.out, second.compiled) == ("True", False)
        package.edit()
        assert package.run().out == "False"
        assert len(package.kept) == 2

    def test_an_edit_under_a_running_process_is_not_kept(self, package: ProbePackage) -> None:
        path = package.kernels / "score.py"
        touch = f"import pathlib; p = pathlib.Path({str(path)!r}); p.write_text(p.read_text())"
        assert package.run(f"import letter_tycoon_solver\n{touch}\n{ASK}").out == "True"
        during = f"import letter_tycoon_solver._kernels.probe\n{touch}\n{ASK}"
        assert package.run(during).out == "True"
        assert package.kept == []
        assert package.run().compiled
        assert len(package.kept) == 1

    def test_an_edit_while_the_package_is_imported_is_not_kept(self, package: ProbePackage) -> None:
        """The module is imported before the kernels."""
        path = package.folder / PACKAGE / "rules" / "cards.py"
        touch = f"import pathlib; p = pathlib.Path({str(path)!r}); p.write_text(p.read_text())"
        assert package.run(EDIT_DURING_IMPORT.format(touch) + ASK).out == "True"
        assert package.kept == []

    def test_a_source_file_that_cannot_be_found(self, package: ProbePackage) -> None:
        remove = f"import os; os.remove({str(package.kernels / 'worth.py')!r})"
        code = (
            "from letter_tycoon_solver._aot import kept\n"
            "from letter_tycoon_solver._kernels import worth\n"
            f"print(kept.digest() is None)\n{remove}\n"
            "kept.digest.cache_clear()\nprint(kept.digest() is None)"
        )
        assert package.run(code).out.split() == ["False", "True"]

    def test_everything_that_the_kernels_import_is_in_the_hash(self) -> None:
        files = sources()
        found = {name for name in files if name.startswith(("_aot.", "_kernels."))}
        waiting = sorted(found)
        while waiting:
            module = waiting.pop()
            for name in imports(module, files[module].read_text("utf-8")):
                if (inner := module_of(name, files)) and inner not in found:
                    found.add(inner)
                    waiting.append(inner)
        assert {"rules.cards", "rules.ruleset", "evaluation.tables", "_kernels.score"} <= found
        assert {files[name] for name in found} <= set(kept.sources())

    def test_bounds_checks_have_files_of_their_own_and_other_settings_none(
        self, cached: ProbePackage
    ) -> None:
        (before,) = cached.kept
        checked = {"NUMBA_BOUNDSCHECK": "1"}
        assert cached.run(variables=checked).compiled
        assert not cached.run(variables=checked).compiled
        assert not cached.run(variables={"NUMBA_OPT": "0"}).compiled
        assert len(cached.kept) == 2
        assert before in cached.kept

    def test_the_folder_that_the_user_has_named_for_all_programs(
        self, package: ProbePackage, tmp_path: Path
    ) -> None:
        package.run(variables={"NUMBA_CACHE_DIR": str(tmp_path / "numba")})
        assert package.kept == []
        assert len(list((tmp_path / "numba").rglob("*.code"))) == 1

    def test_without_jit_nothing_is_kept_or_said(self, package: ProbePackage) -> None:
        done = package.run(variables={"NUMBA_DISABLE_JIT": "1"})
        assert (done.out, done.err, package.kept) == ("True", "", [])


EDIT_DURING_IMPORT = """
import importlib.abc, sys

class Edit(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "letter_tycoon_solver._kernels":
            assert "letter_tycoon_solver.rules.cards" in sys.modules
            {}

sys.meta_path.insert(0, Edit())
"""


def module_of(name: str, files: Collection[str]) -> str | None:
    """The module of the package that an absolute name means, or that has what it names."""
    inner = name.removeprefix(f"{PACKAGE}.")
    above = inner.rpartition(".")[0]
    candidates = (inner, f"{inner}.__init__", above, f"{above}.__init__")
    return next((found for found in candidates if found != name and found in files), None)


class TestDamage:
    def test_a_damaged_file_is_replaced(self, cached: ProbePackage) -> None:
        (path,) = cached.kept
        good = path.read_bytes()
        for damaged in (good[:20], good[:-1] + bytes([good[-1] ^ 1])):
            path.write_bytes(damaged)
            again = cached.run()
            assert (again.out, again.compiled) == ("True", True)
            assert path.read_bytes() == good

    def test_a_folder_in_the_place_of_a_file(self, cached: ProbePackage) -> None:
        (path,) = cached.kept
        path.unlink()
        path.mkdir()
        assert cached.run().out == "True"

    def test_the_file_of_other_types(self, cached: ProbePackage) -> None:
        """Right as it is, but not what its name says."""
        (path,) = cached.kept
        cached.run(ASK_OTHERWISE)
        (other,) = set(cached.kept) - {path}
        shutil.copyfile(other, path)
        assert cached.run().compiled


NOT_USED = "is not used to keep what is compiled"


@posix
class TestWhoseItIs:
    @pytest.mark.parametrize(("place", "mode"), [("folder", 0o777), ("file", 0o664)])
    def test_what_others_can_write_is_compiled_anew(
        self, cached: ProbePackage, place: str, mode: int
    ) -> None:
        (file,) = cached.kept
        (cached.cache if place == "folder" else file).chmod(mode)
        done = cached.run()
        assert (done.out, done.compiled) == ("True", True)
        assert done.err.count(NOT_USED) == (place == "folder")

    @for_root
    @pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv")
    def test_a_user_without_a_home(self, package: ProbePackage, tmp_path: Path) -> None:
        """It may read everything, as the folders of the tests and of Python may be root's own."""
        nobody = ["setpriv", "--reuid=12345", "--clear-groups", "--inh-caps=+dac_read_search"]
        prefix = [*nobody, "--ambient-caps=+dac_read_search", "env", "-u", "HOME"]
        prefix += ["-u", "XDG_CACHE_HOME", "-C", str(tmp_path)]
        done = package.run(prefix=prefix, variables={"LETTER_TYCOON_CACHE": ""})
        assert done.out == "True"
        assert done.err.count("has no home folder") == 1
        assert [path.name for path in tmp_path.iterdir()] == ["package"]


class TestManyProcesses:
    def test_workers_do_not_say_that_they_compile(self, package: ProbePackage) -> None:
        code = (
            "import multiprocessing\n"
            f"def work():{ASK.replace(chr(10), chr(10) + '    ')}\n"
            "process = multiprocessing.get_context('fork').Process(target=work)\n"
            "process.start(); process.join()"
        )
        if os.name != "posix":
            pytest.skip("needs fork")
        done = package.run(code)
        assert (done.out, done.err) == ("True", "")
        assert len(package.kept) == 1

    def test_old_versions_are_removed(self, package: ProbePackage) -> None:
        package.run()
        (old,) = package.kept
        long_ago = time.time() - 100 * 86_400
        os.utime(old, (long_ago, long_ago))
        package.edit()
        package.run()
        (new,) = package.kept
        assert new != old

    def test_a_version_in_use_is_not_old(self, cached: ProbePackage) -> None:
        (file,) = cached.kept
        long_ago = time.time() - 100 * 86_400
        os.utime(file, (long_ago, long_ago))
        cached.run()
        assert file.stat().st_mtime > time.time() - 3_600


# The compiler, whatever lies in the working directory and whatever Numba is like ------------------


WARNING = "FallbackCompilerWarning"


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
    def test_no_setting_of_the_user_changes_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = [entries.deal_cards.asked]
        right = compiler_process.compiled(asked, kept.baseline())
        monkeypatch.setenv("NUMBA_CPU_NAME", "x86-64")
        monkeypatch.setenv("NUMBA_OPT", "0")
        assert compiler_process.compiled(asked, kept.baseline()) == right

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
        monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
        settings = {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": "", "NUMBA_BOUNDSCHECK": "1"}
        assert kept.baseline() == (f"{sys.platform} {cpu}", settings, is_here)

    def test_of_an_unknown_kind_it_is_for_the_processor_here(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(platform, "machine", lambda: "riscv64")
        assert kept.baseline() == kept.processor()
        assert llvm.get_host_cpu_name() in kept.processor().name


def test_numba_reads_no_settings_in_the_working_directory(
    package: ProbePackage, tmp_path: Path
) -> None:
    (tmp_path / ".numba_config.yaml").write_text("{[ no YAML\n")
    done = package.run(folder=tmp_path)
    assert (done.out, done.compiled) == ("True", True)
    assert WARNING not in done.err
    done = package.run(folder=tmp_path)
    assert (done.out, done.err) == ("True", "")


def break_compiler(package: ProbePackage) -> None:
    """Imitate a version of Numba with other parts inside."""
    path = package.aot / "compiling.py"
    source = path.read_text()
    inner = "from numba import _dynfunc, typeof, types"
    assert source.count(inner) == 1
    path.write_text(source.replace(inner, "from numba import _no_dynfunc, typeof, types"))


TWO_KERNELS = """
from letter_tycoon_solver._aot.entry import Library
library = Library()
for first in 1, True:
    print(bool(library.entry("probe.probe", first, 0)(first, 2)))
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
        places = "owner + _HEADER, _TRIED_SIZE, 0]"
        assert source.count(places) == 1
        path.write_text(source.replace(places, "_TRIED_SIZE, owner + _HEADER, 0]"))
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
