"""The compiler of kernels: all entries and all that they call become one module of machine code.

By itself Numba makes machine code of every function, and optimises it again in each that calls it.
As only entries are called from Python, kernels are typed and lowered here, no more. Each is linked
once, into one module, which LLVM optimises once: all entries take little longer than one.

The module needs nothing of Numba: see machine_code.py.
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

import numpy as np
from llvmlite import ir
from numba import _dynfunc, types  # type: ignore[attr-defined]
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.runtime import _nrt_python, rtsys  # type: ignore[attr-defined]
from numba.core.typed_passes import NativeLowering
from numba.np import arrayobj
from numba.np.numpy_support import from_dtype

from . import forms
from .machine_code import ARRAY_BACK, NOTHING_BACK, NUMBER_BACK, RELEASE, ArrayOutline, module_of

Entries = tuple[tuple[str, tuple[Any, ...]], ...]
"""The names of entries, "module.function", and the outlines of their arguments."""
Heard = Callable[[], None]
"""Is called whenever a kernel has been lowered."""

_WORD: Final = ir.IntType(64)
_STATUS: Final = ir.IntType(32)
_BYTES: Final = ir.IntType(8).as_pointer()
_ALIGN: Final = ir.IntType(32)
_HEADER: Final = 6 * 8
"""Bytes of what Numba keeps of an array: references, destructor, its argument, address, size, and
who lends the memory."""
_ADDRESS_AT, _SIZE_AT = 3, 4
_TRIED_SIZE: Final = 1009
"""Bytes of an allocation that tells how Numba keeps what it allocates."""
_ADDRESS_OF_PROCESS: Final = "numba.dynamic.globals"
_OF_C: Final = frozenset(
    ("malloc", "free", "memcpy", "memmove", "memset", "strlen", "exp", "log", "sqrt", "tanh")
)
"""The functions outside that kernels may call; an unknown one would be called at address 0."""


class InnerLibrary(JITCodeLibrary):
    """The code of one function, not optimised, not linked and not for the machine yet."""

    heard: ClassVar[Heard] = staticmethod(lambda: None)

    def finalize(self) -> None:
        """Does nothing to the code: what it calls is linked once for all, by `linked`."""
        self._finalize_dynamic_globals()
        self._finalized = True
        InnerLibrary.heard()

    def link_all(self) -> None:
        """Links what it needs, and what that needs, each once."""
        found: dict[Any, None] = {}
        waiting = list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library not in found:
                found[library] = None
                if isinstance(library, InnerLibrary):  # Numba's own have all that they need.
                    waiting += library._linking_libraries
        # LLVM leaves out what nobody has asked for yet: Numba's own come last.
        for library in sorted(found, key=lambda one: not isinstance(one, InnerLibrary)):
            code = CPUCodeLibrary._get_module_for_linking(library)
            self._final_module.link_in(code, preserve=True)

    def _get_module_for_linking(self) -> Any:
        """Its code with all that it needs: for functions that Numba compiles, as in benchmarks."""
        whole = InnerLibrary(self._codegen, self.name)
        whole._linking_libraries = [self]
        whole.link_all()
        return whole._final_module

    def object_file(self, exported: tuple[str, ...]) -> bytes:
        """The machine code."""
        keep_inside(self._final_module, exported)
        self._optimize_final_module()
        check_outside(self._final_module)
        self._final_module.verify()
        code: bytes = self._codegen._tm.emit_object(self._final_module)
        return code


def keep_inside(module: Any, exported: tuple[str, ...]) -> None:
    """Let nobody else call the functions of a module but some.

    So LLVM drops the parts of arrays that a function does not use, and puts what is called in one
    place in its place: a search takes a fifth less time.
    """
    for function in module.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = "internal"


def check_outside(module: Any) -> None:
    """Check that optimised code would do in another process, and without Numba.

    Raises:
        RuntimeError: it holds addresses of this one, or calls what is not of C.
    """
    if any(one.name.startswith(_ADDRESS_OF_PROCESS) for one in module.global_variables):
        raise RuntimeError("the code holds addresses of this process")
    called = {one.name for one in module.functions if one.is_declaration}
    if strange := {name for name in called - _OF_C if not name.startswith("llvm.")}:
        raise RuntimeError(f"the code calls {', '.join(sorted(strange))}")


def check_header() -> None:
    """Check that Numba keeps of an allocation what `_memory` writes, and in the same places.

    Any other part of Numba that is not documented raises where it has changed. This one would let
    kernels write to memory that is not theirs.

    Raises:
        RuntimeError: it does not.
    """
    rtsys.initialize(cpu_target.target_context)
    owner = _nrt_python.meminfo_alloc(_TRIED_SIZE)
    kept = list((ctypes.c_int64 * (_HEADER // 8)).from_address(owner))
    _nrt_python._MemInfo(owner)  # It owns the memory, and so frees it at once.
    known = [1, 0, 0, 0, 0, 0]
    known[_ADDRESS_AT], known[_SIZE_AT] = owner + _HEADER, _TRIED_SIZE
    if kept != known:
        raise RuntimeError(f"this version of Numba keeps {kept} of an array instead of {known}")


@register_pass(mutates_CFG=True, analysis_only=False)
class _InnerLowering(NativeLowering):
    """Lowers a function for those that call it."""

    _name = "inner_lowering"

    def run_pass(self, state: Any) -> bool:
        context = state.targetctx
        state.library = InnerLibrary(context.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        # What stands for the function where others call it; it has no code for Python.
        stand_in = _dynfunc.make_function(
            lowered.fndesc.lookup_module(), lowered.fndesc.qualname, "", 0, lowered.env, ()
        )
        context.insert_user_function(stand_in, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=stand_in)
        return True


class InnerCompiler(CompilerBase):
    """Numba's compiler with another last step."""

    def define_pipelines(self) -> list[Any]:
        """The passes that Numba asks for."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [
            (_InnerLowering if step is NativeLowering else step, text)
            for step, text in pipeline.passes
        ]
        pipeline.finalize()
        return [pipeline]


def by_type(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Has Numba compile a kernel once for each set of types; else it does so for each literal."""
    if isinstance(kernel, Dispatcher):
        compiler: Any = kernel._compiler  # type: ignore[attr-defined]
        fold = compiler.fold_argument_types

        def folded(args: Any, kws: Any) -> tuple[Any, tuple[Any, ...]]:
            signature, types_of_args = fold(args, kws)
            return signature, tuple(map(types.unliteral, types_of_args))

        compiler.fold_argument_types = folded
    return kernel


def compiled(entries: Entries, heard: Heard) -> bytes:
    """Make a module of entries for the processor here: see machine_code.py.

    Args:
        entries: their names and the outlines of their arguments.
        heard: see Heard.

    Raises:
        RuntimeError: the code would not do in another process, or this version of Numba keeps
            arrays in another way.
    """
    check_header()
    library, returns = lowered(entries, heard)
    library.add_ir_module(_memory(cpu_target.target_context))
    return module_of(returns, library.object_file((*returns, RELEASE)))


def lowered(entries: Entries, heard: Heard) -> tuple[InnerLibrary, dict[str, str]]:
    """Lower entries and link all that they call.

    Returns: the library, whose module has a function by the name of each entry, and by these names
    what the entries return.
    """
    InnerLibrary.heard = staticmethod(heard)
    context = cpu_target.target_context
    library = InnerLibrary(context.codegen(), "entries")
    module = context.create_module("entries")
    returns = {}
    for name, outlines in entries:
        kernel, signature = forms.function(name), tuple(map(_type_of, outlines))
        with global_compiler_lock, _indices_as_they_are():
            kernel.compile(signature)
        result = kernel.overloads[signature]
        function = name.partition(".")[2]
        _add_entry(context, module, function, result.fndesc)
        library.add_linking_library(result.library)
        returns[function] = _kind(result.signature.return_type)
    _add_release(module)
    library.add_ir_module(module)
    library.link_all()
    return library, returns


def _kind(returned: Any) -> str:
    if isinstance(returned, types.Array):
        return ARRAY_BACK
    return NOTHING_BACK if returned is types.none else NUMBER_BACK


@contextlib.contextmanager
def _indices_as_they_are() -> Iterator[None]:
    """Lets Numba compile no test for indices below 0, which Python counts from the end.

    No kernel has any, and each test is three instructions more: a search takes a fifth less time.
    """
    module: Any = arrayobj
    by_numba = module.fix_integer_index
    module.fix_integer_index = _index
    try:
        yield
    finally:
        module.fix_integer_index = by_numba


def _index(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


def _type_of(value: Any) -> Any:
    """The type for Numba; whether an array may be written to makes no other code."""
    if isinstance(value, ArrayOutline):
        item_type: Any = from_dtype(value.dtype)
        return types.Array(item_type, value.n_dimensions, "C")
    if isinstance(value, tuple):
        return types.NamedTuple(list(map(_type_of, value)), type(value))
    if isinstance(value, np.generic):
        dtype: Any = value.dtype
        return from_dtype(dtype)
    return {bool: types.boolean, int: types.int64, float: types.float64}[type(value)]


def _add_entry(context: Any, module: Any, name: str, fndesc: Any) -> None:
    """Adds a function that takes the arguments from words and calls the kernel."""
    convention, returned, argtypes = context.call_conv, fndesc.restype, fndesc.argtypes
    function_type = convention.get_function_type(returned, argtypes)
    callee = ir.Function(module, function_type, fndesc.llvm_func_name)
    run = ir.Function(module, ir.FunctionType(_STATUS, [_WORD.as_pointer()]), name)
    (words,) = run.args
    builder = ir.IRBuilder(run.append_basic_block())

    def place(at: int) -> Any:
        return builder.gep(words, [ir.Constant(_STATUS, at)])

    packer = context.get_arg_packer(argtypes)
    given = packer.argument_types
    loaded = [_from_word(builder, builder.load(place(at)), kind) for at, kind in enumerate(given)]
    args = packer.from_arguments(builder, loaded)
    status, result = convention.call_function(builder, callee, returned, argtypes, args)
    with builder.if_then(status.is_error, likely=False):
        builder.store(builder.ptrtoint(status.excinfoptr, _WORD), place(len(given)))
        builder.ret(status.code)
    if returned is not types.none:
        fields = context.get_arg_packer([returned]).as_arguments(builder, [result])
        for at, field in enumerate(fields, len(given)):
            builder.store(_to_word(builder, field), place(at))
    builder.ret(ir.Constant(_STATUS, 0))


def _from_word(builder: Any, word: Any, kind: Any) -> Any:
    if isinstance(kind, ir.PointerType):
        return builder.inttoptr(word, kind)
    if isinstance(kind, ir.DoubleType):
        return builder.bitcast(word, kind)
    return word if kind == _WORD else builder.trunc(word, kind)


def _to_word(builder: Any, value: Any) -> Any:
    if isinstance(value.type, ir.PointerType):
        return builder.ptrtoint(value, _WORD)
    if isinstance(value.type, ir.DoubleType):
        return builder.bitcast(value, _WORD)
    return value if value.type == _WORD else builder.zext(value, _WORD)


def _add_release(module: Any) -> None:
    """Adds `release`."""
    decref = ir.Function(module, ir.FunctionType(ir.VoidType(), [_BYTES]), "NRT_decref")
    release = ir.Function(module, ir.FunctionType(ir.VoidType(), [_WORD]), RELEASE)
    builder = ir.IRBuilder(release.append_basic_block())
    builder.call(decref, [builder.inttoptr(release.args[0], _BYTES)])
    builder.ret_void()


def _memory(context: Any) -> Any:
    """Add what compiled code asks Numba for when it makes arrays, by the allocator of C."""
    module = context.create_module("memory")
    malloc = ir.Function(module, ir.FunctionType(_BYTES, [_WORD]), "malloc")
    free = ir.Function(module, ir.FunctionType(ir.VoidType(), [_BYTES]), "free")
    allocated = ir.FunctionType(_BYTES, [_WORD, _ALIGN])
    allocate = ir.Function(module, allocated, "NRT_MemInfo_alloc_aligned")
    builder = ir.IRBuilder(allocate.append_basic_block())
    size, align = allocate.args[0], builder.zext(allocate.args[1], _WORD)
    room = builder.add(builder.add(size, align), ir.Constant(_WORD, _HEADER))
    owner = builder.call(malloc, [room])
    begin = builder.ptrtoint(owner, _WORD)
    with builder.if_then(builder.icmp_unsigned("==", begin, ir.Constant(_WORD, 0))):
        builder.ret(owner)
    end = builder.add(builder.add(begin, align), ir.Constant(_WORD, _HEADER - 1))
    address = builder.and_(end, builder.neg(align))
    fields = [ir.Constant(_WORD, int(at == 0)) for at in range(_HEADER // 8)]
    fields[_ADDRESS_AT], fields[_SIZE_AT] = address, size
    for at, field in enumerate(fields):
        builder.store(
            field,
            builder.inttoptr(builder.add(begin, ir.Constant(_WORD, 8 * at)), _WORD.as_pointer()),
        )
    builder.ret(owner)
    destroy = ir.Function(module, ir.FunctionType(ir.VoidType(), [_BYTES]), "NRT_MemInfo_call_dtor")
    builder = ir.IRBuilder(destroy.append_basic_block())
    builder.call(free, destroy.args)
    builder.ret_void()
    return module
