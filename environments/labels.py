"""Labels of a panorama's pixels: the objects that they show.

environments/demo/README.md describes the files. Needs Pillow, which is imported when a picture is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import pi
from pathlib import Path
from typing import Protocol, runtime_checkable

from environments.errors import ImageNotFoundError, InvalidDataError
from environments.pictures import decode_numbers
from environments.regular_files import MOST_JSON_BYTES, read_regular

OBJECTS = "objects.json"
SLACK = 0.02
"""Tolerance in radians when a person points at an object: three pixels of the demo house."""


@dataclass(frozen=True, slots=True)
class LabelledObject:
    """A named object.

    Attributes:
        number: its value in the identity pictures.
        label: its description in a person's words.
        seen_from: area of the box around its visible pixels, as a share of the panorama, by viewpoint id.
    """

    object_id: str
    number: int
    label: str
    seen_from: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Labels:
    """The named objects of one scan, and the object that each pixel shows.

    ``folder`` has ``<viewpoint_id>.ids.png``: equirectangular, heading 0 in the centre column, values are numbers.
    """

    folder: Path
    objects: tuple[LabelledObject, ...]

    @classmethod
    def open(cls, folder: Path, inside: Path | None = None) -> Labels:
        """Read ``objects.json``; the folder lies ``inside`` another, if one is named.

        Raises:
            InvalidDataError: the file is missing, or is not as environments/demo/README.md describes it.
        """
        path = folder / OBJECTS
        try:
            content = json.loads(read_regular(path, inside or folder, MOST_JSON_BYTES))
            width, height = content["image_size"]
            objects = tuple(
                LabelledObject(
                    entry["object_id"],
                    entry["number"],
                    entry["label"],
                    {
                        name: (right - left) * (bottom - top) / (width * height)
                        for name, (left, top, right, bottom) in entry["seen_from"].items()
                    },
                )
                for entry in content["objects"]
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InvalidDataError(
                f"{path} cannot be read: {error!r}.", remedy="See environments/demo/README.md for its form."
            ) from error
        return cls(folder, objects)

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

        path = self.folder / f"{viewpoint_id}.ids.png"
        try:
            numbers = np.asarray(decode_numbers(read_regular(path, self.folder)))
        except (OSError, InvalidDataError) as error:
            raise ImageNotFoundError(
                f"There is no identity picture at {path}.", remedy="Render the house again."
            ) from error
        height, width = numbers.shape
        row = int((0.5 - elevation / pi) * height)
        column = int((heading / (2 * pi) + 0.5) * width)
        reach = round(SLACK / pi * height)
        rows = np.arange(max(0, row - reach), min(height, row + reach + 1))
        columns = np.arange(column - reach, column + reach + 1) % width
        return bool((numbers[np.ix_(rows, columns)] == self.object(object_id).number).any())


@runtime_checkable
class LabelledEnvironment(Protocol):
    """An environment with labelled pixels."""

    def labels(self, scan_id: str) -> Labels | None:
        """The labels of a scan; None if it is not labelled."""
