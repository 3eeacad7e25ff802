"""Editing the files of a place: written at once, undone, and never over what somebody else wrote."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from environments.editing.edits import Join, Keep, Move, Part, Place, Sight, Use
from environments.editing.files import ORIGINAL, begin_place, folder_of
from environments.editing.session import Editing
from environments.errors import ConfigurationError, ConnectivityError, EditError, PlaceChangedError
from environments.own_places.folder import PanoramaFolder


def picture(file: Path, size: tuple[int, int] = (16, 8)) -> None:
    file.parent.mkdir(exist_ok=True)
    Image.new("L", size).save(file)


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Panoramas that nobody has placed."""
    for name in ("hall.jpg", "kitchen door.jpg", "kitchen-door.png"):
        picture(tmp_path / "photos" / name)
    picture(tmp_path / "photos" / "plan.png", (20, 20))
    return tmp_path / "photos"


def test_each_edit_is_written_and_read_by_the_folder(folder: Path) -> None:
    before = (folder / "graph.json").read_bytes()
    editing = Editing(folder)
    moment = editing.edit(Move("kitchen", 1.25, 3.0), editing.moment().version)
    scan = PanoramaFolder(folder).scan("cottage")
    assert scan.viewpoints["kitchen"].position == (1.25, 3.0, 1.6)
    assert (moment.undo, moment.redo) == (1, 0)
    assert (folder / ORIGINAL).read_bytes() == before
    editing.edit(Move("kitchen", 1.0, 3.0), moment.version)
    assert (folder / ORIGINAL).read_bytes() == before
    assert not list(folder.glob(".*"))


def test_edits_are_undone_and_done_again(folder: Path) -> None:
    editing = Editing(folder)
    editing.edit(Move("kitchen", 1.0, 3.0), 1)
    editing.edit(Part("hall", "kitchen"), 2)
    editing.undo(3)
    moment = editing.undo(4)
    assert moment.place.spots["kitchen"].position == (0.0, 2.5, 1.6)
    assert (moment.undo, moment.redo) == (0, 2)
    with pytest.raises(EditError, match="nothing to undo"):
        editing.undo(5)
    editing.redo(5)
    moment = editing.redo(6)
    assert moment.place.edges == ()
    assert PanoramaFolder(folder).scan("cottage").graph.edges() == []
    with pytest.raises(EditError, match="nothing to do again"):
        editing.redo(7)
    editing.undo(7)
    assert editing.edit(Move("hall", 0.0, 0.1), 8).redo == 0


def test_an_edit_that_is_refused_changes_nothing(folder: Path) -> None:
    editing, before = Editing(folder), (folder / "graph.json").read_bytes()
    with pytest.raises(EditError):
        editing.edit(Move("cellar", 0, 0), 1)
    assert editing.moment().version == 1
    assert (folder / "graph.json").read_bytes() == before


def test_what_another_program_wrote_is_not_overwritten(folder: Path, cottage: dict[str, Any]) -> None:
    editing = Editing(folder)
    cottage["viewpoints"][1]["position"] = [5, 5, 1.6]
    theirs = json.dumps(cottage)
    (folder / "graph.json").write_text(theirs, encoding="utf-8")
    for edit in (Keep("hall", "kitchen"), Part("hall", "kitchen")):
        with pytest.raises(PlaceChangedError, match="another program"):
            editing.edit(edit, 1)
    assert (folder / "graph.json").read_text(encoding="utf-8") == theirs
    moment = editing.open_again()
    assert moment.place.spots["kitchen"].position == (5.0, 5.0, 1.6)
    editing.edit(Keep("hall", "kitchen"), moment.version)


def test_a_moment_that_is_over_is_not_edited(folder: Path) -> None:
    editing = Editing(folder)
    editing.edit(Keep("hall", "kitchen"), 1)
    acts: list[Callable[[int], object]] = [
        partial(editing.edit, Part("hall", "kitchen")),
        editing.undo,
        editing.redo,
    ]
    for act in acts:
        with pytest.raises(PlaceChangedError, match="another window"):
            act(1)


def test_edges_come_in_the_order_of_their_doubts(folder: Path, cottage: dict[str, Any]) -> None:
    for name, x in (("attic", 4.0), ("porch", 9.0)):
        picture(folder / f"{name}.jpg")
        cottage["viewpoints"].append({"viewpoint_id": name, "image": f"{name}.jpg", "position": [x, 0, 1.6]})
    cottage["edges"] += [["hall", "attic"], ["attic", "porch"], ["porch", "hall"]]
    (folder / "graph.json").write_text(json.dumps(cottage), encoding="utf-8")
    steps = [
        {"ends": ["kitchen", "hall"], "doubt": 0.1, "metres": 2.5},
        {"ends": ["hall", "attic"], "doubt": 0.4},
        {"ends": ["attic", "porch"], "doubt": None},
    ]
    (folder / "map.json").write_text(json.dumps({"scan_id": "cottage", "steps": steps}), encoding="utf-8")
    editing = Editing(folder)
    order = [(edge.a, edge.b, edge.doubt) for edge in editing.moment().edges]
    assert order == [
        ("attic", "hall", 0.4),
        ("hall", "kitchen", 0.1),
        ("hall", "porch", None),
        ("attic", "porch", None),
    ]
    kept = editing.edit(Keep("attic", "hall"), 1).edges
    assert [edge.kept for edge in kept] == [False, False, False, True]
    assert Editing(folder).moment().edges == kept, "what was kept is written"


def test_a_malformed_map_is_named(folder: Path) -> None:
    (folder / "map.json").write_text('{"steps": [{"ends": ["a"], "doubt": 1}]}', encoding="utf-8")
    with pytest.raises(ConnectivityError, match=r"map\.json"):
        Editing(folder)


def test_findings_are_those_of_the_check_as_it_is_now(folder: Path) -> None:
    editing = Editing(folder)
    assert editing.moment().findings == ()
    found = editing.edit(Part("hall", "kitchen"), 1).findings
    assert [finding.kind for finding in found] == ["isolated viewpoint", "several components"]
    assert editing.edit(Join("hall", "kitchen"), 2).findings == ()
    editing.edit(Use("hall", "never"), 3)
    assert [finding.kind for finding in editing.edit(Use("kitchen", "never"), 4).findings] == ["no start"]


def test_a_place_is_begun_from_pictures_alone(photos: Path) -> None:
    begin_place(photos, 1.5)
    editing = Editing(photos)
    moment = editing.moment()
    assert {name: spot.image for name, spot in moment.place.spots.items()} == {"hall": "hall.jpg"}
    assert moment.place.waiting == {
        "kitchen-door": "kitchen door.jpg",
        "kitchen-door-2": "kitchen-door.png",
    }
    moment = editing.edit(Place("kitchen-door", "hall", Sight(0.0, -0.5)), moment.version)
    scan = PanoramaFolder(photos).scan("photos")
    assert scan.graph.neighbors("hall") == ("kitchen-door",)
    assert scan.viewpoints["hall"].position == (0.0, 0.0, 1.5)
    assert list(Editing(photos).moment().place.waiting) == ["kitchen-door-2"]
    assert not (photos / ORIGINAL).exists() or json.loads((photos / ORIGINAL).read_text())["edges"] == []


@pytest.mark.parametrize(
    ("height", "message"), [(None, "how large a place is"), (0.0, "how large"), (float("nan"), "how large")]
)
def test_a_place_is_not_begun_without_a_height(photos: Path, height: float | None, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        begin_place(photos, height)
    assert not (photos / "graph.json").exists()


def test_a_place_is_not_begun_without_panoramas(tmp_path: Path) -> None:
    picture(tmp_path / "plan.png", (20, 20))
    with pytest.raises(ConfigurationError, match="has neither"):
        begin_place(tmp_path, 1.5)


def test_one_scan_of_several_is_named(tmp_path: Path, cottage: dict[str, Any]) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "graph.json").write_text(json.dumps(cottage), encoding="utf-8")
    assert folder_of(tmp_path, "two") == tmp_path / "two"
    assert folder_of(tmp_path / "one", None) == tmp_path / "one"
    with pytest.raises(ConfigurationError, match="2 scans"):
        folder_of(tmp_path, None)
    with pytest.raises(ConfigurationError, match="no scan 'three'"):
        folder_of(tmp_path, "three")


def test_tables_are_not_edited(tmp_path: Path) -> None:
    picture(tmp_path / "hall.jpg")
    (tmp_path / "nodes.csv").write_text("viewpoint_id,image,x,y,z\nhall,hall.jpg,0,0,0\n")
    (tmp_path / "edges.csv").write_text("from,to\n")
    with pytest.raises(ConfigurationError, match="described by tables"):
        folder_of(tmp_path, None)


def test_a_disk_that_refuses_is_said_and_nothing_is_lost(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editing, before = Editing(folder), (folder / "graph.json").read_bytes()

    def refuse(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(EditError, match="No space left"):
        editing.edit(Keep("hall", "kitchen"), 1)
    assert (folder / "graph.json").read_bytes() == before
    assert editing.moment().undo == 0
