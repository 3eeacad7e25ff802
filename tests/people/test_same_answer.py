"""What is somebody else's gets exactly the answer of what never existed, at every address that has an id."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest

from pangea_server.app.testing.server import VOICE, People, Someone, chunk_headers, summary
from pangea_server.people.access.policy import ANNOTATORS, EVERYBODY, POLICY
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.people.test_policy import OPERATIONS, filled
from tests.reliability.house import make_work

TASKS = 4
IDS = ("{lease_id}", "{recording_id}", "{task_id}")
WITH_IDS = [
    (method, path, name)
    for method, path, name in OPERATIONS
    if POLICY[name] in (ANNOTATORS, EVERYBODY) and any(each in path for each in IDS)
]
NEVER = "0123456789abcdef" * 2
BODIES: dict[str, Any] = {
    "put_draft": {"version": 1, "content": "mine"},
    "report_problem": {"kind": "other"},
    "begin_recording": {"sample_rate": 16_000},
    "submit_answer": {"transcript": "Go on.", "pose": summary(VOICE), "voice": summary(VOICE)},
    "see_notice": {"version": 1},
    "snap": {
        "viewpoint_id": "door",
        "shape": {"kind": "view", "heading": 0.0, "elevation": 0.0, "width": 0.3, "height": 0.3},
    },
    "ask_for_draft_transcript": {"voice": summary(VOICE)},
    "correct_mine": {"version": 1, "transcript": "Go on, then turn."},
}


@pytest.fixture
def theirs(people: People, store: Store) -> dict[str, str]:
    """The ids of what somebody has: an answer that was sent back, a lease, and a recording with a chunk."""
    make_work(store.records, TASKS, 0)
    other, reviewer = people(), people(Role.REVIEWER)
    other.guide()
    task_id = reviewer.call("GET", "/review").json()["items"][0]["task_id"]
    decision = {"verdict": "send_back", "version": 0, "reason": "Name the lamp."}
    sent_back = reviewer.call("PUT", f"/review/{task_id}/decisions/{uuid.uuid4()}", json=decision)
    assert sent_back.status_code == 200, sent_back.text
    lease_id = other.lease("guide")["lease_id"]
    recording_id = other.begin(lease_id)
    assert other.put(recording_id, "voice", 0, VOICE[0]).status_code == 201
    return {"lease_id": lease_id, "recording_id": recording_id, "task_id": task_id}


@pytest.mark.parametrize(("method", "path", "name"), WITH_IDS, ids=[name for *_, name in WITH_IDS])
def test_an_address_with_an_id_says_nothing_of_what_is_somebody_elses(
    people: People, theirs: dict[str, str], method: str, path: str, name: str
) -> None:
    never = {"lease_id": NEVER, "recording_id": NEVER, "task_id": "guide-999999"}
    stranger = people()
    foreign, unknown = (answer_to(stranger, method, path, name, ids) for ids in (theirs, never))
    assert foreign == unknown
    assert foreign[0] == 404


def test_a_submit_says_nothing_of_a_recording_that_is_somebody_elses(
    people: People, theirs: dict[str, str], store: Store
) -> None:
    stranger = people()
    lease_id = stranger.lease("guide")["lease_id"]
    before = [blob.name for blob in store.blobs.list("recordings/")]
    body = BODIES["submit_answer"]
    named = (theirs["recording_id"], NEVER, f"{theirs['recording_id']}/voice", "..", "")
    answers = [stranger.submit(lease_id, body | {"recording_id": each}) for each in named]
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "record_not_found")}
    assert len({without(answer.text, each) for answer, each in zip(answers[:2], named, strict=False)}) == 1
    assert [blob.name for blob in store.blobs.list("recordings/")] == before, "nothing was removed"


def answer_to(person: Someone, method: str, path: str, name: str, ids: dict[str, str]) -> tuple[int, str]:
    """Status and body, without the ids that were asked for."""
    address = path.removeprefix("/api/v1")
    for each, value in ids.items():
        address = address.replace(f"{{{each}}}", value)
    options: dict[str, Any] = {"json": BODIES[name]} if name in BODIES else {}
    if name == "put_chunk":
        options = {"content": VOICE[0], "headers": chunk_headers(VOICE[0])}
    answer = person.call(method, filled(address), **options)
    text = answer.text
    for value in ids.values():
        text = without(text, value)
    return answer.status_code, text


def without(text: str, value: str) -> str:
    return json.dumps(json.loads(text)).replace(value, "ID")
