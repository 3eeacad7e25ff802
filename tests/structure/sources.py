"""The production files to measure: parsed Python, and TypeScript without comments."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

PACKAGES = ("environments", "align", "pangea_server")  # each may import those before it
WEB = "static/src"
SKIPPED = {"__pycache__", "node_modules", "dist"}
COMMENT_OR_STRING = re.compile(
    r"""//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`""", re.DOTALL
)


@dataclass(frozen=True)
class PythonFile:
    path: PurePosixPath  # from the root of the repository
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, str(self.path))

    @property
    def module(self) -> str:
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@dataclass(frozen=True)
class WebFile:
    path: PurePosixPath  # from the root of the repository
    text: str

    @cached_property
    def code(self) -> str:
        """Replace comments by blanks, which keeps positions in the text."""
        return COMMENT_OR_STRING.sub(lambda found: _blank(found[0]), self.text)

    def line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1


@dataclass(frozen=True)
class Sources:
    root: Path
    python: tuple[PythonFile, ...]
    stubs: tuple[PythonFile, ...]  # .pyi beside a lazily loaded __init__.py: they say what it imports
    web: tuple[WebFile, ...]


def read_sources(root: Path) -> Sources:
    """Read all production files below the root of a repository, without tests and generated types."""
    python = [
        PythonFile(path, _text(root, path)) for package in PACKAGES for path in _found(root, package, "*.py")
    ]
    stubs = [
        PythonFile(path, _text(root, path)) for package in PACKAGES for path in _found(root, package, "*.pyi")
    ]
    web = [
        WebFile(path, _text(root, path))
        for pattern in ("*.ts", "*.tsx")
        for path in _found(root, WEB, pattern)
        if not path.name.endswith((".test.ts", ".test.tsx", ".d.ts"))
    ]
    return Sources(root, tuple(python), tuple(stubs), tuple(web))


def _found(root: Path, below: str, pattern: str) -> Iterator[PurePosixPath]:
    for path in sorted((root / below).rglob(pattern)):
        relative = PurePosixPath(path.relative_to(root).as_posix())
        if not SKIPPED.intersection(relative.parts):
            yield relative


def _text(root: Path, path: PurePosixPath) -> str:
    return (root / path).read_text(encoding="utf-8")


def _blank(found: str) -> str:
    return re.sub(r"[^\n]", " ", found) if found.startswith(("//", "/*")) else found
