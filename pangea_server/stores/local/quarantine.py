"""Bytes that no row knows and that are not understood: moved aside, never deleted.

``quarantine/segments/SEGMENT.START`` are bytes that were in that segment from START on, mostly one frame, which says
what it is (``frames.py``); ``quarantine/files/NAME.N`` is a file that had the name of a blob.
"""

from __future__ import annotations

import re
import shutil
from contextlib import suppress
from pathlib import Path

from environments.folders import make_folder
from pangea_server.stores.local.frames import ByteRange, blocks
from pangea_server.stores.sqlite.syncs import Syncs

FOLDER = "quarantine"
PIECE = re.compile(r"(?P<segment>[0-9a-f]{16})(\.\d+)?")  # a whole segment may be put here by hand


class Quarantine:
    """The folder ``quarantine`` of a data directory."""

    def __init__(self, directory: Path, syncs: Syncs) -> None:
        self._root = directory / FOLDER
        self._syncs = syncs

    def pieces(self) -> list[tuple[str, Path]]:
        """The stretches of segments, each with the name of its segment."""
        found = ((PIECE.fullmatch(path.name), path) for path in _files(self._root / "segments"))
        return [(match["segment"], path) for match, path in found if match]

    def files(self) -> list[tuple[str, Path]]:
        """The files, each with the name of the blob that it was."""
        root = self._root / "files"
        return [(str(path.relative_to(root)).rpartition(".")[0], path) for path in _files(root)]

    def keep_copy(self, path: Path) -> Path:
        """Copy a file; synced when this returns."""
        folder = self._folder("files")
        kept = _free(folder, path.name)
        shutil.copyfile(path, kept)
        with kept.open("rb") as copy:
            self._syncs.file(copy.fileno())
        self._syncs.folder(folder)
        return kept

    def keep_stretch(self, file: int, segment: str, stretch: ByteRange) -> Path:
        """Copy bytes of a segment; synced when this returns."""
        folder = self._folder("segments")
        path = folder / f"{segment}.{stretch.start}"
        with path.open("wb") as copy:
            for block in blocks(file, stretch.start, stretch.end):
                copy.write(block)
            copy.flush()
            self._syncs.file(copy.fileno())
        self._syncs.folder(folder)
        return path

    def keep_file(self, path: Path, name: str) -> Path:
        """Move a file that has the name of a blob; synced when this returns."""
        folder = self._folder("files/" + name.rpartition("/")[0])
        last = name.rpartition("/")[2]
        kept = _free(folder, last)
        path.rename(kept)
        self._syncs.folder(folder)
        self._syncs.folder(path.parent)
        return kept

    def drop(self, path: Path) -> None:
        """Remove one of its files, which is no longer needed or may not be kept."""
        path.unlink(missing_ok=True)
        self._syncs.folder(path.parent)
        with suppress(OSError):  # not empty
            path.parent.rmdir()

    def drop_files_below(self, folder: str) -> None:
        """Remove the files whose names were below this one."""
        below = self._root / "files" / folder
        if below.is_dir():
            shutil.rmtree(below)
            self._syncs.folder(below.parent)

    def _folder(self, name: str) -> Path:
        folder = self._root / name
        if not folder.is_dir():
            make_folder(folder)
            for made in (folder, *folder.parents):
                self._syncs.folder(made)
                if made == self._root.parent:
                    break
        return folder


def in_quarantine(directory: Path) -> list[str]:
    """What is in the quarantine of a data directory, as paths below it."""
    root = directory / FOLDER
    return [str(path.relative_to(root)) for path in _files(root)]


def _free(folder: Path, name: str) -> Path:
    return next(free for number in range(10**6) if not (free := folder / f"{name}.{number}").exists())


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
