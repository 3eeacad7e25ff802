"""A pilot: twelve people of three languages go through all that a collection asks of them, over HTTP.

They fill in a form, pass the lesson and the training, guide, follow, judge, follow the instructions of two systems of
which one says where to go, and ask a question that is answered.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from environments import PanoramaFolder
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.app.testing.server import Someone, let_in
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.collect.questionnaires.records import FormAnswer
from pangea_server.dataset.evaluation.campaigns import campaign_sources
from pangea_server.dataset.evaluation.evaluation import evaluate
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.written.files import WrittenFile
from pangea_server.dataset.written.tasks import Wanted, make_written_tasks
from pangea_server.people.access.records import Role
from pangea_server.quality.trust.known import make_check_items
from pangea_server.stores.protocol import Store
from tests.questionnaires.conftest import opinion
from tests.questionnaires.test_questionnaires import answer as fill_in
from tests.questionnaires.test_questionnaires import asked
from tests.server.conftest import server, settings, store, web
from tests.trust.test_lesson import find_all_faults, judged, speech, walk

__all__ = ["server", "settings", "store", "web"]

ROOMS = tuple(f"room-{number}" for number in range(12))
LANGUAGES = ("en-US", "hi-IN", "te-IN")
EACH = 4  # people of a language
PATHS = [ROOMS[start : start + 4] for start in range(8)]
COMPARED = [ROOMS[start : start + rooms] for rooms in (3, 5) for start in range(8)]
JUDGE = {"form": "which", "decides": "which", "shows": "pair", "votes": {"judges": 1, "agree": 1, "most": 1}}


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
    """Somebody who reads where to go, and stops somewhere on the way where nobody says it."""

    someone: Someone
    language: str
    numbers: random.Random

    def tasks(self, kind: str) -> Iterator[dict[str, Any]]:
        """Leases, until there is nothing to do; questionnaires that are due are filled in."""
        while True:
            response = self.someone.call("POST", "/leases", json={"kind": kind})
            if response.status_code == 200:
                yield response.json()
            elif response.headers["PanGEA-Reason"] == "form":
                self.fill_in()
            else:
                assert response.headers["PanGEA-Reason"] == "nothing", response.headers
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
            answer = self.someone.record(lease["lease_id"], path, voice=()) | {"outcome": "done"}
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


@pytest.fixture
def crowd(server: TestClient, store: Store) -> list[Person]:
    people = []
    for number in range(EACH * len(LANGUAGES)):
        language = LANGUAGES[number % len(LANGUAGES)]
        person, token = let_in(store.records, Role.ANNOTATOR, tuple(dict.fromkeys((language, "en-US"))))
        people.append(Person(Someone(server, token, person.annotator_id), language, random.Random(number)))
    return people


@pytest.fixture
def staff(server: TestClient, store: Store) -> Someone:
    person, token = let_in(store.records, Role.REVIEWER)
    return Someone(server, token, person.annotator_id)


def begin(store: Store, place: Path) -> None:
    which = opinion(
        asked=None,
        json_schema={
            "type": "object",
            "required": ["which"],
            "properties": {"which": {"type": "string", "enum": ["left", "right"]}},
        },
        texts={"en": {"title": "Which is clearer?", "questions": {"which": {"title": "Which?"}}}},
    )
    content = {
        "id": "pilot",
        "languages": list(LANGUAGES),
        "paths": [{"scan": "row", "viewpoints": [list(path) for path in PATHS]}],
        "guides_per_path": 2,
        "followers_per_guide": 1,
        "send_back_after": None,
        "rotation": {"first": 0},
        "trust": {"training": True, "learning": 0, "opening": 0, "share": 0},
        "forms": {
            "entry": opinion(asked="entry"),
            "after": opinion(asked="after_session", tasks=2),
            "which": which,
        },
        "tasks": {"judge": JUDGE},
    }
    definition = CampaignDefinition.model_validate(content)
    create_campaign(store.records, PanoramaFolder(place), "row", definition)


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


def take_lesson(person: Person) -> None:
    refused = person.someone.call("POST", "/leases", json={"kind": "guide"})
    assert refused.headers["PanGEA-Reason"] == "training"
    person.fill_in(beginning="pilot")
    find_all_faults(person.someone)
    assert judged(person.someone, walk(*speech()))["passed"]


def train(person: Person) -> None:
    words = person.someone.call("GET", "/me/training/follower").json()
    path = person.walked(words["start_viewpoint_id"], words["transcript"])
    answer = {"instruction_id": words["instruction_id"], "path": path}
    result = person.someone.call("POST", "/me/training/follower", json=answer).json()
    assert result["passed"], result


def compare(store: Store, place: Path, folder: Path, systems: dict[str, str]) -> None:
    """Instructions of two systems for each path; the words of each, with the goal's name where they say it."""
    rows = [
        {"scan": "row", "path": list(path), "language": "en-US", "system": name,
         "instruction": words.format(goal=path[-1], steps=len(path))}
        for name, words in systems.items()
        for path in COMPARED
    ]  # fmt: skip
    file = folder / "instructions.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (source,) = open_formats(["instructions"])
    plan = replace(Wanted("comparison", followers=2, compares=True))
    make_written_tasks(
        store, PanoramaFolder(place), f"folder:{place}", source, [WrittenFile(file)], plan, dry_run=False
    )


def test_twelve_people_in_three_languages(
    store: Store, place: Path, crowd: list[Person], staff: Someone, tmp_path: Path
) -> None:
    begin(store, place)
    for person in crowd:
        take_lesson(person)
    assert in_turns(crowd, "guide") == 2 * len(PATHS) * len(LANGUAGES)
    spoken = store.records.find(GuideAnnotation)
    by_language = {language: [each for each in spoken if each.language == language] for language in LANGUAGES}
    assert all(by_language.values())

    known = [each.instruction_id for some in by_language.values() for each in (some[0], some[-1])]
    make_check_items(store.records, "pilot", known)
    for person in crowd:
        train(person)
    followed = in_turns(crowd, "follower")
    assert followed == store.records.count(FollowerAnnotation) > len(PATHS)  # on paths that they have not met
    assert store.records.count(FormAnswer) > 2 * len(crowd)

    begin(store, place)  # again, for the pairs that have come since
    assert in_turns(crowd, "judge") == len(staff.call("GET", "/votes").json()) > 0

    compare(
        store, place, tmp_path, {"says-where": "Walk to {goal} and stop.", "says-nothing": "Walk on a bit."}
    )
    assert in_turns(crowd, "follower") == 2 * 2 * len(COMPARED)
    found = evaluate(campaign_sources(store.records, "comparison"))
    assert (found.people, found.paths) == (len(crowd), len(COMPARED))
    (success,) = found.differences["sr"]
    assert (success.first, success.second) == ("says-nothing", "says-where")
    assert success.low is not None
    assert success.high is not None
    assert success.p_holm is not None
    assert success.low < -0.8 < success.high < 0, "one in five stops at the goal by chance"
    assert success.p_holm < 0.05

    asker = crowd[0].someone
    asker.call("PUT", f"/me/questions/{uuid4()}", json={"words": "Which door is meant?"})
    (question,) = staff.call("GET", "/questions").json()
    given = {"words": "The left one.", "said": len(question["messages"])}
    assert staff.call("PUT", f"/questions/{question['question_id']}/answer", json=given).status_code == 200
    (mine,) = asker.call("GET", "/me/questions").json()
    assert mine["messages"][-1]["words"] == "The left one."
