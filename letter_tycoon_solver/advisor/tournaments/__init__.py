"""Tournaments between players, over mirrored deals.

The folder has the plural because `tournament` is the function.
"""
