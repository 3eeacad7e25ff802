"""Passes without light: every object glows in the grey of its number, or of its distance."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import bpy


@contextmanager
def flat_numbers(scene: Any) -> Iterator[None]:
    """Replace every material by an emission of object index / 255; no sky, no window panes, no tone mapping."""
    with _flat(scene, "identity", "ObjectInfo", "Object Index", 255.0):
        yield


@contextmanager
def flat_distances(scene: Any, farthest: float) -> Iterator[None]:
    """The same with an emission of the distance from the camera, along the ray, / ``farthest`` metres."""
    with _flat(scene, "distance", "CameraData", "View Distance", farthest):
        yield


@contextmanager
def _flat(scene: Any, name: str, node: str, output: str, scale: float) -> Iterator[None]:
    layer, world = scene.view_layers[0], scene.world
    panes = [part for part in scene.objects if part.type == "MESH" and _is_glass(part)]
    for pane in panes:
        pane.hide_render = True
    layer.material_override, scene.world = _glow(name, node, output, scale), None
    try:
        yield
    finally:
        layer.material_override, scene.world = None, world
        for pane in panes:
            pane.hide_render = False


def _is_glass(part: Any) -> bool:
    return bool(part.material_slots) and part.material_slots[0].material.name.startswith("pane")


def _glow(name: str, node: str, output: str, scale: float) -> Any:
    """A material that emits an output of a node, divided by ``scale``."""
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    material.cycles.emission_sampling = "NONE"  # otherwise every triangle of the house becomes a lamp
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    source, divided = nodes.new(f"ShaderNode{node}"), nodes.new("ShaderNodeMath")
    divided.operation, divided.inputs[1].default_value = "DIVIDE", scale
    emission, surface = nodes.new("ShaderNodeEmission"), nodes.new("ShaderNodeOutputMaterial")
    links.new(source.outputs[output], divided.inputs[0])
    links.new(divided.outputs[0], emission.inputs["Color"])
    links.new(emission.outputs[0], surface.inputs["Surface"])
    return material
