"""Where backups are kept: a folder, or a bucket of Cloud Storage. Objects never change; each is whole or not there."""

from __future__ import annotations

import os
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from environments.errors import ConfigurationError
from environments.folders import make_folder
from pangea_server.core.errors import ArchiveError
from pangea_server.dataset.archive.contents import IN_MEMORY
from pangea_server.stores.describe import BLOCK_BYTES

BUCKET_SCHEME = "gs://"
INCOMING_PREFIX = ".incoming-"


class Destination(Protocol):
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

    def remove_unfinished(self) -> None:
        """Remove what an interrupted ``put`` left; nobody else may put anything meanwhile."""


def open_place(text: str) -> Destination:
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
    """A ``Destination`` on a disk; for its owner only. No link in it is followed: it could lead anywhere."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def __str__(self) -> str:
        return str(self._root)

    @property
    def address(self) -> str:
        return str(self._root.absolute())

    def put(self, name: str, file: BinaryIO) -> None:
        incoming = INCOMING_PREFIX + secrets.token_hex(8)
        try:
            with self._folder_of(name, make=True) as (folder, last):
                if _exists(folder, last):
                    return
                try:
                    descriptor = os.open(incoming, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder)
                    with os.fdopen(descriptor, "wb") as written:
                        file.seek(0)
                        shutil.copyfileobj(file, written, BLOCK_BYTES)
                        written.flush()
                        os.fsync(written.fileno())
                    os.rename(incoming, last, src_dir_fd=folder, dst_dir_fd=folder)
                    os.fsync(folder)
                finally:
                    with suppress(FileNotFoundError):
                        os.unlink(incoming, dir_fd=folder)
        except OSError as error:
            raise ConfigurationError(
                f"{self._root / name} cannot be written: {error.strerror}.",
                remedy="Make room, or name another folder; the same command goes on where this one stopped.",
            ) from error

    def has(self, name: str) -> bool:
        try:
            with self._folder_of(name) as (folder, last):
                return stat.S_ISREG(os.stat(last, dir_fd=folder, follow_symlinks=False).st_mode)
        except OSError:
            return False

    def open(self, name: str) -> BinaryIO:
        flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            with self._folder_of(name) as (folder, last):
                descriptor = os.open(last, flags, dir_fd=folder)
        except OSError as error:
            raise ArchiveError(f"{self._root / name} cannot be read: {error.strerror}.") from error
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise ArchiveError(f"{self._root / name} cannot be read: it is not a regular file.")
        return os.fdopen(descriptor, "rb")

    def names(self, prefix: str) -> list[str]:
        return sorted(name for name in self._files(prefix) if INCOMING_PREFIX not in name)

    def remove(self, name: str) -> None:
        try:
            with self._folder_of(name) as (folder, last), suppress(FileNotFoundError):
                os.unlink(last, dir_fd=folder)
        except FileNotFoundError:
            return
        except OSError as error:
            raise ConfigurationError(
                f"{self._root / name} cannot be removed: {error.strerror}.", remedy="Look what lies there."
            ) from error

    def remove_unfinished(self) -> None:
        for name in [name for name in self._files("") if INCOMING_PREFIX in name]:
            self.remove(name)

    def _files(self, prefix: str) -> Iterator[str]:
        top = self._root
        for part in prefix.split("/"):
            top /= part
            if part and top.is_symlink():
                return
        for folder, _, files in os.walk(top):
            for name in files:
                path = Path(folder, name)
                if not path.is_symlink() and path.is_file():
                    yield path.relative_to(self._root).as_posix()

    @contextmanager
    def _folder_of(self, name: str, *, make: bool = False) -> Iterator[tuple[int, str]]:
        """The folder of an object, opened, and the object's name in it."""
        *folders, last = name.split("/")
        if make:
            make_folder(self._root)
        with ExitStack() as opened:
            folder = os.open(self._root, os.O_RDONLY | os.O_DIRECTORY)
            opened.callback(os.close, folder)
            for each in folders:
                if make:
                    with suppress(FileExistsError):
                        os.mkdir(each, 0o700, dir_fd=folder)
                folder = os.open(each, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
                opened.callback(os.close, folder)
            yield folder, last


def _exists(folder: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def scratch_file() -> BinaryIO:
    """A nameless temporary file: small ones stay in memory, large ones are in the folder that TMPDIR names."""
    return cast("BinaryIO", tempfile.SpooledTemporaryFile(IN_MEMORY))


def copied(place: Destination, name: str, most: int | None = None) -> BinaryIO:
    """A copy of an object that nobody else can change, in a nameless temporary file.

    Args:
        most: bytes; one that is larger is not the one that was saved.

    Raises:
        ArchiveError: it cannot be read, or is too large.
        ConfigurationError: TMPDIR is full.
    """
    file = scratch_file()
    try:
        with place.open(name) as stored:
            copy_into(stored, file, f"{place}: {name}", most)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


def copy_into(stored: BinaryIO, file: BinaryIO, name: str, most: int | None = None) -> None:
    """Copy what is left of ``stored``; see ``copied``."""
    size = 0
    while block := _read(stored, name):
        size += len(block)
        if most is not None and size > most:
            raise ArchiveError(f"{name} has more than the {most} bytes that were saved.")
        try:
            file.write(block)
        except OSError as error:
            raise ConfigurationError(
                f"The folder of temporary files cannot be written: {error.strerror}.",
                remedy="Make room there, or name another one with TMPDIR.",
            ) from error


def _read(stored: BinaryIO, name: str) -> bytes:
    try:
        return stored.read(BLOCK_BYTES)
    except OSError as error:
        raise ArchiveError(f"{name} cannot be read: {error.strerror}.") from error
