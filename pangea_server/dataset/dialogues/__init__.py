"""Dialogues of two people as one: both sides on one time line, who spoke when, how far they came."""
