"""Annotations as they are exported."""
