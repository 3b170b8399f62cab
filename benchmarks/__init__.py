"""Benchmarks: one module a question, each prints one table; see README.md."""
