"""A place while it is edited: what ``graph.json`` says, and the pictures that have no viewpoint yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import networkx
import numpy as np

from environments.editing.edits import PathUse
from environments.errors import EditError
from environments.geometry import upright
from environments.nearest import not_among
from environments.own_places.blurred import Blurred, blurred_of
from environments.own_places.graph_json import LEVEL, fault_of
from environments.own_places.notes import entry_of, room_of, rules_of
from environments.own_places.plan_pictures import PlanPictures, plan_entry, plans_of
from environments.path_rules import ANYWHERE, PathRules
from environments.rooms import Room

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from environments.geometry import Vector

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Spot:
    """A viewpoint, with the meanings of ``graph.json``'s keys: metres, radians, z up.

    Attributes:
        heading: None while nobody has said; then the picture is shown as if it were 0.
        up: the world's up in the picture's own frame, of length 1.
    """

    viewpoint_id: str
    image: str
    position: Vector
    heading: float | None = None
    height: float | None = None
    up: Vector = LEVEL

    @property
    def turn(self) -> NDArray[np.float64]:
        """The (3, 3) rotation from the picture's frame to the world."""
        return upright(self.looks, self.up)

    @property
    def looks(self) -> float:
        """The heading with which it is shown."""
        return 0.0 if self.heading is None else self.heading


@dataclass(frozen=True, slots=True)
class EditedPlace:
    """A place at one moment of its editing.

    Attributes:
        spots: by viewpoint id, in the order of the file.
        edges: each once, its ends in alphabetical order.
        kept: the edges that a person looked at and kept.
        waiting: pictures without a viewpoint: the id that it would have, and the file.
        rooms: each with at least one viewpoint.
        path_rules: where paths may start, and where none leads.
        blurred: boxes of pictures, also of those that wait.
        plans: pictures of floor plans that lie in the place.
        plan_files: all that there are, relative to ``graph.json``.
    """

    scan_id: str
    spots: Mapping[str, Spot]
    edges: tuple[Edge, ...] = ()
    kept: frozenset[Edge] = frozenset()
    waiting: Mapping[str, str] = field(default_factory=dict)
    rooms: tuple[Room, ...] = ()
    path_rules: PathRules = ANYWHERE
    blurred: Blurred = field(default_factory=dict)
    plans: PlanPictures = field(default_factory=dict)
    plan_files: tuple[str, ...] = ()

    def spot(self, viewpoint_id: str) -> Spot:
        """
        Raises:
            EditError: the place has no such viewpoint.
        """
        if viewpoint_id not in self.spots:
            raise EditError(
                f"There is no viewpoint {viewpoint_id!r}.", remedy=not_among(viewpoint_id, [*self.spots])
            )
        return self.spots[viewpoint_id]

    def part(self, viewpoint_id: str) -> frozenset[str]:
        """The viewpoints that can be walked to from one, and itself."""
        graph: networkx.Graph[str] = networkx.Graph(self.edges)
        graph.add_node(viewpoint_id)
        return frozenset(networkx.node_connected_component(graph, viewpoint_id))

    def image_of(self, viewpoint_id: str) -> str:
        """The picture of a viewpoint, or one that waits.

        Raises:
            EditError: there is no such picture.
        """
        return self.images.get(viewpoint_id) or self.spot(viewpoint_id).image

    @property
    def images(self) -> dict[str, str]:
        """The picture of each viewpoint, and those that wait."""
        return {name: spot.image for name, spot in self.spots.items()} | dict(self.waiting)

    @property
    def plan_images(self) -> tuple[str, ...]:
        """The pictures of floor plans that there are, or that are said to lie in the place."""
        return tuple(sorted({*self.plan_files, *self.plans}))

    def use_of(self, viewpoint_id: str) -> PathUse:
        """What was said that paths may do at a viewpoint."""
        if viewpoint_id in self.path_rules.forbidden:
            return "never"
        return "start" if viewpoint_id in self.path_rules.starts else "pass"

    def with_spots(self, spots: Iterable[Spot]) -> EditedPlace:
        """The same place with these spots in place of those of their names, or beside them."""
        return replace(self, spots={**self.spots, **{spot.viewpoint_id: spot for spot in spots}})


def edge_between(a: str, b: str) -> Edge:
    """The edge as ``EditedPlace`` has it."""
    return (a, b) if a < b else (b, a)


def place_of(
    content: Mapping[str, Any], waiting: Mapping[str, str], plan_files: tuple[str, ...] = ()
) -> EditedPlace:
    """The place that the content of a ``graph.json`` without faults describes."""
    return EditedPlace(
        scan_id=content["scan_id"],
        spots={entry["viewpoint_id"]: _spot(entry) for entry in content["viewpoints"]},
        edges=tuple(edge_between(a, b) for a, b in content["edges"]),
        kept=frozenset(edge_between(a, b) for a, b in content.get("kept", [])),
        waiting=dict(waiting),
        rooms=tuple(map(room_of, content.get("rooms", []))),
        path_rules=rules_of(content),
        blurred=blurred_of(content),
        plans=plans_of(content),
        plan_files=plan_files,
    )


def content_of(place: EditedPlace) -> dict[str, Any]:
    """The content of the place's ``graph.json``: tenths of millimetres, and a thousandth of a degree."""
    content: dict[str, Any] = {
        "scan_id": place.scan_id,
        "viewpoints": [_entry(spot) for spot in place.spots.values()],
        "edges": [list(edge) for edge in place.edges],
    }
    if place.kept:
        content["kept"] = [list(edge) for edge in sorted(place.kept)]
    if place.rooms:
        content["rooms"] = [entry_of(room) for room in place.rooms]
    if place.path_rules.starts:
        content["starts"] = sorted(place.path_rules.starts)
    if place.path_rules.forbidden:
        content["forbidden"] = sorted(place.path_rules.forbidden)
    if place.blurred:
        content["blurred"] = {image: [list(box) for box in boxes] for image, boxes in place.blurred.items()}
    if place.plans:
        content["plans"] = [plan_entry(image, plan) for image, plan in place.plans.items()]
    assert fault_of(content) is None, fault_of(content)
    return content


def _spot(entry: Mapping[str, Any]) -> Spot:
    x, y, z = map(float, entry["position"])
    right, ahead, over = np.asarray(entry.get("up", LEVEL), float) / np.linalg.norm(entry.get("up", LEVEL))
    return Spot(
        viewpoint_id=entry["viewpoint_id"],
        image=entry["image"],
        position=(x, y, z),
        heading=float(entry["heading"]) if "heading" in entry else None,
        height=entry.get("height"),
        up=(float(right), float(ahead), float(over)),
    )


def _entry(spot: Spot) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "viewpoint_id": spot.viewpoint_id,
        "image": spot.image,
        "position": [round(each, 4) + 0.0 for each in spot.position],
    }
    if spot.heading is not None:
        entry["heading"] = round(spot.heading, 5) + 0.0
    if spot.height is not None:
        entry["height"] = round(spot.height, 4)
    if spot.up != LEVEL:
        entry["up"] = [round(each, 6) + 0.0 for each in spot.up]
    return entry
