"""``nodes.csv`` and ``edges.csv``: the same content as ``graph.json`` in tables. README.md describes them."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any

from environments.errors import ConnectivityError
from environments.files import is_id
from environments.input.regular_files import read_regular
from environments.input.text import NotTextError, text_of
from environments.own_places.graph_json import NO_NAME, PanoramaScan, fault_of, scan_of

NODES, EDGES = "nodes.csv", "edges.csv"
REMEDY = f"Mend it; environments/README.md describes {NODES} and {EDGES}."
NODE_COLUMNS = {"viewpoint_id", "image", "x", "y", "z"}
OPTIONAL_COLUMNS = {"heading", "height"}
EDGE_COLUMNS = {"from", "to"}
MOST_TABLE_BYTES = 2**26


def read_graph_csv(folder: Path, inside: Path) -> PanoramaScan:
    """Read the scan that a folder's two tables describe; it is named like the folder.

    Raises:
        ConnectivityError: the tables are not valid; the message names file, line and fault.
    """
    scan_id = folder.resolve().name
    if not is_id(scan_id):
        raise ConnectivityError(
            f"{folder} names its scan, and {scan_id!r} is {NO_NAME}.", remedy="Rename the directory."
        )
    nodes = _rows(folder / NODES, inside, NODE_COLUMNS, OPTIONAL_COLUMNS)
    edges = _rows(folder / EDGES, inside, EDGE_COLUMNS, set())
    content = {
        "scan_id": scan_id,
        "viewpoints": [_viewpoint(folder / NODES, line, row) for line, row in nodes],
        "edges": [[row["from"], row["to"]] for _, row in edges],
    }
    if fault := fault_of(content):
        name, rows = (EDGES, edges) if fault.part == "edges" else (NODES, nodes)
        line = f", line {rows[fault.number][0]}" if fault.part else ""
        raise ConnectivityError(f"{folder / name}{line}: {fault.what}.", remedy=REMEDY)
    return scan_of(content, folder)


def _rows(
    file: Path, inside: Path, required: set[str], optional: set[str]
) -> list[tuple[int, dict[str, str]]]:
    """Line numbers and rows of a table whose first line names its columns."""
    try:
        table = StringIO(text_of(read_regular(file, inside, MOST_TABLE_BYTES)), newline="")
        reader = csv.DictReader(table, strict=True)
        columns = set(reader.fieldnames or ())
        if len(columns) < len(reader.fieldnames or ()):
            raise csv.Error("its first line names a column twice")
        rows = [(reader.line_num, row) for row in reader]
    except (OSError, NotTextError, csv.Error) as exc:
        raise ConnectivityError(f"{file} cannot be read: {exc}.", remedy=REMEDY) from exc
    if required - columns or columns - required - optional:
        raise ConnectivityError(
            f"{file}: its first line names {', '.join(sorted(columns)) or 'nothing'}, "
            f"not {', '.join(sorted(required))}.",
            remedy=REMEDY,
        )
    for line, row in rows:
        if None in row or None in row.values():
            raise ConnectivityError(
                f"{file}, line {line}: it does not have {len(columns)} cells.", remedy=REMEDY
            )
    return rows


def _viewpoint(file: Path, line: int, row: dict[str, str]) -> dict[str, Any]:
    def number(column: str) -> float:
        try:
            return float(row[column])
        except ValueError:
            raise ConnectivityError(
                f"{file}, line {line}: {column} is {row[column]!r}, not a number.", remedy=REMEDY
            ) from None

    given = {column: number(column) for column in OPTIONAL_COLUMNS & row.keys() if row[column]}
    return {
        "viewpoint_id": row["viewpoint_id"],
        "image": row["image"],
        "position": [number("x"), number("y"), number("z")],
        **given,
    }
