"""The corridor's server, a study on each platform, and people who come from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from pangea_server.annotate.kinds.follower import FollowerTask
from pangea_server.annotate.kinds.protocol import TaskType
from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.app.testing.server import Someone
from pangea_server.collect.platforms.keys import PlatformKeys
from pangea_server.collect.platforms.records import PlatformName, Study
from pangea_server.collect.platforms.studies import make_study
from pangea_server.core.records import now
from pangea_server.people.access.tokens import new_token
from pangea_server.stores.protocol import RecordStore, Store
from tests.server.conftest import campaign, people, place, server, settings, store, web
from tests.trust.conftest import tower

__all__ = ["campaign", "people", "place", "server", "settings", "store", "tower", "web"]

SANDBOX = "https://workersandbox.mturk.com"


@dataclass
class Offered:
    """A study, and what a browser does with its address."""

    client: TestClient
    study: Study
    key: str

    def ask(self, key: str | None = None) -> Response:
        return self.client.get(self._address(""), params={"key": self.key if key is None else key})

    def enter(self, token: str | None = None, key: str | None = None, **ids: str) -> Response:
        body = {"session": token or new_token(), "ids": ids}
        params = {"key": self.key if key is None else key}
        return self.client.post(self._address("/visits"), params=params, json=body)

    def worker(self, worker: str = "A1WORKER", assignment: str = "3ASSIGN", **more: str) -> Response:
        """Somebody of whose browser nothing is known yet."""
        return self.enter(**self.ids(worker, assignment), **more)

    def someone(self, worker: str = "A1WORKER", assignment: str = "3ASSIGN") -> Someone:
        """Somebody who came in."""
        token = new_token()
        response = self.enter(token, **self.ids(worker, assignment))
        assert response.status_code == 201, response.text
        person = Someone(self.client, token, 0)
        person.annotator_id = person.call("GET", "/me").json()["annotator_id"]
        return person

    def ids(self, worker: str, assignment: str) -> dict[str, str]:
        if self.study.platform == "prolific":
            return {"PROLIFIC_PID": worker, "STUDY_ID": "65f0", "SESSION_ID": assignment}
        return {"workerId": worker, "assignmentId": assignment, "hitId": "3HIT", "turkSubmitTo": SANDBOX}

    def _address(self, rest: str) -> str:
        return f"/api/v1/studies/{self.study.study_id}{rest}"


Offer = Callable[..., Offered]


@pytest.fixture
def offer(server: TestClient, store: Store) -> Offer:
    """Makes a study: ``offer("prolific", required=2)``."""

    def make(
        platform: PlatformName = "mturk-code",
        required: int = 1,
        places: int = 10,
        task_type: TaskType | None = None,
        **more: Any,
    ) -> Offered:
        more |= {"completion_code": "C0FFEE" if platform == "prolific" else None}
        made = make_study(
            store.records,
            platform,
            task_type or FollowerTask(),
            ("en-US",),
            required=required,
            places=places,
            **more,
        )
        return Offered(server, made, PlatformKeys(store.records).entry_key(made.study_id))

    return make


def do_work(records: RecordStore, person: Someone, count: int = 1, kind: str = "follower") -> list[str]:
    """Answers of this person that submit has accepted, without their streams."""
    before = records.count(Lease)
    leases = [
        Lease(
            lease_id=f"lease-{person.annotator_id}-{before + number}",
            task_id=f"{kind}-000001",
            kind=kind,
            annotator_id=person.annotator_id,
            state=LeaseState.SUBMITTED,
            expires_at=now(),
        )
        for number in range(count)
    ]
    for lease in leases:
        records.create(lease)
    return [lease.lease_id for lease in leases]
