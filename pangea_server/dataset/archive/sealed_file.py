"""``pangea backup FILE --recipient KEY``: a single backup that only the holder of the private key can read."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import BinaryIO

from environments.errors import ConfigurationError
from pangea_server.core.errors import ArchiveError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.dataset.archive.archive_writer import (
    Backup,
    create_or_open,
    refuse_overwriting,
    sync_folder,
    write_archive,
)
from pangea_server.dataset.archive.encryption import Seal
from pangea_server.stores.protocol import Store


def write_sealed_archive(store: Store, path: Path, seal: Seal, watch: Watch = unwatched) -> Backup:
    """Write everything in ``store`` to ``path``, encrypted.

    The archive is prepared and verified below ``TMPDIR``, so that the disk of ``path`` never has it in plain; what was
    encrypted cannot be read here, and is compared byte by byte with what was to be written. An interrupted one begins
    anew.

    Raises:
        ConfigurationError: ``path`` exists or cannot be written.
        StoreError: the store cannot be read.
        ArchiveError: the disk did not keep what was written.
    """
    refuse_overwriting(path)
    part = path.with_name(path.name + ".sealing")
    part.unlink(missing_ok=True)  # of one that was interrupted
    with create_or_open(part):  # before hours of preparation for a folder that is not there
        pass
    try:
        with tempfile.TemporaryDirectory(prefix="pangea-backup-") as folder:
            plain = Path(folder) / "campaign.tar"
            backup = write_archive(store, plain, watch)
            digest = _seal(plain, part, seal)
        with part.open("rb") as written:
            if hashlib.file_digest(written, "sha256").digest() != digest:
                raise ArchiveError(
                    f"{path} is not what was written.", remedy="Check the disk, or name another."
                )
        part.rename(path)
        sync_folder(path.parent)
    finally:
        part.unlink(missing_ok=True)
    return backup


def _seal(plain: Path, part: Path, seal: Seal) -> bytes:
    """Encrypt to ``part``; returns the SHA-256 of what was written."""
    try:
        with plain.open("rb") as file, part.open("wb") as written:
            digesting = _Digesting(written)
            seal.seal_into(file, digesting)
            written.flush()
            os.fsync(written.fileno())
            os.posix_fadvise(
                written.fileno(), 0, 0, os.POSIX_FADV_DONTNEED
            )  # what is read next is what the disk has
    except OSError as error:
        raise ConfigurationError(
            f"{part} cannot be written: {error.strerror or error}.", remedy="Make room, or name another file."
        ) from error
    return digesting.digest.digest()


class _Digesting:
    """Writes to ``file``, and notes the SHA-256 of what was written."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.digest = hashlib.sha256()

    def write(self, data: bytes, /) -> int:
        self.digest.update(data)
        return self._file.write(data)

    def flush(self) -> None:
        self._file.flush()
