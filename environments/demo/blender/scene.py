"""The scene around the house: sun, sky, panoramic camera, and the two kinds of picture taken."""

from __future__ import annotations

from math import pi, radians
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import numpy.typing as npt
from mathutils import Matrix

from environments.demo.blender.building import build_level
from environments.demo.blender.furniture import furnish
from environments.demo.plan import House

_SUN_HEADING, _SUN_ELEVATION = radians(222.0), radians(36.0)


class Studio:
    """The built house and a camera in it.

    Args:
        house: what to build.
        numbers: identity number (1 to 255) of each named piece.
    """

    def __init__(self, house: House, numbers: dict[str, int]) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        for level in house.levels:
            build_level(house, level)
        self.parts = furnish(house, numbers)
        _daylight()
        self.camera = _camera()

    def bounds(self, name: str) -> tuple[list[float], list[float]]:
        """World-frame corners of everything a piece is made of, in metres."""
        bpy.context.view_layer.update()
        points = np.concatenate([_vertices(part) for part in self.parts[name]])
        return points.min(axis=0).tolist(), points.max(axis=0).tolist()

    def photograph(self, at: tuple[float, float, float], path: Path, width: int, samples: int) -> None:
        """An equirectangular colour picture, ``width`` by half of it, as JPEG."""
        cycles = self.scene.cycles
        cycles.samples, cycles.use_adaptive_sampling, cycles.adaptive_threshold = samples, True, 0.03
        cycles.use_denoising, cycles.denoiser, cycles.denoising_quality = True, "OPENIMAGEDENOISE", "BALANCED"
        cycles.pixel_filter_type, cycles.filter_width, self.scene.render.dither_intensity = (
            "BLACKMAN_HARRIS",
            1.5,
            1.0,
        )
        view = self.scene.view_settings
        view.view_transform, view.look, view.exposure = "AgX", "AgX - Medium High Contrast", 0.45
        image = self.scene.render.image_settings
        image.file_format, image.color_mode, image.quality = "JPEG", "RGB", 86
        self._render(at, path, width)

    def identify(self, at: tuple[float, float, float], path: Path, width: int) -> npt.NDArray[np.uint8]:
        """A grey PNG whose value at each pixel is the number of the piece seen there; 0 is the building.

        Returns:
            The same picture, (width / 2, width).
        """
        cycles, layer = self.scene.cycles, self.scene.view_layers[0]
        cycles.samples, cycles.use_adaptive_sampling, cycles.use_denoising = 1, False, False
        cycles.pixel_filter_type, cycles.filter_width, self.scene.render.dither_intensity = "BOX", 0.01, 0.0
        self.scene.view_settings.view_transform, self.scene.view_settings.look = "Raw", "None"
        image = self.scene.render.image_settings
        image.file_format, image.color_mode, image.color_depth, image.compression = "PNG", "BW", "8", 100
        panes = [part for part in bpy.data.objects if part.type == "MESH" and _is_glass(part)]
        for pane in panes:
            pane.hide_render = True
        layer.material_override, world = _number_material(), self.scene.world
        self.scene.world = None
        self._render(at, path, width)
        layer.material_override, self.scene.world = None, world
        for pane in panes:
            pane.hide_render = False
        return _read_grey(path)

    def _render(self, at: tuple[float, float, float], path: Path, width: int) -> None:
        render = self.scene.render
        render.engine, render.use_persistent_data = "CYCLES", True
        render.resolution_x, render.resolution_y, render.resolution_percentage = width, width // 2, 100
        render.filepath, render.use_file_extension = str(path), False
        cycles = self.scene.cycles
        cycles.device, cycles.seed = "CPU", 0
        cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 2, 2
        cycles.debug_bvh_type, cycles.debug_use_spatial_splits = "STATIC_BVH", True
        cycles.transparent_max_bounces, cycles.caustics_reflective, cycles.caustics_refractive = (
            8,
            False,
            False,
        )
        cycles.sample_clamp_indirect, cycles.blur_glossy = 4.0, 1.0
        self.camera.matrix_world = Matrix.Translation(at) @ Matrix.Rotation(pi / 2, 4, "X")
        bpy.ops.render.render(write_still=True)


def _camera() -> Any:
    lens = bpy.data.cameras.new("panorama")
    lens.type, lens.panorama_type, lens.clip_start = "PANO", "EQUIRECTANGULAR", 0.02
    camera = bpy.data.objects.new("panorama", lens)
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera
    return camera


def _daylight() -> None:
    scene = bpy.context.scene
    world = bpy.data.worlds.new("sky")
    scene.world, world.use_nodes = world, True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    sky = nodes.new("ShaderNodeTexSky")
    sky.sky_type, sky.sun_disc = "NISHITA", False
    sky.sun_elevation, sky.sun_rotation = _SUN_ELEVATION, _SUN_HEADING
    sky.air_density, sky.dust_density, sky.ozone_density = 1.0, 0.6, 2.0
    links.new(sky.outputs[0], nodes["Background"].inputs["Color"])
    nodes["Background"].inputs["Strength"].default_value = 0.22
    sun = bpy.data.lights.new("sun", "SUN")
    sun.energy, sun.angle, sun.color = 3.2, radians(1.2), (1.0, 0.93, 0.82)
    thing = bpy.data.objects.new("sun", sun)
    turn = Matrix.Rotation(-_SUN_HEADING, 4, "Z") @ Matrix.Rotation(_SUN_ELEVATION - pi / 2, 4, "X")
    thing.matrix_world = turn
    scene.collection.objects.link(thing)


def _vertices(part: Any) -> npt.NDArray[np.float32]:
    """World positions of a mesh's vertices, (n, 3)."""
    points = np.empty((len(part.data.vertices), 3), np.float32)
    part.data.vertices.foreach_get("co", points.ravel())
    place = np.array(part.matrix_world, np.float32)
    return points @ place[:3, :3].T + place[:3, 3]


def _read_grey(path: Path) -> npt.NDArray[np.uint8]:
    picture = bpy.data.images.load(str(path))
    picture.colorspace_settings.name = "Non-Color"
    values = np.asarray(picture.pixels[:], dtype=np.float32).reshape(
        *reversed(picture.size), picture.channels
    )
    bpy.data.images.remove(picture)
    return np.rint(values[::-1, :, 0] * 255).astype(np.uint8)


def _is_glass(part: Any) -> bool:
    return bool(part.material_slots) and part.material_slots[0].material.name.startswith("pane")


def _number_material() -> Any:
    name = "identity"
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    number, scale = nodes.new("ShaderNodeObjectInfo"), nodes.new("ShaderNodeMath")
    scale.operation, scale.inputs[1].default_value = "DIVIDE", 255.0
    emission, output = nodes.new("ShaderNodeEmission"), nodes.new("ShaderNodeOutputMaterial")
    links.new(number.outputs["Object Index"], scale.inputs[0])
    links.new(scale.outputs[0], emission.inputs["Color"])
    links.new(emission.outputs[0], output.inputs["Surface"])
    return material
