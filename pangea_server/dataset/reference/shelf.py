"""Rows of a file by the names of what they are about, on the disk: a file may have millions."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar
from weakref import finalize

from environments import InvalidDataError

CACHE_KIB = 8_000
AnswerT = TypeVar("AnswerT")


class Shelf:
    """Rows in the order in which they were put, each under its name.

    Args:
        what: the rows are of, such as ``phrase``.
        remedy: for a name that is there twice.
    """

    def __init__(self, what: str, remedy: str) -> None:
        self._what, self._remedy = what, remedy
        # Whichever thread drops the last reference closes it.
        self._rows = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        finalize(self, self._rows.close)
        self._rows.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        self._rows.execute("PRAGMA journal_mode = OFF")
        self._rows.execute(
            "CREATE TABLE shelf (number INTEGER PRIMARY KEY, name TEXT UNIQUE, place TEXT, line BLOB)"
        )
        self._asked = bytearray()

    def put(self, name: str, place: str, row: bytes = b"") -> None:
        """Add a row. Raises InvalidDataError when its name is there; the message begins with the place."""
        try:
            self._rows.execute("INSERT INTO shelf (name, place, line) VALUES (?, ?, ?)", (name, place, row))
        except sqlite3.IntegrityError:
            first = self._found(name)
            raise InvalidDataError(
                f"{place}: {self._what} {name} is also in {first[1] if first else 'the file'}.",
                remedy=self._remedy,
            ) from None
        self._asked.append(0)

    def get(self, name: str) -> tuple[str, bytes] | None:
        """The place and the row under a name, which then was asked for."""
        found = self._found(name)
        if found is None:
            return None
        number, place, row = found
        self._asked[number - 1] = 1
        return place, row

    def unasked(self) -> tuple[str, str] | None:
        """The name and the place of the first row that nobody asked for."""
        number = self._asked.find(0)
        row = self._rows.execute("SELECT name, place FROM shelf WHERE number = ?", (number + 1,)).fetchone()
        return None if row is None else (str(row[0]), str(row[1]))

    def __iter__(self) -> Iterator[str]:
        for (name,) in self._rows.execute("SELECT name FROM shelf ORDER BY number"):
            yield name

    def __len__(self) -> int:
        return len(self._asked)

    def _found(self, name: str) -> tuple[int, str, bytes] | None:
        found: tuple[int, str, bytes] | None = self._rows.execute(
            "SELECT number, place, line FROM shelf WHERE name = ?", (name,)
        ).fetchone()
        return found


class SystemAnswers(Mapping[str, AnswerT]):
    """What a system answers, by name, read of its row each time.

    Args:
        read: what a row says, of its place and its line.
    """

    def __init__(self, shelf: Shelf, read: Callable[[str, bytes], AnswerT]) -> None:
        self._shelf, self._read = shelf, read

    def __getitem__(self, name: str) -> AnswerT:
        if (found := self._shelf.get(name)) is None:
            raise KeyError(name)
        return self._read(*found)

    def __iter__(self) -> Iterator[str]:
        return iter(self._shelf)

    def __len__(self) -> int:
        return len(self._shelf)

    def refuse_unasked(self, what: str, remedy: str) -> None:
        """Raise InvalidDataError for a row that nobody asked for: of nothing in the key."""
        if found := self._shelf.unasked():
            name, place = found
            raise InvalidDataError(f"{place}: the key has no {what} {name}.", remedy=remedy)
