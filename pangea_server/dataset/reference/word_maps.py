"""Maps of what each word means, for those who train a model where to attend: an npz as ``--maps`` reads it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.lib import format as npy

from align.npz import EPOCH, MAX_BYTES
from align.reference.attention import region_map
from environments.folders import make_folder
from pangea_server.dataset.reference.attention_files import SpokenPhrase


@dataclass(frozen=True, slots=True)
class WrittenMaps:
    """What was written.

    Attributes:
        files: one, or more where one would be larger than is read again.
        words: with a map, over all files.
        undrawn: phrases without a region, and without words.
        too_small: phrases whose regions hold the middle of no cell.
    """

    files: tuple[Path, ...]
    words: int
    undrawn: int
    too_small: tuple[str, ...]


def write_maps(
    file: Path, phrases: Sequence[SpokenPhrase], rows: int = 128, most_bytes: int = MAX_BYTES
) -> WrittenMaps:
    """Write a map (rows, 2 rows) for each word: uniform over the cells of the sphere that its phrase's regions hold.

    Maps are made one at a time, however many there are. From 64 rows on, a cell lies in a region or outside, as
    attention correctness counts it: that of these maps is 1.

    Args:
        most_bytes: of a file, unpacked; further words go to ``NAME-2.npz`` and so on, a phrase's words together.
    """
    drawn = [each for each in phrases if each.regions and each.words]
    small = {each.name for each in drawn if region_map(each.regions, rows) is None}
    kept = [each for each in drawn if each.name not in small]
    make_folder(file.parent)
    parts = list(_parts(kept, max(1, (most_bytes // 2) // (4 * rows * 2 * rows))))
    files = [
        file if not place else file.with_name(f"{file.stem}-{place + 1}.npz") for place in range(len(parts))
    ]
    for target, part in zip(files, parts, strict=True):
        _write(target, part, rows)
    words = sum(len(each.words) for each in kept)
    return WrittenMaps(tuple(files), words, len(phrases) - len(drawn), tuple(sorted(small)))


def _parts(phrases: Sequence[SpokenPhrase], most: int) -> Iterator[list[SpokenPhrase]]:
    """Phrases in their order, at most so many words together; at least one phrase."""
    part: list[SpokenPhrase] = []
    words = 0
    for each in phrases:
        if part and words + len(each.words) > most:
            yield part
            part, words = [], 0
        part.append(each)
        words += len(each.words)
    if part:
        yield part


def _write(target: Path, phrases: Sequence[SpokenPhrase], rows: int) -> None:
    names = np.array([each.name for each in phrases for _ in each.words])
    column = BytesIO()
    npy.write_array(column, names, allow_pickle=False)
    unfinished = target.with_name(f"{target.name}.part")
    with zipfile.ZipFile(unfinished, "w") as archive:
        archive.writestr(_entry("phrase"), column.getvalue(), zipfile.ZIP_DEFLATED)
        with archive.open(_entry("map"), "w", force_zip64=True) as maps:
            header = {"descr": "<f4", "fortran_order": False, "shape": (len(names), rows, 2 * rows)}
            npy.write_array_header_1_0(maps, header)
            for each in phrases:
                found = region_map(each.regions, rows)
                assert found is not None
                for _ in each.words:
                    maps.write(found.astype("<f4").tobytes())
    unfinished.replace(target)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(f"{name}.npy", EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry
