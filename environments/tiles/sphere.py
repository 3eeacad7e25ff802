"""A viewpoint's whole sphere as one equirectangular picture, or a part of it as a camera sees it, whatever the source's
projection.

The whole is level and turned to the world: its centre column looks along heading 0 (the world's +y), headings grow to
the right, its top row looks straight up. A camera is level and does not roll.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from PIL import Image

from environments.errors import InvalidDataError
from environments.geometry import direction, rotation
from environments.pictures import decode_image
from environments.scan import CUBE_FACES, FACES, IDENTITY, Projection
from environments.tiles.build import source_size
from environments.tiles.cut import FACE_AXES, REACH, look_into, lossless_size

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from environments.geometry import Rotation
    from environments.protocol import Environment
    from environments.scan import EncodedImage
    from environments.tiles.cut import Pixels

    Look = Callable[[NDArray[np.float64]], Pixels]
    """What is seen (rows, columns, 3) along directions (rows, columns, 3) of any length in the world."""

WIDEST = 16_384  # pixels
NARROWEST = 16
BAND = 128  # rows that are made at once


class ViewpointImages(NamedTuple):
    """A viewpoint's images; ``side``: of a cube's face that keeps every pixel of them."""

    projection: Projection
    orientation: Rotation
    images: dict[str, EncodedImage]
    side: int


def sphere_picture(
    environment: Environment, scan_id: str, viewpoint_id: str, width: int | None = None
) -> Image.Image:
    """An RGB picture (width / 2, width) of everything around a viewpoint.

    Args:
        width: in pixels, even, ``NARROWEST`` to ``WIDEST``; by default an equirectangular source's own, and four faces
            of a skybox.

    Raises:
        ScanNotFoundError, ViewpointNotFoundError, ImageNotFoundError: there is no such panorama.
        InvalidDataError: the width cannot be used, or the images cannot.
    """
    source = _source(environment, scan_id, viewpoint_id)
    if source.projection is Projection.CUBEMAP:
        width = _checked(min(4 * source.side, WIDEST) if width is None else width)
        return _drawn(width, _into_cube(source, width))
    panorama = decode_image(source.images[Projection.EQUIRECTANGULAR])
    width = _checked(min(panorama.width, WIDEST) if width is None else width)
    panorama = _narrowed(panorama, width)
    if source.orientation == IDENTITY and width == panorama.width:
        return panorama
    return _drawn(width, _into_panorama(panorama, source.orientation))


def turned(panorama: Image.Image, orientation: Rotation) -> Image.Image:
    """An equirectangular picture, of an even width, in the axes to which ``orientation`` turns its own frame."""
    return _drawn(panorama.width, _into_panorama(panorama, orientation))


def cube_picture(faces: Sequence[Image.Image]) -> Image.Image:
    """The equirectangular picture of a cube's square faces, in the order of ``CUBE_FACES``: its middle is that of the
    front, and no detail is lost.

    Raises:
        InvalidDataError: the faces have several sizes.
    """
    sides = {face.size for face in faces}
    side = faces[0].width
    if sides != {(side, side)}:
        raise InvalidDataError("The faces of a cube have several sizes.", remedy="Export the panorama again.")
    atlas = _atlas(list(faces))
    return _drawn(_checked(min(4 * side, WIDEST)), lambda looks: _look_into_cube(atlas, looks))


def look_around(environment: Environment, scan_id: str, viewpoint_id: str, width: int) -> Look:
    """What sees the sphere of a viewpoint, with the detail of an equirectangular picture of this width.

    Raises:
        ScanNotFoundError, ViewpointNotFoundError, ImageNotFoundError: there is no such panorama.
        InvalidDataError: the images cannot be used.
    """
    source = _source(environment, scan_id, viewpoint_id)
    if source.projection is Projection.CUBEMAP:
        return _into_cube(source, width)
    panorama = decode_image(source.images[Projection.EQUIRECTANGULAR])
    return _into_panorama(_narrowed(panorama, width), source.orientation)


def detail_of(field_of_view: float, width: int) -> int:
    """The width of the equirectangular picture that is as fine as the middle of a perspective one."""
    return math.ceil(math.pi * width / math.tan(field_of_view / 2) / 2) * 2


def perspective(
    look: Look, heading: float, elevation: float, field_of_view: float, size: tuple[int, int]
) -> Image.Image:
    """An RGB picture of what a level camera sees.

    Args:
        field_of_view: from its left edge to its right one, in radians.
        size: columns and rows; pixels are square.
    """
    columns, rows = size
    turn = rotation(heading, elevation)
    focal = columns / 2 / math.tan(field_of_view / 2)
    across = np.arange(columns) + 0.5 - columns / 2
    out: Pixels = np.empty((rows, columns, 3), np.uint8)
    for first in range(0, rows, BAND):
        down = np.arange(first, min(first + BAND, rows)) + 0.5 - rows / 2
        rays = np.stack(np.broadcast_arrays(across, focal, -down[:, None]), axis=-1)
        out[first : first + BAND] = look(rays @ turn.T)
    return Image.fromarray(out)


def _source(environment: Environment, scan_id: str, viewpoint_id: str) -> ViewpointImages:
    scan = environment.scan(scan_id)
    scan.graph.index(viewpoint_id)
    images = {face: environment.image(scan_id, viewpoint_id, face) for face in FACES[scan.projection]}
    return ViewpointImages(
        scan.projection, scan.viewpoints[viewpoint_id].orientation, images, source_size(images)
    )


def _into_panorama(panorama: Image.Image, orientation: Rotation) -> Look:
    turn = np.array(orientation)
    return lambda looks: look_into(panorama, looks @ turn)


def _into_cube(source: ViewpointImages, width: int) -> Look:
    turn, side = np.array(source.orientation), min(source.side, lossless_size(width))
    atlas = _atlas([_shrunk(decode_image(source.images[face]), side) for face in CUBE_FACES])
    return lambda looks: _look_into_cube(atlas, looks @ turn)


def _narrowed(panorama: Image.Image, width: int) -> Image.Image:
    if width >= panorama.width:
        return panorama
    return panorama.resize((width, width // 2), Image.Resampling.LANCZOS)


def _checked(width: int) -> int:
    if width % 2 or not NARROWEST <= width <= WIDEST:
        raise InvalidDataError(
            f"A picture cannot be {width} pixels wide.",
            remedy=f"Choose an even number from {NARROWEST} to {WIDEST}; it is half as high.",
        )
    return width


def _drawn(width: int, look: Look) -> Image.Image:
    """A picture of what ``look`` sees along directions (rows, width, 3) in the world, a band of rows at a time."""
    height = width // 2
    heading = ((np.arange(width) + 0.5) / width - 0.5) * 2 * np.pi
    elevation = (0.5 - (np.arange(height) + 0.5) / height) * np.pi
    out: Pixels = np.empty((height, width, 3), np.uint8)
    for first in range(0, height, BAND):
        out[first : first + BAND] = look(direction(heading[None, :], elevation[first : first + BAND, None]))
    return Image.fromarray(out)


def _shrunk(face: Image.Image, side: int) -> Image.Image:
    return face if face.width == side else face.resize((side, side), Image.Resampling.LANCZOS)


def _atlas(faces: list[Image.Image]) -> Pixels:
    """The faces below each other, each with its edge pixels repeated around it, so that none runs into the next."""
    edge = (REACH, REACH, REACH, REACH)
    framed = [cv2.copyMakeBorder(np.asarray(face), *edge, cv2.BORDER_REPLICATE) for face in faces]
    return np.concatenate(framed).astype(np.uint8, copy=False)


def _look_into_cube(atlas: Pixels, looks: NDArray[np.float64]) -> Pixels:
    """What is seen in a cube along directions (rows, columns, 3) in its own frame."""
    axes = np.array([FACE_AXES[face] for face in CUBE_FACES], np.float64)
    face = np.argmax(looks @ axes[:, 0].T, axis=-1)
    along, across, down = (np.sum(looks * axes[face, axis], axis=-1) for axis in range(3))
    framed = atlas.shape[1]
    side = framed - 2 * REACH
    columns = (across / along + 1) * side / 2 - 0.5 + REACH
    rows = (down / along + 1) * side / 2 - 0.5 + REACH + face * framed
    seen = cv2.remap(atlas, columns.astype(np.float32), rows.astype(np.float32), cv2.INTER_LANCZOS4)
    return seen.astype(np.uint8, copy=False)
