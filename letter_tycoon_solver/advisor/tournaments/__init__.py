"""Players against each other over mirrored deals.

The plural, because `tournament` is the function.
"""
