"""Proposals of a viewpoint, kept between phrases: they say what is said of each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, pi, radians

import numpy as np
import pytest
from numpy.typing import NDArray

from align.reference.candidates import RANKED_BY, Candidates, ProposedRegion
from align.reference.causes import MaskedInstance, find_causes, is_bias_error
from align.reference.finders import CUES, order, ranks_by
from align.reference.overlaps import CORRECT, Boxes, Plural, overlap, suppressed
from align.reference.phrases import (
    PointedPhrase,
    RankedPhrase,
    by_language,
    by_size,
    pointing_as,
    rank,
    score_pointing,
    touchdown_pixels,
)
from align.reference.prior import CameraPrior, SeenView, seconds_in_view
from align.reference.spread import _in_union, _in_view, spread_points
from environments.errors import InvalidDataError
from environments.geometry import direction
from environments.regions import LatLonBox, ViewBox, area, union_area
from tests.reference.test_phrases import box
from tests.reference.test_prior import trace

ALONE = [(box(heading, elevation, 20, 16),) for heading in range(-20, 21, 4) for elevation in (-6, 0, 5)]
SEVERAL: list[Boxes] = [*ALONE[::5], (box(-20), box(20)), (box(-18), box(20)), (box(0), box(2), box(90))]
PRIOR = CameraPrior((
    SeenView("a", box(0, 0, 60, 40), 3.0), SeenView("a", box(40, 10, 60, 40), 0.5),
    SeenView("b", box(0, 0, 60, 40), 2.0),
))  # fmt: skip


def candidates(boxes: Sequence[Boxes]) -> Candidates:
    return Candidates([ProposedRegion(each) for each in boxes])


def test_candidates_are_a_sequence_with_areas_and_nearness() -> None:
    found = Candidates([ProposedRegion((box(0),), 2.5), ProposedRegion((box(0), box(50)))])
    assert (len(found), found[1], list(found)) == (2, list(found)[1], [found[0], found[1]])
    assert found.areas.tolist() == pytest.approx([area(box(0)), 2 * area(box(0))])
    assert found.nearness.tolist() == pytest.approx([-2.5, np.nan], nan_ok=True)
    assert order(found, CUES["nearest"], "a", PRIOR).tolist() == [0]
    assert order(found, CUES["largest"], "a", PRIOR).tolist() == [1, 0]
    assert set(found.orders) == {"nearest", "largest"}  # what says the same for every phrase is kept


@pytest.mark.parametrize("boxes", [ALONE, SEVERAL])
def test_their_shares_of_the_camera_prior_are_those_of_each_by_itself(boxes: list[Boxes]) -> None:
    for at in ("a", "b", "c"):
        expected = [PRIOR.share(at, each, RANKED_BY) for each in boxes]
        assert candidates(boxes).shares(at, PRIOR).tolist() == pytest.approx(expected, abs=1e-9)
    assert candidates(boxes).shares("a", CameraPrior(())).tolist() == [0.0] * len(boxes)
    assert candidates([]).shares("a", PRIOR).tolist() == []


def test_angles_are_to_the_nearest_middle_of_each() -> None:
    found = candidates([(box(-20), box(20)), (box(90),)])
    looks = direction(np.radians([15, 100]), np.zeros(2))
    assert np.degrees(found.angles_to(looks)) == pytest.approx(np.array([[5, 75], [80, 10]]))
    assert found.cosines_to((np.radians(15), 0.0)) == pytest.approx(np.cos(np.radians([5, 75])))
    assert (candidates([]).angles_to(looks).shape, candidates([]).cosines_to((0.0, 0.0)).size) == ((2, 0), 0)


@pytest.mark.parametrize("boxes", [ALONE, SEVERAL])
@pytest.mark.parametrize("plural", ["union", "components"])
@pytest.mark.parametrize("most", [0.2, 0.5, 0.8])
def test_ranks_are_those_after_suppression(boxes: list[Boxes], plural: Plural, most: float) -> None:
    places = np.random.default_rng(0).permutation(len(boxes))[:-2]
    kept = suppressed([boxes[place] for place in places], plural, most)
    ranks = candidates(boxes).compared(plural).ranks(places, most)
    assert ranks == [kept.index(each) + 1 if each in kept else inf for each in boxes]


def test_a_proposal_gives_way_only_to_what_overlaps_it_by_more() -> None:
    twice = candidates([(box(0),), (box(0),), (box(90),)]).compared("components")
    assert twice.ranks(np.arange(3), 1.0) == [1, 2, 3]
    assert twice.ranks(np.arange(3), 0.9) == [1, inf, 2]
    assert twice.ranks(np.arange(3), None) == [1, 2, 3]
    assert twice.ranks(np.array([2]), None) == [inf, inf, 1]


@pytest.mark.parametrize("boxes", [ALONE, SEVERAL])
@pytest.mark.parametrize("plural", ["union", "components"])
def test_those_are_correct_that_hold_half_of_what_was_drawn(boxes: list[Boxes], plural: Plural) -> None:
    compared = candidates(boxes).compared(plural)
    for gold in (boxes[3], (box(1, 1, 18, 15),), (box(-20), box(21)), (LatLonBox(-0.2, 0.4, -0.1, 0.1),)):
        expected = [place for place, each in enumerate(boxes) if overlap(gold, each, plural) >= CORRECT]
        assert sorted(compared.correct(gold)) == expected


HALVES = (LatLonBox(0.0, 2.0, -0.5, 0.5),), (LatLonBox(0.0, 1.0, -0.5, 0.5),)


def test_exactly_half_is_correct_and_gives_no_way() -> None:
    whole, half = HALVES
    assert list(candidates([half]).compared("components").correct(whole)) == [0]
    assert rank(whole, [half], "components", None) == 1
    assert suppressed([whole, half], "components", 0.5) == [whole, half]
    assert candidates([whole, half]).compared("components").ranks(np.arange(2), 0.5) == [1, 2]


def test_ranks_that_are_the_same_for_every_phrase_are_kept_and_others_are_not() -> None:
    found, elsewhere = candidates(ALONE), CameraPrior((SeenView("a", box(60, 0, 60, 40), 1.0),))
    for cue, steady in (("largest", True), ("camera prior", False)):
        first = ranks_by(found, "components", CUES[cue], "a", PRIOR, 0.5)
        assert (ranks_by(found, "components", CUES[cue], "a", elsewhere, 0.5) is first) is steady
    assert list(found.compared("components").steady) == [("largest", 0.5)]


@pytest.mark.parametrize(
    "view", [ViewBox(1, 1.0, 0.6, 0.3), ViewBox(3.1, -0.9, 1.2, 0.4), ViewBox(0, 1.5, 0.5, 0.5)]
)
def test_points_in_a_view_are_all_of_the_lattice_that_lie_in_it(view: ViewBox) -> None:
    size = union_area((view,))
    assert np.array_equal(_in_view(view, size, 1000), _in_union((view,), size, 1000))


def test_regions_that_are_too_small_are_refused() -> None:
    with pytest.raises(InvalidDataError, match="are too small"):
        spread_points((ViewBox(0, 0, 1e-9, 1e-9),))


def pointed(walk: str, name: str, degrees: float) -> PointedPhrase:
    return PointedPhrase(name, walk, degrees + 2, degrees, (box(0),), (0.0, 0.0))


def test_a_phrase_of_another_walk_is_another_phrase() -> None:
    score = score_pointing(
        [pointed("v", "p", 0.0), pointed("w", "p", 1.0), pointed("w", "q", 0.0)], slack=0.5
    )
    assert [score.hit.value, score.consistent.value] == pytest.approx([2 / 3, 2 / 3])
    assert (score.from_middle.value, score.from_region.value) == (2.0, 0.0)
    assert score_pointing([pointed("w", "p", 1.0)], slack=1.0).hit.value == 1
    even = score_pointing([pointed("v", "p", 0.0), pointed("w", "p", 1.0)])
    assert (even.from_middle.value, even.from_region.value) == (2.5, 0.5)


def test_touchdown_counts_what_is_nearer_than_its_pixels() -> None:
    walks: NDArray[np.intp] = np.zeros(2, np.intp)
    found = pointing_as(walks, np.array([80.0, 39.9]), "touchdown")
    assert {name: each.value for name, each in found.items()} == {
        "within 40 px, as Touchdown counts": 0.5,
        "within 80 px, as Touchdown counts": 0.5,
        "within 120 px, as Touchdown counts": 1,
        "mean distance in px, as Touchdown counts": 59.95,
    }
    assert pointing_as(walks, np.array([1.0, 0.0]), "soon")["hit, as SOON counts"].value == 0.5
    assert pointing_as(walks[:0], np.empty(0), "soon")["hit, as SOON counts"].reason


def test_languages_are_in_order_and_equal_sizes_keep_theirs() -> None:
    found = [RankedPhrase(str(n), "hi" if n % 2 else "en", (), 1.0, 1.0) for n in range(4)]
    assert {name: [each.walk for each in some] for name, some in by_language(found[::-1]).items()} == {
        "en": ["2", "0"],
        "hi": ["3", "1"],
    }
    assert list(by_language(found[1:])) == ["en", "hi"]
    assert [[each.walk for each in some] for some in by_size(found).values()] == [["0"], ["1", "2"], ["3"]]


def test_a_lens_is_as_high_as_it_is_and_not_as_wide() -> None:
    seen = trace((0.0, "a", 0.0), (2.0, "a", 0.0))
    seen.intrinsic_matrix[:, 1, 1] = 2.0  # 53° high
    above = direction(np.zeros(2), np.radians([26, 27]))
    assert seconds_in_view(seen, "a", above).tolist() == [2, 0]
    aside = direction(np.radians([44, 46]), np.zeros(2))
    assert seconds_in_view(seen, "a", aside).tolist() == [2, 0]


def outcomes(everything: float, nothing: float, **improved: float) -> MaskedInstance:
    return MaskedInstance("1", {frozenset("a"): everything, frozenset(): nothing}, improved)


def test_what_differs_by_the_tolerance_is_the_same() -> None:
    assert is_bias_error(outcomes(1.0, 1.5), ["a"], 0.5)
    assert not is_bias_error(outcomes(1.0, 1.625), ["a"], 0.5)
    high = [outcomes(9.0, 9.0)] * 2
    for reached, improved in ((1.0, 0), (1.5, 0), (1.625, 1)):
        found = find_causes([outcomes(1.0, 0.0, a=reached), *high], ["a"], tolerance=0.5)
        assert (found.inputs["a"].improved.value, found.improved.value) == (improved, improved)


def test_an_input_counts_as_improved_only_where_it_is_the_cause() -> None:
    """With "b" alone the outcome is higher, so that "b" is no cause, however much better it was made."""
    kept = {frozenset("ab"): 1.0, frozenset("a"): 0.5, frozenset("b"): 2.0, frozenset[str](): 3.0}
    high = MaskedInstance("2", dict.fromkeys(kept, 9.0), {})
    found = find_causes([MaskedInstance("1", kept, {"a": 0.0, "b": 9.0}), high, high], ["a", "b"])
    assert [found.inputs[name].instances for name in "ab"] == [1, 0]
    assert (found.improved.value, found.inputs["b"].improved.value) == (0, None)


def test_an_instance_at_the_median_is_not_low() -> None:
    found = find_causes([outcomes(1.0, 0.0), outcomes(2.0, 0.0), outcomes(3.0, 0.0)], ["a"])
    assert (found.threshold, found.low, found.examined, found.single, found.none) == (2.0, 1, 1, 1, 0)
    assert (found.inputs["a"].instances, found.inputs["a"].share.value, found.bias_share.value) == (
        1,
        1.0,
        0.0,
    )


def test_the_sphere_is_seen_from_pole_to_pole() -> None:
    points, steradians = spread_points((LatLonBox(-pi, 2 * pi, -pi / 2, pi / 2),), 500)
    assert len(points) * steradians == pytest.approx(4 * pi)
    assert abs(points.mean(axis=0)).max() < 0.01


@pytest.mark.parametrize(("degrees", "pixels"), [(-15, 5), (15, 5), (0, 20), (28, 8)])
def test_touchdown_measures_from_the_nearest_middle(degrees: float, pixels: float) -> None:
    boxes, look = (box(-20), box(20, 0, 30, 30)), (radians(degrees), 0.0)
    assert touchdown_pixels(PointedPhrase("p", "w", 0, 0, boxes, look)) == pytest.approx(pixels * 3712 / 360)
