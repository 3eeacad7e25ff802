"""What the steps of a verification share: the store's parts, and the report that they write into."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from pangea_server.dataset.verify.report import Fault, Report
from pangea_server.stores.local.store import LocalStore

PAGE = 64  # rows that are read together
Row = tuple[int | bytes | None, ...]


class StepProgress(NamedTuple):
    """A part of a step that is done: the step goes on behind ``after``; ``size`` bytes were read."""

    after: str
    size: int = 0


Step = Callable[[str], Iterator[StepProgress]]


@dataclass
class Reading:
    """A store that is being verified. Texts are read as bytes: damaged ones are often no UTF-8."""

    store: LocalStore
    report: Report = field(default_factory=Report)

    def fault(self, place: str, what: str) -> None:
        self.report.add(Fault(place, what))

    @contextmanager
    def rows(self) -> Iterator[sqlite3.Connection]:
        """A connection for reading one state of the database."""
        with closing(self.store.database.connect()) as connection:
            connection.text_factory = bytes
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            yield connection


def text(value: object) -> str:
    """A column's value for people and for seals; what is no UTF-8 is shown escaped."""
    return value.decode(errors="backslashreplace") if isinstance(value, bytes) else str(value)
