"""Attention correctness: the paper's figure, people by hand, three kinds of chance, and the lag of eyes and voice."""

from __future__ import annotations

from math import pi, radians

import numpy as np
import pytest

from align.reference.attention import (
    AttendedPhrase,
    Attention,
    CameraAttention,
    MapAttention,
    _view_cells,
    correctness,
    lag_curve,
    score_attention,
    share_in_view,
    shuffle,
)
from align.reference.finders import WHOLE_SPHERE
from align.reference.overlaps import Boxes
from align.reference.prior import CameraPrior, SeenView
from environments.errors import InvalidDataError
from environments.regions import LatLonBox, ViewBox, area
from tests.reference.test_phrases import box

# Liu, Mao, Sha and Yuille 2017, Figure 2: the region holds the two cells in the middle of the first two rows
FIGURE_2 = np.array([[0.08, 0.12, 0.20, 0.12], [0.04, 0.10, 0.12, 0.08], [0, 0.02, 0.08, 0.04], [0, 0, 0, 0]])
PICTURE = box(50, 10, 90, 90)


def fixed(share: float | None) -> Attention:
    class Fixed:
        def inside(self, regions: Boxes) -> float | None:
            return share

    return Fixed()


LAMP = (box(0),)


def phrase(
    *shares: float | None, walk: str = "w", regions: Boxes = LAMP, in_view: float | None = None
) -> AttendedPhrase:
    return AttendedPhrase(walk, "a", regions, tuple(map(fixed, shares)), in_view=in_view)


def test_the_papers_figure_on_a_picture() -> None:
    """The region ends half way between the middle and the picture's edge to either side, and at its middle below."""
    half = np.arctan(0.5)
    middle = LatLonBox(-half, 2 * half, 0, pi / 2)
    level = ViewBox(0, 0, pi / 2, pi / 2)
    assert MapAttention.of(FIGURE_2, level).inside((middle,)) == pytest.approx(0.54, abs=1e-9)
    assert MapAttention.of(FIGURE_2 * 7, level).inside((middle,)) == pytest.approx(0.54, abs=1e-9)


def test_the_papers_figure_on_the_sphere() -> None:
    """Each of the four columns is a quarter of the headings, each of the four rows 45° of elevation."""
    middle = LatLonBox(-pi / 2, pi, 0, pi / 2)
    assert MapAttention.of(FIGURE_2).inside((middle,)) == pytest.approx(0.54, abs=1e-9)


def test_a_map_turns_with_its_camera() -> None:
    corner = np.zeros((8, 8))
    corner[0, 7] = 1  # above, on the right
    attention = MapAttention.of(corner, PICTURE)
    assert attention.inside((PICTURE,)) == pytest.approx(1)
    assert attention.inside((ViewBox(PICTURE.heading, PICTURE.elevation, 0.5, 0.5),)) == 0
    right = LatLonBox(PICTURE.heading, pi / 2, -pi / 2, pi / 2)
    assert attention.inside((right,)) == pytest.approx(1)
    assert attention.inside((LatLonBox(-pi, 2 * pi, PICTURE.elevation, pi / 2),)) == pytest.approx(1)


def test_a_cell_on_the_edge_counts_in_part() -> None:
    whole = MapAttention.of(np.ones((1, 2)))  # each cell is half of the sphere's headings
    assert whole.inside((LatLonBox(-pi / 4, pi / 2, -pi / 2, pi / 2),)) == pytest.approx(0.25, abs=0.01)


@pytest.mark.parametrize(
    "weights", [np.zeros((2, 2)), np.array([[-1.0, 2]]), np.array([[np.nan]]), np.ones(3)]
)
def test_what_is_no_map_is_refused(weights: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> None:
    with pytest.raises(InvalidDataError, match="A map of attention has the shape"):
        MapAttention.of(weights)


def test_a_phrase_is_its_best_word_or_their_mean() -> None:
    found = phrase(0.1, None, 0.5)
    assert correctness(found) == 0.5
    assert correctness(found, "mean") == pytest.approx(0.3)
    assert correctness(phrase(None)) is None


def test_what_a_camera_saw_evenly_is_the_regions_share_of_the_view() -> None:
    view = box(0, 0, 60, 60)
    prior = CameraPrior((SeenView("a", view, 2.0), SeenView("b", box(90), 9.0)), sigma=None)
    attention = CameraAttention(prior, "a")
    assert attention.inside((box(10),)) == pytest.approx(area(box(10)) / area(view), rel=0.02)
    assert attention.inside((view,)) == pytest.approx(1, rel=0.02)
    assert attention.inside((box(90),)) == 0
    assert CameraAttention(prior, "c").inside((box(0),)) is None
    # the middle counts more
    middle = CameraAttention(CameraPrior(prior.views), "a")
    assert (middle.inside((box(0),)) or 0) > (attention.inside((box(0),)) or 0) * 1.5


def test_gains_are_over_chance_of_the_same_phrase() -> None:
    score = score_attention([phrase(0.5, in_view=0.2), phrase(0.3), phrase(regions=()), phrase(None)])
    sphere = area(box(0)) / (4 * pi)
    assert score.correctness.value == pytest.approx(0.4)
    assert score.uniform.value == pytest.approx(sphere)
    assert score.over_uniform.value == pytest.approx(0.4 - sphere)
    assert score.in_view.value == pytest.approx(0.2)
    assert score.over_in_view.value == pytest.approx(0.3)  # of the one phrase for which it is known
    assert (score.left_out, score.correctness.units, score.correctness.judgements) == (2, 1, 2)


def test_a_phrase_that_means_everything_in_view_is_left_out() -> None:
    found = [phrase(0.5, in_view=1.0), phrase(1.0, regions=WHOLE_SPHERE), phrase(0.3)]
    assert (score_attention(found).correctness.value, score_attention(found).left_out) == (0.3, 2)
    reason = score_attention(found[:2]).correctness.reason
    assert reason == "No phrase has a region and attention at its viewpoint."
    assert score_attention([phrase(0.3)]).in_view.reason == "Nobody knows what was in view."


# Liu, Mao, Sha and Yuille 2017, Table 1: correctness and baseline of the implicit and the supervised model
@pytest.mark.parametrize(
    ("value", "baseline", "gain"),
    [(0.3836, 0.3214, 0.0622), (0.4329, 0.3214, 0.1115), (0.5202, 0.3995, 0.1207), (0.5787, 0.3968, 0.1819)],
)
def test_the_gains_of_the_papers_table(value: float, baseline: float, gain: float) -> None:
    assert value - baseline == pytest.approx(gain, abs=1e-9)
    score = score_attention([phrase(value, in_view=baseline)] * 6)
    assert score.over_in_view.value == pytest.approx(gain)
    assert score.over_in_view.interval is None  # one walk


def looking(at: float, means: float, walk: str = "w") -> AttendedPhrase:
    prior = CameraPrior((SeenView("a", box(at, 0, 40, 40), 1.0),))
    return AttendedPhrase(walk, "a", (box(means),), (CameraAttention(prior, "a"),))


def test_looking_at_what_is_said_is_not_chance() -> None:
    headings = range(0, 360, 40)
    found = shuffle([looking(at, at + 3) for at in headings])
    assert found.phrases == 9
    assert found.p
    assert found.p < 0.01
    assert (found.correctness or 0) > 3 * (found.shuffled or 1)
    everywhere = shuffle([looking(0, at / 20) for at in headings])
    assert everywhere.p == pytest.approx(1, abs=0.01)  # the camera never moved: every order is as good


def test_only_phrases_of_one_walk_and_viewpoint_are_exchanged() -> None:
    found = shuffle([looking(0, 0, walk=str(number)) for number in range(5)])
    assert (found.p, found.phrases) == (None, 0)
    assert found.reason == "No two phrases of a walk have regions at one viewpoint."


def test_a_lag_compares_the_same_phrases() -> None:
    curve = lag_curve({-1.0: [phrase(0.6), phrase(0.9)], 0.0: [phrase(0.2), phrase(None)]})
    assert {lag: found.value for lag, found in curve.items()} == {-1.0: 0.6, 0.0: 0.2}
    assert lag_curve({0.0: [phrase(None)]})[0.0].reason
    assert lag_curve({0.0: []})[0.0].reason


def test_the_share_of_what_was_in_view() -> None:
    views = [box(0, 0, 60, 60), box(radians(0.01), 0, 60, 60), box(120, 0, 60, 60)]
    share = share_in_view((box(0),), views)
    assert share == pytest.approx(area(box(0)) / (2 * area(views[0])), rel=0.03)
    assert share_in_view((box(30, 0, 10, 10),), views) == pytest.approx(share / 2, rel=0.1)  # half is outside
    assert share_in_view((box(-120),), views) == 0


def test_what_a_camera_saw_that_looked_straight_up_is_measured() -> None:
    overhead = (ViewBox(0.3, pi / 2, 1.5, 1.2), ViewBox(0.3, -pi / 2, 1.5, 1.2))
    lamp = ViewBox(0.3, pi / 2, 0.2, 0.2)
    assert share_in_view((lamp,), overhead) == pytest.approx(area(lamp) / (2 * area(overhead[0])), rel=0.1)


def test_pixels_of_a_picture_are_as_far_apart_as_its_lens_is_wide_and_high() -> None:
    right, up = (
        0.5 * np.tan(radians(40)),
        0.5 * np.tan(radians(20)),
    )  # the middles of a quarter of the picture
    expected = np.array([[[x, 1, z] for x in (-right, right)] for z in (up, -up)])
    looks = _view_cells(2, 2, ViewBox(0.0, 0.0, radians(80), radians(40)))
    assert looks / looks[..., 1:2] == pytest.approx(expected)
