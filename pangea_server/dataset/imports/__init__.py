"""Importing annotations from other sources."""
