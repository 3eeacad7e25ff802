"""`pangea platform`, `pangea ledger` and `pangea invite --csv`, as they are typed."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pangea_server.app.command_line import app
from pangea_server.people.access.records import Annotator
from pangea_server.stores.local.store import LocalStore


def run(*words: str, data: Path, fails: bool = False) -> str:
    done = CliRunner().invoke(app, [*words, "--data-dir", str(data)])
    assert (done.exit_code != 0) == fails, (done.output, done.exception)
    return done.stdout


@pytest.fixture(autouse=True)
def a_store(tmp_path: Path) -> None:
    LocalStore.open(tmp_path / "data").close()


def test_a_study_from_its_offer_to_its_end(tmp_path: Path) -> None:
    data = tmp_path / "data"
    address = run(
        "platform", "offer", "mturk-code", "--kind", "guide", "--origin", "https://x.example", data=data
    )
    assert address.startswith("https://x.example/enter?study=")
    listed = run("platform", "list", data=data)
    study = listed.split()[0]
    assert "0 of 100 places taken, 0 complete, 0 partial with 0 answers" in listed
    table = tmp_path / "batch.csv"
    table.write_text("AssignmentId,Answer.surveycode\n3NOBODY,AAAAAAAAAAAA\n")
    assert "3NOBODY,AAAAAAAAAAAA,unknown," in run("platform", "check-codes", study, str(table), data=data)
    run("platform", "close", study, data=data)
    assert "closed" in run("platform", "list", data=data)


@pytest.mark.parametrize(
    ("platform", "root"), [("mturk", "ExternalQuestion"), ("mturk-code", "HTMLQuestion")]
)
def test_the_question_of_a_hit_is_whole_xml(tmp_path: Path, platform: str, root: str) -> None:
    data = tmp_path / "data"
    run("platform", "offer", platform, data=data)
    study = run("platform", "list", data=data).split()[0]
    question = run("platform", "question", study, "--origin", "https://x.example", data=data)
    assert ET.fromstring(question).tag.endswith(root)
    run("platform", "question", study, "--origin", "http://x.example", data=data, fails=True)


def test_people_of_ones_own_get_links_that_a_second_run_leaves_alone(tmp_path: Path) -> None:
    data, table, links = tmp_path / "data", tmp_path / "people.csv", tmp_path / "links.csv"
    table.write_text("external_id,languages,pools\nstaff-7,hi-IN en-IN,team-a\nstaff-9,te-IN,\n")
    run("invite", "--csv", str(table), "--links", str(links), data=data)
    first = links.read_text()
    assert links.stat().st_mode & 0o777 == 0o600
    table.write_text(table.read_text() + "staff-11,te-IN,team-b\n")
    run("invite", "--csv", str(table), "--links", str(links), data=data)
    assert links.read_text().startswith(first)
    rows = list(csv.DictReader(links.read_text().splitlines()))
    assert [row["annotator_id"] for row in rows] == ["1", "2", "3"]
    assert len({row["link"] for row in rows}) == 3
    with LocalStore.open(data) as store:
        people = store.records.find(Annotator)
    assert (people[0].languages, people[0].pools) == (("hi-IN", "en-IN"), ("team-a",))
    assert "staff" not in "".join(person.model_dump_json() for person in people)
    table.write_text("external_id,languages\nstaff-7,\n")
    run("invite", "--csv", str(table), "--links", str(links), data=data, fails=True)
    assert list(csv.DictReader(links.read_text().splitlines())) == rows


def test_the_ledger_prints_what_it_knows(tmp_path: Path) -> None:
    data = tmp_path / "data"
    run("invite", data=data)
    run("ledger", "bonus", "1", "250", "--reason", "thanks", data=data)
    less = ["ledger", "correct", "--reason", "too much", "--data-dir", str(data), "--", "1", "-50"]
    assert CliRunner().invoke(app, less).exit_code == 0
    found = json.loads(CliRunner().invoke(app, ["ledger", "--json", "--data-dir", str(data)]).stdout)
    assert [(row["annotator_id"], row["due"]) for row in found] == [(1, 200)]
    assert "bonus 2.50 USD: thanks" in run("ledger", "entries", "1", data=data)
    assert run("ledger", "payout", "prolific", data=data) == ""
    for form in ("--csv", "--json"):
        assert CliRunner().invoke(app, ["ledger", form, "--data-dir", str(data)]).exit_code == 0
