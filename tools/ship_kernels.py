"""Put compiled kernels where a release has them: those for browsers, and all others before LLVM.

What the tests compile before all others is all that there is:

PYTHONPATH=tests python tools/ship_kernels.py
"""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import Any

from support.warm_up import PARTS, short_words

from letter_tycoon_solver._aot import codes, compiling, machine_code, shipped, wasm, ways


def main() -> None:
    """Replace what was shipped before."""
    shutil.rmtree(shipped.FOLDER, ignore_errors=True)
    made, module = codes.made, wasm.module

    def noted(name: str, types: str, args: tuple[Any, ...]) -> codes.Code:
        outlines = tuple(map(machine_code.outline, args))
        kernel = ways.function(name, ways.Way.AS_ONE_PIECE)
        shipped.ship_lowered(name, types, *compiling.lowered(kernel, outlines))
        return made(name, types, args)

    def noted_for_browsers(name: str, calls: wasm.Calls) -> bytes:
        content = module(name, calls)
        shipped.ship(wasm.shipped_path(name, calls), content)
        return content

    codes.made, wasm.module = noted, noted_for_browsers
    lexicon = short_words()
    for part in PARTS.values():
        part(lexicon)


if __name__ == "__main__":
    os.environ[ways.SETTING] = ways.WAIT
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LETTER_TYCOON_CACHE"] = folder
        main()
