"""Files of phrases with what people drew, and of what systems find."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, pi
from pathlib import Path
from typing import Any, Literal

import msgspec

from align.reference.candidates import Candidates, ProposedRegion
from align.reference.overlaps import Boxes
from align.reference.phrases import GroundedPhrase, Prediction
from align.reference.prior import CameraPrior, SeenView
from environments import InvalidDataError
from environments.regions import Angles, ViewBox, region_as_json, region_from_json
from pangea_server.dataset.reference.path_rows import rows
from pangea_server.dataset.reference.shelf import Shelf, SystemAnswers

RegionKeys = dict[str, Any]


class ProposalKeys(msgspec.Struct):
    """Something in view: its boxes, and how far it is."""

    regions: list[RegionKeys]
    distance: float | None = None


class SeenViewKeys(msgspec.Struct):
    """What the Guide's camera saw for some seconds while the phrase was said."""

    viewpoint_id: str
    heading: float
    elevation: float
    width: float
    height: float
    seconds: float


class PhraseKeys(msgspec.Struct, kw_only=True):
    """A phrase. ``regions`` are the boxes of all it means, by viewpoint; ``proposals`` what can be seen there."""

    phrase: str
    walk: int | str
    language: str = ""
    types: list[str] = []
    need: Literal["box", "scene", "not_visual"] = "box"
    said_from: str | None = None
    regions: dict[str, list[RegionKeys]] = {}
    proposals: dict[str, list[ProposalKeys]] = {}
    views: list[SeenViewKeys] = []


class PredictionKeys(msgspec.Struct, kw_only=True):
    """What a system finds: by viewpoint ranked proposals, each a list of boxes, or a heading and an elevation."""

    phrase: str
    proposals: dict[str, list[list[RegionKeys]]] = {}
    points: dict[str, tuple[float, float]] = {}


@dataclass(frozen=True, slots=True)
class ReadPhrase:
    """A phrase of a file, with what else can be seen and where the camera looked."""

    phrase: GroundedPhrase
    need: str
    proposed: Mapping[str, Candidates]
    prior: CameraPrior


def read_phrases(file: Path) -> Iterator[ReadPhrase]:
    """The phrases of a file, one at a time.

    Raises:
        ConfigurationError: the file cannot be opened.
        InvalidDataError: a row is wrong, or a phrase is there twice; the message begins with its place.
    """
    seen = once()
    for place, row in rows(file, PhraseKeys):
        seen.put(row.phrase, place)
        regions = {at: boxes_of(place, boxes) for at, boxes in row.regions.items()}
        if row.need != "box" and any(regions.values()):
            raise InvalidDataError(
                f"{place}: {row.phrase} is {row.need}, and has a region.", remedy="Leave one of both out."
            )
        proposed = {
            at: Candidates(
                [
                    ProposedRegion(boxes_of(place, each.regions, some=True), each.distance)
                    for each in proposals
                ]
            )
            for at, proposals in row.proposals.items()
        }
        phrase = GroundedPhrase(
            row.phrase, str(row.walk), regions, row.language, tuple(row.types), row.said_from
        )
        yield ReadPhrase(phrase, row.need, proposed, CameraPrior(tuple(_views(place, row.views))))


def read_predictions(file: Path) -> SystemAnswers[Prediction]:
    """What a system finds, by phrase; all of it is checked, and kept on the disk.

    Raises:
        ConfigurationError, InvalidDataError: as ``read_phrases``.
    """
    shelf = once()
    for place, row in rows(file, PredictionKeys):
        _prediction(place, row)
        shelf.put(row.phrase, place, msgspec.json.encode(row))
    return SystemAnswers(
        shelf, lambda place, line: _prediction(place, msgspec.json.decode(line, type=PredictionKeys))
    )


def _prediction(place: str, row: PredictionKeys) -> Prediction:
    proposals = {
        at: [boxes_of(place, boxes, some=True) for boxes in ranked] for at, ranked in row.proposals.items()
    }
    return Prediction(proposals, {at: _direction(place, point) for at, point in row.points.items()})


def prediction_row(phrase: str, prediction: Prediction) -> PredictionKeys:
    """The row of a prediction, as ``read_predictions`` takes it."""
    return PredictionKeys(
        phrase=phrase,
        proposals={
            at: [[region_as_json(region) for region in boxes] for boxes in ranked]
            for at, ranked in prediction.proposals.items()
        },
        points=dict(prediction.points),
    )


def boxes_of(place: str, told: Sequence[RegionKeys], *, some: bool = False) -> Boxes:
    """Regions as a row has them.

    Args:
        some: there must be one.

    Raises:
        InvalidDataError: one is no region; the message begins with the row's place.
    """
    if some and not told:
        raise InvalidDataError(
            f"{place} has no region where there must be one.", remedy="Leave it out, or draw it."
        )
    try:
        return tuple(map(region_from_json, told))
    except InvalidDataError as error:
        raise InvalidDataError(f"{place}: {error.message}", remedy=error.remedy) from error


def _views(place: str, views: Sequence[SeenViewKeys]) -> list[SeenView]:
    found = []
    for each in views:
        try:
            view = ViewBox(each.heading, each.elevation, each.width, each.height)
        except InvalidDataError as error:
            raise InvalidDataError(f"{place}: {error.message}", remedy=error.remedy) from error
        if not (isfinite(each.seconds) and each.seconds >= 0):
            raise InvalidDataError(
                f"{place}: a view was seen for {each.seconds} seconds.", remedy="Give seconds of at least 0."
            )
        found.append(SeenView(each.viewpoint_id, view, each.seconds))
    return found


def _direction(place: str, point: Angles) -> Angles:
    heading, elevation = point
    if not (isfinite(heading) and abs(elevation) <= pi / 2):
        raise InvalidDataError(
            f"{place}: heading {heading} and elevation {elevation} are no direction.", remedy="Give radians."
        )
    return point


def once() -> Shelf:
    """What refuses a phrase that a file has twice."""
    return Shelf("phrase", "Give each phrase one row.")
