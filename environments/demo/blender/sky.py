"""Daylight."""

from __future__ import annotations

from math import pi, radians

import bpy
from mathutils import Matrix

_SUN_HEADING, _SUN_ELEVATION = radians(222.0), radians(36.0)


def build_sky() -> None:
    """A clear sky without its sun, and the sun as a separate lamp in the south-west."""
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
    thing.matrix_world = Matrix.Rotation(-_SUN_HEADING, 4, "Z") @ Matrix.Rotation(
        _SUN_ELEVATION - pi / 2, 4, "X"
    )
    scene.collection.objects.link(thing)
