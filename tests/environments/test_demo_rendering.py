"""The demo house, and the house that is held out, are still those that the pictures show.

Their digests are of all that the code says of each part. Who changes a part on purpose renders the demo house again
(environments/demo/README.md), and writes the digests by these tests with ``WRITE_DIGESTS=1``. A change of the
held-out house makes a house that was not held out (environments/demo/held_out/seed.py).
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from environments.demo.held_out.furniture import COLOURS, SMALL, USES, WARES
from environments.demo.held_out.house import generated_house
from environments.demo.held_out.seed import SEED
from environments.demo.house import HOUSE
from environments.demo.model.shell import solids

FILE = Path(__file__).parents[1] / "data" / "demo_house.json"


def described(value: Any) -> str:
    """A part of a house in words that are the same on every processor."""
    if is_dataclass(value):
        return f"({', '.join(described(getattr(value, each.name)) for each in fields(value))})"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(described, value))}]"
    return f"{value + 0.0:.6f}".replace("-0.000000", "0.000000") if isinstance(value, float) else repr(value)


def check(part: str, value: Any) -> None:
    """Compare the digest of a part with that of when the pictures were rendered."""
    digest = hashlib.sha256(described(value).encode()).hexdigest()[:12]
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    if os.environ.get("WRITE_DIGESTS"):
        FILE.write_text(json.dumps({**known, part: digest}, indent=1, sort_keys=True) + "\n")
    else:
        assert digest == known[part], f"{part} is not what the pictures were rendered of"


@pytest.mark.parametrize(
    "room", [room for level in HOUSE.levels for room in level.rooms], ids=lambda room: room.room_id
)
def test_a_room_is_what_its_pictures_show(room: Any) -> None:
    check(f"room {room.room_id}", room)


def test_the_building_is_what_its_pictures_show() -> None:
    check("building", replace(HOUSE, levels=tuple(replace(level, rooms=()) for level in HOUSE.levels)))
    check("walls, floors and ceilings", solids(HOUSE))


def test_the_held_out_house_is_still_the_one_that_was_held_out() -> None:
    check("held-out house", generated_house(SEED))


def test_another_seed_makes_the_same_house_as_before() -> None:
    """What the house that is held out has none of: other rooms, wares and layouts."""
    check("wares and rooms", [*WARES.values(), *SMALL.values(), *USES, *COLOURS.items()])
    check("house of seed 1", generated_house(1))
