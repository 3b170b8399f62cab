"""A game of `play` at one terminal: who sits there, what is typed, what happens."""
