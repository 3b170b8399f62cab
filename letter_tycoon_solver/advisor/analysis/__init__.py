"""What every turn of a finished game has cost, and the chances over its course."""
