"""Labels of a panorama's pixels: the objects that they show, and how far away they are.

environments/demo/README.md describes the files. Needs Pillow, which is imported when a picture is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import pi
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from environments.errors import ImageNotFoundError, InvalidDataError
from environments.geometry import Vector
from environments.input.json_documents import json_of
from environments.input.regular_files import MOST_JSON_BYTES, read_regular
from environments.pictures import decode_millimetres, decode_numbers
from environments.regions.grid import cell_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

OBJECTS = "objects.json"
DRAWN = "drawn"
DEPTH = "depth"
LABELS = "labels"
"""The folder in an environment's directory for labels that do not lie beside its panoramas, one for each scan."""
FARTHEST = 65.535
"""Metres that a depth picture can tell: 16 bits of millimetres."""
SLACK = 0.02
"""Tolerance in radians when a person points at an object: three pixels of the demo house."""


@dataclass(frozen=True, slots=True)
class LabelledObject:
    """A named object.

    Attributes:
        number: its value in the identity pictures.
        label: its description in a person's words.
        seen_from: area of the box around its visible pixels, as a share of the panorama, by viewpoint id.
        box: lower and upper corner of its box in the world, in metres; None if the source does not say.
        hidden: share in [0, 1) of the solid angle that it would have if nothing hid it that is hidden, by viewpoint id;
            empty if the source does not say.
    """

    object_id: str
    number: int
    label: str
    seen_from: Mapping[str, float]
    box: tuple[Vector, Vector] | None = None
    hidden: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Labels:
    """The named objects of one scan, and the object that each pixel shows.

    ``folder`` has ``<viewpoint_id>.ids.png``: equirectangular, heading 0 in the centre column, values are numbers.

    Attributes:
        are_drawn: people drew around the things, so that the labels are as good as these were.
    """

    folder: Path
    objects: tuple[LabelledObject, ...]
    are_drawn: bool = False

    @classmethod
    def open(cls, folder: Path, inside: Path | None = None) -> Labels:
        """Read ``objects.json``; the folder lies ``inside`` another, if one is named.

        Raises:
            InvalidDataError: the file is missing, or is not as environments/demo/README.md describes it.
        """
        path = folder / OBJECTS
        try:
            content = json_of(read_regular(path, inside or folder, MOST_JSON_BYTES))
            width, height = content["image_size"]
            objects = tuple(_object(entry, width * height) for entry in content["objects"])
            are_drawn = content.get("source") == DRAWN
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise InvalidDataError(
                f"{path} cannot be read: {error!r}.", remedy="See environments/demo/README.md for its form."
            ) from error
        return cls(folder, objects, are_drawn)

    def object(self, object_id: str) -> LabelledObject:
        """The object with this id; raises InvalidDataError if there is none."""
        for labelled in self.objects:
            if labelled.object_id == object_id:
                return labelled
        raise InvalidDataError(
            f"{self.folder / OBJECTS} has no object {object_id!r}.", remedy="Plan the tasks again."
        )

    def shows(self, object_id: str, viewpoint_id: str, heading: float, elevation: float) -> bool:
        """Whether this direction (radians) hits a visible pixel of the object, within ``SLACK``.

        Raises:
            ImageNotFoundError: the viewpoint has no identity picture.
        """
        import numpy as np

        numbers = self.numbers(viewpoint_id)
        height, width = numbers.shape
        row, column = (int(at) for at in cell_of(heading, elevation, height, width))
        reach = round(SLACK / pi * height)
        rows = np.arange(max(0, row - reach), min(height, row + reach + 1))
        columns = np.arange(column - reach, column + reach + 1) % width
        return bool((numbers[np.ix_(rows, columns)] == self.object(object_id).number).any())

    def numbers(self, viewpoint_id: str) -> NDArray[np.uint8]:
        """The number of the object that each pixel shows (height, width); 0 is none.

        Raises:
            ImageNotFoundError: the viewpoint has no identity picture.
        """
        return self._pixels(viewpoint_id, "ids", decode_numbers, "identity")

    def has_distances(self, viewpoint_id: str) -> bool:
        """Whether there is a depth picture."""
        return self._path(viewpoint_id, DEPTH).is_file()

    def distances(self, viewpoint_id: str) -> NDArray[np.float64]:
        """Metres to what each pixel shows, along the ray (height, width): NaN where there is only sky.

        Where ``FARTHEST`` is told, it is that far or farther.

        Raises:
            ImageNotFoundError: the viewpoint has no depth picture.
        """
        import numpy as np

        millimetres = self._pixels(viewpoint_id, DEPTH, decode_millimetres, "depth")
        return np.where(millimetres == 0, np.nan, millimetres / 1000)

    def _pixels(
        self, viewpoint_id: str, kind: str, decode: Callable[[bytes], Image], name: str
    ) -> NDArray[Any]:
        import numpy as np

        path = self._path(viewpoint_id, kind)
        try:
            return np.asarray(decode(read_regular(path, self.folder)))
        except (OSError, InvalidDataError) as error:
            raise ImageNotFoundError(
                f"There is no {name} picture at {path}.", remedy="Render the house again."
            ) from error

    def _path(self, viewpoint_id: str, kind: str) -> Path:
        return self.folder / f"{viewpoint_id}.{kind}.png"


def _object(entry: Mapping[str, Any], area: float) -> LabelledObject:
    low, high = entry.get("box") or (None, None)
    return LabelledObject(
        entry["object_id"],
        entry["number"],
        entry["label"],
        {
            name: (right - left) * (bottom - top) / area
            for name, (left, top, right, bottom) in entry["seen_from"].items()
        },
        (_corner(low), _corner(high)) if low and high else None,
        {name: float(share) for name, share in entry.get("hidden", {}).items()},
    )


def _corner(values: Sequence[float]) -> Vector:
    x, y, z = values
    return float(x), float(y), float(z)


def labels_below(directory: Path, scan_id: str) -> Labels | None:
    """The labels of a scan in an environment's folder ``labels``, such as ``pangea landmarks labels`` writes; None
    where there are none.

    Raises:
        InvalidDataError: as ``Labels.open``.
    """
    folder = directory / LABELS / scan_id
    return Labels.open(folder, directory) if (folder / OBJECTS).is_file() else None


@runtime_checkable
class LabelledEnvironment(Protocol):
    """An environment with labelled pixels."""

    def labels(self, scan_id: str) -> Labels | None:
        """The labels of a scan; None if it is not labelled."""
