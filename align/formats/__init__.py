"""Formats of timed words that other programs write and read."""
