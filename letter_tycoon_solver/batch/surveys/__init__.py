"""The survey: the worth of random hands, and the gain from each set of patents.

The folder has the plural because `survey` is the function.
"""
