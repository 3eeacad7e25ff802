"""Fixtures: a small repository in which tests plant faults."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.structure.sources import Sources, read_sources

Plant = Callable[[dict[str, str]], Sources]


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """A function that writes files by path and reads them as the production files of a repository."""

    def write(files: dict[str, str]) -> Sources:
        for path, text in files.items():
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return read_sources(tmp_path)

    return write
