"""What was found out about photographs that see the same things: where each stands, and what it sees of the others.

All is in NumPy arrays, so that the rules beside this file need no library that finds such models.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


class Matches(NamedTuple):
    """The rays (n, 3) of each of two panoramas, in its own frame, along which they see the same things."""

    here: Floats
    there: Floats


@dataclass(frozen=True, slots=True)
class Model:
    """Photographs that were placed together.

    Attributes:
        names: of the photographs.
        centres: (n, 3) where each camera stands.
        turns: (n, 3, 3) rotations from each panorama's own frame (x right, y forward, z up) to the model's.
        points: (m, 3) what they see.
        sightings: (k, 2) which photograph sees which point.
    """

    names: tuple[str, ...]
    centres: Floats
    turns: Floats
    points: Floats
    sightings: Ints

    def moved(self, scale: float, turn: Floats, shift: Floats) -> Model:
        """The same model in other axes: each position p becomes ``scale * turn @ p + shift``."""
        return replace(
            self,
            centres=scale * self.centres @ turn.T + shift,
            turns=turn @ self.turns,
            points=scale * self.points @ turn.T + shift,
        )

    def only(self, names: Sequence[str]) -> Model:
        """The model without the other photographs; its points stay, and what these see of them."""
        kept = np.array([name in names for name in self.names], bool)
        number = np.cumsum(kept) - 1
        seen = self.sightings[kept[self.sightings[:, 0]]]
        return Model(
            tuple(name for name in self.names if name in names),
            self.centres[kept],
            self.turns[kept],
            self.points,
            np.column_stack([number[seen[:, 0]], seen[:, 1]]),
        )


def each_once(models: Sequence[Model], fewest: int = 3) -> list[Model]:
    """The models without the photographs that an earlier one has; those that then have fewer than ``fewest`` are left
    out."""
    taken: set[str] = set()
    kept = []
    for model in models:
        names = [name for name in model.names if name not in taken]
        if len(names) >= fewest:
            kept.append(model.only(names))
            taken.update(names)
    return kept
