"""The records of landmarks: what they refuse, and that a store's JSON brings them back."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from environments.regions import LatLonBox, Mask, Polygon, Region, ViewBox
from pangea_server.annotate.landmarks.records import Mention, RegionRecord

MENTION: dict[str, Any] = {
    "instruction_id": 12,
    "path_id": 3,
    "scan_id": "house",
    "language": "te-IN",
    "start_char": 4,
    "end_char": 9,
    "text": "కుర్చ",
    "head": (4, 9),
    "source": "marked",
    "transcript_sha256": "0" * 64,
}
SHAPES = [
    ViewBox(3.1, -0.2, 0.4, 0.3),
    LatLonBox(3.0, 0.5, -0.2, 0.1),
    Polygon(((0.0, 0.0), (0.0, 0.3), (0.3, 0.0))),
    Mask((20, 4, 8), 8, 4),
]


def test_mentions_are_named_by_their_characters() -> None:
    mention = Mention.model_validate(MENTION)
    assert mention.record_id == "000012-4-9"
    assert Mention.model_validate_json(mention.model_dump_json()) == mention


@pytest.mark.parametrize(
    ("field", "value"),
    [("text", "more than that"), ("text", ""), ("head", (3, 9)), ("head", (6, 6)), ("start_char", -1)],
)
def test_spans_that_do_not_add_up_are_refused(field: str, value: object) -> None:
    with pytest.raises(ValidationError):
        Mention.model_validate(MENTION | {field: value})


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
def test_each_kind_of_region_is_kept_as_it_is(shape: Region) -> None:
    record = RegionRecord(
        region_id="r1", entity_id=None, scan_id="house", viewpoint_id="hall", shape=shape, source="drawn"
    )
    assert RegionRecord.model_validate_json(record.model_dump_json()) == record


def test_a_stored_region_outside_its_limits_is_refused() -> None:
    told = {
        "region_id": "r1",
        "entity_id": None,
        "scan_id": "house",
        "viewpoint_id": "hall",
        "source": "drawn",
    }
    shape = {"kind": "view", "heading": 0, "elevation": 0, "width": 4, "height": 0.1}
    with pytest.raises(ValidationError, match="width of a ViewBox is 4"):
        RegionRecord.model_validate(told | {"shape": shape})
