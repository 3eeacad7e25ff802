"""The two panoramas that every viewer shows: a photograph where there is one, else the demo house's own."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from environments import open_environment

PHOTOGRAPH = Path(__file__).parents[4] / "shared" / "data" / "panoramas" / "equirectangular_photo.jpg"
WIDTH = 4096
JPEG_QUALITY = 90
TURN = 1365
"""Columns by which the second panorama is turned, so that nobody could mistake it for the first."""

Pixels = NDArray[np.uint8]


@dataclass(frozen=True)
class Panorama:
    """An equirectangular image, as a file and as pixels (2048, 4096, 3)."""

    jpeg: bytes
    pixels: Pixels


@dataclass(frozen=True)
class Source:
    """What is shown: ``name`` says where it comes from."""

    name: str
    first: Panorama
    second: Panorama


def open_source() -> Source:
    """The photograph and its mirror image; in a checkout without it, two viewpoints of the demo house."""
    if PHOTOGRAPH.is_file():
        content = PHOTOGRAPH.read_bytes()
        pixels = _pixels(content)
        mirrored = np.roll(pixels[:, ::-1], TURN, axis=1)
        return Source("a photograph, 4096x2048", Panorama(content, pixels), _encode(mirrored))
    house = open_environment("demo")
    (scan_id,) = house.scan_ids()
    first, second = (
        _encode(_pixels(house.image(scan_id, viewpoint_id, "equirectangular").data))
        for viewpoint_id in list(house.scan(scan_id).viewpoints)[:2]
    )
    return Source("the demo house, 4096x2048", first, second)


def _pixels(jpeg: bytes) -> Pixels:
    with Image.open(io.BytesIO(jpeg)) as image:
        return np.asarray(image.convert("RGB").resize((WIDTH, WIDTH // 2), Image.Resampling.LANCZOS))


def _encode(pixels: Pixels) -> Panorama:
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=JPEG_QUALITY, optimize=True)
    return Panorama(file.getvalue(), pixels)
