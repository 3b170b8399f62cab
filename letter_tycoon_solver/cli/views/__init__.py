"""The output of commands: tables, lines and files for people, plain data for JSON."""
