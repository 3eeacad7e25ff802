"""What people drew in a place becomes its labels, so that things can be looked for there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from environments import open_environment
from environments.drawn_labels import MOST_THINGS, DrawnThing, label_files
from environments.labels import LabelledEnvironment, Labels
from environments.regions import ViewBox
from pangea_server.annotate.kinds.find import FindTask
from pangea_server.app.command_line import app
from pangea_server.dataset.landmarks.labels import NAMELESS, TOO_MANY, labels_of
from pangea_server.quality.gold.places import gold_places
from pangea_server.stores.local.store import LocalStore
from tests.landmarks.examples import LAMP, SOFA, entity, fill, region
from tests.reliability.house import build_corridor

AHEAD, BEHIND = ViewBox(0.0, 0.0, 0.4, 0.3), ViewBox(3.0, 0.0, 0.4, 0.3)


@pytest.fixture
def place(tmp_path: Path) -> str:
    return build_corridor(tmp_path / "place")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LocalStore]:
    with LocalStore.open(tmp_path / "data") as store:
        yield store


def made(
    store: LocalStore, place: str, folder: Path, language: str | None = None
) -> tuple[Labels, Counter[str]]:
    lost: Counter[str] = Counter()
    folder.mkdir()
    scan = open_environment(place).scan("corridor")
    for name, content in labels_of(store.records, scan, language, lost):
        (folder / name).write_bytes(content)
    return Labels.open(folder), +lost


def test_what_holds_and_has_a_name_is_a_label(store: LocalStore, place: str, tmp_path: Path) -> None:
    fill(
        store,
        entity(labels={"en-US": "the lamp"}),
        entity(SOFA, labels={}),
        entity("label:corridor-vase", labels={"hi-IN": "गुलदान"}),
        region("r1", shape=AHEAD),
        region("r2", shape=AHEAD, viewpoint_id="sofa", quality="good"),
        region("r3", shape=BEHIND, viewpoint_id="sofa", quality="bad"),
        region("r4", shape=BEHIND, source="proposed"),
        region("r5", shape=BEHIND, replaced_by="r1"),
        region("r6", shape=BEHIND, viewpoint_id="gone"),
        region("r7", SOFA, BEHIND),
        region("r8", None, BEHIND),
        region("r9", "label:corridor-vase", BEHIND),
        region("r10", shape=AHEAD, scan_id="elsewhere"),
    )
    labels, lost = made(store, place, tmp_path / "labels")
    assert [(each.object_id, each.label, sorted(each.seen_from)) for each in labels.objects] == [
        (LAMP, "the lamp", ["door", "sofa"]),
        ("vase", "गुलदान", ["door"]),
    ]
    assert lost == {NAMELESS: 1}
    assert not labels.shows(LAMP, "sofa", 3.0, 0.0)


@pytest.mark.parametrize(
    ("language", "label"),
    [(None, "lamp, American"), ("hi-IN", "दीपक"), ("en-IN", "lamp, American"), ("te-IN", "lamp, American")],
)
def test_a_thing_is_called_as_people_who_speak_the_language_called_it(
    store: LocalStore, place: str, tmp_path: Path, language: str | None, label: str
) -> None:
    fill(store, entity(labels={"hi-IN": "दीपक", "en-US": "lamp, American"}), region("r1", shape=AHEAD))
    [lamp] = made(store, place, tmp_path / "labels", language)[0].objects
    assert lamp.label == label


def test_of_too_many_things_those_with_most_regions_are_kept(
    store: LocalStore, place: str, tmp_path: Path
) -> None:
    names = [f"corridor-e{number}" for number in range(MOST_THINGS + 2)]
    fill(
        store,
        *(entity(name, labels={"en-US": name}) for name in names),
        *(region(f"r-{name}", name, AHEAD) for name in names),
        region("second", names[-1], AHEAD, viewpoint_id="sofa"),
    )
    labels, lost = made(store, place, tmp_path / "labels")
    assert lost == {TOO_MANY: 2}
    assert (len(labels.objects), labels.objects[0].object_id) == (MOST_THINGS, names[-1])


def test_things_can_be_looked_for_in_an_own_place_afterwards(
    store: LocalStore, place: str, tmp_path: Path
) -> None:
    environment = open_environment(place)
    assert isinstance(environment, LabelledEnvironment)
    assert environment.labels("corridor") is None
    fill(store, entity(labels={"en-US": "the lamp"}), region("r1", shape=AHEAD))
    command = ["landmarks", "labels", str(tmp_path / "place" / "labels"), "--environment", place]
    done = CliRunner().invoke(app, [*command, "--data-dir", str(tmp_path / "data")])
    assert (done.exit_code, "has the labels of corridor." in done.output) == (0, True), done.output
    labels = environment.labels("corridor")
    assert labels is not None
    assert labels.shows(LAMP, "door", 0.0, 0.0)
    [task] = FindTask().plan(environment, environment.scan("corridor"), 5, seed=1)
    assert task.args == {"object_id": LAMP, "description": "the lamp"}
    assert gold_places(environment) == [], "people's work is not checked by people's work"
    again = CliRunner().invoke(app, [*command, "--data-dir", str(tmp_path / "data")])
    assert again.exit_code == 1
    assert "is there already" in str(again.exception or again.output)


def test_where_nothing_was_drawn_nothing_is_written(store: LocalStore, place: str, tmp_path: Path) -> None:
    fill(store, entity(labels={"en-US": "the lamp"}))
    command = ["landmarks", "labels", str(tmp_path / "labels"), "--environment", place]
    done = CliRunner().invoke(app, [*command, "--data-dir", str(tmp_path / "data")])
    assert done.exit_code == 1
    assert "Nobody has drawn anything" in str(done.exception or done.output)
    assert not (tmp_path / "labels").exists()


def test_matterports_labels_lie_in_a_folder_of_their_own(tmp_path: Path) -> None:
    viewpoint = "a" * 32
    entry = {"image_id": viewpoint, "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1.5, 0, 0, 0, 1], "included": True,
             "visible": [False], "unobstructed": [False], "height": 1.5}  # fmt: skip
    (tmp_path / "connectivity").mkdir()
    (tmp_path / "connectivity" / "house_connectivity.json").write_text(json.dumps([entry]))
    environment = open_environment(f"matterport3d:{tmp_path}")
    assert isinstance(environment, LabelledEnvironment)
    assert environment.labels("house") is None
    folder = tmp_path / "labels" / "house"
    folder.mkdir(parents=True)
    for name, content in label_files([DrawnThing("lamp", "the lamp", {viewpoint: [AHEAD]})], [viewpoint]):
        (folder / name).write_bytes(content)
    labels = environment.labels("house")
    assert labels is not None
    assert labels.shows("lamp", viewpoint, 0.0, 0.0)
