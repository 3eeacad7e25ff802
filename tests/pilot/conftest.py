"""People who go through all that a collection asks of them, over HTTP."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from pangea_server.app.testing.server import Someone, let_in
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.questionnaires.test_questionnaires import answer as fill_in
from tests.questionnaires.test_questionnaires import asked
from tests.server.conftest import server, settings, store, web

__all__ = ["server", "settings", "store", "web"]

ROOMS = tuple(f"room-{number}" for number in range(12))
LANGUAGES = ("en-US", "hi-IN", "te-IN")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Twelve rooms in a row, two metres apart."""
    folder = tmp_path / "place"
    folder.mkdir()
    for name in ROOMS:
        Image.new("RGB", (64, 32), (90, 90, 200)).save(folder / f"{name}.jpg")
    viewpoints = [
        {"viewpoint_id": name, "image": f"{name}.jpg", "position": [0.0, 4.0 * number, 1.5]}
        for number, name in enumerate(ROOMS)
    ]
    graph = {"scan_id": "row", "viewpoints": viewpoints, "edges": [list(pair) for pair in pairwise(ROOMS)]}
    (folder / "graph.json").write_text(json.dumps(graph))
    return folder


@dataclass
class Person:
    """Somebody who reads where to go, and stops somewhere on the way where nobody says it.

    ``gives_up``: of how many walks they give up at the start.
    """

    someone: Someone
    language: str
    numbers: random.Random
    gives_up: float = 0.0

    def tasks(self, kind: str) -> Iterator[dict[str, Any]]:
        """Leases, until there is nothing to do; questionnaires that are due are filled in."""
        while True:
            response = self.someone.call("POST", "/leases", json={"kind": kind})
            if response.status_code == 200:
                yield response.json()
            elif response.headers["PanGEA-Reason"] == "form":
                self.fill_in()
            else:
                assert response.headers["PanGEA-Reason"] in ("nothing", "other", "cap"), response.headers
                return

    def fill_in(self, **query: str) -> None:
        for form in asked(self.someone, **query):
            assert fill_in(self.someone, form, {"ease": 4}).status_code == 200

    def do(self, lease: dict[str, Any]) -> None:
        """One task of any kind."""
        args = lease["args"]
        if lease["kind"] == "guide":
            sent = self.someone.record(lease["lease_id"], args["path"])
            answer = sent | {"transcript": f"Walk to {args['path'][-1]} and stop."}
        elif lease["kind"] == "follower":
            path = self.walked(lease["start"]["viewpoint_id"], args["transcript"])
            outcome = "done"
            if self.numbers.random() < self.gives_up:
                path, outcome = path[:1], "gave_up"
            answer = self.someone.record(lease["lease_id"], path, voice=()) | {"outcome": outcome}
        else:
            answer = {"answer": {"answers": {"which": self.numbers.choice(["left", "right"])}}}
        assert self.someone.submit(lease["lease_id"], answer).status_code == 200

    def walked(self, start: str, words: str) -> list[str]:
        said = [name for name in ROOMS if name in words.split()]
        first = ROOMS.index(start)
        last = ROOMS.index(said[-1]) if said else first + self.numbers.choice([1, 2, 3, 4, 5])
        last = min(last, len(ROOMS) - 1)
        step = 1 if last >= first else -1
        return [ROOMS[at] for at in range(first, last + step, step)]


def in_turns(crowd: list[Person], kind: str) -> int:
    """One task after another for each, until nobody finds one; how many there were."""
    done, turns = 0, [(person, person.tasks(kind)) for person in crowd]
    while turns:
        for person, leases in list(turns):
            if lease := next(leases, None):
                person.do(lease)
                done += 1
            else:
                turns.remove((person, leases))
    return done


def let_people_in(server: TestClient, store: Store, count: int) -> list[Person]:
    """So many people, in equal parts of each language; all know English too."""
    people = []
    for number in range(count):
        language = LANGUAGES[number % len(LANGUAGES)]
        person, token = let_in(store.records, Role.ANNOTATOR, tuple(dict.fromkeys((language, "en-US"))))
        people.append(Person(Someone(server, token, person.annotator_id), language, random.Random(number)))
    return people


@pytest.fixture
def staff(server: TestClient, store: Store) -> Someone:
    person, token = let_in(store.records, Role.MANAGER)
    return Someone(server, token, person.annotator_id)
