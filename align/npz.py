"""Safe reading of untrusted npz files (no pickle, no decompression bomb), and writing them reproducibly."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.lib import format as npy

from align.errors import PoseTraceError
from environments.input.regular_files import open_regular

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_BYTES = 2**28
"""Largest npz that is read, in unpacked bytes; an hour of snapshots at 60 Hz has 28 MB of matrices."""

MAX_COLUMNS = 100
_HEADER_BYTES = 2**14  # numpy refuses longer headers too, but only after it has read them

EPOCH = (1980, 1, 1, 0, 0, 0)
_REMEDY = "Copy the whole file again, or read it with the program that wrote it."


def read_columns(source: str | Path | BinaryIO) -> dict[str, NDArray[Any]]:
    """All arrays of an npz by name.

    Raises:
        PoseTraceError: the file is not an npz, is cut off, contains Python objects, or claims more than ``MAX_BYTES``
            or ``MAX_COLUMNS``; claims are checked before anything is unpacked.
    """
    try:
        with _opened(source) as file, zipfile.ZipFile(file) as archive:
            _refuse_bomb(archive)
            names = [name.removesuffix(".npy") for name in archive.namelist()]
            return {name: _read(archive, f"{name}.npy") for name in names}
    except OSError as exc:
        raise PoseTraceError(f"{source} cannot be read: {exc.strerror or exc}.", remedy=_REMEDY) from exc
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, KeyError, RuntimeError) as exc:
        raise PoseTraceError(f"This is not a complete npz: {exc}.", remedy=_REMEDY) from exc


def _opened(source: str | Path | BinaryIO) -> AbstractContextManager[BinaryIO]:
    return open_regular(Path(source)) if isinstance(source, str | Path) else nullcontext(source)


def require(columns: Mapping[str, NDArray[Any]], names: Sequence[str]) -> None:
    """Refuse an npz that lacks some of these columns."""
    missing = [name for name in names if name not in columns]
    if missing:
        raise PoseTraceError(f"The npz lacks {', '.join(missing)}.", remedy=_REMEDY)


def write_columns(target: str | Path | BinaryIO, columns: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays as a compressed npz without the date of writing: the same arrays give the same bytes."""
    with zipfile.ZipFile(target, "w") as archive:
        for name, column in columns.items():
            entry = zipfile.ZipInfo(f"{name}.npy", EPOCH)
            entry.compress_type = (
                zipfile.ZIP_DEFLATED
            )  # level 6: 9 takes three times as long for 1 % fewer bytes
            with archive.open(entry, "w") as file:
                npy.write_array(file, np.ascontiguousarray(column), allow_pickle=False)


def _refuse_bomb(archive: zipfile.ZipFile) -> None:
    claims = [entry.file_size for entry in archive.infolist()]
    if len(claims) > MAX_COLUMNS:
        raise PoseTraceError(
            f"It claims {len(claims)} columns; at most {MAX_COLUMNS} are read.", remedy=_REMEDY
        )
    if sum(claims) > MAX_BYTES:
        raise PoseTraceError(f"It claims {sum(claims)} bytes; at most {MAX_BYTES} are read.", remedy=_REMEDY)


def _read(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    size = archive.getinfo(name).file_size
    with archive.open(name) as file:
        head = io.BytesIO(file.read(_HEADER_BYTES))
        version = npy.read_magic(head)
        read_header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, _, dtype = read_header(head)
        if dtype.hasobject:
            raise PoseTraceError(f"{name} holds Python objects, which are never read.", remedy=_REMEDY)
        if prod(shape) * dtype.itemsize > size:
            raise PoseTraceError(f"{name} claims the shape {shape} in {size} bytes.", remedy=_REMEDY)
    with archive.open(name) as file:
        return npy.read_array(file, allow_pickle=False)
