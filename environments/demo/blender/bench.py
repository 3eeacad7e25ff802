"""The workbench, on which a builder makes one object from a few rounded shapes, in the object's own frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Any

import bmesh
import bpy
from mathutils import Matrix, Vector

from environments.demo.blender.materials import linear, material
from environments.demo.model.plan import Box, Finish

MeshPoint = tuple[float, float, float]


class Bench:
    """Makes the meshes and lamps of one object.

    Args:
        name: of the object; its meshes are named after it.
        place: transform from the object's frame (x right, y front, z up) to the world.
        number: its value in identity pictures; 0 is the building.
    """

    def __init__(self, name: str, place: Matrix | None = None, number: int = 0) -> None:
        self.name, self.number = name, number
        self.place = place or Matrix.Identity(4)
        self.parts: list[Any] = []

    def box(self, low: MeshPoint, high: MeshPoint, finish: Finish, bevel: float = 0.006) -> None:
        """A box between two corners with rounded edges."""
        centre = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
        self.block((centre[0], centre[1], centre[2]), _size(low, high), finish, bevel)

    def block(
        self,
        centre: MeshPoint,
        size: MeshPoint,
        finish: Finish,
        bevel: float = 0.006,
        turn: MeshPoint = (0, 0, 0),
    ) -> None:
        """A rounded box by centre and size, turned by Euler angles in radians."""
        mesh = bmesh.new()
        bmesh.ops.create_cube(mesh, size=1.0, matrix=Matrix.Diagonal((*size, 1.0)))
        width = min(bevel, min(size) * 0.45)
        if width > 0.0:
            steps = 2 if bevel < 0.02 else 5
            bmesh.ops.bevel(
                mesh, geom=mesh.edges[:], offset=width, segments=steps, profile=0.5, affect="EDGES"
            )
        self._finish(mesh, finish, _turned(centre, turn))

    def slab(self, box: Box, finish: Finish) -> None:
        """A plain box of the building."""
        self.box(box.low, box.high, finish, bevel=0.0)

    def cushion(
        self, centre: MeshPoint, size: MeshPoint, finish: Finish, turn: MeshPoint = (0, 0, 0)
    ) -> None:
        """A pillow: full in the middle, thin at its seams. Its thickness is ``size[2]``."""
        mesh = bmesh.new()
        bmesh.ops.create_cube(mesh, size=2.0)
        bmesh.ops.subdivide_edges(mesh, edges=mesh.edges[:], cuts=9, use_grid_fill=True)
        for vertex in mesh.verts:
            x, y, z = vertex.co
            full = max((1 - abs(x) ** 3) * (1 - abs(y) ** 3), 0.0) ** 0.5
            pinch = 1 - 0.06 * (1 - min(abs(x), abs(y)))
            vertex.co = (
                x * pinch * size[0] / 2,
                y * pinch * size[1] / 2,
                z * (0.12 + 0.88 * full) * size[2] / 2,
            )
        self._finish(mesh, finish, _turned(centre, turn))

    def cylinder(
        self,
        foot: MeshPoint,
        radius: float,
        height: float,
        finish: Finish,
        top: float | None = None,
        bevel: float = 0.004,
    ) -> None:
        """An upright cylinder, or a cone when ``top`` gives another radius."""
        mesh = bmesh.new()
        bmesh.ops.create_cone(
            mesh,
            cap_ends=True,
            segments=40,
            radius1=radius,
            radius2=radius if top is None else top,
            depth=height,
        )
        rims = [edge for edge in mesh.edges if abs(edge.verts[0].co.z - edge.verts[1].co.z) < 1e-6]
        width = min(bevel, height * 0.3, radius * 0.3)
        bmesh.ops.bevel(mesh, geom=rims, offset=width, segments=2, profile=0.5, affect="EDGES")
        self._finish(mesh, finish, Matrix.Translation((foot[0], foot[1], foot[2] + height / 2)))

    def ball(self, centre: MeshPoint, radii: MeshPoint, finish: Finish) -> None:
        """An ellipsoid."""
        mesh = bmesh.new()
        bmesh.ops.create_uvsphere(mesh, u_segments=28, v_segments=18, radius=1.0)
        self._finish(mesh, finish, Matrix.Translation(centre) @ Matrix.Diagonal((*radii, 1.0)))

    def turned(self, foot: MeshPoint, profile: Sequence[tuple[float, float]], finish: Finish) -> None:
        """A turned shape: ``profile`` lists radius and height, from below."""
        self.sheet(
            lambda u, v: _on_lathe(profile, u, v), (40, len(profile) - 1), finish, Matrix.Translation(foot)
        )

    def sheet(
        self,
        surface: Callable[[float, float], MeshPoint],
        steps: tuple[int, int],
        finish: Finish,
        place: Matrix | None = None,
    ) -> None:
        """A thin surface over the unit square: ``surface(u, v)`` is a point."""
        mesh = bmesh.new()
        columns, rows = steps
        grid = [
            [mesh.verts.new(surface(i / columns, j / rows)) for j in range(rows + 1)]
            for i in range(columns + 1)
        ]
        for i in range(columns):
            for j in range(rows):
                mesh.faces.new((grid[i][j], grid[i + 1][j], grid[i + 1][j + 1], grid[i][j + 1]))
        bmesh.ops.remove_doubles(mesh, verts=mesh.verts[:], dist=1e-5)
        self._finish(mesh, finish, place or Matrix.Identity(4))

    def rod(self, points: Sequence[MeshPoint], radius: float, finish: Finish) -> None:
        """Round bars from point to point."""
        for start, end in pairwise(points):
            a, b = Vector(start), Vector(end)
            mesh = bmesh.new()
            length = (b - a).length
            bmesh.ops.create_cone(
                mesh, cap_ends=True, segments=16, radius1=radius, radius2=radius, depth=length + radius * 0.5
            )
            along = (b - a).to_track_quat("Z", "Y").to_matrix().to_4x4()
            self._finish(mesh, finish, Matrix.Translation((a + b) / 2) @ along)

    def lamp(self, at: MeshPoint, watts: float, colour: str = "#ffe6c4", radius: float = 0.08) -> None:
        """An invisible light bulb."""
        light = bpy.data.lights.new(self.name, "POINT")
        light.energy, light.shadow_soft_size, light.color = watts, radius, linear(colour)[:3]
        self._put(light, Matrix.Translation(at))

    def panel(
        self, at: MeshPoint, size: tuple[float, float], watts: float, look: MeshPoint, colour: str = "#ffffff"
    ) -> None:
        """A soft rectangular light that shines along ``look``."""
        light = bpy.data.lights.new(self.name, "AREA")
        light.shape, light.size, light.size_y = "RECTANGLE", *size
        light.energy, light.color = watts, linear(colour)[:3]
        self._put(light, Matrix.Translation(at) @ Vector(look).to_track_quat("-Z", "Y").to_matrix().to_4x4())

    def _put(self, light: Any, place: Matrix) -> None:
        thing = bpy.data.objects.new(self.name, light)
        thing.matrix_world = self.place @ place
        thing.visible_camera = thing.visible_glossy = False
        bpy.context.scene.collection.objects.link(thing)

    def _finish(self, shape: Any, finish: Finish, place: Matrix) -> None:
        shape.transform(place)
        bmesh.ops.recalc_face_normals(shape, faces=shape.faces[:])
        mesh = bpy.data.meshes.new(self.name)
        shape.to_mesh(mesh)
        shape.free()
        mesh.shade_smooth()
        mesh.materials.append(material(finish))
        part = bpy.data.objects.new(self.name, mesh)
        part.matrix_world, part.pass_index = self.place, self.number
        part.visible_shadow = finish.kind not in ("pane", "glow", "lampshade")
        bpy.context.scene.collection.objects.link(part)
        part.modifiers.new("weighted", "WEIGHTED_NORMAL")
        self.parts.append(part)


def _size(low: MeshPoint, high: MeshPoint) -> MeshPoint:
    return (high[0] - low[0], high[1] - low[1], high[2] - low[2])


def _turned(centre: MeshPoint, turn: MeshPoint) -> Matrix:
    x, y, z = (Matrix.Rotation(angle, 4, axis) for angle, axis in zip(turn, "XYZ", strict=True))
    return Matrix.Translation(centre) @ z @ y @ x


def _on_lathe(profile: Sequence[tuple[float, float]], u: float, v: float) -> MeshPoint:
    radius, height = profile[round(v * (len(profile) - 1))]
    return (radius * cos(2 * pi * u), radius * sin(2 * pi * u), height)
