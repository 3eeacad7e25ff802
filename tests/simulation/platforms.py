"""People who come from Prolific and Mechanical Turk, by the address that an operator pastes there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from pangea_server.people.access.tokens import new_token
from tests.simulation.commands import pangea_says
from tests.simulation.crowd import PatientClient, Worker, someone


@dataclass(frozen=True)
class Offer:
    """Work on a platform: answers of one kind in one language, of which ``required`` earn a code."""

    platform: str
    kind: str
    language: str
    required: int
    reward: int  # cents that the platform pays by itself
    code: str | None = None

    def make(self, data: Path, places: int) -> str:
        """The study's address."""
        options = ["--kind", self.kind, "--language", self.language, "--tasks", str(self.required)]
        code = ["--code", self.code] if self.code else []
        bounds = ["--places", str(places), "--reward", str(self.reward)]
        return pangea_says(data, "platform", "offer", self.platform, *options, *bounds, *code).strip()

    def ids(self, number: int) -> dict[str, str]:
        """What the platform adds to the address for its person of this number."""
        if self.platform == "prolific":
            return {"PROLIFIC_PID": f"prolific{number}", "STUDY_ID": "s1", "SESSION_ID": f"session{number}"}
        return {"workerId": f"A{number}WORKER", "assignmentId": f"3ASSIGNMENT{number}", "hitId": "3HIT"}

    def assignment_id(self, number: int) -> str:
        """The platform's id of that person's attempt."""
        ids = self.ids(number)
        return ids["SESSION_ID" if self.platform == "prolific" else "assignmentId"]


@dataclass(frozen=True)
class Guest:
    """Somebody who came from a platform."""

    worker: Worker
    study_id: str
    assignment_id: str

    @property
    def code(self) -> str | None:
        """The completion code, once it was earned."""
        return next(filter(None, self.worker.codes), None)


OFFERS = (
    Offer("prolific", "follower", "en-US", required=6, reward=300, code="C0FFEE11"),
    Offer("mturk-code", "guide", "hi-IN", required=2, reward=200),
)


def arrivals(client: PatientClient, offer: Offer, address: str, count: int) -> Iterator[Guest]:
    """So many people who open the study's address."""
    asked = parse_qs(urlsplit(address).query)
    for number in range(count):
        token = new_token()
        entered = client.post(
            f"/api/v1/studies/{asked['study'][0]}/visits",
            params={"key": asked["key"][0]},
            json={"session": token, "ids": offer.ids(number)},
        )
        assert entered.status_code == 201, entered.text
        person = someone(client, token, 0)
        person.annotator_id = person.call("GET", "/me").json()["annotator_id"]
        worker = Worker(person, random.Random(person.annotator_id), kind=offer.kind)
        yield Guest(worker, asked["study"][0], offer.assignment_id(number))
