"""``graph.json``: the positions of a folder's panoramas and their navigation graph. README.md describes it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple

from environments.errors import ConnectivityError
from environments.files import are_numbers, is_id, is_image_below, is_number, read_json, shown
from environments.geometry import as_rotation, upright
from environments.graph import NavigationGraph
from environments.own_places.blurred import ORIGINALS, blurred_fault
from environments.own_places.notes import room_fault, room_of, rules_fault, rules_of
from environments.own_places.plan_pictures import PlanPicture, plans_fault, plans_of
from environments.path_rules import ANYWHERE, PathRules
from environments.rooms import Room
from environments.scan import Projection, Scan, Viewpoint

REMEDY = "Mend it; environments/README.md describes graph.json."
KEYS = {"scan_id", "viewpoints", "edges"}
VIEWPOINT_KEYS = {"viewpoint_id", "image", "position"}
OPTIONAL_KEYS = {"kept", "rooms", "starts", "forbidden", "blurred", "plans"}
NUMBERS = {"heading", "height"}
OPTIONAL_VIEWPOINT_KEYS = NUMBERS | {"up"}
LEVEL = (0.0, 0.0, 1.0)
STEEPEST_LEAN = math.radians(60)
"""A picture that leans more is turned before it is used: at the poles its heading would mean nothing."""
NO_NAME = "not a name of letters, digits, '_' and '-'"


class PanoramaScan(NamedTuple):
    """A scan, the equirectangular image file of each of its viewpoints, the headings that its file states, and the
    files of floor plans that lie in it."""

    scan: Scan
    images: dict[str, Path]
    headings: dict[str, float]
    plans: Mapping[Path, PlanPicture] = MappingProxyType({})


def panorama_scan(
    scan_id: str,
    viewpoints: list[Viewpoint],
    edges: list[tuple[str, str]],
    images: dict[str, Path],
    headings: dict[str, float],
    rooms: tuple[Room, ...] = (),
    path_rules: PathRules = ANYWHERE,
) -> PanoramaScan:
    """A scan of equirectangular panoramas."""
    by_id = {viewpoint.viewpoint_id: viewpoint for viewpoint in viewpoints}
    graph = NavigationGraph({name: viewpoint.position for name, viewpoint in by_id.items()}, edges)
    scan = Scan(scan_id, by_id, graph, Projection.EQUIRECTANGULAR, rooms=rooms, path_rules=path_rules)
    return PanoramaScan(scan, images, headings)


class GraphFault(NamedTuple):
    """A fault of a graph: of an entry of ``part`` (viewpoints or edges), or of the whole graph."""

    what: str
    part: str = ""
    number: int = 0


def read_graph_json(file: Path, inside: Path) -> PanoramaScan:
    """Read the scan that a ``graph.json`` describes, which lies ``inside`` a folder.

    Raises:
        ConnectivityError: the file is not valid; the message names file, entry and fault.
    """
    return scan_of(read_content(file, inside), file.parent)


def read_content(file: Path, inside: Path) -> Any:
    """Read the content of a ``graph.json``, which has no faults. Raises as ``read_graph_json``."""
    content = read_json(file, REMEDY, inside)
    if fault := fault_of(content):
        entry = f" {fault.part}[{fault.number}]:" if fault.part else ""
        raise ConnectivityError(f"{file}:{entry} {fault.what}.", remedy=REMEDY)
    return content


def scan_of(content: Any, folder: Path) -> PanoramaScan:
    """Make the scan from the content of a ``graph.json`` without faults; its images are in ``folder``."""
    panoramas = panorama_scan(
        content["scan_id"],
        [_viewpoint(entry) for entry in content["viewpoints"]],
        [(a, b) for a, b in content["edges"]],
        {entry["viewpoint_id"]: folder / entry["image"] for entry in content["viewpoints"]},
        {entry["viewpoint_id"]: entry.get("heading", 0.0) for entry in content["viewpoints"]},
        tuple(map(room_of, content.get("rooms", []))),
        rules_of(content),
    )
    return panoramas._replace(plans={folder / image: plan for image, plan in plans_of(content).items()})


def _viewpoint(entry: dict[str, Any]) -> Viewpoint:
    x, y, z = entry["position"]
    return Viewpoint(
        viewpoint_id=entry["viewpoint_id"],
        position=(float(x), float(y), float(z)),
        orientation=as_rotation(upright(entry.get("heading", 0.0), entry.get("up", LEVEL))),
        height=entry.get("height"),
    )


def fault_of(content: Any) -> GraphFault | None:
    """The first fault of the content of a ``graph.json``; None if there is none."""
    if wrong := _keys_fault(content, KEYS, OPTIONAL_KEYS):
        return GraphFault(wrong)
    if not is_id(content["scan_id"]):
        return GraphFault(f"scan_id is {shown(content['scan_id'])}, {NO_NAME}")
    if not isinstance(content["viewpoints"], list) or not content["viewpoints"]:
        return GraphFault("viewpoints is not a list of at least one viewpoint")
    if not isinstance(content["edges"], list):
        return GraphFault("edges is not a list of pairs")
    return (
        _viewpoints_fault(content["viewpoints"])
        or _edges_fault(content["edges"], content["viewpoints"])
        or _kept_fault(content.get("kept", []), content["edges"])
        or _rooms_fault(content.get("rooms", []), content["viewpoints"])
        or _notes_fault(content)
    )


def _keys_fault(entry: Any, required: set[str], optional: set[str]) -> str:
    if not isinstance(entry, dict):
        return f"{shown(entry)} is not an object"
    if missing := required - entry.keys():
        return f"{', '.join(sorted(missing))} missing"
    if unknown := entry.keys() - required - optional:
        return f"unknown key {', '.join(sorted(unknown))}"
    return ""


def _viewpoints_fault(entries: list[Any]) -> GraphFault | None:
    seen: set[str] = set()
    for number, entry in enumerate(entries):
        if wrong := _viewpoint_fault(entry):
            return GraphFault(wrong, "viewpoints", number)
        if entry["viewpoint_id"] in seen:
            return GraphFault(f"viewpoint_id {entry['viewpoint_id']!r} is used twice", "viewpoints", number)
        seen.add(entry["viewpoint_id"])
    return None


def _viewpoint_fault(entry: Any) -> str:
    if wrong := _keys_fault(entry, VIEWPOINT_KEYS, OPTIONAL_VIEWPOINT_KEYS):
        return wrong
    if not is_id(entry["viewpoint_id"]):
        return f"viewpoint_id is {shown(entry['viewpoint_id'])}, {NO_NAME}"
    if not is_image_below(entry["image"]):
        return f"image is {shown(entry['image'])}, not a .jpg, .jpeg, .png or .webp file in this folder or below it"
    if PurePosixPath(entry["image"]).parts[0] == ORIGINALS:
        return f"image is {shown(entry['image'])}: what was blurred is not shown as it was before"
    if not are_numbers(entry["position"], 3):
        return "position is not a list of 3 finite numbers"
    for key in NUMBERS & entry.keys():
        if not is_number(entry[key]):
            return f"{key} is {shown(entry[key])}, not a finite number"
    return _up_fault(entry["up"]) if "up" in entry else ""


def _up_fault(up: Any) -> str:
    if not are_numbers(up, 3):
        return "up is not a list of 3 finite numbers"
    if up[2] <= 0 or math.atan2(math.hypot(up[0], up[1]), up[2]) > STEEPEST_LEAN:
        return f"up is {shown(up)}: the picture leans by more than {math.degrees(STEEPEST_LEAN):.0f} degrees"
    return ""


def _edges_fault(edges: list[Any], viewpoints: list[dict[str, Any]]) -> GraphFault | None:
    known = {entry["viewpoint_id"] for entry in viewpoints}
    seen: set[frozenset[str]] = set()
    for number, edge in enumerate(edges):
        if wrong := _edge_fault(edge, known):
            return GraphFault(wrong, "edges", number)
        if frozenset(edge) in seen:
            return GraphFault(f"it repeats the edge between {edge[0]!r} and {edge[1]!r}", "edges", number)
        seen.add(frozenset(edge))
    return None


def _edge_fault(edge: Any, known: set[str]) -> str:
    if not isinstance(edge, list) or len(edge) != 2:
        return f"{shown(edge)} is not a pair"
    for end in edge:
        if not isinstance(end, str) or end not in known:
            return f"there is no viewpoint {shown(end)}"
    return f"it joins {edge[0]!r} to itself" if edge[0] == edge[1] else ""


def _kept_fault(kept: Any, edges: list[Any]) -> GraphFault | None:
    if not isinstance(kept, list):
        return GraphFault("kept is not a list of edges")
    known = {frozenset(edge) for edge in edges}
    for number, edge in enumerate(kept):
        ends = isinstance(edge, list) and all(isinstance(end, str) for end in edge)
        if not ends or frozenset(edge) not in known:
            return GraphFault(f"{shown(edge)} is none of the edges", "kept", number)
    return None


def _rooms_fault(rooms: Any, viewpoints: list[dict[str, Any]]) -> GraphFault | None:
    if not isinstance(rooms, list):
        return GraphFault("rooms is not a list")
    known = {entry["viewpoint_id"] for entry in viewpoints}
    taken: set[str] = set()
    for number, entry in enumerate(rooms):
        if wrong := room_fault(entry, known, taken):
            return GraphFault(wrong, "rooms", number)
        taken.update(entry["viewpoints"])
    return None


def _notes_fault(content: dict[str, Any]) -> GraphFault | None:
    known = {entry["viewpoint_id"] for entry in content["viewpoints"]}
    wrong = (
        rules_fault(content, known)
        or blurred_fault(content.get("blurred", {}))
        or plans_fault(content.get("plans", []))
    )
    return GraphFault(wrong) if wrong else None
