"""Annotators who work through a campaign over HTTP, and know nothing but what a page would.

A Guide's words are the viewpoints of the walk, so that a Follower who is told the truth can find the way; some Guides
say where they started and nothing else, some stop before the goal and have to walk again, some Followers get lost,
and some do not care at all.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from httpx2 import Client, Response

from pangea_server.app.testing.server import Someone

if TYPE_CHECKING:
    from fastapi.testclient import TestClient

CARELESS = 0.1  # of Guides' answers
SHORT = 0.1  # of Guides' walks end before the goal: these are refused, and they walk again
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
    """One annotator.

    Attributes:
        kind: the only one that they came for; None: whatever is next.
        careless: as a Follower they stand where they are, and mend their ways only once they were let back in, if then.
        kinds: those of their answers, in order.
        codes: what the server said, after each answer, when it was asked for a completion code.
    """

    someone: Someone
    chance: random.Random
    kind: str | None = None
    careless: bool = False
    mends: bool = False
    kinds: list[str] = field(default_factory=list)
    codes: list[str | None] = field(default_factory=list)
    appeals: int = 0

    def do_one(self) -> bool:
        """Ask for whatever is next, and do it; False when there is nothing."""
        answer = self.someone.call("POST", "/leases", json={"kind": self.kind})
        if answer.status_code == 204:
            return self._appeal()
        assert answer.status_code == 200, answer.text
        lease = answer.json()
        if self.chance.random() < 0.05:
            self.someone.call("DELETE", f"/leases/{lease['lease_id']}")
            return True
        submitted = self._guide(lease) if lease["kind"] == "guide" else self._follow(lease)
        assert submitted.status_code == 200, submitted.text
        self.kinds.append(lease["kind"])
        if self.kind:
            self.codes.append(self._ask_for_code())
        return True

    def _guide(self, lease: dict[str, Any]) -> Response:
        walk = lease["args"]["path"]
        words = walk[:1] if self.chance.random() < CARELESS else walk
        said = {"transcript": " ".join(words)}
        first = self.chance.random() < SHORT
        if first:
            answer = self.someone.record(lease["lease_id"], walk[:-1])
            assert self.someone.submit(lease["lease_id"], answer | said).status_code == 422
        answer = self.someone.record(lease["lease_id"], walk, attempt=int(first))
        return self.someone.submit(lease["lease_id"], answer | said)

    def _follow(self, lease: dict[str, Any]) -> Response:
        heard = lease["args"]["transcript"].split()
        minds = not self.careless or (self.mends and self.appeals > 0)
        walk = heard if minds and self.chance.random() >= LOST else heard[:1]
        outcome = "done" if len(walk) > 1 else "gave_up"
        answer = self.someone.record(lease["lease_id"], walk, voice=())
        return self.someone.submit(lease["lease_id"], answer | {"outcome": outcome})

    def _ask_for_code(self) -> str | None:
        answer = self.someone.call("POST", "/me/visit/completion")
        assert answer.status_code in (200, 409), answer.text
        return str(answer.json()["code"]) if answer.status_code == 200 else None

    def _appeal(self) -> bool:
        """Ask to be let back in, where the page says that they were stopped."""
        stopped = [
            each for each in self.someone.call("GET", "/me/standings").json() if each["state"] == "stopped"
        ]
        for notice in stopped:
            about = {"campaign_id": notice["campaign_id"], "kind": notice["kind"]}
            asked = self.someone.call("PUT", "/me/appeal", json=about | {"words": "Let me try again."})
            assert asked.status_code == 200, asked.text
            self.appeals += 1
        return bool(stopped)


def work_until_done(workers: list[Worker], between: Callable[[], None], rounds: int | None = None) -> None:
    """Everybody works, some at a time, until nobody finds anything to do, or for so many ``rounds``."""
    idle = done = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        while idle < IDLE_ROUNDS and done != rounds:
            idle = 0 if any(list(pool.map(Worker.do_one, workers))) else idle + 1
            done += 1
            between()
