"""Kernels as WebAssembly, for browsers: the same code, for another machine.

Numba types and lowers the entries of a module as ever, for integers of 64 bits. Their LLVM code,
before anything is optimised for the processor here, is given to LLVM as code for wasm32; only
pointers have 32 bits there. A linker makes the module. It exports

    memory, and __heap_base, where what is free of it begins
    find_turns   or other entries: as in machine_code.py; addresses are words there too

and imports, if kernels use them, `exp`, `log`, `tanh`, `strlen`, `malloc` for the arrays that they
make, and `free`.

A module is kept on disk as machine code is (kept.py), and a release brings it along.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import InvalidInputError
from . import compiler_process
from .kept import KeptModule

if TYPE_CHECKING:
    from .entry import Entry

_TRIPLE: Final = "wasm32-unknown-unknown"
_FEATURES: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
_STACK: Final = 1 << 20
"""Bytes of the stack."""
_LINKERS: Final = ("wasm-ld", *(f"wasm-ld-{version}" for version in range(22, 14, -1)))

_RUNTIME: Final = """
; In place of llvm.smul.with.overflow.i64, by which Numba sees whether an array would be too large.
define { i64, i1 } @product(i64 %a, i64 %b) {
  %either = or i64 %a, %b
  %too_large = icmp ugt i64 %either, 2147483647
  %product = mul i64 %a, %b
  %one = insertvalue { i64, i1 } poison, i64 %product, 0
  %both = insertvalue { i64, i1 } %one, i1 %too_large, 1
  ret { i64, i1 } %both
}
"""


def module(name: str, entries: Sequence[Entry]) -> bytes:
    """The module of some entries, by its own name.

    It came with the package, or is from disk, or compiled now, which takes up to a minute.

    Raises:
        InvalidInputError: it is to be compiled, and there is no linker.
        Exception: it cannot be compiled.
    """

    def make() -> bytes:
        linker()  # Not to be missed after a minute.
        return compiler_process.compiled([one.asked for one in entries], {}, for_browser=True)

    return file(name, entries).loaded_or_made(make)


def file(name: str, entries: Sequence[Entry]) -> KeptModule:
    """Its file."""
    return KeptModule.of(name, entries, _TRIPLE)


def linker() -> Sequence[str]:
    """The command line of a linker for WebAssembly.

    Raises:
        InvalidInputError: there is none.
    """
    if find_spec("ziglang"):
        return sys.executable, "-m", "ziglang", "wasm-ld"
    for name in _LINKERS:
        if path := shutil.which(name):
            return (path,)
    raise InvalidInputError(
        "the kernels are to be linked for browsers, and there is no wasm-ld; install one with: pip"
        ' install "letter-tycoon-solver[site]"'
    )


def retarget(library: Any) -> None:
    """Make code that was lowered for the processor here, and not optimised, code for wasm32."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(_TRIPLE).create_target_machine(features=_FEATURES, opt=3)
    code = re.sub(r"^target .*$", "", str(library._final_module), flags=re.MULTILINE)
    # There are no common symbols, and no cheap check of a product.
    code = re.sub(r"^(@\S+ = )common ", r"\1linkonce_odr ", code, flags=re.MULTILINE)
    code = code.replace("@llvm.smul.with.overflow.i64", "@product")
    # With all that is put in place of its calls, the kernel that a page loads is a third larger.
    code = code.replace("alwaysinline", "inlinehint")
    target = f'target triple = "{_TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n'
    library._final_module = llvm.parse_assembly(target + code)
    library._final_module.link_in(llvm.parse_assembly(target + _RUNTIME))
    library._codegen._tm = machine


def linked(object_file: bytes, exported: Sequence[str]) -> bytes:
    """A module of an object file."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "kernel.o"), Path(folder, "kernel.wasm")
        source.write_bytes(object_file)
        options = ["--no-entry", "--allow-undefined", "--strip-all", "--gc-sections"]
        options += ["--stack-first", "-z", f"stack-size={_STACK}"]  # Else it grows into the data.
        options += [f"--export={name}" for name in ("__heap_base", *exported)]
        command = [*linker(), *options, "-o", str(target), str(source)]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(f"the linker has failed: {done.stderr.decode(errors='replace')}")
        return target.read_bytes()
