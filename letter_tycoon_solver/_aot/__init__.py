"""Kernels ahead of time: one module of machine code for all, made, kept on disk, loaded and called.

    forms                          plain Python, or what the compiler takes
    compiling <- compiler_process  one module of many entries, made by a process of its own
    kept                           files of machine code, in the package and in the user's cache
    entry                          what Python calls, and how a loaded module is called

Kernels are known by their names, "module.function": _kernels/entries.py lists what Python calls.

Who owns what: machine code is never unloaded. A prepared call keeps its arguments alive, is for one
thread at a time, and the arrays in it belong to the caller. An array that a kernel returns is
copied to bytes and freed before the call returns. The lock of a file is held by whoever makes the
file.
"""
