"""Landmarks in a store: imported, exported, withdrawn and brought up to date as in the local one, also in a race."""

from __future__ import annotations

from collections.abc import Iterator
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
from pangea_server.core.records import Record
from pangea_server.dataset.archive import StoreContents, fill
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.imports.landmarks.import_files import import_landmarks
from pangea_server.dataset.landmarks.stored import landmark_entries
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.protocol import Store, Transaction
from tests.exports.filled import annotated, corridor
from tests.landmarks import examples
from tests.landmarks.entry_lines import EntryLines, line_of
from tests.landmarks.examples import ENGLISH, HINDI
from tests.landmarks.test_life import RECORDS, living

SAID = {1: (ENGLISH, "the <lamp>"), 2: (HINDI, "दीपक")}


class LandmarksInStores:
    """Subclass it; define ``store``, an empty one."""

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        raise NotImplementedError

    def test_landmarks_do_the_same_in_both_stores(self, store: Store, tmp_path: Path) -> None:
        local, places, file = (
            annotated(tmp_path / "data"),
            corridor(tmp_path / "corridor"),
            tmp_path / "e.jsonl",
        )
        local.records.create(Annotator(annotator_id=8, role=Role.ANNOTATOR, languages=("en-US",)))
        fill(store, StoreContents(local), "instructions")
        source = annotated(tmp_path / "source")
        examples.fill(source)
        entries = landmark_entries(Dataset(source, places), "Landmarks")
        file.write_bytes(b"".join(map(line_of, entries)))
        stores: tuple[Store, ...] = (local, store)
        for one in stores:
            for _ in range(2):
                import_landmarks(one, places, EntryLines(), [file], name="source")
            examples.fill(one, examples.region("r9", annotator_id=8))
        assert told(store) == told(local)
        sent = [list(map(line_of, landmark_entries(Dataset(one, places), "Landmarks"))) for one in stores]
        assert [len(each) for each in sent] == [2, 2]
        for one in stores:
            withdraw(one, 8, None)
        assert told(store) == told(local)
        assert not any(each["region_id"] == "r9" for each in told(local)["regions"])

    def test_what_is_marked_brings_the_same_tasks_in_both_stores(self, store: Store, tmp_path: Path) -> None:
        local, places = annotated(tmp_path / "data"), corridor(tmp_path / "corridor")
        asking(local)
        fill(store, StoreContents(local), "instructions")
        for one in (local, store):
            assert advance(one.records, places, 1).new_tasks == 2
            assert LandmarkAdvancer(one.records, places).catch_up() == 0  # it is done
            for number in SAID:
                mark(one, number)
                with ThreadPoolExecutor(3) as pool:
                    list(pool.map(lambda _, one=one: advance(one.records, places, 1), range(3)))
            assert not advance(one.records, places, 1).is_new
        assert asked(store) == asked(local)
        assert [each["text"] for each in asked(local)["mentions"]] == ["the <lamp>", "दीपक"]
        assert {task["kind"] for task in asked(local)["tasks"]} == {"mention", "box_need"}


def told(store: Store) -> dict[str, list[dict[str, object]]]:
    """Everything but when it was made."""
    found = living(store)
    return {kind.collection: [plain(each) for each in found[kind]] for kind in RECORDS}


def plain(record: Record) -> dict[str, object]:
    return record.model_dump(mode="json", exclude={"created_at"})


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


def asked(store: Store) -> dict[str, list[dict[str, Any]]]:
    """Landmarks and tasks, but for when they were made."""
    marks = landmarks_of_path(store.records, 1)
    tasks = [each for each in store.records.find(Task, {"path_id": 1}) if "items" in each.args]
    found = {"mentions": marks.mentions, "chains": marks.chains, "tasks": tasks}
    return {
        name: [each.model_dump(mode="json", exclude={"created_at"}) for each in records]
        for name, records in found.items()
    }
