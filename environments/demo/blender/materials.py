"""Procedural materials: each Finish becomes one Blender material."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import bpy

if TYPE_CHECKING:
    from environments.demo.model.plan import Finish

Linear = tuple[float, float, float, float]


def linear(colour: str) -> Linear:
    """A ``#rrggbb`` sRGB colour as linear RGBA, each in [0, 1]."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return (red, green, blue, 1.0)


def material(finish: Finish) -> Any:
    """The material of this finish; the same one for the same finish."""
    name = f"{finish.kind}{finish.colour}{finish.accent}"
    return bpy.data.materials.get(name) or _KINDS[finish.kind](_Surface(name), finish)


class _Surface:
    """A principled material under construction."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes["Principled BSDF"]

    def node(self, kind: str, **inputs: Any) -> Any:
        """A new node with the given inputs: values are set, sockets are linked."""
        node = self.tree.nodes.new(f"ShaderNode{kind}")
        for key, value in inputs.items():
            self.feed(node.inputs[key.replace("_", " ")], value)
        return node

    def feed(self, socket: Any, value: Any) -> None:
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def set(self, **inputs: Any) -> Any:
        for key, value in inputs.items():
            self.feed(self.shader.inputs[key.replace("_", " ")], value)
        return self.material

    def matt(self, colour: Any) -> Any:
        """A diffuse material: what covers most of a picture must render fast."""
        diffuse = self.node("BsdfDiffuse", Color=colour)
        self.feed(self.tree.nodes["Material Output"].inputs["Surface"], diffuse.outputs["BSDF"])
        return self.material

    def place(self, scale: tuple[float, float, float], shift: float = 0.0) -> Any:
        """Object coordinates (world coordinates for the building), scaled."""
        coordinates = self.node("TexCoord").outputs["Object"]
        return self.node("Mapping", Vector=coordinates, Scale=scale, Location=(shift,) * 3).outputs["Vector"]

    def on_wall(self) -> Any:
        """World coordinates on walls that stand along an axis: x to the side, y upwards, metres."""
        axes = self.node("SeparateXYZ", Vector=self.node("TexCoord").outputs["Object"])
        along = self.node("Math")
        self.feed(along.inputs[0], axes.outputs["X"])
        self.feed(along.inputs[1], axes.outputs["Y"])
        return self.node("CombineXYZ", X=along.outputs[0], Y=axes.outputs["Z"]).outputs["Vector"]

    def noise(self, scale: tuple[float, float, float], detail: float = 3.0) -> Any:
        return self.node("TexNoise", Vector=self.place(scale), Scale=1.0, Detail=detail).outputs["Fac"]

    def blend(self, factor: Any, first: Any, second: Any, mode: str = "MIX") -> Any:
        node = self.node("MixRGB", Fac=factor, Color1=first, Color2=second)
        node.blend_type = mode
        return node.outputs["Color"]

    def ramp(self, factor: Any, low: float, high: float) -> Any:
        return self.node("MapRange", Value=factor, From_Min=low, From_Max=high).outputs["Result"]

    def bump(self, height: Any, distance: float) -> None:
        normal = self.node("Bump", Height=height, Distance=distance, Strength=1.0).outputs["Normal"]
        self.set(Normal=normal)


def _shade(colour: str, factor: float) -> Linear:
    red, green, blue, _ = linear(colour)
    return (min(red * factor, 1.0), min(green * factor, 1.0), min(blue * factor, 1.0), 1.0)


def _paint(surface: _Surface, finish: Finish) -> Any:
    return surface.matt(linear(finish.colour))


def _ceiling(surface: _Surface, finish: Finish) -> Any:
    """Paint that includes the light reflected by the floor, which the few light bounces leave out."""
    surface.material.cycles.emission_sampling = "NONE"
    colour = linear(finish.colour)
    return surface.set(
        Base_Color=colour, Roughness=1.0, Specular_IOR_Level=0.0, Emission_Color=colour, Emission_Strength=0.4
    )


def _lacquer(surface: _Surface, finish: Finish) -> Any:
    return surface.set(Base_Color=linear(finish.colour), Roughness=0.28)


def _ceramic(surface: _Surface, finish: Finish) -> Any:
    return surface.set(Base_Color=linear(finish.colour), Roughness=0.1)


def _metal(surface: _Surface, finish: Finish) -> Any:
    return surface.set(Base_Color=linear(finish.colour), Metallic=1.0, Roughness=0.25)


def _mirror(surface: _Surface, finish: Finish) -> Any:
    return surface.set(Base_Color=linear(finish.colour), Metallic=1.0, Roughness=0.02)


def _fabric(surface: _Surface, finish: Finish) -> Any:
    weave = surface.noise((220.0, 220.0, 220.0), 2.0)
    patches = surface.ramp(surface.noise((4.0,) * 3), 0.3, 0.7)
    tint = surface.blend(patches, _shade(finish.colour, 0.85), _shade(finish.colour, 1.08))
    surface.bump(weave, 0.002)
    return surface.set(Base_Color=tint, Roughness=0.9, Sheen_Weight=0.25)


def _carpet(surface: _Surface, finish: Finish) -> Any:
    pile = surface.noise((140.0,) * 3, 4.0)
    speckle = surface.blend(
        surface.ramp(pile, 0.3, 0.7), _shade(finish.colour, 0.7), _shade(finish.colour, 1.15)
    )
    surface.bump(pile, 0.008)
    return surface.set(Base_Color=speckle, Roughness=1.0)


def _grain(surface: _Surface, colour: str, stretch: tuple[float, float, float]) -> Any:
    fibre = surface.ramp(surface.noise(stretch, 6.0), 0.3, 0.75)
    return surface.blend(fibre, _shade(colour, 0.62), _shade(colour, 1.12))


def _wood(surface: _Surface, finish: Finish) -> Any:
    return surface.set(Base_Color=_grain(surface, finish.colour, (2.5, 28.0, 28.0)), Roughness=0.42)


def _bricks(
    surface: _Surface, size: tuple[float, float], gap: float, offset: float, tones: Any, on: Any = None
) -> Any:
    node = surface.node("TexBrick", Vector=on or surface.place((1.0,) * 3, 0.003), Scale=1.0, Mortar_Size=gap)
    for socket, value in zip(("Color1", "Color2", "Mortar"), tones, strict=True):
        surface.feed(node.inputs[socket], value)
    node.inputs["Brick Width"].default_value, node.inputs["Row Height"].default_value = size
    node.inputs["Mortar Smooth"].default_value = 0.1
    node.offset, node.squash = offset, 1.0
    return node


def _brick(surface: _Surface, finish: Finish) -> Any:
    tones = (_shade(finish.colour, 0.8), _shade(finish.colour, 1.12), linear(finish.accent))
    wall = _bricks(surface, (0.25, 0.085), 0.006, 0.5, tones, surface.on_wall())
    return surface.matt(wall.outputs["Color"])


def _tiles(surface: _Surface, finish: Finish) -> Any:
    tones = (_shade(finish.colour, 0.88), _shade(finish.colour, 1.1), linear(finish.accent))
    wall = _bricks(surface, (0.3, 0.15), 0.004, 0.5, tones, surface.on_wall())
    return surface.set(Base_Color=wall.outputs["Color"], Roughness=0.12)


def _wallpaper(surface: _Surface, finish: Finish) -> Any:
    """Lozenges in two similar tones."""
    turned = surface.node(
        "Mapping", Vector=surface.on_wall(), Rotation=(0.0, 0.0, 0.7854), Scale=(1.0, 1.0, 0.0)
    )
    lozenges = surface.node("TexChecker", Vector=turned.outputs["Vector"], Scale=9.0)
    surface.feed(lozenges.inputs["Color1"], linear(finish.colour))
    surface.feed(lozenges.inputs["Color2"], linear(finish.accent))
    return surface.matt(lozenges.outputs["Color"])


def _dots(surface: _Surface, finish: Finish) -> Any:
    """Dots in the accent colour, in rows."""
    cells = surface.node("TexVoronoi", Vector=surface.on_wall(), Scale=5.5, Randomness=0.0)
    cells.voronoi_dimensions = "2D"
    dot = surface.ramp(cells.outputs["Distance"], 0.21, 0.23)
    return surface.matt(surface.blend(dot, linear(finish.accent), linear(finish.colour)))


def _wicker(surface: _Surface, finish: Finish) -> Any:
    weave = surface.node("TexChecker", Vector=surface.place((1.0,) * 3), Scale=55.0)
    surface.feed(weave.inputs["Color1"], _shade(finish.colour, 0.65))
    surface.feed(weave.inputs["Color2"], _shade(finish.colour, 1.15))
    return surface.set(Base_Color=weave.outputs["Color"], Roughness=0.8)


def _planks(surface: _Surface, finish: Finish) -> Any:
    tones = (_shade(finish.colour, 0.72), _shade(finish.colour, 1.1), _shade(finish.colour, 0.18))
    boards = _bricks(surface, (1.5, 0.14), 0.0025, 0.37, tones)
    fibre = surface.ramp(surface.noise((2.2, 34.0, 1.0), 6.0), 0.25, 0.75)
    worn = surface.blend(fibre, _shade("#8a7a6a", 1.0), (1.0,) * 4)
    tint = surface.blend(0.55, boards.outputs["Color"], worn, "MULTIPLY")
    surface.bump(boards.outputs["Fac"], -0.002)
    return surface.set(Base_Color=tint, Roughness=0.32)


def _decking(surface: _Surface, finish: Finish) -> Any:
    tones = (_shade(finish.colour, 0.8), _shade(finish.colour, 1.1), _shade(finish.colour, 0.1))
    boards = _bricks(surface, (40.0, 0.13), 0.006, 0.0, tones)
    tint = surface.blend(
        0.5, boards.outputs["Color"], _grain(surface, "#c8b8a8", (1.5, 30.0, 1.0)), "MULTIPLY"
    )
    surface.bump(boards.outputs["Fac"], -0.006)
    return surface.set(Base_Color=tint, Roughness=0.6)


def _checker(surface: _Surface, finish: Finish) -> Any:
    side = 0.4
    board = surface.node("TexChecker", Vector=surface.place((1.0,) * 3, 0.101), Scale=1 / side)
    surface.feed(board.inputs["Color1"], linear(finish.colour))
    surface.feed(board.inputs["Color2"], linear(finish.accent))
    return surface.set(Base_Color=board.outputs["Color"], Roughness=0.14)


def _stone(surface: _Surface, finish: Finish) -> Any:
    tones = (_shade(finish.colour, 0.88), _shade(finish.colour, 1.05), _shade(finish.colour, 0.5))
    tiles = _bricks(surface, (0.8, 0.8), 0.005, 0.5, tones)
    cloud = surface.blend(
        surface.ramp(surface.noise((3.0,) * 3, 6.0), 0.3, 0.7), (0.78, 0.78, 0.8, 1.0), (1.0,) * 4
    )
    surface.bump(tiles.outputs["Fac"], -0.002)
    return surface.set(
        Base_Color=surface.blend(1.0, tiles.outputs["Color"], cloud, "MULTIPLY"), Roughness=0.3
    )


def _marble(surface: _Surface, finish: Finish) -> Any:
    wave = surface.node(
        "TexWave", Vector=surface.place((1.0, 1.6, 1.0)), Scale=1.3, Distortion=14.0, Detail=5.0
    )
    vein = surface.ramp(wave.outputs["Fac"], 0.0, 0.09)
    return surface.set(
        Base_Color=surface.blend(vein, linear(finish.accent), linear(finish.colour)), Roughness=0.12
    )


def _stripes(surface: _Surface, finish: Finish) -> Any:
    wave = surface.node("TexWave", Vector=surface.place((1.0,) * 3), Scale=2.6)
    wave.bands_direction = "X"
    band = surface.ramp(wave.outputs["Fac"], 0.45, 0.55)
    surface.bump(surface.noise((160.0,) * 3), 0.004)
    return surface.set(
        Base_Color=surface.blend(band, linear(finish.colour), linear(finish.accent)), Roughness=0.95
    )


def _leaf(surface: _Surface, finish: Finish) -> Any:
    tone = surface.blend(
        surface.ramp(surface.noise((9.0,) * 3), 0.3, 0.7),
        _shade(finish.colour, 0.6),
        _shade(finish.colour, 1.2),
    )
    return surface.set(Base_Color=tone, Roughness=0.45)


def _grass(surface: _Surface, finish: Finish) -> Any:
    tone = surface.blend(
        surface.ramp(surface.noise((0.7,) * 3, 5.0), 0.35, 0.65),
        _shade(finish.colour, 0.6),
        _shade(finish.colour, 1.15),
    )
    return surface.matt(tone)


def _glow(surface: _Surface, finish: Finish) -> Any:
    """A bright surface; the light comes from the lamp beside it."""
    surface.material.cycles.emission_sampling = "NONE"
    return surface.set(
        Base_Color=linear(finish.colour), Emission_Color=linear(finish.colour), Emission_Strength=2.5
    )


def _shade_cloth(surface: _Surface, finish: Finish) -> Any:
    surface.material.cycles.emission_sampling = "NONE"
    return surface.set(
        Base_Color=linear(finish.colour),
        Emission_Color=linear(finish.colour),
        Emission_Strength=0.7,
        Roughness=0.9,
    )


def _sheer(surface: _Surface, finish: Finish) -> Any:
    """Curtain cloth: daylight comes through it."""
    cloth = surface.node("BsdfDiffuse", Color=linear(finish.colour))
    through = surface.node("BsdfTranslucent", Color=linear(finish.colour))
    mixed = surface.node("MixShader", Fac=0.4)
    surface.feed(mixed.inputs[1], cloth.outputs[0])
    surface.feed(mixed.inputs[2], through.outputs[0])
    surface.feed(surface.tree.nodes["Material Output"].inputs["Surface"], mixed.outputs[0])
    return surface.material


def _pane(surface: _Surface, finish: Finish) -> Any:
    """Window glass that lets light and sight straight through and mirrors a little."""
    clear = surface.node("BsdfTransparent")
    gloss = surface.node("BsdfGlossy", Roughness=0.0)
    mixed = surface.node("MixShader", Fac=0.04)
    surface.feed(mixed.inputs[1], clear.outputs[0])
    surface.feed(mixed.inputs[2], gloss.outputs[0])
    surface.feed(surface.tree.nodes["Material Output"].inputs["Surface"], mixed.outputs[0])
    return surface.material


_KINDS: dict[str, Callable[[_Surface, Finish], Any]] = {
    "brick": _brick,
    "carpet": _carpet,
    "ceiling": _ceiling,
    "ceramic": _ceramic,
    "checker": _checker,
    "decking": _decking,
    "dots": _dots,
    "fabric": _fabric,
    "glow": _glow,
    "grass": _grass,
    "lacquer": _lacquer,
    "lampshade": _shade_cloth,
    "leaf": _leaf,
    "marble": _marble,
    "metal": _metal,
    "mirror": _mirror,
    "paint": _paint,
    "pane": _pane,
    "planks": _planks,
    "sheer": _sheer,
    "stone": _stone,
    "stripes": _stripes,
    "tiles": _tiles,
    "wallpaper": _wallpaper,
    "wicker": _wicker,
    "wood": _wood,
}
