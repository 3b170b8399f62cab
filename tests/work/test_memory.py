"""_work/executors.py: what the system tells, read from files as Linux has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from letter_tycoon_solver._work.executors import available_bytes

GB = 1 << 30
MEMINFO = f"MemTotal: {8 << 20} kB\nMemFree: 5 kB\nMemAvailable: {4 << 20} kB\nSwapFree: 0 kB\n"


def tree(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "ascii")
    return folder


def group(folder: Path, version: int, limit: str, used: int, inactive: int = 0) -> None:
    names = {1: ("limit_in_bytes", "usage_in_bytes", "total_"), 2: ("max", "current", "")}
    most, now, prefix = names[version]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"memory.{most}").write_text(f"{limit}\n", "ascii")
    (folder / f"memory.{now}").write_text(f"{used}\n", "ascii")
    (folder / "memory.stat").write_text(f"anon 7\n{prefix}inactive_file {inactive}\n", "ascii")


@pytest.fixture
def groups(tmp_path: Path) -> Path:
    return tmp_path / "groups"


def proc(tmp_path: Path, *memberships: str) -> Path:
    folder = tree(tmp_path / "proc", meminfo=MEMINFO)
    (folder / "self").mkdir()
    (folder / "self" / "cgroup").write_text("\n".join(memberships), "ascii")
    return folder


def test_of_the_machine(tmp_path: Path, groups: Path) -> None:
    assert available_bytes(proc(tmp_path), groups) == 4 * GB


def test_with_swap(tmp_path: Path, groups: Path) -> None:
    text = f"MemAvailable: {1 << 20} kB\nSwapFree: {2 << 20} kB\n"
    assert available_bytes(tree(tmp_path / "proc", meminfo=text), groups) == 3 * GB


def test_of_a_system_that_does_not_tell(tmp_path: Path, groups: Path) -> None:
    assert available_bytes(tmp_path / "proc", groups) is None


@pytest.mark.parametrize(
    ("version", "membership", "root"),
    [
        (2, "0::/user/mine", ""),
        (2, "0::/user/mine", "unified"),
        (1, "4:memory:/user/mine", "memory"),
    ],
)
class TestGroups:
    def test_a_limit(
        self, tmp_path: Path, groups: Path, version: int, membership: str, root: str
    ) -> None:
        group(groups / root / "user" / "mine", version, str(3 * GB), 2 * GB, GB // 2)
        there = proc(tmp_path, "3:cpuset:/user/mine", membership)
        assert available_bytes(there, groups) == 3 * GB // 2

    def test_a_limit_of_an_outer_group(
        self, tmp_path: Path, groups: Path, version: int, membership: str, root: str
    ) -> None:
        group(groups / root / "user" / "mine", version, str(3 * GB), 2 * GB)
        group(groups / root / "user", version, str(3 * GB), 3 * GB)
        assert available_bytes(proc(tmp_path, membership), groups) == 0

    def test_in_a_container(
        self, tmp_path: Path, groups: Path, version: int, membership: str, root: str
    ) -> None:
        group(groups / root, version, str(GB), 0)
        assert available_bytes(proc(tmp_path, membership), groups) == GB

    def test_no_limit(
        self, tmp_path: Path, groups: Path, version: int, membership: str, root: str
    ) -> None:
        group(groups / root, version, "max" if version == 2 else str(2**63 - 4096), 0)
        assert available_bytes(proc(tmp_path, membership), groups) == 4 * GB


@pytest.mark.skipif(not Path("/proc/meminfo").exists(), reason="it is not Linux")
def test_here() -> None:
    found = available_bytes()
    assert found is not None
    assert 0 < found < 1 << 50
