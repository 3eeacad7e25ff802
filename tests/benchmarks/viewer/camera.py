"""What a camera in the middle of a panorama must see: computed apart from every viewer, to compare them with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.benchmarks.viewer.sources import Pixels

PAD = 4


def look(panorama: Pixels, width: int, height: int, vertical_fov: float, heading: float) -> Pixels:
    """A view (height, width, 3) of a panorama, level; sampled twice as densely, then averaged. Radians.

    Args:
        panorama: (h, 2h, 3), equirectangular; heading 0 is its middle column.
    """
    width, height = 2 * width, 2 * height
    down = np.tan(vertical_fov / 2) * (2 * (np.arange(height) + 0.5) / height - 1)
    right = np.tan(vertical_fov / 2) * width / height * (2 * (np.arange(width) + 0.5) / width - 1)
    x, y = np.meshgrid(right, down)
    forward, sideways = np.cos(heading) - x * np.sin(heading), np.sin(heading) + x * np.cos(heading)
    dense = Image.fromarray(_sample(panorama, np.stack([sideways, forward, -y], axis=-1)))
    return np.asarray(dense.resize((width // 2, height // 2), Image.Resampling.BOX))


def _sample(panorama: Pixels, directions: NDArray[np.float64]) -> Pixels:
    """The panorama's colours along directions (..., 3) of x right, y forward, z up, by cubic splines."""
    from scipy.ndimage import map_coordinates

    height, width = panorama.shape[:2]
    x, y, z = np.moveaxis(directions, -1, 0)
    column = (np.arctan2(x, y) / (2 * np.pi) + 0.5) * width - 0.5
    row = np.clip((0.5 - np.arctan2(z, np.hypot(x, y)) / np.pi) * height - 0.5, 0, height - 1)
    wrapped = np.pad(panorama, ((0, 0), (PAD, PAD), (0, 0)), mode="wrap").astype(np.float32)
    channels = [
        map_coordinates(wrapped[..., channel], [row, column + PAD], order=3, mode="nearest")
        for channel in range(3)
    ]
    return np.clip(np.rint(np.stack(channels, axis=-1)), 0, 255).astype(np.uint8)
