"""Label Studio's tasks by hand, and what is written and read of them."""

from __future__ import annotations

import json
from math import radians
from pathlib import Path
from typing import Any

from environments import InvalidDataError
from environments.own_places.folder import PanoramaFolder
from pangea_server.core.records import Record
from pangea_server.dataset.formats.landmarks.label_studio.regions import LabelStudioRegions
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry
from tests.landmarks.sample import SCAN

CUT = {
    "scan_id": SCAN,
    "viewpoint_id": "door",
    "heading": 3.1,
    "elevation": 0.2,
    "field_of_view": radians(90),
    "width": 640,
    "height": 480,
}
SIZE = {"original_width": 640, "original_height": 480, "image_rotation": 0}


def written(
    places: PanoramaFolder, folder: Path, *entries: LandmarkEntry
) -> tuple[list[Any], dict[str, int]]:
    lost = LabelStudioRegions().write_landmarks(iter(entries), places, folder)
    return json.loads((folder / "tasks.json").read_text(encoding="utf-8")), lost


def read(folder: Path, tasks: list[Any], places: PanoramaFolder) -> list[FoundLandmarks]:
    file = folder / "back.json"
    file.write_text(json.dumps(tasks))
    return list(LabelStudioRegions().read_landmarks(file, places))


def entry_of(found: FoundLandmarks) -> LandmarkEntry:
    assert isinstance(found.entry, LandmarkEntry), found.entry
    return found.entry


def faults_of(found: list[FoundLandmarks]) -> list[str]:
    faults = [each.entry for each in found if not isinstance(each.entry, LandmarkEntry)]
    assert all(isinstance(each, InvalidDataError) and each.remedy for each in faults)
    return [each.message for each in faults]


def together(found: list[FoundLandmarks], kind: str) -> dict[str, dict[str, Any]]:
    """The records of all entries as the file says them; chains are joined, as an import joins them."""
    told: dict[str, dict[str, Any]] = {}
    for entry in map(entry_of, found):
        for record in getattr(entry, kind):
            new = plain(record)
            if kind == "chains" and record.record_id in told:
                new["entities"] = sorted({*new["entities"], *told[record.record_id]["entities"]})
            assert kind == "chains" or told.get(record.record_id, new) == new
            told[record.record_id] = new
    return told


def plain(record: Record) -> dict[str, Any]:
    unsaid = {"created_at", "source", "annotator_id", "link_id"}
    told = record.model_dump(mode="json", exclude=unsaid)
    return told | ({"entities": sorted(told["entities"])} if "entities" in told else {})


def row(kind: str, name: str, value: dict[str, Any], *labels: str, **more: Any) -> dict[str, Any]:
    """As Label Studio writes it."""
    told = {"id": name, "from_name": kind, "to_name": "image", "type": f"{kind}labels", "origin": "manual"}
    return told | SIZE | {"value": value | {f"{kind}labels": list(labels)}} | more


def relation(one: str, other: str, *labels: str) -> dict[str, Any]:
    return {"from_id": one, "to_id": other, "type": "relation", "direction": "right", "labels": list(labels)}


def phrase(name: str, *texts: str) -> dict[str, Any]:
    told = {"id": name, "from_name": "phrase", "to_name": "image", "type": "textarea", "origin": "manual"}
    return told | SIZE | {"value": {"x": 1, "y": 1, "width": 5, "height": 5, "text": list(texts)}}


BOX = {"x": 10, "y": 20, "width": 30, "height": 25, "rotation": 0}


def by_hand(*results: Any, **meta: Any) -> dict[str, Any]:
    """A task as Label Studio 1.x exports it."""
    return {
        "id": 77,
        "annotations": [
            {
                "id": 12,
                "completed_by": 1,
                "result": list(results),
                "was_cancelled": False,
                "ground_truth": False,
                "created_at": "2026-11-20T09:12:01.000000Z",
                "updated_at": "2026-11-20T09:12:01.000000Z",
                "draft_created_at": None,
                "lead_time": 31.2,
                "prediction": {},
                "result_count": len(results),
                "unique_id": "5a1c5b0e-59a1-4bb0-93ab-0a5a1d8f1c35",
                "import_id": None,
                "last_action": None,
                "task": 77,
                "project": 3,
                "updated_by": 1,
                "parent_prediction": None,
                "parent_annotation": None,
                "last_created_by": None,
            }
        ],
        "file_upload": "0f2a3c4d-tasks.json",
        "drafts": [],
        "predictions": [],
        "data": {"image": "/data/local-files/?d=cuts/000001.jpg", "meta": {"cut": CUT, **meta}},
        "meta": {},
        "created_at": "2026-11-19T09:12:01.000000Z",
        "updated_at": "2026-11-20T09:12:01.000000Z",
        "inner_id": 1,
        "total_annotations": 1,
        "cancelled_annotations": 0,
        "total_predictions": 0,
        "comment_count": 0,
        "unresolved_comment_count": 0,
        "last_comment_updated_at": None,
        "project": 3,
        "updated_by": 1,
        "comment_authors": [],
    }
