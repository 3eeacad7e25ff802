"""Blobs in separate files, for data that is large and permanent."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from environments.folders import make_folder
from pangea_server.core.errors import StoreConflictError
from pangea_server.stores.describe import BLOCK_BYTES, describe
from pangea_server.stores.names import is_blob_name
from pangea_server.stores.protocol import BlobInfo
from pangea_server.stores.sqlite.syncs import Syncs

INCOMING = ".incoming"  # no blob's name starts with a dot


class BlobFiles:
    """Files below ``root``, named like their blobs. The database alone decides whether a file counts."""

    def __init__(self, root: Path, syncs: Syncs) -> None:
        self._root = root
        self._syncs = syncs

    def prepare(self) -> None:
        """Make the folders."""
        make_folder(self._root / INCOMING)
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

    def has_other(self, info: BlobInfo) -> bool:
        """Whether a file has this blob's name and other bytes."""
        path = self._root / info.name
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return describe(info.name, file) != info

    def open(self, name: str) -> BinaryIO:
        return (self._root / name).open("rb")

    def names(self) -> Iterator[str]:
        """The blobs' names that files have, in no particular order."""
        yield from self.names_below("")

    def names_below(self, folder: str) -> Iterator[str]:
        """Those of the files in a folder, however deep."""
        for below, _, files in os.walk(self._root / folder):
            for file in files:
                name = str((Path(below) / file).relative_to(self._root))
                if is_blob_name(name):
                    yield name

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
        make_folder(folder)
        self._syncs.folder(folder.parent)
