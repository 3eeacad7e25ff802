"""Files as their users' code opens them: R2R's scorer, NDH's loader, RxR's visualiser, VLN-CE's episode classes.

Each reader here is written anew from what the published code documents, and takes no key that it does not know.
"""

from __future__ import annotations

import gzip
import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from environments import PanoramaFolder
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats.r2r import UNSCORED
from pangea_server.stores.local.store import LocalStore
from tests.exports.filled import (
    CORRIDOR,
    PATH,
    TEXTS,
    annotated,
    corridor,
    follower_record,
    guide_records,
)

PATH_ID = 4332
AROUND = ("door", "lamp", "door", "lamp")
WALKS: dict[int, list[tuple[str, ...]]] = {1: [PATH, CORRIDOR], 2: [("door",), PATH], 3: [AROUND], 4: [PATH]}
"""The walks after each instruction of one path, in the order in which they were handed in."""


def filled(folder: Path, walks: Mapping[int, Sequence[tuple[str, ...]]]) -> LocalStore:
    """A store with a path of that many instructions and these walks, without pose traces."""
    store = LocalStore.open(folder)
    store.records.create(ScanRecord(scan_id="corridor", environment="folder", viewpoint_count=4))
    store.records.create(PathRecord(path_id=PATH_ID, scan_id="corridor", path=PATH, heading=0.25))
    number = 0
    for instruction, several in walks.items():
        guide, aligned = guide_records(store, instruction)
        store.records.create(guide.model_copy(update={"path_id": PATH_ID}))
        store.records.create(aligned)
        for walk in several:
            number += 1
            changed = {"path_id": PATH_ID, "instruction_id": instruction, "path": walk, "pose_trace": None}
            store.records.create(follower_record(store, number).model_copy(update=changed))
    return store


def scores_as_r2r(truth: Path, submission: Path) -> dict[str, float]:
    """R2R's scorer on the corridor, whose viewpoints are two metres apart.

    It wants a walk for each of three instructions of every path, takes the first one that it meets, and passes over
    those that it does not know.
    """
    paths = {row["path_id"]: row for row in json.loads(truth.read_text())}
    wanted = {f"{path_id}_{index}" for path_id in paths for index in range(3)}
    errors, lengths = [], []
    for row in json.loads(submission.read_text()):
        if row["instr_id"] not in wanted:
            continue
        wanted.remove(row["instr_id"])
        path = paths[int(row["instr_id"].split("_")[0])]["path"]
        walk = [viewpoint for viewpoint, _heading, _elevation in row["trajectory"]]
        assert walk[0] == path[0], "a walk begins where the path does"
        places = [2.0 * CORRIDOR.index(viewpoint) for viewpoint in walk]
        errors.append(abs(places[-1] - 2.0 * CORRIDOR.index(path[-1])))
        lengths.append(sum(abs(there - here) for here, there in pairwise(places)))
    if wanted:
        raise LookupError(f"no walks for {sorted(wanted)}")
    return {
        "nav_error": float(np.mean(errors)),
        "length": float(np.mean(lengths)),
        "success_rate": float(np.mean([error < 3.0 for error in errors])),
    }


def test_r2rs_scorer_takes_the_walks_of_a_rank_and_those_it_cannot_take_are_counted(tmp_path: Path) -> None:
    dataset = Dataset(filled(tmp_path / "data", WALKS), corridor(tmp_path / "place"))
    report = export(dataset, tmp_path / "out", open_formats(["r2r"]))
    folder = tmp_path / "out" / "r2r"
    first = scores_as_r2r(folder / "rank_1/R2R_train.json", folder / "rank_1/R2R_train_submission.json")
    # R2R's eval.py printed these for the same files
    assert first == pytest.approx({"nav_error": 2.0, "length": 10 / 3, "success_rate": 2 / 3})
    assert not (folder / "rank_2/R2R_train.json").exists()
    with pytest.raises(LookupError, match=f"{PATH_ID}_2"):
        scores_as_r2r(folder / "rank_1/R2R_train.json", folder / "rank_2/R2R_train_submission.json")
    assert report.notes == {UNSCORED: 3}  # the walk of the fourth instruction, and two second ones of three
    submitted = [
        (rank, row["instr_id"], tuple(viewpoint for viewpoint, *_ in row["trajectory"]))
        for rank in (1, 2)
        for row in json.loads((folder / f"rank_{rank}/R2R_train_submission.json").read_text())
    ]
    assert submitted == [
        (rank, f"{PATH_ID}_{number - 1}", several[rank - 1])
        for rank in (1, 2)
        for number, several in WALKS.items()
        if len(several) >= rank
    ]


def test_a_complete_rank_is_scored_whole_and_nothing_is_counted(tmp_path: Path) -> None:
    walks = {number: [PATH, CORRIDOR] for number in (1, 2, 3)}
    dataset = Dataset(filled(tmp_path / "data", walks), corridor(tmp_path / "place"))
    report = export(dataset, tmp_path / "out", open_formats(["r2r"]))
    ranks = tmp_path / "out" / "r2r"
    errors = [
        scores_as_r2r(
            ranks / f"rank_{rank}/R2R_train.json", ranks / f"rank_{rank}/R2R_train_submission.json"
        )["nav_error"]
        for rank in (1, 2)
    ]
    assert errors == [0.0, 2.0]
    assert not +report.notes


CVDN_KEYS = [
    "idx",
    "scan",
    "target",
    "start_pano",
    "problem",
    "end_panos",
    "navigator",
    "navigator_mturk",
    "navigator_quality",
    "navigator_avg_quality",
    "oracle",
    "oracle_mturk",
    "oracle_quality",
    "oracle_avg_quality",
    "nav_camera",
    "nav_steps",
    "dialog_history",
    "stop_history",
    "planner_nav_steps",
    "R2R_spl",
    "R2R_oracle_spl",
]
NDH_KEYS = [
    "inst_idx",
    "scan",
    "target",
    "start_pano",
    "nav_camera",
    "dialog_history",
    "nav_history",
    "game_idx",
    "end_panos",
    "player_path",
    "planner_path",
    "navigator_game_quality",
    "navigator_avg_quality",
    "oracle_game_quality",
    "oracle_avg_quality",
    "R2R_success",
    "R2R_spl",
    "R2R_oracle_success",
    "R2R_oracle_spl",
]
"""The keys that the data's READMEs name."""


def told_as_ndh(item: Mapping[str, Any], history: str) -> str:
    """The text that NDH's loader makes of an instance, for each of its histories."""
    turns: list[dict[str, str]] = item["dialog_history"]
    target: str = "<TAR> " + item["target"]
    if history == "target" or not turns:
        return target
    if history == "oracle_ans":
        return "<ORA> " + turns[-1]["message"] + " " + target
    if history == "nav_q_oracle_ans":
        return "<NAV> " + turns[-2]["message"] + " <ORA> " + turns[-1]["message"] + " " + target
    marks = {"navigator": "<NAV> ", "oracle": "<ORA> "}
    return "".join(marks[turn["role"]] + turn["message"] + " " for turn in turns) + target


def test_cvdn_and_ndh_have_every_key_of_theirs(tmp_path: Path) -> None:
    store = annotated(tmp_path / "data")
    gave_up = follower_record(store, 2).model_copy(update={"outcome": "gave_up", "path": ("door", "lamp")})
    store.records.create(gave_up)
    export(Dataset(store), tmp_path / "out", open_formats(["cvdn"]))
    folder = tmp_path / "out" / "cvdn"
    dialogs = json.loads((folder / "CVDN_train.json").read_text())
    instances = json.loads((folder / "NDH_train.json").read_text())
    reasons = json.loads((folder / "about.json").read_text())["null"]
    for rows, keys in ((dialogs, CVDN_KEYS), (instances, NDH_KEYS)):
        for row in rows:
            assert set(keys) <= set(row)
            unknown = {key for key in keys if row[key] is None}
            assert all(any(key.endswith(told.lstrip("*")) for told in reasons) for key in unknown), unknown
    assert [row["stop_history"] for row in dialogs] == [[2], []]
    assert [row["R2R_success"] for row in instances] == [1.0, 1.0]  # SCORES, which both records have
    for row in instances:
        assert row["planner_path"][0] == row["start_pano"]["pano"] == row["nav_history"][-1]
        assert told_as_ndh(row, "target") == "<TAR> "
        assert told_as_ndh(row, "oracle_ans") == f"<ORA> {TEXTS[0]} <TAR> "
        assert told_as_ndh(row, "nav_q_oracle_ans") == f"<NAV>  <ORA> {TEXTS[0]} <TAR> "
        assert told_as_ndh(row, "all") == f"<NAV>  <ORA> {TEXTS[0]} <TAR> "


def test_rxrs_visualiser_finds_its_arrays(tmp_path: Path) -> None:
    export(Dataset(annotated(tmp_path / "data")), tmp_path / "out", open_formats(["rxr"]))
    folder = tmp_path / "out" / "rxr"
    with gzip.open(folder / "rxr_train_guide.jsonl.gz", "rt") as file:
        rows = [json.loads(line) for line in file]
    for row in rows:
        name = f"{row['instruction_id']:06}_guide_pose_trace.npz"
        with np.load(folder / "pose_traces" / "rxr_train" / name) as trace:  # without pickles
            snapshots = [
                (float(time), intrinsic.reshape(16), extrinsic.reshape(16))
                for time, intrinsic, extrinsic in zip(
                    trace["time"].ravel(), trace["intrinsic_matrix"], trace["extrinsic_matrix"], strict=True
                )
            ]
            assert trace["image_mask"].shape == (len(PATH), 128, 256)
            assert trace["feature_weights"].shape == (len(PATH), 36)
            assert trace["text_masks"].shape == (len(PATH), len(row["instruction"].split()))
            assert {trace[key].dtype for key in ("image_mask", "text_masks")} == {np.dtype(bool)}
        times = [time for time, *_ in snapshots]
        assert times == sorted(times)
        for number, (_, intrinsic, extrinsic) in enumerate(snapshots):
            camera = extrinsic.reshape(4, 4)  # three.js reads columns, and so transposes it
            assert camera[3].tolist() == [0, 0, 0, 1]
            assert camera[:3, 3] == pytest.approx([0.0, 1.5, -2.0 * (number // 2)])
            assert intrinsic.reshape(4, 4)[3].tolist() == [0, 0, -1, 0]
        assert all(
            word["start_time"] is not None and word["end_time"] is not None
            for word in row["timed_instruction"]
        )


@dataclass(frozen=True, slots=True)
class NavigationGoal:
    position: list[float]
    radius: float | None = None


@dataclass(frozen=True, slots=True)
class InstructionData:
    instruction_text: str
    instruction_id: str | None = None
    language: str | None = None
    annotator_id: str | None = None
    edit_distance: float | None = None
    timed_instruction: list[dict[str, float | str]] | None = None
    instruction_tokens: list[str] | None = None
    split: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """What habitat's and VLN-CE's episodes have; other keys are refused."""

    episode_id: str
    scene_id: str
    start_position: list[float]
    start_rotation: list[float]
    info: dict[str, Any] | None = None
    goals: list[dict[str, Any]]
    start_room: str | None = None
    shortest_paths: list[Any] | None = None
    reference_path: list[list[float]] | None = None
    instruction: dict[str, Any]
    trajectory_id: int | str | None = None


@pytest.mark.parametrize("role", ["guide", "follower"])
def test_vlnces_classes_take_every_episode(role: str, places: PanoramaFolder, tmp_path: Path) -> None:
    store = annotated(tmp_path / "data")
    export(Dataset(store, places), tmp_path / "out", open_formats(["vlnce"]))
    with gzip.open(tmp_path / "out" / "vlnce" / f"train_{role}.json.gz", "rt") as file:
        read = json.load(file)
    words = Counter(
        token for row in read["episodes"] for token in row["instruction"]["instruction_text"].split()
    )
    vocabulary = {word: index for index, word in enumerate(("<pad>", "<unk>", *sorted(words)))}
    expected = GuideAnnotation if role == "guide" else FollowerAnnotation
    assert len(read["episodes"]) == store.records.count(expected)
    for row in read["episodes"]:
        episode = Episode(**row)
        told = InstructionData(**episode.instruction)
        (goal,) = (NavigationGoal(**each) for each in episode.goals)
        assert all(
            isinstance(name, str) for name in (episode.episode_id, told.instruction_id, told.annotator_id)
        )
        assert told.language in ("en-US", "hi-IN")
        assert (goal.position, goal.radius) == ([0.0, 0.0, -4.0], 3.0)
        assert episode.reference_path == [[0.0, 0.0, 0.0], [0.0, 0.0, -2.0], [0.0, 0.0, -4.0]]
        assert episode.start_position == episode.reference_path[0]
        assert math.hypot(*episode.start_rotation) == pytest.approx(1.0)
        assert episode.scene_id == "mp3d/corridor/corridor.glb"
        tokens = [vocabulary[word] for word in told.instruction_text.split()]
        assert len(tokens) == len(told.timed_instruction or ())
