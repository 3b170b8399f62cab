"""Benchmarks: one module a question, each prints one table; see README.md."""

import os

# What is measured is machine code, with no compiler beside it.
os.environ.setdefault("LETTER_TYCOON_COMPILE", "wait")
