"""Dialogues as a table: the page's figures, the CSV, and the command."""

from __future__ import annotations

import csv
import dataclasses
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.pairing.records import Pairing
from pangea_server.app.command_line import app
from pangea_server.app.testing.server import People, Someone
from pangea_server.core.records import Record
from pangea_server.dataset.dialogues.table import DialogueTable, by_kind
from pangea_server.http.services import Services
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store, Transaction
from tests.pairing.conftest import add_dialogue
from tests.pairing.talked import align, talk


@pytest.fixture
def talked(people: People, dialogue: None, server: TestClient) -> dict[str, Any]:
    return talk(people)


@pytest.fixture
def reviewer(people: People) -> Someone:
    return people(Role.REVIEWER)


def replace(record: Record, transaction: Transaction) -> None:
    transaction.replace(record)


def listed(reviewer: Someone, server: TestClient) -> dict[str, Any]:
    """What the page gets, read anew."""
    services: Services = server.app.state.services  # type: ignore[attr-defined]
    services.get(DialogueTable)._good_until = 0.0
    response = reviewer.call("GET", "/dialogues")
    assert response.status_code == 200, response.text
    return dict(response.json())


def test_a_row_is_reckoned_again_when_a_voice_is_aligned(
    talked: dict[str, Any], reviewer: Someone, server: TestClient, store: Store
) -> None:
    (row,) = listed(reviewer, server)["items"]
    assert (row["timed"], row["overlap"], row["turns"], row["answers"]) == (False, None, None, None)
    assert (row["success"], row["goal_progress"], row["words"], row["texts"]) == (True, 4.0, 4, 1)
    align(store, 1, (0.1, 0.5, "Go"), (0.6, 1.0, "on."))
    align(store, 2, (0.2, 0.6, "Here?"))
    (row,) = listed(reviewer, server)["items"]
    assert (row["timed"], row["overlap"], row["turns"], row["answers"]) == (True, 0.0, 3, 2)
    assert row["progress_per_answer"] == pytest.approx(2.0)
    (kind,) = listed(reviewer, server)["kinds"]
    assert (kind["kind"], kind["dialogues"], kind["timed"], kind["success"]) == ("guide_two", 1, 1, 1.0)
    assert (kind["medians"]["floor_transfer"], kind["known"]["floor_transfer"]) == (
        pytest.approx(0.7, abs=0.01),
        1,
    )


def test_it_is_the_same_table_for_half_a_minute(
    talked: dict[str, Any], reviewer: Someone, server: TestClient, store: Store
) -> None:
    listed(reviewer, server)
    align(store, 1, (0.1, 0.5, "Go"), (0.6, 1.0, "on."))
    align(store, 2, (0.2, 0.6, "Here?"))
    assert reviewer.call("GET", "/dialogues").json()["items"][0]["timed"] is False


def test_half_a_dialogue_is_no_row(
    talked: dict[str, Any], reviewer: Someone, people: People, server: TestClient, store: Store
) -> None:
    add_dialogue(store, 2)
    people().lease("guide_two")
    assert talked["oracle"].call("DELETE", "/me").status_code in (200, 204)
    assert listed(reviewer, server) == {"kinds": [], "items": [], "total": 0}


def test_a_walk_that_cannot_be_read_is_named(
    talked: dict[str, Any], reviewer: Someone, server: TestClient, store: Store
) -> None:
    trace = store.records.get(TaskAnnotation, "guide_two-000002").pose_trace
    assert trace is not None
    store.blobs.delete(trace.blob)
    (row,) = listed(reviewer, server)["items"]
    assert trace.blob in row["fault"]
    assert (row["words"], row["answers"]) == (4, None)
    replayed = reviewer.call("GET", f"/dialogues/{talked['pairing_id']}")
    assert (replayed.status_code, trace.blob in replayed.json()["fault"]) == (200, True)


def test_a_place_that_the_server_has_no_more_costs_only_its_figures(
    talked: dict[str, Any], reviewer: Someone, server: TestClient, store: Store
) -> None:
    align(store, 1, (0.1, 0.5, "Go"), (0.6, 1.0, "on."))
    align(store, 2, (0.2, 0.6, "Here?"))
    for answer in store.records.find(TaskAnnotation):
        moved = answer.model_copy(update={"scan_id": "castle"})
        store.records.transact(partial(replace, moved))
    (row,) = listed(reviewer, server)["items"]
    assert "castle" in row["fault"]
    assert (row["turns"], row["overlap"], row["answers"]) == (3, 0.0, None)
    replayed = reviewer.call("GET", f"/dialogues/{talked['pairing_id']}")
    assert (replayed.status_code, len(replayed.json()["turns"])) == (200, 3)


def test_csv_has_a_row_for_each(talked: dict[str, Any], reviewer: Someone, server: TestClient) -> None:
    response = reviewer.call("GET", "/dialogues", headers={"Accept": "text/csv"})
    (row,) = csv.DictReader(response.text.splitlines())
    assert (row["pairing_id"], row["kind"], row["goal_progress"]) == (
        talked["pairing_id"],
        "guide_two",
        "4.0",
    )


def test_the_command_prints_and_writes_the_same(
    talked: dict[str, Any], place: Path, tmp_path: Path, store: Store
) -> None:
    asked = ["dialogues", "--environment", f"folder:{place}", "--data-dir", str(tmp_path / "data")]
    shown = CliRunner().invoke(app, asked)
    assert shown.exit_code == 0, shown.output
    assert "guide_two" in shown.stdout
    assert "100% of 1" in shown.stdout
    told = CliRunner().invoke(app, [*asked, "--json", "--output", str(tmp_path / "all.csv")])
    assert json.loads(told.stdout)["medians"]["goal_progress"] == 4.0
    (row,) = csv.DictReader((tmp_path / "all.csv").read_text().splitlines())
    assert (row["kind"], row["success"]) == ("guide_two", "True")


def test_dialogues_with_a_program_are_a_group_of_their_own(
    talked: dict[str, Any], reviewer: Someone, server: TestClient, store: Store
) -> None:
    pairing = store.records.get(Pairing, talked["pairing_id"])
    oracle, follower = sorted(pairing.seats, key=lambda seat: pairing.roles.index(seat.role))
    seats = (oracle.model_copy(update={"is_program": True}), follower)
    store.records.transact(partial(replace, pairing.model_copy(update={"seats": seats})))
    assert [row["programs"] for row in listed(reviewer, server)["items"]] == [[oracle.role]]
    services: Services = server.app.state.services  # type: ignore[attr-defined]
    (row,) = services.get(DialogueTable).rows()
    people = dataclasses.replace(row, programs=())
    kinds = by_kind([row, people, people])
    assert [(kind.with_program, kind.dialogues) for kind in kinds] == [(False, 2), (True, 1)]


def test_nothing_is_typical_of_no_dialogue() -> None:
    assert by_kind([]) == []
