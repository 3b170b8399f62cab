"""What long work needs, whatever it computes: executors, processes, parts that are kept.

Above the lexicon, which workers share, and below all that works in bulk.
"""
