"""Who is given tasks about landmarks: several on a path, none about one's own work, and languages where they matter."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from pangea_server.annotate.assignment.rules import after_taking, lanes, may_take
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.tasks.records import History, Task, TaskState
from pangea_server.people.access.records import Annotator, Role

TODAY = date(2026, 3, 1)
PERSON = Annotator(annotator_id=7, role=Role.ANNOTATOR, languages=("en-US",))
ON_ANOTHER_TASK = History(annotator_id=7, met={"1": "guide-000001"})


def task(kind: str, number: int = 1, **fields: Any) -> Task:
    given: dict[str, Any] = {"path_id": 1, "scan_id": "flat", "language": "en-US", "state": TaskState.OPEN}
    return Task(kind=kind, number=number, **given | fields)


@pytest.mark.parametrize("step", Step)
def test_a_path_that_was_met_before_may_be_met_again(step: Step) -> None:
    assert may_take(PERSON, ON_ANOTHER_TASK, task(step))
    assert not may_take(PERSON, ON_ANOTHER_TASK, task("follower"))


@pytest.mark.parametrize("kind", [*Step, "find"])
def test_nobody_is_given_what_is_not_for_them(kind: str) -> None:
    assert not may_take(PERSON, History(annotator_id=7), task(kind, not_for=(3, 7)))
    assert may_take(PERSON, History(annotator_id=7), task(kind, not_for=(3,)))


def test_two_languages_are_both_needed() -> None:
    both = task("coref_link", also_language="hi-IN")
    assert not may_take(PERSON, ON_ANOTHER_TASK, both)
    assert may_take(PERSON.model_copy(update={"languages": ("hi-IN", "en-US")}), ON_ANOTHER_TASK, both)


def test_who_saw_a_paths_landmarks_never_follows_on_it() -> None:
    history = after_taking(History(annotator_id=7), task("mention"), TODAY)
    assert not may_take(PERSON, history, task("follower"))


def test_a_task_that_was_given_back_can_be_taken_again_after_landmarks() -> None:
    found = task("find", 4)
    history = after_taking(after_taking(History(annotator_id=7), found, TODAY), task("mention"), TODAY)
    assert may_take(PERSON, history, found)


def test_what_is_compared_by_sight_is_given_in_every_language() -> None:
    definition = CampaignDefinition(id="walks", languages=("en-US", "hi-IN"))
    campaign = Campaign(campaign_id="walks", state=CampaignState.RUNNING, version=1, definition=definition)
    found = lanes(PERSON, History(annotator_id=7), [campaign], tuple(Step), PERSON.languages, TODAY)
    in_hindi = {lane.kind for lane in found if lane.language == "hi-IN"}
    assert in_hindi == {Step.SAME_THING, Step.CARRY}
    assert {lane.kind for lane in found if lane.language == "en-US"} == set(Step)
