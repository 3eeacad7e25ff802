"""The built house with a panoramic camera that renders colour and identity pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from environments.demo.blender.identity import flat_numbers
from environments.demo.blender.sky import build_sky
from environments.demo.model.plan import House
from environments.demo.model.seam import mend_seam
from environments.geometry import Vector

Picture = npt.NDArray[np.uint8]


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
        _set_up_cycles(self._scene)

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
        return mend_seam(self._take(at, width, "RGB"))

    def identify(self, points: Iterable[Vector], width: int) -> Iterator[Picture]:
        """Render the number of the piece at each pixel from each point: (width / 2, width); 0 is the building."""
        cycles, view = self._scene.cycles, self._scene.view_settings
        cycles.samples, cycles.use_denoising = 1, False
        cycles.pixel_filter_type, cycles.filter_width = "BOX", 0.01
        view.view_transform, view.look, view.exposure = "Raw", "None", 0.0
        self._scene.render.dither_intensity = 0.0
        with flat_numbers():
            for at in points:
                yield self._take(at, width, "BW")

    def _take(self, at: Vector, width: int, mode: str) -> Picture:
        render = self._scene.render
        self._camera.matrix_world = Matrix.Translation(at) @ Matrix.Rotation(pi / 2, 4, "X")
        render.resolution_x, render.resolution_y = width, width // 2
        render.image_settings.color_mode = mode
        with TemporaryDirectory() as folder:
            render.filepath = str(Path(folder, "picture.png"))
            bpy.ops.render.render(write_still=True)
            with Image.open(render.filepath) as picture:
                return np.asarray(picture)


def _panoramic_camera() -> Any:
    lens = bpy.data.cameras.new("panorama")
    lens.type, lens.panorama_type, lens.clip_start = "PANO", "EQUIRECTANGULAR", 0.02
    camera = bpy.data.objects.new("panorama", lens)
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera
    return camera


def _set_up_cycles(scene: Any) -> None:
    render, cycles = scene.render, scene.cycles
    render.engine, render.use_persistent_data, render.resolution_percentage = "CYCLES", True, 100
    render.image_settings.file_format, render.image_settings.color_depth = "PNG", "8"
    cycles.device, cycles.seed = "CPU", 0
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
