"""How far the landmarks of campaigns are, as ``pangea landmarks status`` prints it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.landmarks import app
from pangea_server.stores.local.store import LocalStore
from tests.landmarks.test_updates import campaign

ROWS: tuple[tuple[str, str, int, TaskState, int], ...] = (
    ("walks", "mention", 2, TaskState.OPEN, 2),
    ("walks", "mention", 1, TaskState.DONE, 3),
    ("walks", "mention", 1, TaskState.DONE, 1),
    ("walks", "mention", 1, TaskState.RETIRED, 9),
    ("walks", "mention", 1, TaskState.WITHDRAWN, 9),
    ("walks", "coref_link", 1, TaskState.LEASED, 1),
    ("walks", "guide", 1, TaskState.OPEN, 9),
    ("others", "box_need", 3, TaskState.OPEN, 4),
)
HEAD = ["kind", "open", "held", "done", "disputed"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Campaigns whose tasks ask so many questions; two answers were disputed, of which a reviewer settled one."""
    with LocalStore.open(tmp_path / "data") as store:
        for name in ("walks", "others", "fresh"):
            campaign(store, name, {"landmarks": {}})
        campaign(store, "silent", {})
        about: dict[str, object] = {"scan_id": "house", "language": "en-US"}
        for number, (name, kind, path, state, count) in enumerate(ROWS, 1):
            told = {"campaign_id": name, "kind": kind, "number": number, "path_id": path, "state": state}
            store.records.create(Task.model_validate(about | told | {"args": {"items": [{}] * count}}))
        hidden = {"campaign_id": "walks", "kind": "mention", "number": 99, "path_id": 1, "state": "open"}
        store.records.create(Task.model_validate(about | hidden | {"check_item": True}))
        for number, decided in ((2, ReviewState.PENDING), (3, ReviewState.ACCEPTED)):
            task = {"task_id": f"mention-{number:06d}", "kind": "mention", "number": number, "lease_id": "l"}
            more = {"annotator_id": 1, "state": decided, "disputed": "They differ."}
            store.records.create(Review.model_validate(about | task | more))
    return tmp_path / "data"


def status(data: Path, *options: str, code: int = 0) -> str:
    done = CliRunner(env={"COLUMNS": None}).invoke(app, ["status", *options, "--data-dir", str(data)])
    assert done.exit_code == code, done.output
    return done.stdout


def cells(printed: str) -> list[list[str]]:
    return [line.split() for line in printed.splitlines() if "━" not in line]


def test_questions_are_counted_by_campaign_and_kind_in_the_protocols_order(data: Path) -> None:
    assert cells(status(data)) == [
        ["campaign", *HEAD],
        ["others", "box_need", "4", "0", "0", "0"],
        ["walks", "mention", "2", "0", "4", "1"],
        ["walks", "coref_link", "0", "1", "0", "0"],
    ]


def test_questions_are_counted_path_by_path(data: Path) -> None:
    assert cells(status(data, "walks", "--paths")) == [
        ["campaign", "path", *HEAD],
        ["walks", "1", "mention", "0", "0", "4", "1"],
        ["walks", "1", "coref_link", "0", "1", "0", "0"],
        ["walks", "2", "mention", "2", "0", "0", "0"],
    ]


def test_programs_get_the_counts_of_one_campaign(data: Path) -> None:
    row = {"kind": "box_need", "open": 4, "held": 0, "done": 0, "disputed": 0}
    assert json.loads(status(data, "others", "--json")) == [{"campaign_id": "others", "path_id": None} | row]


def test_where_nothing_was_asked_it_says_how_to_ask(data: Path) -> None:
    for name in ("fresh", "silent"):
        assert status(data, name).startswith("Nothing was asked about landmarks yet.")
        assert json.loads(status(data, name, "--json")) == []
    status(data, "unknown", code=1)
