"""Files that are there as a whole or not at all."""

from __future__ import annotations

from pathlib import Path


def write_whole(target: Path, data: bytes) -> None:
    """Write beside the target, then take its place; a run that is broken off leaves what was there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.partial")
    partial.write_bytes(data)
    partial.replace(target)
