"""Renders photographs between the viewpoints of the demo house, as a person takes them who walks along its edges.

Runs in Blender's own environment (``make bench-map``); what is there already is kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from math import dist
from pathlib import Path

from PIL import Image

from environments.demo.blender.studio import Studio
from environments.demo.house import HOUSE, graph
from environments.folders import make_folder

WIDTH, SAMPLES = 2048, 1
STEEP = 0.05  # metres of rise from which on an edge is of stairs


def main() -> None:
    """One photograph in the middle of each edge, three on those of the stairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True, help="folder to write")
    options = parser.parse_args()
    make_folder(options.output)
    places = between()
    (options.output / "positions.json").write_text(json.dumps(places, indent=1))
    labelled = [piece.name for _, _, piece in HOUSE.pieces() if piece.label]
    studio = Studio(HOUSE, {name: number for number, name in enumerate(labelled, start=1)})
    for count, (name, (x, y, z)) in enumerate(places.items(), start=1):
        file = options.output / f"{name}.jpg"
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
