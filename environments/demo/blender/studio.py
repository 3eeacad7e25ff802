"""The built house with a panoramic camera that renders pictures of colours, identities and distances."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import pi
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import bpy
import numpy as np
import numpy.typing as npt
from mathutils import Matrix
from PIL import Image

from environments.demo.blender.building import build
from environments.demo.blender.furniture import furnish
from environments.demo.blender.identity import flat_distances, flat_numbers
from environments.demo.blender.sky import build_sky
from environments.demo.masks import Window, window_around
from environments.demo.model.plan import House
from environments.demo.model.seam import STRIP, cover_seam
from environments.geometry import Vector
from environments.labels import FARTHEST

Picture = npt.NDArray[np.uint8]
Depths = npt.NDArray[np.uint16]


class Studio:
    """The built house with a camera.

    Args:
        house: the description to build.
        numbers: identity number (1 to 255) of each named piece.
    """

    def __init__(self, house: House, numbers: dict[str, int]) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        build(house)
        build_sky()
        self._parts = furnish(house, numbers)
        self._camera = _panoramic_camera()
        self._scene = bpy.context.scene
        _set_up_rays(self._scene)
        _set_up_light(self._scene)
        self._empty = _scene_with(self._camera)

    def bounds(self, name: str) -> tuple[list[float], list[float]]:
        """Lower and upper corner of a piece's meshes in the world frame, in metres."""
        bpy.context.view_layer.update()
        points = np.concatenate([_vertices(part) for part in self._parts[name]])
        return points.min(axis=0).tolist(), points.max(axis=0).tolist()

    def photograph(self, at: Vector, width: int, samples: int) -> Picture:
        """Render the equirectangular view from a point: (width / 2, width, 3)."""
        cycles, view = self._scene.cycles, self._scene.view_settings
        cycles.samples, cycles.use_denoising = samples, True
        cycles.pixel_filter_type, cycles.filter_width = "BLACKMAN_HARRIS", 1.2
        view.view_transform, view.look, view.exposure = "AgX", "AgX - Medium High Contrast", 0.6
        self._scene.render.dither_intensity = 1.0
        panorama = self._take(at, width, "RGB")
        return cover_seam(panorama, self._take_behind(at, width))

    def identify(self, points: Iterable[Vector], width: int) -> Iterator[Picture]:
        """Render the number of the piece at each pixel from each point: (width / 2, width); 0 is the building."""
        self._send_one_ray_per_pixel()
        with flat_numbers(self._scene):
            for at in points:
                yield self._take(at, width, "BW")

    def measure(self, points: Iterable[Vector], width: int) -> Iterator[Depths]:
        """Render how far each pixel's ray goes from each point: (width / 2, width), millimetres.

        0 is the sky; 65535 is ``FARTHEST`` or more. Window panes are transparent.
        """
        self._send_one_ray_per_pixel()
        settings = self._scene.render.image_settings
        with flat_distances(self._scene, FARTHEST):
            for at in points:
                settings.color_depth = "16"
                try:
                    yield self._take(at, width, "BW")
                finally:
                    settings.color_depth = "8"

    def outline(self, name: str, points: Iterable[Vector], width: int) -> Iterator[Picture]:
        """Render a piece's number where it would be seen if nothing hid it: (width / 2, width); 0 elsewhere."""
        corners = np.array(self.bounds(name))
        with self._alone(self._parts[name]), flat_numbers(self._scene):
            self._send_one_ray_per_pixel()
            for at in points:
                yield self._take_window(at, width, window_around(corners, at, width))

    def _send_one_ray_per_pixel(self) -> None:
        cycles, view = self._scene.cycles, self._scene.view_settings
        cycles.samples, cycles.use_denoising = 1, False
        cycles.pixel_filter_type, cycles.filter_width = "BOX", 0.01
        view.view_transform, view.look, view.exposure = "Raw", "None", 0.0
        self._scene.render.dither_intensity = 0.0

    @contextmanager
    def _alone(self, parts: Sequence[Any]) -> Iterator[None]:
        """Render a scene of these meshes alone: hiding all others in the house's takes seconds."""
        house, self._scene = self._scene, self._empty
        for part in parts:
            self._empty.collection.objects.link(part)
        try:
            yield
        finally:
            self._scene = house
            for part in parts:
                self._empty.collection.objects.unlink(part)

    def _take_window(self, at: Vector, width: int, window: Window | None) -> Picture:
        """The identities in a window, black around it; the whole picture if there is none."""
        if window is None:
            return self._take(at, width, "BW")
        render, (left, right, top, bottom), height = self._scene.render, window, width // 2
        render.use_border = render.use_crop_to_border = True
        # Blender rounds down, and single precision may lie below a whole number of pixels.
        render.border_min_x, render.border_max_x = (left + 0.25) / width, (right + 0.25) / width
        render.border_min_y, render.border_max_y = (
            (height - bottom + 0.25) / height,
            (height - top + 0.25) / height,
        )
        whole = np.zeros((height, width), np.uint8)
        try:
            whole[top:bottom, left:right] = self._take(at, width, "BW")
        finally:
            render.use_border = False
        return whole

    def _take_behind(self, at: Vector, width: int) -> Picture:
        """The strip around the seam, from the camera turned to it: (width / 2, 2 * STRIP * width, 3)."""
        render = self._scene.render
        render.use_border = render.use_crop_to_border = True
        render.border_min_x, render.border_max_x = 0.5 - STRIP, 0.5 + STRIP
        render.border_min_y, render.border_max_y = 0.0, 1.0
        try:
            return self._take(at, width, "RGB", turned=pi)
        finally:
            render.use_border = False

    def _take(self, at: Vector, width: int, mode: str, turned: float = 0.0) -> npt.NDArray[Any]:
        render = self._scene.render
        upright = Matrix.Rotation(pi / 2, 4, "X")
        self._camera.matrix_world = Matrix.Translation(at) @ Matrix.Rotation(turned, 4, "Z") @ upright
        render.resolution_x, render.resolution_y = width, width // 2
        render.image_settings.color_mode = mode
        with TemporaryDirectory() as folder:
            render.filepath = str(Path(folder, "picture.png"))
            with _unheard():
                bpy.ops.render.render(write_still=True, scene=self._scene.name)
            with Image.open(render.filepath) as picture:
                return np.asarray(picture)


@contextmanager
def _unheard() -> Iterator[None]:
    """Keep what Blender prints, some thirty lines a picture, from the terminal."""
    sys.stdout.flush()
    kept = os.dup(1)
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _panoramic_camera() -> Any:
    lens = bpy.data.cameras.new("panorama")
    lens.type, lens.panorama_type, lens.clip_start = "PANO", "EQUIRECTANGULAR", 0.02
    camera = bpy.data.objects.new("panorama", lens)
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera
    return camera


def _scene_with(camera: Any) -> Any:
    """A scene of a camera; kept for good, because Blender may crash after scenes were removed that it rendered."""
    scene = bpy.data.scenes.new("alone")
    scene.collection.objects.link(camera)
    scene.camera = camera
    _set_up_rays(scene)
    return scene


def _set_up_rays(scene: Any) -> None:
    render, cycles = scene.render, scene.cycles
    render.engine, render.use_persistent_data, render.resolution_percentage = "CYCLES", True, 100
    render.image_settings.file_format, render.image_settings.color_depth = "PNG", "8"
    cycles.device, cycles.seed = "CPU", 0


def _set_up_light(scene: Any) -> None:
    cycles = scene.cycles
    cycles.denoiser, cycles.denoising_quality = "OPENIMAGEDENOISE", "FAST"
    cycles.denoising_input_passes, cycles.denoising_prefilter = "RGB_ALBEDO_NORMAL", "FAST"
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.03
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 2, 1, 1
    cycles.use_fast_gi, cycles.fast_gi_method, cycles.ao_bounces_render = True, "REPLACE", 1
    scene.world.light_settings.distance = 2.0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.blur_glossy, cycles.light_sampling_threshold = 4.0, 1.0, 0.05
    cycles.debug_bvh_type, cycles.debug_use_spatial_splits = "STATIC_BVH", True


def _vertices(part: Any) -> npt.NDArray[np.float32]:
    """World positions of a mesh's vertices, (n, 3)."""
    points = np.empty((len(part.data.vertices), 3), np.float32)
    part.data.vertices.foreach_get("co", points.ravel())
    place = np.array(part.matrix_world, np.float32)
    return points @ place[:3, :3].T + place[:3, 3]
