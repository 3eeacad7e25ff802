"""Rules over the picture files of an own place, one beside the other: sizes, pictures used twice or not at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from itertools import combinations
from statistics import median_high
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

import numpy as np

from environments.check.findings import PlaceFinding, Severity, Sureness
from environments.errors import PangeaError
from environments.files import MEDIA_TYPES, read_image
from environments.pictures import decode_image, image_size
from environments.scan import Projection

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from environments.own_places.folder import PanoramaFolder

GLANCE = (64, 32)  # pixels
ALIKE = 1.0
"""Grey levels, on average; a picture saved once more differs from itself by less, and neighbours by far more."""
PLAIN = 5.0
"""Grey levels of standard deviation; plain pictures are alike without being one."""
LABELS = (".ids.png", ".depth.png")  # pictures of labels, which lie beside the panoramas


class Glance(NamedTuple):
    """What tells a picture from another: its width, its file's digest, and it itself very small."""

    width: int
    digest: str
    grey: NDArray[np.float64]


def check_files(folder: PanoramaFolder, scan_id: str) -> Iterator[PlaceFinding]:
    """Findings about a scan's picture files; what cannot be read is another check's finding."""
    glances = {
        name: glance
        for name in folder.panoramas(scan_id).images
        if (glance := _glance(folder, scan_id, name)) is not None
    }
    yield from _small(scan_id, {name: glance.width for name, glance in glances.items()})
    yield from _twice(scan_id, glances)
    yield from _unused(folder, scan_id)


def _glance(folder: PanoramaFolder, scan_id: str, viewpoint_id: str) -> Glance | None:
    try:
        image = folder.image(scan_id, viewpoint_id, Projection.EQUIRECTANGULAR)
        picture = decode_image(image, enough=GLANCE).convert("L").resize(GLANCE)
    except PangeaError:
        return None
    return Glance(image_size(image)[0], sha256(image.data).hexdigest(), np.asarray(picture, dtype=np.float64))


def _small(scan_id: str, widths: Mapping[str, int]) -> Iterator[PlaceFinding]:
    usual = median_high(widths.values()) if widths else 0
    for name, width in widths.items():
        if 2 * width < usual:
            yield PlaceFinding(
                Severity.WARNING,
                "small picture",
                scan_id,
                (name,),
                f"It is {width} pixels wide, and most of the others are {usual} or more.",
                "Export it again in full size: beside the others it looks blurred.",
            )


def _twice(scan_id: str, glances: Mapping[str, Glance]) -> Iterator[PlaceFinding]:
    for (a, one), (b, other) in combinations(glances.items(), 2):
        same = one.digest == other.digest
        if same or (one.grey.std() > PLAIN and np.abs(one.grey - other.grey).mean() < ALIKE):
            yield PlaceFinding(
                Severity.WARNING,
                "one picture twice",
                scan_id,
                (a, b),
                "Both have the same picture." if same else "Their pictures look the same.",
                "Give each viewpoint the picture that was taken there, or leave one of them out.",
                Sureness.CERTAIN if same else Sureness.LIKELY,
            )


def _unused(folder: PanoramaFolder, scan_id: str) -> Iterator[PlaceFinding]:
    images = folder.panoramas(scan_id).images.values()
    for parent in sorted({file.parent for file in images}):
        for file in unused_panoramas(parent, images, folder.directory):
            yield PlaceFinding(
                Severity.WARNING,
                "unused picture",
                scan_id,
                (),
                f"No viewpoint has {file.name}.",
                "Enter its viewpoint and edges, or take the picture out of the folder.",
            )


def unused_panoramas(parent: Path, used: Collection[Path], inside: Path) -> list[Path]:
    """Pictures of whole spheres in a folder that are none of the ``used`` ones, sorted; links out of ``inside`` are
    left out."""
    names = {_name(file) for file in used}
    files = sorted(parent.iterdir() if parent.is_dir() else ())
    return [file for file in files if _name(file) not in names and _is_panorama(file, inside)]


def _name(file: Path) -> str:
    """However the disk composes letters."""
    return normalize("NFC", str(file))


def _is_panorama(file: Path, inside: Path) -> bool:
    """Whether it is a picture of a whole sphere, by its size: plans and thumbnails may lie in the folder as well."""
    if file.suffix.lower() not in MEDIA_TYPES or file.name.endswith(LABELS):
        return False
    try:
        width, height = image_size(read_image(file, "", inside))
    except PangeaError:
        return False
    return width == 2 * height
