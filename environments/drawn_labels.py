"""Labels of a place whose pixels nobody labelled, from regions that people drew around its things.

They are read as any labels (``environments/demo/README.md`` describes the files). What is not known is left out: how
much of a thing is hidden, where its corners are in the world, and how far away it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from environments.labels import DRAWN, OBJECTS
from environments.regions import Region, area, contains
from environments.regions.grid import cell_directions

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLUMNS, ROWS = 1024, 512
MOST_THINGS = 255
"""An identity picture has a byte for each pixel, and 0 is nothing."""


@dataclass(frozen=True, slots=True)
class DrawnThing:
    """A thing, and where it is seen.

    Attributes:
        label: its description in a person's words.
        regions: by viewpoint, what was drawn around it, in the world's frame.
    """

    object_id: str
    label: str
    regions: Mapping[str, Sequence[Region]]


def label_files(things: Sequence[DrawnThing], viewpoint_ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file: an identity picture for every viewpoint, and at last ``objects.json``.

    Of things that lie over each other in a picture the smaller one is in front. A thing that others cover wholly is not
    seen there.

    Args:
        things: at most ``MOST_THINGS``; the first one has number 1.
    """
    seen_from: list[dict[str, list[int]]] = [{} for _ in things]
    for viewpoint_id in viewpoint_ids:
        numbers = identity_picture([each.regions.get(viewpoint_id, ()) for each in things])
        for number, boxes in enumerate(seen_from, start=1):
            pixels = numbers == number
            if pixels.any():
                boxes[viewpoint_id] = box_around(pixels)
        yield f"{viewpoint_id}.ids.png", _png(numbers)
    objects = [
        {"object_id": thing.object_id, "number": number, "label": thing.label, "seen_from": boxes}
        for number, (thing, boxes) in enumerate(zip(things, seen_from, strict=True), start=1)
    ]
    told = {"image_size": [COLUMNS, ROWS], "source": DRAWN, "objects": objects}
    yield OBJECTS, json.dumps(told, ensure_ascii=False, indent=1).encode()


def identity_picture(regions: Sequence[Sequence[Region]]) -> NDArray[np.uint8]:
    """The number (``ROWS``, ``COLUMNS``) of the thing that each pixel shows, from 1 in the order of ``regions``; 0 is
    none."""
    numbers, looks = np.zeros((ROWS, COLUMNS), np.uint8), cell_directions(ROWS, COLUMNS)
    drawn = [(area(each), number, each) for number, some in enumerate(regions, start=1) for each in some]
    for _, number, region in sorted(drawn, key=lambda each: -each[0]):
        numbers[contains(region, looks)] = number
    return numbers


def box_around(pixels: NDArray[np.bool_]) -> list[int]:
    """Left, top, right and bottom around some pixels (rows, columns) of a panorama, right and bottom exclusive. It lies
    over the seam where that is narrower: then right is more than the width."""
    [rows], [columns] = np.nonzero(pixels.any(axis=1)), np.nonzero(pixels.any(axis=0))
    width = pixels.shape[1]
    gaps = np.diff(columns, append=columns[0] + width)
    last = (
        len(gaps) - 1 - int(gaps[::-1].argmax())
    )  # the widest gap lies outside; of equal ones that at the seam
    left, right = int(columns[(last + 1) % len(columns)]), int(columns[last]) + 1
    return [left, int(rows[0]), right if right > left else right + width, int(rows[-1]) + 1]


def _png(numbers: NDArray[np.uint8]) -> bytes:
    from PIL import Image

    file = BytesIO()
    Image.fromarray(numbers).save(file, "PNG", optimize=True)
    return file.getvalue()
