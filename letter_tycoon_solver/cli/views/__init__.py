"""How answers look: tables, lines and files for people, plain data for JSON."""
