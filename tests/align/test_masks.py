"""RxR's masks: cameras whose views are known, words whose places are known, and the real annotation."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from align import PoseTrace, TimedWord
from align.grounding import ground, snapshots_of
from align.masks import (
    RxRMasks,
    feature_weights,
    image_mask,
    rxr_masks,
    text_masks,
    visits,
    write_rxr_trace,
)
from align.masks.view import pixel_directions
from environments.errors import InvalidDataError
from environments.geometry import direction, extrinsic_matrix

DEGREE = np.pi / 180


def lens(vertical: float, aspect: float = 4 / 3) -> NDArray[np.float32]:
    """An OpenGL projection, vertical field of view in radians."""
    focal = 1 / np.tan(vertical / 2)
    matrix = np.diag([focal / aspect, focal, -1.0, 0.0])
    matrix[2, 3], matrix[3, 2] = -0.2, -1.0
    return matrix.astype(np.float32)


def walk(*rows: tuple[float, str, float, float], fov: float = 75 * DEGREE) -> PoseTrace:
    """Snapshots of (time, viewpoint, heading, elevation)."""
    return PoseTrace(
        np.array([row[0] for row in rows]),
        tuple(row[1] for row in rows),
        np.array([extrinsic_matrix((1, 2, 1.5), *row[2:]) for row in rows], np.float32),
        np.array([lens(fov)] * len(rows)),
    )


def word(text: str, start: float, end: float) -> TimedWord:
    return TimedWord(text, start, end, "aligned")


def at(mask: NDArray[np.bool_], heading: float, elevation: float) -> bool:
    rows, columns = mask.shape
    row, column = (0.5 - elevation / np.pi) * rows, (heading / (2 * np.pi) + 0.5) % 1 * columns
    return bool(mask[int(row), int(column)])


# ---- pixels


def test_a_level_camera_sees_as_far_as_its_lens() -> None:
    (mask,) = image_mask(walk((0.0, "a", 0.5, 0.0), fov=60 * DEGREE))
    half_width = np.arctan(np.tan(30 * DEGREE) * 4 / 3)
    assert mask.shape == (128, 256)
    for side in (-1, 1):
        assert at(mask, 0.5 + side * (half_width - 2 * DEGREE), 0.0)
        assert not at(mask, 0.5 + side * (half_width + 2 * DEGREE), 0.0)
        assert at(mask, 0.5, side * 28 * DEGREE)
        assert not at(mask, 0.5, side * 32 * DEGREE)
    assert not at(mask, 0.5 + np.pi, 0.0)


def test_heading_zero_is_the_centre_and_right_is_right() -> None:
    (ahead,) = image_mask(walk((0.0, "a", 0.0, 0.0), fov=20 * DEGREE))
    (right,) = image_mask(walk((0.0, "a", np.pi / 2, 0.0), fov=20 * DEGREE))
    (up,) = image_mask(walk((0.0, "a", 0.0, np.pi / 4), fov=20 * DEGREE))
    centres = [np.argwhere(mask).mean(axis=0) + 0.5 for mask in (ahead, right, up)]
    assert centres[0] == pytest.approx([64, 128])
    assert centres[1] == pytest.approx([64, 192])
    assert centres[2] == pytest.approx([32, 128], abs=0.5)
    assert np.array_equal(np.roll(ahead, 64, axis=1), right)


def test_a_view_behind_crosses_the_seam_and_one_straight_up_goes_all_round() -> None:
    (behind,) = image_mask(walk((0.0, "a", np.pi, 0.0)))
    assert behind[64, 0]
    assert behind[64, -1]
    assert np.array_equal(behind, behind[:, ::-1])
    (above,) = image_mask(walk((0.0, "a", 1.0, np.pi / 2)))
    assert above[0].all()
    assert not above[64:].any()


def test_a_pixel_is_seen_when_it_lands_in_the_picture() -> None:
    """The same question asked the other way: points in the world through both matrices, by the book."""
    rng = np.random.default_rng(0)
    for heading, elevation, fov in rng.uniform((-3, -1.5, 0.3), (3, 1.5, 2.0), (20, 3)):
        trace = walk((0.0, "a", heading, elevation), fov=fov)
        (mask,) = image_mask(trace)
        points = trace.extrinsic_matrix[0, :3, 3] + 5 * pixel_directions(mask.shape)
        to_clip = trace.intrinsic_matrix[0] @ np.linalg.inv(trace.extrinsic_matrix[0].astype(np.float64))
        x, y, _, w = np.moveaxis(np.insert(points, 3, 1.0, axis=-1) @ to_clip.T, -1, 0)
        margin = w - np.maximum(abs(x), abs(y))
        clear = abs(margin) > 1e-5
        assert np.array_equal(mask[clear], (margin > 0)[clear])


def test_a_visit_has_all_that_its_snapshots_saw_and_nothing_else() -> None:
    turn = [(0.0, "a", 0.0, 0.0), (0.1, "a", 1.0, 0.2), (0.2, "b", 2.0, 0.0), (0.3, "a", 3.0, 0.0)]
    masks = image_mask(walk(*turn))
    alone = [image_mask(walk(row))[0] for row in turn]
    assert np.array_equal(masks[0], alone[0] | alone[1])
    assert np.array_equal(masks[1], alone[2])
    assert np.array_equal(masks[2], alone[3])
    assert [list(rows) for rows in visits(walk(*turn))] == [[0, 1], [2], [3]]


def test_many_views_together_see_what_each_of_them_sees() -> None:
    """Whether they follow each other closely, as in a walk, or look anywhere."""
    rng = np.random.default_rng(1)
    closely = np.cumsum(rng.normal(0, 0.02, (50, 2)), axis=0)
    anywhere = rng.uniform((-3, -1.5), (3, 1.5), (50, 2))
    for cameras in (closely, anywhere):
        rows = [(i / 10, "a", *camera) for i, camera in enumerate(cameras.tolist())]
        alone = [image_mask(walk(row, fov=0.6))[0] for row in rows]
        assert np.array_equal(image_mask(walk(*rows, fov=0.6))[0], np.any(alone, axis=0))


def test_where_the_camera_is_during_a_step_makes_no_difference() -> None:
    still = walk((0.0, "a", 0.4, 0.1), (0.1, "a", 0.4, 0.1))
    moved = still.extrinsic_matrix.copy()
    moved[1, :3, 3] += (0.5, 0.0, -1.0)
    moving = PoseTrace(still.time, still.viewpoint_ids, moved, still.intrinsic_matrix)
    assert np.array_equal(image_mask(still), image_mask(moving))


# ---- words

STEPS = walk(*((i / 10, "abca"[i // 10], 0.0, 0.0) for i in range(40)))
TEXT = "Turn left, रुको  stop"
SAID = [word("Turn", 0.2, 0.5), word("left,", 0.8, 1.3), word("रुको", 2.0, 2.0), word("stop", 2.9, 3.0)]


def test_a_token_belongs_to_the_viewpoints_where_it_was_spoken() -> None:
    assert text_masks(STEPS, SAID, TEXT).astype(int).tolist() == [
        [1, 1, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 1, 1],
        [0, 0, 0, 0],
    ]


def test_sub_words_follow_their_words() -> None:
    cls, turn, left, comma, ru, ko, two, end = (
        (0, 0), (0, 4), (5, 9), (9, 10), (11, 13), (13, 15), (3, 7), (17, 21),
    )  # fmt: skip
    masks = text_masks(STEPS, SAID, TEXT, [cls, turn, left, comma, ru, ko, two, end])
    assert masks.shape == (4, 8)
    assert masks[0].tolist() == [False, True, True, True, False, False, True, False]
    assert masks[1].tolist() == [False, False, True, True, False, False, True, False]
    assert masks[2].tolist() == [False, False, False, False, True, True, False, True]


def test_words_of_another_text_are_refused() -> None:
    with pytest.raises(InvalidDataError, match="4 words do not match the 2"):
        text_masks(STEPS, SAID, "Turn left")


def follower(*rows: tuple[float, float, str]) -> PoseTrace:
    """Snapshots of (time, audio_time, viewpoint)."""
    seen = walk(*((time, viewpoint, 0.0, 0.0) for time, _, viewpoint in rows))
    return PoseTrace(
        seen.time,
        seen.viewpoint_ids,
        seen.extrinsic_matrix,
        seen.intrinsic_matrix,
        np.array([row[1] for row in rows]),
    )


def test_a_follower_hears_a_word_where_the_voice_was_then() -> None:
    # hears 0-1 s at a, pauses and steps to b, goes back to 0.5 s, hears to 1.5 s, skips to 9 s
    heard = follower((0, 0, "a"), (1, 1, "a"), (5, 1, "b"), (6, 0.5, "b"), (7, 1.5, "b"), (7.1, 9, "b"))
    assert snapshots_of(word("said twice", 0.6, 0.8), heard).tolist() == [0, 3]
    assert snapshots_of(word("before the pause", 0.1, 0.4), heard).tolist() == [0]
    assert snapshots_of(word("after it", 1.0, 1.2), heard).tolist() == [3]
    assert snapshots_of(word("skipped", 4.0, 5.0), heard).tolist() == []
    assert snapshots_of(word("without length", 1.2, 1.2), heard).tolist() == [3]
    never, twice = ground([word("skipped", 4.0, 5.0), word("said twice", 0.6, 0.8)], heard)
    assert (never.viewpoint_id, never.heading, never.first_snapshot) == (None, None, None)
    assert (twice.first_snapshot, twice.last_snapshot) == (0, 3)


# ---- the 36 views


def test_what_one_of_the_36_views_shows_is_that_view() -> None:
    for index in (0, 3, 11, 12, 17, 24, 35):
        heading, elevation = index % 12 * 30 * DEGREE, (index // 12 - 1) * 30 * DEGREE
        weights = feature_weights(image_mask(walk((0.0, "a", heading, elevation), fov=60 * DEGREE)))[0]
        assert weights.argmax() == index
        assert weights[index] > 0.97
        opposite = (index // 12) * 12 + (index + 6) % 12
        assert weights[opposite] < 0.4


def test_weights_are_means() -> None:
    masks = np.zeros((3, 128, 256), np.bool_)
    masks[1] = True
    masks[2, :64] = True  # all that is above the horizon
    weights = feature_weights(masks)
    assert weights.dtype == np.float32
    assert weights[0].tolist() == [0.0] * 36
    assert weights[1].tolist() == [1.0] * 36
    low, level, high = weights[2].reshape(3, 12)
    assert low == pytest.approx([0.0] * 12, abs=0.01)
    assert level == pytest.approx([0.5] * 12, abs=0.01)
    assert high == pytest.approx([1.0] * 12, abs=0.01)


# ---- the file


def test_the_file_is_a_pose_trace_with_rxrs_masks(tmp_path: Path) -> None:
    masks = rxr_masks(STEPS, SAID, TEXT)
    write_rxr_trace(tmp_path / "trace.npz", STEPS, masks)
    assert np.array_equal(PoseTrace.load(tmp_path / "trace.npz").time, STEPS.time)
    with np.load(tmp_path / "trace.npz") as columns:
        shapes = {name: (columns[name].shape, columns[name].dtype.name) for name in columns}
        assert np.array_equal(columns["image_mask"], masks.image_mask)
    assert shapes["image_mask"] == ((4, 128, 256), "bool")
    assert shapes["text_masks"] == ((4, 4), "bool")
    assert shapes["feature_weights"] == ((4, 36), "float32")
    assert shapes["extrinsic_matrix"] == ((40, 16), "float32")


def test_the_same_masks_give_the_same_bytes() -> None:
    first, second = io.BytesIO(), io.BytesIO()
    for target in (first, second):
        write_rxr_trace(target, STEPS, rxr_masks(STEPS, SAID, TEXT))
    assert first.getvalue() == second.getvalue()


# ---- the real annotation


@pytest.fixture(scope="module")
def sample(shared: Path) -> tuple[PoseTrace, str]:
    folder = shared / "data" / "pangea_sample"
    data = (folder / "snapshots.jsonl").read_bytes()
    trace = PoseTrace.from_snapshots_2021(data, layout="row", time_unit="s")
    return trace, json.loads((folder / "args.json").read_text())["instruction"]


@pytest.fixture(scope="module")
def masks(sample: tuple[PoseTrace, str]) -> RxRMasks:
    trace, text = sample
    spread = np.linspace(0, trace.time[-1], len(text.split()) + 1)
    words = [word(token, *spread[i : i + 2]) for i, token in enumerate(text.split())]
    return rxr_masks(trace, words, text)


@pytest.mark.shared_data
def test_real_masks_have_rxrs_shapes_and_types(masks: RxRMasks) -> None:
    assert (masks.image_mask.shape, masks.image_mask.dtype.name) == ((6, 128, 256), "bool")
    assert masks.text_masks is not None
    assert (masks.text_masks.shape, masks.text_masks.dtype.name) == ((6, 77), "bool")
    assert (masks.feature_weights.shape, masks.feature_weights.dtype.name) == ((6, 36), "float32")


@pytest.mark.shared_data
def test_real_masks_hold_the_centre_of_every_view(sample: tuple[PoseTrace, str], masks: RxRMasks) -> None:
    trace, _ = sample
    assert at(masks.image_mask[0], float(trace.heading[0]), float(trace.elevation[0]))
    for mask, rows in zip(masks.image_mask, visits(trace), strict=True):
        assert all(at(mask, float(trace.heading[row]), float(trace.elevation[row])) for row in rows)


@pytest.mark.shared_data
def test_real_weights_are_means_of_the_mask_and_every_word_is_spoken_somewhere(masks: RxRMasks) -> None:
    weights = masks.feature_weights
    assert np.isfinite(weights).all()
    assert weights.min() >= 0
    assert weights.max() <= 1
    assert np.argsort(weights.sum(axis=1)).tolist() == np.argsort(masks.image_mask.mean(axis=(1, 2))).tolist()
    assert masks.text_masks is not None
    assert masks.text_masks.any(axis=0).all()


def test_directions_and_pixels_agree_with_the_geometry_of_the_house() -> None:
    centres = pixel_directions((4, 8))
    assert centres.shape == (4, 8, 3)
    right, up, back = centres[1, 5]
    assert (right, -back, up) == pytest.approx(tuple(direction(1.5 / 8 * 2 * np.pi, np.pi / 8)))
