"""Campaigns: what their files may say, and the records of what they ask for."""

from pathlib import Path

EXAMPLE = Path(__file__).parent / "example.yaml"
"""A campaign file with a comment on each key."""
