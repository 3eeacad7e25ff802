"""Landmarks that are brought up to date in Firestore: records and tasks as in the local store, also in a race."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState, PathRecord
from pangea_server.annotate.landmarks.lookups import landmarks_of_path
from pangea_server.annotate.landmarks.records import transcript_digest
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.landmarks.path_advance import advance
from pangea_server.collect.landmarks.updates import LandmarkAdvancer
from pangea_server.dataset.archive import StoreContents, fill
from pangea_server.stores.firebase.store import FirebaseStore
from pangea_server.stores.protocol import Store, Transaction
from tests.exports.filled import annotated, corridor
from tests.landmarks.examples import ENGLISH, HINDI

pytestmark = pytest.mark.emulator

SAID = {1: (ENGLISH, "the <lamp>"), 2: (HINDI, "दीपक")}


def test_both_stores_come_to_the_same(firebase_store: FirebaseStore, tmp_path: Path) -> None:
    local, places = annotated(tmp_path / "data"), corridor(tmp_path / "corridor")
    asking(local)
    fill(firebase_store, StoreContents(local), "instructions")
    for store in (local, firebase_store):
        assert advance(store.records, places, 1).new_tasks == 2
        assert LandmarkAdvancer(store.records, places).catch_up() == 0  # it is done
        for number in SAID:
            mark(store, number)
            with ThreadPoolExecutor(3) as pool:
                list(pool.map(lambda _, store=store: advance(store.records, places, 1), range(3)))
        assert not advance(store.records, places, 1).is_new
    assert told(firebase_store) == told(local)
    assert [each["text"] for each in told(local)["mentions"]] == ["the <lamp>", "दीपक"]
    assert {task["kind"] for task in told(local)["tasks"]} == {"mention", "box_need"}


def asking(store: Store) -> None:
    """Ask for landmarks on the corridor's path."""
    landmarks = {"languages": ["en-US", "hi-IN"], "mark_twice": 0}
    definition = CampaignDefinition.model_validate(
        {"id": "walks", "languages": ["en-US", "hi-IN"], "tasks": {"landmarks": landmarks}}
    )
    campaign = Campaign(campaign_id="walks", state=CampaignState.RUNNING, version=1, definition=definition)
    path = store.records.get(PathRecord, "000001").model_copy(update={"campaign_id": "walks"})

    def write(transaction: Transaction) -> None:
        transaction.create(campaign)
        transaction.replace(path)

    store.records.transact(write)


def mark(store: Store, number: int) -> None:
    """Hand in what somebody marked in an instruction."""
    text, phrase = SAID[number]
    [task] = [
        each
        for each in store.records.find(Task, {"path_id": 1})
        if each.kind == "mention" and each.args["items"][0]["instruction"] == number  # type: ignore[index,call-overload]
    ]
    start = text.index(phrase)
    span = {"start_char": start, "end_char": start + len(phrase), "types": ["light"], "number": "one"}
    marked = {"seconds": 4.0, "transcript_sha256": transcript_digest(text), "mentions": [span]}
    answer = TaskAnnotation(
        kind=task.kind,
        annotation_id=task.number,
        annotator_id=70 + number,
        path_id=1,
        scan_id="corridor",
        language=task.language,
        split="train",
        heading=0.0,
        walked=(),
        pose_trace=None,
        phases=(),
        args={name: value for name, value in task.args.items() if name != "not_for"},
        answer={"answers": [marked]},
    )

    def write(transaction: Transaction) -> None:
        transaction.create(answer)
        transaction.replace(task.model_copy(update={"state": TaskState.DONE}))

    store.records.transact(write)


def told(store: Store) -> dict[str, list[dict[str, Any]]]:
    """Landmarks and tasks, but for when they were made."""
    marks = landmarks_of_path(store.records, 1)
    tasks = [each for each in store.records.find(Task, {"path_id": 1}) if "items" in each.args]
    found = {"mentions": marks.mentions, "chains": marks.chains, "tasks": tasks}
    return {
        name: [each.model_dump(mode="json", exclude={"created_at"}) for each in records]
        for name, records in found.items()
    }
