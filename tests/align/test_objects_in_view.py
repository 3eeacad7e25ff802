"""What is in view, against the demo house's ground truth: identity pictures, and boxes in the world."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from align import PoseTrace, TimedWord
from align.exports import word_rows
from align.masks import LabelledHouse, image_mask, objects_in_view
from environments import demo
from environments.errors import ImageNotFoundError, InvalidDataError
from environments.geometry import extrinsic_matrix, rotation, to_y_up

ROOT = Path(__file__).parents[2]
FOLDER = Path(demo.__file__).parent / "house"
GROUND_TRUTH = json.loads((FOLDER / "objects.json").read_text(encoding="utf-8"))
VIEWPOINTS = [
    viewpoint
    for viewpoint in json.loads((FOLDER / "graph.json").read_text(encoding="utf-8"))["viewpoints"]
    if (FOLDER / f"{viewpoint['viewpoint_id']}.ids.png").is_file()
]
CAMERAS = np.random.default_rng(5).uniform((-np.pi, -0.8, 0.5), (np.pi, 0.8, 1.6), (8, 3)).tolist()
"""Heading, elevation and vertical field of view."""

WORD = TimedWord("sofa", 0.2, 0.4, "aligned")


@pytest.fixture(scope="module")
def house() -> LabelledHouse:
    return LabelledHouse.open(FOLDER)


def lens(fov: float) -> NDArray[np.float64]:
    focal = 1 / np.tan(fov / 2)
    return np.array([[focal * 0.75, 0, 0, 0], [0, focal, 0, 0], [0, 0, -1, -0.2], [0, 0, -1, 0]])


def stand(viewpoint: dict[str, Any], *cameras: tuple[float, float, float]) -> PoseTrace:
    """A snapshot every second."""
    return PoseTrace(
        np.arange(len(cameras), dtype=np.float64),
        (viewpoint["viewpoint_id"],) * len(cameras),
        np.array([extrinsic_matrix(viewpoint["position"], *camera[:2]) for camera in cameras], np.float32),
        np.array([lens(camera[2]) for camera in cameras], np.float32),
    )


def identities(viewpoint: dict[str, Any]) -> NDArray[np.uint8]:
    with Image.open(FOLDER / f"{viewpoint['viewpoint_id']}.ids.png") as picture:
        return np.asarray(picture)


def in_view(shape: tuple[int, ...], heading: float, elevation: float, fov: float) -> NDArray[np.bool_]:
    """Which pixels a camera sees, by angles in its own frame, as the demo house's README places pixels."""
    rows, columns = np.indices(shape) + 0.5
    h, e = (columns / shape[1] - 0.5) * 2 * np.pi, (0.5 - rows / shape[0]) * np.pi
    world = np.stack([np.sin(h) * np.cos(e), np.cos(h) * np.cos(e), np.sin(e)], axis=-1)
    right, forward, up = np.moveaxis(world @ rotation(heading, elevation), -1, 0)
    half = fov / 2
    inside: NDArray[np.bool_] = (
        (forward > 0)
        & (abs(np.arctan2(up, forward)) <= half)
        & (abs(np.arctan2(right, forward)) <= np.arctan(np.tan(half) * 4 / 3))
    )
    return inside


@pytest.mark.parametrize("viewpoint", VIEWPOINTS, ids=lambda viewpoint: str(viewpoint["viewpoint_id"]))
def test_objects_in_view_are_exactly_those_with_pixels_in_view(
    viewpoint: dict[str, Any], house: LabelledHouse
) -> None:
    numbers = identities(viewpoint)
    for camera in CAMERAS[:3]:
        seen = in_view(numbers.shape, *camera)
        found = {
            thing.object_id: thing.share for thing in objects_in_view(stand(viewpoint, camera), WORD, house)
        }
        truth = {
            house.names[number][0]: float(seen[numbers == number].mean())
            for number in np.unique(numbers[seen & (numbers > 0)]).tolist()
        }
        assert found.keys() == truth.keys()
        assert found == pytest.approx(truth, abs=1e-3)


@pytest.mark.parametrize("viewpoint", VIEWPOINTS, ids=lambda viewpoint: str(viewpoint["viewpoint_id"]))
def test_the_mask_holds_exactly_the_pixels_of_the_objects_in_view(
    viewpoint: dict[str, Any], house: LabelledHouse
) -> None:
    numbers = identities(viewpoint)
    for camera in CAMERAS[:3]:
        trace = stand(viewpoint, camera)
        (mask,) = image_mask(trace, (numbers.shape[0], numbers.shape[1]))
        shown = {house.names[number][0] for number in np.unique(numbers[mask & (numbers > 0)]).tolist()}
        assert shown == {thing.object_id for thing in objects_in_view(trace, WORD, house)}


@pytest.mark.parametrize("viewpoint", VIEWPOINTS, ids=lambda viewpoint: str(viewpoint["viewpoint_id"]))
def test_boxes_in_the_world_agree(viewpoint: dict[str, Any], house: LabelledHouse) -> None:
    """A box wholly in the picture is seen whole; one wholly beyond one side of it is not seen at all."""
    here, told = viewpoint["viewpoint_id"], [0, 0]
    for camera in CAMERAS:
        trace = stand(viewpoint, camera)
        shares = {thing.object_id: thing.share for thing in objects_in_view(trace, WORD, house)}
        to_clip = trace.intrinsic_matrix[0] @ np.linalg.inv(trace.extrinsic_matrix[0])
        for entry in GROUND_TRUTH["objects"]:
            if here in entry["seen_from"]:
                corners = np.array(np.meshgrid(*zip(*entry["box"], strict=True))).reshape(3, 8).T
                x, y, _, w = to_clip @ np.insert(to_y_up(corners), 3, 1.0, axis=1).T
                sides = np.stack([w - x, w + x, w - y, w + y]) / np.linalg.norm(
                    corners - viewpoint["position"], axis=1
                )
                margin = 0.02  # a pixel of the identity picture is 0.006 rad
                if (sides > margin).all():
                    assert shares[entry["object_id"]] == 1.0
                    told[0] += 1
                elif (sides < -margin).all(axis=1).any():
                    assert entry["object_id"] not in shares
                    told[1] += 1
    assert min(told) > 0


def test_a_word_has_what_was_in_view_while_it_was_spoken_and_nothing_of_before(house: LabelledHouse) -> None:
    viewpoint = next(v for v in VIEWPOINTS if v["viewpoint_id"] == "living-room-sofa")
    left, right = (-1.0, -0.3, 1.0), (2.0, -0.3, 1.0)
    trace = stand(viewpoint, left, right)

    def seen(start: float, end: float) -> dict[str, float]:
        found = objects_in_view(trace, TimedWord("there", start, end, "aligned"), house)
        assert [thing.share for thing in found] == sorted((thing.share for thing in found), reverse=True)
        assert {thing.viewpoint_id for thing in found} == {"living-room-sofa"}
        return {thing.label: thing.share for thing in found}

    before, after, both = seen(0.1, 0.9), seen(1.0, 1.5), seen(0.5, 1.5)
    assert before.keys() != after.keys()
    assert both.keys() == before.keys() | after.keys()
    assert all(both[label] >= max(before.get(label, 0), after.get(label, 0)) for label in both)


def test_a_house_without_labels_is_refused(tmp_path: Path, house: LabelledHouse) -> None:
    with pytest.raises(InvalidDataError, match=r"objects\.json"):
        LabelledHouse.open(tmp_path)
    with pytest.raises(ImageNotFoundError, match="cellar"):
        objects_in_view(stand(VIEWPOINTS[0] | {"viewpoint_id": "cellar"}, (0.0, 0.0, 1.0)), WORD, house)


def test_the_readmes_query_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], house: LabelledHouse
) -> None:
    monkeypatch.chdir(tmp_path)
    trace = stand(VIEWPOINTS[0], (0.0, 0.0, 1.2), (np.pi, 0.0, 1.2))
    trace.save_rxr("000001_guide_pose_trace.npz")
    Path("000001.json").write_text(json.dumps(word_rows([WORD])))
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "align" / "README.md").read_text(), re.DOTALL)
    (query,) = (block for block in blocks if "objects_in_view" in block)
    exec(query, {})
    best = objects_in_view(trace, WORD, house)[0]
    assert capsys.readouterr().out.startswith(f"sofa; {best.share:.0%} of the {best.label}")
