"""Named objects that were in view while a word was spoken.

Needs a folder in which every pixel is labelled, such as the demo house (see environments/demo/README.md)::

    from pathlib import Path
    import environments.demo
    from align.masks import LabelledHouse, objects_in_view

    house = LabelledHouse.open(Path(environments.demo.__file__).parent / "house")
    for found in objects_in_view(trace, word, house):
        print(f"{word.word}: {found.share:.0%} of {found.label}")
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from align.grounding import snapshots_of
from align.masks.view import is_seen, pixel_directions, view_planes
from environments.errors import ImageNotFoundError, InvalidDataError
from environments.input.json_documents import json_of
from environments.input.regular_files import MOST_JSON_BYTES, read_regular
from environments.pictures import decode_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from align.pose_trace import PoseTrace
    from align.timed import TimedWord


class ObjectInView(NamedTuple):
    """An object that was in view.

    Attributes:
        object_id, label: as in ``objects.json``: its name, and its description in a person's words.
        viewpoint_id: the viewpoint from which it was seen.
        share: fraction in view of its pixels that are visible from there; in (0, 1].
    """

    object_id: str
    label: str
    viewpoint_id: str
    share: float


class ObjectPixels(NamedTuple):
    """The pixels of a panorama that show an object: the objects' numbers (p,), and directions (p, 3) in the y-up
    frame."""

    numbers: NDArray[np.uint8]
    directions: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class LabelledHouse:
    """Panoramas in which every pixel is labelled with the object that it shows.

    Attributes:
        folder: has ``<viewpoint_id>.ids.png``, equirectangular, heading 0 in the centre column; values are the numbers
            of objects, or 0.
        names: ``object_id`` and ``label`` by object number.
    """

    folder: Path
    names: Mapping[int, tuple[str, str]]
    _pixels: dict[str, ObjectPixels] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def open(cls, folder: str | Path) -> LabelledHouse:
        """Read ``objects.json``.

        Raises:
            InvalidDataError: the file is missing, or is not as environments/demo/README.md describes it.
        """
        path = Path(folder) / "objects.json"
        try:
            objects = json_of(read_regular(path, Path(folder), MOST_JSON_BYTES))["objects"]
            names = {
                int(entry["number"]): (str(entry["object_id"]), str(entry["label"])) for entry in objects
            }
        except (OSError, ValueError, KeyError, TypeError) as exc:
            raise InvalidDataError(
                f"{path} cannot be read: {exc!r}.", remedy="See environments/demo/README.md for its form."
            ) from exc
        return cls(Path(folder), names)

    def pixels(self, viewpoint_id: str) -> ObjectPixels:
        """The pixels of a viewpoint's panorama that show an object; each picture is read once.

        Raises:
            ImageNotFoundError: the viewpoint has no identity picture.
        """
        if viewpoint_id not in self._pixels:
            self._pixels[viewpoint_id] = _read_pixels(self.folder / f"{viewpoint_id}.ids.png")
        return self._pixels[viewpoint_id]


def objects_in_view(trace: PoseTrace, word: TimedWord, house: LabelledHouse) -> list[ObjectInView]:
    """The objects with any pixel in view while a word was said or heard, those with the largest share first.

    A word that continues during a step has the views of both viewpoints; an object seen from both is returned twice.

    Raises:
        ImageNotFoundError: a viewpoint of the trace has no identity picture.
    """
    found: list[ObjectInView] = []
    for viewpoint_id, rows in groupby(snapshots_of(word, trace).tolist(), trace.viewpoint_ids.__getitem__):
        found += _objects(trace, list(rows), viewpoint_id, house)
    return sorted(found, key=lambda seen: -seen.share)


def _objects(
    trace: PoseTrace, rows: list[int], viewpoint_id: str, house: LabelledHouse
) -> list[ObjectInView]:
    numbers, directions = house.pixels(viewpoint_id)
    seen = is_seen(directions, view_planes(trace.extrinsic_matrix[rows], trace.intrinsic_matrix[rows]))
    visible, in_view = np.bincount(numbers, minlength=256), np.bincount(numbers[seen], minlength=256)
    return [
        ObjectInView(*house.names[number], viewpoint_id, float(in_view[number] / visible[number]))
        for number in np.flatnonzero(in_view).tolist()
    ]


def _read_pixels(path: Path) -> ObjectPixels:
    try:
        numbers = np.asarray(decode_numbers(read_regular(path, path.parent)))
    except (OSError, InvalidDataError) as exc:
        raise ImageNotFoundError(
            f"There is no identity picture at {path}.",
            remedy="Render the house again, or leave this viewpoint out.",
        ) from exc
    shown = numbers > 0
    return ObjectPixels(numbers[shown], pixel_directions((numbers.shape[0], numbers.shape[1]))[shown])
