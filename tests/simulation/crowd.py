"""Annotators and a reviewer who work through a campaign over HTTP, and know nothing but what a page would.

A Guide's words are the viewpoints of the walk, so that a Follower who is told the truth can find the way; some Guides
say where they started and nothing else, and some Followers get lost.
"""

from __future__ import annotations

import random
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from httpx2 import Client, Response

from pangea_server.testing import Someone

if TYPE_CHECKING:
    from fastapi.testclient import TestClient

CARELESS = 0.1  # of Guides' answers
LOST = 0.1  # of Followers' answers
AT_ONCE = 8  # people who work at the same moment
IDLE_ROUNDS = 2  # in which nobody found anything to do, until the crowd goes home


class PatientClient(Client):
    """A client that waits when it is told to."""

    @classmethod
    def of(cls, port: int) -> PatientClient:
        """Of a server on this machine."""
        return cls(base_url=f"http://127.0.0.1:{port}", timeout=60)

    def request(self, *arguments: Any, **options: Any) -> Response:
        while (answer := super().request(*arguments, **options)).status_code == 429:
            time.sleep(float(answer.headers.get("Retry-After", "1")))
        return answer


def someone(client: PatientClient, token: str, annotator_id: int) -> Someone:
    """A person at a server in a process of its own; the client of tests is an ``httpx2.Client`` as well."""
    return Someone(cast("TestClient", client), token, annotator_id)


@dataclass
class Worker:
    """One annotator. ``kinds`` are those of their answers, in order."""

    someone: Someone
    chance: random.Random
    kinds: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)

    def do_one(self) -> bool:
        """Ask for whatever is next, and do it; False when there is nothing."""
        answer = self.someone.call("POST", "/leases", json={"kind": None})
        if answer.status_code == 204:
            self.refusals.append(answer.headers["PanGEA-Reason"])
            return False
        assert answer.status_code == 200, answer.text
        lease = answer.json()
        if self.chance.random() < 0.05:
            self.someone.call("DELETE", f"/leases/{lease['lease_id']}")
            return True
        submitted = self._guide(lease) if lease["kind"] == "guide" else self._follow(lease)
        assert submitted.status_code == 200, submitted.text
        self.kinds.append(lease["kind"])
        return True

    def _guide(self, lease: dict[str, Any]) -> Response:
        walk = lease["guide"]["path"]
        words = walk[:1] if self.chance.random() < CARELESS else walk
        answer = self.someone.record(lease["lease_id"], walk)
        return self.someone.submit(lease["lease_id"], answer | {"transcript": " ".join(words)})

    def _follow(self, lease: dict[str, Any]) -> Response:
        heard = lease["follower"]["instruction"].split()
        walk = heard[:1] if self.chance.random() < LOST else heard
        outcome = "done" if len(walk) > 1 else "gave_up"
        answer = self.someone.record(lease["lease_id"], walk, voice=())
        return self.someone.submit(lease["lease_id"], answer | {"outcome": outcome})


def work_until_done(workers: list[Worker]) -> None:
    """Everybody works, some at a time, until nobody finds anything to do."""
    idle = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        while idle < IDLE_ROUNDS:
            idle = 0 if any(list(pool.map(Worker.do_one, workers))) else idle + 1


def review_all(reviewer: Someone) -> int:
    """Accept whatever waits for a reviewer; returns how many."""
    accepted = 0
    while (answer := reviewer.call("POST", "/review/queue/next", json={})).status_code == 200:
        review = answer.json()["summary"]
        decided = reviewer.call(
            "PUT",
            f"/review/{review['task_id']}/decisions/{uuid.uuid4()}",
            json={"verdict": "accept", "version": review["version"]},
        )
        assert decided.status_code == 200, decided.text
        accepted += 1
    return accepted
