"""What `pangea replay` prints and asks for: addresses, of which the first lets its reader in, and conventions."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pangea_server.app import replay
from pangea_server.app.command_line import app
from pangea_server.app.reader import links
from pangea_server.app.testing.server import People
from pangea_server.core.records import padded
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.access.tokens import new_token
from pangea_server.people.accounts.invites import claim
from pangea_server.stores.protocol import Store
from tests.server.conftest import campaign, people, place, server, settings, store, web

__all__ = ["campaign", "people", "place", "server", "settings", "store", "web"]


@pytest.mark.usefixtures("campaign")
def test_guides_come_before_followers_and_the_first_link_lets_a_reviewer_in(
    people: People, store: Store
) -> None:
    people().guide()
    people().follow(["door", "lamp", "sofa"])
    first, second = links(store, "http://127.0.0.1:8000", replay._addresses(store))
    address, token = first.split("#token=")
    assert address == "http://127.0.0.1:8000/replay?kind=guide&id=1"
    assert second == "http://127.0.0.1:8000/replay?kind=follower&id=1"
    session = claim(store.records, token, new_token(), timedelta(days=1))
    reader = store.records.get(Annotator, padded(session.annotator_id))
    assert (reader.role, reader.languages) == (Role.REVIEWER, ())


@pytest.mark.parametrize("half", [["--layout", "row"], ["--time-unit", "ms"]])
def test_half_a_convention_of_2021_is_none(place: Path, tmp_path: Path, half: list[str]) -> None:
    row = {"path_id": 1, "split": "train", "scan": "corridor", "heading": 0.0, "path": ["door", "lamp"]}
    said = {"instruction_id": 26, "annotator_id": 3, "language": "en-IN", "instruction": "Go past the lamp"}
    given = tmp_path / "given"
    given.mkdir()
    (given / "args.json").write_text(json.dumps(row | said))
    (given / "snapshots.jsonl").write_text("{}")
    done = CliRunner().invoke(app, ["replay", str(given), "--environment", f"folder:{place}", *half])
    assert "do not say how they are written" in str(done.exception)
