"""What a tour of another program says: panoramas, and where each shows the way to others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote

from PIL import Image

from environments.errors import InvalidDataError
from environments.files import read_image
from environments.mapping.gps import Fix
from environments.metadata import without_metadata
from environments.pictures import decode_image, image_size
from environments.scan import EncodedImage
from environments.tiles.sphere import cube_picture

QUALITY = 95  # of a JPEG that is put together
REMEDY = "Export the tour again, with its pictures beside its file."


class SceneLink(NamedTuple):
    """The way to another scene: to the right of the picture's middle, and up; radians. ``yaw`` is None where the tour
    does not say where it is shown."""

    to: str
    yaw: float | None
    pitch: float


class Sphere(NamedTuple):
    """A whole equirectangular picture."""

    file: Path

    def read(self, inside: Path) -> EncodedImage:
        image = read_image(self.file, REMEDY, inside)
        width, height = image_size(image)
        if width != 2 * height:
            raise InvalidDataError(
                f"{self.file.name} has {width} x {height} pixels, not twice as many across as down.",
                remedy="A tour is read whose panoramas are whole spheres.",
            )
        return without_metadata(image)


@dataclass(frozen=True, slots=True)
class Cube:
    """Six faces, of one picture each or of tiles.

    Attributes:
        tile: the file of a face, by its place in ``scan.CUBE_FACES``, and of one of its tiles: row and column.
        tiles: of a row of a face.
        tile_side: pixels; the last tile of a row may be narrower.
    """

    tile: Callable[[int, int, int], Path]
    tiles: int = 1
    tile_side: int = 0

    def read(self, inside: Path) -> EncodedImage:
        from io import BytesIO

        file = BytesIO()
        cube_picture([self._face(number, inside) for number in range(6)]).save(file, "JPEG", quality=QUALITY)
        return EncodedImage(file.getvalue(), "image/jpeg")

    def _face(self, number: int, inside: Path) -> Image.Image:
        rows = [
            [
                decode_image(read_image(self.tile(number, row, column), REMEDY, inside))
                for column in range(self.tiles)
            ]
            for row in range(self.tiles)
        ]
        side = sum(tile.width for tile in rows[0])
        if any(sum(tile.width for tile in row) != side for row in rows) or side != sum(
            row[0].height for row in rows
        ):
            raise InvalidDataError(
                f"The tiles of {self.tile(number, 0, 0).parent} make no square.",
                remedy="Export the tour again.",
            )
        face = Image.new("RGB", (side, side))
        for row, tiles in enumerate(rows):
            for column, tile in enumerate(tiles):
                face.paste(tile, (column * self.tile_side, row * self.tile_side))
        return face


@dataclass(frozen=True, slots=True)
class Scene:
    """One panorama of a tour.

    Attributes:
        heading: of the picture's middle by north, radians; None where the tour does not say.
        fix: where it was taken, by GPS.
        nowhere: the names its links give of scenes that the tour does not have.
    """

    name: str
    picture: Sphere | Cube
    links: Sequence[SceneLink]
    heading: float | None = None
    fix: Fix | None = None
    nowhere: Sequence[str] = ()


def file_beside(folder: Path, address: str, scene: str) -> Path:
    """The picture of a scene that a tour names by its address, below the folder of the tour.

    Raises:
        InvalidDataError: it is elsewhere.
    """
    path = PurePosixPath(unquote(address))
    if ":" in address or "\\" in address or address.startswith("//") or ".." in path.parts:
        raise InvalidDataError(
            f"The picture of {scene} is at {address}.",
            remedy="Download it into the folder of the tour, and name it there.",
        )
    return folder / str(path).lstrip("/")
