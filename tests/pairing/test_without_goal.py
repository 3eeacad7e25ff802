"""Dialogues in which nobody is led to a goal: their rows, their replay, and their files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import soundfile
from fastapi.testclient import TestClient
from pyarrow import parquet
from typer.testing import CliRunner

from environments import PanoramaFolder
from pangea_server.app.command_line import app
from pangea_server.app.testing.server import People
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.formats.conversations import Conversations
from pangea_server.dataset.formats.cvdn_dialogues import UNORDERED, CVDNDialogues
from pangea_server.dataset.formats.dialogues import Dialogues
from pangea_server.dataset.formats.huggingface_dialogues import HuggingFaceDialogues
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.pairing.conftest import add_tasks
from tests.pairing.talked import align, exchanges, hand_in
from tests.server.conftest import PATH

START, THERE, _ = PATH
SEATS = {"locate_two": ("observer", "locator"), "seek": ("hider", "seeker")}
WALKS: dict[str, tuple[str, ...]] = {"locate_two": (), "seek": (START, THERE)}
"""Of who ends the dialogue."""
FIELDS: dict[str, dict[str, Any]] = {"locate_two": {"mark": THERE}, "seek": {"began": 0.5}}


@pytest.fixture(params=SEATS)
def kind(request: pytest.FixtureRequest, people: People, store: Store, server: TestClient) -> str:
    """Of a dialogue in which the partner was found, and both voices are aligned."""
    name = str(request.param)
    add_tasks(store, name, path=(START,), args={"speaking": "open"})
    both = [(person, person.lease(name)) for person in (people(), people())]
    hand_in(*both[0], (START, THERE), exchanges=exchanges(began=2.5))
    hand_in(*both[1], WALKS[name], exchanges=exchanges(began=4.0), **FIELDS[name])
    align(store, 1, (0.1, 0.5, "Go"), (0.6, 1.0, "on."), kind=name)
    align(store, 2, (0.2, 0.6, "Here?"), kind=name)
    return name


def test_it_has_a_row_without_what_needs_a_goal(
    kind: str, people: People, place: Path, tmp_path: Path
) -> None:
    (row,) = people(Role.REVIEWER).call("GET", "/dialogues").json()["items"]
    assert (row["kind"], row["timed"], row["success"], row["turns"]) == (kind, True, True, 2)
    assert (row["goal_progress"], row["answers"], row["fault"]) == (None, None, "")
    assert row["floor_transfer"] == pytest.approx(0.7, abs=0.01)
    asked = ["dialogues", "--environment", f"folder:{place}", "--data-dir", str(tmp_path / "data"), "--json"]
    told = CliRunner().invoke(app, asked)
    assert told.exit_code == 0, told.output
    assert [json.loads(told.stdout)[name] for name in ("kind", "success", "timed")] == [kind, 1.0, 1]


def test_it_can_be_replayed(kind: str, people: People) -> None:
    reviewer = people(Role.REVIEWER)
    (row,) = reviewer.call("GET", "/dialogues").json()["items"]
    view = reviewer.call("GET", f"/dialogues/{row['pairing_id']}").json()
    assert tuple(side["role"] for side in view["sides"]) == SEATS[kind]
    assert (view["goal"], view["path"], view["figures"]["exchanges"]) == (None, [START], None)
    assert [(turn["role"], turn["words"]) for turn in view["turns"]] == [
        (SEATS[kind][0], "Go on."),
        (SEATS[kind][1], "Here?"),
    ]
    last = view["sides"][-1]
    assert (tuple(last["walked"]), last["pose_trace_url"] is None) == (WALKS[kind], not WALKS[kind])


def write(dataset: Dataset, format: Format, folder: Path) -> Iterable[Path]:
    assert not [*(format.write(dataset, folder) or ())]
    return sorted(each for each in folder.rglob("*") if each.is_file())


def test_it_is_written_in_all_forms_but_cvdns(kind: str, store: Store, place: Path, tmp_path: Path) -> None:
    dataset = Dataset(store, PanoramaFolder(place))
    (lines,) = write(dataset, Dialogues(), tmp_path / "dialogues")
    (line,) = map(json.loads, lines.read_text().splitlines())
    assert (tuple(line["sides"]), line["asked"]) == (SEATS[kind], {"speaking": "open"})
    sounds = [each for each in write(dataset, Conversations(), tmp_path / "talks") if each.suffix == ".wav"]
    assert [soundfile.info(each).channels for each in sounds] == [2]
    assert (write(dataset, CVDNDialogues(), tmp_path / "cvdn"), dataset.notes[UNORDERED]) == ([], 1)
    write(dataset, HuggingFaceDialogues(), tmp_path / "hub")
    (row,) = parquet.read_table(next((tmp_path / "hub").glob("dialogues/*.parquet"))).to_pylist()
    assert (row["side_2"]["role"], tuple(row["side_2"]["walked"])) == (SEATS[kind][1], WALKS[kind])
    assert row["audio_1"]["bytes"]
    assert row["audio_2"]["bytes"]
