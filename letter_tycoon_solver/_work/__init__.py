"""Tools for any long work: executors, processes, checkpoints.

They use the lexicon, which workers share; all bulk work uses them.
"""
