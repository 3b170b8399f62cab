"""The compiler of kernels: all entries and all that they call become one module of machine code.

By itself Numba makes machine code of every function, and optimises it again in each that calls it.
As only entries are called from Python, kernels are typed and lowered here, no more. Each is linked
once, into one module, which LLVM optimises once: all entries take little longer than one.

Of a module for browsers the code, before anything is optimised for the processor here, is given to
LLVM as code for wasm32; integers have 64 bits as ever, only pointers have 32. A linker makes the
module. It exports

    memory, and __heap_base, where what is free of it begins
    find_turns   or other entries: as in entry.py; addresses are words there too

and imports, if kernels use them, `exp`, `log`, `tanh`, `strlen`, `malloc` for the arrays that they
make, and `free`.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm
from llvmlite import ir
from numba import _dynfunc, typeof, types  # type: ignore[attr-defined]
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary
from numba.core.cpu import CPUContext
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.registry import cpu_target
from numba.core.runtime import _nrt_python, rtsys  # type: ignore[attr-defined]
from numba.np import arrayobj

from . import forms
from .compiler_process import Entries
from .entry import ARRAY, FAILED, NOTHING, NUMBER, RELEASE
from .kept import BROWSER

_WORD: Final = ir.IntType(64)
_STATUS: Final = ir.IntType(32)
_HEADER: Final = 6 * 8
"""Bytes of what Numba keeps of an array: references, destructor, its argument, address, size, and
who lends the memory."""
_TRIED_SIZE: Final = 1009
_OF_C: Final = frozenset(
    ("malloc", "free", "memcpy", "memmove", "memset", "strlen", "exp", "log", "sqrt", "tanh")
)
"""The functions outside that kernels may call; an unknown one would be called at address 0."""

_MEMORY: Final = f"""
; Before the bytes of an array, what Numba keeps of it: see _HEADER.
%owner = type {{ i64, ptr, ptr, ptr, i64, ptr }}

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @NRT_decref(ptr)

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {{
  %room = add i64 %size, {_HEADER}
  %owner = call ptr @malloc(i64 %room)
  %failed = icmp eq ptr %owner, null
  br i1 %failed, label %done, label %fill
fill:
  %address = getelementptr i8, ptr %owner, i64 {_HEADER}
  %new = insertvalue %owner {{ i64 1, ptr null, ptr null, ptr null, i64 0, ptr null }}, i64 %size, 4
  %full = insertvalue %owner %new, ptr %address, 3
  store %owner %full, ptr %owner
  br label %done
done:
  ret ptr %owner
}}

define void @NRT_MemInfo_call_dtor(ptr %owner) {{
  call void @free(ptr %owner)
  ret void
}}

define void @{RELEASE}(i64 %at) {{
  %owner = inttoptr i64 %at to ptr
  call void @NRT_decref(ptr %owner)
  ret void
}}
"""


_WASM_FEATURES: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
_WASM_RUNTIME: Final = """
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


def compiled(entries: Entries, heard: Callable[[], None], linker: Sequence[str]) -> bytes:
    """Make a module of entries; in a process of its own, whose Numba it changes.

    Args:
        entries: see Entries.
        heard: called whenever a function has been lowered.
        linker: of a module for browsers; none: for the processor here.
    """
    context = cpu_target.target_context
    lowered: list[Any] = []
    _make_numba_lower_only(lowered, heard, for_browser=bool(linker))
    module = context.create_module("entries")
    for name, outlines in entries:
        kernel, signature = forms.function(name), tuple(map(typeof, outlines))
        kernel.compile(signature)
        _add_entry(context, module, name.partition(".")[2], kernel.overloads[signature].fndesc)
    whole = context.codegen().create_library("entries")
    whole.add_ir_module(module)
    whole.add_llvm_module(llvm.parse_assembly(_MEMORY))
    # LLVM leaves out what nobody has asked for yet: who calls comes before what is called.
    for library in (*reversed(lowered), rtsys.library):
        whole._final_module.link_in(library._get_module_for_linking(), preserve=True)
    if linker:
        _retarget(whole)
    exported = [RELEASE, *(name.partition(".")[2] for name, _ in entries)]
    # So LLVM drops the parts of arrays that a function does not use, and puts what is called in one
    # place in its place: a search takes a fifth less time.
    for function in whole._final_module.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = "internal"
    CPUCodeLibrary._optimize_final_module(whole)
    check_outside(whole._final_module)
    whole._final_module.verify()
    code: bytes = whole._codegen._tm.emit_object(whole._final_module)
    return _linked(code, exported, linker) if linker else code


def check_header() -> None:
    """Check that Numba keeps of an allocation what _MEMORY writes, in the same places, or raise.

    Any other part of Numba that is not documented raises where it has changed. This one would let
    kernels write to memory that is not theirs.
    """
    rtsys.initialize(cpu_target.target_context)
    owner = _nrt_python.meminfo_alloc(_TRIED_SIZE)
    kept = list((ctypes.c_int64 * (_HEADER // 8)).from_address(owner))
    _nrt_python._MemInfo(owner)  # It owns the memory, and so frees it at once.
    known = [1, 0, 0, owner + _HEADER, _TRIED_SIZE, 0]
    if kept != known:
        raise RuntimeError(f"this version of Numba keeps {kept} of an array instead of {known}")


def _make_numba_lower_only(
    lowered: list[Any], heard: Callable[[], None], *, for_browser: bool
) -> None:
    """Change Numba: it makes no machine code of what it has lowered, but collects it in a list."""
    library: Any = JITCodeLibrary
    context: Any = CPUContext
    compiler: Any = _FunctionCompiler
    fold = compiler.fold_argument_types

    def finalize(self: Any) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True
        lowered.append(self)

    def get_executable(_context: Any, library: Any, fndesc: Any, env: Any) -> Any:
        """Something that stands for a function where others call it."""
        library.finalize()
        heard()
        return _dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname, "", 0, env, ())

    def fold_argument_types(self: Any, args: Any, kws: Any) -> tuple[Any, tuple[Any, ...]]:
        """The types, not the literals, for each of which Numba would compile a kernel anew."""
        signature, types_of_args = fold(self, args, kws)
        return signature, tuple(map(types.unliteral, types_of_args))

    def fix_integer_index(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        """The index as it is: without a test for one below 0, which counts from the end.

        No kernel has any, and each test is three instructions more: a search takes a fifth less.
        """
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    if for_browser:  # Nothing may be optimised for the pointers here, which have 8 bytes.
        library._optimize_functions = library._optimize_final_module = lambda *_: None
    check_header()
    library.finalize, context.get_executable = finalize, get_executable
    compiler.fold_argument_types = fold_argument_types
    arrayobj.fix_integer_index = fix_integer_index


def check_outside(module: Any) -> None:
    """Check that optimised code would do in another process, and without Numba, or raise."""
    if any(one.name.startswith("numba.dynamic.globals") for one in module.global_variables):
        raise RuntimeError("the code holds addresses of this process")
    called = {one.name for one in module.functions if one.is_declaration}
    if strange := {name for name in called - _OF_C if not name.startswith("llvm.")}:
        raise RuntimeError(f"the code calls {', '.join(sorted(strange))}")


def _add_entry(context: Any, module: Any, name: str, fndesc: Any) -> None:
    """Adds a function that takes the arguments from words and calls the kernel."""
    convention, returned, argtypes = context.call_conv, fndesc.restype, fndesc.argtypes
    function_type = convention.get_function_type(returned, argtypes)
    callee = ir.Function(module, function_type, fndesc.llvm_func_name)
    run = ir.Function(module, ir.FunctionType(_STATUS, [_WORD.as_pointer()]), name)
    (words,) = run.args
    builder = ir.IRBuilder(run.append_basic_block())

    def place(at: int, kind: Any) -> Any:
        return builder.bitcast(builder.gep(words, [_STATUS(at)]), kind.as_pointer())

    packer = context.get_arg_packer(argtypes)
    given = packer.argument_types
    loaded = [builder.load(place(at, kind)) for at, kind in enumerate(given)]
    args = packer.from_arguments(builder, loaded)
    status, result = convention.call_function(builder, callee, returned, argtypes, args)
    with builder.if_then(status.is_error, likely=False):
        builder.store(status.excinfoptr, place(len(given), status.excinfoptr.type))
        builder.ret(_STATUS(FAILED))
    if returned is types.none:
        builder.ret(_STATUS(NOTHING))
        return
    fields = context.get_arg_packer([returned]).as_arguments(builder, [result])
    for at, field in enumerate(fields, len(given)):
        builder.store(_WORD(0), place(at, _WORD))  # Not all kinds of values fill a word.
        builder.store(field, place(at, field.type))
    builder.ret(_STATUS(ARRAY if isinstance(returned, types.Array) else NUMBER))


def _retarget(library: Any) -> None:
    """Make code that was lowered for the processor here, and not optimised, code for wasm32."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(BROWSER.name).create_target_machine(
        features=_WASM_FEATURES, opt=3
    )
    code = re.sub(r"^target .*$", "", str(library._final_module), flags=re.MULTILINE)
    # There are no common symbols, and no cheap check of a product.
    code = re.sub(r"^(@\S+ = )common ", r"\1linkonce_odr ", code, flags=re.MULTILINE)
    code = code.replace("@llvm.smul.with.overflow.i64", "@product")
    # With all that is put in place of its calls, the kernel that a page loads is a third larger.
    code = code.replace("alwaysinline", "inlinehint")
    target = f'target triple = "{BROWSER.name}"\ntarget datalayout = "{machine.target_data}"\n'
    library._final_module = llvm.parse_assembly(target + code)
    library._final_module.link_in(llvm.parse_assembly(target + _WASM_RUNTIME))
    library._codegen._tm = machine


def _linked(object_file: bytes, exported: Sequence[str], linker: Sequence[str]) -> bytes:
    """A module of an object file."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "kernel.o"), Path(folder, "kernel.wasm")
        source.write_bytes(object_file)
        options = ["--no-entry", "--allow-undefined", "--strip-all", "--gc-sections"]
        # Else the stack grows into the data.
        options += ["--stack-first", "-z", f"stack-size={1 << 20}"]
        options += [f"--export={name}" for name in ("__heap_base", *exported)]
        command = [*linker, *options, "-o", str(target), str(source)]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(f"the linker has failed: {done.stderr.decode(errors='replace')}")
        return target.read_bytes()
