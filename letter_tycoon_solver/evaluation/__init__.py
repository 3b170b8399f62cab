"""Static evaluation: tables of what letters, cards and patents bring, and the equity of a play."""
