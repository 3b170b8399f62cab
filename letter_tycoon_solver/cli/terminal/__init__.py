"""The terminal: its output, and what people type."""
