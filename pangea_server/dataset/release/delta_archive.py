"""The file that leads from a release to the next: what has changed, and the files that the one before does not have.

A tar file with ``changes.json``, the new ``SHA256SUMS``, and every added or changed file in the order of that list.
"""

from __future__ import annotations

import tarfile
from dataclasses import dataclass
from pathlib import Path

from align.exports.whole import partial_of, written_below
from environments import ConfigurationError
from environments.folders import make_folder
from pangea_server.dataset.release.delta import CHANGES, Delta
from pangea_server.dataset.release.sums import SUMS

WRITTEN_BY = "pangea release --delta"


@dataclass(frozen=True, slots=True)
class DeltaArchive:
    """What was written, beside the release that it leads to: numbers of files, and their bytes."""

    path: Path
    files: int
    size: int
    release_files: int
    release_size: int


def refuse_delta(archive: Path, release: Path) -> None:
    """Raise ConfigurationError where no archive can be written for this release."""
    if archive.exists():
        raise ConfigurationError(
            f"{archive} is there already; a delta is never overwritten.", remedy="Name another file."
        )
    if archive.resolve().is_relative_to(release.resolve()):
        raise ConfigurationError(
            f"{archive} would lie in the release itself.", remedy="Name a file beside its folder."
        )


def write_delta(release: Path, delta: Delta, archive: Path) -> DeltaArchive:
    """Write the archive that leads to a release, whose files are all there. The same releases give the same bytes.

    Raises:
        ConfigurationError: it cannot be written there; nothing is left of it.
    """
    names = [CHANGES, SUMS, *sorted({*delta.files.added, *delta.files.changed})]
    partial = partial_of(archive)
    with written_below(archive.parent):
        make_folder(archive.parent)
        try:
            with partial.open("wb") as file, tarfile.TarFile(fileobj=file, mode="w") as tar:
                for name in names:
                    _add(tar, name, release / name)
            partial.replace(archive)
        finally:
            partial.unlink(missing_ok=True)
    sizes = [file.stat().st_size for file in release.rglob("*") if file.is_file()]
    return DeltaArchive(archive, len(names), archive.stat().st_size, len(sizes), sum(sizes))


def _add(tar: tarfile.TarFile, name: str, file: Path) -> None:
    """Add a file, without anything of this machine: no times, no owners."""
    info = tarfile.TarInfo(name)
    info.size = file.stat().st_size
    with file.open("rb") as opened:
        tar.addfile(info, opened)
    tar.getmembers().clear()  # which would grow with every file
