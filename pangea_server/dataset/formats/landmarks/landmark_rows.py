"""Rows of Marky-mT5 and RxR-Landmarks as landmarks, and landmarks as such rows.

Characters index the Guide's own text, which is RxR's and not always in the row; a store that has the instruction
compares the words of the spans. Behind Marky's keys stand ours, ``entity_ids``, ``chain_ids``, ``region_ids`` and
``types``, so that what we wrote comes back.

Source: Wang et al. 2022, arXiv:2111.12872; https://github.com/google-research-datasets/RxR/tree/main/marky-mT5.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from environments import InvalidDataError
from environments.regions import LatLonBox, Region, ViewBox, bounding_latlon, bounding_view, view_bounded_by
from pangea_server.dataset.landmarks.entries import LandmarkEntry, SaidText
from pangea_server.dataset.landmarks.imported_records import EntryMaker
from pangea_server.dataset.landmarks.meanings import Meaning, meanings, unsaid

Box = tuple[float, float, float, float]
"""ymin, xmin, ymax, xmax as shares of the equirectangular picture with +y in its centre."""
SAME = 1e-4
"""Radians by which the bound of a row's view may differ from its box; published ones do by 1e-7."""
OUTLINES = "outlines of regions, of which the box remains"
NO_ANGLES = "boxes that bound no perspective view, so without angles"
AS_VIEWS = "boxes in longitude and latitude that come back as the view they bound"


class LandmarkRow(msgspec.Struct):
    """A row of Marky-mT5. RxR's README and its sample spell the keys for the spans' positions differently."""

    instruction_id: int
    text_spans: list[str]
    landmark_source_panos: list[str]
    landmark_bbox_coords: list[Box]
    instruction: str | None = None
    scan: str | None = None
    language: str | None = None
    split: str | None = None
    text_spans_chars_start_indices: list[int] | None = None
    text_spans_chars_end_indices: list[int] | None = None
    text_span_chars_start_indices: list[int] | None = None
    text_span_chars_end_indices: list[int] | None = None
    landmark_angle_coords: list[Box | None] | None = None
    entity_ids: list[str] | None = None
    chain_ids: list[str] | None = None
    region_ids: list[str] | None = None
    types: list[list[str]] | None = None

    def __post_init__(self) -> None:
        if len({len(each) for each in self.told()}) > 1:
            raise ValueError("spans, panoramas and boxes differ in number")
        lists = (self.landmark_angle_coords, self.entity_ids, self.chain_ids, self.region_ids, self.types)
        if any(each is not None and len(each) != len(self.landmark_source_panos) for each in lists):
            raise ValueError("angles, ids or types differ in number from the panoramas")
        if len(self.text_spans) != len(self.landmark_source_panos):
            raise ValueError("texts and panoramas differ in number")

    def told(self) -> tuple[list[int], list[int], list[str], list[Box]]:
        """Where each landmark begins and ends, its panorama and its box."""
        starts = self.text_spans_chars_start_indices or self.text_span_chars_start_indices or []
        ends = self.text_spans_chars_end_indices or self.text_span_chars_end_indices or []
        return starts, ends, self.landmark_source_panos, self.landmark_bbox_coords


def entry_of(row: LandmarkRow, notes: list[str]) -> LandmarkEntry:
    """What a row says; spans with the same characters are one phrase.

    Raises:
        InvalidDataError: it names no scan, a span has not its text's length, or a box is none.
    """
    if not row.scan:
        raise InvalidDataError(
            f"instruction {row.instruction_id} names no scan.", remedy="Give scan, as RxR's rows have it."
        )
    made = EntryMaker(row.scan, split=row.split)
    said = made.say(SaidText(row.instruction_id, _text(row, notes), row.language or None))
    seen: Counter[str] = Counter()
    for n, (start, end, viewpoint, box) in enumerate(zip(*row.told(), strict=True)):
        types = row.types[n] if row.types else []
        mention = made.mention(said, (start, end), text=row.text_spans[n], types=types)
        thing = row.entity_ids[n] if row.entity_ids else mention.mention_id
        entity = made.entity(thing, f"landmarks {thing}", types=types)
        made.chain(row.chain_ids[n] if row.chain_ids else mention.mention_id, [mention], [entity])
        seen[mention.mention_id] += 1
        name = row.region_ids[n] if row.region_ids else f"{mention.mention_id}-{seen[mention.mention_id]}"
        angles = row.landmark_angle_coords[n] if row.landmark_angle_coords else None
        shape = _shape(box, angles, n, notes)
        if not made.has_region(name):  # one region of two phrases
            made.region(name, thing, viewpoint, shape)
    return made.made()


def box_of(box: LatLonBox) -> Box:
    """A box in longitude and latitude as shares of the picture; xmin > xmax across the seam."""
    left = (box.west / (2 * math.pi) + 0.5) % 1
    width = box.width / (2 * math.pi)
    right = 1.0 if width >= 1 else (left + width) % 1
    return 0.5 - box.high / math.pi, 0.0 if width >= 1 else left, 0.5 - box.low / math.pi, right


def latlon_of(box: Box) -> LatLonBox:
    """The box that shares of the picture mean.

    Raises:
        InvalidDataError: a number is outside 0 to 1, or the box is empty.
    """
    ymin, xmin, ymax, xmax = box
    for name, value in (("ymin", ymin), ("xmin", xmin), ("ymax", ymax), ("xmax", xmax)):
        if not -1e-6 <= value <= 1 + 1e-6:
            raise InvalidDataError(
                f"{name} of a box is {value!r}.",
                remedy="It is a share of the picture, 0 to 1.",
                field=name,
                value=value,
            )
    width = 1.0 if xmax - xmin >= 1 else (xmax - xmin) % 1
    low, high = (max(-0.5, min(0.5, 0.5 - each)) * math.pi for each in (ymax, ymin))
    return LatLonBox((xmin - 0.5) * 2 * math.pi, width * 2 * math.pi, low, high)


def row_of(
    entry: LandmarkEntry, said: SaidText, told: Sequence[Meaning], lost: Counter[str]
) -> dict[str, Any]:
    """An instruction with its landmarks, each phrase once for each of its regions."""
    path = list(entry.path)
    listed = [
        (meaning, region)
        for meaning in sorted(told, key=lambda each: (each.mention.start_char, -each.mention.end_char))
        for regions in meaning.regions.values()
        for region in regions
    ]
    kept = {each.entity_id: each for each in entry.entities}
    return {
        "language": (said.language or "").partition("-")[0],
        "instruction_id": said.instruction_id,
        "split": entry.split,
        "heading": None,
        "scan": entry.scan_id,
        "instruction": said.text,
        "text_spans": [meaning.mention.text for meaning, _ in listed],
        "text_spans_chars_start_indices": [meaning.mention.start_char for meaning, _ in listed],
        "text_spans_chars_end_indices": [meaning.mention.end_char for meaning, _ in listed],
        "landmark_source_panos": [region.viewpoint_id for _, region in listed],
        "landmark_source_pano_indices": [
            path.index(region.viewpoint_id) if region.viewpoint_id in path else None for _, region in listed
        ],
        "landmark_bbox_coords": [list(box_of(bounding_latlon(region.shape))) for _, region in listed],
        "landmark_angle_coords": [_angles(region.shape, lost) for _, region in listed],
        "entity_ids": [region.entity_id for _, region in listed],
        "chain_ids": [meaning.chain.chain_id for meaning, _ in listed],
        "region_ids": [region.region_id for _, region in listed],
        "types": [
            list(meaning.mention.types or kept[region.entity_id or ""].types) for meaning, region in listed
        ],
    }


def rows_of(entry: LandmarkEntry, lost: Counter[str]) -> Iterator[dict[str, Any]]:
    """A row for each instruction of an entry; what has no place in it is counted in ``lost``."""
    lost.update(unsaid(entry))
    told = list(meanings(entry))
    for said in entry.said:
        yield row_of(entry, said, [each for each in told if each.said == said], lost)


def _text(row: LandmarkRow, notes: list[str]) -> str:
    """The instruction, if the spans are its characters; Marky's own text is a model's, and they are not."""
    starts, ends, *_ = row.told()
    text = row.instruction or ""
    if all(text[a:b] == span for a, b, span in zip(starts, ends, row.text_spans, strict=True)):
        return text
    if text:
        notes.append("an instruction whose characters are not the spans': they index RxR's own text")
    return ""


def _shape(box: Box, angles: Box | None, number: int, notes: list[str]) -> Region:
    bound = latlon_of(box)
    if angles is None:
        return bound
    view = ViewBox(*angles)
    if _alike(bounding_latlon(view), bound):
        return view
    notes.append(f"landmark_angle_coords[{number}], which do not bound the box; the box was taken")
    return bound


def _alike(one: LatLonBox, other: LatLonBox) -> bool:
    full = min(one.width, other.width) > 2 * math.pi - SAME
    turned = 0.0 if full else abs((one.west - other.west + math.pi) % (2 * math.pi) - math.pi)
    apart = (turned, one.width - other.width, one.low - other.low, one.high - other.high)
    return max(map(abs, apart)) < SAME


def _angles(shape: Region, lost: Counter[str]) -> list[float] | None:
    """Heading, pitch, hfov and vfov of the view that a region's box bounds."""
    view = shape if isinstance(shape, ViewBox) else None
    if isinstance(shape, LatLonBox):
        view = view_bounded_by(shape)
        lost[NO_ANGLES if view is None else AS_VIEWS] += 1
    elif view is None:
        lost[OUTLINES] += 1
        around = bounding_view([shape])
        fits = around is not None and _alike(bounding_latlon(around), bounding_latlon(shape))
        view = around if fits else view_bounded_by(bounding_latlon(shape))
        lost[NO_ANGLES] += view is None
    return None if view is None else [view.heading, view.elevation, view.width, view.height]
