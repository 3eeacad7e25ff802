"""Landmarks in the form of Marky-mT5: the words that name a thing in view while they were said, and where it is.

Only for environments in which every pixel has a name, such as the demo house (``environments/demo/README.md``); other
environments do not say which thing a word means. A span is a thing's label, or the last word of it; of the things with
that name, the one that was seen best is taken. A box encloses its pixels on the panorama whose centre looks along +y; a
box across the seam has xmin > xmax.

Source: Wang et al. 2022, arXiv:2111.12872; https://github.com/google-research-datasets/RxR/tree/main/marky-mT5.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from align import PoseTrace, TimedWord
from align.exports.rxr import row_file
from align.masks import LabelledHouse, ObjectInView, objects_in_view
from environments import ConfigurationError, PanoramaFolder
from environments.geometry import heading_elevation, to_z_up
from pangea_server.annotate.annotations.reading import load_trace
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.entries import GuideEntry
from pangea_server.dataset.entries.json_files import Tables, decoded, lines
from pangea_server.dataset.entries.protocol import WORLD, Format
from pangea_server.dataset.entries.provenance import statement


class Landmarks(Format):
    name = "landmarks"
    summary = "which words name a thing in view, and where it is (jsonl.gz)"
    about: Mapping[str, Any] = {
        "world": WORLD,
        "landmark_bbox_coords": "ymin, xmin, ymax, xmax, 0 to 1 on the equirectangular image, +y in its centre",
        "landmark_angle_coords": "heading, pitch, horizontal and vertical field of view, in radians",
    }
    needs_places = True

    def write(self, dataset: Dataset, folder: Path) -> None:
        house = labelled_house(dataset)
        with Tables(folder, partial(row_file, comment=statement(self))) as tables:
            for guide in dataset.guides("Landmarks"):
                if guide.words and guide.annotation.pose_trace:
                    entry = guide.entry()
                    trace = load_trace(dataset.store.blobs, guide.annotation.pose_trace)
                    found = landmarks(entry, trace, house)
                    tables.write(f"landmarks_{entry.split}.jsonl.gz", landmark_row(entry, found))


@dataclass(frozen=True, slots=True)
class Landmark:
    """A span of the instruction in characters, and the box of a thing, as shares of a viewpoint's panorama."""

    start: int
    end: int
    viewpoint_id: str
    box: tuple[float, float, float, float]


class LandmarkRow(msgspec.Struct):
    """A row of Marky-mT5. RxR's README and its sample spell the keys for the spans' positions differently."""

    instruction_id: int
    instruction: str
    text_spans: list[str]
    landmark_source_panos: list[str]
    landmark_bbox_coords: list[tuple[float, float, float, float]]
    text_spans_chars_start_indices: list[int] | None = None
    text_spans_chars_end_indices: list[int] | None = None
    text_span_chars_start_indices: list[int] | None = None
    text_span_chars_end_indices: list[int] | None = None

    def __post_init__(self) -> None:
        if len({len(each) for each in self._told()}) > 1:
            raise ValueError("spans, panoramas and boxes differ in number")

    def landmarks(self) -> list[Landmark]:
        """The landmarks, in the order of the row."""
        return [Landmark(*each) for each in zip(*self._told(), strict=True)]

    def _told(self) -> tuple[list[int], list[int], list[str], list[tuple[float, float, float, float]]]:
        starts = self.text_spans_chars_start_indices or self.text_span_chars_start_indices or []
        ends = self.text_spans_chars_end_indices or self.text_span_chars_end_indices or []
        return starts, ends, self.landmark_source_panos, self.landmark_bbox_coords


def read_landmarks(file: Path) -> Iterator[LandmarkRow]:
    """The rows of a landmark file. Their texts were written by a model, so they are read but not imported.

    Raises:
        InvalidDataError: a line is not such a row; the message begins with its place.
    """
    return (decoded(line, place, LandmarkRow) for place, line in lines(file))


def labelled_house(dataset: Dataset) -> LabelledHouse:
    """The names of the environment's pixels.

    Raises:
        ConfigurationError: it has none.
    """
    places = dataset.places
    if not isinstance(places, PanoramaFolder) or not (places.directory / "objects.json").exists():
        raise ConfigurationError(
            "This environment does not name what its pixels show, so there are no landmarks.",
            remedy="Leave landmarks out, or add objects.json as environments/demo/README.md describes it.",
        )
    return LabelledHouse.open(places.directory)


def landmarks(entry: GuideEntry, trace: PoseTrace, house: LabelledHouse) -> list[Landmark]:
    """The things that the words of an instruction name, in order; only things in view while the words were said.

    Raises:
        ImageNotFoundError: the names of a viewpoint's pixels are missing.
    """
    found: list[Landmark] = []
    names = {_plain(label) for _, label in house.names.values()}
    spans = sorted(names | {name.split()[-1] for name in names}, key=len, reverse=True)
    pattern = re.compile(r"\b(" + "|".join(map(re.escape, spans)) + r")\b", re.IGNORECASE)
    for match in pattern.finditer(entry.transcript):
        seen = _seen(match, entry.words, trace, house)
        if seen is not None:
            box = _box(house, seen)
            found.append(Landmark(match.start(), match.end(), seen.viewpoint_id, box))
    return found


def landmark_row(entry: GuideEntry, found: list[Landmark]) -> dict[str, Any]:
    """Marky-mT5's keys; ``language`` is the first part of the tag."""
    path = list(entry.path)
    return {
        "language": (entry.language or "").partition("-")[0],
        "instruction_id": entry.instruction_id,
        "split": entry.split,
        "heading": entry.heading,
        "scan": entry.scan,
        "instruction": entry.transcript,
        "text_spans": [entry.transcript[each.start : each.end] for each in found],
        "text_spans_chars_start_indices": [each.start for each in found],
        "text_spans_chars_end_indices": [each.end for each in found],
        "landmark_source_panos": [each.viewpoint_id for each in found],
        "landmark_source_pano_indices": [
            path.index(each.viewpoint_id) if each.viewpoint_id in path else None for each in found
        ],
        "landmark_bbox_coords": [list(each.box) for each in found],
        "landmark_angle_coords": [list(angles(each.box)) for each in found],
    }


def angles(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Heading and pitch of a box's centre, and how wide and high it is, in radians."""
    ymin, xmin, ymax, xmax = box
    width = (xmax - xmin) % 1
    heading = ((xmin + width / 2 - 0.5) % 1) * 2 * math.pi
    return heading, (0.5 - (ymin + ymax) / 2) * math.pi, width * 2 * math.pi, (ymax - ymin) * math.pi


def _seen(
    match: re.Match[str], words: tuple[TimedWord, ...], trace: PoseTrace, house: LabelledHouse
) -> ObjectInView | None:
    """The thing of this name that was seen best while its words were said."""
    name = match[0].lower()
    said = [w for w in words if w.start_char is not None and match.start() <= w.start_char < match.end()]
    in_view = [
        seen
        for word in said
        for seen in objects_in_view(trace, word, house)
        if name in (_plain(seen.label), _plain(seen.label).split()[-1])
    ]
    return max(in_view, key=lambda seen: seen.share, default=None)


def _box(house: LabelledHouse, seen: ObjectInView) -> tuple[float, float, float, float]:
    numbers, directions = house.pixels(seen.viewpoint_id)
    number = next(key for key, (object_id, _) in house.names.items() if object_id == seen.object_id)
    heading, elevation = heading_elevation(to_z_up(directions[numbers == number]))
    x, y = np.sort((heading / (2 * np.pi) + 0.5) % 1), 0.5 - elevation / np.pi
    gap = int(np.argmax(np.diff(x, append=x[0] + 1)))  # the largest gap; the box is the rest of the circle
    return float(y.min()), float(x[(gap + 1) % len(x)]), float(y.max()), float(x[gap])


def _plain(label: str) -> str:
    return label.lower().removeprefix("the ")
