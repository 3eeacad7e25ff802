"""The embedded store: SQLite and files."""
