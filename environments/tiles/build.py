"""Cuts every panorama of an environment into a preview and a tile pyramid, on all cores.

A viewpoint's directory appears when it is complete. Complete tiles that still fit their source are kept, so that a
build can be interrupted and started again.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
from PIL import Image

from environments.errors import ConfigurationError, InvalidDataError, PangeaError
from environments.files import is_id
from environments.folders import make_folder, whole_folder
from environments.pictures import decode_image, image_size
from environments.scan import CUBE_FACES, FACES, EncodedImage, Projection, Scan
from environments.tiles.cut import cut_face, lossless_size
from environments.tiles.layout import (
    PREVIEW,
    TILE_SIZE,
    TileSet,
    is_built,
    pyramid,
    read_manifest,
    tile_path,
    write_manifest,
)
from environments.tiles.lock import not_written, sole_build

if TYPE_CHECKING:
    from environments.protocol import Environment


RECIPE = 1  # a new number makes all tiles be cut again
TILE_QUALITY = 80
TILE_EFFORT = 2  # libwebp's "method": half the time of its default 4 for 5 % more bytes
PREVIEW_QUALITY = 30
PREVIEW_FACE = 128
BYTES_PER_PIXEL = 8  # of a source image, and of a face: Pillow's four, and their sources
MEMORY = 2 * 2**30

Faces = Iterator[tuple[str, Image.Image]]


@dataclass(frozen=True, slots=True)
class TileOutcome:
    """The outcome of one panorama: cut now, kept from an earlier build, or refused with ``error``.

    A scan that cannot be read has one outcome, with no viewpoint.
    """

    scan_id: str
    viewpoint_id: str
    was_cut: bool = False
    error: PangeaError | None = None


def build_tiles(
    environment: Environment, output: Path, face_size: int | None = None
) -> Iterator[TileOutcome]:
    """Cut all panoramas of ``environment`` into ``output``; yields one outcome for each, in no order.

    Args:
        output: directory for ``<scan_id>/<viewpoint_id>/`` with ``preview.jpg``, ``tiles/`` and ``manifest.json``.
        face_size: pixels of the sharpest level's faces, rounded up to whole tiles; by default as many as keep every
            pixel of the source.

    Raises:
        ConfigurationError: ``output`` cannot be written, another build writes there, or the disk is full. A bad
            panorama raises nothing.
    """
    with sole_build(output):
        yield from _outcomes(environment, output, face_size)


def check_sources(environment: Environment, output: Path) -> Iterator[TileOutcome]:
    """What ``build_tiles`` would refuse, without writing: the outcome of each panorama, in no order.

    ``was_cut`` says that the tiles in ``output`` are those of its images; where they are not, the images are decoded.
    """
    yield from _on_all_cores(environment, lambda scan, name: _check(environment, scan, name, output))


def _check(environment: Environment, scan: Scan, viewpoint_id: str, output: Path) -> TileOutcome:
    try:
        images = _images(environment, scan, viewpoint_id)
        directory = output / scan.scan_id / viewpoint_id
        found = read_manifest(directory)
        is_cut = found is not None and is_built(directory, found)
        if not found or not is_cut or found.fingerprint != _fingerprint(images.values(), found.face_sizes):
            is_cut = False
            source_size(images)
            for image in images.values():
                decode_image(image, enough=(1, 1))
    except PangeaError as error:
        return TileOutcome(scan.scan_id, viewpoint_id, error=error)
    return TileOutcome(scan.scan_id, viewpoint_id, is_cut)


def _outcomes(environment: Environment, output: Path, face_size: int | None) -> Iterator[TileOutcome]:
    budget = MemoryBudget(MEMORY)
    yield from _on_all_cores(
        environment, lambda scan, name: _build(environment, scan, name, output, face_size, budget)
    )


def _on_all_cores(
    environment: Environment, work: Callable[[Scan, str], TileOutcome]
) -> Iterator[TileOutcome]:
    cv2.setNumThreads(1)  # every core works on its own panorama
    pool = ThreadPoolExecutor(os.cpu_count())
    jobs = []
    try:
        for scan_id in environment.scan_ids():
            try:
                scan = environment.scan(scan_id)
            except PangeaError as error:
                yield TileOutcome(scan_id, "", error=error)
                continue
            jobs += [pool.submit(work, scan, viewpoint_id) for viewpoint_id in scan.viewpoints]
        for job in as_completed(jobs):
            yield job.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _build(
    environment: Environment,
    scan: Scan,
    viewpoint_id: str,
    output: Path,
    face_size: int | None,
    budget: MemoryBudget,
) -> TileOutcome:
    try:
        images = _images(environment, scan, viewpoint_id)
        was_cut = _build_viewpoint(images, output / scan.scan_id / viewpoint_id, face_size, budget)
    except PangeaError as error:
        if isinstance(error, ConfigurationError):
            raise
        return TileOutcome(scan.scan_id, viewpoint_id, error=error)
    return TileOutcome(scan.scan_id, viewpoint_id, was_cut)


def _images(environment: Environment, scan: Scan, viewpoint_id: str) -> dict[str, EncodedImage]:
    for name in (scan.scan_id, viewpoint_id):
        if not is_id(name):
            raise InvalidDataError(
                f"{name!r} cannot name a directory.", remedy="Use letters, digits, '_' and '-'."
            )
    return {face: environment.image(scan.scan_id, viewpoint_id, face) for face in FACES[scan.projection]}


def _build_viewpoint(
    images: dict[str, EncodedImage], directory: Path, face_size: int | None, budget: MemoryBudget
) -> bool:
    """Cut one panorama unless its tiles exist; returns whether it was cut."""
    size = source_size(images)
    face_sizes = pyramid(face_size or size)
    tile_set = TileSet(TILE_SIZE, face_sizes, _fingerprint(images.values(), face_sizes))
    if is_built(directory, tile_set):
        return False
    largest = max(size, face_sizes[-1])
    pixels = largest**2 + sum(width * height for width, height in map(image_size, images.values()))
    try:
        with whole_folder(directory, replaces=True) as partial, budget.of(pixels * BYTES_PER_PIXEL):
            _write(partial, tile_set, _faces(images, largest))
    except OSError as exc:
        raise not_written(directory, exc) from exc
    return True


def source_size(images: dict[str, EncodedImage]) -> int:
    """Side length of a cube face, in pixels, that keeps every pixel of a panorama.

    Raises:
        InvalidDataError: an equirectangular image is not twice as wide as high; cube faces are not equal squares.
    """
    sizes = {face: image_size(image) for face, image in images.items()}
    width, height = next(iter(sizes.values()))
    if Projection.EQUIRECTANGULAR in sizes:
        if width != 2 * height:
            raise InvalidDataError(
                f"The image has {width} x {height} pixels, but an equirectangular image is twice as wide as high.",
                remedy="Export the whole sphere, or pad the image to it.",
            )
        return lossless_size(width)
    if any(size != (width, width) for size in sizes.values()):
        listed = ", ".join(f"{face} {wide} x {high}" for face, (wide, high) in sizes.items())
        raise InvalidDataError(
            f"The cube's faces are not equal squares: {listed}.",
            remedy="Export them again, all with one size.",
        )
    return width


def _fingerprint(images: Iterable[EncodedImage], face_sizes: tuple[int, ...]) -> str:
    recipe = [RECIPE, TILE_SIZE, face_sizes, TILE_QUALITY, TILE_EFFORT, PREVIEW_FACE, PREVIEW_QUALITY]
    digest = hashlib.sha256(json.dumps(recipe).encode())
    for image in images:
        digest.update(hashlib.sha256(image.data).digest())
    return digest.hexdigest()


def _faces(images: dict[str, EncodedImage], size: int) -> Faces:
    """The faces of a panorama, one after the other, (size, size) each."""
    if whole := images.get(Projection.EQUIRECTANGULAR):
        panorama = decode_image(whole)
        for face in CUBE_FACES:
            yield face, Image.fromarray(cut_face(panorama, face, size))
        return
    for face in CUBE_FACES:
        yield face, _resized(decode_image(images[face]), size)


def _write(directory: Path, tile_set: TileSet, faces: Faces) -> None:
    preview = Image.new("RGB", (PREVIEW_FACE * len(CUBE_FACES), PREVIEW_FACE))
    for number, (face, picture) in enumerate(faces):
        preview.paste(_resized(picture, PREVIEW_FACE), (PREVIEW_FACE * number, 0))
        for level, size in enumerate(tile_set.face_sizes):
            _write_tiles(directory, level, face, _resized(picture, size))
    preview.save(directory / PREVIEW, quality=PREVIEW_QUALITY, optimize=True, progressive=True)
    write_manifest(directory, tile_set)


def _write_tiles(directory: Path, level: int, face: str, picture: Image.Image) -> None:
    make_folder((directory / tile_path(level, face, 0, 0)).parent)
    for row in range(picture.height // TILE_SIZE):
        for column in range(picture.width // TILE_SIZE):
            left, top = column * TILE_SIZE, row * TILE_SIZE
            tile = picture.crop((left, top, left + TILE_SIZE, top + TILE_SIZE))
            tile.save(
                directory / tile_path(level, face, row, column), quality=TILE_QUALITY, method=TILE_EFFORT
            )


def _resized(picture: Image.Image, size: int) -> Image.Image:
    if picture.size == (size, size):
        return picture
    return picture.resize((size, size), Image.Resampling.LANCZOS)


class MemoryBudget:
    """Bytes that threads share; a thread that wants more than the whole budget waits until it is alone."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._free = total
        self._changed = threading.Condition()

    @contextmanager
    def of(self, wanted: int) -> Iterator[None]:
        """Hold ``wanted`` bytes during the block, as soon as they are free."""
        size = min(wanted, self._total)
        with self._changed:
            self._changed.wait_for(lambda: self._free >= size)
            self._free -= size
        try:
            yield
        finally:
            with self._changed:
                self._free += size
                self._changed.notify_all()
