"""Where a person can step: between viewpoints that are near, share things, and have free space between them.

Space is free where a camera saw through it, along the step or nearly so, to a point that it sees. A step is doubtful
where few such rays pass; a pane of glass is free by this rule, and a low table is not seen.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_array

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from environments.mapping.model import Model

    Floats = NDArray[np.float64]

LONGEST = 3.7
"""Metres between viewpoints; as in the demo house, and about as in Matterport3D."""
FEWEST_SHARED = 10
"""Points that both ends see."""
FEWEST_RAYS = 3
WIDE = 0.2
"""Metres beside the way within which a ray makes it free."""
EVERY = 0.1
"""Metres between the places along a step that must be free; less than what rays leave out before a wall."""
ALONG = 0.5
"""Least cosine between a ray and a step that it makes free: others run beside a wall that the step leads through."""
ENDS = 0.15
"""Share of a step at either end where a camera stood, so that it is free."""
SHORT_RAY, LONG_RAY = 0.3, 12.0
"""Metres; shorter rays say little, and longer ones are free so far: where they end is less exact. Along a street nearly
all are longer."""
BEGINS, STOPS = 0.1, 0.15
"""Metres of a ray at its camera and before its point that say nothing."""
DETOUR = 1.1
"""A step is left out if two others lead there by way of a third viewpoint, so many times as long at most."""


class MappedStep(NamedTuple):
    """A step between two viewpoints.

    Attributes:
        length: metres.
        shared: points that both see.
        rays: how many pass at the place where the fewest do.
    """

    a: str
    b: str
    length: float
    shared: int
    rays: int

    @property
    def doubt(self) -> float:
        """From 0, none, to 1."""
        return 1 / (1 + self.rays)


class Rays(NamedTuple):
    """From where (n, 3), along which unit vector (n, 3) and how far (n,) something was seen."""

    start: Floats
    along: Floats
    length: Floats

    def only(self, chosen: NDArray[np.bool_]) -> Rays:
        """Some of them."""
        return Rays(self.start[chosen], self.along[chosen], self.length[chosen])


def steps(model: Model, viewpoints: Sequence[str]) -> list[MappedStep]:
    """The steps between these viewpoints, the shortest first.

    Args:
        model: in metres, z up; its other photographs only help to see what is free.
    """
    rays, shared = rays_of(model), _shared(model)
    found = []
    for a, b in _near(model, viewpoints):
        if shared[a, b] >= FEWEST_SHARED:
            passing = free_rays(rays, model.centres[a], model.centres[b])
            if passing >= FEWEST_RAYS:
                length = float(np.linalg.norm(model.centres[b] - model.centres[a]))
                found.append(MappedStep(model.names[a], model.names[b], length, int(shared[a, b]), passing))
    return without_detours(sorted(found, key=lambda step: (step.length, step.a, step.b)))


def free_rays(rays: Rays, start: Floats, end: Floats) -> int:
    """How many rays pass the places along a step, at the one that the fewest pass."""
    length = float(np.linalg.norm(end - start))
    near = _passing(rays, (start + end) / 2, length / 2 + WIDE)
    near = near.only(np.abs(near.along @ (end - start)) > ALONG * length)
    shares = np.linspace(ENDS, 1 - ENDS, max(4, int(length / EVERY)))
    places = start + shares[:, None] * (end - start)
    return min(int(_passes(near, place).sum()) for place in places)


def without_detours(found: Sequence[MappedStep]) -> list[MappedStep]:
    """The steps without those that only skip a viewpoint on the way."""
    length = {frozenset((step.a, step.b)): step.length for step in found}
    ends = sorted({end for step in found for end in (step.a, step.b)})

    def skips(step: MappedStep, by: str) -> bool:
        legs = [length.get(frozenset((end, by))) for end in (step.a, step.b)]
        return all(leg is not None and leg < step.length for leg in legs) and (
            sum(leg for leg in legs if leg is not None) <= DETOUR * step.length
        )

    return [step for step in found if not any(skips(step, by) for by in ends if by not in (step.a, step.b))]


def _near(model: Model, viewpoints: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Pairs that are near enough and not above each other."""
    chosen = [number for number, name in enumerate(model.names) if name in viewpoints]
    for a, b in combinations(chosen, 2):
        across, up = (
            np.hypot(*(model.centres[b] - model.centres[a])[:2]),
            abs(model.centres[b, 2] - model.centres[a, 2]),
        )
        if np.hypot(across, up) <= LONGEST and up <= across:
            yield a, b


def _shared(model: Model) -> NDArray[np.int64]:
    """How many points each two photographs see (n, n)."""
    rows, columns = model.sightings.T
    seen = csr_array(
        (np.ones(len(rows), np.int64), (rows, columns)), shape=(len(model.names), len(model.points))
    )
    seen.data[:] = 1
    together: NDArray[np.int64] = (seen @ seen.T).toarray()
    return together


def rays_of(model: Model) -> Rays:
    """From each camera to each point that it sees, but for what is very near or far."""
    start = model.centres[model.sightings[:, 0]]
    reach = model.points[model.sightings[:, 1]] - start
    length = np.linalg.norm(reach, axis=1)
    rays = Rays(start, reach / length[:, None], np.minimum(length, LONG_RAY))
    return rays.only(length > SHORT_RAY)


def _passing(rays: Rays, place: Floats, within: float) -> Rays:
    """Rays that come near a place; of a large place most begin too far away."""
    reach = LONG_RAY + within
    rays = rays.only(np.all(np.abs(rays.start[:, :2] - place[:2]) < reach, axis=1))
    away = place - rays.start
    along = np.clip((away * rays.along).sum(axis=1), 0, rays.length)
    near = np.linalg.norm(away - along[:, None] * rays.along, axis=1) < within
    return rays.only(near)


def _passes(rays: Rays, place: Floats) -> NDArray[np.bool_]:
    away = place - rays.start
    along = (away * rays.along).sum(axis=1)
    aside = np.linalg.norm(away - along[:, None] * rays.along, axis=1)
    passes: NDArray[np.bool_] = (along > BEGINS) & (along < rays.length - STOPS) & (aside < WIDE)
    return passes
