"""Files of a folder by their names as people read them, composed or not (NFC, NFD), with extensions in any case."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

APPLE_DOUBLE = "._"
"""How the names of files begin in which a Mac keeps what other disks have no place for."""


def files_below(folder: Path) -> Iterator[Path]:
    """The files below a folder, relative to it, in order; without those that only a Mac reads."""
    found = (file for file in folder.rglob("*") if not file.name.startswith(APPLE_DOUBLE))
    return iter(sorted(file.relative_to(folder) for file in found))


def readable_stem(file: Path) -> str:
    """A file's path without its extension, the same however its name is composed."""
    return unicodedata.normalize("NFC", str(file.with_suffix("")))


class FileIndex:
    """The files below a folder, each to be found by a file that is named alike."""

    def __init__(self, folder: Path) -> None:
        self.files = tuple(files_below(folder))
        self._named = {readable_stem(file) + file.suffix.lower(): folder / file for file in self.files}

    def beside(self, file: Path, extension: str) -> Path | None:
        """The file of the same name with this extension (in lower case); None: there is none.

        Args:
            file: relative to the folder.
        """
        return self._named.get(readable_stem(file) + extension)
