"""The whole way, with a stand-in for COLMAP: what is written, left out, refused and warned of."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from scipy.spatial.transform import Rotation
from typer.testing import CliRunner

from environments import EncodedImage, open_environment
from environments.check.findings import PlaceFinding, Severity
from environments.errors import ConfigurationError, InvalidDataError
from environments.geometry import heading_elevation, wrap_angle
from environments.mapping import reconstruction, run
from environments.mapping.model import Matches, Model
from environments.mapping.run import Mapped, map_place
from environments.mapping.scale import MeasuredDistance
from pangea_server.app.command_line import app
from tests.environments.mapping.rooms import EYE, STANDS, matches_of, two_rooms
from tests.environments.mapping.test_photographs import picture
from tests.environments.test_metadata import OWNER, SERIAL, personal_exif, tells

AXES = Rotation.from_euler("xyz", [20, -35, 70], degrees=True).as_matrix()


class StandIn:
    """Finds what it was told to, in axes of its own, for the pictures of its names."""

    models_found: Sequence[Model] = ()
    matches_found: dict[tuple[str, str], Matches]
    plain: Sequence[str] = ()

    def __init__(self, pictures: Path, database: Path) -> None:
        self.copies: dict[str, str] = {}

    def find_features(self, copy: str, most: int) -> int:
        name = copy.rpartition("-")[0]
        self.copies[name] = copy
        return 10 if name in self.plain else 5000

    def match(self, name: str, others: Sequence[str]) -> None:
        assert name not in others

    def models(self, copies: Sequence[str], placed: Callable[[], object]) -> list[Model]:
        for _ in range(len(copies) + 3):  # some again, where a model is begun anew
            placed()
        turned = (model.moved(0.4, AXES, np.array([3.0, 2.0, 1.0])) for model in self.models_found)
        return [
            replace(model, names=tuple(self.copies[name] for name in model.names)).only(copies)
            for model in turned
        ]

    def matches(self, copies: Sequence[str]) -> dict[tuple[str, str], Matches]:
        return {(self.copies[a], self.copies[b]): both for (a, b), both in self.matches_found.items()}


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A photograph of each stand in two rooms."""
    for seed, name in enumerate(sorted(STANDS)):
        picture(tmp_path / "photos" / f"{name}.jpg", seed=seed)
    monkeypatch.setattr(run, "colmap", lambda: None)
    monkeypatch.setattr(run, "Reconstruction", StandIn)
    monkeypatch.setattr(StandIn, "matches_found", matches_of(two_rooms()), raising=False)
    monkeypatch.setattr(StandIn, "models_found", [two_rooms()])
    return tmp_path / "photos"


def kinds(mapped: Mapped) -> set[str]:
    """Of the warnings."""
    return {finding.kind for finding in mapped.findings if finding.severity is Severity.WARNING}


def about(mapped: Mapped, kind: str) -> PlaceFinding:
    (found,) = (finding for finding in mapped.findings if finding.kind == kind)
    return found


def test_a_place_is_written_as_the_folder_environment_reads_it(photos: Path, tmp_path: Path) -> None:
    mapped = map_place(photos, tmp_path / "place", 1.8)
    assert (mapped.photographs, mapped.left_out, kinds(mapped)) == (6, [], set())
    scan = open_environment(f"folder:{tmp_path / 'place'}").scan("place")
    assert set(scan.viewpoints) == set(STANDS)
    assert scan.graph.distance("west", "west-door") == pytest.approx(2 * 1.8 / EYE, abs=1e-3)
    assert {view.height for view in scan.viewpoints.values()} == {1.8}
    assert scan.viewpoints["east"].position == pytest.approx((0, 0, 1.8))
    assert scan.floor_plan is None or scan.floor_plan.sketch
    assert ("east-door", "west-door") in {(a, b) for a, b, _ in scan.graph.edges()}


def test_headings_and_directions_are_those_of_the_rooms_but_for_one_turn(
    photos: Path, tmp_path: Path
) -> None:
    map_place(photos, tmp_path / "place", EYE)
    scan, truth = open_environment(f"folder:{tmp_path / 'place'}").scan("place"), two_rooms()
    for row, name in enumerate(truth.names):
        seen = np.array(scan.viewpoints[name].orientation)[:, 1]
        assert wrap_angle(heading_elevation(seen)[0] - row) == pytest.approx(
            0, abs=1e-4
        )  # that of the first is 0
        assert scan.viewpoints[name].position[:2] == pytest.approx(
            truth.centres[row, :2] - truth.centres[0, :2], abs=1e-3
        )


def test_a_level_picture_is_copied_pixel_by_pixel_and_one_that_leans_is_drawn_level(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = two_rooms()
    turns = model.turns.copy()
    turns[1] = Rotation.from_euler("x", 3, degrees=True).as_matrix() @ turns[1]
    monkeypatch.setattr(StandIn, "models_found", [replace(model, turns=turns)])
    mapped = map_place(photos, tmp_path / "place", EYE)
    same = {
        name: pixels(photos / f"{name}.jpg") == pixels(tmp_path / "place" / f"{name}.jpg")
        for name in model.names
    }
    assert [name for name in model.names if not same[name]] == [model.names[1]]
    assert "photograph leans" not in kinds(mapped)


def pixels(file: Path) -> bytes:
    with Image.open(file) as opened:
        return opened.tobytes()


def test_a_place_does_not_say_where_and_whose_it_is(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in photos.iterdir():
        with Image.open(file) as opened:
            opened.save(file, quality="keep", exif=personal_exif(), xmp=OWNER.encode())
        assert {OWNER, SERIAL} <= set(tells(EncodedImage(file.read_bytes(), "image/jpeg")))
    model = two_rooms()
    leaning = model.turns.copy()
    leaning[1] = Rotation.from_euler("x", 3, degrees=True).as_matrix() @ leaning[1]
    monkeypatch.setattr(StandIn, "models_found", [replace(model, turns=leaning)])
    map_place(photos, tmp_path / "place", EYE)
    for file in (tmp_path / "place").rglob("*"):
        assert tells(EncodedImage(file.read_bytes(), "")) == []
    for file in (tmp_path / "place").glob("*.jpg"):
        with Image.open(file) as opened:
            assert dict(opened.getexif()) == {}


def test_helpers_are_no_viewpoints(photos: Path, tmp_path: Path) -> None:
    (tmp_path / "helpers").mkdir()
    for name in ("west", "east-door"):
        (photos / f"{name}.jpg").rename(tmp_path / "helpers" / f"{name}.jpg")
    mapped = map_place(photos, tmp_path / "place", EYE, tmp_path / "helpers")
    assert mapped.photographs == 4
    assert set(open_environment(f"folder:{tmp_path / 'place'}").scan("place").viewpoints) == {*STANDS} - {
        "west",
        "east-door",
    }


def test_models_that_do_not_join_are_scans_of_their_own(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = two_rooms()
    halves = [whole.only([name for name in STANDS if name.startswith(side)]) for side in ("west", "east")]
    monkeypatch.setattr(StandIn, "models_found", halves)
    mapped = map_place(photos, tmp_path / "place", EYE)
    assert "do not join" in about(mapped, "parts that do not join").kind
    assert open_environment(f"folder:{tmp_path / 'place'}").scan_ids() == ["place-1", "place-2"]


def test_what_was_not_placed_is_named_with_what_it_shares(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StandIn, "models_found", [two_rooms().only([*set(STANDS) - {"east"}])])
    mapped = map_place(photos, tmp_path / "place", EYE)
    assert mapped.left_out == ["east"]
    found = about(mapped, "photograph left out")
    assert found.viewpoint_ids == ("east",)
    assert "features fit, with east-" in found.what


def test_what_is_upside_down_is_named_and_no_viewpoint(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = two_rooms()
    turns = model.turns.copy()
    turns[2] = turns[2] @ np.diag([-1.0, 1.0, -1.0])
    monkeypatch.setattr(StandIn, "models_found", [replace(model, turns=turns)])
    mapped = map_place(photos, tmp_path / "place", EYE)
    found = about(mapped, "photograph leans")
    assert (found.viewpoint_ids, "180 degrees" in found.what) == ((model.names[2],), True)
    assert model.names[2] not in open_environment(f"folder:{tmp_path / 'place'}").scan("place").viewpoints


def test_a_wrong_model_is_written_with_a_warning(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = two_rooms()
    monkeypatch.setattr(StandIn, "models_found", [replace(model, centres=model.centres[::-1])])
    assert "map doubtful" in kinds(map_place(photos, tmp_path / "place", EYE))


def test_photographs_that_are_far_apart_are_named(photos: Path, tmp_path: Path) -> None:
    assert "photographs far apart" not in kinds(map_place(photos, tmp_path / "place", EYE))
    assert "photographs far apart" in kinds(map_place(photos, tmp_path / "far", 2 * EYE))


def test_the_same_picture_and_a_blurred_one_are_named_and_left_out(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (photos / "zz.jpg").write_bytes((photos / "east.jpg").read_bytes())
    monkeypatch.setattr(StandIn, "plain", ["west"])
    mapped = map_place(photos, tmp_path / "place", EYE)
    assert about(mapped, "one picture twice").viewpoint_ids == ("east", "zz")
    assert about(mapped, "too little detail").viewpoint_ids == ("west",)
    assert mapped.left_out == ["west"]


def test_a_distance_names_photographs_or_their_files(photos: Path, tmp_path: Path) -> None:
    map_place(photos, tmp_path / "place", MeasuredDistance("west.jpg", "west-door", 3.0))
    scan = open_environment(f"folder:{tmp_path / 'place'}").scan("place")
    assert scan.graph.distance("west", "west-door") == pytest.approx(3, abs=1e-3)
    assert scan.viewpoints["west"].height == pytest.approx(1.5 * EYE, abs=1e-3)
    with pytest.raises(InvalidDataError, match="There is no photograph 'wset'"):
        map_place(photos, tmp_path / "other", MeasuredDistance("wset", "west", 4.0))


def test_gps_says_scale_and_north_and_leaves_no_coordinates(photos: Path, tmp_path: Path) -> None:
    model, size = two_rooms(), 40.0  # rooms as wide as squares, so that 15 m are little
    for name, (x, y, _) in zip(model.names, (model.centres * size).tolist(), strict=True):
        if name == "east":
            y += 300
        exif, minutes = Image.Exif(), (51 * 60 + y / 1852, x / 1852 / np.cos(np.radians(51)))
        exif.get_ifd(0x8825).update({1: "N", 2: (0, minutes[0], 0), 3: "E", 4: (0, minutes[1], 0)})
        with Image.open(photos / f"{name}.jpg") as opened:
            opened.save(photos / f"{name}.jpg", quality="keep", exif=exif)
    mapped = map_place(photos, tmp_path / "place", None, gps=True)
    assert about(mapped, "GPS doubtful").viewpoint_ids == ("east",)
    scan = open_environment(f"folder:{tmp_path / 'place'}").scan("place")
    for row, name in enumerate(model.names):
        way = size * (model.centres[row] - model.centres[0])[:2]
        assert scan.viewpoints[name].position[:2] == pytest.approx(way, abs=2)
    told = (tmp_path / "place" / "map.json").read_text()
    assert json.loads(told)["gps"]["fixes"] == 6
    assert "51." not in told
    given = map_place(photos, tmp_path / "given", EYE, gps=True)
    assert "times as large as its GPS fixes say" in about(given, "scale doubtful").what


def test_gps_that_few_photographs_have_is_refused(photos: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidDataError, match="0 of 6 photographs say where they were taken"):
        map_place(photos, tmp_path / "place", None, gps=True)


def test_nothing_is_written_over_and_nothing_half(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "place").mkdir()
    with pytest.raises(ConfigurationError, match="is already there"):
        map_place(photos, tmp_path / "place", EYE)
    with pytest.raises(ConfigurationError, match="cannot be named 'my place'"):
        map_place(photos, tmp_path / "my place", EYE)
    monkeypatch.setattr(StandIn, "models_found", [])
    with pytest.raises(InvalidDataError, match="No photographs could be placed"):
        map_place(photos, tmp_path / "new", EYE)
    assert not (tmp_path / "new").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"photos", "place", "new.work"}


def test_a_place_appears_when_it_is_whole(photos: Path, tmp_path: Path) -> None:
    def stopped(items: object, name: str, total: int) -> object:
        if name == "writing panoramas":
            raise KeyboardInterrupt
        return iter(items)  # type: ignore[call-overload]

    with pytest.raises(KeyboardInterrupt):
        map_place(photos, tmp_path / "place", EYE, watch=stopped)  # type: ignore[arg-type]
    assert not (tmp_path / "place").exists()
    map_place(photos, tmp_path / "place", EYE)


def test_how_far_it_is_is_told_photograph_by_photograph(photos: Path, tmp_path: Path) -> None:
    told: dict[str, int] = {}

    def watch(items: Iterable[Any], name: str, total: int) -> Iterator[Any]:
        for number, item in enumerate(items, start=1):
            told[name] = number
            assert number <= total
            yield item

    map_place(photos, tmp_path / "place", EYE, watch=watch)
    count = len(list(photos.iterdir()))
    assert told == {
        "looking at photographs": count,
        "finding features": count,
        "comparing photographs": count - 1,
        "placing photographs": count,
        "writing panoramas": count,
    }


def test_doubts_are_written_beside_the_graph(photos: Path, tmp_path: Path) -> None:
    map_place(photos, tmp_path / "place", EYE)
    told = json.loads((tmp_path / "place" / "map.json").read_text())
    assert [each["name"] for each in told["photographs"]] == sorted(STANDS)
    assert {each["storey"] for each in told["photographs"]} == {0}
    doubts = [each["doubt"] for each in told["steps"]]
    assert doubts == sorted(doubts, reverse=True)


def test_without_its_extra_the_command_says_what_to_install(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "colmap", reconstruction.colmap)
    monkeypatch.setitem(sys.modules, "pycolmap", None)
    with pytest.raises(ConfigurationError) as error:
        map_place(photos, tmp_path / "place", EYE)
    assert error.value.remedy == "Install it: pip install 'pangea-toolkit[map]'."
    assert not (tmp_path / "place.work").exists()


def test_the_command_tells_what_it_made_and_asks_for_a_scale(photos: Path, tmp_path: Path) -> None:
    command = ["env", "map", str(photos), "--output", str(tmp_path / "place")]
    for wrong in ([], ["--height", "1.5", "--distance", "east", "west", "6"]):
        refused = CliRunner().invoke(app, [*command, *wrong])
        assert isinstance(refused.exception, ConfigurationError)
        assert "how large a place is" in refused.exception.message
    refused = CliRunner().invoke(app, [*command, "--distance", "east", "east", "6"])
    assert isinstance(refused.exception, ConfigurationError)
    done = CliRunner().invoke(app, [*command, "--height", "1.5"])
    assert done.exit_code == 0, done.output
    assert "6 of 6 photographs placed." in done.stdout
    assert "place: 6 viewpoints on 1 storey, " in done.stdout
