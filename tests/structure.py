"""``make structure``: how much code there is, and signs that there is too much of it. ``--verbose`` names the places.

Who may import whom is held by ``lint-imports`` (``tool.importlinter`` in ``pyproject.toml``).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import grimp

from pangea_server.core.settings import Settings

ROOT = Path(__file__).parents[1]
PACKAGES = ("environments", "align", "pangea_server")
GENERATED = "schema.d.ts"
FEW_LINES = 60


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.structure", description="Measure the code.")
    parser.add_argument("--verbose", action="store_true", help="name the modules that are counted")
    verbose = parser.parse_args().verbose
    for line in (*sizes(), *signs(verbose)):
        sys.stdout.write(f"{line}\n")


def sizes() -> Iterator[str]:
    """Files and lines of what users run, and of tests."""
    yield row("Python", python_files(*PACKAGES))
    yield from (row(f"  {package}", python_files(package)) for package in PACKAGES)
    web = typescript_files("src", "build", "testing", "faults")
    yield row("TypeScript", [path for path in web if is_production(path)])
    yield row("Python's tests", python_files("tests"))
    yield row("TypeScript's tests", [path for path in web if is_test(path)])


def signs(verbose: bool) -> Iterator[str]:
    """Modules that might be part of another, and what can be set."""
    yield from counted(f"modules of at most {FEW_LINES} lines with one importer", small_modules(), verbose)
    yield from counted("settings", Settings.model_fields, False)


def row(title: str, paths: Iterable[Path]) -> str:
    lengths = [lines_of(path) for path in paths]
    return f"{title:<48} {len(lengths):>6,} files {sum(lengths):>8,} lines"


def counted(title: str, places: Iterable[str], verbose: bool) -> Iterator[str]:
    found = sorted(places)
    yield f"{title:<48} {len(found):>6,}"
    if verbose:
        yield from (f"  {place}" for place in found)


def small_modules() -> Iterator[str]:
    """Modules that only one other imports; those that are found by a name in a string have no importer."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    for path in python_files(*PACKAGES):
        if path.stem == "__init__" or lines_of(path) > FEW_LINES:
            continue
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        importers = graph.find_modules_that_directly_import(module)
        if len(importers) == 1:
            yield f"{module} ({lines_of(path)} lines), of {importers.pop()}"


def python_files(*folders: str) -> list[Path]:
    """Files of these folders, without the scripts that run within Blender and are in no wheel."""
    return sorted(
        path for folder in folders for path in (ROOT / folder).rglob("*.py") if "blender" not in path.parts
    )


def typescript_files(*folders: str) -> list[Path]:
    """Files below ``static`` that people wrote."""
    found = (path for folder in folders for path in (ROOT / "static" / folder).rglob("*.ts*"))
    return sorted(path for path in found if path.name != GENERATED)


def is_test(path: Path) -> bool:
    return path.stem.endswith(".test") or not {"testing", "faults"}.isdisjoint(path.relative_to(ROOT).parts)


def is_production(path: Path) -> bool:
    return not is_test(path) and path.is_relative_to(ROOT / "static/src")


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


if __name__ == "__main__":
    main()
