"""The demo house: its files belong together, and its pixels are where geometry says."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from importlib.metadata import packages_distributions, requires
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from environments import demo
from environments.demo.drawing import floor_plan
from environments.demo.house import HOUSE, graph
from environments.demo.masks import pixel_boxes, solid_angle, window_around
from environments.demo.model.plan import Box
from environments.demo.model.seam import STRIP, cover_seam
from environments.demo.model.sight import LONGEST_STEP, Sightlines, crosses, feet
from environments.demo.model.stairs import HANDRAIL, staircase
from environments.floor_plan import Floor, read_floor_plan
from environments.geometry import Vector, heading_elevation
from environments.plugins import open_environment
from environments.sampling import sample_paths
from environments.scan import Scan

FOLDER = Path(demo.__file__).parent / "house"
WIDTH, HEIGHT = 1024, 512
GRAPH = graph()
VIEWPOINTS = [viewpoint["viewpoint_id"] for viewpoint in GRAPH["viewpoints"]]
FEET = feet(HOUSE)


@pytest.fixture(scope="module")
def scan() -> Scan:
    return open_environment("demo").scan("demo-house")


@pytest.fixture(scope="module")
def objects() -> list[dict[str, Any]]:
    content = json.loads((FOLDER / "objects.json").read_text(encoding="utf-8"))
    assert content["image_size"] == [WIDTH, HEIGHT]
    return list(content["objects"])


def identities(viewpoint_id: str) -> NDArray[np.uint8]:
    with Image.open(FOLDER / f"{viewpoint_id}.ids.png") as picture:
        return np.asarray(picture)


def pixels(points: NDArray[np.float64], camera: NDArray[np.float64]) -> NDArray[np.float64]:
    """Columns and rows, shape (n, 2), at which a camera sees world points of shape (n, 3)."""
    heading, elevation = heading_elevation(points - camera)
    return np.stack([(heading / (2 * np.pi) + 0.5) * WIDTH, (0.5 - elevation / np.pi) * HEIGHT], axis=-1)


def beside(viewpoint_id: str, x: float, y: float) -> tuple[Vector, Vector]:
    """Where one stands at a viewpoint, and another point of the same floor."""
    foot = FEET[viewpoint_id]
    return foot, (x, y, foot[2])


def test_the_readme_installs_all_that_rendering_imports() -> None:
    script = "import sys, environments.demo.render; print(*{module.split('.')[0] for module in sys.modules})"
    root = FOLDER.parents[2]
    run = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True)
    packages = packages_distributions()
    imported = {name.lower() for module in run.stdout.split() for name in packages.get(module, ())}
    ours = set(re.findall(r"(?m)^[a-z0-9-]+", "\n".join(requires("pangea-toolkit") or ())))
    readme = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    (command,) = (line for line in readme.splitlines() if "pip install" in line)
    needed = imported & ours - {"defusedxml"}  # Pillow loads it where it is installed
    assert {"numpy", "msgspec", "lazy-loader"} <= needed <= set(re.findall("[a-z-]+", command))


def test_committed_graph_is_what_the_house_says() -> None:
    assert json.loads((FOLDER / "graph.json").read_text(encoding="utf-8")) == GRAPH


def test_there_is_enough_to_walk_and_to_tell_apart() -> None:
    rooms = [room for level in HOUSE.levels for room in level.rooms]
    indoors = [room for room in rooms if room.height is not None]
    assert len(VIEWPOINTS) >= 24
    assert len(indoors) >= 8
    assert len({room.walls for room in indoors}) == len(indoors)
    assert {"terrace", "balcony"} == {room.room_id for room in rooms} - {room.room_id for room in indoors}


def test_images_together_are_a_small_download() -> None:
    assert sum(file.stat().st_size for file in FOLDER.glob("*.jpg")) < 25_000_000


def test_one_can_walk_everywhere(scan: Scan) -> None:
    first = VIEWPOINTS[0]
    assert sorted(scan.viewpoints) == sorted(VIEWPOINTS)
    assert all(np.isfinite(scan.graph.distance(first, other)) for other in VIEWPOINTS)


def test_every_step_is_short_and_unobstructed() -> None:
    sight = Sightlines(HOUSE)
    for start, end in GRAPH["edges"]:
        assert 1.0 < np.linalg.norm(np.subtract(FEET[start], FEET[end])) <= LONGEST_STEP
        assert sight.is_clear(FEET[start], FEET[end])


def test_walls_and_furniture_stop_a_walk() -> None:
    sight = Sightlines(HOUSE)
    assert not sight.is_clear(*beside("study-desk", 3.0, 4.0))  # the wall to the living room
    assert not sight.is_clear((2.0, 1.0, 0.0), (2.0, 4.3, 0.0))  # the sofa before the fire
    assert not sight.is_clear(*beside("stairs-top", 10.4, 7.5))  # the railing above the stairs


def test_only_the_stairs_join_the_floors() -> None:
    climbs = [edge for edge in GRAPH["edges"] if FEET[edge[0]][2] != FEET[edge[1]][2]]
    assert climbs == [["stairs-foot", "stairs-landing"], ["stairs-landing", "stairs-top"]]


def test_sampled_paths_use_both_floors_and_the_stairs(scan: Scan) -> None:
    heights = [
        {FEET[viewpoint_id][2] for viewpoint_id in path} for path in sample_paths(scan.graph, 20, seed=0)
    ]
    ground, upper = (level.floor for level in HOUSE.levels)
    assert {ground} in heights
    assert {upper} in heights
    assert any({ground, upper} <= floors for floors in heights)


def test_stairs_rise_evenly_from_floor_to_floor() -> None:
    (piece,) = (piece for _, _, piece in HOUSE.pieces() if piece.kind == "staircase")
    parts = staircase(piece)
    heights = [0.0, *(step.high[2] for step in [*parts.lower, parts.landing, *parts.upper])]
    heights.append(HOUSE.levels[1].floor - HOUSE.levels[0].floor)
    assert heights[-1] == pytest.approx(piece.size[2] - HANDRAIL)
    assert np.diff(heights) == pytest.approx(heights[1])
    assert 0.15 < heights[1] < 0.2


def test_floor_plan_is_what_the_house_says(scan: Scan) -> None:
    assert scan.floor_plan == read_floor_plan(FOLDER / "floor_plan.json") == floor_plan(HOUSE)
    assert [len(floor.stairs) for floor in floor_plan(HOUSE).floors] == [1, 0]


def test_no_step_crosses_a_wall_of_the_floor_plan() -> None:
    for floor in floor_plan(HOUSE).floors:
        on_it = [edge for edge in GRAPH["edges"] if all(FEET[end][2] == floor.z for end in edge)]
        assert on_it
        assert not any(crosses_wall(floor, FEET[a], FEET[b]) for a, b in on_it)
        assert crosses_wall(floor, (2.0, 4.0, floor.z), (2.0, 6.0, floor.z))


def crosses_wall(floor: Floor, start: Vector, end: Vector) -> bool:
    walls = [Box((*np.min(wall, axis=0), floor.z), (*np.max(wall, axis=0), floor.z)) for wall in floor.walls]
    return any(crosses(start, end, wall) for wall in walls)


@pytest.mark.parametrize(
    ("start", "end", "hit"),
    [
        ((-1, 0.5, 0.5), (2, 0.5, 0.5), True),
        ((-1, 2, 0.5), (2, 2, 0.5), False),
        ((-1, 0.5, 0.5), (-0.5, 0.5, 0.5), False),
    ],
)
def test_segment_crosses_box(start: Any, end: Any, hit: bool) -> None:
    assert crosses(start, end, Box((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))) is hit


def test_cut_box_keeps_its_volume_less_the_hole() -> None:
    wall, door = Box((0.0, 0.0, 0.0), (4.0, 0.2, 2.6)), Box((1.0, -1.0, -0.1), (2.0, 1.0, 2.0))
    volume = sum(np.prod(np.subtract(part.high, part.low)) for part in wall.minus(door))
    assert volume == pytest.approx(4.0 * 0.2 * 2.6 - 1.0 * 0.2 * 2.0)


@pytest.mark.parametrize("viewpoint_id", VIEWPOINTS)
def test_panorama_is_whole(viewpoint_id: str) -> None:
    encoded = open_environment("demo").image("demo-house", viewpoint_id, "equirectangular")
    assert len(encoded.data) < 1_400_000  # all of them less than 40 MB
    with Image.open(io.BytesIO(encoded.data)) as picture:
        picture.load()
        assert picture.size == (4096, 2048)


def test_every_labelled_piece_is_an_object_and_seen_somewhere(objects: list[dict[str, Any]]) -> None:
    labels = {piece.name: piece.label for _, _, piece in HOUSE.pieces() if piece.label}
    assert len(labels) < 256  # numbers are 8 bits wide
    assert {thing["object_id"]: thing["label"] for thing in objects} == labels
    assert len(set(labels.values())) == len(labels)
    assert all(thing["seen_from"] for thing in objects)


def test_pieces_stay_in_the_space_the_graph_reckons_with(objects: list[dict[str, Any]]) -> None:
    pieces = {piece.name: (level, piece) for level, _, piece in HOUSE.pieces()}
    for thing in objects:
        level, piece = pieces[thing["object_id"]]
        half = float(np.hypot(*piece.size[:2])) / 2 + 0.15  # leaves reach a little out
        low, high = np.array(thing["box"])
        assert np.all(low[:2] >= np.array(piece.at) - half), thing["object_id"]
        assert np.all(high[:2] <= np.array(piece.at) + half), thing["object_id"]
        assert high[2] <= level.floor + piece.above + piece.size[2] + 0.15, thing["object_id"]


@pytest.mark.parametrize("viewpoint_id", VIEWPOINTS)
def test_identity_picture_agrees_with_the_boxes(viewpoint_id: str, objects: list[dict[str, Any]]) -> None:
    listed = {t["number"]: t["seen_from"][viewpoint_id] for t in objects if viewpoint_id in t["seen_from"]}
    assert pixel_boxes(identities(viewpoint_id)) == listed


@pytest.mark.parametrize("viewpoint_id", VIEWPOINTS)
def test_pixels_are_where_geometry_says(viewpoint_id: str, scan: Scan, objects: list[dict[str, Any]]) -> None:
    camera, numbers = np.array(scan.viewpoints[viewpoint_id].position), identities(viewpoint_id)
    for thing in objects:
        low, high = np.array(thing["box"])
        if viewpoint_id not in thing["seen_from"] or np.linalg.norm((low + high) / 2 - camera) < 1.2 * max(
            high - low
        ):
            continue
        corners = pixels(np.array(list(product(*zip(low, high, strict=True)))), camera)
        rows, columns = np.nonzero(numbers == thing["number"])
        middle = pixels((low + high)[None] / 2, camera)[0, 0]
        seen, possible = _around(columns + 0.5, middle), _around(corners[:, 0], middle)
        assert possible.min() - 1 <= seen.min(), thing["object_id"]
        assert seen.max() <= possible.max() + 1, thing["object_id"]
        assert corners[:, 1].min() - 8 <= rows.min(), thing["object_id"]
        assert rows.max() <= corners[:, 1].max() + 8, thing["object_id"]


def test_whole_objects_lie_around_their_middle(scan: Scan, objects: list[dict[str, Any]]) -> None:
    wholly_seen = {
        "boat-painting": "living-room-sofa",
        "mint-fridge": "kitchen-table",
        "yellow-door": "hallway-mirror",
        "rocket-painting": "childrens-room-bunk-bed",
        "rainbow-painting": "studio-easel",
        "grandfather-clock": "gallery-window",
    }
    for thing in objects:
        if viewpoint_id := wholly_seen.get(thing["object_id"]):
            rows, columns = np.nonzero(identities(viewpoint_id) == thing["number"])
            camera = np.array(scan.viewpoints[viewpoint_id].position)
            expected = pixels(np.mean(thing["box"], axis=0)[None], camera)[0]
            assert np.hypot(*(np.array([columns.mean(), rows.mean()]) + 0.5 - expected)) < 12, thing[
                "object_id"
            ]


def test_box_across_the_seam() -> None:
    picture = np.zeros((4, 10), np.uint8)
    picture[1, 8:], picture[1:3, 0] = 7, 7
    assert pixel_boxes(picture) == {7: [8, 1, 11, 3]}


def test_seam_is_as_the_turned_camera_saw_it_and_the_rest_stays() -> None:
    panorama = np.full((64, 128, 3), 100, np.uint8)
    panorama[:, 64:] = 108  # a step between the two edges
    reach = round(128 * STRIP)
    covered = cover_seam(panorama, np.full((64, 2 * reach, 3), 104, np.uint8)).astype(int)
    assert (covered[:, reach:-reach] == panorama[:, reach:-reach]).all()
    assert covered[0, -reach:, 0].tolist() == [108, 106, 106, 104, 104, 104, 104, 104]  # of 107.5, 106.5 ...
    assert covered[0, :reach, 0].tolist() == [104, 104, 104, 104, 104, 102, 102, 100]
    assert (covered == covered[0, :, :1]).all()


def test_seam_that_is_not_as_large_as_it_should_be_is_refused() -> None:
    with pytest.raises(ValueError, match="should be"):
        cover_seam(np.zeros((64, 128, 3), np.uint8), np.zeros((64, 8, 3), np.uint8))


@pytest.mark.parametrize("viewpoint_id", VIEWPOINTS)
def test_no_step_is_seen_where_the_edges_meet(viewpoint_id: str) -> None:
    encoded = open_environment("demo").image("demo-house", viewpoint_id, "equirectangular")
    picture = np.asarray(Image.open(io.BytesIO(encoded.data)).convert("L"), np.int16)
    step = np.median(np.abs(picture[:, 0] - picture[:, -1]))
    beside = np.median(np.abs(np.diff(picture[:, :64], axis=1)))
    assert step <= beside + 1


def _around(columns: NDArray[Any], middle: float) -> NDArray[Any]:
    """Columns as offsets from a middle one, the short way round the seam."""
    return (columns - middle + WIDTH / 2) % WIDTH - WIDTH / 2


def test_a_window_holds_all_of_a_ball() -> None:
    camera = (0.3, -0.2, 1.5)
    corners = np.array([[2.0, 1.0, 0.0], [3.0, 2.5, 1.0]])
    window = window_around(corners, camera, WIDTH)
    assert window is not None
    left, right, top, bottom = window
    seen = pixels(np.array(list(product(*corners.T))), np.array(camera))
    assert left <= seen[:, 0].min() <= seen[:, 0].max() <= right < left + 300
    assert top <= seen[:, 1].min() <= seen[:, 1].max() <= bottom < top + 300
    ahead = np.array([[-1.0, 10.0, 0.0], [1.0, 10.0, 0.0]])  # asin(0.1) and 0.01 more are 17.95 pixels
    assert window_around(ahead, (0.0, 0.0, 0.0), WIDTH) == (512 - 18, 512 + 18, 256 - 18, 256 + 18)


@pytest.mark.parametrize("camera", [(2.5, 1.7, 0.5), (2.5, 1.7, 3.0), (2.5, 9.0, 0.5)])
def test_there_is_no_window_around_the_camera_a_pole_or_the_seam(camera: Vector) -> None:
    assert window_around(np.array([[2.0, 1.0, 0.0], [3.0, 2.5, 1.0]]), camera, WIDTH) is None


def test_solid_angles_add_up_to_the_sphere() -> None:
    assert solid_angle(np.ones((512, 1024), np.bool_)) == pytest.approx(4 * np.pi)
    upper = np.zeros((512, 1024), np.bool_)
    upper[:128] = True
    assert solid_angle(upper) == pytest.approx(2 * np.pi * (1 - np.sin(np.pi / 4)))
