"""The survey: what random hands are worth, and what each set of patents adds.

The plural, because `survey` is the function.
"""
