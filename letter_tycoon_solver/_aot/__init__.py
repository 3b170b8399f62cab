"""Kernels ahead of time: compile them, keep their machine code on disk, load and call it.

    ways                                    what a kernel is once it is imported: plain Python,
                                            compiled as one piece, or by what Numba documents
    compiling, compiler_process             how machine code is made of them
    shipped                                 what a release has of it
    sources <- machine_code, object_cache <- codes <- first_answers <- entries
                                            how Python calls them: compiled code, in memory and on
                                            disk, and plain Python until there is some

Kernels are known here by their names, "module.function", and imported only by ways.py.
"""
