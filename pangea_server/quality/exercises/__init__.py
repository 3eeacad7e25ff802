"""Exercises: a newcomer answers a page about landmarks whose answers are known, and is shown what is right."""
