"""Phrase grounding: plural phrases in both ways, ranks, viewpoints, groups, directions; Flickr30k Entities' totals."""

from __future__ import annotations

from math import inf, pi, radians

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from align.reference.overlaps import Boxes, angle_to, overlap, overlaps, suppressed
from align.reference.phrases import (
    GroundedPhrase,
    Prediction,
    RankedPhrase,
    Viewpoints,
    by_size,
    by_type,
    point_at,
    rank_phrases,
    recall_at,
    score_pointing,
    weighted_by_instances,
)
from environments.geometry import direction
from environments.regions import LatLonBox, Mask, Polygon, Region, ViewBox, bounding_view, contains, iou


def box(heading: float, elevation: float = 0, width: float = 10, height: float = 10) -> ViewBox:
    return ViewBox(*map(radians, (heading, elevation, width, height)))


TWO = (box(-20), box(20))


def test_the_view_box_around_two_boxes() -> None:
    around = bounding_view(TWO)
    assert around
    assert np.degrees([around.width, around.height]) == pytest.approx([50, 10.985998], abs=1e-6)


@pytest.mark.parametrize(
    ("predicted", "by_union", "by_components"),
    [
        (None, 1, 0.375437818),  # the view box around both
        ((*TWO, box(0)), 1, 2 / 3),
        ((box(-16), box(16)), 0.823344, 0.428139331),
        (TWO, 1, 1),
        ((box(90),), 0, 0),
    ],
)
def test_plural_phrases_are_compared_in_both_ways(
    predicted: Boxes | None, by_union: float, by_components: float
) -> None:
    around = bounding_view(TWO)
    assert around
    predicted = predicted or (around,)
    assert overlap(TWO, predicted, "union") == pytest.approx(by_union, abs=2e-6)
    assert overlap(TWO, predicted, "components") == pytest.approx(by_components, abs=1e-8)
    assert overlaps([TWO], [predicted], "union")[0, 0] == pytest.approx(by_union, abs=2e-6)


@settings(max_examples=50)
@given(*[st.tuples(st.floats(-180, 179), st.floats(-80, 80), st.floats(1, 80), st.floats(1, 80))] * 2)
def test_both_are_the_iou_of_single_boxes(one: tuple[float, ...], other: tuple[float, ...]) -> None:
    gold, predicted = box(*one), box(*other)
    expected = iou(gold, predicted)
    for plural in ("union", "components"):
        assert overlap((gold,), (predicted,), plural) == pytest.approx(expected, abs=1e-9)
        assert overlaps([(gold,)], [(predicted,)], plural)[0, 0] == pytest.approx(expected, abs=1e-9)


def test_a_proposal_gives_way_to_a_better_one() -> None:
    ranked: list[Boxes] = [(box(0),), (box(1),), (box(9),)]
    assert suppressed(ranked, "components") == [ranked[0], ranked[2]]
    assert suppressed(ranked, "components", 1.0) == ranked
    assert suppressed([], "union") == []


def phrase(name: str = "p", walk: str = "w", **regions: Boxes) -> GroundedPhrase:
    return GroundedPhrase(name, walk, regions, "en-US", ("furniture",), said_from="a")


def ranks(found: GroundedPhrase, viewpoints: Viewpoints, **proposals: list[Boxes]) -> list[float]:
    ranked = rank_phrases([found], {"p": Prediction(proposals)}, viewpoints)
    return sorted(each.rank for each in ranked)


def test_which_viewpoints_count() -> None:
    sofa = phrase(a=(box(0),), b=(box(90),), c=())
    proposals: dict[str, list[Boxes]] = {"a": [(box(50),), (box(1),)], "b": [(box(90),)]}
    assert ranks(sofa, "any", **proposals) == [1]
    assert ranks(sofa, "said", **proposals) == [2]
    assert ranks(sofa, "each", **proposals) == [1, 2]
    assert ranks(sofa, "each", a=[(box(180),)]) == [inf, inf]
    assert ranks(phrase(b=(box(90),)), "said", **proposals) == []  # nobody drew it from where it was said


def test_the_rank_is_counted_after_suppression() -> None:
    near: list[Boxes] = [(box(8),), (box(9),), (box(0),)]
    assert ranks(phrase(a=(box(0),)), "any", a=near) == [2]
    (kept,) = rank_phrases([phrase(a=(box(0),))], {"p": Prediction({"a": near})}, suppression=None)
    assert kept.rank == 3


def test_recall_grows_with_k_and_ends_at_what_is_proposed() -> None:
    found = [RankedPhrase(str(n % 6), "", (), 1.0, rank) for n, rank in enumerate([1, 3, inf, 1, 12, 7] * 2)]
    values = recall_at(found)
    assert [values[k].value for k in (1, 5, 10, inf)] == pytest.approx([2 / 6, 3 / 6, 4 / 6, 5 / 6])
    assert (values[1].units, values[1].judgements) == (6, 12)
    assert values[1].interval
    assert recall_at(found[:5])[1].interval is None  # five walks
    assert recall_at([])[1].reason == "No phrase has a region there."


def test_walks_are_resampled_and_not_phrases() -> None:
    """One walk of many phrases that are all found does not make the figure surer."""
    found = [RankedPhrase("long", "", (), 1.0, 1.0)] * 1000
    found += [RankedPhrase(str(n), "", (), 1.0, inf) for n in range(9)]
    low, high = recall_at(found)[1].interval or (0, 0)
    assert low == 0
    assert high == pytest.approx(1, abs=0.01)


def test_groups_by_type_and_size() -> None:
    found = [RankedPhrase("w", "", ("plant", "other")[: 1 + n % 2], float(n), 1.0) for n in range(7)]
    assert {name: len(some) for name, some in by_type(found).items()} == {"other": 3, "plant": 7}
    assert {name: [each.size for each in some] for name, some in by_size(found).items()} == {
        "small": [0, 1],
        "middle": [2, 3, 4],
        "large": [5, 6],
    }


# Plummer et al. 2017, Table 6; its column "other" follows from the totals of Table 5
TYPES = ("people", "clothing", "bodyparts", "animals", "vehicles", "instruments", "scene", "other")
INSTANCES = (5656, 2306, 523, 518, 400, 162, 1619, 3374)


@pytest.mark.parametrize(
    ("by_types", "total"),
    [
        ((61.24, 36.90, 15.30, 62.74, 59.75, 31.48, 31.93, 25.36), 43.84),
        ((64.73, 39.20, 15.49, 64.09, 67.75, 37.65, 51.33, 30.36), 49.22),
        ((64.73, 46.88, 17.21, 65.83, 68.75, 37.65, 51.39, 31.64), 50.89),
        ((96.52, 77.36, 50.48, 91.12, 94.50, 80.86, 83.01, 75.87), 85.12),
    ],
)
def test_totals_are_weighted_by_instances(by_types: tuple[float, ...], total: float) -> None:
    shares, instances = dict(zip(TYPES, by_types, strict=True)), dict(zip(TYPES, INSTANCES, strict=True))
    assert sum(INSTANCES) == 14558
    assert weighted_by_instances(shares, instances) == pytest.approx(total, abs=6e-3)


REGIONS: tuple[Region, ...] = (
    box(170, 10, 40, 30),
    box(0, 80, 40, 40),
    LatLonBox(radians(170), radians(40), radians(-30), radians(10)),
    LatLonBox(-pi, 2 * pi, radians(60), pi / 2),
    Polygon(((0.0, 0.0), (0.2, 0.4), (0.5, 0.1))),
)
SPHERE = np.random.default_rng(1).normal(size=(200_000, 3))
SPHERE /= np.linalg.norm(SPHERE, axis=1, keepdims=True)


@pytest.mark.parametrize("region", REGIONS, ids=lambda region: f"{region.kind}")
def test_the_nearest_point_of_a_region(region: Region) -> None:
    """No sampled point of the region is nearer than the exact distance, and one is nearly as near."""
    inside = SPHERE[contains(region, SPHERE)]
    for look in direction(np.linspace(-3, 3, 13), np.linspace(-1.5, 1.5, 13)):
        nearest = float(np.arccos(np.clip(inside @ look, -1, 1)).min())
        assert angle_to(region, look) <= nearest + 1e-9
        assert angle_to(region, look) == pytest.approx(nearest, abs=0.03)


def test_the_nearest_cell_of_a_mask() -> None:
    cells = np.zeros((180, 360), bool)
    cells[90, 180] = True
    region = Mask.of(cells)
    assert angle_to(region, direction(radians(0.2), radians(-0.7))) == 0
    assert angle_to(region, direction(radians(10.5), radians(-0.5))) == pytest.approx(radians(10), abs=1e-4)


def test_directions_hit_or_miss_by_some_degrees() -> None:
    lamp = phrase(a=(box(-20), box(20)), b=(box(90),))
    points = {"a": (radians(22), 0.0), "b": (radians(84), 0.0)}
    found = point_at([lamp], {"p": Prediction(points=points)})
    assert [each.from_middle for each in found] == pytest.approx([2, 6])
    assert [each.from_region for each in found] == pytest.approx([0, 1])
    score = score_pointing(found)
    assert (score.hit.value, score.consistent.value, score.from_middle.value) == pytest.approx((0.5, 0, 4))
    assert {most: share.value for most, share in score.within.items()} == {1: 0, 3: 0.5, 5: 0.5, 10: 1}
    assert score_pointing(found, slack=1.01).consistent.value == 1
    best = point_at([lamp], {"p": Prediction(points=points)}, "any")
    assert [each.from_region for each in best] == [0]
    assert score_pointing([]).hit.reason
