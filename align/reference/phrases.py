"""Phrase grounding: whether a system finds what a phrase means, among ranked proposals or by a direction.

R@K is the share of phrases of which one of the first K proposals has IoU of at least 0.5 with what people drew, after
non-maximum suppression (Plummer et al. 2017, section 4.1.2). Units are walks: their phrases are not independent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import degrees, inf
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from align.reference.overlaps import CORRECT, Boxes, Plural, angle_to, overlaps, suppressed
from align.resampling import Indices, Measure, measures, unknown
from environments.geometry import direction
from environments.regions import Angles, centre, union_area
from environments.regions.approximations import in_region_of_soon, pixels_of_touchdown

Floats = NDArray[np.float64]
Viewpoints = Literal["any", "said", "each"]
AT = (1, 5, 10)
WITHIN = (1.0, 3.0, 5.0, 10.0)  # degrees
TOUCHDOWN_PIXELS = (40, 80, 120)
PointingCompat = Literal["soon", "touchdown"]
NO_PHRASE = "No phrase has a region there."


@dataclass(frozen=True, slots=True)
class GroundedPhrase:
    """A phrase with what people drew.

    Attributes:
        walk: the path on which it was said.
        types: kinds of thing, such as ``furniture``.
        regions: by viewpoint, the boxes of everything that it means, seen from there; none where it means a scene or
            nothing that can be seen.
        said_from: the viewpoint at which it was said.
    """

    name: str
    walk: str
    regions: Mapping[str, Boxes]
    language: str = ""
    types: tuple[str, ...] = ()
    said_from: str | None = None


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a system says of a phrase, by viewpoint: proposals, best first, and a direction."""

    proposals: Mapping[str, Sequence[Boxes]] = field(default_factory=dict)
    points: Mapping[str, Angles] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RankedPhrase:
    """The rank of the first correct proposal of a phrase, from 1; infinite if none is.

    Attributes:
        size: steradians of what people drew (of the smallest viewpoint where several count).
    """

    walk: str
    language: str
    types: tuple[str, ...]
    size: float
    rank: float


@dataclass(frozen=True, slots=True)
class PointedPhrase:
    """Where a direction lies: in degrees from the middle of the nearest box, and from its nearest point (0 inside).

    Attributes:
        boxes, look: the regions and the direction themselves, for what others compute.
    """

    phrase: str
    walk: str
    from_middle: float
    from_region: float
    boxes: Boxes
    look: Angles


@dataclass(frozen=True, slots=True)
class Pointing:
    """How well directions hit.

    Attributes:
        hit: the share inside, or within the slack.
        consistent: the share of phrases whose directions hit from all viewpoints (Chen et al. 2019, Touchdown).
        from_middle, from_region: medians in degrees.
        within: the share that lies within so many degrees of the middle.
    """

    hit: Measure
    consistent: Measure
    from_middle: Measure
    from_region: Measure
    within: Mapping[float, Measure]


def rank_phrases(
    phrases: Sequence[GroundedPhrase],
    predictions: Mapping[str, Prediction],
    viewpoints: Viewpoints = "any",
    plural: Plural = "components",
    suppression: float | None = 0.5,
) -> list[RankedPhrase]:
    """Rank the phrases that have a region.

    Args:
        predictions: by the phrases' names; one without a prediction is not found.
        viewpoints: ``any`` counts the best viewpoint of a phrase, ``said`` the one at which it was said, ``each`` all
            of them as instances of their own.
        plural: how boxes of plural phrases are compared.
        suppression: IoU above which a proposal gives way to a better one; None keeps all.
    """
    found = []
    for phrase in phrases:
        prediction = predictions.get(phrase.name, Prediction())
        ranks = {
            at: rank(phrase.regions[at], prediction.proposals.get(at, ()), plural, suppression)
            for at in counted(phrase, viewpoints)
        }
        found += [
            RankedPhrase(phrase.walk, phrase.language, phrase.types, union_area(phrase.regions[at]), rank)
            for at, rank in that_count(ranks, viewpoints).items()
        ]
    return found


def that_count(ranks: Mapping[str, float], viewpoints: Viewpoints) -> Mapping[str, float]:
    """Of a phrase's ranks by viewpoint those that are instances."""
    return ranks if viewpoints == "each" else dict(sorted(ranks.items(), key=lambda one: one[1])[:1])


def recall_at(ranked: Sequence[RankedPhrase], at: Sequence[float] = (*AT, inf)) -> dict[float, Measure]:
    """The share of phrases found among the first K, for each K; infinite K is the proposals' upper bound."""
    return recalls(_clusters([each.walk for each in ranked]), np.array([each.rank for each in ranked]), at)


def recalls(walks: NDArray[np.intp], ranks: Floats, at: Sequence[float] = (*AT, inf)) -> dict[float, Measure]:
    """As ``recall_at``, of ranks (n,) and the numbers of their walks (n,), in order of the walks' names."""
    if not len(walks):
        return dict.fromkeys(at, unknown(NO_PHRASE))
    hits = np.column_stack([(ranks <= k) & (ranks < inf) for k in at])
    return dict(zip(at, _shares_of(hits, walks), strict=True))


def by_type(ranked: Sequence[RankedPhrase]) -> dict[str, list[RankedPhrase]]:
    """The phrases of each type; one with several types is in each."""
    found: dict[str, list[RankedPhrase]] = defaultdict(list)
    for each in ranked:
        for name in each.types:
            found[name].append(each)
    return dict(sorted(found.items()))


def by_language(ranked: Sequence[RankedPhrase]) -> dict[str, list[RankedPhrase]]:
    """The phrases of each language."""
    found: dict[str, list[RankedPhrase]] = defaultdict(list)
    for each in ranked:
        found[each.language].append(each)
    return dict(sorted(found.items()))


def by_size(ranked: Sequence[RankedPhrase]) -> dict[str, list[RankedPhrase]]:
    """The third of phrases with the smallest regions, the middle and the largest (Liu et al. 2017, Table 2)."""
    places = thirds(np.array([each.size for each in ranked]))
    return {name: [ranked[place] for place in some] for name, some in places.items()}


def thirds(sizes: Floats) -> dict[str, NDArray[np.intp]]:
    """The places of the smallest third of sizes (n,), the middle and the largest; equal ones keep their order."""
    ordered = np.argsort(sizes, kind="stable")
    cuts = [round(len(ordered) * third / 3) for third in range(4)]
    return {
        name: ordered[start:end]
        for name, start, end in zip(("small", "middle", "large"), cuts[:-1], cuts[1:], strict=True)
    }


def weighted_by_instances(shares: Mapping[str, float], instances: Mapping[str, int]) -> float:
    """The total of shares by type, as Flickr30k Entities adds them up."""
    return sum(shares[name] * instances[name] for name in shares) / sum(instances[name] for name in shares)


def point_at(
    phrases: Sequence[GroundedPhrase],
    predictions: Mapping[str, Prediction],
    viewpoints: Viewpoints = "each",
) -> list[PointedPhrase]:
    """Where the directions of the predictions lie; a phrase without one at a viewpoint is left out there."""
    nothing = Prediction()
    return [
        each
        for phrase in phrases
        for each in pointed_at(phrase, predictions.get(phrase.name, nothing).points, viewpoints)
    ]


def pointed_at(
    phrase: GroundedPhrase, points: Mapping[str, Angles], viewpoints: Viewpoints = "each"
) -> list[PointedPhrase]:
    """Where the directions to one phrase lie."""
    there = [
        _pointed(phrase, phrase.regions[at], points[at]) for at in counted(phrase, viewpoints) if at in points
    ]
    return sorted(there, key=lambda each: each.from_region)[:1] if viewpoints == "any" else there


def score_pointing(pointed: Sequence[PointedPhrase], slack: float = 0.0) -> Pointing:
    """Score directions.

    Args:
        slack: degrees by which a direction may miss a region and still hit.
    """
    walks = _clusters([each.walk for each in pointed])
    middle = np.array([each.from_middle for each in pointed])
    nearest = np.array([each.from_region for each in pointed])
    _, phrases = np.unique([f"{each.walk}\0{each.phrase}" for each in pointed], return_inverse=True)
    return pointing(walks, middle, nearest, phrases, slack)


def pointing(
    walks: NDArray[np.intp], middle: Floats, nearest: Floats, phrases: NDArray[np.intp], slack: float = 0.0
) -> Pointing:
    """As ``score_pointing``, of degrees (n,) from the middle and from the region.

    Args:
        walks, phrases: their numbers (n,); those of walks in order of the walks' names.
    """
    if not len(walks):
        nothing = unknown(NO_PHRASE)
        return Pointing(nothing, nothing, nothing, nothing, dict.fromkeys(WITHIN, nothing))
    hit, *within = _shares_of(np.column_stack([nearest <= slack, *(middle <= m for m in WITHIN)]), walks)
    consistent = np.ones(int(phrases.max()) + 1)
    np.minimum.at(consistent, phrases, (nearest <= slack).astype(float))
    names, first = np.unique(phrases, return_index=True)
    (consistently,) = _shares_of(consistent[names][:, None], walks[first])
    from_middle, from_region = (_median_of(values, walks) for values in (middle, nearest))
    return Pointing(hit, consistently, from_middle, from_region, dict(zip(WITHIN, within, strict=True)))


def score_pointing_as(pointed: Sequence[PointedPhrase], compat: PointingCompat) -> dict[str, Measure]:
    """What others report of the same directions, to compare with their numbers only.

    Args:
        compat: ``soon``: the share inside, in the plane of heading and elevation and without a seam (Zhu et al. 2021).
            ``touchdown``: the share within 40, 80 and 120 pixels of the middle, and the mean distance, on a panorama
            3,712 pixels wide without a seam (Chen et al. 2019).
    """
    of = in_soon if compat == "soon" else touchdown_pixels
    return pointing_as(
        _clusters([each.walk for each in pointed]), np.array([of(each) for each in pointed]), compat
    )


def pointing_as(walks: NDArray[np.intp], told: Floats, compat: PointingCompat) -> dict[str, Measure]:
    """As ``score_pointing_as``, of what ``in_soon`` or ``touchdown_pixels`` say (n,)."""
    marks = {"hit, as SOON counts": told}
    if compat == "touchdown":
        marks = {
            f"within {most} px, as Touchdown counts": (told < most).astype(float) for most in TOUCHDOWN_PIXELS
        }
        marks["mean distance in px, as Touchdown counts"] = told
    if not len(walks):
        return dict.fromkeys(marks, unknown(NO_PHRASE))
    found = _shares_of(np.column_stack([*marks.values()]), walks)
    return dict(zip(marks, found, strict=True))


def in_soon(each: PointedPhrase) -> float:
    """1 for a direction that is inside as SOON counts, else 0."""
    return float(any(in_region_of_soon(box, each.look) for box in each.boxes))


def touchdown_pixels(each: PointedPhrase) -> float:
    """Pixels from the nearest middle, as Touchdown counts them."""
    return min(pixels_of_touchdown(centre(box), each.look) for box in each.boxes)


def _pointed(phrase: GroundedPhrase, boxes: Boxes, look: Angles) -> PointedPhrase:
    pointed = direction(*look)
    middles = np.array([direction(*centre(box)) for box in boxes])
    from_middle = float(np.arccos(np.clip(middles @ pointed, -1, 1)).min())
    nearest = min(angle_to(box, pointed) for box in boxes)
    return PointedPhrase(phrase.name, phrase.walk, degrees(from_middle), degrees(nearest), boxes, look)


def counted(phrase: GroundedPhrase, viewpoints: Viewpoints) -> Iterator[str]:
    """The viewpoints that count, with a region."""
    for at, boxes in phrase.regions.items():
        if boxes and (viewpoints != "said" or at == phrase.said_from):
            yield at


def rank(gold: Boxes, ranked: Sequence[Boxes], plural: Plural, suppression: float | None) -> float:
    """The rank of the first correct one of some proposals, from 1; infinite if none is."""
    kept = list(ranked) if suppression is None else suppressed(ranked, plural, suppression)
    if not kept:
        return inf
    correct = np.flatnonzero(overlaps([gold], kept, plural, exact=False)[0] >= CORRECT)
    return float(correct[0]) + 1 if correct.size else inf


def _clusters(walks: Sequence[str]) -> NDArray[np.intp]:
    """The number of each phrase's walk, in order of their names."""
    return np.unique(np.array(walks), return_inverse=True)[1]


def _shares_of(marks: NDArray[np.bool_] | Floats, walks: NDArray[np.intp]) -> list[Measure]:
    """The mean of each column (n, columns), resampled over walks; of each walk, one row of sums is kept."""
    _, numbers = np.unique(walks, return_inverse=True)
    phrases = np.bincount(numbers).astype(np.float64)
    added = np.column_stack([np.bincount(numbers, weights=column) for column in marks.T])
    return measures(partial(_shares, np.asarray(added, np.float64), phrases), len(phrases), len(marks))


def _shares(added: Floats, phrases: Floats, drawn: Indices) -> Floats:
    times = np.bincount(drawn, minlength=len(phrases)).astype(float)
    return np.asarray(times @ added / (times @ phrases))


def _median_of(values: Floats, walks: NDArray[np.intp]) -> Measure:
    """The median (n,), resampled over walks."""
    _, numbers = np.unique(walks, return_inverse=True)
    ordered = np.argsort(values, kind="stable")
    units = int(numbers.max()) + 1
    return measures(partial(_median, values[ordered], numbers[ordered], units), units, len(values))[0]


def _median(ordered: Floats, units: NDArray[np.intp], count: int, drawn: Indices) -> list[float]:
    """The median of values in ascending order, each as often as its unit was drawn."""
    until = np.cumsum(np.bincount(drawn, minlength=count)[units])
    middle = [(until[-1] - 1) // 2, until[-1] // 2]
    return [float(ordered[np.searchsorted(until, middle, "right")].mean())]
