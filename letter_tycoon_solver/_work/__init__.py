"""What long work needs, whatever it computes: executors, parts that are kept, files.

Above the lexicon, which workers share, and below all that works in bulk.
"""
