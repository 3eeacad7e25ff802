"""CSV (RFC 4180) that spreadsheets show and never compute, and reading tables that people give.

Source: OWASP, CSV injection. A spreadsheet takes a cell for a formula by its first sign; which white space, invisible
characters and wide forms it passes over before it looks differs between programs, so all are passed over here.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Protocol, TextIO

from environments.errors import ConfigurationError, InvalidDataError
from environments.input.regular_files import read_regular
from environments.input.text import NotTextError, text_of
from pangea_server.core.visible_text import visible_start

MOST_BYTES = 2**26
"""Largest table that is read; a line for each of half a million people."""

FORMULA = "=+-@\N{MINUS SIGN}\N{HEAVY PLUS SIGN}\N{HEAVY MINUS SIGN}"
CONTROLS = "\t\r\n"
QUOTE = "'"
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?", re.ASCII)


class _Writable(Protocol):
    def write(self, text: str, /) -> object: ...


class CsvWriter:
    """Writes rows, with each text as ``harmless`` makes it."""

    def __init__(self, file: _Writable, line_end: str = "\r\n") -> None:
        self._writer = csv.writer(file, lineterminator=line_end)

    def write(self, row: Iterable[object]) -> None:
        self._writer.writerow([harmless(cell) for cell in row])


def harmless(cell: object) -> object:
    """The cell, after an apostrophe if it is a text that a spreadsheet might compute; numbers stay as they are."""
    return f"{QUOTE}{cell}" if isinstance(cell, str) and _is_computed(cell) else cell


def as_given(cell: str) -> str:
    """The text that ``harmless`` made this cell of."""
    given = cell.removeprefix(QUOTE)
    return given if harmless(given) == cell else cell


def read_table(path: Path) -> StringIO:
    """A CSV file in UTF-8 for the csv module.

    Raises:
        ConfigurationError: it cannot be read, or has more than ``MOST_BYTES``.
    """
    try:
        return StringIO(text_of(read_regular(path, most=MOST_BYTES)), newline="")
    except (OSError, NotTextError) as error:
        raise ConfigurationError(
            f"The table {path} cannot be read: {error}.", remedy="Name a CSV file in UTF-8."
        ) from error


def rows_of(table: TextIO) -> csv.DictReader[str]:
    """The rows of a table by the names of its columns, which its first line has.

    Raises:
        InvalidDataError: a column is named twice.
    """
    reader = csv.DictReader(table)
    names = list(reader.fieldnames or ())
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InvalidDataError(f"The table names the column {twice!r} twice.", remedy="Remove or rename one.")
    return reader


def _is_computed(text: str) -> bool:
    if _NUMBER.fullmatch(text):
        return False
    first = unicodedata.normalize("NFKC", visible_start(text)[:1])
    return text.startswith(tuple(CONTROLS)) or (first != "" and first[0] in FORMULA)
