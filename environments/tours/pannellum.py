"""Pannellum's tours (2.5): written of a scan, and read.

Source: Pannellum's documentation, "JSON Configuration File"; degrees, to the right of the picture's middle, and up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from environments.errors import InvalidDataError
from environments.geometry import wrap_angle
from environments.scan import Scan
from environments.tours.scene import Cube, Scene, SceneLink, Sphere, file_beside
from environments.tours.seen import Pictures, degrees, heading_of, neighbours_seen

FACES = ("f", "r", "b", "l", "u", "d")
"""Of a pyramid, in the order of ``scan.CUBE_FACES``."""


def pannellum(scan: Scan, pictures: Pictures) -> dict[str, Any]:
    """A configuration of Pannellum: a scene for each viewpoint, a hot spot where each neighbour's camera stood.

    A step keeps the direction in which one looks, by north (the world's +y).
    """
    scenes = {
        name: {
            "type": "equirectangular",
            "panorama": pictures[name],
            "northOffset": degrees(heading_of(viewpoint)),
            "hotSpots": [
                {
                    "type": "scene",
                    "sceneId": other,
                    "text": other,
                    "yaw": degrees(yaw),
                    "pitch": degrees(pitch),
                    "targetYaw": "sameAzimuth",
                }
                for other, (yaw, pitch) in neighbours_seen(scan, viewpoint).items()
            ],
        }
        for name, viewpoint in scan.viewpoints.items()
    }
    first = next(iter(scan.viewpoints))
    return {"default": {"firstScene": first, "autoLoad": True, "sceneFadeDuration": 600}, "scenes": scenes}


class _PannellumHotSpot(msgspec.Struct, rename="camel"):
    yaw: float = 0.0
    pitch: float = 0.0
    scene_id: str | None = None


class _MultiRes(msgspec.Struct, rename="camel"):
    path: str
    extension: str
    tile_resolution: int
    max_level: int
    cube_resolution: int
    base_path: str | None = None


class _Described(msgspec.Struct, rename="camel"):
    """A scene, or what holds for all of them."""

    panorama: str | None = None
    cube_map: list[str] | None = None
    multi_res: _MultiRes | None = None
    base_path: str | None = None
    north_offset: float | None = None
    haov: float = 360.0
    vaov: float = 180.0
    horizon_pitch: float = 0.0
    horizon_roll: float = 0.0
    hot_spots: list[_PannellumHotSpot] = []


class _PannellumTour(msgspec.Struct, rename="camel"):
    scenes: dict[str, _Described]
    default: _Described = msgspec.field(default_factory=_Described)


def read_pannellum(content: Any, folder: Path) -> list[Scene]:
    """The scenes of a configuration whose pictures are in a folder.

    Raises:
        msgspec.ValidationError: it has another form.
        InvalidDataError: a scene cannot be used.
    """
    tour = msgspec.convert(content, _PannellumTour, strict=False)
    return [_scene(name, each, tour, folder) for name, each in tour.scenes.items()]


def _scene(name: str, scene: _Described, tour: _PannellumTour, folder: Path) -> Scene:
    if (scene.haov, scene.vaov) != (360.0, 180.0):
        raise InvalidDataError(
            f"The picture of {name} shows {scene.haov:g} x {scene.vaov:g} degrees.",
            remedy="Leave it out of the tour: whole spheres are read.",
        )
    if scene.horizon_pitch or scene.horizon_roll:
        raise InvalidDataError(
            f"The horizon of {name} is corrected (horizonPitch, horizonRoll).",
            remedy="Export its picture level, and leave the correction out.",
        )
    north = scene.north_offset
    return Scene(
        name,
        _picture(name, scene, scene.base_path or tour.default.base_path or "", folder),
        [*_links(scene.hot_spots)],
        None if north is None else float(wrap_angle(math.radians(north))),
    )


def _links(spots: Sequence[_PannellumHotSpot]) -> Iterator[SceneLink]:
    for each in spots:
        if each.scene_id is not None:
            yield SceneLink(each.scene_id, math.radians(each.yaw), math.radians(each.pitch))


def _picture(name: str, scene: _Described, base: str, folder: Path) -> Sphere | Cube:
    if scene.panorama is not None:
        return Sphere(file_beside(folder, base + scene.panorama, name))
    if scene.cube_map is not None and len(scene.cube_map) == len(FACES):
        files = [file_beside(folder, base + each, name) for each in scene.cube_map]
        return Cube(lambda face, row, column: files[face])
    if scene.multi_res is not None:
        return _pyramid(name, scene.multi_res, base, folder)
    raise InvalidDataError(
        f"{name} has no picture that can be read.",
        remedy="Give it a panorama, a cubeMap of six pictures, or a multiRes pyramid.",
    )


def _pyramid(name: str, tiles: _MultiRes, base: str, folder: Path) -> Cube:
    def tile(face: int, row: int, column: int) -> Path:
        path = tiles.path
        for sign, value in (("%l", tiles.max_level), ("%s", FACES[face]), ("%y", row), ("%x", column)):
            path = path.replace(sign, str(value))
        below = tiles.base_path if tiles.base_path is not None else base
        return file_beside(folder, f"{below}{path}.{tiles.extension}", name)

    if min(tiles.tile_resolution, tiles.cube_resolution) <= 0:
        raise InvalidDataError(f"The pyramid of {name} has no tiles.", remedy="Cut it again.")
    return Cube(tile, -(-tiles.cube_resolution // tiles.tile_resolution), tiles.tile_resolution)
