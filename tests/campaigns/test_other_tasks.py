"""A campaign file that asks for tours and searches: what is planned, written, changed, given out."""

from __future__ import annotations

from typing import Any

import pytest

from environments.demo import DemoHouse
from pangea_server import Settings
from pangea_server.annotate.campaigns.records import CampaignDefinition, PathRecord
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import People
from pangea_server.collect.planning.lifecycle import Creation, create_campaign
from pangea_server.core.errors import CampaignFileError
from pangea_server.stores.protocol import Store

TASKS = {"tour": {"per_scan": 2}, "find": {"per_scan": 3}}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"environment": "demo"})


def create(store: Store, tasks: dict[str, Any], *languages: str, **more: Any) -> Creation:
    content = {
        "id": "house",
        "languages": languages or ("en-US",),
        "paths": [{"sampler": "r2r", "per_scan": 1}],
    }
    definition = CampaignDefinition.model_validate(content | {"tasks": tasks} | more)
    return create_campaign(store.records, DemoHouse(), "demo", definition)


def open_tasks(store: Store, kind: str) -> list[Task]:
    return [task for task in store.records.find(Task, {"kind": kind}) if task.state is TaskState.OPEN]


def test_kinds_plan_their_tasks_once(store: Store) -> None:
    assert create(store, TASKS).others.new_tasks == 5
    assert [task.campaign_id for task in open_tasks(store, "tour")] == ["house"] * 2
    assert all("object_id" in task.args for task in open_tasks(store, "find"))
    again = create(store, TASKS)
    assert (again.others.new_tasks, again.retired, again.changes) == (0, 0, [])
    assert store.records.count(PathRecord) == 6


def test_another_language_has_the_same_work(store: Store) -> None:
    create(store, TASKS)
    assert create(store, TASKS, "en-US", "hi-IN").others.new_tasks == 5
    assert store.records.count(PathRecord) == 6
    english, hindi = (
        {(task.path_id, task.kind) for task in store.records.find(Task) if task.language == language}
        - {(1, "guide"), (1, "follower")}
        for language in ("en-US", "hi-IN")
    )
    assert english == hindi


def test_what_is_asked_for_no_more_is_retired_unless_somebody_began_it(store: Store, people: People) -> None:
    create(store, TASKS)
    held = people().lease("tour")
    assert create(store, {"find": TASKS["find"]}).retired == 1
    states = [task.state for task in store.records.find(Task, {"kind": "tour"})]
    assert sorted(states) == [TaskState.LEASED, TaskState.RETIRED]
    assert held["args"]["min_seconds"] == 20
    assert len(open_tasks(store, "find")) == 3
    assert len(open_tasks(store, "guide")) == 1


def test_it_is_nobodys_turn_at_them(store: Store, people: People) -> None:
    create(store, TASKS, rotation={"first": 10}, followers_per_guide=1)
    newcomer = people()
    assert newcomer.lease("find")["kind"] == "find"
    assert newcomer.lease("guide")["kind"] == "guide"


@pytest.mark.parametrize(
    ("tasks", "message"),
    [
        ({"tuor": {}}, "tasks.tuor: there is no task of kind 'tuor'"),
        ({"guide": {}}, "tasks.guide: tasks of kind 'guide' are not standalone"),
        ({"tour": {"scans": ["attic"]}}, "tasks.tour.scans.0: the environment has no scan 'attic'"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(store: Store, tasks: Any, message: str) -> None:
    with pytest.raises(CampaignFileError, match=message):
        create(store, tasks)
    assert store.records.count(Task) == 0


def without_paths(store: Store, **content: Any) -> Creation:
    definition = CampaignDefinition.model_validate({"id": "house", "languages": ["en-US"]} | content)
    return create_campaign(store.records, DemoHouse(), "demo", definition)


def test_tours_alone_need_no_paths(store: Store, people: People) -> None:
    assert without_paths(store, tasks={"tour": {"per_scan": 1}}).others.new_tasks == 1
    newcomer = people()
    assert newcomer.call("POST", "/leases", json={"kind": "guide"}).status_code == 204
    assert newcomer.lease("tour")["kind"] == "tour"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({}, "paths: the campaign requests no work"),
        ({"paths": []}, "paths: the campaign requests no work"),
        ({"tasks": {"tour": {}}, "transcripts_per_guide": 1}, "transcripts_per_guide: without paths"),
        ({"tasks": {"tour": {}}, "followers_per_guide": 2}, "followers_per_guide: without paths"),
    ],
)
def test_without_paths_there_must_be_other_work(store: Store, content: Any, message: str) -> None:
    with pytest.raises(CampaignFileError, match=message):
        without_paths(store, **content)
    assert store.records.count(Task) == 0
