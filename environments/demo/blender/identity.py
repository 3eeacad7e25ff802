"""The identity pass: every object glows in the grey of its number."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import bpy


@contextmanager
def flat_numbers() -> Iterator[None]:
    """Replace every material by an emission of object index / 255; no sky, no window panes, no tone mapping."""
    scene = bpy.context.scene
    layer, world = scene.view_layers[0], scene.world
    panes = [part for part in bpy.data.objects if part.type == "MESH" and _is_glass(part)]
    for pane in panes:
        pane.hide_render = True
    layer.material_override, scene.world = _number_material(), None
    try:
        yield
    finally:
        layer.material_override, scene.world = None, world
        for pane in panes:
            pane.hide_render = False


def _is_glass(part: Any) -> bool:
    return bool(part.material_slots) and part.material_slots[0].material.name.startswith("pane")


def _number_material() -> Any:
    if "identity" in bpy.data.materials:
        return bpy.data.materials["identity"]
    material = bpy.data.materials.new("identity")
    material.use_nodes = True
    material.cycles.emission_sampling = "NONE"  # otherwise every triangle of the house becomes a lamp
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    number, scale = nodes.new("ShaderNodeObjectInfo"), nodes.new("ShaderNodeMath")
    scale.operation, scale.inputs[1].default_value = "DIVIDE", 255.0
    emission, output = nodes.new("ShaderNodeEmission"), nodes.new("ShaderNodeOutputMaterial")
    links.new(number.outputs["Object Index"], scale.inputs[0])
    links.new(scale.outputs[0], emission.inputs["Color"])
    links.new(emission.outputs[0], output.inputs["Surface"])
    return material
