"""Campaigns: from an environment to tasks for people."""

from pathlib import Path

EXAMPLE = Path(__file__).parent / "example.yaml"
"""A campaign file with a comment on each key."""
