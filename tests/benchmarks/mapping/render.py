"""Renders photographs between the viewpoints of the demo house, as a person takes them who walks along its edges; or,
with ``--seed``, those of a house that is made from it, one every 1.2 m, with its graph.

Runs in Blender's own environment (``make bench-map``); what is there already is kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from math import dist
from pathlib import Path

from PIL import Image

from environments.demo.blender.studio import Studio
from environments.demo.held_out.house import generated_house
from environments.demo.house import HOUSE, graph
from environments.demo.model.plan import House
from environments.demo.render import denser
from environments.folders import make_folder

WIDTH, SAMPLES = 2048, 1
SPACING = 1.2  # metres
STEEP = 0.05  # metres of rise from which on an edge is of stairs


def main() -> None:
    """One photograph in the middle of each edge, three on those of the stairs; or those of another house."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True, help="folder to write")
    parser.add_argument("--seed", type=int, help="of a house, in place of the demo house")
    options = parser.parse_args()
    make_folder(options.output)
    if options.seed is None:
        places = between()
        (options.output / "positions.json").write_text(json.dumps(places, indent=1))
        render(HOUSE, places, options.output)
    else:
        house = denser(generated_house(options.seed), SPACING)
        found = graph(house)
        (options.output / "graph.json").write_text(json.dumps(found, indent=1))
        render(
            house, {each["viewpoint_id"]: each["position"] for each in found["viewpoints"]}, options.output
        )


def render(house: House, places: Mapping[str, Sequence[float]], folder: Path) -> None:
    """Write the photographs that are missing, by their names."""
    labelled = [piece.name for _, _, piece in house.pieces() if piece.label]
    studio = Studio(house, {name: number for number, name in enumerate(labelled, start=1)})
    for count, (name, (x, y, z)) in enumerate(places.items(), start=1):
        file = folder / f"{name}.jpg"
        if not file.exists():
            Image.fromarray(studio.photograph((x, y, z), WIDTH, SAMPLES)).save(file, quality=90)
        sys.stderr.write(f"\rphotographs: {count} of {len(places)} ")
    sys.stderr.write("\n")


def between() -> dict[str, list[float]]:
    """The positions of cameras between viewpoints, by names; those between rooms and on stairs first."""
    house = graph(HOUSE)
    at = {each["viewpoint_id"]: each["position"] for each in house["viewpoints"]}
    found: dict[str, list[float]] = {}
    for a, b in sorted(house["edges"], key=lambda edge: _room(edge[0]) == _room(edge[1])):
        climbs = abs(at[a][2] - at[b][2]) > STEEP and dist(at[a], at[b]) > 1
        for share in (0.25, 0.5, 0.75) if climbs else (0.5,):
            found[f"{a}--{b}-{share:.2f}"] = [p + share * (q - p) for p, q in zip(at[a], at[b], strict=True)]
    return found


def _room(viewpoint_id: str) -> str:
    return viewpoint_id.partition("-")[0]


if __name__ == "__main__":
    main()
