"""A Guide's words are translated by people who know both languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from environments import PanoramaFolder
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.app.testing.server import People, Someone, assert_problem, let_in
from pangea_server.collect.planning.lifecycle import Creation, create_campaign
from pangea_server.core.errors import CampaignFileError
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.stores.protocol import Store

OWN = "Go past the lamp to the sofa."
HINDI = "लैम्प के आगे सोफ़े तक जाएँ।"
TRANSLATE = {"into": ["hi-IN"]}


def create(store: Store, place: Path, translate: dict[str, Any], **changed: Any) -> Creation:
    content = {
        "id": "words",
        "languages": ["en-US", "hi-IN"],
        "paths": [{"scan": "corridor", "viewpoints": [["door", "lamp", "sofa"]]}],
        "followers_per_guide": 0,
        "send_back_after": None,
        "rotation": {"first": 0},
        "trust": {"learning": 0},
        "tasks": {"translate": translate},
    }
    definition = CampaignDefinition.model_validate(content | changed)
    return create_campaign(store.records, PanoramaFolder(place), "place", definition)


@pytest.fixture
def speaker(server: TestClient, store: Store) -> Callable[..., Someone]:
    def come(*languages: str) -> Someone:
        person, token = let_in(store.records, languages=languages)
        return Someone(server, token, person.annotator_id)

    return come


@pytest.fixture
def guide(store: Store, place: Path, speaker: Callable[..., Someone]) -> Someone:
    """Has spoken English, so that the words can be translated into Hindi."""
    create(store, place, TRANSLATE)
    someone = speaker("en-US")
    assert someone.guide(OWN).status_code == 200
    assert create(store, place, TRANSLATE).others.new_tasks == 1
    return someone


def nothing_for(person: Someone) -> bool:
    return person.call("POST", "/leases", json={"kind": "translate"}).status_code == 204


def test_only_who_knows_both_languages_is_asked(guide: Someone, speaker: Callable[..., Someone]) -> None:
    assert nothing_for(speaker("hi-IN"))
    assert nothing_for(speaker("en-US"))
    assert nothing_for(guide)
    lease = speaker("hi-IN", "en-US").lease("translate")
    assert lease["language"] == "hi-IN"
    assert lease["args"]["transcript"] == OWN
    assert (lease["args"]["source_language"], lease["args"]["voice_duration"]) == ("en-US", 2.0)
    assert "path" not in lease["args"]


def test_a_translation_names_its_original(
    store: Store, guide: Someone, speaker: Callable[..., Someone]
) -> None:
    person = speaker("hi-IN", "en-US")
    lease = person.lease("translate")["lease_id"]
    assert_problem(person.submit(lease, {"answer": {"transcript": " "}}), 422, "submission")
    assert person.submit(lease, {"answer": {"transcript": HINDI}}).status_code == 200
    kept = store.records.get(TaskAnnotation, "translate-000001")
    assert (kept.language, kept.transcript, kept.instruction_id) == ("hi-IN", HINDI, 1)
    assert kept.args == {"instruction_id": 1, "source_language": "en-US"}
    assert nothing_for(speaker("hi-IN", "en-US")), "it is asked for once"


def test_a_translation_goes_with_its_original(
    store: Store, place: Path, guide: Someone, speaker: Callable[..., Someone]
) -> None:
    person = speaker("hi-IN", "en-US")
    lease = person.lease("translate")["lease_id"]
    person.submit(lease, {"answer": {"transcript": HINDI}})
    withdraw(store, guide.annotator_id, None)
    assert store.records.find(TaskAnnotation) == []
    assert create(store, place, TRANSLATE).others.new_tasks == 0


def test_an_original_that_is_taken_back_is_not_translated(
    store: Store, guide: Someone, speaker: Callable[..., Someone]
) -> None:
    withdraw(store, guide.annotator_id, None)
    assert nothing_for(speaker("hi-IN", "en-US"))


@pytest.mark.parametrize(
    ("translate", "key"),
    [
        ({}, r"tasks\.translate\.into"),
        ({"into": []}, r"tasks\.translate\.into"),
        ({"into": ["hi"]}, r"tasks\.translate\.into\.0: the campaign has no language 'hi'"),
        ({"into": ["hi-IN"], "source": ["te-IN"]}, r"tasks\.translate\.source\.0"),
        ({"into": ["hi-IN"], "source": ["hi-IN"]}, r"tasks\.translate\.into: nothing has to be translated"),
        ({"into": ["hi-IN"], "form": "x"}, r"tasks\.translate\.form"),
    ],
)
def test_a_section_that_contradicts_itself_is_refused(
    store: Store, place: Path, translate: dict[str, Any], key: str
) -> None:
    with pytest.raises(CampaignFileError, match=key):
        create(store, place, translate)


def test_nobody_else_gets_the_words(guide: Someone, people: People, speaker: Callable[..., Someone]) -> None:
    lease = speaker("hi-IN", "en-US").lease("translate")
    assert_problem(people().call("GET", f"/leases/{lease['lease_id']}"), 404, "record_not_found")
