"""``pangea evaluate`` over what a store says of its words: the same figures as over files of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from environments import PanoramaFolder
from environments.regions import ViewBox, region_as_json
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.app.command_line import app
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.reference.stored import (
    stored_chains,
    stored_dataset,
    stored_phrases,
    stored_selection,
    stored_spoken,
    stored_traces,
)
from pangea_server.stores.protocol import Store
from tests.exports.filled import annotated, corridor
from tests.landmarks.examples import ENGLISH, LAMP, SOFA, chain, entity, fill, mention, region

LAMP_SAID = mention("the <lamp>", ENGLISH, head=(12, 18), types=("light",))
STOP = mention("stop", ENGLISH)
FROM_LAMP = ViewBox(0.2, -0.3, 0.4, 0.4)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Where the Guide says "the <lamp>" at the lamp, from 0.5 s to 0.875 s, and has looked from the door before."""
    store = annotated(tmp_path / "data", guides=1)
    fill(
        store,
        LAMP_SAID,
        STOP,
        entity(labels={"hi-IN": "दीपक", "en-US": "lamp"}),
        entity(SOFA, position=None, how="none", types=("furniture",)),
        region("r1"),
        region("r2", shape=FROM_LAMP, viewpoint_id="lamp"),
        region("r3", SOFA, viewpoint_id="lamp"),
        chain("000001-c1", (LAMP_SAID.mention_id,)),
        chain("000001-c2", (STOP.mention_id,), (), need="not_visual"),
    )
    return store


@pytest.fixture
def dataset(store: Store, tmp_path: Path) -> Dataset:
    return Dataset(store, corridor(tmp_path / "corridor"))


def test_a_phrase_has_its_regions_its_moment_and_what_else_can_be_seen(dataset: Dataset) -> None:
    lamp, stop = stored_phrases(dataset)
    assert (lamp.phrase.name, lamp.phrase.walk, lamp.phrase.said_from) == ("000001-8-18", "1", "lamp")
    assert lamp.phrase.regions == {"door": (ViewBox(0.1, -0.2, 0.4, 0.3),), "lamp": (FROM_LAMP,)}
    seconds = {at: sum(view.seconds for view in lamp.prior.at(at)) for at in ("door", "lamp", "sofa")}
    assert seconds == pytest.approx({"door": 0.5, "lamp": 0.375, "sofa": 0.0})
    assert {at: [each.distance for each in some] for at, some in lamp.proposed.items()} == {
        "door": [pytest.approx(2.06155, abs=1e-5)],
        "lamp": [0.5, None],
    }
    assert (stop.need, stop.phrase.regions) == ("not_visual", {})


def test_chains_selection_and_spoken_words_are_those_of_the_store(dataset: Dataset) -> None:
    (chains,) = stored_chains(dataset)
    assert chains.chains == [("000001-8-18",), (STOP.mention_id,)]
    assert (chains.things, chains.heads) == ([(LAMP,), ()], {"000001-8-18": "000001-12-18"})
    (item,) = stored_selection(dataset)
    assert {
        each.thing: (each.label, [s.viewpoint_id for s in each.sightings]) for each in item.candidates
    } == {
        LAMP: ("lamp", ["door", "lamp"]),
        SOFA: ("furniture", ["lamp"]),
    }
    assert item.named == ((LAMP,),)
    assert item.walking == {"door": (None, 0.0), "lamp": (0.0, 0.0), "sofa": (0.0, None)}
    (spoken,) = stored_spoken(dataset)
    assert (spoken.at, spoken.regions, spoken.words) == ("lamp", (FROM_LAMP,), ((0.5, 0.625), (0.75, 0.875)))


def test_traces_are_read_one_by_one(dataset: Dataset) -> None:
    trace_of = stored_traces(dataset)
    guide = dataset.store.records.get(GuideAnnotation, "000001")
    assert guide.pose_trace is not None
    known = load_trace(dataset.store.blobs, guide.pose_trace)
    found = trace_of("1")
    assert found is not None
    assert found.viewpoint_ids == known.viewpoint_ids
    assert trace_of("1") is found


def test_the_commands_read_the_store_where_no_key_is_named(dataset: Dataset, tmp_path: Path) -> None:
    places = dataset.places
    assert isinstance(places, PanoramaFolder)
    dataset.store.close()
    found = {"phrase": "000001-8-18", "proposals": {"lamp": [[region_as_json(FROM_LAMP)]]}}
    said = {"path_id": 1, "chains": [["000001-8-18"], [STOP.mention_id]], "entities": [[LAMP], []]}
    for name, row in (("found", found), ("chains", said), ("named", {"path_id": 1, "things": [LAMP]})):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(row))
    where = ["--data-dir", str(tmp_path / "data"), "--environment", f"folder:{places.directory}"]
    asked = {
        "grounding": [f"mine={tmp_path / 'found.jsonl'}"],
        "coreference": [f"mine={tmp_path / 'chains.jsonl'}"],
        "selection": [f"mine={tmp_path / 'named.jsonl'}"],
        "attention": [],
    }
    told = {}
    for measure, responses in asked.items():
        response = [text for each in responses for text in ("--response", each)]
        output = ["--output", str(tmp_path / measure)]
        done = CliRunner().invoke(app, ["evaluate", measure, *response, *output, *where])
        assert done.exit_code == 0, (done.output, done.exception)
        told[measure] = (tmp_path / measure / f"{measure}.csv").read_text().splitlines()
    assert any(line.startswith("mine,c-IoU,all,R@1,1") for line in told["grounding"])
    assert any(line.startswith("mine,sight,CoNLL,f1,") for line in told["coreference"])
    assert any(line.startswith("mine") for line in told["selection"])
    assert any(line.startswith("people,max,all,correctness,0.") for line in told["attention"])


def test_a_store_without_landmarks_is_refused(tmp_path: Path) -> None:
    annotated(tmp_path / "data").close()
    with (
        pytest.raises(RecordNotFoundError, match="no landmarks"),
        stored_dataset(tmp_path / "data", None, f"folder:{corridor(tmp_path / 'corridor').directory}"),
    ):
        pass
