"""Pointing in panoramas: how far a direction is from the point that words mean, on the sphere and in pixels.

Both are shares of an equirectangular picture, so that nobody needs to know where its panorama looks. A target is one
text; it may be seen in several panoramas, and several people may have looked for it. Intervals are over targets.

Sources: Cirik et al. 2020 (Refer360); Chen et al. 2019, arXiv:1811.12354 (Touchdown SDR): pixels, and consistency.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

import numpy as np
from numpy.typing import NDArray

from align.resampling import Indices, Measure, measures, unknown
from environments.geometry import direction
from environments.regions import Angles
from environments.regions.approximations import pixels_of_touchdown

Share = tuple[float, float]
"""Across and down an equirectangular picture, 0 to 1 from its upper left corner."""
DEGREES = (1.0, 3.0, 5.0, 10.0)
PIXELS = (40.0, 80.0, 120.0)
NOTHING = "Nobody pointed."


@dataclass(frozen=True, slots=True)
class PointedTarget:
    """Where a person pointed in a panorama, and where they should have."""

    target: str
    meant: Share
    pointed: Share

    @property
    def degrees(self) -> float:
        """The angle between the two."""
        one, other = (direction(*_angles(each)) for each in (self.meant, self.pointed))
        return float(np.degrees(np.arctan2(np.linalg.norm(np.cross(one, other)), one @ other)))

    @property
    def pixels(self) -> float:
        """The distance on a picture 3,712 pixels wide, in its plane and without a seam, as Touchdown counts."""
        return pixels_of_touchdown(_angles(self.meant), _angles(self.pointed))


def score_targets(
    pointed: Sequence[PointedTarget],
    degrees: Sequence[float] = DEGREES,
    pixels: Sequence[float] = PIXELS,
) -> dict[str, Measure]:
    """The figures by name: degrees on the sphere, and pixels as Touchdown counts them.

    Args:
        degrees, pixels: distances of which the share within is told; within is the same or less in degrees, and less
            in pixels. ``in all panoramas`` is the share of targets that are within so many pixels in each of theirs.
    """
    names = [
        "median degrees",
        "mean degrees",
        "90 % are within degrees",
        *(f"within {most:g}°" for most in degrees),
        "mean pixels",
        *(f"within {most:g} px" for most in pixels),
        *(f"within {most:g} px in all panoramas" for most in pixels),
    ]
    if not pointed:
        return dict.fromkeys(names, unknown(NOTHING))
    targets, numbers = np.unique([each.target for each in pointed], return_inverse=True)
    apart = np.array([(each.degrees, each.pixels) for each in pointed])
    rows = [np.flatnonzero(numbers == unit) for unit in range(len(targets))]

    def statistic(drawn: Indices) -> NDArray[np.float64]:
        angles, distances = apart[np.concatenate([rows[unit] for unit in drawn])].T
        worst = np.array([apart[rows[unit], 1].max() for unit in drawn])
        return np.array(
            [
                np.median(angles),
                angles.mean(),
                np.quantile(angles, 0.9),
                *(np.mean(angles <= most) for most in degrees),
                distances.mean(),
                *(np.mean(distances < most) for most in pixels),
                *(np.mean(worst < most) for most in pixels),
            ]
        )

    found = measures(statistic, len(targets), len(pointed))
    return dict(zip(names, found, strict=True))


def _angles(share: Share) -> Angles:
    return (share[0] - 0.5) * 2 * pi, (0.5 - share[1]) * pi
