"""The sources of positions, read in blocks of rows: text, arrays, Arrow and its files."""
