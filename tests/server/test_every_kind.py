"""Whatever works with Guides and Followers works with every kind: figures, check items, pay, flags, removal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from environments import open_environment
from pangea_server import Settings, create_app
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds import kinds
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.checks import Success
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.app.testing.server import People
from pangea_server.collect.ledger.entries import book, entries_of
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.people.access.records import Role
from pangea_server.quality.trust.known import make_check_items
from pangea_server.stores.protocol import Store

PLUGINS = Path(__file__).parents[1] / "data" / "plugins" / "pangea_door_count"
CAMPAIGN: dict[str, Any] = {
    "id": "doors",
    "languages": ["en-US"],
    "tasks": {"door_count": {"per_scan": 4}},
    "pay": {"currency": "EUR", "per_annotation": {"door_count": 25}},
    "trust": {"learning": 0, "opening": 1, "share": 1.0},
}


@pytest.fixture
def server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server where the third party's package is installed."""
    monkeypatch.syspath_prepend(PLUGINS)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


def plan(store: Store, settings: Settings) -> None:
    places = open_environment(settings.environment)
    create_campaign(store.records, places, settings.environment, CampaignDefinition(**CAMPAIGN))


@pytest.fixture
def campaign(server: TestClient, store: Store, settings: Settings) -> None:
    plan(store, settings)


@pytest.fixture
def declares(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Declaration], None]]:
    """Let the package declare something of its kind, as one that is written today may."""

    def declare(declaration: Declaration) -> None:
        from importlib import import_module

        monkeypatch.syspath_prepend(PLUGINS)
        monkeypatch.setattr(import_module("door_count").DoorCount, "declares", declaration)
        kinds._declarations.cache_clear()

    yield declare
    kinds._declarations.cache_clear()


def count_doors(person: Any, doors: int) -> str:
    lease = person.lease("door_count")
    answer = person.record(lease["lease_id"], [lease["start"]["viewpoint_id"]], voice=())
    sent = person.submit(lease["lease_id"], answer | {"answer": {"doors": doors}})
    assert sent.status_code == 200, sent.text
    return str(lease["lease_id"])


@pytest.mark.usefixtures("campaign")
def test_an_unchanged_package_has_figures_reviews_and_pay(store: Store, people: People) -> None:
    person = people()
    count_doors(person, 1)
    count_doors(person, 4)
    manager = people(Role.MANAGER)
    total = manager.call("GET", "/monitor").json()["total"]
    assert total["success_rate"] is None
    doors = total["kinds"]["door_count"]
    assert (doors["annotations"], doors["success_rate"]) == (2, None)
    assert (doors["scores"]["error"]["value"], doors["scores"]["error"]["n"]) == (1.5, 2)
    [group] = manager.call("GET", "/monitor/groups/kind").json()["groups"]
    assert (group["name"], group["kinds"]["door_count"]["annotations"]) == ("door_count", 2)
    rows = manager.call("GET", "/annotations?kind=door_count").json()["items"]
    assert sorted(row["measures"]["error"] for row in rows) == [0.0, 3.0]
    assert {row["review"] for row in rows} == {"pending"}
    assert book(store.records) == 2
    assert [entry.amount for entry in entries_of(store.records, person.annotator_id)] == [25, 25]
    assert declared("door_count").check is None
    assert make_check_items(store.records, "doors") == []


def test_a_package_that_says_what_success_is_has_check_items(
    declares: Callable[[Declaration], None],
    server: TestClient,
    store: Store,
    settings: Settings,
    people: People,
) -> None:
    declares(Declaration(success=Success("error", most=0)))
    plan(store, settings)
    first = people()
    count_doors(first, 1)
    count_doors(first, 4)
    total = people(Role.MANAGER).call("GET", "/monitor").json()["total"]
    success = total["kinds"]["door_count"]["success_rate"]
    assert (success["successes"], success["n"]) == (1, 2)
    [item] = make_check_items(store.records, "doors")
    assert (item.kind, item.args) == ("door_count", {"colour": "yellow", "truth": 1})
    assert store.records.count(CheckItem) == 1
    second, third = people(), people()
    count_doors(second, 1)
    count_doors(third, 3)
    manager = people(Role.MANAGER)
    found = {row["annotator_id"]: row for row in manager.call("GET", "/standings").json()}
    assert found[second.annotator_id]["overall"] == 1.0
    assert found[third.annotator_id]["overall"] == 0.0


def test_every_built_in_kind_says_how_it_is_checked() -> None:
    for kind in ("guide", "follower", "transcribe", "tour", "find", "judge", "translate"):
        assert declared(kind).check, kind
