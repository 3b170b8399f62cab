"""Leagues: ratings of any number of players, in a file that later runs extend."""
