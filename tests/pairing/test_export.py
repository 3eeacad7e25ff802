"""The format ``dialogues``: two recordings on one time line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pangea_server.app.testing.server import People
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.formats.dialogues import ALONE, Dialogues
from pangea_server.stores.protocol import Store
from tests.pairing.talked import SERVER, exchanges, hand_in, heard
from tests.server.conftest import PATH


def written(store: Store, folder: Path) -> tuple[list[dict[str, Any]], Dataset]:
    dataset = Dataset(store)
    assert not Dialogues().write(dataset, folder)
    table = folder / "guide_two.jsonl"
    lines = table.read_text().splitlines() if table.exists() else []
    return [json.loads(line) for line in lines], dataset


@pytest.mark.usefixtures("dialogue", "server")
def test_both_are_on_one_time_line(people: People, store: Store, tmp_path: Path) -> None:
    oracle, navigator = people(), people()
    leases = [person.lease("guide_two") for person in (oracle, navigator)]
    texts = [{"time": 1.5, "words": "Left"}, {"time": None, "words": "Hm"}]
    states = [{"time": 0.25, "joined": True, "partner": "here", "way": "line", "muted": False}]
    link = heard((0.5, 4.3)) | {"states": states}
    hand_in(navigator, leases[1], PATH, exchanges=exchanges(began=4.0), messages=[], link=link)
    hand_in(oracle, leases[0], PATH[:1], exchanges=exchanges(began=2.5), messages=texts)
    ((line,), _) = written(store, tmp_path)
    assert line["sides"]["oracle"]["begins"] == 0.0
    assert line["sides"]["navigator"]["begins"] == pytest.approx(1.5, abs=1e-3)
    assert line["sides"]["navigator"]["bound"] == pytest.approx(0.01, abs=1e-3)
    assert line["asked"] == {"path": list(PATH), "partner_view": "position"}
    told = [
        (round(event["time"], 1), event["role"], event["what"], event.get("viewpoint_id"))
        for event in line["events"]
    ]
    assert told == [
        (0.0, "oracle", "begin", None),
        (0.0, "oracle", "step", "door"),
        (1.5, "oracle", "text", None),
        (1.5, "navigator", "begin", None),
        (1.5, "navigator", "step", "door"),
        (1.8, "navigator", "line", None),
        (2.0, "oracle", "end", None),
        (2.5, "navigator", "step", "lamp"),
        (3.5, "navigator", "step", "sofa"),
        (3.5, "navigator", "end", None),
    ]
    assert [event["line"]["way"] for event in line["events"] if "line" in event] == ["line"]
    assert line["sides"]["navigator"]["heard"] == [
        [pytest.approx(1.8, abs=1e-3), pytest.approx(0.2, abs=1e-3)]
    ]
    assert line["sides"]["oracle"]["heard"] is None
    assert (
        len([file for answer in Dataset(store).answers("") for file in Dialogues().answer_files(answer)]) == 4
    )


@pytest.mark.usefixtures("dialogue", "server")
def test_a_side_without_a_clock_has_no_times_and_none_are_made_up(
    people: People, store: Store, tmp_path: Path
) -> None:
    oracle, navigator = people(), people()
    leases = [person.lease("guide_two") for person in (oracle, navigator)]
    hand_in(navigator, leases[1], PATH, exchanges=exchanges(began=4.0))
    hand_in(oracle, leases[0], PATH[:1])
    ((line,), _) = written(store, tmp_path)
    assert line["sides"]["oracle"]["begins"] is None
    assert line["sides"]["oracle"]["transcript"] == "Go on."
    assert {event["role"] for event in line["events"]} == {"navigator"}


@pytest.mark.usefixtures("dialogue", "server")
def test_half_a_dialogue_is_not_written_and_said_to_be(people: People, store: Store, tmp_path: Path) -> None:
    oracle = people()
    hand_in(oracle, oracle.lease("guide_two"), PATH[:1])
    lines, dataset = written(store, tmp_path)
    assert lines == []
    assert dataset.notes[ALONE] == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"since": -1, "sent": 1, "received": SERVER, "answered": SERVER, "arrived": 1, "device": 0},
        {"since": 0, "sent": 1, "received": 5, "answered": SERVER, "arrived": 1, "device": 0},
        {"since": 0, "sent": 1, "received": SERVER, "answered": SERVER, "device": 0},
        {"since": 0, "sent": "one", "received": SERVER, "answered": SERVER, "arrived": 1, "device": 0},
        {"since": 0, "sent": 1, "received": SERVER, "answered": SERVER, "arrived": 1},
        {"since": 0, "sent": 1, "received": SERVER, "answered": SERVER, "arrived": 1, "device": -1},
    ],
)
@pytest.mark.usefixtures("dialogue")
def test_an_impossible_exchange_is_refused(people: People, server: TestClient, wrong: dict[str, Any]) -> None:
    refused(people, exchanges=[wrong])


@pytest.mark.parametrize(
    "wrong",
    [
        {"heard": [{"spoken": -1, "time": 0}]},
        {"heard": [{"spoken": SERVER}]},
        {"heard": [{"spoken": SERVER, "time": 1}] * 2001},
        {"states": [{"time": 0, "joined": True, "partner": "here", "way": "pigeon", "muted": False}]},
        {"states": [{"time": 0, "joined": True, "partner": "ill", "way": None, "muted": False}]},
        {"said": []},
    ],
)
@pytest.mark.usefixtures("dialogue")
def test_an_impossible_note_of_the_line_is_refused(
    people: People, server: TestClient, wrong: dict[str, Any]
) -> None:
    refused(people, link=wrong)


def refused(people: People, **answer: Any) -> None:
    person = people()
    lease = person.lease("guide_two")
    sent = person.record(lease["lease_id"], PATH[:1])
    response = person.submit(lease["lease_id"], sent | {"answer": {"transcript": "Go.", **answer}})
    assert response.status_code == 422
