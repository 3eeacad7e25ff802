"""`pangea platform`, `pangea ledger` and `pangea invite --csv`, as they are typed."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pangea_server.annotate.kinds.guide import GuideTask
from pangea_server.app.command_line import app
from pangea_server.collect.ledger.entries import grant
from pangea_server.collect.platforms.keys import PlatformKeys
from pangea_server.collect.platforms.questions import question_xml
from pangea_server.collect.platforms.records import Payee, Study, Visit
from pangea_server.collect.platforms.studies import entry_address, make_study
from pangea_server.core.records import now
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.accounts.enrolment import enrol
from pangea_server.stores.local.store import LocalStore
from tests.people.open_campaign import open_campaign


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
    with LocalStore.open(data) as store:
        open_campaign(store, languages=["en-IN", "te-IN"], pools={"team-a": {}, "team-b": {}})
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


CODES = {"A1": "GOOD1", "A2": None, "A3": "GOOD3"}


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """Two people on Mechanical Turk, one of whom came twice."""
    with LocalStore.open(tmp_path / "data") as store:
        study = make_study(store.records, "mturk-code", GuideTask(), ("en-US",), required=1, places=9)
        for place, (assignment, code) in enumerate(CODES.items()):
            ids: dict[str, Any] = {
                "visit_id": PlatformKeys(store.records).visit_id(study, assignment),
                "study_id": study.study_id,
                "annotator_id": 1 + place // 2,
            }
            store.records.create(Visit(**ids, code=code, began_at=now() + timedelta(minutes=place)))
            store.records.create(Payee(**ids, worker_id=f"W{1 + place // 2}", assignment_id=assignment))
        for number in (1, 2, 3):
            enrol(store.records, Role.ANNOTATOR, ("en-US",))
            grant(store.records, number, "bonus", 100 * number, "USD", "thanks")
        grant(store.records, 2, "paid", -200, "USD", "by hand")
    return study


def test_what_is_due_to_a_platforms_people_is_due_until_it_is_entered_as_paid(
    tmp_path: Path, study: Study
) -> None:
    data, head = tmp_path / "data", "WorkerId,AssignmentId,BonusAmount,Reason,UniqueRequestToken\n"
    due = head + "W1,A2,1.00,For your work,pangea-1-0-100\n"
    file = tmp_path / "bonus.csv"
    for _ in range(2):
        file.write_text(run("ledger", "payout", "mturk-code", data=data))
        assert file.read_text() == due
    run("ledger", "bonus", "1", "300", "--reason", "meanwhile", data=data)
    paid = ("ledger", "payout", "mturk-code", "--paid", str(file))
    assert run(*paid, data=data) == "1 payments were entered.\n"
    assert run("ledger", "payout", "mturk-code", data=data) == head + due[len(head) :].replace(
        "1.00", "3.00"
    ).replace("pangea-1-0-100", "pangea-1-100-300")
    wrong = {"W1,A2,9.00": "more than is due", "W9,A2,1.00": "is nobody", "W1,A2,x": "is no amount"}
    wrong |= {"W1": "is no amount", "W1,A2,1.00\nW1,A2,1.00": "is in the file twice"}
    for row, said in wrong.items():
        file.write_text(f"{head}{row}\n")
        assert said in str(CliRunner().invoke(app, [*paid, "--data-dir", str(data)]).exception)
    told = [line.split(" ", 2)[2] for line in run("ledger", "entries", "1", data=data).splitlines()]
    assert told == [
        "bonus 1.00 USD: thanks",
        "bonus 3.00 USD: meanwhile",
        "paid -1.00 USD: bonus on mturk-code",
    ]


def test_a_study_is_listed_with_its_attempts(tmp_path: Path, study: Study) -> None:
    lines = run("platform", "list", data=tmp_path / "data").splitlines()
    assert [line for line in lines if line.startswith(study.study_id)] == [
        f"{study.study_id} mturk-code guide open: 0 of 9 places taken, 2 complete, 1 partial with 0 answers"
    ]


def test_each_code_of_a_table_is_judged(tmp_path: Path, study: Study) -> None:
    table = tmp_path / "batch.csv"
    rows = ["A1,good1", "A1,GOOD1", "A2,GOOD1", "A2,OTHER", "A3,GOOD1", "A9,GOOD3", "A8,OTHER"]
    table.write_text("\n".join(["assignment_id,code", *rows]), "utf-8-sig")
    words = ["platform", "check-codes", study.study_id, str(table), "--data-dir", str(tmp_path / "data")]
    done = CliRunner().invoke(app, words)
    assert done.stdout.splitlines() == [
        "assignment_id,code,verdict,annotator_id",
        *("A1,good1,right,1", "A1,GOOD1,duplicate,1"),
        *("A2,GOOD1,duplicate,1", "A2,OTHER,duplicate,1"),
        *("A3,GOOD1,duplicate,2", "A9,GOOD3,duplicate,", "A8,OTHER,unknown,"),
    ]
    assert done.stderr == "1 right, 5 duplicate, 1 unknown\n"


def test_the_address_of_a_hit_is_written_as_its_page_needs_it(tmp_path: Path, study: Study) -> None:
    with LocalStore.open(tmp_path / "data") as store:
        external = study.model_copy(update={"platform": "mturk"})
        address = entry_address(store.records, external, "https://x.example")
        assert "&" in address
        xml = question_xml(store.records, external, "https://x.example")
        assert [each.text for each in ET.fromstring(xml)] == [address, "800"]
        page = question_xml(store.records, study, "https://x.example/</script>")
        assert page.count("</script>") == 1
