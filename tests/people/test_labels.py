"""Labels beside people's numbers: for the data team alone, in no export or log, and gone with a withdrawal."""

from __future__ import annotations

import gzip
import logging
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pangea_server.app.command_line import app
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.release.release import make_release
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.accounts.records import Invite
from pangea_server.people.audit.records import AuditEntry
from pangea_server.stores.protocol import Store
from tests.people.open_campaign import open_campaign

LABEL = "Kavya, Tuesday team"
LABELS = "/people/labels"


def label(actor: Someone, number: int, text: Any = LABEL) -> Any:
    return actor.call("PUT", f"/people/{number}/label", json={"label": text})


def test_a_manager_writes_it_and_the_whole_team_reads_it(people: People, store: Store) -> None:
    manager, reviewer, person = people(Role.MANAGER), people(Role.REVIEWER), people()
    number = person.annotator_id
    assert label(manager, number, f" {LABEL} ").json() == {"annotator_id": number, "label": LABEL}
    assert reviewer.call("GET", LABELS).json() == [{"annotator_id": number, "label": LABEL}]
    listed = {each["annotator_id"]: each["label"] for each in manager.call("GET", "/people").json()}
    assert listed[number] == LABEL
    assert LABEL not in person.call("GET", "/me").text
    assert label(manager, number, "").json()["label"] == ""
    assert reviewer.call("GET", LABELS).json() == []
    noted = [each for each in store.records.find(AuditEntry) if each.action == "labelled"]
    assert [(each.actor, each.subject, each.detail) for each in noted] == [
        (manager.annotator_id, number, "")
    ] * 2


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.REVIEWER])
def test_others_do_not_write_it(people: People, role: Role) -> None:
    assert label(people(role), people().annotator_id).status_code == 403


def test_annotators_do_not_read_it(people: People) -> None:
    assert people().call("GET", LABELS).status_code == 403


@pytest.mark.parametrize("text", ["x" * 40, "त्रि" * 20, "می‌خواهم", "<b>&", "=1+1"])
def test_any_line_of_forty_visible_characters_is_a_label(people: People, text: str) -> None:
    assert label(people(Role.OWNER), people().annotator_id, text).json()["label"] == text


@pytest.mark.parametrize("text", ["x" * 41, "Two\nlines", "\u200b", "a\x00", "a\u2028b", "x" * 400, 7, None])
def test_nonsense_is_refused(people: People, text: Any) -> None:
    person = people()
    answer = label(people(Role.OWNER), person.annotator_id, text)
    assert answer.status_code in (400, 422), answer.text
    assert people(Role.OWNER).call("GET", LABELS).json() == []


def test_an_invitation_may_bring_a_label_and_pools(people: People, store: Store) -> None:
    owner = people(Role.OWNER)
    open_campaign(store, pools={"hindi": {}})
    wanted = {"languages": ["hi-IN"], "pools": ["hindi"], "label": LABEL, "days": 2}
    number = owner.call("POST", "/people", json=wanted).json()["annotator_id"]
    (found,) = [each for each in owner.call("GET", "/people").json() if each["annotator_id"] == number]
    assert (found["label"], found["pools"], found["state"]) == (LABEL, ["hindi"], "invited")
    (made,) = store.records.find(Invite, {"annotator_id": number})
    assert abs(made.expires_at - made.created_at - timedelta(days=2)) < timedelta(minutes=1)


@pytest.mark.parametrize("language", ["English", "xx", ""])
def test_nobody_is_invited_in_a_language_that_is_none(people: People, language: str) -> None:
    answer = people(Role.OWNER).call("POST", "/people", json={"languages": [language]})
    assert_problem(answer, 422, "invalid_request")


def test_nobody_who_is_not_there_and_nobody_who_left_gets_one(people: People, store: Store) -> None:
    owner, person = people(Role.OWNER), people()
    assert_problem(label(owner, 4711), 404, "record_not_found")
    withdraw(store, person.annotator_id, None)
    assert_problem(label(owner, person.annotator_id), 410, "record_withdrawn")


@pytest.mark.usefixtures("campaign")
def test_it_is_in_no_export_and_no_log(
    people: People, store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    owner, person = people(Role.OWNER), people()
    assert person.guide().status_code == 200
    label(owner, person.annotator_id)
    folder = tmp_path / "release"
    make_release(Dataset(store), folder, open_formats(["rxr"]), "1.0")
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert len(files) > 3
    assert [file.name for file in files if LABEL.encode() in content(file)] == []
    sheet = {"Accept": "text/csv"}
    for table in ("/annotations", "/monitor/pay", "/audit"):
        assert LABEL not in owner.call("GET", table, headers=sheet).text
    assert LABEL not in caplog.text


def test_a_withdrawal_removes_it(people: People, store: Store) -> None:
    person = people()
    label(people(Role.OWNER), person.annotator_id)
    withdraw(store, person.annotator_id, None)
    assert LABEL not in "".join(each.model_dump_json() for each in store.records.find(Annotator))


def content(file: Path) -> bytes:
    return gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()


def test_the_commands(tmp_path: Path) -> None:
    folder = ["--data-dir", str(tmp_path / "data")]
    run = CliRunner().invoke
    campaign = ["campaign", "sample", "--paths", "1", "--environment", "demo"]
    assert run(app, [*campaign, *folder]).exit_code == 0
    assert run(app, ["invite", "--label", LABEL, *folder]).exit_code == 0
    assert LABEL in run(app, ["people", "list", *folder]).output
    assert run(app, ["people", "label", "1", "[red]", *folder]).output == "Person 1 has a label now.\n"
    assert "[red]" in run(app, ["people", "list", *folder]).output
    assert run(app, ["people", "label", "1", "", *folder]).output == "Person 1 has no label now.\n"
    assert "[red]" not in run(app, ["people", "list", *folder]).output
    refused = run(app, ["people", "label", "1", "x" * 41, *folder])
    assert refused.exit_code == 2
    assert "at most 40" in refused.output
    assert run(app, ["people", "label", "7", "Nobody", *folder]).exit_code == 1
    again = ["--data-dir", str(tmp_path / "again")]
    assert run(app, ["people", "label", "1", LABEL, *folder]).exit_code == 0
    assert run(app, ["backup", str(tmp_path / "c.tar"), *folder]).exit_code == 0
    assert run(app, ["restore", str(tmp_path / "c.tar"), *again]).exit_code == 0
    assert LABEL in run(app, ["people", "list", *again]).output
