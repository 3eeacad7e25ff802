"""When a form is due, as a pure function of what somebody did and answered."""

from __future__ import annotations

from typing import Any

import pytest

from pangea_server.annotate.campaigns.form_rules import FormRules
from pangea_server.collect.questionnaires.due import WorkDone, due_forms
from tests.questionnaires.conftest import opinion

NEW = WorkDone({})
ONE = WorkDone({"guide": 1}, ("guide-000001", "guide"))
TEN = WorkDone({"guide": 7, "follower": 3}, ("follower-000003", "follower"))


def due(
    done: WorkDone, answered: set[tuple[str, str]] | None = None, **changed: Any
) -> list[tuple[str, str]]:
    forms = {"opinion": FormRules.model_validate(opinion(**changed))}
    return [(each.form, each.occasion) for each in due_forms(forms, done, answered or set())]


def test_an_entry_form_is_asked_once() -> None:
    assert due(NEW, asked="entry") == [("opinion", "entry")]
    assert due(TEN, {("opinion", "entry")}, asked="entry") == []


def test_a_form_after_a_task_is_about_the_newest_one() -> None:
    assert due(NEW) == []
    assert due(ONE) == [("opinion", "guide-000001")]
    assert due(ONE, {("opinion", "guide-000001")}) == []
    assert due(TEN, {("opinion", "guide-000001")}) == [("opinion", "follower-000003")]


def test_a_form_may_be_about_some_kinds_only() -> None:
    assert due(TEN, kinds=["guide"]) == []
    assert due(TEN, kinds=["follower"]) == [("opinion", "follower-000003")]


@pytest.mark.parametrize(
    ("tasks", "answered", "occasion"),
    [
        (5, set(), "session-2"),
        (5, {"session-1"}, "session-2"),
        (5, {"session-2"}, None),
        (11, set(), None),
        (4, {"session-1"}, "session-2"),
    ],
)
def test_a_session_has_so_many_tasks(tasks: int, answered: set[str], occasion: str | None) -> None:
    found = due(TEN, {("opinion", each) for each in answered}, asked="after_session", tasks=tasks)
    assert found == ([("opinion", occasion)] if occasion else [])


def test_who_did_much_before_the_form_was_added_is_asked_once() -> None:
    hundred = WorkDone({"guide": 100}, ("guide-000100", "guide"))
    assert due(hundred, asked="after_session", tasks=5) == [("opinion", "session-20")]


def test_a_form_of_a_judgement_is_never_asked_by_itself() -> None:
    assert due(TEN, asked=None) == []
