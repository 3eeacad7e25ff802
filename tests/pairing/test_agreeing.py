"""What people agree to before they talk, and what stays of a dialogue when one of them withdraws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pangea_server import Settings
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.server import People, Someone, assert_problem, summary
from pangea_server.collect.ledger.entries import book, entries_of
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.formats.dialogues import ALONE, Dialogues
from pangea_server.people.consent.texts import publish
from pangea_server.stores.protocol import Store
from tests.pairing.conftest import Call, add_dialogue, said
from tests.server.conftest import PATH

CANARY = b"CANARY-0123456789-IN-A-COAL-MINE"
STAYS = b"\x02\x00" * 8000


@pytest.mark.usefixtures("dialogue")
def test_nobody_is_heard_before_they_agreed_to_a_text_that_names_the_partner(
    people: People, store: Store, call: Call
) -> None:
    """Also where the text came into force after the campaign did."""
    publish(store.records, {"en": "We record you."}, None)
    person = people()
    person.call("PUT", "/me/consent", json={"version": 1, "language": "en"})
    assert_problem(person.call("POST", "/leases", json={"kind": "guide_two"}), 409, "consent")
    shown = person.call("GET", "/me/consent").json()
    assert "hears you live" in str(shown["body"])
    person.call("PUT", "/me/consent", json={"version": shown["version"], "language": "en"})
    lease = person.lease("guide_two")
    with call(person, lease) as line:
        assert said(line, "now")["state"] == "waiting"
    publish(store.records, {"en": "We record you, for longer."}, None)
    with call(person, lease) as line:
        assert said(line, "refused")["code"] == "consent"
    wanted = {"attempt": 0, "sample_rate": 16_000}
    assert_problem(
        person.call("POST", f"/leases/{lease['lease_id']}/recordings", json=wanted), 409, "consent"
    )


def hand_in(person: Someone, lease: dict[str, Any], voice: bytes, words: str) -> None:
    sent = person.record(lease["lease_id"], PATH, [voice]) | {"voice": summary([voice])}
    texts = [{"time": 0.1, "words": words}]
    response = person.submit(lease["lease_id"], sent | {"answer": {"transcript": words, "messages": texts}})
    assert response.status_code == 200, response.text


def exported(store: Store, folder: Path) -> tuple[int, int]:
    """How many dialogues, and how many answers whose partner's is not there."""
    dataset = Dataset(store)
    assert not Dialogues().write(dataset, folder)
    table = folder / "guide_two.jsonl"
    return len(table.read_text().splitlines()) if table.exists() else 0, dataset.notes[ALONE]


@pytest.mark.parametrize("leaves", [0, 1])
def test_who_withdraws_takes_their_voice_and_the_dialogue_and_not_the_others_voice_or_pay(
    people: People, store: Store, settings: Settings, tmp_path: Path, leaves: int
) -> None:
    add_dialogue(store)
    paid = {
        "id": "talks",
        "languages": ["en-US"],
        "pay": {"currency": "EUR", "per_annotation": {"guide_two": 25}},
    }
    store.records.create(
        Campaign(
            campaign_id="talks",
            state=CampaignState.RUNNING,
            version=1,
            definition=CampaignDefinition.model_validate(paid | {"tasks": {"guide_two": {"per_scan": 1}}}),
        )
    )
    for task in store.records.find(Task):
        of = task.model_copy(update={"campaign_id": "talks"})
        store.records.transact(lambda changes, of=of: changes.replace(of))  # type: ignore[misc]
    both = people(), people()
    leases = [person.lease("guide_two") for person in both]
    for number, (person, lease) in enumerate(zip(both, leases, strict=True)):
        draft = {"version": 1, "content": CANARY.decode()}  # each page keeps what both typed
        assert person.call("PUT", f"/leases/{lease['lease_id']}/draft", json=draft).status_code == 200
        if number == leaves:
            hand_in(person, lease, CANARY * 500, CANARY.decode())
        else:
            hand_in(person, lease, STAYS, "I stay.")
    assert book(store.records) == 2
    assert exported(store, tmp_path / "before") == (1, 0)
    assert both[leaves].call("DELETE", "/me").json() == {"attempts": 1}

    left = [file for file in settings.data_dir.rglob("*") if file.is_file() and CANARY in file.read_bytes()]
    assert left == []
    (kept,) = store.records.find(TaskAnnotation)
    stayed = both[1 - leaves]
    assert kept.annotator_id == stayed.annotator_id
    assert kept.voice is not None
    assert store.blobs.read(kept.voice.blob).endswith(STAYS)
    assert exported(store, tmp_path / "after") == (0, 1)
    assert not book(store.records)
    assert [entry.amount for entry in entries_of(store.records, stayed.annotator_id)] == [25]
