"""What a server follows of the outbox of changes: whose paths, from when on, and each change once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from environments.demo import DemoHouse
from pangea_server.annotate.annotations.changes import Change, change_id
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState
from pangea_server.annotate.landmarks.protocol.memory import Memory
from pangea_server.app.testing.stores.examples import task
from pangea_server.collect.landmarks import updates
from pangea_server.collect.landmarks.path_advance import Advanced
from pangea_server.collect.landmarks.updates import FOLLOWED, OVERLAP, LandmarkAdvancer
from pangea_server.core.errors import RecordNotFoundError, StoreBusyError
from pangea_server.core.records import Counter
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store

LONG_AGO = 10**15
"""Microseconds since 1970."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with LocalStore.open(tmp_path / "data") as opened:
        campaign(opened, "silent", {})
        yield opened


@pytest.fixture
def asks(store: Store) -> None:
    campaign(store, "asks", {"landmarks": {}})


@pytest.fixture
def advanced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The paths that were advanced; something changes on those with odd numbers."""
    paths: list[int] = []

    def advance(records: object, environment: object, path_id: int, memory: Memory) -> Advanced:
        paths.append(path_id)
        if path_id == 404:
            raise RecordNotFoundError("There is no path.", remedy="Look elsewhere.")
        return Advanced(new_tasks=path_id % 2)

    monkeypatch.setattr(updates, "advance", advance)
    return paths


@pytest.fixture
def advancer(store: Store, advanced: object) -> LandmarkAdvancer:
    return LandmarkAdvancer(store.records, DemoHouse())


def campaign(store: Store, name: str, tasks: dict[str, Any]) -> None:
    definition = CampaignDefinition.model_validate({"id": name, "languages": ["en-US"], "tasks": tasks})
    running = CampaignState.RUNNING
    store.records.create(Campaign(campaign_id=name, state=running, version=1, definition=definition))


def changed(store: Store, number: int, moment: int = LONG_AGO, path_id: int = 1, **fields: Any) -> None:
    """A task, and a change of its answer."""
    store.records.create(task(number, path_id=path_id, **{"campaign_id": "asks"} | fields))
    store.records.create(Change(change_id=change_id(moment, f"{number:08x}"), kind="guide", number=number))


def test_the_paths_of_changes_are_advanced_once_each_where_their_campaign_asks(
    store: Store, asks: None, advancer: LandmarkAdvancer, advanced: list[int]
) -> None:
    for number, path in enumerate((7, 4, 3, 7), 1):
        changed(store, number, path_id=path)
    changed(store, 5, path_id=9, check_item=True)
    changed(store, 6, path_id=11, campaign_id="silent")
    changed(store, 7, path_id=13, campaign_id=None)
    store.records.create(Change(change_id=change_id(LONG_AGO, "f"), kind="guide", number=99))
    assert advancer.catch_up() == 2
    assert advanced == [3, 4, 7]
    assert advancer.catch_up() == 0
    assert advanced == [3, 4, 7]


def test_all_changes_are_followed_however_many_pages_they_have(
    store: Store, asks: None, advancer: LandmarkAdvancer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "CHANGES_PAGE", 2)
    for number in (1, 3, 5, 7, 9):
        changed(store, number, path_id=number)
    assert advancer.catch_up() == 5


def test_a_change_that_was_written_a_minute_late_is_followed(
    store: Store, asks: None, advancer: LandmarkAdvancer, advanced: list[int]
) -> None:
    changed(store, 1, path_id=1)
    advancer.catch_up()
    changed(store, 2, LONG_AGO - OVERLAP, path_id=2)
    changed(store, 3, LONG_AGO - OVERLAP - 1, path_id=3)
    advancer.catch_up()
    assert advanced == [1, 2]


def test_a_server_that_starts_goes_on_where_another_one_was_a_minute_ago(
    store: Store, asks: None, advancer: LandmarkAdvancer, advanced: list[int]
) -> None:
    kept = []
    for number, moment in enumerate((LONG_AGO, LONG_AGO + OVERLAP, LONG_AGO + OVERLAP + 1), 1):
        changed(store, number, moment, path_id=number)
        advancer.catch_up()
        kept.append(store.records.get(Counter, FOLLOWED).value)
    assert kept == [LONG_AGO, LONG_AGO, LONG_AGO + OVERLAP + 1]
    advanced.clear()
    LandmarkAdvancer(store.records, DemoHouse()).catch_up()
    assert advanced == [2, 3]


def test_where_no_campaign_has_asked_the_first_look_is_at_what_happens_from_now_on(
    store: Store, advancer: LandmarkAdvancer, advanced: list[int]
) -> None:
    changed(store, 1, path_id=1)
    assert advancer.catch_up() == 0
    campaign(store, "asks", {"landmarks": {}})
    store.records.create(task(2, path_id=2, campaign_id="asks"))
    store.records.create(Change(kind="guide", number=2))
    advancer.catch_up()
    assert advanced == [2]


def test_a_path_that_is_gone_is_told_and_passed_over(
    store: Store,
    asks: None,
    advancer: LandmarkAdvancer,
    advanced: list[int],
    caplog: pytest.LogCaptureFixture,
) -> None:
    changed(store, 1, path_id=404)
    changed(store, 2, path_id=405)
    assert advancer.catch_up() == 1
    assert caplog.messages == ["the landmarks of path 404: There is no path. Look elsewhere."]


def test_a_store_that_is_busy_is_asked_again_later(
    advancer: LandmarkAdvancer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def busy() -> int:
        raise StoreBusyError("Too much at once.", remedy="Wait.")

    monkeypatch.setattr(advancer, "catch_up", busy)
    advancer.follow()
    assert caplog.messages == ["landmarks are not advanced: Too much at once. Wait."]


def test_what_the_latest_paths_came_to_is_remembered(
    advancer: LandmarkAdvancer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "PATHS_REMEMBERED", 2)
    first, second = advancer._memory(1), advancer._memory(2)
    assert advancer._memory(1) is first
    advancer._memory(3)
    assert advancer._memory(1) is first
    assert advancer._memory(2) is not second


def test_whoever_closes_it_waits_for_its_end(advancer: LandmarkAdvancer) -> None:
    advancer.start()
    advancer.close()
    assert not advancer._thread.is_alive()
