"""Where backups are kept: a folder, or a bucket of Cloud Storage. Objects never change; each is whole or not there."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from environments.errors import ConfigurationError
from environments.folders import make_folder
from environments.input.regular_files import open_regular
from pangea_server.core.errors import ArchiveError
from pangea_server.dataset.archive.contents import IN_MEMORY
from pangea_server.stores.describe import BLOCK_BYTES

BUCKET_SCHEME = "gs://"
INCOMING_PREFIX = ".incoming-"


class Place(Protocol):
    """Objects under slash-separated names."""

    @property
    def address(self) -> str:
        """Names the place, wherever a command runs."""

    def put(self, name: str, file: BinaryIO) -> None:
        """Store what ``file`` holds, from its beginning; durable when this returns. What is there already stays."""

    def has(self, name: str) -> bool:
        """Whether there is such an object."""

    def open(self, name: str) -> BinaryIO:
        """A seekable reader. Raises ArchiveError when there is no such object, or it cannot be read."""

    def names(self, prefix: str) -> list[str]:
        """Names that begin with ``prefix``, in order."""

    def remove(self, name: str) -> None:
        """Remove an object; removing one that is not there is not an error."""


def open_place(text: str) -> Place:
    """The place that a command names: ``gs://BUCKET/PREFIX`` or a folder.

    Raises:
        ConfigurationError: there are no credentials, or no bucket is named.
    """
    if text.startswith(BUCKET_SCHEME):
        from pangea_server.dataset.archive.bucket import open_bucket

        return open_bucket(text)
    return Folder(Path(text))


def is_place(text: str) -> bool:
    """Whether it names a place, and not a single file."""
    return text.startswith(BUCKET_SCHEME) or Path(text).is_dir()


class Folder:
    """A ``Place`` on a disk; for its owner only."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def __str__(self) -> str:
        return str(self._root)

    @property
    def address(self) -> str:
        return str(self._root.resolve())

    def put(self, name: str, file: BinaryIO) -> None:
        path = self._root / name
        if path.exists():
            return
        incoming = path.with_name(INCOMING_PREFIX + secrets.token_hex(8))
        try:
            make_folder(path.parent)
            with os.fdopen(os.open(incoming, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as written:
                file.seek(0)
                shutil.copyfileobj(file, written, BLOCK_BYTES)
                written.flush()
                os.fsync(written.fileno())
            incoming.rename(path)
            _sync_folder(path.parent)
        except OSError as error:
            raise ConfigurationError(
                f"{path} cannot be written: {error.strerror}.",
                remedy="Make room, or name another folder; the same command goes on where this one stopped.",
            ) from error
        finally:
            incoming.unlink(missing_ok=True)

    def has(self, name: str) -> bool:
        return (self._root / name).is_file()

    def open(self, name: str) -> BinaryIO:
        try:
            return open_regular(self._root / name)
        except OSError as error:
            raise ArchiveError(f"{self._root / name} cannot be read: {error.strerror}.") from error

    def names(self, prefix: str) -> list[str]:
        folder = self._root / prefix
        if not folder.is_dir():
            return []
        found = (
            path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(INCOMING_PREFIX)
        )
        return sorted(path.relative_to(self._root).as_posix() for path in found)

    def remove(self, name: str) -> None:
        (self._root / name).unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def scratch_file() -> BinaryIO:
    """A nameless temporary file: small ones stay in memory, large ones are in the folder that TMPDIR names."""
    return cast("BinaryIO", tempfile.SpooledTemporaryFile(IN_MEMORY))
