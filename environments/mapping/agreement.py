"""Whether a model agrees with what its pictures share, pair by pair.

A model that was put together from repeated things closes its loops nowhere: many pairs of pictures that share a lot lie
elsewhere than what they share says. Of a point that both cameras see, the two rays and the line between the cameras lie
in one plane, and both rays come to meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from environments.mapping.model import Matches, Model

    Floats = NDArray[np.float64]

OFF_PLANE = np.radians(1)
FLAT = 0.05
"""Least sine of the angle between a ray and the line between the cameras: nearer to it, the plane is not known."""
FEWEST = 30
"""Matches of a pair that says something: fewer may be an accident of things that repeat."""


class PairAgreement(NamedTuple):
    """Of two photographs of a model: how many features they share, and which share of these fits the model."""

    a: str
    b: str
    matches: int
    share: float

    @property
    def unfit(self) -> float:
        """How many of them do not."""
        return self.matches * (1 - self.share)


def pair_agreements(model: Model, matches: Mapping[tuple[str, str], Matches]) -> list[PairAgreement]:
    """How the pairs of a model that share at least ``FEWEST`` features fit it; first what speaks most against it."""
    number = {name: row for row, name in enumerate(model.names)}
    found = [
        PairAgreement(a, b, len(both.here), fitting_share(model, number[a], number[b], both))
        for (a, b), both in matches.items()
        if a in number and b in number and len(both.here) >= FEWEST
    ]
    return sorted(found, key=lambda pair: (-pair.unfit, pair.a, pair.b))


def fitting_share(model: Model, a: int, b: int, both: Matches) -> float:
    """Which share of the matches of two photographs, by their rows in the model, fits where it has them."""
    line = model.centres[b] - model.centres[a]
    length = np.linalg.norm(line)
    if not length:
        return 0.0
    line = line / length
    here, there = both.here @ model.turns[a].T, both.there @ model.turns[b].T
    across = np.cross(here, there)
    least = np.minimum(_sine(line, here), _sine(line, there))
    off_plane = np.abs(across @ line) / np.maximum(least, FLAT)
    ahead = ((np.cross(line, there) * across).sum(axis=1) > 0) & (
        (np.cross(line, here) * across).sum(axis=1) > 0
    )
    far = np.linalg.norm(across, axis=1) < OFF_PLANE
    return float(((off_plane < OFF_PLANE) & (ahead | far)).mean())


def doubt_of(pairs: Sequence[PairAgreement]) -> float | None:
    """The doubt of a model: the share of what its pairs have in common that does not fit it; None if no pair says."""
    matches = sum(pair.matches for pair in pairs)
    return sum(pair.unfit for pair in pairs) / matches if matches else None


def doubts(names: Iterable[str], pairs: Iterable[PairAgreement]) -> dict[str, float | None]:
    """The doubt of each photograph: the share of what it has in common with others that does not fit; None if no pair
    says."""
    shared, unfit = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
    for pair in pairs:
        for name in (pair.a, pair.b):
            shared[name] += pair.matches
            unfit[name] += pair.unfit
    return {name: unfit[name] / shared[name] if shared[name] else None for name in shared}


def _sine(line: Floats, rays: Floats) -> Floats:
    sine: Floats = np.linalg.norm(np.cross(line, rays), axis=1)
    return sine
