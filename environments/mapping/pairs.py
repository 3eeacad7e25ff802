"""Which photographs are compared with which: all with all, or, of many, those that were taken near each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from environments.mapping.gps import east_north

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from environments.mapping.gps import Fix

MOST_WITH_ALL = 80
"""Photographs, of which the pairs take as long as finding features."""
REACH = 40
"""Photographs before each with which it is compared, by their names, where there are more than ``MOST_WITH_ALL``."""
REACH_OF_FIXED = 10
"""The same where fixes say which others are near; these few help where fixes are wrong."""
NEAR = 20.0
"""Metres between two fixes; those of one place, each 5 m off in each direction, are within it in 98 of 100."""
MOST_NEAR = 20
"""The nearest by fixes with which each is compared."""


def pairs_to_compare(
    names: Sequence[str], frames: Collection[str] = (), fixes: Mapping[str, Fix] | None = None
) -> list[tuple[str, Sequence[str]]]:
    """Each photograph with others that it is compared with; the names are in the order of taking.

    Args:
        frames: those of a video, of which nobody knows which photographs were taken near them: they are compared with
            all photographs, and with each other in their order.
        fixes: where photographs were taken, of those that say it.
    """
    with_all = len(names) <= MOST_WITH_ALL
    reach = len(names) if with_all else REACH
    photographs = [name for name in names if name not in frames]
    walk = [name for name in names if name in frames]
    near = _near(photographs, {} if with_all else fixes or {})
    pairs: list[tuple[str, Sequence[str]]] = [
        (name, list(_before(row, photographs, reach, near))) for row, name in enumerate(photographs)
    ]
    pairs += [(name, [*photographs, *walk[max(0, row - reach) : row]]) for row, name in enumerate(walk)]
    return [(name, others) for name, others in pairs if others]


def _before(row: int, names: Sequence[str], reach: int, near: Mapping[int, set[int]]) -> Iterator[str]:
    """Of the names before one those with which it is compared; ``near`` has the rows near each that has a fix."""
    for other in range(row):
        both = row in near and other in near
        last = row - other <= (REACH_OF_FIXED if both else reach)
        if last or (both and (other in near[row] or row in near[other])):
            yield names[other]


def _near(names: Sequence[str], fixes: Mapping[str, Fix]) -> dict[int, set[int]]:
    """The rows of the nearest by fixes, of the row of each name that has one."""
    rows = np.array([row for row, name in enumerate(names) if name in fixes], np.int64)
    if not len(rows):
        return {}
    metres = east_north([fixes[names[row]] for row in rows])
    return {int(row): set(rows[_nearest(metres, at)].tolist()) for row, at in zip(rows, metres, strict=True)}


def _nearest(metres: NDArray[np.float64], at: NDArray[np.float64]) -> NDArray[np.int64]:
    """The nearest to a place, among which is itself."""
    far = np.hypot(*(metres - at).T)
    order = far.argsort(kind="stable")[: MOST_NEAR + 1]
    nearest: NDArray[np.int64] = order[far[order] <= NEAR]
    return nearest
