from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from environments import (
    ConfigurationError,
    ConnectivityError,
    ImageNotFoundError,
    InvalidDataError,
    PanoramaFolder,
    ScanNotFoundError,
)
from environments.errors import UnreadableImageError
from environments.path_rules import PathRules
from environments.rooms import Room

Edit = Callable[[dict[str, Any]], object]


def write(directory: Path, graph: dict[str, Any]) -> Path:
    directory.mkdir(exist_ok=True)
    (directory / "graph.json").write_text(json.dumps(graph), encoding="utf-8")
    return directory


def test_graph_json_is_read(folder: Path) -> None:
    scan = PanoramaFolder(folder).scan("cottage")
    assert scan.viewpoints["kitchen"].position == (0.0, 2.5, 1.6)
    assert (scan.viewpoints["hall"].height, scan.viewpoints["kitchen"].height) == (1.6, None)
    assert scan.graph.distance("hall", "kitchen") == 2.5


def test_heading_is_where_the_centre_column_looks(folder: Path) -> None:
    viewpoints = PanoramaFolder(folder).scan("cottage").viewpoints
    forward = np.array(viewpoints["kitchen"].orientation) @ [0, 1, 0]
    assert forward == pytest.approx([np.sin(1.5), np.cos(1.5), 0])
    assert viewpoints["hall"].orientation == ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def test_up_is_where_up_is_in_a_picture_that_leans(tmp_path: Path, cottage: dict[str, Any]) -> None:
    up = np.array([0.1, 0.2, 0.9])
    cottage["viewpoints"][1]["up"] = up.tolist()
    turn = np.array(
        PanoramaFolder(write(tmp_path / "place", cottage)).scan("cottage").viewpoints["kitchen"].orientation
    )
    assert turn @ up / np.linalg.norm(up) == pytest.approx([0, 0, 1])
    assert turn @ turn.T == pytest.approx(np.eye(3))
    ahead = turn @ [0, 1, 0]
    assert np.arctan2(ahead[0], ahead[1]) == pytest.approx(1.5)


def test_images_may_lie_in_a_folder_below(folder: Path) -> None:
    image = PanoramaFolder(folder).image("cottage", "kitchen", "equirectangular")
    assert image.media_type == "image/png"
    assert image.data == (folder / "more" / "kitchen.png").read_bytes()


def test_a_missing_image_is_named(folder: Path) -> None:
    (folder / "hall.jpg").unlink()
    with pytest.raises(ImageNotFoundError, match=r"hall\.jpg"):
        PanoramaFolder(folder).image("cottage", "hall", "equirectangular")


@pytest.mark.usefixtures("backwards")
def test_a_directory_of_scans_of_every_kind(tmp_path: Path, cottage: dict[str, Any]) -> None:
    write(tmp_path / "one", cottage)
    for name in ("table", "sample"):
        (tmp_path / name).mkdir()
    (tmp_path / "table" / "nodes.csv").write_text("viewpoint_id,image,x,y,z\nhall,a.jpg,0,0,1\n")
    (tmp_path / "table" / "edges.csv").write_text("from,to\n")
    pano = {"id": "0", "exmat": np.eye(4).ravel().tolist(), "urls": ["b.jpg"], "navigable": []}
    (tmp_path / "sample" / "pano0.json").write_text(json.dumps(pano))
    (tmp_path / "notes").mkdir()
    environment = PanoramaFolder(tmp_path)
    assert environment.scan_ids() == ["cottage", "sample", "table"]
    assert [list(environment.scan(name).viewpoints) for name in environment.scan_ids()] == [
        ["hall", "kitchen"],
        ["0"],
        ["hall"],
    ]


def test_labels_lie_beside_the_panoramas_of_their_scan(tmp_path: Path, cottage: dict[str, Any]) -> None:
    for viewpoint in cottage["viewpoints"]:
        viewpoint["image"] = Path(viewpoint["image"]).name
    write(tmp_path / "one", cottage)
    write(tmp_path / "two", {**cottage, "scan_id": "barn"})
    thing = {"object_id": "sofa", "number": 1, "label": "the sofa", "seen_from": {}}
    objects = json.dumps({"image_size": [64, 32], "objects": [thing]})
    (tmp_path / "one" / "objects.json").write_text(objects)
    environment = PanoramaFolder(tmp_path)
    labels = environment.labels("cottage")
    assert labels is not None
    assert (labels.folder, [each.object_id for each in labels.objects]) == (tmp_path / "one", ["sofa"])
    assert environment.labels("barn") is None
    with pytest.raises(ScanNotFoundError, match="Known: barn, cottage"):
        environment.labels("attic")


def test_labels_and_images_behind_a_link_out_of_the_directory_are_not_read(
    tmp_path: Path, cottage: dict[str, Any]
) -> None:
    (tmp_path / "hall.jpg").write_bytes(b"secret")
    (tmp_path / "objects.json").write_text('{"image_size": [64, 32], "objects": []}')
    scan = write(tmp_path / "place", cottage)
    for name in ("hall.jpg", "objects.json"):
        (scan / name).symlink_to(tmp_path / name)
    environment = PanoramaFolder(scan)
    with pytest.raises(UnreadableImageError, match="leads out of"):
        environment.image("cottage", "hall", "equirectangular")
    with pytest.raises(InvalidDataError, match="leads out of"):
        environment.labels("cottage")


def test_rooms_are_known_by_their_viewpoints(tmp_path: Path, cottage: dict[str, Any]) -> None:
    cottage["rooms"] = [{"name": "living room", "names": {"hi": "बैठक"}, "viewpoints": ["kitchen", "hall"]}]
    (found,) = PanoramaFolder(write(tmp_path, cottage)).scan("cottage").rooms
    assert found == Room("living room", ("kitchen", "hall"), {"hi": "बैठक"})


def test_starts_and_forbidden_viewpoints_are_read(tmp_path: Path, cottage: dict[str, Any]) -> None:
    cottage |= {"starts": ["hall"], "forbidden": ["kitchen"]}
    rules = PanoramaFolder(write(tmp_path, cottage)).scan("cottage").path_rules
    assert rules == PathRules(frozenset({"hall"}), frozenset({"kitchen"}))


def test_two_scans_of_one_name_are_refused(tmp_path: Path, cottage: dict[str, Any]) -> None:
    write(tmp_path / "one", cottage)
    write(tmp_path / "two", cottage)
    with pytest.raises(ConfigurationError, match="'cottage'"):
        PanoramaFolder(tmp_path)


def test_a_directory_without_panoramas_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"no graph\.json or nodes\.csv in"):
        PanoramaFolder(tmp_path)


def first(graph: dict[str, Any]) -> dict[str, Any]:
    viewpoint: dict[str, Any] = graph["viewpoints"][0]
    return viewpoint


def room(name: str = "hall", **others: object) -> dict[str, object]:
    return {"name": name, "viewpoints": ["hall"], **others}


MALFORMED: dict[str, Edit] = {
    "edges missing": lambda graph: graph.pop("edges"),
    "unknown key egdes": lambda graph: graph.update(egdes=[]),
    "scan_id is '../x'": lambda graph: graph.update(scan_id="../x"),
    "viewpoints is not a list": lambda graph: graph.update(viewpoints=[]),
    "edges is not a list": lambda graph: graph.update(edges={}),
    r"viewpoints\[0\]: 7 is not an object": lambda graph: graph["viewpoints"].__setitem__(0, 7),
    r"viewpoints\[0\]: image missing": lambda graph: first(graph).pop("image"),
    r"viewpoints\[0\]: unknown key headnig": lambda graph: first(graph).update(headnig=1),
    r"viewpoint_id is 'a/b'": lambda graph: first(graph).update(viewpoint_id="a/b"),
    r"viewpoints\[1\]: viewpoint_id 'kitchen' is used twice": lambda graph: first(graph).update(
        viewpoint_id="kitchen"
    ),
    r"image is '../secret.jpg'": lambda graph: first(graph).update(image="../secret.jpg"),
    r"image is '/etc/secret.jpg'": lambda graph: first(graph).update(image="/etc/secret.jpg"),
    r"image is 'hall.txt'": lambda graph: first(graph).update(image="hall.txt"),
    r"image is 3": lambda graph: first(graph).update(image=3),
    r"viewpoints\[0\]: position is not a list of 3": lambda graph: first(graph).update(position=[0, 1]),
    r"is not JSON: key viewpoints, entry 1, key position, entry 3 is Infinity": lambda graph: first(
        graph
    ).update(position=[0, 1, float("inf")]),
    r"viewpoints\[0\]: up is not a list of 3": lambda graph: first(graph).update(up=[0, 1]),
    r"up is \[0, 1, 0\.5\]: the picture leans by more than 60 degrees": lambda graph: first(graph).update(
        up=[0, 1, 0.5]
    ),
    r"up is \[0, 0, 0\]": lambda graph: first(graph).update(up=[0, 0, 0]),
    r"kept is not a list": lambda graph: graph.update(kept={}),
    r"kept\[0\]: \['hall', 'attic'\] is none of the edges": lambda graph: graph.update(
        kept=[["hall", "attic"]]
    ),
    r"kept\[0\]: \[\[\]\] is none": lambda graph: graph.update(kept=[[[]]]),
    "starts is not a list of viewpoints": lambda graph: graph.update(starts="hall"),
    "starts: there is no viewpoint 'attic'": lambda graph: graph.update(starts=["attic"]),
    r"forbidden: there is no viewpoint \[\]": lambda graph: graph.update(forbidden=[[]]),
    "forbidden: viewpoint 'hall' is listed already": lambda graph: graph.update(
        starts=["hall"], forbidden=["hall"]
    ),
    "rooms is not a list": lambda graph: graph.update(rooms={}),
    r"rooms\[0\]: 7 is not an object": lambda graph: graph.update(rooms=[7]),
    r"rooms\[0\]: .* is not an object with name": lambda graph: graph.update(rooms=[{"name": "hall"}]),
    r"rooms\[0\]: name is ' hall', not a text": lambda graph: graph.update(rooms=[room(" hall")]),
    r"rooms\[0\]: name is 'a.nb', not a text": lambda graph: graph.update(rooms=[room("a\nb")]),
    r"rooms\[0\]: names is \[\], not an object": lambda graph: graph.update(rooms=[room(names=[])]),
    r"rooms\[0\]: names has 'Hindi', which is no language": lambda graph: graph.update(
        rooms=[room(names={"Hindi": "x"})]
    ),
    r"rooms\[0\]: the name in hi is ''": lambda graph: graph.update(rooms=[room(names={"hi": ""})]),
    r"rooms\[0\]: viewpoints is not a list of at": lambda graph: graph.update(rooms=[room(viewpoints=[])]),
    r"rooms\[0\]: there is no viewpoint 'attic'": lambda graph: graph.update(
        rooms=[room(viewpoints=["attic"])]
    ),
    r"rooms\[1\]: viewpoint 'hall' lies in a room already": lambda graph: graph.update(
        rooms=[room(), room()]
    ),
    r"heading is True": lambda graph: first(graph).update(heading=True),
    r"is not JSON: key viewpoints, entry 1, key height is NaN": lambda graph: first(graph).update(
        height=float("nan")
    ),
    r"edges\[0\]: \['hall'\] is not a pair": lambda graph: graph.update(edges=[["hall"]]),
    r"edges\[0\]: there is no viewpoint 'attic'": lambda graph: graph.update(edges=[["hall", "attic"]]),
    r"edges\[0\]: it joins 'hall' to itself": lambda graph: graph.update(edges=[["hall", "hall"]]),
    r"edges\[1\]: it repeats": lambda graph: graph["edges"].append(["kitchen", "hall"]),
}


@pytest.mark.parametrize("message", MALFORMED)
def test_malformed_graphs_are_refused(tmp_path: Path, cottage: dict[str, Any], message: str) -> None:
    MALFORMED[message](cottage)
    with pytest.raises(ConnectivityError, match=message) as refusal:
        PanoramaFolder(write(tmp_path, cottage))
    assert refusal.value.message.startswith(f"{tmp_path}/graph.json")
    assert "README.md" in refusal.value.remedy


def test_a_graph_that_is_not_json_is_refused(tmp_path: Path) -> None:
    for content in ('{"scan_id": ', "[" * 100_000):
        (tmp_path / "graph.json").write_text(content, encoding="utf-8")
        with pytest.raises(ConnectivityError, match=r"graph\.json is not JSON"):
            PanoramaFolder(tmp_path)


def test_a_message_shows_the_beginning_of_a_long_value(tmp_path: Path, cottage: dict[str, Any]) -> None:
    (tmp_path / "graph.json").write_text(json.dumps(cottage["viewpoints"] * 10_000), encoding="utf-8")
    with pytest.raises(ConnectivityError, match="… is not an object") as refusal:
        PanoramaFolder(tmp_path)
    assert len(refusal.value.message) < len(str(tmp_path)) + 150


def test_the_sample_in_the_readme_is_a_graph(tmp_path: Path) -> None:
    readme = Path(__file__).parents[2] / "environments" / "README.md"
    sample = readme.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
    (tmp_path / "graph.json").write_text(sample, encoding="utf-8")
    assert PanoramaFolder(tmp_path).scan("cottage").graph.neighbors("hall") == ("kitchen",)


def test_a_scan_with_graph_json_wins_over_directories_in_it(folder: Path, cottage: dict[str, Any]) -> None:
    write(folder / "more", {**cottage, "scan_id": "barn"})
    assert PanoramaFolder(folder).scan_ids() == ["cottage"]
    shutil.move(folder / "graph.json", folder / "graph.json.old")
    assert PanoramaFolder(folder).scan_ids() == ["barn"]
