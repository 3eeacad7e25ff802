"""R2R's files: which walks are in which rank, what its scorer can take of them, and what a row must have."""

from __future__ import annotations

import json
from collections import Counter
from math import pi
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from align import PoseTrace
from environments import InvalidDataError
from environments.geometry import extrinsic_matrix
from pangea_server.dataset.formats.r2r import MOST_PER_PATH, R2R, UNSCORED, R2rPath, entries_of, trajectory
from tests.exports.filled import LENS
from tests.exports.test_round_trips import GUIDE


def test_ranks_that_have_walks_of_the_first_three_instructions_have_these_beside_them(tmp_path: Path) -> None:
    """Of four instructions with 2, 2, 1 and 2 walks, the scorer takes three."""
    entries = [replace(GUIDE, instruction_id=26 + n, transcript=f"{n}", words=()) for n in range(4)]
    walks = [
        [SimpleNamespace(annotation=SimpleNamespace(pose_trace=None, path=[f"{n}{m}"])) for m in range(count)]
        for n, count in enumerate((2, 2, 1, 2))
    ]
    guides = [SimpleNamespace(entry=lambda entry=entry: entry, nth=n) for n, entry in enumerate(entries)]
    path = SimpleNamespace(path=GUIDE.path, scan_id="corridor", split="val_seen")
    graph = SimpleNamespace(path_length=lambda path: 4.0567)
    dataset: Any = SimpleNamespace(
        paths=lambda name: [(path, guides)],
        scan=lambda scan_id: SimpleNamespace(graph=graph),
        walks=lambda guide: walks[guide.nth],
        notes=Counter[str](),
    )
    R2R().write(dataset, tmp_path)
    written = {
        str(file.relative_to(tmp_path)): json.loads(file.read_text()) for file in tmp_path.rglob("*.json")
    }
    whole = {
        "distance": 4.06,
        "scan": "corridor",
        "path_id": 11,
        "path": ["door", "lamp", "sofa"],
        "heading": GUIDE.heading,
        "instructions": ["0", "1", "2", "3"],
        "instruction_ids": [26, 27, 28, 29],
        "languages": ["en-IN"] * 4,
    }
    lists = ("instructions", "instruction_ids", "languages")
    assert written == {
        "R2R_val_seen.json": [whole],
        "rank_1/R2R_val_seen.json": [whole | {name: whole[name][:3] for name in lists}],  # type: ignore[index]
        "rank_1/R2R_val_seen_submission.json": [
            {"instr_id": f"11_{n}", "trajectory": [[f"{n}0", None, None]]} for n in range(4)
        ],
        "rank_2/R2R_val_seen_submission.json": [
            {"instr_id": f"11_{n}", "trajectory": [[f"{n}1", None, None]]} for n in (0, 1, 3)
        ],
    }
    assert dataset.notes == {UNSCORED: 4}


def test_a_trajectory_has_the_view_at_each_arrival_with_headings_from_0_on() -> None:
    looks = (("door", -1.0, 0.5), ("door", 2.0, 0.0), ("lamp", 0.25, -0.5), ("door", 3.0, 0.0))
    cameras = np.array([extrinsic_matrix((0, 0, 0), *look) for _, *look in looks], np.float32)
    trace = PoseTrace(
        np.arange(4.0), tuple(each for each, *_ in looks), cameras, np.array([LENS] * 4, np.float32)
    )
    assert [each[0] for each in trajectory(trace)] == ["door", "lamp", "door"]
    assert [tuple(each[1:]) for each in trajectory(trace)] == [
        pytest.approx((2 * pi - 1, 0.5), abs=1e-6),
        pytest.approx((0.25, -0.5), abs=1e-6),
        pytest.approx((3.0, 0.0), abs=1e-6),
    ]


def test_a_path_has_at_most_a_hundred_instructions_which_are_numbered_by_it() -> None:
    def numbered(count: int, **told: Any) -> list[tuple[int, str | None]]:
        row = R2rPath(7, "corridor", ["door"], 0.0, [f"{n}" for n in range(count)], **told)
        return [(entry.instruction_id, entry.language) for entry in entries_of(row, "train", "line 1")]

    assert numbered(MOST_PER_PATH) == [(700 + n, None) for n in range(100)]
    assert numbered(2, instruction_ids=[5, 3], languages=["hi-IN", None]) == [(5, "hi-IN"), (3, None)]
    for count, told in ((101, {}), (2, {"instruction_ids": [1]}), (1, {"languages": ["en", "hi"]})):
        with pytest.raises(InvalidDataError, match=f"^line 1: {count} instructions, "):
            numbered(count, **told)
