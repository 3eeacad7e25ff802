"""The demo house's pictures, and the house that is held out, are of the house that the code describes.

Their digests are of all that the code says of each part. Who changes a part on purpose renders the demo house again
(environments/demo/README.md), and writes the digests by these tests with ``PANGEA_WRITE_DIGESTS=1``. A change of the
held-out house makes a house that was not held out (environments/demo/held_out/seed.py).
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from environments.demo.held_out.house import generated_house
from environments.demo.held_out.seed import SEED
from environments.demo.house import HOUSE
from environments.demo.masks import window_around
from environments.demo.model.plan import Finish
from tests.environments.blender import Shapes, Told, plain, tape

__all__ = ["tape"]

FILE = Path(__file__).parents[1] / "data" / "demo_house.json"
KINDS = {piece.kind: piece for _, _, piece in HOUSE.pieces()}
RED, AT = Finish("lacquer", "#b8262c"), (1.0, 2.0, 1.5)
ONE_PIECE = replace(
    HOUSE,
    levels=tuple(
        replace(
            level, rooms=tuple(replace(room, pieces=room.pieces[:1]) for room in level.rooms[:1]), openings=()
        )
        for level in HOUSE.levels
    ),
)


def described(value: Any) -> str:
    """A part of a house in words."""
    if is_dataclass(value):
        return f"{type(value).__name__}({', '.join(described(getattr(value, each.name)) for each in fields(value))})"
    return f"[{', '.join(map(described, value))}]" if isinstance(value, tuple | list) else plain(value)


def check(part: str, said: Iterable[str]) -> None:
    """Compare the digest of what was said of a part with that of when the pictures were rendered."""
    digest = hashlib.sha256("\n".join(said).encode()).hexdigest()[:12]
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    if os.environ.get("PANGEA_WRITE_DIGESTS"):
        FILE.write_text(json.dumps({**known, part: digest}, indent=1, sort_keys=True) + "\n")
    else:
        assert digest == known[part], f"{part} is not what the pictures were rendered of"


@pytest.mark.parametrize(
    "room", [room for level in HOUSE.levels for room in level.rooms], ids=lambda room: room.room_id
)
def test_a_room_is_what_its_pictures_show(room: Any) -> None:
    check(f"room {room.room_id}", [described(room)])


def test_the_building_is_what_its_pictures_show() -> None:
    check(
        "building",
        [described(replace(HOUSE, levels=tuple(replace(level, rooms=()) for level in HOUSE.levels)))],
    )


def test_the_held_out_house_is_still_the_one_that_was_held_out() -> None:
    check("held-out house", [described(generated_house(SEED))])


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_piece_is_built_as_its_pictures_show(kind: str, tape: list[str]) -> None:
    from environments.demo.blender.furniture import _BUILDERS

    _BUILDERS[kind](Shapes(tape), KINDS[kind])
    check(f"piece {kind}", tape)


def test_a_bench_makes_its_shapes_and_lamps_as_when_the_pictures_were_rendered(tape: list[str]) -> None:
    from environments.demo.blender.bench import Bench

    bench, pane = Bench("thing", number=7), Finish("pane", "#ffffff")
    bench.box((0.0, 0.0, 0.0), (1.0, 2.0, 0.01), RED)
    bench.block((1.0, 2.0, 3.0), (0.5, 0.6, 0.7), pane, 0.05, (0.1, 0.2, 0.3))
    bench.slab(HOUSE.levels[0].openings[0].box(0.0), RED)
    bench.cushion((1.0, 2.0, 3.0), (0.5, 0.6, 0.7), RED, (0.1, 0.2, 0.3))
    bench.cylinder((1.0, 2.0, 3.0), 0.4, 0.01, RED)
    bench.cylinder((1.0, 2.0, 3.0), 0.4, 0.9, RED, top=0.2, bevel=0.2)
    bench.ball((1.0, 2.0, 3.0), (0.4, 0.5, 0.6), RED)
    bench.turned((1.0, 2.0, 3.0), [(0.1, 0.0), (0.2, 0.5)], RED)
    bench.rod([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0)], 0.1, RED)
    bench.lamp((1.0, 2.0, 3.0), 20.0)
    bench.panel((1.0, 2.0, 3.0), (0.4, 0.5), 30.0, (0.0, 0.0, -1.0))
    assert len(bench.parts) == 10  # a rod has one for each of its two bars; lamps are none
    check("bench", tape)


def test_materials_are_as_when_the_pictures_were_rendered(tape: list[str]) -> None:
    from environments.demo.blender.materials import _KINDS, material

    for kind in sorted(_KINDS):
        material(Finish(kind, "#c08040", "#4080c0"))
    check("materials", tape)


def test_a_colour_is_made_linear_as_srgb_says(tape: list[str]) -> None:
    from environments.demo.blender.materials import linear

    assert linear("#ff0abc") == pytest.approx(
        (1.0, 10 / 255 / 12.92, ((188 / 255 + 0.055) / 1.055) ** 2.4, 1.0)
    )


def test_walls_openings_and_daylight_are_as_when_the_pictures_were_rendered(
    tape: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from environments.demo.blender import bench, building

    monkeypatch.setattr(bench, "material", lambda finish: finish)
    building.build(HOUSE)
    check("walls", tape)


def test_the_studio_is_set_up_as_when_the_pictures_were_rendered(
    tape: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from environments.demo.blender.studio import Studio

    studio = Studio(ONE_PIECE, {"red-sofa": 3})
    monkeypatch.setattr(studio, "bounds", lambda name: ([3.0, 3.5, 1.0], [3.5, 4.0, 1.5]))

    def render(write_still: bool, scene: Any) -> None:
        tape.append(f"render {write_still} of {plain(scene)}")
        to = studio._scene.render
        part = (
            (to.border_max_x - to.border_min_x, to.border_max_y - to.border_min_y)
            if to.use_border is True
            else (1, 1)
        )
        size = round(to.resolution_x * part[0]), round(to.resolution_y * part[1])
        Image.new("L" if to.image_settings.color_mode == "BW" else "RGB", size, 3).save(to.filepath)

    sys.modules["bpy"].ops.render.render = render
    tape.pop()  # it names the function by its address
    (numbers,) = studio.identify([AT], 64)
    (distances,) = studio.measure([AT], 64)
    (outline,) = studio.outline("red-sofa", [AT], 64)
    assert studio.photograph(AT, 64, 4).shape == (32, 64, 3)
    assert numbers.shape == distances.shape == outline.shape == (32, 64)
    left, right, top, bottom = window_around(np.array([[3.0, 3.5, 1.0], [3.5, 4.0, 1.5]]), AT, 64) or (
        0,
        0,
        0,
        0,
    )
    assert (outline[top:bottom, left:right] == 3).all()
    assert outline.sum() == 3 * (right - left) * (bottom - top)
    check("studio", [line for line in tape if ".filepath = " not in line])


@pytest.mark.parametrize("fails", [False, True])
def test_a_pass_without_light_leaves_the_scene_as_it_was(fails: bool, tape: list[str]) -> None:
    from environments.demo.blender.identity import flat_numbers

    scene, pane, wall = Told("scene", tape), Told("pane", []), Told("wall", [])
    for part, name in ((pane, "pane#fff"), (wall, "paint#fff")):
        part.type, part.hide_render = "MESH", False
        part.material_slots = [Told("slot", [])]
        part.material_slots[0].material.name = name
    layer = Told("layer", [])
    scene.objects, scene.world, scene.view_layers = [pane, wall], "sky", [layer]
    with suppress(KeyError), flat_numbers(scene):
        assert [pane.hide_render, wall.hide_render, scene.world] == [True, False, None]
        assert isinstance(layer.material_override, Told)
        if fails:
            raise KeyError
    assert (pane.hide_render, wall.hide_render, scene.world, layer.material_override) == (
        False,
        False,
        "sky",
        None,
    )
