"""People whom a platform sends to a task for two are let in at the agreed times, and count for nothing before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from environments import PanoramaFolder
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds.follower import FollowerTask
from pangea_server.annotate.kinds.locate_two import LocateTwoTask
from pangea_server.app.testing.server import assert_problem
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.collect.platforms import opening
from pangea_server.collect.platforms.records import Study, Visit
from pangea_server.people.access.records import Annotator
from pangea_server.people.access.tokens import new_token
from pangea_server.stores.protocol import Store
from tests.platforms.conftest import Offer, Offered

BEGINS = datetime(2126, 12, 2, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
ENDS = BEGINS + HOUR


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The server's clock, an hour before the time; to be set."""
    time = [BEGINS - HOUR]
    monkeypatch.setattr(opening, "now", lambda: time[0])
    return time


@pytest.fixture
def create(store: Store, place: Path) -> Any:
    def run(name: str = "talks", **changed: Any) -> None:
        base: dict[str, Any] = {
            "id": name,
            "languages": ["en-US"],
            "tasks": {"locate_two": {"per_scan": 1}},
            "agreed_times": {"locate_two": [{"begins": BEGINS, "ends": ENDS}]},
        }
        definition = CampaignDefinition.model_validate(base | changed)
        create_campaign(store.records, PanoramaFolder(place), "place", definition)

    return run


def for_two(offer: Offer) -> Offered:
    return offer("prolific", task_type=LocateTwoTask())


def counted(store: Store) -> list[int]:
    taken = sum(study.taken for study in store.records.find(Study))
    return [store.records.count(Annotator), store.records.count(Visit), taken]


def test_who_comes_early_is_told_when_to_come_and_takes_no_place(
    offer: Offer, create: Any, store: Store, clock: list[datetime]
) -> None:
    create()
    study, token = for_two(offer), new_token()
    assert study.ask().json()["opens_at"] == "2126-12-02T09:00:00Z"
    ids = study.ids("A1WORKER", "3ASSIGN")
    refused = study.enter(token, **ids)
    assert_problem(refused, 409, "not_yet_open")
    assert "2126-12-02T09:00:00+00:00" in refused.json()["remedy"]
    assert counted(store) == [0, 0, 0]
    clock[0] = BEGINS
    assert study.ask().json()["opens_at"] is None
    assert study.enter(token, **ids).status_code == 201
    assert counted(store) == [1, 1, 1]


def test_who_came_in_time_comes_back_and_nobody_new_does_after_the_last_time(
    offer: Offer, create: Any, store: Store, clock: list[datetime]
) -> None:
    create()
    clock[0] = ENDS - HOUR
    study, token = for_two(offer), new_token()
    ids = study.ids("A1WORKER", "3ASSIGN")
    assert study.enter(token, **ids).status_code == 201
    clock[0] = ENDS
    assert study.enter(token, **ids).status_code == 201
    assert_problem(study.worker("A2LATE", "3LATE"), 410, "study_closed")
    assert counted(store) == [1, 1, 1]


def test_only_what_the_studys_people_may_do_decides(offer: Offer, create: Any, clock: list[datetime]) -> None:
    create("hindi", languages=["hi-IN"])
    assert for_two(offer).ask().json()["opens_at"] is None
    create()
    assert for_two(offer).ask().json()["opens_at"] is not None
    assert offer("prolific", task_type=FollowerTask()).ask().json()["opens_at"] is None
    create("any-time", agreed_times={})
    assert for_two(offer).ask().json()["opens_at"] is None
    assert clock[0] < BEGINS
