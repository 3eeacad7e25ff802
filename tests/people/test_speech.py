"""Dialect and region of a speaker: optional, agreed to, published with the voice only, and taken back with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.release.release import make_release
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.consent.texts import publish
from pangea_server.stores.protocol import Store
from tests.exports.exported import exported

pytestmark = pytest.mark.usefixtures("campaign")
SAID = {"dialect": "Telangana English", "region": "Warangal", "agreed": True}
NOTHING = {"language": "en-US", "dialect": "", "region": ""}


def say(person: Someone, **said: Any) -> Any:
    return person.call("PUT", "/me/speech/en-US", json=SAID | said)


def speaks(person: Someone) -> Any:
    return person.call("GET", "/me/speech").json()


def speakers(folder: Path) -> Any:
    return json.loads((folder / "speakers.json").read_text())


def test_people_say_it_in_their_own_words_and_may_empty_it(people: People) -> None:
    person = people()
    assert speaks(person) == [NOTHING]
    assert say(person).json() == {"language": "en-US", "dialect": "Telangana English", "region": "Warangal"}
    assert say(person, region=" ").json()["region"] == ""
    assert speaks(person) == [{"language": "en-US", "dialect": "Telangana English", "region": ""}]
    assert say(person, dialect="", region="").status_code == 200
    assert speaks(person) == [NOTHING]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"agreed": False}, "invalid_request"),
        ({"agreed": None}, "invalid_request"),
        ({"dialect": "x" * 101}, "invalid_request"),
        ({"dialect": ["Telugu"]}, "invalid_request"),
        ({"accent": "strong"}, "invalid_request"),
        ({"dialect": "\u200b"}, "submission"),
        ({"region": "Two\nlines"}, "submission"),
    ],
)
def test_nonsense_is_refused_and_nothing_is_kept(people: People, said: dict[str, Any], code: str) -> None:
    person = people()
    assert_problem(say(person, **said), 422, code)
    assert speaks(person) == [NOTHING]


def test_nothing_is_kept_without_agreeing(people: People) -> None:
    person = people()
    answer = person.call("PUT", "/me/speech/en-US", json={"dialect": "Scots"})
    assert_problem(answer, 422, "invalid_request")
    assert speaks(person) == [NOTHING]


@pytest.mark.parametrize(
    ("language", "status"), [("fr-FR", 404), ("xx", 404), ("en_US", 422), ("e" * 36, 422)]
)
def test_only_ones_own_languages(people: People, language: str, status: int) -> None:
    assert people().call("PUT", f"/me/speech/{language}", json=SAID).status_code == status


def test_the_consent_of_the_collection_comes_first(people: People, store: Store) -> None:
    person = people()
    publish(store.records, {"en": "What is recorded."}, None)
    assert_problem(say(person), 409, "consent")


def test_staff_have_no_voice_here(people: People) -> None:
    assert people(Role.REVIEWER).call("GET", "/me/speech").status_code == 403


def test_it_goes_out_with_the_voice_and_not_without(people: People, store: Store, tmp_path: Path) -> None:
    guide, follower = people(), people()
    assert guide.guide().status_code == 200
    assert follower.follow(["door", "lamp", "sofa"]).status_code == 200
    exported(store, tmp_path)
    assert not (tmp_path / "speakers.json").exists()
    say(guide)
    say(follower)  # who does not speak in this dataset
    exported(store, tmp_path)
    row = {"annotator_id": guide.annotator_id, "language": "en-US"}
    assert speakers(tmp_path) == [row | {"dialect": "Telangana English", "region": "Warangal"}]
    say(guide, dialect="", region="")
    exported(store, tmp_path)
    assert not (tmp_path / "speakers.json").exists()


def test_the_data_card_counts_it(people: People, store: Store, tmp_path: Path) -> None:
    guide = people()
    guide.guide()
    say(guide, dialect="A | B", region="")
    folder = tmp_path / "release"
    make_release(Dataset(store), folder, open_formats(["rxr"]), "1.0")
    card = (folder / "README.md").read_text()
    assert "1 person said in their own words how they speak" in card
    assert "| en-US | A \\| B | - | 1 |" in card
    assert "speakers.json" in (folder / "SHA256SUMS").read_text()


def test_whoever_withdraws_takes_it_along(people: People, store: Store) -> None:
    guide, other = people(), people()
    say(guide)
    withdraw(store, guide.annotator_id, None)
    assert store.records.get(Annotator, f"{guide.annotator_id:06d}").speech == ()
    assert "Warangal" not in "".join(each.model_dump_json() for each in store.records.find(Annotator))
    assert speaks(other) == [NOTHING]
