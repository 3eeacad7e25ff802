"""Blobs in separate files, for data that is large and permanent."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pangea_server.core.errors import StoreConflictError
from pangea_server.stores.describe import BLOCK_BYTES
from pangea_server.stores.sqlite.syncs import Syncs

INCOMING = ".incoming"  # no blob's name starts with a dot


class BlobFiles:
    """Files below ``root``, named like their blobs. The database alone decides whether a file counts."""

    def __init__(self, root: Path, syncs: Syncs) -> None:
        self._root = root
        self._syncs = syncs

    def prepare(self) -> None:
        """Make the folders."""
        (self._root / INCOMING).mkdir(parents=True, exist_ok=True)
        self._syncs.folder(self._root)
        self._syncs.folder(self._root.parent)

    def sweep(self) -> None:
        """Remove half-written files that a crash left."""
        for leftover in (self._root / INCOMING).iterdir():
            leftover.unlink()

    @contextmanager
    def written(self, source: BinaryIO) -> Iterator[Path]:
        """A synced copy of ``source`` under a temporary name; it is removed unless it is published."""
        path = self._root / INCOMING / secrets.token_hex(16)
        try:
            with path.open("xb") as file:
                shutil.copyfileobj(source, file, BLOCK_BYTES)
                file.flush()
                self._syncs.file(file.fileno())
            yield path
        finally:
            path.unlink(missing_ok=True)

    def publish(self, written: Path, name: str, known_folders: Iterable[str]) -> None:
        """Give the written file its final name, replacing anything that a crash left there; the name is synced.

        Args:
            known_folders: folders that are already synced; any other may have been left by a crash.
        """
        path = self._root / name
        try:
            self._make_folder(path.parent, {self._root / folder for folder in known_folders})
            written.replace(path)
        except (FileExistsError, IsADirectoryError, NotADirectoryError) as error:
            raise StoreConflictError(f"{name!r} would be both a blob and a folder of blobs.") from error
        self._syncs.folder(path.parent)

    def open(self, name: str) -> BinaryIO:
        return (self._root / name).open("rb")

    def remove(self, names: Iterable[str]) -> None:
        """Remove the files that exist; synced when this returns."""
        removed = {path for name in names if (path := self._root / name).is_file()}
        for path in removed:
            path.unlink()
        for folder in {path.parent for path in removed}:
            self._syncs.folder(folder)

    def _make_folder(self, folder: Path, known: set[Path]) -> None:
        if folder == self._root or folder in known:
            return
        self._make_folder(folder.parent, known)
        folder.mkdir(exist_ok=True)
        self._syncs.folder(folder.parent)
