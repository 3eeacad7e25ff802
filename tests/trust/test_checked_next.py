"""Whoever is stopped in one kind about landmarks is checked in the others with their next task there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.people.access.records import Annotator, Role
from pangea_server.quality.trust.eligibility import what_to_give
from pangea_server.quality.trust.records import Appeal, CheckResult
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import RecordStore

NEVER_BY_CHANCE = TrustRules(opening=2, share=0)
PERSON = Annotator(annotator_id=7, role=Role.ANNOTATOR, languages=("en-US",))
TASK = Task(
    kind="coref_link",
    number=1,
    path_id=1,
    scan_id="corridor",
    language="en-US",
    state=TaskState.OPEN,
    campaign_id="tower",
)


@pytest.fixture
def records(tmp_path: Path) -> Iterator[RecordStore]:
    """Where the person has passed two links, and a third link's right answer is known."""
    with LocalStore.open(tmp_path) as store:
        write_campaign(store.records, NEVER_BY_CHANCE)
        store.records.create(
            CheckItem(
                campaign_id="tower", kind="coref_link", language="en-US", path_id=2, scan_id="corridor",
                item_id="known",
            )
        )  # fmt: skip
        for number in range(2):
            answer(store.records, "coref_link", number, passed=True)
        yield store.records


def write_campaign(records: RecordStore, rules: TrustRules) -> None:
    definition = CampaignDefinition.model_validate(
        {"id": "tower", "languages": ["en-US"], "paths": [{"scan": "corridor"}], "trust": rules.model_dump()}
    )
    records.create(
        Campaign(campaign_id="tower", state=CampaignState.RUNNING, version=1, definition=definition)
    )


def answer(records: RecordStore, kind: str, minute: int, *, passed: bool, campaign_id: str = "tower") -> None:
    """A check item that the person answered in this minute."""
    name = f"{campaign_id}-{kind}-{minute}"
    records.create(
        CheckResult(
            annotator_id=7, campaign_id=campaign_id, kind=kind, item_id=name, task_id=name, passed=passed,
            answered_at=at(minute),
        )
    )  # fmt: skip


def at(minute: int) -> datetime:
    return datetime(2026, 1, 1, 12, minute, tzinfo=UTC)


def fail_twice(records: RecordStore, kind: str, *minutes: int, campaign_id: str = "tower") -> None:
    for minute in minutes:
        answer(records, kind, minute, passed=False, campaign_id=campaign_id)


def is_checked_next(records: RecordStore) -> bool:
    given = what_to_give(records, PERSON, TASK, 5, ())
    assert isinstance(given, Task)
    return given.check_item


def test_who_is_stopped_nowhere_gets_the_task(records: RecordStore) -> None:
    answer(records, "box_need", 5, passed=True)
    assert not is_checked_next(records)


def test_who_was_stopped_in_another_kind_since_gets_a_check_item(records: RecordStore) -> None:
    fail_twice(records, "box_need", 5, 6)
    assert is_checked_next(records)


def test_once_they_have_passed_it_they_work_on(records: RecordStore) -> None:
    fail_twice(records, "box_need", 5, 6)
    answer(records, "coref_link", 7, passed=True)
    assert not is_checked_next(records)


def test_another_stop_asks_again(records: RecordStore) -> None:
    fail_twice(records, "box_need", 5, 6)
    answer(records, "coref_link", 7, passed=True)
    fail_twice(records, "box_draw", 8, 9)
    assert is_checked_next(records)


def test_who_was_reinstated_is_not_in_doubt(records: RecordStore) -> None:
    fail_twice(records, "box_need", 5, 6)
    records.create(
        Appeal(
            annotator_id=7, campaign_id="tower", kind="box_need", number=1, asked_at=at(7),
            decision="reinstated", decided_at=at(8),
        )
    )  # fmt: skip
    assert not is_checked_next(records)


@pytest.mark.parametrize(("kind", "campaign_id"), [("follower", "tower"), ("box_need", "mill")])
def test_other_tasks_and_campaigns_say_nothing_about_this_one(
    records: RecordStore, kind: str, campaign_id: str
) -> None:
    fail_twice(records, kind, 5, 6, campaign_id=campaign_id)
    assert not is_checked_next(records)


def test_batches_are_refused_whole_and_need_no_check_item_more(records: RecordStore) -> None:
    fail_twice(records, "box_need", 5, 6)
    campaign = records.get(Campaign, "tower")
    rules = NEVER_BY_CHANCE.model_dump() | {"batches": {"size": 20, "checks": 1, "needed": 1}}
    changed = CampaignDefinition.model_validate(
        campaign.definition.model_dump(exclude_unset=True) | {"trust": rules}
    )
    records.transact(
        lambda transaction: transaction.replace(campaign.model_copy(update={"definition": changed}))
    )
    given = [what_to_give(records, PERSON, TASK, count, ()) for count in range(20)]
    assert sum(isinstance(each, Task) and each.check_item for each in given) == 1
