"""``pangea agreement`` over a store."""

from __future__ import annotations

import json

import pytest

from pangea_server import Settings
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.server import People, Someone
from pangea_server.stores.protocol import Store
from tests.server.programs.test_cli import pangea


def follow(person: Someone, walk: list[str], quality: int) -> None:
    lease_id = person.lease("follower")["lease_id"]
    feedback = {"instruction_quality": quality, "confidence": 4}
    answer = person.record(lease_id, walk, voice=()) | {"outcome": "done", "feedback": feedback}
    assert person.submit(lease_id, answer).status_code == 200


@pytest.mark.usefixtures("campaign")
def test_two_followers_of_one_guide_are_compared(people: People, store: Store, settings: Settings) -> None:
    waiting = store.records.get(Task, "follower-000001")
    store.records.create(waiting.model_copy(update={"number": 2}))
    people().guide()
    for walk, quality in ((["door", "lamp", "sofa"], 5), (["door", "lamp"], 3)):
        follow(people(), walk, quality)
    at = ("--data-dir", settings.data_dir, "--environment", settings.environment)
    (report,) = map(json.loads, pangea("agreement", "--json", *at).stdout.splitlines())
    assert report["language"] == "en-US"
    assert 0 < report["walks"]["value"] < 1
    assert report["instruction_quality"]["value"] <= 0
    assert report["confidence"]["value"] is None
    assert "same rating, 4" in report["confidence"]["reason"]
    assert report["transcripts"]["reason"] == "No voice was transcribed by two people."
    assert "Followers of one Guide" in pangea("agreement", *at).stdout
