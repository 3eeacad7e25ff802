"""Phrases that are scored one by one: the same figures as of all of them together, cue by cue and box by box."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from math import degrees, inf, radians

import numpy as np
import pytest

from align.reference.candidates import RANKED_BY, Candidates, ProposedRegion
from align.reference.finders import WHOLE_SPHERE
from align.reference.overlaps import Boxes
from align.reference.phrases import (
    GroundedPhrase,
    Prediction,
    RankedPhrase,
    Viewpoints,
    by_language,
    by_size,
    by_type,
    point_at,
    rank_phrases,
)
from align.reference.prior import CameraPrior, SeenView
from align.resampling import Indices, measure
from environments.geometry import direction
from environments.regions import LatLonBox, centre, union_area
from pangea_server.dataset.reference.grounding import CountedViewpoints, compare_grounding
from pangea_server.dataset.reference.phrase_files import ReadPhrase
from tests.reference.test_phrases import box

Row = tuple[float | None, tuple[float, float] | None]
Score = Callable[[ProposedRegion, str, CameraPrior], float | None]


def made(number: int, chance: np.random.Generator) -> ReadPhrase:
    """A phrase of one to three boxes, seen from two viewpoints among eight things, one of which has longitudes."""

    def boxes(count: int) -> Boxes:
        return tuple(
            box(chance.uniform(-180, 180), chance.uniform(-50, 50), *chance.uniform(5, 50, 2))
            for _ in range(count)
        )

    regions = {at: boxes(int(chance.integers(1, 4)) if number % 3 == 0 else 1) for at in "ab"}
    proposed = {}
    for at, own in regions.items():
        middles = (centre(each) for each in own)
        near = tuple(box(degrees(heading), degrees(elevation), 20, 20) for heading, elevation in middles)
        others = [boxes(1) for _ in range(5)] + [boxes(2)] * (number % 4 == 0)
        others += [(LatLonBox(0.3, 1.0, -0.2, 0.4),)] * (number % 5 == 0)
        things = [near, *others, own]
        distances = [None if chance.random() < 0.3 else float(chance.uniform(1, 9)) for _ in things]
        proposed[at] = Candidates(
            [ProposedRegion(one, metres) for one, metres in zip(things, distances, strict=True)]
        )
    views = [
        SeenView("a", box(chance.uniform(-180, 180), chance.uniform(-20, 20), 90, 70), float(chance.random()))
        for _ in range(0 if number % 7 == 0 else 4)
    ]
    phrase = GroundedPhrase(
        f"p{number}",
        f"w{number % 11}",
        regions,
        ("en", "hi")[number % 2],
        ("thing", "lamp")[: 1 + number % 2],
        "a",
    )
    return ReadPhrase(phrase, "box", proposed, CameraPrior(tuple(views)))


def prior_share(proposed: ProposedRegion, at: str, prior: CameraPrior) -> float | None:
    return prior.share(at, proposed.boxes, RANKED_BY) if prior.at(at) else None


def to_middle(proposed: ProposedRegion, at: str, prior: CameraPrior) -> float | None:
    if (look := prior.middle(at)) is None:
        return None
    return max(float(direction(*centre(each)) @ direction(*look)) for each in proposed.boxes)


ONE_BY_ONE: dict[str, Score] = {
    "camera prior": prior_share,
    "largest": lambda proposed, at, prior: union_area(proposed.boxes),
    "nearest": lambda proposed, at, prior: None if proposed.distance is None else -proposed.distance,
    "centre": to_middle,
}


def found_one_by_one(read: ReadPhrase, score: Score) -> Prediction:
    found = {}
    for at, things in read.proposed.items():
        scored = [(score(each, at, read.prior), each.boxes) for each in things]
        known = [(value, boxes) for value, boxes in scored if value is not None]
        found[at] = [boxes for _, boxes in sorted(known, key=lambda one: -one[0])]
    return Prediction(found)


def resampled(walks: list[str], values: list[float], of: Callable[[np.ndarray], float]) -> Row:
    """A figure of all values, and of those of the walks that are drawn."""
    names = sorted(set(walks))
    rows = [[value for walk, value in zip(walks, values, strict=True) if walk == name] for name in names]

    def statistic(drawn: Indices) -> float:
        return of(np.concatenate([rows[unit] for unit in drawn]))

    found = measure(statistic, len(names), len(values))
    return found.value, found.interval


def expected_recalls(name: str, by: str, found: list[RankedPhrase]) -> dict[tuple[str, ...], Row]:
    groups = {"all": found} | {f"type {kind}": some for kind, some in by_type(found).items()}
    groups |= {f"size {size}": some for size, some in by_size(found).items()}
    groups |= {f"language {tag}": some for tag, some in by_language(found).items()}
    return {
        (name, by, group, "R@all" if k == inf else f"R@{k}"): resampled(
            [each.walk for each in some],
            [float(each.rank <= k and each.rank < inf) for each in some],
            np.mean,
        )
        for group, some in groups.items()
        for k in (1, inf)
    }


@pytest.mark.parametrize("viewpoints", ["any", "said", "each"])
def test_figures_are_those_of_all_phrases_together(viewpoints: Viewpoints) -> None:
    chance = np.random.default_rng(5)
    reads = [made(number, chance) for number in range(28)]
    gold = [each.phrase for each in reads]
    system = {each.name: Prediction({"a": [(box(0),), *each.regions.values()]}) for each in gold[:24]}
    predictions = {"ours": system} | {
        name: {each.phrase.name: found_one_by_one(each, score) for each in reads}
        for name, score in ONE_BY_ONE.items()
    }
    predictions["whole sphere"] = {
        each.name: Prediction({at: [WHOLE_SPHERE] for at in "ab"}) for each in gold
    }
    expected: dict[tuple[str, ...], Row] = {}
    for name, answers in predictions.items():
        expected |= expected_recalls(name, "c-IoU", rank_phrases(gold, answers, viewpoints))
        expected |= expected_recalls(name, "IoU", rank_phrases(gold, answers, viewpoints, "union"))
    report = compare_grounding(iter(reads), {"ours": system}, viewpoints=CountedViewpoints(viewpoints))
    told = {row.labels: row.measure for row in report.rows if row.labels[1] != "direction"}
    assert expected.keys() <= told.keys()
    for labels, (value, interval) in expected.items():
        assert told[labels].value == pytest.approx(value, abs=1e-12), labels
        assert told[labels].interval == pytest.approx(interval, abs=1e-12), labels


def test_medians_are_those_of_all_directions_together() -> None:
    chance = np.random.default_rng(6)
    reads = [made(number, chance) for number in range(50)]
    points = {
        each.phrase.name: Prediction(
            points={"a": (float(chance.uniform(-3, 3)), 0.1), "b": (radians(20), 0.0)}
        )
        for each in reads
    }
    report = compare_grounding(iter(reads), {"ours": points}, viewpoints=CountedViewpoints.EACH)
    told = {row.labels[3]: row.measure for row in report.rows if row.labels[:2] == ("ours", "direction")}
    pointed = point_at([each.phrase for each in reads], points)
    walks = [each.walk for each in pointed]
    for name, values in (
        ("middle", [each.from_middle for each in pointed]),
        ("region", [each.from_region for each in pointed]),
    ):
        value, interval = resampled(walks, values, np.median)
        found = told[f"median degrees from the {name}"]
        assert found.value == pytest.approx(value)
        assert found.interval == pytest.approx(interval)


def test_cues_score_all_things_at_once_as_they_score_one() -> None:
    chance = np.random.default_rng(7)
    for number in range(1, 20):
        read = made(number, chance)
        for at, things in read.proposed.items():
            one_by_one = [prior_share(each, at, read.prior) for each in things]
            if read.prior.at(at):
                assert things.shares(at, read.prior) == pytest.approx(one_by_one, abs=1e-9)


def test_single_view_boxes_are_ranked_without_numba() -> None:
    """Whose loading takes more memory than the evaluation of millions of phrases."""
    program = """
import sys
from align.reference.candidates import Candidates, ProposedRegion
from align.reference.phrases import GroundedPhrase, Prediction
from align.reference.prior import CameraPrior, SeenView
from environments.regions import ViewBox, bounding_latlon
from pangea_server.dataset.reference.grounding import compare_grounding
from pangea_server.dataset.reference.phrase_files import ReadPhrase
lamp, sofa, view = (ViewBox(heading, 0, 0.5, 0.4) for heading in (0, 0.1, 0.2))
things = Candidates([ProposedRegion((each,)) for each in (sofa, lamp)])
phrase = GroundedPhrase("p", "w", {"a": (lamp,)})
read = ReadPhrase(phrase, "box", {"a": things}, CameraPrior((SeenView("a", view, 1),)))
report = compare_grounding([read], {"ours": {"p": Prediction({"a": [(sofa,), (lamp,)]}, {"a": (0, 0.3)})}})
assert report.rows[0].measure.value == 1
assert bounding_latlon(lamp).width == bounding_latlon(sofa).width
assert "numba" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)
