"""Label Studio's own library takes the tasks with regions, and reads and writes their brushes as we do."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from environments.regions import Mask
from pangea_server.dataset.formats.landmarks.label_studio.brush import unpacked
from pangea_server.dataset.formats.landmarks.label_studio.regions import LabelStudioRegions
from pangea_server.dataset.landmarks.entries import LandmarkEntry
from tests.exports.filled import corridor
from tests.landmarks.sample import ENTRY, SCAN, region
from tests.landmarks.test_coco import SHAPES
from tests.readers.conftest import Opened


def test_label_studio_takes_regions_and_sees_the_same_pixels(opened: Opened, tmp_path: Path) -> None:
    more = LandmarkEntry(SCAN, regions=tuple(region(f"r{n}", None, shape) for n, shape in enumerate(SHAPES)))
    foretold = tuple(each.model_copy(update={"source": "labelled"}) for each in ENTRY.regions)
    entries = (ENTRY, more, LandmarkEntry(SCAN, entities=ENTRY.entities, regions=foretold))
    LabelStudioRegions().write_landmarks(iter(entries), corridor(tmp_path / "c"), tmp_path)
    told = opened("label_studio_regions", tmp_path / "tasks.json", tmp_path / "labeling_config.xml")
    assert told["fits"]
    assert all(told["fits"])
    assert told["errors"] == []
    tasks = json.loads((tmp_path / "tasks.json").read_text())
    results = [row for task in tasks for each in task["annotations"] for row in each["result"]]
    ours = {row["id"]: row["value"]["rle"] for row in results if row["type"] == "brushlabels"}
    masks = {f"r{n}" for n, shape in enumerate(SHAPES) if isinstance(shape, Mask)}
    assert masks <= ours.keys() == told["brushes"].keys()
    for name, seen in told["brushes"].items():
        cells = unpacked(ours[name], 1024, 1024)
        assert seen["pixels"] == cells.sum() > 0
        assert np.array_equal(unpacked(seen["written"], 1024, 1024), cells)
