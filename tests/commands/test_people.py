"""What `pangea invite`, `people`, `audit`, `consent` and `withdraw` print, and what stays in the store."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pangea_server.annotate.tasks.records import Task
from pangea_server.app.command_line import app
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.access.tokens import hash_token, new_token
from pangea_server.people.accounts.invites import claim
from pangea_server.people.accounts.records import Invite
from pangea_server.people.audit.log import Sought, entries
from pangea_server.people.consent.texts import newest_text
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.tombstones import Tombstone
from tests.people.open_campaign import open_campaign


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PANGEA_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    LocalStore.open(tmp_path / "data").close()
    return tmp_path / "data"


def told(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, words)
    assert done.exit_code == code, (done.output, done.exception)
    return done.stdout


def person(data: Path, number: int) -> Annotator:
    with LocalStore.open(data) as store:
        return store.records.get(Annotator, padded(number))


def test_an_annotator_gets_a_link_to_what_is_next_and_staff_one_to_the_monitor(data: Path) -> None:
    with LocalStore.open(data) as store:
        open_campaign(store, languages=["en-IN"], pools={"team-a": {}})
    lines = told(
        *("invite", "--language", "hi-IN", "--language", "en-IN", "--pool", "team-a", "--label", " Asha "),
        *("--days", "3", "--origin", "https://x.example"),
    ).splitlines()
    ((address, token),) = (line.split("#token=") for line in lines)
    assert address == "https://x.example/work"
    asha = person(data, 1)
    assert (asha.role, asha.languages, asha.pools, asha.label) == (
        Role.ANNOTATOR,
        ("hi-IN", "en-IN"),
        ("team-a",),
        "Asha",
    )
    with LocalStore.open(data) as store:
        valid = store.records.get(Invite, hash_token(token)).expires_at - now()
    assert timedelta(days=2, hours=23) < valid <= timedelta(days=3)
    assert told("invite", "--role", "reviewer").startswith("http://127.0.0.1:8000/monitor#token=")


def test_a_new_link_for_somebody_is_of_the_same_person(data: Path) -> None:
    told("invite")
    first, again = told("invite", "--again", "1"), told("invite", "--again", "1")
    assert first != again
    with LocalStore.open(data) as store:
        assert (store.records.count(Annotator), store.records.count(Invite)) == (1, 1)


def test_people_are_listed_by_number_with_their_state(data: Path) -> None:
    told("invite", "--label", "Asha")
    told("invite", "--role", "manager", "--language", "hi-IN", "--language", "te-IN")
    told("invite")
    assert told("people", "role", "2", "owner") == "Person 2 is now a owner.\n"
    assert told("people", "label", "1", "") == "Person 1 has no label now.\n"
    assert told("people", "label", "1", "Bina") == "Person 1 has a label now.\n"
    assert told("people", "revoke", "3") == "Person 3 is shut out.\n"
    assert [line.split() for line in told("people", "list").splitlines()] == [
        ["person", "label", "role", "languages", "state"],
        ["1", "Bina", "annotator", "en-US", "invited"],
        ["2", "owner", "hi-IN", "te-IN", "invited"],
        ["3", "annotator", "en-US", "shut", "out"],
    ]


def test_a_label_that_is_too_long_is_wrong_usage(data: Path) -> None:
    told("invite", "--label", "x" * 41, code=2)
    with LocalStore.open(data) as store:
        assert store.records.count(Annotator) == 0


def test_the_log_says_who_did_what_to_whom_and_finds_what_is_sought(data: Path) -> None:
    told("invite")
    told("people", "role", "1", "reviewer")
    with LocalStore.open(data) as store:
        at = [f"{entry.at:%Y-%m-%d %H:%M:%S}" for entry in entries(store.records, Sought())]
    lines = [
        f"{at[0]} operator: enrolled person 1 annotator",
        f"{at[1]} operator: invited person 1",
        f"{at[2]} operator: role changed person 1 annotator to reviewer",
    ]
    assert told("audit").splitlines() == lines
    assert told("audit", "--actor", "0", "--subject", "1", "--action", "invited").splitlines() == lines[1:2]
    assert told("audit", "--since", "2999-01-01") == ""
    assert told("audit", "--actor", "1") == ""
    [row] = map(json.loads, told("audit", "--json", "--action", "role changed").splitlines())
    assert (row["actor"], row["subject"], row["detail"]) == (None, 1, "annotator to reviewer")


def test_a_folder_of_texts_is_what_people_agree_to(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    done = CliRunner().invoke(app, ["consent", str(folder)])
    assert "There is no text in" in str(done.exception)
    (folder / "hi.md").write_text("आवाज़")
    (folder / "en.md").write_text("Voice")
    (folder / "notes.txt").write_text("No text.")
    assert told("consent", str(folder), "--retention-days", "90") == "Version 1 is in force, in en, hi.\n"
    assert told("consent", str(folder), "--retention-days", "90") == "Version 1 is in force, in en, hi.\n"
    assert told("consent", str(folder)) == "Version 2 is in force, in en, hi.\n"
    with LocalStore.open(data) as store:
        text = newest_text(store.records)
    assert text
    assert (text.texts, text.retention_days) == ({"en": "Voice", "hi": "आवाज़"}, None)
    (folder / "en.md").write_bytes(b"\xff")
    assert "en.md cannot be read" in str(CliRunner().invoke(app, ["consent", str(folder)]).exception)


def test_a_withdrawal_asks_first_and_names_what_is_in_quarantine(data: Path) -> None:
    link = told("invite").splitlines()[0].partition("#token=")[2]
    with LocalStore.open(data) as store:
        claim(store.records, link, new_token(), timedelta(days=1))
        assert store.records.count(Task) == 0
    assert CliRunner().invoke(app, ["withdraw", "1"], input="n\n").exit_code == 1
    assert person(data, 1).withdrawn_at is None
    done = CliRunner().invoke(app, ["withdraw", "1"], input="y\n")
    assert done.stdout.endswith("0 attempts of person 1 were removed.\n")
    assert person(data, 1).withdrawn_at
    assert told("withdraw", "1", "--yes") == "0 attempts of person 1 were removed.\n"
    (data / "quarantine" / "x").mkdir(parents=True)
    (data / "quarantine" / "x" / "piece").touch()
    done = CliRunner().invoke(app, ["withdraw", "1", "--yes"])
    assert done.stderr.endswith(
        f"1 pieces in {data / 'quarantine'} may be of anybody; look at each:\n  x/piece\n"
    )


def test_what_was_removed_for_good_is_listed_as_json(data: Path) -> None:
    marks = [
        Tombstone(removed_from="leases", removed_id="a", reason="retention"),
        Tombstone(removed_from="mentions", removed_id="1-0-3", reason="withdrawn"),
    ]
    with LocalStore.open(data) as store:
        for mark in reversed(marks):
            store.records.create(mark)
    printed = told("people", "removed").splitlines()
    assert [Tombstone.model_validate_json(line) for line in printed] == marks
