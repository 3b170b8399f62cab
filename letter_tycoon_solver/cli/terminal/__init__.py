"""The terminal itself: what is written to it, and what is typed."""
