"""Where the bytes of blobs lie: objects under keys that are used once, in S3 or in a folder that servers share."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

from environments.errors import ConfigurationError
from environments.folders import make_folder
from pangea_server.core.errors import BlobDamagedError
from pangea_server.stores.describe import BLOCK_BYTES
from pangea_server.stores.sqlite.sqlite import explain_os_error

S3_SCHEME = "s3://"


class Objects(Protocol):
    """Bytes under keys. A key is written once and never again, so nothing is overwritten, and none is half read."""

    def put(self, key: str, file: BinaryIO, size: int) -> None:
        """Store the file; it is durable when this returns. What is left of one that failed is removed by its key."""

    def read(self, key: str) -> bytes:
        """All bytes. Raises BlobDamagedError when there is no such object."""

    def open(self, key: str, size: int) -> BinaryIO:
        """A seekable reader. Raises BlobDamagedError, at the latest when it is read, when there is none."""

    def remove(self, keys: Sequence[str]) -> None:
        """Erase objects; those that are not there are no error."""


def object_missing(name: str) -> BlobDamagedError:
    return BlobDamagedError(
        f"The bytes of a blob are missing: there is no {name}.", remedy="Restore a backup."
    )


class FolderObjects:
    """Files in a folder that each server reaches under a path of its own."""

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise ConfigurationError(
                f"There is no folder {root} for blobs.",
                remedy="Mount or make it, or correct PANGEA_POSTGRES_BLOBS.",
            )
        self._root = root

    def put(self, key: str, file: BinaryIO, size: int) -> None:
        path = self._root / key
        with self._translated():
            make_folder(path.parent)
            with path.open("xb") as written:
                shutil.copyfileobj(file, written, BLOCK_BYTES)
                written.flush()
                os.fsync(written.fileno())
            self._sync_names(path)

    def read(self, key: str) -> bytes:
        with self._translated():
            return (self._root / key).read_bytes()

    def open(self, key: str, size: int) -> BinaryIO:
        with self._translated():
            return (self._root / key).open("rb")

    def remove(self, keys: Sequence[str]) -> None:
        with self._translated():
            for key in keys:
                (self._root / key).unlink(missing_ok=True)

    def _sync_names(self, path: Path) -> None:
        """Of the file and of each folder on its way, as another server may have made one just now."""
        for folder in path.parents:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            if folder == self._root:
                return

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError as error:
            raise object_missing(str(error.filename)) from error
        except OSError as error:
            raise explain_os_error(error, self._root) from error
