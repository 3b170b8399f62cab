"""The memory that this process can still get.

Linux promises more memory than there is, and kills a process that uses too much. So large work asks
before it begins. Other systems refuse at once, with a MemoryError.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

_PROC: Final = Path("/proc")
_GROUPS: Final = Path("/sys/fs/cgroup")


def available_bytes(proc: Path = _PROC, groups: Path = _GROUPS) -> int | None:
    """Return the bytes available before the system, or a container's limit, ends the process.

    Memory that caches files counts as available, because the system can free it. Another process
    may take it meanwhile.

    Args:
        proc: the folder where Linux describes processes.
        groups: the folder where it describes control groups (both versions), which limit
            containers.

    Returns:
        The bytes, or None where the system does not tell.
    """
    found = [*_of_machine(proc), *_of_groups(proc, groups)]
    return max(0, min(found)) if found else None


def _of_machine(proc: Path) -> Iterator[int]:
    told = _numbers(proc / "meminfo")
    if "MemAvailable:" in told:
        yield 1024 * (told["MemAvailable:"] + told.get("SwapFree:", 0))


def _of_groups(proc: Path, groups: Path) -> Iterator[int]:
    for line in _text(proc / "self" / "cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers == "":
            names = ("memory.max", "memory.current", "inactive_file")
            roots = [groups, groups / "unified"]
        elif "memory" in controllers.split(","):
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
            roots = [groups / "memory"]
        else:
            continue
        # A group is limited by its parents too. Inside a container only its own group is visible.
        inner = PurePosixPath(path.lstrip("/"))
        for root in roots:
            for folder in (inner, *inner.parents):
                yield from _of_group(root / folder, *names)


def _of_group(folder: Path, limit: str, used: str, files: str) -> Iterator[int]:
    with contextlib.suppress(ValueError):  # "max" means no limit.
        most, now = int(_text(folder / limit)), int(_text(folder / used))
        yield most - now + _numbers(folder / "memory.stat").get(files, 0)


def _numbers(path: Path) -> dict[str, int]:
    """Read the lines of a file that begin with a name and a number."""
    lines = (line.split() for line in _text(path).splitlines())
    return {line[0]: int(line[1]) for line in lines if len(line) > 1 and line[1].isdigit()}


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii", "replace")
    except OSError:
        return ""
