"""What finds phrases without knowing any word: where the Guide looked, what is large, near, or in the middle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import pi, radians

import numpy as np
from numpy.typing import NDArray

from align.reference.candidates import Candidates, ProposedRegion
from align.reference.overlaps import Boxes, Plural
from align.reference.prior import CameraPrior
from environments.geometry import direction
from environments.regions import LatLonBox

GAZE = radians(5)
"""Deviation of a look from the middle of a small thing."""
GAZE_SHARE = 0.6
"""Deviation of a look from the middle of a large thing, of its half size."""
NAMED = 0.5
"""Power of a thing's steradians by which it is named: people name what is large. All three are fitted on half of the
demo house (``make bench-prior``); the lead of the eyes was set before, and looks have no offset, as in the real trace
within 9.6° (``aims.py``)."""
WHOLE_SPHERE: Boxes = (LatLonBox(-pi, 2 * pi, -pi / 2, pi / 2),)
Scores = NDArray[np.float64]
LEAST_AREA = 1e-8
"""Steradians of a thing that is a line."""
_NONE = np.empty(0, np.intp)


@dataclass(frozen=True, slots=True)
class RankingCue:
    """What ranks the proposals of a viewpoint.

    Attributes:
        name: in reports.
        scores: how good each is (n,), more is better; NaN, or None for all, where the cue says nothing.
        steady: whether it says the same wherever the Guide looked.
    """

    name: str
    scores: Callable[[Candidates, str, CameraPrior], Scores | None]
    steady: bool = False


def by_prior(candidates: Candidates, at: str, prior: CameraPrior) -> Scores | None:
    """The weight of the camera prior in each; nothing at viewpoints where the camera did not stand."""
    return candidates.shares(at, prior) if prior.at(at) else None


def by_gaze(candidates: Candidates, at: str, prior: CameraPrior) -> Scores | None:
    """How probable the looks are, in logarithms, if each is meant: normal deviates of the middle of the view from the
    thing's, which are larger for large things, weighed by seconds and by how often such things are named."""
    views = prior.at(at)
    if not views:
        return None
    looks = direction([each.view.heading for each in views], [each.view.elevation for each in views])
    seconds = np.array([each.seconds for each in views])
    areas = np.maximum(candidates.areas, LEAST_AREA)
    square = GAZE**2 + GAZE_SHARE**2 * areas / 4
    exponent = -0.5 * candidates.angles_to(looks) ** 2 / square
    most = exponent.max(axis=0, initial=-np.inf)
    shared = seconds @ np.exp(exponent - most)
    return np.asarray(np.log(shared) + most - np.log(square) + NAMED * np.log(areas))


def by_area(candidates: Candidates, at: str, prior: CameraPrior) -> Scores:
    """Their steradians."""
    return candidates.areas


def by_nearness(candidates: Candidates, at: str, prior: CameraPrior) -> Scores:
    """The nearer, the better."""
    return candidates.nearness


def by_middle(candidates: Candidates, at: str, prior: CameraPrior) -> Scores | None:
    """The nearer to the middle of the Guide's view, the better."""
    look = prior.middle(at)
    return None if look is None else candidates.cosines_to(look)


CUES: Mapping[str, RankingCue] = {
    cue.name: cue
    for cue in (
        RankingCue("camera prior", by_prior),
        RankingCue("gaze prior", by_gaze),
        RankingCue("largest", by_area, steady=True),
        RankingCue("nearest", by_nearness, steady=True),
        RankingCue("centre", by_middle),
    )
}


def order(candidates: Candidates, cue: RankingCue, at: str, prior: CameraPrior) -> NDArray[np.intp]:
    """The places of the proposals of which a cue says something, best first; of equally good ones the one that came
    first."""
    if cue.name in candidates.orders:
        return candidates.orders[cue.name]
    scores = cue.scores(candidates, at, prior)
    if scores is None:
        return _NONE
    found = np.argsort(-scores, kind="stable")[: len(scores) - int(np.isnan(scores).sum())]  # NaN is last
    if cue.steady:
        candidates.orders[cue.name] = found
    return found


def ranks_by(
    candidates: Candidates,
    plural: Plural,
    cue: RankingCue,
    at: str,
    prior: CameraPrior,
    suppression: float | None,
) -> list[float]:
    """The rank of each proposal, as ``Compared.ranks``."""
    compared, name = candidates.compared(plural), (cue.name, suppression)
    if name in compared.steady:
        return compared.steady[name]
    found = compared.ranks(order(candidates, cue, at, prior), suppression)
    if cue.steady:
        compared.steady[name] = found
    return found


def ranked(
    proposed: Mapping[str, Sequence[ProposedRegion]], cue: RankingCue, prior: CameraPrior
) -> dict[str, list[Boxes]]:
    """The proposals of each viewpoint, best first; of equally good ones the one that came first."""
    found = {}
    for at, regions in proposed.items():
        candidates = regions if isinstance(regions, Candidates) else Candidates(regions)
        found[at] = [candidates[place].boxes for place in order(candidates, cue, at, prior)]
    return found
