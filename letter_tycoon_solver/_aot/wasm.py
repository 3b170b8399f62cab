"""Kernels as WebAssembly, for browsers: the same code, for another machine.

Numba types and lowers the entries of a module as ever, for integers of 64 bits. Their LLVM code,
before anything is optimised for the processor here, is given to LLVM as code for wasm32; only
pointers have 32 bits there. A linker makes the module. It exports

    memory
    find_turns   or other entries: as in machine_code.py; addresses are words there too
    allocate     i32 (i32 size): so many bytes, at a multiple of 64
    release_all  void (i32 address): frees all that was allocated from there on

and imports `exp`, `log` and `tanh` if kernels use them. Arrays that kernels make are allocated in
the same way: whoever calls an entry releases what came after.

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
from . import compiler_process, kept
from .kept import Identity

if TYPE_CHECKING:
    from .compiling import Entries, Heard
    from .entry import Entry

_TRIPLE: Final = "wasm32-unknown-unknown"
_FEATURES: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
_ALWAYS_EXPORTED: Final = ("allocate", "release_all")
_CALLED_LATE: Final = "strlen"
"""LLVM makes calls of it when the code is emitted."""
_STACK: Final = 1 << 20
"""Bytes of the stack."""
_LINKERS: Final = ("wasm-ld", *(f"wasm-ld-{version}" for version in range(22, 14, -1)))

_RUNTIME: Final = """
; An array's owner as Numba has it: references, destructor, its argument, address, size.
%owner = type { i64, ptr, ptr, ptr, i64 }

@__heap_base = external global i8
@top = internal global i32 0

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)

define i32 @allocate(i32 %size) {
  %old = load i32, ptr @top
  %fresh = icmp eq i32 %old, 0
  %base = ptrtoint ptr @__heap_base to i32
  %from = select i1 %fresh, i32 %base, i32 %old
  %up = add i32 %from, 63
  %begin = and i32 %up, -64
  %end = add i32 %begin, %size
  store i32 %end, ptr @top
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %over = add i32 %end, 65535
  %needed = lshr i32 %over, 16
  %enough = icmp ule i32 %needed, %pages
  br i1 %enough, label %done, label %grow
grow:
  %more = sub i32 %needed, %pages
  %grown = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %more)
  %failed = icmp eq i32 %grown, -1
  br i1 %failed, label %none, label %done
none:
  call void @llvm.trap()
  unreachable
done:
  ret i32 %begin
}

declare void @llvm.trap()

define void @release_all(i32 %from) {
  store i32 %from, ptr @top
  ret void
}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %bytes = trunc i64 %size to i32
  %with_owner = add i32 %bytes, 64
  %at = call i32 @allocate(i32 %with_owner)
  %owner = inttoptr i32 %at to ptr
  %data = getelementptr i8, ptr %owner, i32 64
  store %owner { i64 1, ptr null, ptr null, ptr null, i64 0 }, ptr %owner
  %data_at = getelementptr %owner, ptr %owner, i32 0, i32 3
  store ptr %data, ptr %data_at
  ret ptr %owner
}

define void @NRT_MemInfo_call_dtor(ptr %owner) {
  ret void
}

; In place of llvm.smul.with.overflow.i64, by which Numba sees whether an array would be too large.
define { i64, i1 } @product(i64 %a, i64 %b) {
  %either = or i64 %a, %b
  %too_large = icmp ugt i64 %either, 2147483647
  %product = mul i64 %a, %b
  %one = insertvalue { i64, i1 } poison, i64 %product, 0
  %both = insertvalue { i64, i1 } %one, i1 %too_large, 1
  ret { i64, i1 } %both
}

; LLVM makes calls of it out of loops that look for a 0.
define hidden i32 @strlen(ptr %text) "no-builtins" {
  br label %next
next:
  %n = phi i32 [ 0, %0 ], [ %more, %next ]
  %at = getelementptr i8, ptr %text, i32 %n
  %byte = load i8, ptr %at
  %more = add i32 %n, 1
  %is_end = icmp eq i8 %byte, 0
  br i1 %is_end, label %done, label %next
done:
  ret i32 %n
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
        return compiler_process.compiled(entries, for_browser=True)

    return kept.loaded_or_made(identity_of(name, entries), make)


def identity_of(name: str, entries: Sequence[Entry]) -> Identity:
    """Return what its file is named by."""
    return Identity.of(name, entries, _TRIPLE)


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


def compiled(entries: Entries, heard: Heard) -> bytes:
    """Entries as WebAssembly; in a process of its own, whose Numba it changes."""
    from numba.core.codegen import CPUCodeLibrary

    from . import compiling

    # Nothing may be optimised for the layout of memory here, where a pointer has 8 bytes.
    library: Any = CPUCodeLibrary
    library._optimize_functions = library._optimize_final_module = lambda *_: None
    code, returns = compiling.lowered(entries, heard)
    exported = (*_ALWAYS_EXPORTED, *returns)
    return _linked(_object_file(str(code._final_module), exported), exported)


def _object_file(code: str, exported: Sequence[str]) -> bytes:
    """LLVM code for the processor here, not optimised, compiled for wasm32 with the runtime."""
    import llvmlite.binding as llvm

    from .compiling import check_outside, keep_inside

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(_TRIPLE).create_target_machine(features=_FEATURES, opt=3)
    layout = str(machine.target_data)
    merged = llvm.parse_assembly(_retargeted(_RUNTIME, layout))
    merged.link_in(llvm.parse_assembly(_retargeted(code, layout)))
    keep_inside(merged, (*exported, _CALLED_LATE))
    _optimise(merged, machine)
    check_outside(merged)
    merged.verify()
    made: bytes = machine.emit_object(merged)
    return made


def _retargeted(code: str, layout: str) -> str:
    """LLVM code for wasm32, which has no common symbols and no cheap check of a product."""
    code = re.sub(r"^target (triple|datalayout) = .*$", "", code, flags=re.MULTILINE)
    code = re.sub(r"^(@\S+ = )common ", r"\1linkonce_odr ", code, flags=re.MULTILINE)
    code = code.replace("@llvm.smul.with.overflow.i64", "@product")
    # With all that is put in place of its calls, the kernel that a page loads is a third larger.
    code = code.replace("alwaysinline", "inlinehint")
    return f'target triple = "{_TRIPLE}"\ntarget datalayout = "{layout}"\n{code}'


def _optimise(merged: Any, machine: Any) -> None:
    """Inline, prune the counting of references, optimise again, as Numba does."""
    import llvmlite.binding as llvm
    from numba.core import codegen

    refprune_flags: Any = codegen._parse_refprune_flags
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    for prunes in (True, False):
        builder = llvm.create_pass_builder(machine, options)
        passes = builder.getModulePassManager()
        if prunes:
            passes.add_refprune_pass(refprune_flags())
        passes.run(merged, builder)


def _linked(object_file: bytes, exported: Sequence[str]) -> bytes:
    """A module of an object file."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "kernel.o"), Path(folder, "kernel.wasm")
        source.write_bytes(object_file)
        options = ["--no-entry", "--allow-undefined", "--strip-all", "--gc-sections"]
        options += ["--stack-first", "-z", f"stack-size={_STACK}"]  # Else it grows into the data.
        options += [f"--export={name}" for name in exported]
        command = [*linker(), *options, "-o", str(target), str(source)]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(f"the linker has failed: {done.stderr.decode(errors='replace')}")
        return target.read_bytes()
