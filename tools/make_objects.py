"""Put the compiled kernels for browsers where a release has them."""

from __future__ import annotations

import shutil

from letter_tycoon_solver._aot import kept
from letter_tycoon_solver.advisor import for_browser as of_advice
from letter_tycoon_solver.search import for_browser


def main() -> None:
    """Replace what was there."""
    shutil.rmtree(kept.OBJECTS, ignore_errors=True)
    for part in (for_browser, of_advice):
        print(part.KERNELS.put(kept.OBJECTS, kept.BROWSER))


if __name__ == "__main__":
    main()
