"""Rows as JSON Lines, as RxR publishes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pangea_server.dataset.entries.row_files import row_file


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    with row_file(path) as write:
        for row in rows:
            write(row)
