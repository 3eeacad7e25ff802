"""Nothing is recorded before a person has agreed to the text in force."""

from __future__ import annotations

import hashlib

import pytest

from pangea_server.app.testing.server import People, assert_problem
from pangea_server.core.formatted import formatted
from pangea_server.people.access.records import Role
from pangea_server.people.consent.partner import PARAGRAPHS, names_partner
from pangea_server.people.consent.records import ConsentReceipt
from pangea_server.people.consent.texts import name_partner, newest_text, publish
from pangea_server.stores.protocol import Store

TEXTS = {"en": "# Your voice\n\nWe **record** it.\n\n- walks\n- words", "hi": "# आपकी आवाज़"}


@pytest.fixture(autouse=True)
def work(campaign: None) -> None:
    """There is a task to be done."""


def test_without_a_text_nobody_is_asked(people: People) -> None:
    person = people()
    assert person.call("GET", "/me").json()["consent"] is None
    assert person.call("GET", "/me/consent").status_code == 204
    assert person.guide().status_code == 200


def test_nothing_is_recorded_before_consent_and_a_new_version_asks_again(
    people: People, store: Store
) -> None:
    person = people()
    held = person.lease("guide")["lease_id"]
    for version in (1, 2):
        publish(store.records, TEXTS | {"te": f"version {version}"}, retention_days=None)
        assert person.call("GET", "/me").json()["consent"] == "missing"
        assert_problem(person.call("POST", "/leases", json={"kind": "guide"}), 409, "consent")
        begun = person.call(
            "POST", f"/leases/{held}/recordings", json={"attempt": version, "sample_rate": 16000}
        )
        assert_problem(begun, 409, "consent")
        agreed = person.call("PUT", "/me/consent", json={"version": version, "language": "en"})
        assert agreed.json()["agreed_at"]
        assert person.call("GET", "/me").json()["consent"] == "given"
        assert person.begin(held, attempt=version)
    assert person.guide().status_code == 200


def test_a_receipt_says_who_agreed_to_which_words_when_and_stays_the_first(
    people: People, store: Store
) -> None:
    publish(store.records, TEXTS, retention_days=365)
    person = people()
    agreement = {"version": 1, "language": "hi"}
    first = person.call("PUT", "/me/consent", json=agreement).json()
    assert person.call("PUT", "/me/consent", json=agreement).json() == first
    (receipt,) = store.records.find(ConsentReceipt)
    assert (receipt.annotator_id, receipt.version, receipt.language) == (person.annotator_id, 1, "hi")
    assert receipt.sha256 == hashlib.sha256(TEXTS["hi"].encode()).hexdigest()
    assert first["retention_days"] == 365


@pytest.mark.parametrize("wrong", [{"version": 2}, {"version": 0}, {"language": "de"}])
def test_nobody_agrees_to_what_is_not_in_force(
    people: People, store: Store, wrong: dict[str, object]
) -> None:
    publish(store.records, TEXTS, None)
    answer = people().call("PUT", "/me/consent", json={"version": 1, "language": "en"} | wrong)
    assert_problem(answer, 409, "consent")
    assert store.records.count(ConsentReceipt) == 0


def test_the_same_text_again_is_no_new_version(store: Store) -> None:
    assert publish(store.records, TEXTS, 30).version == publish(store.records, dict(TEXTS), 30).version == 1
    assert publish(store.records, TEXTS, 31).version == 2


@pytest.mark.parametrize(
    ("asked", "shown"), [("hi", "hi"), ("hi-IN", "hi"), ("te-IN", "en"), ("en-GB", "en"), ("", "en")]
)
def test_the_text_comes_in_the_nearest_language(people: People, store: Store, asked: str, shown: str) -> None:
    publish(store.records, TEXTS, None)
    assert people().call("GET", f"/me/consent?language={asked}").json()["language"] == shown


def test_markdown_becomes_elements_and_html_stays_text() -> None:
    nodes = formatted(
        '# One\n\ntwo **three** <img src=x onerror="alert(1)">\n\n- a\n- [b](javascript:alert(1))'
    )
    assert [node.element for node in nodes] == ["h2", "p", "ul"]
    assert [(part.element, part.text) for part in nodes[1].children][:2] == [("text", "two "), ("strong", "")]
    assert nodes[1].children[-1].text == ' <img src=x onerror="alert(1)">'


def test_staff_are_not_asked_before_they_look(people: People, store: Store) -> None:
    publish(store.records, TEXTS, None)
    assert people(Role.REVIEWER).call("GET", "/monitor").status_code == 200


def test_a_text_that_is_to_name_the_partner_asks_again_once_and_goes_on_to(
    people: People, store: Store
) -> None:
    person = people()
    publish(store.records, TEXTS, 30)
    person.call("PUT", "/me/consent", json={"version": 1, "language": "hi"})
    for _ in range(2):
        name_partner(store.records)
    assert person.call("GET", "/me").json()["consent"] == "missing"
    shown = person.call("GET", "/me/consent?language=hi").json()
    assert (shown["version"], shown["retention_days"]) == (2, 30)
    assert "आपका साथी" in str(shown["body"])
    person.call("PUT", "/me/consent", json={"version": 2, "language": "hi"})
    agreed = store.records.find(ConsentReceipt, descending=True)[0]
    said = f"{TEXTS['hi']}\n\n{PARAGRAPHS['hi']}\n"
    assert agreed.sha256 == hashlib.sha256(said.encode()).hexdigest()
    others = {"de": "Wir nehmen auf.", "en-GB": TEXTS["en"]}
    later = publish(store.records, others, None)
    assert [text.endswith(f"{PARAGRAPHS['en']}\n") for text in later.texts.values()] == [True, True]
    assert publish(store.records, others, None).version == later.version == 3


def test_without_a_text_there_is_none_that_could_name_the_partner(store: Store) -> None:
    name_partner(store.records)
    assert newest_text(store.records) is None


def test_the_partner_is_named_in_every_language_of_the_pages() -> None:
    assert [*PARAGRAPHS] == ["en", "hi", "te", "ur"]
    assert names_partner(PARAGRAPHS)
    assert not names_partner(PARAGRAPHS | {"te": PARAGRAPHS["en"]})
