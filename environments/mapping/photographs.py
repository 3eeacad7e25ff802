"""The photographs that a map is made of: found, looked at, and copied small and grey for the search for features."""

from __future__ import annotations

import re
from collections import defaultdict
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from environments.errors import InvalidDataError, PangeaError
from environments.files import MEDIA_TYPES, read_image
from environments.folders import make_folder
from environments.input.names import APPLE_DOUBLE
from environments.mapping.gps import Fix, fix_of
from environments.pictures import decode_image, gps_tags, image_size

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from PIL.Image import Image

WIDEST = 2048
"""Pixels of the copies: with fewer, photographs are lost; with more, all takes longer."""
FEWEST = 3
"""Photographs of a place."""
GLANCE = (64, 32)
ALIKE = 1.0
"""Grey levels, on average; a picture saved once more differs from itself by less, and neighbours by far more."""
PLAIN = 5.0
"""Grey levels of standard deviation; what is plainer is black, or a lens cap."""
SHOWN = 10
"""Faults that one message names."""


class Photograph(NamedTuple):
    """A photograph of a whole sphere.

    Attributes:
        name: of the viewpoint that it becomes: its file's, with other signs than letters, digits, _ and - as -.
        copy: the name of its small grey copy, which another content would not have.
        width: of the file, in pixels.
        glance: (32, 64) it itself very small and grey.
        helps: it shows how others stand to each other, and becomes no viewpoint.
        fix: where it was taken, as its camera says.
    """

    name: str
    file: Path
    copy: str
    width: int
    glance: NDArray[np.float64]
    helps: bool
    fix: Fix | None


class PhotographFile(NamedTuple):
    """A file that may be a photograph."""

    name: str
    file: Path
    helps: bool


def find_photographs(folder: Path, *helpers: Path | None) -> list[PhotographFile]:
    """The picture files of a folder and of those with helpers, in the order of their names and of the numbers in them.

    Raises:
        InvalidDataError: a folder is not there, there are fewer than ``FEWEST`` photographs, or two would give a
            viewpoint the same name.
    """
    found = [PhotographFile(viewpoint_name(file), file, False) for file in _pictures(folder)]
    if len(found) < FEWEST:
        raise InvalidDataError(
            f"{folder} has {len(found)} photographs; a map needs {FEWEST} or more.",
            remedy=f"Put equirectangular pictures into it, one every 1.2 m: {', '.join(sorted(MEDIA_TYPES))}.",
        )
    found += [
        PhotographFile(viewpoint_name(file), file, True)
        for each in helpers
        if each
        for file in _pictures(each)
    ]
    by_name = defaultdict(list)
    for each in found:
        by_name[each.name].append(each.file)
    for name, files in by_name.items():
        if len(files) > 1:
            raise InvalidDataError(
                f"{' and '.join(map(str, files))} would both be the viewpoint {name!r}.",
                remedy="Rename one of them.",
            )
    return sorted(found, key=lambda each: _by_numbers(each.name))


def look_at(found: Iterable[PhotographFile], copies: Path) -> Iterator[Photograph | str]:
    """Look at each file and write its copy, if it is not there; a fault is a sentence that names the file."""
    make_folder(copies)
    for each in found:
        try:
            yield _photograph(each, copies)
        except PangeaError as error:
            yield f"{each.file.name}: {error}"


def refuse_faults(looked_at: Sequence[Photograph | str]) -> list[Photograph]:
    """The photographs, if all of them can be used.

    Raises:
        InvalidDataError: some cannot; the message names the first ``SHOWN`` of them with their faults.
    """
    faults = [each for each in looked_at if isinstance(each, str)]
    if faults:
        more = f"\n… and {len(faults) - SHOWN} more." if len(faults) > SHOWN else ""
        raise InvalidDataError(
            f"{len(faults)} of {len(looked_at)} photographs cannot be used:\n"
            + "\n".join(faults[:SHOWN])
            + more,
            remedy="\nMend them or take them out of the folder; nothing was written.",
        )
    return [each for each in looked_at if isinstance(each, Photograph)]


def twice(photographs: Sequence[Photograph]) -> list[tuple[Photograph, Photograph]]:
    """Pairs that are the same picture, perhaps saved again."""
    greys = np.array([each.glance.mean() for each in photographs])
    found = []
    for row, one in enumerate(photographs):
        alike = (
            np.abs(greys[row + 1 :] - greys[row]) < ALIKE
        )  # the means of two differ by no more than they do
        for other in (photographs[row + 1 + after] for after in np.flatnonzero(alike).tolist()):
            if np.abs(one.glance - other.glance).mean() < ALIKE:
                found.append((one, other))
    return found


def _pictures(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise InvalidDataError(f"There is no folder {folder}.", remedy="Name one with photographs.")
    found = (file for file in folder.iterdir() if file.suffix.lower() in MEDIA_TYPES)
    return sorted(file for file in found if not file.name.startswith(APPLE_DOUBLE))


def viewpoint_name(file: Path) -> str:
    """The name of the viewpoint that a picture's file becomes."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", file.stem)


def _by_numbers(name: str) -> list[str | int]:
    """So that IMG-9 is before IMG-10: words and numbers in turn."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"([0-9]+)", name)]


def _photograph(found: PhotographFile, copies: Path) -> Photograph:
    image = read_image(found.file, "Let it be readable.", found.file.parent)
    width, height = image_size(image)
    if width != 2 * height:
        raise InvalidDataError(
            f"It has {width} x {height} pixels, not twice as many across as down.",
            remedy="Export the whole sphere; a picture of an ordinary camera cannot be used.",
        )
    size = (min(width, WIDEST) // 2 * 2, min(width, WIDEST) // 2)
    grey = decode_image(image, enough=size).convert("L")
    glance = np.asarray(grey.resize(GLANCE), np.float64)
    if glance.std() < PLAIN:
        raise InvalidDataError("It is black, or plain.", remedy="Take it again with more light.")
    copy = f"{found.name}-{sha256(image.data).hexdigest()[:12]}.png"
    if not (copies / copy).exists():
        _write_copy(grey.resize(size), copies / copy)
    return Photograph(found.name, found.file, copy, width, glance, found.helps, fix_of(gps_tags(image)))


def _write_copy(grey: Image, file: Path) -> None:
    """Whole or not at all, also if the run is killed."""
    part = file.with_suffix(".part")
    grey.save(part, "PNG")
    part.replace(file)
