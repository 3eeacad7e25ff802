"""A right that ends does so within a second wherever it was handed out: what was is asked again for its person."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient

from pangea_server.annotate.campaigns.records import ScanRecord
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.collect.live import routes
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access import signed_in_roles
from pangea_server.people.access.records import Role
from pangea_server.people.access.sessions import close_session
from pangea_server.people.accounts.enrolment import change_role, revoke
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("campaign")


@pytest.fixture(autouse=True)
def _asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signed_in_roles, "TTL_SECONDS", 0.0)
    monkeypatch.setattr(routes, "ASKED_AGAIN_SECONDS", 0.0)


ENDS: dict[str, Callable[[Store, Someone], object]] = {
    "shut out": lambda store, person: revoke(store.records, person.annotator_id, None),
    "no reviewer any more": lambda store, person: change_role(
        store.records, person.annotator_id, Role.ANNOTATOR, None
    ),
    "signed out": lambda store, person: close_session(store.records, person.token),
    "withdrawn": lambda store, person: withdraw(store, person.annotator_id, None),
}


def of_a_replay(reviewer: Someone) -> list[str]:
    """What a reviewer's page loads without a token: a voice, and a place's picture."""
    view = reviewer.call("GET", "/annotations/guide/1").json()
    scan = reviewer.call("GET", "/scans/corridor").json()
    return [view["voice_url"], scan["viewpoints"][0]["images"]["equirectangular"]]


@pytest.mark.parametrize("end", ENDS.values(), ids=list(ENDS))
def test_addresses_of_staff(
    people: People, store: Store, server: TestClient, end: Callable[[Store, Someone], object]
) -> None:
    people().guide()
    reviewer, other = people(Role.REVIEWER), people(Role.REVIEWER)
    addresses, others = of_a_replay(reviewer), of_a_replay(other)
    assert [server.get(address).status_code for address in addresses] == [200, 200]
    end(store, reviewer)
    for address in addresses:
        assert_problem(server.get(address), 404, "link_not_valid")
    assert [server.get(address).status_code for address in others] == [200, 200]


@pytest.mark.parametrize("end", [ENDS[name] for name in ("shut out", "signed out", "withdrawn")])
def test_addresses_of_a_task(
    people: People, store: Store, server: TestClient, end: Callable[[Store, Someone], object]
) -> None:
    people().guide()
    follower = people()
    voice = follower.lease("follower")["args"]["voice_url"]
    assert server.get(voice).status_code == 200
    end(store, follower)
    assert_problem(server.get(voice), 404, "link_not_valid")


@pytest.mark.parametrize("end", [ENDS[name] for name in ("shut out", "signed out", "no reviewer any more")])
def test_a_learner_is_watched_no_longer(
    people: People, store: Store, end: Callable[[Store, Someone], object]
) -> None:
    store.records.create(ScanRecord(scan_id="corridor", environment="folder", viewpoint_count=4))
    learner, reviewer = people(), people(Role.REVIEWER)
    agreed = {"agreed": True, "purpose": "practice", "scan_id": "corridor", "language": "en-US"}
    live_id = learner.call("POST", "/me/live", json=agreed).json()["live_id"]
    moment = {"viewpoint_id": "lamp", "heading": 0.0, "elevation": 0.0, "level": None}

    def watchers() -> int:
        told: int = learner.call("PUT", f"/me/live/{live_id}", json=moment).json()["watchers"]
        return told

    watching = threading.Thread(target=lambda: reviewer.call("GET", f"/live/{live_id}/events"))
    watching.start()
    while watching.is_alive() and watchers() == 0:
        pass
    assert watchers() == 1
    end(store, reviewer)
    watching.join(routes.STREAM_SECONDS / 2)
    assert not watching.is_alive()
    assert watchers() == 0
