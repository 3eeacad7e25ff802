"""``pangea release-update``: the next release from the one before and what has changed since.

Both lists of checksums are read side by side, and the archive from its first file to its last: memory does not grow
with the release.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO

import msgspec

from environments import ConfigurationError
from environments.folders import make_folder
from environments.input.regular_files import open_regular
from pangea_server.core.errors import ArchiveError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.dataset.archive.members import BLOCK_BYTES, members, not_ours, slice_of
from pangea_server.dataset.release.delta import CHANGES, Since
from pangea_server.dataset.release.delta_archive import WRITTEN_BY
from pangea_server.dataset.release.drafts import clear
from pangea_server.dataset.release.index import version_of
from pangea_server.dataset.release.sums import SUMS, digest_of, listed

MOST_CHANGES_BYTES = 2**28
"""Largest ``changes.json`` that is read: one of RxR's 252,000 annotations, all changed, has a fifth of it."""


@dataclass(frozen=True, slots=True)
class Updated:
    """The release that was made: its version, and how many of its files came from where."""

    version: str
    kept: int
    received: int


def update_release(before: Path, archive: Path, folder: Path, watch: Watch = unwatched) -> Updated:
    """Make in ``folder`` the release that an archive leads to; ``before`` is only read.

    Every file is compared with its checksum before the folder gets its name. It is built in ``{folder}.updating``, of
    which an error leaves nothing, and an interruption what the next run removes.

    Raises:
        ConfigurationError: ``folder`` is there already or cannot be written, ``before`` is not the release that the
            archive was made against, or one of its files was changed.
        ArchiveError: the archive is damaged, or is no delta.
    """
    _refuse_folder(folder, before)
    with _opened(archive) as file, _built(folder) as draft:
        arriving = _Arriving(file, archive)
        changes = arriving.take(CHANGES)
        _refuse_other(before, _since(changes, archive), archive)
        _copy(arriving.take(SUMS), draft / SUMS, str(archive))
        counts = {True: 0, False: 0}
        for name, digest, is_held in watch(
            _compared(before, draft, archive), "Files", _count_lines(draft / SUMS)
        ):
            if is_held:
                _keep(before, name, digest, draft)
            else:
                arrived = changes if name == CHANGES else arriving.take(name)
                if _copy(arrived, draft / name, str(archive)) != digest:
                    raise _damaged(archive, f"{name} is not as its {SUMS} says")
            counts[is_held] += 1
        arriving.refuse_more()
        return Updated(
            version_of(draft), kept=counts[True], received=counts[False] + 1
        )  # and the list itself


class _Arriving:
    """The files of an archive, which have to come in the order in which they are wanted."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file, self._path = file, path
        self._members = members(file, path, WRITTEN_BY)
        self._end = 0

    def take(self, name: str) -> IO[bytes]:
        """The content of the next file, which has to be this one, and a file."""
        info = next(self._members, None)
        if info is None:
            raise _damaged(self._path, f"{name} is not in it")
        if info.name != name or info.type != tarfile.REGTYPE:
            if self._end == 0:
                raise not_ours(self._path, WRITTEN_BY)
            raise _damaged(self._path, f"it holds {info.name!r} where {name!r} belongs")
        self._end = info.offset_data + info.size
        return slice_of(self._file, info.offset_data, info.size)

    def refuse_more(self) -> None:
        """Raise ArchiveError unless only the zeros follow that end a tar file."""
        left = os.fstat(self._file.fileno()).st_size - self._end
        most = 3 * tarfile.BLOCKSIZE + tarfile.RECORDSIZE
        if left > most or any(slice_of(self._file, self._end, left).read()):
            raise _damaged(self._path, f"it holds more than its {SUMS} names")


@contextmanager
def _opened(archive: Path) -> Iterator[BinaryIO]:
    try:
        opened = open_regular(archive)
    except OSError as error:
        raise ConfigurationError(
            f"{archive} cannot be read: {error.strerror or error}.",
            remedy=f"Name a file that `{WRITTEN_BY}` wrote.",
        ) from error
    with opened:
        yield opened


@contextmanager
def _built(folder: Path) -> Iterator[Path]:
    """A folder that gets its name when the block ends without an error, and is removed otherwise."""
    draft = folder.with_name(f"{folder.name}.updating")
    try:
        make_folder(draft)
        with _only_here(draft, folder):
            try:
                clear(draft)
                yield draft
                draft.rename(folder)
            except BaseException:
                shutil.rmtree(draft, ignore_errors=True)
                raise
    except OSError as error:
        raise ConfigurationError(
            f"{folder} cannot be written: {error.strerror or error}.",
            remedy="Make room there or name another folder, then run it again.",
        ) from error


@contextmanager
def _only_here(draft: Path, folder: Path) -> Iterator[None]:
    """Hold a lock on the draft, which the end of the process frees as well."""
    descriptor = os.open(draft, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ConfigurationError(
                f"Another update is writing {folder}.", remedy="Wait for it, or name another folder."
            ) from error
        yield
    finally:
        os.close(descriptor)


def _refuse_folder(folder: Path, before: Path) -> None:
    if folder.exists():
        raise ConfigurationError(
            f"{folder} is there already; a release is never overwritten.", remedy="Name another folder."
        )
    if folder.resolve().is_relative_to(before.resolve()):
        raise ConfigurationError(f"{folder} would lie in {before}.", remedy="Name a folder beside it.")


def _since(changes: IO[bytes], archive: Path) -> Since:
    text = changes.read(MOST_CHANGES_BYTES + 1)
    if len(text) > MOST_CHANGES_BYTES:
        raise _damaged(archive, f"its {CHANGES} has more than {MOST_CHANGES_BYTES} bytes")
    changes.seek(0)
    try:
        return msgspec.json.decode(text, type=Since)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _damaged(archive, f"its {CHANGES} cannot be read") from error


def _refuse_other(before: Path, since: Since, archive: Path) -> None:
    """Raise ConfigurationError unless this is the release that the archive was made against."""
    version = version_of(before)
    try:
        found = digest_of(before / SUMS)
    except OSError as error:
        raise ConfigurationError(
            f"{before} is not a release: its {SUMS} cannot be read.",
            remedy="Name a folder that pangea release wrote.",
        ) from error
    if found != since.since_sums:
        other = "another release of that version" if version == since.since else f"version {version!r}"
        raise ConfigurationError(
            f"{archive} leads on from version {since.since[:60]!r}, and {before} is {other}.",
            remedy=f"Name the release whose {SUMS} has the SHA-256 {since.since_sums[:64]!r}.",
        )


def _compared(before: Path, draft: Path, archive: Path) -> Iterator[tuple[str, str, bool]]:
    """Each file of the new release with its digest, and whether the one before has it as it is."""
    with (before / SUMS).open("rb") as old, (draft / SUMS).open("rb") as new:
        held, wanted = listed(old), listed(new)
        last = next(held, None)
        while now := _next(wanted, archive):
            while last and last[0] < now[0]:
                last = next(held, None)
            yield (*now, last == now)


def _next(wanted: Iterator[tuple[str, str]], archive: Path) -> tuple[str, str] | None:
    try:
        return next(wanted, None)
    except ValueError as error:
        raise _damaged(archive, f"its {SUMS} is no such list") from error


def _count_lines(file: Path) -> int:
    with file.open("rb") as opened:
        return sum(block.count(b"\n") for block in iter(lambda: opened.read(BLOCK_BYTES), b""))


def _keep(before: Path, name: str, digest: str, draft: Path) -> None:
    """Copy a file that has not changed."""
    file = before / name
    try:
        opened = open_regular(file)
    except OSError as error:
        raise _changed(before, name, f"cannot be read: {error.strerror or error}") from error
    with opened:
        if _copy(opened, draft / name, str(file)) != digest:
            raise _changed(before, name, f"is not as its {SUMS} says")


def _copy(source: IO[bytes], target: Path, origin: str) -> str:
    """Copy block by block; returns the SHA-256 of what was written."""
    digest = hashlib.sha256()
    make_folder(target.parent)
    with target.open("xb") as written:
        for block in _blocks(source, origin):
            digest.update(block)
            written.write(block)
    return digest.hexdigest()


def _blocks(source: IO[bytes], origin: str) -> Iterator[bytes]:
    """What is read, so that a disk that cannot be read is told from one that cannot be written."""
    while True:
        try:
            block = source.read(BLOCK_BYTES)
        except OSError as error:
            raise ConfigurationError(
                f"{origin} cannot be read: {error.strerror or error}.", remedy="Check the disk."
            ) from error
        if not block:
            return
        yield block


def _changed(before: Path, name: str, fault: str) -> ConfigurationError:
    return ConfigurationError(
        f"{before} was changed since it was released: {name} {fault}.",
        remedy="Copy or download this file again, then run it again.",
    )


def _damaged(archive: Path, fault: str) -> ArchiveError:
    return ArchiveError(
        f"{archive} is damaged: {fault}.", remedy="Copy or download it again; nothing was written."
    )
