"""Tiles for the other viewers: the pixels that ours have, in the layouts that their own tools write."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from environments.scan import CUBE_FACES
from environments.tiles.cut import cut_face, lossless_size
from environments.tiles.layout import pyramid
from tests.benchmarks.viewer.sources import Panorama, Pixels

FACE_SIZE = 1440
"""With linear filtering, which the other viewers use, as sharp on the bench's screen as ours with its own tiles."""
PREVIEW_SIZE, TILE_SIZE = 240, 720
QUALITY = 85
"""As true to the source as our own tiles (WebP 80): 35.8 dB of either on the front face of the photograph."""
COLUMNS, ROWS = 8, 4
"""Of the equirectangular tiles of Photo Sphere Viewer."""


def cut_for_peers(panorama: Panorama, directory: Path) -> None:
    """Write ``equirectangular.jpg``, and folders for Pannellum, Marzipano and Photo Sphere Viewer."""
    image = Image.fromarray(panorama.pixels)
    full_size = pyramid(lossless_size(image.width))[-1]
    faces = {face: shrink(cut_face(image, face, full_size), FACE_SIZE) for face in CUBE_FACES}
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "equirectangular.jpg").write_bytes(panorama.jpeg)
    _cut_for_pannellum(faces, directory / "pannellum")
    _cut_for_marzipano(faces, directory / "marzipano")
    _cut_for_photo_sphere_viewer(panorama.pixels, directory / "photo-sphere-viewer")


def _cut_for_pannellum(faces: dict[str, Pixels], directory: Path) -> None:
    for face, pixels in faces.items():
        for level, size in enumerate((TILE_SIZE, FACE_SIZE), start=1):
            for row, column, tile in _tiles(shrink(pixels, size)):
                _save(tile, directory / str(level) / f"{face[0]}{row}_{column}.jpg")
        _save(shrink(pixels, FACE_SIZE), directory / "fallback" / f"{face[0]}.jpg")


def _cut_for_marzipano(faces: dict[str, Pixels], directory: Path) -> None:
    for face, pixels in faces.items():
        for level, size in enumerate((TILE_SIZE, FACE_SIZE), start=1):
            for row, column, tile in _tiles(shrink(pixels, size)):
                _save(tile, directory / str(level) / face[0] / str(row) / f"{column}.jpg")
    order = ("back", "down", "front", "left", "right", "up")
    _save(np.concatenate([shrink(faces[face], PREVIEW_SIZE) for face in order]), directory / "preview.jpg")


def _cut_for_photo_sphere_viewer(pixels: Pixels, directory: Path) -> None:
    for row, band in enumerate(np.split(pixels, ROWS, axis=0)):
        for column, tile in enumerate(np.split(band, COLUMNS, axis=1)):
            _save(tile, directory / f"{column}_{row}.jpg")
    low = Image.fromarray(pixels).resize((1024, 512), Image.Resampling.BOX)
    _save(np.asarray(low), directory / "low.jpg")


def _tiles(face: Pixels) -> list[tuple[int, int, Pixels]]:
    count = range(len(face) // TILE_SIZE)
    return [
        (row, column, face[row * TILE_SIZE :][:TILE_SIZE, column * TILE_SIZE :][:, :TILE_SIZE])
        for row in count
        for column in count
    ]


def shrink(pixels: Pixels, size: int) -> Pixels:
    """A square image at another size."""
    return np.asarray(Image.fromarray(pixels).resize((size, size), Image.Resampling.LANCZOS))


def _save(pixels: Pixels, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(np.ascontiguousarray(pixels)).save(file, "JPEG", quality=QUALITY, optimize=True)
