"""Put the compiled kernels for browsers where a release has them."""

from __future__ import annotations

import shutil

from letter_tycoon_solver._aot import kept
from letter_tycoon_solver.advisor import browser_advice
from letter_tycoon_solver.search import browser_hints


def main() -> None:
    """Replace what was there."""
    shutil.rmtree(kept.OBJECTS, ignore_errors=True)
    for part in (browser_hints, browser_advice):
        print(part.KERNELS.put(kept.OBJECTS, kept.BROWSER))


if __name__ == "__main__":
    main()
