"""environments <- align <- pangea_server: imports point one way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAY_IMPORT = {
    "environments": {"environments"},
    "align": {"environments", "align"},
    "pangea_server": {"environments", "align", "pangea_server"},
}
OURS = {*MAY_IMPORT, "tests", "deploy", "static"}


def imported(source: str) -> Iterator[str]:
    """First names of all modules that a source file imports, wherever in the file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_what_lies_below_it(package: str) -> None:
    files = list((ROOT / package).rglob("*.py"))
    assert files
    upwards = {
        (str(file.relative_to(ROOT)), name)
        for file in files
        for name in imported(file.read_text())
        if name in OURS - MAY_IMPORT[package]
    }
    assert upwards == set()


def test_an_import_that_points_up_would_be_found() -> None:
    assert "pangea_server" in set(imported("def f():\n    from pangea_server.app import create_app\n"))
