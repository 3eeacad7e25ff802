"""Every limit that is counted in the store holds where forty ask at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from pangea_server import Settings
from pangea_server.app.testing.server import People
from pangea_server.collect.questions.questions import MOST_WAITING
from pangea_server.core.settings import DeploymentLimits
from pangea_server.stores.protocol import Store
from tests.reliability.house import make_work

AT_ONCE = 40
"""Many times each limit."""
RECORDINGS = 3
CHUNK = bytes(100_000)
CHUNKS = 5
"""That fit into a recording, whose limit is the smallest that may be set."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    limits = DeploymentLimits(person_recordings=RECORDINGS, recording_bytes=2**20, person_bytes=2**20)
    return settings.model_copy(update={"limits": limits})


@pytest.fixture(autouse=True)
def work(store: Store) -> None:
    make_work(store.records, tasks=1, guides=0)


def statuses(ask: Callable[[int], int]) -> Counter[int]:
    """The answers to forty requests at once."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return Counter(pool.map(ask, range(AT_ONCE)))


def test_questions_that_wait_for_an_answer(people: People) -> None:
    person = people()

    def ask(number: int) -> int:
        return person.call("PUT", f"/me/questions/{uuid4()}", json={"words": f"{number}?"}).status_code

    assert statuses(ask) == {200: MOST_WAITING, 409: AT_ONCE - MOST_WAITING}
    assert len(person.call("GET", "/me/questions").json()) == MOST_WAITING


def test_recordings_without_an_answer(people: People) -> None:
    person = people()
    address = f"/leases/{person.lease('guide')['lease_id']}/recordings"

    def begin(attempt: int) -> int:
        return person.call("POST", address, json={"attempt": attempt, "sample_rate": 16_000}).status_code

    assert statuses(begin) == {201: RECORDINGS, 429: AT_ONCE - RECORDINGS}


def test_bytes_of_a_recording(people: People) -> None:
    person = people()
    recording = person.begin(person.lease("guide")["lease_id"])
    told = statuses(lambda index: person.put(recording, "voice", index, CHUNK).status_code)
    assert told == {201: 2**20 // len(CHUNK), 413: AT_ONCE - 2**20 // len(CHUNK)}
