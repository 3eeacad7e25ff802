"""The lengths of files and functions, and the number of entries in the server's package.

A function's lines are counted from ``def`` (or the first word) to its end; in TypeScript only functions with a block
body count, measured by the compiler in static/node_modules.
"""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from tests.structure.figures import Figure, Section, counted
from tests.structure.sources import PythonFile, Sources, WebFile

PROGRAM = Path(__file__).with_name("functionLines.mjs")
UNSEEN = {"__init__.py", "py.typed", "__pycache__"}
LONGEST = 12
NOT_MEASURED = "not measured: Node.js or static/node_modules is missing"


def measure_sizes(sources: Sources) -> Section:
    functions = [length for file in sources.python for length in function_lines(file)]
    web_functions = web_function_lines(sources)
    return Section(
        "7. Sizes (median / p90 / max)",
        (
            _files("Python", sources.python),
            Figure("Python functions", _spread(functions)),
            _files("TypeScript", sources.web),
            Figure("TypeScript functions", NOT_MEASURED if web_functions is None else _spread(web_functions)),
            counted("entries of pangea_server", visible_entries(sources.root / "pangea_server")),
        ),
    )  # fmt: skip


def function_lines(file: PythonFile) -> Iterator[int]:
    for node in ast.walk(file.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield (node.end_lineno or node.lineno) - node.lineno + 1


def web_function_lines(sources: Sources) -> list[int] | None:
    """Lengths of TypeScript functions; None if Node.js or the compiler is not installed."""
    node, package = shutil.which("node"), sources.root / "static"
    if node is None or not (package / "node_modules/typescript").exists():
        return None
    with tempfile.NamedTemporaryFile("w", suffix=".json") as names:
        json.dump([str(sources.root.resolve() / file.path) for file in sources.web], names)
        names.flush()
        run = [node, str(PROGRAM), str(package.resolve()), names.name]
        lines: list[int] = json.loads(subprocess.run(run, check=True, capture_output=True, text=True).stdout)
    return lines


def visible_entries(package: Path) -> list[str]:
    """Files and folders of the package, without those that every package has."""
    return sorted(
        entry.name for entry in package.iterdir() if entry.name not in UNSEEN and entry.name[0] != "."
    )


def _files(language: str, files: Sequence[PythonFile | WebFile]) -> Figure:
    lengths = {file.path: len(file.text.splitlines()) for file in files}
    longest = sorted(lengths, key=lambda path: -lengths[path])[:LONGEST]
    return Figure(
        f"{language}: files, lines, file lengths",
        f"{len(files)} files, {sum(lengths.values()):,} lines, {_spread(list(lengths.values()), counts=False)}",
        tuple(f"{lengths[path]} {path}" for path in longest),
    )


def _spread(lengths: Sequence[int], counts: bool = True) -> str:
    if not lengths:
        return "none"
    middle, p90 = np.percentile(lengths, (50, 90))
    return f"{f'{len(lengths):,}: ' if counts else ''}{middle:g} / {p90:g} / {max(lengths)}"
