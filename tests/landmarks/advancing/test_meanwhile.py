"""Several at once, crashes and lost calls: what is written is what the answers come to."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from environments.demo import DemoHouse
from pangea_server import Settings
from pangea_server.annotate.annotations.records import GuideAnnotation, TaskAnnotation
from pangea_server.annotate.landmarks.protocol.derivation import derive
from pangea_server.annotate.landmarks.protocol.memory import Memory
from pangea_server.annotate.landmarks.records import RegionRecord
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task, TaskState
from pangea_server.app.landmarks import app
from pangea_server.app.testing.server import Someone
from pangea_server.app.testing.stores.examples import task
from pangea_server.collect.landmarks import path_advance
from pangea_server.collect.landmarks.pages import TaskChanges
from pangea_server.collect.landmarks.path_advance import Advanced, advance
from pangea_server.collect.landmarks.updates import LandmarkAdvancer
from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import now, padded
from pangea_server.dataset.erasure.removal import remove_lease
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store
from pangea_server.stores.tombstones import Tombstone
from tests.landmarks.advancing.one_path import (
    PLAIN,
    WORDS,
    again,
    ask,
    create,
    found,
    guided,
    items,
    path_of,
    spoken,
    tasks,
)
from tests.landmarks.spoken_crowd import Truth, work, work_until_done


def test_many_at_once_ask_once(store: Store, come: Callable[..., Someone]) -> None:
    said = spoken(2, ("en-IN", "en-IN"), PLAIN)
    create(store, said, None)
    guided(said, come)
    ask(store, WORDS)
    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(lambda _: again(store), range(6)))
    assert sum(each.new_tasks for each in made) == 2
    assert [(task.number, len(items(task))) for task in tasks(store)] == [(1, 1), (2, 1)]


def test_a_path_is_advanced_by_one_at_a_time_also_when_a_task_was_taken(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(store, spoken(2, ("en-IN",), PLAIN), None)
    advancer = LandmarkAdvancer(store.records, DemoHouse())
    held: list[bool] = []
    monkeypatch.setattr(advancer, "_advance", lambda _: held.append(advancer._turn.locked()))
    advancer.was_taken(store.records.find(Task)[0].record_id)
    assert held == [True]


def test_who_read_before_the_last_answer_writes_nothing_that_it_made_old(
    store: Store, truth: Truth, come: Callable[..., Someone], monkeypatch: pytest.MonkeyPatch
) -> None:
    person = come("en-IN")
    calls = 0

    def slow(evidence: Any) -> Any:
        nonlocal calls
        calls += 1
        came_to = derive(evidence)
        if calls == 1:  # somebody answers after this one has read, and is done before it writes
            assert work(person, truth, Random(1), "mention") == "mention"
        return came_to

    ask(store, WORDS | {"types": ["furniture", "opening"]})  # then there is something to write
    monkeypatch.setattr(path_advance, "derive", slow)
    again(store)
    assert calls > 2
    assert {each.annotator_id for each in found(store).mentions} == {person.annotator_id}
    monkeypatch.undo()
    assert not again(store).is_new


def test_servers_that_remember_different_answers_write_the_same(
    store: Store, truth: Truth, come: Callable[..., Someone]
) -> None:
    """A memory that is older than other servers' writes, or than a withdrawal, changes nothing."""
    here, there, people = Memory(), Memory(), [come("en-IN") for _ in range(4)]
    place = store.records, DemoHouse(), path_of(store).path_id
    for number, person in enumerate(people * 2):
        kind = "mention" if number < 2 else "coref_link"
        assert work(person, truth, Random(number), kind) == kind or number > 3
        assert not advance(*place, memory=there if number % 3 else here).is_new
    before = found(store)
    withdraw(store, people[0].annotator_id, None)
    assert advance(*place, memory=here).is_new
    assert found(store) != before
    assert not advance(*place, memory=there).is_new
    assert not again(store).is_new


def test_an_answer_that_nobody_followed_is_made_up_for_at_the_next_start(
    store: Store, truth: Truth, come: Callable[..., Someone], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as crashed:
        crashed.setattr(LandmarkAdvancer, "catch_up", lambda self: 0)
        assert work(come("en-IN"), truth, Random(1), "mention") == "mention"
        assert found(store).mentions == ()
    started = LandmarkAdvancer(store.records, DemoHouse())
    assert started.catch_up() == 1
    assert found(store).mentions
    assert started.catch_up() == 0


def test_a_path_that_cannot_be_advanced_holds_nobody_up(
    store: Store, truth: Truth, come: Callable[..., Someone], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(path_advance, "derive", lambda evidence: 1 / 0)
        assert work(come("en-IN"), truth, Random(1), "mention") == "mention"
        assert found(store).mentions == ()
    assert work(come("en-IN"), truth, Random(1), "mention") == "mention"
    assert {each.instruction_id for each in found(store).mentions} == {1, 2}


def test_what_a_removed_answer_drew_goes_with_it(store: Store, come: Callable[..., Someone]) -> None:
    said = spoken(2, ("en-IN",), PLAIN)
    create(store, said, {"one_step": False})
    truth, people = guided(said, come), [come("en-IN") for _ in range(4)]
    for kind in ("mention", "coref_link", "coref_verify", "box_need", "box_draw"):
        work_until_done(people, truth, Random(1), kind)
    [drawn, *_] = [task for task in tasks(store, TaskState.DONE) if task.kind == "box_draw"]
    assert store.records.get(RegionRecord, f"{drawn.record_id}-0").quality == "unjudged"
    assert drawn.lease_id is not None
    remove_lease(store, store.records.get(Lease, drawn.lease_id), "retention", again=False)
    gone = {f"{drawn.record_id}-{place}" for place in range(len(items(drawn)))}
    assert not gone & {each.record_id for each in every(store.records, RegionRecord)}
    assert again(store).is_new
    assert "box_draw" in {task.kind for task in tasks(store)}


def test_a_path_that_others_change_without_a_pause_is_tried_ten_times(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(store, spoken(2, ("en-IN",), PLAIN), None)
    moved = [path_advance._PathMovedError] * 10
    monkeypatch.setattr(path_advance, "_advanced", Mock(side_effect=[*moved[1:], Advanced(created=1)]))
    assert again(store) == Advanced(created=1)
    monkeypatch.setattr(path_advance, "_advanced", Mock(side_effect=[*moved, Advanced()]))
    with pytest.raises(StoreConflictError, match="path 1 are changed by others"):
        again(store)


def test_a_task_that_somebody_takes_before_it_is_rewritten_stays_as_they_have_it(
    store: Store, truth: Truth, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_, other = tasks(store)
    until = now() + timedelta(minutes=5)
    taken = open_.model_copy(
        update={"state": TaskState.LEASED, "lease_id": "theirs", "lease_expires_at": until}
    )

    def slow(evidence: Any) -> Any:
        if store.records.get(Task, taken.record_id) == open_:
            store.records.transact(lambda transaction: transaction.replace(taken))
        return derive(evidence)

    ask(store, WORDS | {"types": ["furniture"]})
    monkeypatch.setattr(path_advance, "derive", slow)
    assert again(store) == Advanced(changed_tasks=1)
    assert store.records.get(Task, taken.record_id) == taken
    assert store.records.get(Task, other.record_id).args["types"] == ["furniture"]


def test_who_has_a_page_whose_words_were_mended_loses_it(
    store: Store, truth: Truth, come: Callable[..., Someone]
) -> None:
    lease = come("en-IN").lease("mention")
    [held] = tasks(store, TaskState.LEASED)
    words = store.records.get(GuideAnnotation, padded(int(items(held)[0]["instruction"])))
    mended = words.model_copy(update={"transcript": "Stop at the sofa."})
    store.records.transact(lambda transaction: transaction.replace(mended))
    assert again(store).is_new
    over = store.records.get(Task, held.record_id)
    assert (over.state, over.lease_id, over.lease_expires_at) == (TaskState.RETIRED, None, None)
    assert store.records.get(Lease, lease["lease_id"]).state is LeaseState.RETURNED
    assert len(tasks(store)) == 2


def test_only_a_lease_that_is_held_ends_with_its_task(store: Store) -> None:
    common: dict[str, Any] = {"annotator_id": 1, "task_id": "t", "kind": "guide", "expires_at": now()}
    for name, state in (("held", LeaseState.ACTIVE), ("done", LeaseState.SUBMITTED)):
        store.records.create(Lease(lease_id=name, state=state, **common))
    retired = [task(number, lease_id=name) for number, name in enumerate(("done", "held", "gone", None), 1)]
    ended = store.records.transact(lambda transaction: path_advance._ended(transaction, retired))
    assert [(each.lease_id, each.state) for each in ended] == [("held", LeaseState.RETURNED)]


def test_words_that_another_person_marks_again_are_removed_no_more(
    store: Store, truth: Truth, come: Callable[..., Someone], catch_up: Callable[[], int]
) -> None:
    first, second = come("en-IN"), come("en-IN")
    assert work(first, truth, Random(1), "mention") == "mention"
    marked = {each.mention_id for each in found(store).mentions}
    withdraw(store, first.annotator_id, None)
    catch_up()

    def removed(collection: str) -> set[str]:
        marks = every(store.records, Tombstone)
        return {each.removed_id for each in marks if each.removed_from == collection}

    assert removed("mentions") == marked
    while work(second, truth, Random(1), "mention"):
        pass
    assert marked <= {each.mention_id for each in found(store).mentions}
    assert removed("mentions") == set()
    assert removed(TaskAnnotation.collection) == {"mention-000001"}


def test_tasks_that_are_over_keep_no_shape_that_others_drew(store: Store) -> None:
    shown = {"regions": ["a"], "meant": ["a shape"]}
    over = [task(number, state=state, args={"items": [shown]}) for number, state in enumerate(TaskState)]
    state: Any = SimpleNamespace(tasks=over)
    rewritten = path_advance._rewritten(state, TaskChanges(), SimpleNamespace(regions=()))  # type: ignore[arg-type]
    assert [(before.state, after.args) for before, after in rewritten] == [
        (each, {"items": [{"regions": ["a"]}]})
        for each in TaskState
        if each not in (TaskState.OPEN, TaskState.LEASED)
    ]


def test_the_command_makes_up_for_what_was_missed(
    store: Store,
    truth: Truth,
    settings: Settings,
    server: TestClient,
    come: Callable[..., Someone],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(LandmarkAdvancer, "catch_up", lambda self: 0)
    assert work(come("en-IN"), truth, Random(1), "mention") == "mention"
    server.__exit__(None, None, None)
    words = ["advance", "--data-dir", str(settings.data_dir), "--environment", "demo"]
    told = [CliRunner().invoke(app, words).stdout for _ in range(2)]
    assert told == ["Paths that changed: 1.\n", "Nothing has changed.\n"]
