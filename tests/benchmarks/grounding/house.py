"""A house on which phrases are grounded: the demo house, the held-out one, or another that was rendered."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from align.reference.candidates import Candidates, ProposedRegion
from environments.demo import DemoHouse, RenderedHouse
from environments.demo.held_out.house import generated_house
from environments.demo.held_out.seed import SEED
from environments.demo.house import graph
from environments.errors import ConfigurationError
from environments.labels import Labels
from environments.regions import Region
from environments.scan import Scan
from environments.sightings import Sighting, sightings

HELD_OUT = Path("held-out")


@dataclass(frozen=True, slots=True, eq=False)
class House:
    """A scan, its labels, and what each viewpoint sees of every thing."""

    name: str
    scan: Scan
    labels: Labels
    seen: dict[str, tuple[Sighting, ...]]
    proposals: dict[str, Candidates]


def open_house(name: str) -> House:
    """``demo``, ``held-out``, or a folder that ``environments.demo.held_out`` wrote.

    Raises:
        ConfigurationError: there is no such folder, or the held-out house is of another seed than its own.
    """
    rendered = DemoHouse() if name == "demo" else _rendered(HELD_OUT if name == "held-out" else Path(name))
    if name == "held-out":
        _refuse_another(HELD_OUT)
    (scan_id,) = rendered.scan_ids()
    labels = rendered.labels(scan_id)
    if labels is None:
        raise ConfigurationError(f"{name} has no labels.", remedy="Render it again.")
    scan = rendered.scan(scan_id)
    seen = {viewpoint: sightings(labels, viewpoint) for viewpoint in scan.viewpoints}
    return House(name, scan, labels, seen, {at: _proposals(labels, at, found) for at, found in seen.items()})


def region_of(seen: Sighting) -> Region:
    """The view box around what is seen of a thing; of what is too wide for one, the box in longitude and latitude."""
    return seen.bounds if seen.box is None else seen.box


def _rendered(folder: Path) -> RenderedHouse:
    if not (folder / "objects.json").is_file():
        raise ConfigurationError(f"There is no house in {folder}.", remedy="Make it by `make held-out`.")
    return RenderedHouse(folder)


def _refuse_another(folder: Path) -> None:
    written = json.loads((folder / "graph.json").read_text())
    if written != json.loads(json.dumps(graph(generated_house(SEED)))):
        raise ConfigurationError(
            f"The house in {folder} is not that of seed {SEED}.", remedy="Make it again by `make held-out`."
        )


def _proposals(labels: Labels, viewpoint_id: str, found: tuple[Sighting, ...]) -> Candidates:
    """Everything that a viewpoint sees, with the distance of its nearest point in metres."""
    metres, numbers = labels.distances(viewpoint_id), labels.numbers(viewpoint_id)
    number = {thing.object_id: thing.number for thing in labels.objects}
    return Candidates(
        [
            ProposedRegion(
                (region_of(seen),),
                float(np.nanmin(metres[numbers == number[seen.object_id]], initial=np.inf)),
            )
            for seen in found
        ]
    )
