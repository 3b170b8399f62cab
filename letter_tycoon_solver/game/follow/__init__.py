"""Games that people play at a table, told turn by turn."""
