"""SQLite as the local store uses it."""
