"""The checker finds what is wrong, and nothing where nothing is."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
from PIL import Image

from environments import Matterport3D, NavigationGraph, PanoramaFolder, Scan
from environments.check import PlaceFinding, Severity, check_environment, check_graph
from environments.scan import Projection, Viewpoint
from environments.testing import tiny_scan


def kinds(findings: list[PlaceFinding]) -> Counter[str]:
    return Counter(finding.kind for finding in findings)


def of(kind: str, scan: Scan) -> list[PlaceFinding]:
    return [finding for finding in check_graph(scan) if finding.kind == kind]


def check(folder: Path) -> list[PlaceFinding]:
    return list(chain.from_iterable(check_environment(PanoramaFolder(folder))))


def test_a_viewpoint_without_neighbours_and_the_parts_of_a_graph() -> None:
    (alone,) = of("isolated viewpoint", tiny_scan())
    assert (alone.severity, alone.viewpoint_ids) == (Severity.WARNING, ("attic",))
    (parts,) = of("several components", tiny_scan())
    assert parts.what == "Its 2 parts have 6 and 1 viewpoints."


def test_viewpoints_that_are_nearly_one() -> None:
    scan = tiny_scan()
    positions = {name: scan.graph.position(name) for name in scan.viewpoints} | {"f": (0.0, 2.0002, 1.5)}
    graph = NavigationGraph(positions, [(a, b) for a, b, _ in scan.graph.edges()])
    (twins,) = of("near-duplicate viewpoints", replace(scan, graph=graph))
    assert twins.viewpoint_ids == ("b", "f")
    assert twins.what == "They are 0.2 mm apart."


def test_edges_whose_ends_do_not_see_each_other() -> None:
    scan = tiny_scan()
    assert len(of("visibility not known", scan)) == 1
    visible = {name: frozenset(scan.graph.neighbors(name)) for name in scan.viewpoints}
    assert not of("edge not visible", replace(scan, visible=visible))
    visible["a"] = frozenset()
    (unseen,) = of("edge not visible", replace(scan, visible=visible))
    assert (unseen.viewpoint_ids, unseen.what) == (("a", "b"), "Only one end sees the other.")


def test_a_panorama_that_leans() -> None:
    scan = tiny_scan()
    assert len(of("horizon not known", scan)) == 1
    leaning = replace(scan.viewpoints["c"], orientation=((1, 0, 0), (0, 0.8, -0.6), (0, 0.6, 0.8)))
    (tilted,) = of("tilted panorama", replace(scan, viewpoints={**scan.viewpoints, "c": leaning}))
    assert (tilted.viewpoint_ids, tilted.what) == (("c",), "Its pose leans by 37 degrees.")


def test_findings_of_a_graph_are_in_this_order_and_say_what_to_do() -> None:
    found = list(check_graph(tiny_scan()))
    assert [(each.kind, each.severity, each.scan_id, each.viewpoint_ids) for each in found] == [
        ("isolated viewpoint", Severity.WARNING, "tiny", ("attic",)),
        ("several components", Severity.WARNING, "tiny", ()),
        ("visibility not known", Severity.NOTE, "tiny", ()),
        ("horizon not known", Severity.NOTE, "tiny", ()),
    ]
    assert all(each.remedy for each in found)


def of_places(*places: tuple[float, float, float], edges: tuple[tuple[str, str], ...] = ()) -> Scan:
    """A scan with viewpoints a, b, c and so on at these places."""
    positions = dict(zip("abcdefghij", places, strict=False))
    viewpoints = {name: Viewpoint(name, place) for name, place in positions.items()}
    return Scan("some", viewpoints, NavigationGraph(positions, edges), Projection.EQUIRECTANGULAR)


def test_parts_are_named_from_the_largest_on() -> None:
    scan = of_places(*[(float(x), 0.0, 0.0) for x in range(7)], edges=(("a", "b"), ("d", "e"), ("e", "f")))
    assert [each.viewpoint_ids for each in of("isolated viewpoint", scan)] == [("c",), ("g",)]
    assert [each.what for each in of("several components", scan)] == [
        "Its 4 parts have 3, 2, 1 and 1 viewpoints."
    ]
    assert not of("isolated viewpoint", of_places((0.0, 0.0, 0.0)))  # a place of one viewpoint is whole


@pytest.mark.parametrize(
    ("apart", "what"),
    [(0.0, "0 mm"), (0.0099, "9.9 mm"), (0.01, "1 cm"), (0.2, "20 cm"), (0.2001, None)],
)
def test_viewpoints_up_to_twenty_centimetres_apart_are_nearly_one(apart: float, what: str | None) -> None:
    found = of("near-duplicate viewpoints", of_places((0.0, 0.0, 0.0), (9.0, 0.0, 0.0), (apart, 0.0, 0.0)))
    assert [(each.viewpoint_ids, each.what) for each in found] == (
        [(("a", "c"), f"They are {what} apart.")] if what else []
    )


@pytest.mark.parametrize(
    ("degrees", "found"),
    [(9.9, []), (10.1, ["Its pose leans by 10 degrees."]), (180, ["Its pose leans by 180 degrees."])],
)
def test_a_panorama_leans_from_ten_degrees_on(degrees: float, found: list[str]) -> None:
    s, c = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    leaning = Viewpoint(
        "a", (0.0, 0.0, 0.0), ((1.0, 0.0, 0.0), (0.0, float(c), float(-s)), (0.0, float(s), float(c)))
    )
    scan = replace(of_places((0.0, 0.0, 0.0)), viewpoints={"a": leaning})
    assert [each.what for each in of("tilted panorama", scan)] == found
    assert not of("horizon not known", scan)


def test_an_edge_that_neither_end_sees_says_so() -> None:
    scan = replace(tiny_scan(), visible=dict.fromkeys(tiny_scan().viewpoints, frozenset("b")))
    assert {each.viewpoint_ids: each.what for each in of("edge not visible", scan)} == {
        ("a", "b"): "Only one end sees the other.",
        ("b", "c"): "Only one end sees the other.",
        ("c", "d"): "Neither end sees the other.",
        ("d", "e"): "Neither end sees the other.",
        ("b", "f"): "Only one end sees the other.",
    }


def photograph(path: Path) -> None:
    """Something that goes smoothly all the way round, another for each name."""
    heading = np.linspace(-np.pi, np.pi, 512, endpoint=False) + len(path.stem)
    rows = np.linspace(0.4, 1.0, 256)[:, None]
    Image.fromarray(((120 + 100 * np.sin(3 * heading)) * rows).astype(np.uint8)).save(path)


@pytest.mark.parametrize("name", ["hall.jpg"])
def test_good_images_are_not_complained_of(folder: Path, name: str) -> None:
    photograph(folder / "hall.jpg")
    photograph(folder / "more" / "kitchen.png")
    assert kinds(check(folder)) == {
        "visibility not known": 1,
        "horizon not known": 1,
        "pictures not compared": 1,  # there is nothing but a smooth sky in them
    }


def crop_top(path: Path) -> None:
    photograph(path)
    with Image.open(path) as picture:
        cropped = np.array(picture)
    cropped[:64] = 0
    Image.fromarray(cropped).save(path)


@pytest.mark.parametrize(
    ("top", "bottom", "grey", "what"),
    [
        (10, 0, 0, None),
        (0, 11, 0, "2% of its rows are black, at the top or at the bottom."),
        (40, 62, 0, "20% of its rows are black, at the top or at the bottom."),
        (200, 0, 8, None),
        (200, 0, 7, "39% of its rows are black, at the top or at the bottom."),
        (512, 0, 0, "100% of its rows are black, at the top or at the bottom."),
    ],
)
def test_black_rows_at_the_poles_are_reported_from_two_percent_on(
    folder: Path, top: int, bottom: int, grey: int, what: str | None
) -> None:
    photograph(folder / "more" / "kitchen.png")
    rows = np.full((512, 1024), 120, np.uint8)
    rows[:top] = rows[512 - bottom :] = grey
    Image.fromarray(rows).save(folder / "more" / "kitchen.png")
    photograph(folder / "hall.jpg")
    assert [each.what for each in check(folder) if each.kind == "black pole"] == ([what] if what else [])


@pytest.mark.parametrize(("step", "found"), [(4, False), (5, True)])
def test_edges_do_not_meet_from_four_times_the_steps_beside_them_on(
    folder: Path, step: int, found: bool
) -> None:
    photograph(folder / "hall.jpg")
    picture = np.full((512, 1024), 120, np.uint8)
    picture[:, 0] += step
    picture[:, 1:512] += step  # from the seam to the middle: the other step is far from the seam
    Image.fromarray(picture).save(folder / "more" / "kitchen.png")
    assert [each.viewpoint_ids for each in check(folder) if each.kind == "doubtful projection"] == [
        ("kitchen",)
    ] * found


def test_findings_come_by_scan_and_then_by_viewpoint(folder: Path, cottage: dict[str, Any]) -> None:
    (folder / "hall.jpg").unlink()
    photograph(folder / "more" / "kitchen.png")
    groups = list(check_environment(PanoramaFolder(folder)))
    assert [[each.kind for each in group] for group in groups] == [
        ["visibility not known", "horizon not known"], ["missing image"], [], [],
        [], [], [], ["pictures not compared"],
    ]  # fmt: skip
    assert len(list(check_environment(PanoramaFolder(folder), images=False))) == 1


def cut_open(path: Path) -> None:
    """Three quarters of the way round, stretched to the whole."""
    photograph(path)
    with Image.open(path) as picture:
        Image.fromarray(np.asarray(picture)[:, :400]).resize((512, 256)).save(path)


def said(**numbers: float) -> Callable[[Path], None]:
    """A picture whose XMP says this of its panorama."""

    def spoil(path: Path) -> None:
        photograph(path)
        xmp = " ".join(f'GPano:{name}="{number}"' for name, number in numbers.items()).encode()
        with Image.open(path) as picture:
            picture.save(path, xmp=xmp)

    return spoil


def truncate(path: Path) -> None:
    photograph(path)
    path.write_bytes(path.read_bytes()[:-500])


@pytest.mark.parametrize(
    ("spoil", "kind", "severity"),
    [
        (lambda path: path.unlink(), "missing image", Severity.ERROR),
        (truncate, "unreadable image", Severity.ERROR),
        (lambda path: path.write_bytes(b""), "unreadable image", Severity.ERROR),
        (lambda path: Image.new("L", (300, 200), 99).save(path), "wrong dimensions", Severity.ERROR),
        (crop_top, "black pole", Severity.WARNING),
        (cut_open, "doubtful projection", Severity.WARNING),
        (said(PosePitchDegrees=0, PoseRollDegrees=-8.5), "pose not used", Severity.WARNING),
        (said(CroppedAreaImageWidthPixels=511, FullPanoWidthPixels=512), "crop not used", Severity.WARNING),
    ],
)
def test_what_is_wrong_with_an_image(folder: Path, spoil: Any, kind: str, severity: Severity) -> None:
    photograph(folder / "more" / "kitchen.png")
    spoil(folder / "hall.jpg")
    (bad,) = (finding for finding in check(folder) if finding.severity > Severity.NOTE)
    assert (bad.kind, bad.severity, bad.viewpoint_ids) == (kind, severity, ("hall",))
    assert bad.what
    assert bad.remedy


def test_cube_faces_of_different_sizes(matterport: Path) -> None:
    face = next(matterport.rglob("*_skybox3_sami.jpg"))
    Image.new("L", (16, 16)).save(face)
    bad = [
        f
        for f in chain.from_iterable(check_environment(Matterport3D(matterport)))
        if f.severity is Severity.ERROR
    ]
    assert [(f.kind, f.viewpoint_ids) for f in bad] == [("wrong dimensions", (face.name.split("_")[0],))]


def test_a_graph_with_an_edge_in_one_direction_is_named_and_the_rest_is_checked(matterport: Path) -> None:
    connectivity = matterport / "connectivity"
    (file,) = connectivity.glob("gZ6f7yhEvPG*")
    entries = json.loads(file.read_text())
    a = next(n for n, entry in enumerate(entries) if entry["included"] and any(entry["unobstructed"]))
    b = entries[a]["unobstructed"].index(True)
    entries[b]["unobstructed"][a] = False
    (connectivity / "broken_connectivity.json").write_text(json.dumps(entries))
    findings = list(chain.from_iterable(check_environment(Matterport3D(matterport))))
    (bad,) = (finding for finding in findings if finding.severity is Severity.ERROR)
    assert (bad.kind, bad.scan_id) == ("unreadable graph", "broken")
    assert f"entry {a}: entry {b} is unobstructed from it, but it is not from entry {b}." in bad.what


def test_edges_in_one_direction_are_counted(matterport: Path) -> None:
    (file,) = (matterport / "connectivity").glob("gZ6f7yhEvPG*")
    entries = json.loads(file.read_text())
    hub = next(entry for entry in entries if entry["included"] and any(entry["unobstructed"]))
    there = [entries[n]["included"] for n, free in enumerate(hub["unobstructed"]) if free].count(True)
    hub["unobstructed"] = [False] * len(entries)
    file.write_text(json.dumps(entries))
    findings = chain.from_iterable(check_environment(Matterport3D(matterport), images=False))
    (bad,) = (finding for finding in findings if finding.severity is Severity.ERROR)
    assert bad.what.endswith(f"{there - 1} more edges lead one way only.")


@pytest.mark.shared_data
def test_the_real_graphs_hold_what_plain_json_says(shared: Path) -> None:
    """Counted twice: by the checker, and from the files by json and networkx alone."""
    folder = shared / "data" / "matterport3d"
    findings = list(chain.from_iterable(check_environment(Matterport3D(folder), images=False)))
    counted: Counter[str] = Counter()
    for file in (folder / "connectivity").glob("*_connectivity.json"):
        counted += _counted(json.loads(file.read_text()))
    found = kinds(findings)
    for kind, number in counted.items():
        assert found[kind] == number, kind
    assert counted["isolated viewpoint"] == 7
    assert counted["several components"] == 5
    assert "B6ByNegPMKs: Its 4 parts" in "\n".join(f"{f.scan_id}: {f.what}" for f in findings)
    assert any(f.what == "They are 0.17 mm apart." for f in findings)


def _counted(entries: list[dict[str, Any]]) -> Counter[str]:
    graph: networkx.Graph[int] = networkx.Graph()
    numbers = [number for number, entry in enumerate(entries) if entry["included"]]
    graph.add_nodes_from(numbers)
    graph.add_edges_from((a, b) for a in numbers for b in numbers if entries[a]["unobstructed"][b])
    places = {number: np.array(entries[number]["pose"])[[3, 7, 11]] for number in numbers}
    seen = [entries[a]["visible"][b] and entries[b]["visible"][a] for a, b in graph.edges]
    near = [
        (a, b) for a in numbers for b in numbers if a < b and np.linalg.norm(places[a] - places[b]) <= 0.2
    ]
    return Counter(
        {
            "isolated viewpoint": networkx.number_of_isolates(graph),
            "several components": int(networkx.number_connected_components(graph) > 1),
            "edge not visible": seen.count(False),
            "near-duplicate viewpoints": len(near),
        }
    )
