"""A pilot: twelve people of three languages go through all that a collection asks of them, over HTTP.

They fill in a form, pass the lesson and the training, guide, follow, judge, follow the instructions of two systems of
which one says where to go, and ask a question that is answered.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient

from environments import PanoramaFolder
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.app.testing.server import Someone
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.collect.questionnaires.records import FormAnswer
from pangea_server.dataset.evaluation.campaigns import campaign_sources
from pangea_server.dataset.evaluation.evaluation import evaluate
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.written.files import WrittenFile
from pangea_server.dataset.written.tasks import WantedTasks, make_written_tasks
from pangea_server.quality.trust.known import make_check_items
from pangea_server.stores.protocol import Store
from tests.pilot.conftest import LANGUAGES, ROOMS, Person, in_turns, let_people_in
from tests.questionnaires.conftest import opinion
from tests.trust.test_lesson import find_all_faults, judged, speech, walk

EACH = 4  # people of a language
PATHS = [ROOMS[start : start + 4] for start in range(8)]
COMPARED = [ROOMS[start : start + rooms] for rooms in (3, 5) for start in range(8)]
JUDGE = {"form": "which", "decides": "which", "shows": "pair", "votes": {"judges": 1, "agree": 1, "most": 1}}


@pytest.fixture
def crowd(server: TestClient, store: Store) -> list[Person]:
    return let_people_in(server, store, EACH * len(LANGUAGES))


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
    plan = replace(WantedTasks("comparison", followers=2, compares=True))
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
