"""Landmarks in the form of Marky-mT5: the words that name a thing in view while they were said, and where it is.

What people marked is written as it is (``landmark_rows.py``). Where nobody marked anything, environments in which every
pixel has a name, such as the demo house (``environments/demo/README.md``), say which thing a word means: a span is a
thing's label, or the last word of it; of the things with that name, the one that was seen best is taken. A box encloses
its pixels on the panorama whose centre looks along +y; a box across the seam has xmin > xmax. Its angles are those of
the level camera whose view it bounds, as in Marky-mT5; null where there is no such view.

Source: Wang et al. 2022, arXiv:2111.12872; https://github.com/google-research-datasets/RxR/tree/main/marky-mT5.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from align import PoseTrace, TimedWord
from align.masks import LabelledHouse, ObjectInView, objects_in_view
from environments import ConfigurationError, Environment, PanoramaFolder
from environments.geometry import heading_elevation, to_z_up
from environments.input.json_documents import decoded, lines
from environments.regions import LatLonBox, view_bounded_by
from environments.regions.bounds import around_headings
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.landmarks.lookups import has_landmarks
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.entries import GuideEntry
from pangea_server.dataset.entries.protocol import WORLD, Format
from pangea_server.dataset.entries.row_files import RowFiles, row_file
from pangea_server.dataset.formats.landmarks.landmark_rows import LandmarkRow, entry_of, rows_of
from pangea_server.dataset.formats.landmarks.splits import UNKNOWN, split_in
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry
from pangea_server.dataset.landmarks.imported_records import found_at
from pangea_server.dataset.landmarks.losses import counted
from pangea_server.dataset.landmarks.stored import landmark_entries

NO_VIEW = "Landmarks whose box bounds no perspective view, so without angles"


class Landmarks(Format):
    name = "landmarks"
    summary = "which words name a thing in view, and where it is (jsonl.gz)"
    about: Mapping[str, Any] = {
        "world": WORLD,
        "landmark_bbox_coords": "ymin, xmin, ymax, xmax, 0 to 1 on the equirectangular image, +y in its centre",
        "landmark_angle_coords": "heading (-pi to pi), pitch, horizontal and vertical field of view, in radians, of "
        "the level perspective view that the box bounds; null where there is no such view",
    }
    needs_places = True

    def write(self, dataset: Dataset, folder: Path) -> None:
        """What people marked, where anything is; else what labels name in the words."""
        if has_landmarks(dataset.store.records):
            places = dataset.places
            assert places is not None  # needs_places
            entries = counted(landmark_entries(dataset, self.name), self.name, dataset.notes)
            dataset.notes.update(self.write_landmarks(entries, places, folder))
            return
        house = labelled_house(dataset)
        with RowFiles(folder, row_file) as tables:
            for guide in dataset.guides("Landmarks"):
                if guide.words and guide.annotation.pose_trace:
                    entry = guide.entry()
                    trace = load_trace(dataset.store.blobs, guide.annotation.pose_trace)
                    found = landmarks(entry, trace, house)
                    dataset.notes[NO_VIEW] += sum(angles(each.box) is None for each in found)
                    tables.write(f"landmarks_{entry.split}.jsonl.gz", landmark_row(entry, found))

    def write_landmarks(
        self, entries: Iterator[LandmarkEntry], places: Environment, folder: Path
    ) -> dict[str, int]:
        """What people marked, a row for each instruction; each phrase once for each of its regions."""
        lost: Counter[str] = Counter()
        with RowFiles(folder, row_file) as tables:
            for entry in entries:
                for row in rows_of(entry, lost):
                    name = f"landmarks_{entry.split}" if entry.split else UNKNOWN
                    tables.write(f"{name}.jsonl.gz", row)
        return dict(+lost)

    def read_landmarks(self, file: Path, places: Environment) -> Iterator[FoundLandmarks]:
        """The rows of a file, each an entry; its regions are imported, and of no annotator here."""
        for place, line in lines(file):
            yield found_at(place, partial(_entry, line, place, split_in(file)))


@dataclass(frozen=True, slots=True)
class Landmark:
    """A span of the instruction in characters, and the box of a thing, as shares of a viewpoint's panorama."""

    start: int
    end: int
    viewpoint_id: str
    box: tuple[float, float, float, float]


def read_landmarks(file: Path) -> Iterator[LandmarkRow]:
    """The rows of a landmark file.

    Raises:
        InvalidDataError: a line is not such a row; the message begins with its place.
    """
    return (decoded(line, place, LandmarkRow) for place, line in lines(file))


def landmarks_of(row: LandmarkRow) -> list[Landmark]:
    """The landmarks of a row, in its order."""
    return [Landmark(*each) for each in zip(*row.told(), strict=True)]


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
        "landmark_angle_coords": [angles(each.box) for each in found],
    }


def angles(box: tuple[float, float, float, float]) -> tuple[float, float, float, float] | None:
    """The level perspective view that a box bounds in longitude and latitude: heading, pitch, hfov, vfov in radians.

    None where no view has such a box: it is half the panorama wide or wider, contains a pole, or is too flat for its
    width.
    """
    ymin, xmin, ymax, xmax = box
    width = (xmax - xmin) % 1
    if not width or ymax <= ymin:
        return None
    low, high = (0.5 - ymax) * math.pi, (0.5 - ymin) * math.pi
    view = view_bounded_by(LatLonBox((xmin - 0.5) * 2 * math.pi, width * 2 * math.pi, low, high))
    return None if view is None else (view.heading, view.elevation, view.width, view.height)


def _entry(line: bytes, place: str, split: str | None, notes: list[str]) -> LandmarkEntry:
    entry = entry_of(decoded(line, place, LandmarkRow), notes)
    return entry if entry.split else replace(entry, split=split)


def _seen(
    match: re.Match[str], words: Sequence[TimedWord], trace: PoseTrace, house: LabelledHouse
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
    west, width = around_headings(heading)
    left, right = ((edge / (2 * math.pi) + 0.5) % 1 for edge in (west, west + width))
    y = 0.5 - elevation / math.pi
    return float(y.min()), left, float(y.max()), right


def _plain(label: str) -> str:
    return label.lower().removeprefix("the ")
