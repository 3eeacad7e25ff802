"""``pangea review`` and ``pangea audit``, as scripts use them."""

from __future__ import annotations

import json

import pytest

from pangea_server import Settings
from pangea_server.app.testing.server import People
from tests.server.programs.test_cli import pangea

pytestmark = pytest.mark.usefixtures("numbered_campaign")


def test_a_queue_is_worked_off_in_the_terminal(people: People, settings: Settings) -> None:
    guide = people()
    guide.guide()
    at = ("--data-dir", settings.data_dir)
    assert json.loads(pangea("review", "status", "--json", *at).stdout)["pending"] == 1
    (row,) = map(json.loads, pangea("review", "list", "--json", *at).stdout.splitlines())
    assert row["task_id"] == "guide-000001"

    bare = pangea("review", "reject", "guide-000001", *at)
    assert (bare.returncode, "There is no reason" in bare.stderr) == (1, True)
    done = pangea("review", "reject", "guide-000001", "--reason", "too short", *at)
    assert done.stdout == "guide-000001 is rejected.\n", done.stderr
    undone = json.loads(pangea("review", "reopen", "guide-000001", "--json", *at).stdout)
    assert (undone["state"], undone["version"]) == ("pending", 2)
    steps = map(json.loads, pangea("review", "show", "guide-000001", *at).stdout.splitlines())
    assert [step["verdict"] for step in steps] == ["reject", "reopen"]
    assert pangea("review", "accept", "guide-000009", *at).returncode == 2

    entries = pangea("audit", "--subject", guide.annotator_id, "--actor", 0, "--json", *at).stdout
    actions = [json.loads(line)["action"] for line in entries.splitlines()]
    assert actions[-2:] == ["reject", "reopen"]
    assert pangea("audit", "--action", "reject", *at).stdout.count("operator: reject person") == 1
    assert pangea("audit", "--since", "2999-01-01", *at).stdout == ""
