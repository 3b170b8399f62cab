"""Games in files: recorded action by action, locked, read back."""
