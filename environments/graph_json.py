"""``graph.json``: where a folder's panoramas were taken and how they connect. README.md describes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from environments.errors import ConnectivityError
from environments.geometry import as_rotation, rotation
from environments.graph import NavigationGraph
from environments.reading import are_numbers, is_id, is_image_below, is_number, read_json
from environments.scan import Projection, Scan, Viewpoint

REMEDY = "Mend it; environments/README.md describes graph.json."
KEYS = {"scan_id", "viewpoints", "edges"}
VIEWPOINT_KEYS = {"viewpoint_id", "image", "position"}
OPTIONAL_VIEWPOINT_KEYS = {"heading", "height"}


class PanoramaScan(NamedTuple):
    """A scan, and the equirectangular image file of each of its viewpoints."""

    scan: Scan
    images: dict[str, Path]


def panorama_scan(
    scan_id: str, viewpoints: list[Viewpoint], edges: list[tuple[str, str]], images: dict[str, Path]
) -> PanoramaScan:
    """A scan of equirectangular panoramas."""
    by_id = {viewpoint.viewpoint_id: viewpoint for viewpoint in viewpoints}
    graph = NavigationGraph({name: viewpoint.position for name, viewpoint in by_id.items()}, edges)
    return PanoramaScan(Scan(scan_id, by_id, graph, Projection.EQUIRECTANGULAR), images)


def read_graph_json(file: Path) -> PanoramaScan:
    """The scan that a ``graph.json`` describes.

    Raises:
        ConnectivityError: it is not such a file; the message names file, entry and what is wrong.
    """
    return scan_of(read_json(file, REMEDY), file, REMEDY)


def scan_of(content: Any, file: Path, remedy: str) -> PanoramaScan:
    """The scan that the content of a ``graph.json`` describes; ``file`` is where it was read, and images lie beside.

    Raises:
        ConnectivityError: it is not such content; carries ``remedy``.
    """
    if wrong := _fault(content):
        raise ConnectivityError(f"{file}: {wrong}.", remedy=remedy)
    return panorama_scan(
        content["scan_id"],
        [_viewpoint(entry) for entry in content["viewpoints"]],
        [(a, b) for a, b in content["edges"]],
        {entry["viewpoint_id"]: file.parent / entry["image"] for entry in content["viewpoints"]},
    )


def _viewpoint(entry: dict[str, Any]) -> Viewpoint:
    x, y, z = entry["position"]
    return Viewpoint(
        viewpoint_id=entry["viewpoint_id"],
        position=(float(x), float(y), float(z)),
        orientation=as_rotation(rotation(entry.get("heading", 0.0))),
        height=entry.get("height"),
    )


def _fault(content: Any) -> str:
    """What is wrong with the file; empty when nothing is."""
    if wrong := _keys_fault(content, KEYS, set()):
        return wrong
    if not is_id(content["scan_id"]):
        return f"scan_id is {content['scan_id']!r}, not a name of letters, digits, '_' and '-'"
    if not isinstance(content["viewpoints"], list) or not content["viewpoints"]:
        return "viewpoints is not a list of at least one viewpoint"
    if not isinstance(content["edges"], list):
        return "edges is not a list of pairs"
    return _viewpoints_fault(content["viewpoints"]) or _edges_fault(content["edges"], content["viewpoints"])


def _keys_fault(entry: Any, required: set[str], optional: set[str]) -> str:
    if not isinstance(entry, dict):
        return f"{entry!r} is not an object"
    if missing := required - entry.keys():
        return f"{', '.join(sorted(missing))} missing"
    if unknown := entry.keys() - required - optional:
        return f"unknown key {', '.join(sorted(unknown))}"
    return ""


def _viewpoints_fault(entries: list[Any]) -> str:
    seen: set[str] = set()
    for number, entry in enumerate(entries):
        if wrong := _viewpoint_fault(entry):
            return f"viewpoints[{number}]: {wrong}"
        if entry["viewpoint_id"] in seen:
            return f"viewpoints[{number}]: viewpoint_id {entry['viewpoint_id']!r} is used twice"
        seen.add(entry["viewpoint_id"])
    return ""


def _viewpoint_fault(entry: Any) -> str:
    if wrong := _keys_fault(entry, VIEWPOINT_KEYS, OPTIONAL_VIEWPOINT_KEYS):
        return wrong
    if not is_id(entry["viewpoint_id"]):
        return f"viewpoint_id is {entry['viewpoint_id']!r}, not a name of letters, digits, '_' and '-'"
    if not is_image_below(entry["image"]):
        return (
            f"image is {entry['image']!r}, not a .jpg, .jpeg, .png or .webp file in this folder or below it"
        )
    if not are_numbers(entry["position"], 3):
        return "position is not a list of 3 finite numbers"
    for key in OPTIONAL_VIEWPOINT_KEYS & entry.keys():
        if not is_number(entry[key]):
            return f"{key} is {entry[key]!r}, not a finite number"
    return ""


def _edges_fault(edges: list[Any], viewpoints: list[dict[str, Any]]) -> str:
    known = {entry["viewpoint_id"] for entry in viewpoints}
    seen: set[frozenset[str]] = set()
    for number, edge in enumerate(edges):
        if not isinstance(edge, list) or len(edge) != 2:
            return f"edges[{number}] is not a pair"
        for end in edge:
            if not isinstance(end, str) or end not in known:
                return f"edges[{number}]: there is no viewpoint {end!r}"
        if edge[0] == edge[1]:
            return f"edges[{number}] joins {edge[0]!r} to itself"
        if frozenset(edge) in seen:
            return f"edges[{number}] repeats the edge between {edge[0]!r} and {edge[1]!r}"
        seen.add(frozenset(edge))
    return ""
