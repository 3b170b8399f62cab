"""The room where a game of people is followed: `/track`.

games.py keeps games open while they are asked about, told.py says how they stand, refusals.py what
cannot be, and api.py has the operations.
"""
