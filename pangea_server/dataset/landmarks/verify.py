"""The figures that the papers and files of others give of their landmarks, counted again from the files.

Sources: Plummer et al. 2017 (Flickr30k Entities), section 3.4 and Table 4; Marky-mT5's README (Wang et al. 2022). Of
REVERIE and Refer360 no paper gives these figures: they were counted once from the published files.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite, pi, radians
from pathlib import Path

import msgspec
import numpy as np

from environments import ConfigurationError, InvalidDataError
from environments.geometry import direction
from environments.input.json_documents import decoded, items, lines, whole_object
from environments.input.regular_files import read_regular
from environments.input.text import text_at
from pangea_server.dataset.landmarks.points import REFER360_OFFSET
from pangea_server.dataset.landmarks.source_files import MOST_XML_BYTES, small_file, xml_of

Steps = Callable[[Iterator[Path]], Iterator[Path]]
"""Shows how far a long read is."""

CHAINS, BOXES, MENTIONS, IMAGES = 244_035, 275_775, 513_644, 31_783
TABLE_4 = {
    "people": (59_766, 3.17, 1.95),
    "clothing": (42_380, 1.76, 1.44),
    "bodyparts": (12_809, 1.50, 1.42),
    "animals": (5_086, 3.63, 1.44),
    "vehicles": (5_561, 2.77, 1.21),
    "instruments": (1_827, 2.85, 1.61),
    "scene": (46_919, 2.03, 0.62),
    "other": (82_098, 1.94, 1.04),
}
"""Chains, mentions a chain and boxes a chain by type (Plummer et al. 2017, Table 4)."""
SHARES = {"several mentions": 48.6, "one box": 59.1, "several boxes": 20.0, "no box": 20.9}
"""Per cent of the chains (the same, section 3.4)."""
SPAN = re.compile(r"\[/EN#(\d+)((?:/[a-z]+)+) ([^\]]+)\]")
NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class CheckedFigure:
    """A figure, as published and as found.

    Attributes:
        digits: behind the point, to which the published one is known.
    """

    what: str
    published: float
    found: float
    digits: int = 0

    @property
    def differs(self) -> bool:
        """Whether they are not the same as far as the published one is known."""
        return not isfinite(self.found) or round(self.found, self.digits) != round(
            self.published, self.digits
        )


def flickr30k(directory: Path, steps: Steps = iter) -> list[CheckedFigure]:
    """Flickr30k Entities: chains, boxes and mentions, and how many there are of each other, also by type.

    A chain is of every type that one of its mentions has, and all of its mentions and boxes count there, so that the
    chains by type add up to more than all chains.

    Raises:
        ConfigurationError: ``Sentences`` or ``Annotations`` is not there.
        InvalidDataError: a file is damaged; the message begins with its name.
    """
    counted = Counter[str]()
    by_type: defaultdict[str, Counter[str]] = defaultdict(Counter)
    folders = {"Sentences": "*.txt", "Annotations": "*.xml"}
    files = {file.stem for name, pattern in folders.items() for file in _files(directory / name, pattern)}
    for file in steps(directory / "Sentences" / f"{name}.txt" for name in sorted(files)):
        chains = _chains(file, counted)
        xml = directory / "Annotations" / f"{file.stem}.xml"
        boxes = _boxes(xml, counted) if xml.exists() else Counter[str]()
        for chain, (types, mentions) in chains.items():
            own = _own(mentions, boxes[chain])
            counted.update(own)
            for kind in types:
                by_type[kind] += own
    several = [
        CheckedFigure(
            f"per cent of the chains with {what}", told, 100 * _share(counted[what], counted["chains"]), 1
        )
        for what, told in SHARES.items()
    ]
    typed = [each for name in TABLE_4 for each in _of_type(name, by_type[name])]
    total = sum(each["chains"] for each in by_type.values())
    return [
        *arithmetic(*(counted[what] for what in ("images", "chains", "boxes", "mentions", "captions"))),
        *several,
        *typed,
        CheckedFigure("chains, by type and added up", sum(chains for chains, *_ in TABLE_4.values()), total),
    ]


def _own(mentions: int, boxes: int) -> Counter[str]:
    """What a chain adds to the counts, ``boxed`` being its boxes."""
    told = ("no box", "one box", "several boxes")[min(boxes, 2)]
    return +Counter(
        {"chains": 1, "mentions": mentions, "boxed": boxes, told: 1, "several mentions": mentions > 1}
    )


def _of_type(name: str, found: Counter[str]) -> Iterator[CheckedFigure]:
    chains, mentions, boxes = TABLE_4[name]
    yield CheckedFigure(f"{name}: chains", chains, found["chains"])
    yield CheckedFigure(f"{name}: mentions a chain", mentions, _share(found["mentions"], found["chains"]), 2)
    yield CheckedFigure(f"{name}: boxes a chain", boxes, _share(found["boxed"], found["chains"]), 2)


def _chains(file: Path, counted: Counter[str]) -> dict[str, tuple[set[str], int]]:
    """The types and the number of mentions of each chain of an image; sentences and mentions are counted."""
    if not file.exists():
        return {}
    counted["images"] += 1
    chains: dict[str, tuple[set[str], int]] = {}
    for line in text_at(read_regular(file), file.name).split("\n"):
        counted["captions"] += bool(line.strip())
        for chain, types, _ in SPAN.findall(line):
            if chain != "0":
                known, mentions = chains.get(chain, (set(), 0))
                chains[chain] = known | set(types.split("/")[1:]), mentions + 1
    return chains


def arithmetic(images: int, chains: int, boxes: int, mentions: int, captions: int) -> list[CheckedFigure]:
    """What section 3.4 and Table 4 of Flickr30k Entities say of these counts."""
    return [
        CheckedFigure("images", IMAGES, images),
        CheckedFigure("coreference chains", CHAINS, chains),
        CheckedFigure("bounding boxes", BOXES, boxes),
        CheckedFigure("mentions", MENTIONS, mentions),
        CheckedFigure("mentions a chain", 2.10, _share(mentions, chains), 2),
        CheckedFigure("boxes a chain", 1.13, _share(boxes, chains), 2),
        CheckedFigure("chains an image", 7.68, _share(chains, images), 2),
        CheckedFigure("boxes an image", 8.68, _share(boxes, images), 2),
        CheckedFigure("mentions a caption", 3.23, _share(mentions, captions), 2),
    ]


def rxr_landmarks(directory: Path, steps: Steps = iter) -> list[CheckedFigure]:
    """RxR-Landmarks: whether each box is the bound of its view, to 1e-6 of the picture.

    Raises:
        ConfigurationError: there is no file of rows.
        InvalidDataError: a line is no such row; the message begins with its place.
    """
    counted = Counter[str]()
    for file in steps(_files(directory, "*.jsonl*")):
        for place, line in lines(file):
            row = decoded(line, place, MarkyRow)
            counted["uneven"] += len(row.landmark_bbox_coords) != len(row.landmark_angle_coords)
            for box, angles in zip(row.landmark_bbox_coords, row.landmark_angle_coords, strict=False):
                counted["boxes"] += 1
                counted["off"] += angles is None or not bounds(box, angles)
    return [
        CheckedFigure(
            "boxes that their angles do not bound to 1e-6", 0, counted["off"] if counted["boxes"] else np.nan
        ),
        CheckedFigure("rows with more boxes than angles, or fewer", 0, counted["uneven"]),
    ]


def bounds(box: tuple[float, ...], angles: tuple[float, ...]) -> bool:
    """Whether a box in shares of the picture bounds the level view with these angles, to 1e-6."""
    from environments.regions import ViewBox, bounding_latlon

    ymin, xmin, ymax, xmax = box
    try:
        bound = bounding_latlon(ViewBox(*angles))
    except InvalidDataError:
        return False
    left = (bound.west / (2 * pi) + 0.5 - xmin + 0.5) % 1 - 0.5
    width = bound.width / (2 * pi) - (1 if xmax - xmin >= 1 else (xmax - xmin) % 1)
    apart = (left, width, 0.5 - bound.high / pi - ymin, 0.5 - bound.low / pi - ymax)
    return max(map(abs, apart)) <= NEAR


def reverie(directory: Path, steps: Steps = iter) -> list[CheckedFigure]:
    """REVERIE: viewpoints, and the things that they see.

    Raises:
        ConfigurationError: ``BBox`` is not there.
        InvalidDataError: a file is damaged; the message begins with its name.
    """
    viewpoints, unseen = 0, 0
    seen: Counter[tuple[str, str]] = Counter()
    for file in steps(_files(directory / "BBox", "*.json")):
        scan_id = file.stem.rpartition("_")[0]
        for things in whole_object(file, dict[str, dict[str, SeenKeys]]).values():
            viewpoints += 1
            unseen += sum(not each.visible_pos for each in things.values())
            seen.update((scan_id, number) for number, each in things.items() if each.visible_pos)
    total, often = sum(seen.values()), sum(n >= 3 for n in seen.values())
    return [
        CheckedFigure("viewpoints", 10_567, viewpoints),
        CheckedFigure("objects that are visible from somewhere", 17_289, len(seen)),
        CheckedFigure("objects a viewpoint", 2.66, _share(total, viewpoints), 2),
        CheckedFigure("viewpoints an object", 1.62, _share(total, len(seen)), 2),
        CheckedFigure(
            "per cent of the objects from 3 viewpoints or more", 13.2, 100 * _share(often, len(seen)), 1
        ),
        CheckedFigure("objects at a viewpoint that no view shows", 10_233, unseen),
    ]


def refer360(directory: Path, steps: Steps = iter) -> list[CheckedFigure]:
    """Refer360's ``validation.seen.json``: its offset, and how far those who looked for the point were from it.

    Raises:
        ConfigurationError: the file is not there.
        InvalidDataError: an instance is none; the message begins with its place.
    """
    targets, offsets, apart = 0, list[tuple[float, float]](), list[float]()
    for file in steps(_files(directory, "validation.seen.json")):
        for place, data in items(file):
            row = decoded(data, place, TargetKeys)
            targets += 1
            offsets.append(_offset(row.xlng_deg, row.xlng_rad, row.ylat_deg, row.ylat_rad))
            for each in row.actions:
                pred = each.pred_xlng_deg, each.pred_ylat_deg
                offsets.append(_offset(pred[0], each.pred_xlng_rad, pred[1], each.pred_ylat_rad))
                apart.append(_degrees_between((row.xlng_deg, row.ylat_deg), pred))
    off = np.array(offsets or [(np.nan, np.nan)])
    errors = np.array(apart or [np.nan])
    return [
        CheckedFigure("targets", 900, targets),
        CheckedFigure("finders", 915, len(apart)),
        CheckedFigure(
            "radians that are added to longitude, least", REFER360_OFFSET[0], float(off[:, 0].min()), 9
        ),
        CheckedFigure(
            "radians that are added to longitude, most", REFER360_OFFSET[0], float(off[:, 0].max()), 9
        ),
        CheckedFigure(
            "radians that are added to latitude, least", REFER360_OFFSET[1], float(off[:, 1].min()), 9
        ),
        CheckedFigure(
            "radians that are added to latitude, most", REFER360_OFFSET[1], float(off[:, 1].max()), 9
        ),
        CheckedFigure("median error in degrees", 4.10, float(np.median(errors)), 2),
        CheckedFigure(
            "per cent within 23.5 degrees", 90, 100 * float(np.mean(errors <= 23.5)) if apart else np.nan
        ),
    ]


DATASETS: dict[str, Callable[[Path, Steps], list[CheckedFigure]]] = {
    "flickr30k": flickr30k,
    "rxr-landmarks": rxr_landmarks,
    "reverie": reverie,
    "refer360": refer360,
}


class MarkyRow(msgspec.Struct):
    """The keys of a row that are checked."""

    landmark_bbox_coords: list[tuple[float, float, float, float]]
    landmark_angle_coords: list[tuple[float, float, float, float] | None]


class SeenKeys(msgspec.Struct):
    """The key of a thing at a viewpoint that is counted."""

    visible_pos: list[int]


class FinderKeys(msgspec.Struct):
    """Where a person pointed."""

    pred_xlng_deg: float
    pred_ylat_deg: float
    pred_xlng_rad: float
    pred_ylat_rad: float


class TargetKeys(msgspec.Struct):
    """Where the thing is."""

    xlng_deg: float
    ylat_deg: float
    xlng_rad: float
    ylat_rad: float
    actions: list[FinderKeys] = []


def _files(directory: Path, pattern: str) -> Iterator[Path]:
    found = sorted(directory.glob(pattern)) if directory.is_dir() else []
    if not found:
        raise ConfigurationError(
            f"{directory} has no {pattern}.", remedy="Name the folder of the data set, as it was unpacked."
        )
    return iter(found)


def _boxes(file: Path, counted: Counter[str]) -> Counter[str]:
    """The boxes of each chain of an image; the boxes themselves, which may be of several chains, are counted."""
    found = Counter[str]()
    for thing in xml_of(small_file(file, MOST_XML_BYTES), file.name).iter("object"):
        boxes = len(thing.findall("bndbox"))
        counted["boxes"] += boxes
        found.update({(name.text or "").strip(): boxes for name in thing.findall("name")})
    return found


def _offset(longitude: float, x: float, latitude: float, y: float) -> tuple[float, float]:
    """What radians in the file are more than the degrees."""
    return (x - radians(longitude) + pi) % (2 * pi) - pi, y - radians(latitude)


def _degrees_between(one: tuple[float, float], other: tuple[float, float]) -> float:
    a, b = (direction(*np.radians(each)) for each in (one, other))
    return float(np.degrees(np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b)))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")
