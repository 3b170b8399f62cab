"""Where positions are read from, in blocks of rows: text, arrays, Arrow and its files."""
