"""Review: a game turn by turn, what was best and what it cost; games.py finds the game."""
