"""Removing people's data: withdrawal and retention."""
