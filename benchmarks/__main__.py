"""All benchmarks in turn, each in a process of its own: `python -m benchmarks [--quick]`."""

from __future__ import annotations

import subprocess
import sys
import time

from .common import FOLDER, shown


def main() -> int:
    """Runs them all; returns 1 if one failed."""
    names = sorted(path.stem for path in FOLDER.glob("bench_*.py"))
    failed = []
    for name in names:
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{name}", *sys.argv[1:]], check=False
        )
        print(f"{name}: {shown(time.perf_counter() - start)}\n", flush=True)
        if done.returncode:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
