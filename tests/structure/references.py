"""The references of Python files to our modules: imports anywhere in a file, and strings that name a module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from tests.structure.sources import PACKAGES, PythonFile, Sources

NAMED = re.compile(rf"(?:{'|'.join(PACKAGES)})(?:\.\w+)+(?::\w+(?:\.\w+)*)?")
BEGUN = re.compile(rf"((?:{'|'.join(PACKAGES)})(?:\.\w+)*)\.\w*")  # the beginning of an f-string


@dataclass(frozen=True)
class Reference:
    """A reference from ``file:line`` to our module ``target``."""

    file: PythonFile
    line: int
    target: str
    is_string: bool

    def __str__(self) -> str:
        return f"{self.file.path}:{self.line} {'names' if self.is_string else 'imports'} {self.target}"


def references(sources: Sources) -> list[Reference]:
    """All references, each once for a line and a target."""
    files = (*sources.python, *sources.stubs)
    modules = {file.module for file in files} | {
        ".".join(parent.parts) for file in files for parent in file.path.parents if parent.parts
    }
    roots = {file.module: file.text for file in files if file.module in PACKAGES}
    found = (
        Reference(file, line, target, is_string)
        for file in files
        for line, name, is_string in _named(file)
        if (target := _module_of(name, modules)) is not None
        and not _names_nothing(name, target, is_string, roots)
    )
    return list(dict.fromkeys(found))


def _named(file: PythonFile) -> Iterator[tuple[int, str, bool]]:
    """Yield line, dotted name, and whether it is in a string."""
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, False) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, file)
            yield from ((node.lineno, f"{base}.{alias.name}", False) for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if NAMED.fullmatch(node.value):
                yield node.lineno, node.value.replace(":", "."), True
        elif isinstance(node, ast.JoinedStr):
            yield from _of_f_string(node)


def _base(node: ast.ImportFrom, file: PythonFile) -> str:
    """The module from which names are imported, also for a relative import."""
    if not node.level:
        return node.module or ""
    folder = file.path.parts[: len(file.path.parts) - node.level]
    return ".".join((*folder, *([node.module] if node.module else [])))


def _of_f_string(node: ast.JoinedStr) -> Iterator[tuple[int, str, bool]]:
    """An f-string whose fixed beginning names a package of ours, as in ``f"pangea_server.cli.{verb}"``."""
    first = node.values[0] if node.values else None
    if len(node.values) > 1 and isinstance(first, ast.Constant) and isinstance(first.value, str):
        begun = BEGUN.fullmatch(first.value)
        if begun:
            yield node.lineno, begun[1], True


def _module_of(name: str, modules: Set[str]) -> str | None:
    """The longest prefix of a dotted name that is a module; the rest are its attributes."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def _names_nothing(name: str, target: str, is_string: bool, roots: Mapping[str, str]) -> bool:
    """Whether a string names neither a module nor an attribute of its package, such as a module of an older version."""
    attribute = name.removeprefix(target).lstrip(".").partition(".")[0]
    return is_string and bool(attribute) and target in roots and attribute not in roots[target]
