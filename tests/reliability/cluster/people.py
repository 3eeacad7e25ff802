"""Guides who record all the time, and people who fight for single-use links: what they saw, and what is stored."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread

from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.people.access.records import Role
from pangea_server.people.access.tokens import new_token
from pangea_server.people.accounts.enrolment import enrol
from pangea_server.people.accounts.invites import invite
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Store
from tests.reliability.audit import Findings
from tests.reliability.guides import VOICE_CHUNKS, Guide, Memory
from tests.reliability.house import make_work

CHUNK_SECONDS = 2.5
"""Between two chunks of a person: two streams with a chunk each in five seconds, as pages send them."""
AGAIN_AFTER = 0.5, 1.5
"""Seconds until somebody who was interrupted comes back, drawn anew."""
RIVALS = 4
FINISHING = 16
PATIENCE = 120.0
HELD = (LeaseState.ACTIVE, LeaseState.SUBMITTED)


class Crowd:
    """Guides at work through a proxy, with tasks for so many seconds."""

    def __init__(
        self, records: RecordStore, people: int, seconds: float, pause: float = CHUNK_SECONDS
    ) -> None:
        a_task = CHUNK_SECONDS * (VOICE_CHUNKS + 1)
        tokens = make_work(records, people * (2 + int(seconds / a_task)), people)
        self._guides = [Guide(token, Memory(), pause) for token in tokens]
        self._stop = Event()
        self._threads: list[Thread] = []
        self.interrupted = 0

    def begin(self, port: int) -> None:
        self._threads = [Thread(target=self._work, args=(guide, port)) for guide in self._guides]
        for thread in self._threads:
            thread.start()

    def end(self, port: int) -> None:
        """Everybody stops; then what was begun is finished."""
        self._stop.set()
        for thread in self._threads:
            thread.join()
        with ThreadPoolExecutor(FINISHING) as pool:
            list(pool.map(lambda guide: _finish(guide, port), self._guides))

    @property
    def acknowledged(self) -> int:
        return sum(len(guide.memory.chunks) for guide in self._guides)

    @property
    def submitted(self) -> dict[str, int]:
        """The instruction of each lease."""
        return {lease: number for guide in self._guides for lease, number in guide.memory.submitted.items()}

    def audit(self, store: Store) -> Findings:
        """Hold what people were told against what is stored."""
        found = Findings(refused=sum(len(guide.memory.refused) for guide in self._guides))
        for guide in self._guides:
            found.check_chunks(store, guide.memory.chunks)
        found.check_annotations(store, self.submitted)
        found.check_that_all_is_submitted(store)
        return found

    def refusals(self) -> Sequence[str]:
        return [refusal for guide in self._guides for refusal in guide.memory.refused]

    def _work(self, guide: Guide, port: int) -> None:
        self._stop.wait(random.uniform(0, CHUNK_SECONDS))
        while not self._stop.is_set():
            self.interrupted += not guide.work(port, self._stop)
            self._stop.wait(random.uniform(*AGAIN_AFTER))


def _finish(guide: Guide, port: int) -> None:
    guide.pause, deadline = 0.0, time.monotonic() + PATIENCE
    while not guide.work(port, Event(), new_tasks=False) and time.monotonic() < deadline:
        time.sleep(random.uniform(*AGAIN_AFTER))


def held_twice(records: RecordStore) -> int:
    """Leases of a task beyond its first that were not given back."""
    holders = Counter(lease.task_id for lease in every(records, Lease) if lease.state in HELD)
    return sum(number - 1 for number in holders.values())


@dataclass
class Links:
    """Single-use links, each opened by several browsers at once; ``winners`` has how many of them it let in."""

    tokens: Sequence[str]
    winners: list[int] = field(default_factory=list)

    @classmethod
    def make(cls, records: RecordStore, number: int) -> Links:
        people = [enrol(records, Role.ANNOTATOR, ("en-US",)) for _ in range(number)]
        return cls([invite(records, person.annotator_id) for person in people])

    def open(self, port: int, seconds: float) -> None:
        """One after the other, evenly over the time."""
        began = time.monotonic()
        with ThreadPoolExecutor(RIVALS) as browsers:
            for number, token in enumerate(self.tokens):
                time.sleep(max(0.0, began + seconds * number / len(self.tokens) - time.monotonic()))
                self.winners.append(
                    sum(browsers.map(lambda _, link=token: _opens(port, link), range(RIVALS)))
                )

    @property
    def opened_twice(self) -> int:
        return sum(number > 1 for number in self.winners)

    @property
    def never_opened(self) -> int:
        return self.winners.count(0)


def _opens(port: int, link: str) -> bool:
    """Whether a browser is let in; it asks again, with the session that it made, until it is told."""
    body = json.dumps({"session": new_token(), "invite": link}).encode()
    while (status := _post(port, "/sessions", body)) is None or status >= 500:
        time.sleep(random.uniform(*AGAIN_AFTER))
    return status == 201


def _post(port: int, path: str, body: bytes) -> int | None:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("POST", f"/api/v1{path}", body, {"Content-Type": "application/json"})
        return connection.getresponse().status
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


def seconds_until_shown(ports: Iterable[int], token: str, annotations: int) -> float:
    """Until the dashboard of each server counts so many annotations; infinite when one does not in time."""
    began, waiting = time.monotonic(), list(ports)
    while waiting and time.monotonic() - began < PATIENCE:
        waiting = [port for port in waiting if _shown(port, token) != annotations]
        time.sleep(0.02)
    return float("inf") if waiting else time.monotonic() - began


def _shown(port: int, token: str) -> int | None:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(
            "GET", "/api/v1/monitor?population=all", headers={"Authorization": f"Bearer {token}"}
        )
        answer = connection.getresponse()
        told = json.loads(answer.read())
    finally:
        connection.close()
    kinds = told["total"]["kinds"] if answer.status == 200 else {}
    return int(kinds["guide"]["annotations"]) if "guide" in kinds else None
