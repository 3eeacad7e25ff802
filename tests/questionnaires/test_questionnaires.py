"""Questionnaires over HTTP: asked, answered, counted, exported, taken back, and removed at the end of their time."""

from __future__ import annotations

import csv
import io
import re
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from typer.testing import CliRunner

from pangea_server import Settings
from pangea_server.annotate.forms.questions import FormVersion
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.collect.questionnaires.command import app
from pangea_server.collect.questionnaires.records import FormAnswer
from pangea_server.collect.questionnaires.summary import answers_of, summaries
from pangea_server.core.records import now
from pangea_server.dataset.erasure.retention import remove_past_their_date
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access.records import Role
from pangea_server.people.consent.texts import publish
from pangea_server.stores.protocol import Store
from pangea_server.stores.tombstones import Tombstone
from tests.questionnaires.conftest import OPINION, Planned, opinion

FULL: dict[str, Any] = {"ease": 4, "device": "phone", "trouble": ["sound", "picture"], "headphones": True}


def asked(person: Someone, **query: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.call("GET", "/me/forms", params=query).json()
    return found


def answer(person: Someone, form: dict[str, Any], answers: dict[str, Any]) -> Any:
    shown = form["form"]
    sent = {
        "occasion": form["occasion"],
        "version": shown["version"],
        "language": shown["language"],
        "answers": answers,
    }
    return person.call("PUT", f"/me/forms/{form['campaign_id']}/{shown['name']}", json=sent)


def test_after_a_task_the_next_one_waits_for_the_answers(
    store: Store, planned: Planned, people: People
) -> None:
    planned({"opinion": OPINION})
    person = people()
    assert asked(person) == []
    assert person.guide().status_code == 200
    (form,) = asked(person)
    assert (form["occasion"], form["form"]["title"]) == ("guide-000001", "How was it?")
    refused = person.call("POST", "/leases", json={"kind": "guide"})
    assert refused.status_code == 204
    assert refused.headers["PanGEA-Reason"] == "form"
    assert refused.headers["PanGEA-Campaign"] == "corridor"
    assert answer(person, form, FULL).status_code == 200
    assert asked(person) == []
    person.lease("guide")
    (kept,) = store.records.find(FormAnswer)
    assert (kept.answers, kept.occasion, kept.language) == (FULL, "guide-000001", "en")
    assert store.records.get(FormVersion, kept.version).rules.texts["en"].title == "How was it?"


def test_the_page_gets_questions_and_not_the_schema(planned: Planned, people: People) -> None:
    planned({"opinion": opinion(asked="entry")})
    person = people()
    assert asked(person) == []
    (form,) = asked(person, beginning="corridor")
    questions = {each["name"]: each for each in form["form"]["questions"]}
    assert [each["input"] for each in questions.values()] == [
        *("scale", "choice", "choices", "yes_no", "number", "long_text")
    ]
    assert [option["value"] for option in questions["ease"]["options"]] == ["1", "2", "3", "4", "5"]
    assert questions["device"]["options"][0] == {"value": "phone", "label": "A phone"}
    assert questions["ease"]["required"]
    assert questions["words"]["most"] == 20


def test_an_entry_form_comes_before_the_first_task(planned: Planned, people: People) -> None:
    planned({"opinion": opinion(asked="entry")})
    person = people()
    assert person.call("POST", "/leases", json={"kind": "guide"}).headers["PanGEA-Reason"] == "form"
    (form,) = asked(person, beginning="corridor")
    assert answer(person, form, {"ease": 1}).status_code == 200
    assert person.guide().status_code == 200


def test_a_task_that_is_held_goes_on(planned: Planned, people: People) -> None:
    planned({})
    person = people()
    lease = person.lease("guide")["lease_id"]
    planned({"opinion": opinion(asked="entry")})
    assert person.lease("guide")["lease_id"] == lease


def test_a_session_counts_tasks_handed_in(planned: Planned, people: People) -> None:
    planned({"opinion": opinion(asked="after_session", tasks=2)})
    person = people()
    person.guide()
    assert asked(person) == []
    lease = person.lease("guide")
    assert asked(person) == [], "a task that is only held does not count"
    record = person.record(lease["lease_id"], lease["args"]["path"])
    assert person.submit(lease["lease_id"], record | {"transcript": "Past the sofa."}).status_code == 200
    assert [form["occasion"] for form in asked(person)] == ["session-1"]


def test_the_same_answers_again_are_the_same_and_others_are_refused(planned: Planned, people: People) -> None:
    planned({"opinion": opinion(asked="entry")})
    person = people()
    (form,) = asked(person, beginning="corridor")
    first = answer(person, form, {"ease": 1})
    assert answer(person, form, {"ease": 1, "words": " "}).json() == first.json()
    assert_problem(answer(person, form, {"ease": 2}), 409, "store_conflict")


def test_a_form_that_changed_meanwhile_is_shown_again(planned: Planned, people: People) -> None:
    planned({"opinion": opinion(asked="entry")})
    person = people()
    (form,) = asked(person, beginning="corridor")
    changed = deepcopy(opinion(asked="entry"))
    changed["texts"]["en"]["title"] = "How did it go?"
    planned({"opinion": changed})
    assert_problem(answer(person, form, {"ease": 1}), 409, "store_conflict")
    (newer,) = asked(person, beginning="corridor")
    assert answer(person, newer, {"ease": 1}).status_code == 200


def test_answers_that_nobody_asked_for_or_that_do_not_fit_are_refused(
    planned: Planned, people: People
) -> None:
    planned({"opinion": OPINION})
    person, other = people(), people()
    person.guide()
    (form,) = asked(person)
    assert_problem(answer(person, form, {"ease": 9}), 422, "submission")
    assert_problem(answer(person, form, {"ease": [[[1]]]}), 422, "submission")
    assert_problem(answer(other, form, FULL), 404, "record_not_found")
    assert_problem(answer(person, form | {"occasion": "guide-000009"}, FULL), 404, "record_not_found")
    assert_problem(answer(person, form | {"campaign_id": "nowhere"}, FULL), 404, "record_not_found")
    assert answer(person, form, FULL).status_code == 200


def test_staff_see_how_often_each_answer_was_given(planned: Planned, people: People) -> None:
    planned({"opinion": opinion(asked="entry")})
    some = {"ease": 4, "device": "phone", "headphones": True, "minutes": 1}
    other = {"ease": 5, "trouble": ["sound"], "words": "=1+1", "headphones": False, "minutes": 3}
    for answers in (some, other):
        person = people()
        answer(person, asked(person, beginning="corridor")[0], answers)
    (summary,) = people(Role.REVIEWER).call("GET", "/forms").json()
    assert (summary["answers"], summary["people"], summary["is_current"]) == (2, 2, True)
    figures = ("answered", "mean", "median", "least", "most")
    told = {each["name"]: tuple(each[figure] for figure in figures) for each in summary["questions"]}
    assert told == {
        "ease": (2, 4.5, 4.5, 4.0, 5.0),
        "device": (1, None, None, None, None),
        "trouble": (1, None, None, None, None),
        "headphones": (2, None, None, None, None),
        "minutes": (2, 2.0, 2.0, 1.0, 3.0),
        "words": (1, None, None, None, None),
    }
    counts = {
        each["name"]: each["counts"] and [(count["label"], count["count"]) for count in each["counts"]]
        for each in summary["questions"]
    }
    assert counts == {
        "ease": [("1", 0), ("2", 0), ("3", 0), ("4", 1), ("5", 1)],
        "device": [("A phone", 1), ("laptop", 0)],
        "trouble": [("sound", 1), ("picture", 0)],
        "headphones": [("true", 1), ("false", 1)],
        "minutes": None,
        "words": None,
    }
    assert people().call("GET", "/forms").status_code == 403


def test_answers_are_exported_as_csv_and_json(
    settings: Settings, server: Any, planned: Planned, people: People
) -> None:
    planned({"opinion": opinion(asked="entry")})
    person = people()
    answer(person, asked(person, beginning="corridor")[0], FULL | {"words": "=1+1"})
    staff = people(Role.REVIEWER)
    (row,) = staff.call("GET", "/forms/answers").json()
    assert (row["annotator_id"], row["answers"]["ease"]) == (person.annotator_id, 4)
    text = staff.call("GET", "/forms/answers", headers={"Accept": "text/csv"}).text
    (line,) = csv.DictReader(io.StringIO(text))
    assert {name: value for name, value in line.items() if name not in ("version", "answered_at")} == {
        "annotator_id": str(person.annotator_id),
        "campaign_id": "corridor",
        "form": "opinion",
        "occasion": "entry",
        "language": "en",
        "answers.ease": "4",
        "answers.device": "phone",
        "answers.trouble": "sound; picture",
        "answers.headphones": "true",
        "answers.minutes": "",
        "answers.words": "'=1+1",
    }
    server.__exit__(None, None, None)
    there = ["--campaign", "corridor", "--data-dir", str(settings.data_dir)]
    exported = CliRunner().invoke(app, ["export", "--json", *there]).stdout
    assert [FormAnswer.model_validate_json(each).answers for each in exported.splitlines()] == [
        row["answers"]
    ]
    assert CliRunner().invoke(app, ["export", *there]).stdout == text.replace("\r\n", "\n")
    assert len(CliRunner().invoke(app, ["export", "--form", "other", *there]).stdout.splitlines()) == 1
    shown = CliRunner(env={"COLUMNS": None}).invoke(app, ["show", *there]).stdout.splitlines()
    assert shown[0] == "corridor: How was it? (opinion), 1 answers"
    assert [re.split(" {2,}", line.strip()) for line in shown[1:] if "━" not in line] == [
        ["question", "answered", "answers"],
        ["How easy was it?", "1", "1 0, 2 0, 3 0, 4 1, 5 0, mean 4.00"],
        ["Your device", "1", "A phone 1, laptop 0"],
        ["What did not work?", "1", "sound 1, picture 1"],
        ["Did you use headphones?", "1", "true 1, false 0"],
        ["How many minutes did you take?", "0", "–"],
        ["Anything else?", "1", "–"],
    ]


def test_each_version_of_a_form_is_counted_by_itself_the_one_that_is_asked_first(
    store: Store, planned: Planned, people: People
) -> None:
    planned({"opinion": opinion(asked="entry"), "verdict": opinion(asked=None)})
    first, second = people(), people()
    [old] = asked(first, beginning="corridor")
    answer(first, old, {"ease": 1})
    shorter = deepcopy(OPINION["texts"])
    shorter["en"]["title"] = "Well?"
    planned({"opinion": opinion(asked="entry", texts=shorter)})
    answer(second, asked(second, beginning="corridor")[0], {"ease": 5})
    told = [
        (each.title, each.is_current, each.answers, each.people, each.questions[0].mean)
        for each in summaries(store.records)
    ]
    assert told == [("Well?", True, 1, 1, 5.0), ("How was it?", False, 1, 1, 1.0)]
    assert list(summaries(store.records, "other")) == []
    assert [each.annotator_id for each in answers_of(store.records)] == [
        first.annotator_id,
        second.annotator_id,
    ]


def test_whoever_withdraws_takes_their_answers_back(store: Store, planned: Planned, people: People) -> None:
    planned({"opinion": opinion(asked="entry")})
    person = people()
    answer(person, asked(person, beginning="corridor")[0], FULL)
    withdraw(store, person.annotator_id, None)
    assert store.records.find(FormAnswer) == []
    assert "form_answers" in {mark.removed_from for mark in store.records.find(Tombstone)}
    (summary,) = people(Role.REVIEWER).call("GET", "/forms").json()
    assert summary["answers"] == 0


@pytest.mark.parametrize(("days", "left"), [(30, 0), (400, 1)])
def test_answers_are_removed_at_the_end_of_their_time(
    store: Store, planned: Planned, people: People, days: int, left: int
) -> None:
    publish(store.records, {"en": "We keep it."}, days)
    planned({"opinion": opinion(asked="entry")})
    person = people()
    (form,) = asked(person, beginning="corridor")
    assert_problem(answer(person, form, FULL), 409, "consent")
    person.call("PUT", "/me/consent", json={"version": 1, "language": "en"})
    assert answer(person, form, FULL).status_code == 200
    remove_past_their_date(store, now() + timedelta(days=60))
    assert store.records.count(FormAnswer) == left
