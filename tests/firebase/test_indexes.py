"""What deploy/firebase declares is what the code's queries need: nothing is missing, nothing is paid for in vain."""

from __future__ import annotations

import json

import pytest

from tests.firebase.conftest import RULES
from tests.firebase.indexes import Query, UnreadableQueryError, declaration, needed, queries, queries_in


def test_the_declared_indexes_are_those_that_the_queries_need() -> None:
    declared = json.loads((RULES.parent / "firestore.indexes.json").read_text())
    assert declared == declaration(), (
        "run python -m tests.firebase.indexes > deploy/firebase/firestore.indexes.json"
    )


def test_the_queries_of_the_code_are_found() -> None:
    assert {
        Query("tasks", ("kind", "state", "language"), False),
        Query("leases", ("annotator_id", "state"), False),
        Query("recordings", ("lease_id",), False),
        Query("reviews", ("language",), True),
    } <= queries()


def test_a_new_query_asks_for_its_index() -> None:
    source = """
def list_tasks(records):
    where = {"kind": "guide", "language": "hi-IN"}
    return records.find(Task, where, descending=True), records.find(Task, {"state": "open"}), "a".find("b")
"""
    both = (("kind", "ASCENDING"), ("language", "ASCENDING"), ("record_id", "DESCENDING"))
    assert needed(set(queries_in(source))) == [("tasks", both)]


@pytest.mark.parametrize(
    "call",
    ["records.find(Task, where)", "records.count(kind, {'state': 'open'})", "every(records, Task, {}[0])"],
)
def test_a_query_that_cannot_be_read_is_named(call: str) -> None:
    with pytest.raises(UnreadableQueryError, match="<source>:2"):
        list(queries_in(f"def ask(records, kind, where):\n    {call}\n"))
