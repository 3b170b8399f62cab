"""The cost of every turn of a finished game, and the chances over its course."""
