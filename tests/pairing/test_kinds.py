"""The kinds for two people: what a campaign file may say of them, what is planned, and how walks are scored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from environments import PanoramaFolder
from environments.demo import DemoHouse
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds.dialogue_task import DialogueAnswer
from pangea_server.annotate.kinds.find_two import FindTwoTask
from pangea_server.annotate.kinds.guide_two import GuideTwoTask
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.planning.other_tasks import other_changes, plan_faults, wanted_work
from pangea_server.stores.protocol import Store


def campaign(**section: Any) -> CampaignDefinition:
    return CampaignDefinition.model_validate(
        {"id": "talks", "languages": ["en-US", "hi-IN"], "tasks": {"guide_two": {"per_scan": 3} | section}}
    )


@pytest.fixture(scope="module")
def house() -> DemoHouse:
    return DemoHouse()


@pytest.mark.parametrize(
    ("section", "where"),
    [
        ({"partner_view": "all"}, "partner_view"),
        ({"viewing": "none"}, "viewing"),
        ({"scans": ["moon"]}, "scans"),
    ],
)
def test_what_a_campaign_file_may_not_say(house: DemoHouse, section: dict[str, Any], where: str) -> None:
    (fault,) = plan_faults(campaign(**section), house)
    assert fault.where[2] == where
    assert fault.remedy


def test_each_path_is_two_tasks_in_each_language(house: DemoHouse, store: Store) -> None:
    definition = campaign(partner_view="camera")
    assert list(plan_faults(definition, house)) == []
    wanted = wanted_work(definition, house, store.records)
    changes = other_changes(definition.languages, wanted, [], [])
    assert len({work.spec.path for work in wanted}) == 3
    assert changes.new_by_kind["guide_two"] == 3 * 2 * 2
    assert {str(work.spec.args["partner_view"]) for work in wanted} == {"camera"}


def test_as_many_paths_as_there_are(house: DemoHouse, place: Path) -> None:
    assert len(GuideTwoTask().plan(house, house.scan("demo-house"), 5, 0)) == 5
    corridor = PanoramaFolder(place)
    assert GuideTwoTask().plan(corridor, corridor.scan("corridor"), 5, 0) == []


def test_the_navigator_is_told_nothing_of_the_goal(house: DemoHouse) -> None:
    scan = house.scan("demo-house")
    for kind in (GuideTwoTask(), FindTwoTask()):
        spec = kind.plan(house, scan, 1, 3)[0]
        task = Task(
            kind=kind.kind,
            number=1,
            path_id=1,
            scan_id=scan.scan_id,
            language="en-US",
            state=TaskState.LEASED,
            args={**spec.args, "partner_view": "none"},
        )
        shown = {
            role: kind.args(task.model_copy(update={"role": role}), None, None)  # type: ignore[arg-type]
            for role in ("oracle", "navigator")
        }
        assert shown["navigator"].model_dump(exclude_none=True) == {
            "partner_view": "none",
            "speaking": "open",
        }
        assert shown["oracle"].model_dump(exclude_none=True).keys() > {"partner_view", "speaking"}
        assert "object_id" not in shown["oracle"].model_dump()


@pytest.mark.parametrize(
    "message",
    [
        {"time": -1, "words": "x"},
        {"time": 0, "words": ""},
        {"time": 0, "words": "x" * 1001},
        {"time": 0, "words": "\x00"},
        {"time": float("nan"), "words": "x"},
        {"role": "navigator", "time": 0, "words": "another's"},
    ],
)
def test_texts_are_what_people_can_type_and_read(message: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        DialogueAnswer.model_validate({"transcript": "", "messages": [message]})
