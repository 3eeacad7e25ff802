"""Scores of the walks in a file, for ``pangea score``."""

from __future__ import annotations

import gzip
import json
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from environments.errors import ConfigurationError, InvalidDataError, PangeaError
from environments.metrics.report import score_path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from environments.graph import NavigationGraph
    from environments.protocol import Environment


def score_files(environment: Environment, guides: Path, followers: Path) -> Iterator[dict[str, Any]]:
    """Score every Follower of one file against the Guides of another, row by row.

    Args:
        environment: has the scans of all rows.
        guides: JSON Lines with at least ``instruction_id``, ``scan`` and ``path``; RxR's guide files are.
        followers: JSON Lines with at least ``demonstration_id``, ``instruction_id`` and ``path``.
            Either file may be compressed, and is then named ``.gz``.

    Yields:
        ``demonstration_id``, ``instruction_id`` and the keys of ``PathScores.as_rxr``, in the order of ``followers``.

    Raises:
        ConfigurationError: a file cannot be read.
        InvalidDataError: a row is not as above, repeats an ``instruction_id``, or follows an unknown one.
        ScanNotFoundError, ViewpointNotFoundError, GraphError, NoPathError: a row's scan or path.
            Each message begins with file and line.
    """
    references = _read_guides(guides)
    for row in _rows(followers):
        instruction_id, walked = row.value("instruction_id", int), row.path()
        reference = references.get(instruction_id)
        if reference is None:
            raise row.error(
                f"instruction_id {instruction_id!r} is not in {guides.name}.",
                remedy="Give the guide file that these Followers were given.",
            )
        graph = reference.checked_graph(environment)
        with row.located():
            scores = score_path(graph, walked, reference.path())
        yield {
            "demonstration_id": row.value("demonstration_id", int),
            "instruction_id": instruction_id,
            **scores.as_rxr(),
        }


class _Row(NamedTuple):
    """One line of a file, which knows where it came from."""

    file: Path
    line: int
    content: dict[str, Any]

    def value(self, key: str, kind: type) -> Any:
        value = self.content.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error(f"{key!r} is {value!r}.", remedy=f"It must be of type {kind.__name__}.")
        return value

    def path(self) -> list[str]:
        path: list[str] = self.value("path", list)
        return path

    def checked_graph(self, environment: Environment) -> NavigationGraph:
        """The graph of this row's scan, in which its path is a walk."""
        scan_id, path = self.value("scan", str), self.path()
        with self.located():
            graph = environment.scan(scan_id).graph
            graph.check_path(path)
        return graph

    def error(self, message: str, remedy: str) -> InvalidDataError:
        return InvalidDataError(f"{self.file.name} line {self.line}: {message}", remedy=remedy)

    @contextmanager
    def located(self) -> Iterator[None]:
        """An error that is raised within says where, too."""
        try:
            yield
        except PangeaError as exc:
            message = f"{self.file.name} line {self.line}: {exc.message}"
            raise type(exc)(message, remedy=exc.remedy, **exc.context) from exc


def _read_guides(file: Path) -> dict[int, _Row]:
    rows: dict[int, _Row] = {}
    for row in _rows(file):
        instruction_id = row.value("instruction_id", int)
        if instruction_id in rows:
            raise row.error(
                f"instruction_id {instruction_id} is already in line {rows[instruction_id].line}.",
                remedy="Each must stand in one line only.",
            )
        rows[instruction_id] = row
    return rows


def _rows(file: Path) -> Iterator[_Row]:
    try:
        with _open(file) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _parse(file, number, line)
    except (EOFError, UnicodeDecodeError, gzip.BadGzipFile, zlib.error) as exc:
        raise InvalidDataError(
            f"{file.name} is damaged: {exc}.", remedy="Copy or download it again."
        ) from exc
    except OSError as exc:
        raise ConfigurationError(
            f"{file} cannot be read: {exc.strerror}.", remedy="Check the file's name."
        ) from exc


def _open(file: Path) -> TextIO:
    return gzip.open(file, "rt", encoding="utf-8") if file.suffix == ".gz" else file.open(encoding="utf-8")


def _parse(file: Path, number: int, line: str) -> _Row:
    row = _Row(file, number, {})
    try:
        content = json.loads(line)
    except json.JSONDecodeError as exc:
        raise row.error(
            f"this is not JSON ({exc.msg}): {line.strip()[:60]!r}.", remedy="Mend the line."
        ) from exc
    if not isinstance(content, dict):
        raise row.error(
            f"this is not a JSON object: {line.strip()[:60]!r}.", remedy="Write one object a line."
        )
    return row._replace(content=content)
