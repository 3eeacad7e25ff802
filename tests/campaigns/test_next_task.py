"""One address for everybody: which kind is next for a person, and what the page of another kind says."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from pangea_server.annotate.campaigns.records import CampaignState
from pangea_server.app.testing.server import People, Someone
from pangea_server.collect.planning.lifecycle import set_state
from pangea_server.stores.protocol import Store
from tests.campaigns.conftest import WALKS


@pytest.fixture
def create(create: Any) -> Any:
    """Without learning: otherwise another task asks for a newcomer's again."""
    return partial(create, trust={"learning": 0})


def next_kind(person: Someone) -> str | None:
    kind: str | None = person.call("GET", "/me/next").json()["kind"]
    return kind


def test_who_can_get_nothing_is_told_so(people: People, create: Any, store: Store) -> None:
    create(languages=["te-IN"])
    person = people()
    assert person.call("GET", "/me/next").json() == {"kind": None, "reason": "unreached", "opens_at": None}
    assert refused(person, "guide") == ("unreached", None)
    assert waiting(person, "guide") == (False, "unreached", None)
    set_state(store.records, "walks", CampaignState.PAUSED)
    assert person.call("GET", "/me/next").json() == {"kind": None, "reason": "paused", "opens_at": None}


def refused(person: Someone, kind: str) -> tuple[str, str | None]:
    answer = person.call("POST", "/leases", json={"kind": kind})
    assert answer.status_code == 204
    return answer.headers["PanGEA-Reason"], answer.headers.get("PanGEA-Kind")


def waiting(person: Someone, kind: str) -> tuple[Any, ...]:
    told = person.call("GET", f"/me/waiting/{kind}").json()
    return told["ready"], told["reason"], told["kind"]


def test_what_is_next_is_what_asking_for_any_kind_gives(people: People, create: Any, store: Store) -> None:
    create()
    guide, other = people(), people()
    assert next_kind(guide) == "guide"
    held = guide.lease("guide")["lease_id"]
    assert next_kind(guide) == "guide"
    guide.call("DELETE", f"/leases/{held}")
    for _ in WALKS:
        assert guide.guide().status_code == 200
    assert next_kind(guide) is None
    assert next_kind(other) == "follower"
    lease = other.call("POST", "/leases", json={"kind": None}).json()
    assert lease["kind"] == "follower"
    assert next_kind(other) == "follower"
    set_state(store.records, "walks", CampaignState.PAUSED)
    assert next_kind(people()) is None


def test_a_page_without_tasks_of_its_kind_names_the_kind_that_waits(people: People, create: Any) -> None:
    create()
    person, other = people(), people()
    assert refused(person, "follower") == ("other", "guide")
    for _ in WALKS:
        assert person.guide().status_code == 200
    assert refused(person, "guide") == ("nothing", None)
    assert waiting(person, "guide") == (False, "nothing", None)
    assert refused(other, "guide") == ("other", "follower")
    assert waiting(other, "guide") == (False, "other", "follower")


def test_a_walk_that_has_to_be_trained_is_next_before_any_task_is_open(people: People, create: Any) -> None:
    create(trust={"training": True}, paths=[], written={})
    assert next_kind(people()) == "guide"
