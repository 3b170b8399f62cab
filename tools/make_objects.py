"""Put the compiled kernels for browsers where a release has them."""

from __future__ import annotations

import shutil

from letter_tycoon_solver._aot import kept
from letter_tycoon_solver._aot.entry import file_for_browser, module_for_browser
from letter_tycoon_solver.advisor import for_browser as of_advice
from letter_tycoon_solver.search import for_browser


def main() -> None:
    """Replace what was there."""
    shutil.rmtree(kept.OBJECTS, ignore_errors=True)
    for part in (for_browser, of_advice):
        module = module_for_browser(part.MODULE, part.KERNELS)
        print(file_for_browser(part.MODULE, part.KERNELS).put(module, kept.OBJECTS))


if __name__ == "__main__":
    main()
