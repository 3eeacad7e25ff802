"""The packages that the lock files name, with their versions."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYTHON_LOCK = ROOT / "deploy/locks/dev.txt"
NPM_LOCK = ROOT / "static/package-lock.json"
PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;\\]+)", re.MULTILINE)

Packages = list[tuple[str, str]]
"""Name and version of each."""


def python_packages(lock: Path) -> Packages:
    """What a requirements file with digests pins."""
    return [(found["name"], found["version"]) for found in PINNED.finditer(lock.read_text())]


def npm_packages(lock: Path) -> Packages:
    """What a package-lock.json pins, packages within packages too."""
    packages = json.loads(lock.read_text())["packages"]
    return sorted(
        {
            (where.rpartition("node_modules/")[2], package["version"])
            for where, package in packages.items()
            if where
        }
    )
