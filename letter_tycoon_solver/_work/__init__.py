"""What long work needs wherever it is done: files that appear whole, processes that end."""
