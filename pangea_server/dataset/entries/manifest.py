"""Which files of single annotations an export has, and what each was made from; in a temporary database while it is
asked, for there may be hundreds of thousands."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from align.exports.whole import whole_text, write_whole
from align.formats.made_from import MANIFEST as MANIFEST
from environments.errors import ConfigurationError
from environments.folders import make_folder


class ManifestLine(msgspec.Struct):
    """A file below the export's directory, and the SHA-256 of what it was made from; of a file of words, also that of
    the words alone."""

    file: str
    source: str
    made_from: str | None = None


class Manifest:
    """Which files of an export are up to date; several processes may each have their own ``part``."""

    def __init__(self, directory: Path, part: str = MANIFEST) -> None:
        make_folder(directory)
        self._directory = directory
        self._known = _KnownLines(directory)
        self._file = (directory / part).open("a", encoding="utf-8")
        self._file.write("\n")  # ends half a line of a killed export

    def __enter__(self) -> Manifest:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()
        self._known.close()

    def lacks(self, name: str, source: str) -> bool:
        """Whether this file is to be made; asked of every file of the export, so that ``left`` knows the others."""
        return self._known.pop(name) != source or not (self._directory / name).exists()

    def left(self) -> Iterator[str]:
        """Files of an earlier export that this one does not have: their annotations were removed or left out."""
        return (line.file for line in self._known.lines())

    def add(self, name: str, source: str, data: bytes, made_from: str | None = None) -> None:
        """Write the file. Its line comes first, so that no file is ever there without one, wherever this is cut off."""
        target = self._directory / name
        target.unlink(missing_ok=True)  # an old one is not taken for the new one
        self._file.write(_written(ManifestLine(name, source, made_from)))
        self._file.flush()
        write_whole(target, data)


def settle_manifest(directory: Path) -> None:
    """Join the manifest's parts, in order of name: the same files give the same manifest."""
    known = _KnownLines(directory)
    with whole_text(directory / MANIFEST) as manifest:
        for line in known.lines():
            if (directory / line.file).exists():
                manifest.write(_written(line))
    known.close()
    for part in _parts(directory):
        if part.name != MANIFEST:
            part.unlink()


class _KnownLines:
    """The lines of a manifest, each file's last one.

    Raises:
        ConfigurationError: the temporary folder is full.
    """

    def __init__(self, directory: Path) -> None:
        rows = (
            (line.file, line.source, line.made_from) for part in _parts(directory) for line in _read(part)
        )
        self._rows = sqlite3.connect(
            "", check_same_thread=False
        )  # a pipeline's worker begins in another thread
        try:
            self._rows.execute(
                "CREATE TABLE known (file TEXT PRIMARY KEY, source TEXT NOT NULL, made_from TEXT) WITHOUT ROWID"
            )
            self._rows.executemany("INSERT OR REPLACE INTO known VALUES (?, ?, ?)", rows)
        except sqlite3.OperationalError as error:
            raise ConfigurationError(
                f"The manifest of {directory} finds no room in the temporary folder: {error}.",
                remedy="Make room there, or name another folder in SQLITE_TMPDIR.",
            ) from error

    def pop(self, file: str) -> str | None:
        row: tuple[str] | None = self._rows.execute(
            "SELECT source FROM known WHERE file = ?", (file,)
        ).fetchone()
        if row is None:
            return None
        self._rows.execute("DELETE FROM known WHERE file = ?", (file,))
        return row[0]

    def lines(self) -> Iterator[ManifestLine]:
        """In order of name."""
        rows = self._rows.execute("SELECT file, source, made_from FROM known ORDER BY file")
        return (ManifestLine(*row) for row in rows)

    def close(self) -> None:
        self._rows.close()


def manifest_parts(directory: Path) -> list[str]:
    """The names of the manifest's files, those of workers among them."""
    return [part.name for part in _parts(directory)]


def _written(line: ManifestLine) -> str:
    words = {"made_from": line.made_from} if line.made_from else {}
    return json.dumps({"file": line.file, "source": line.source, **words}) + "\n"


def _parts(directory: Path) -> list[Path]:
    return sorted(directory.glob("manifest*.jsonl"))


def _read(part: Path) -> Iterator[ManifestLine]:
    with part.open("rb") as lines:
        for line in lines:
            with suppress(msgspec.DecodeError, UnicodeDecodeError):  # half a line, or none of ours
                yield msgspec.json.decode(line, type=ManifestLine)
