"""The formats of positions, read in blocks of rows: text, columns, Arrow and its files."""
