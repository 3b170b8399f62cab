"""Options shared by several commands, and their conversion to values of the package."""
