"""What deploy/firebase declares is what the code's queries need: nothing is missing, nothing is paid for in vain."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.contract.firestore_indexes import (
    Query,
    UnreadableQueryError,
    declaration,
    needed,
    queries,
    queries_in,
)

DECLARED = Path(__file__).parents[2] / "deploy" / "firebase" / "firestore.indexes.json"


def test_the_declared_indexes_are_those_that_the_queries_need() -> None:
    declared = json.loads(DECLARED.read_text())
    assert declared == declaration(), (
        "run python -m tests.contract.firestore_indexes > deploy/firebase/firestore.indexes.json"
    )


def test_the_queries_of_the_code_are_found() -> None:
    assert {
        Query("tasks", ("kind", "state", "language", "campaign_id", "pool", "priority"), False),
        Query("leases", ("annotator_id", "state"), False),
        Query("recordings", ("lease_id",), False),
        Query("reviews", ("state", "language"), True),
        Query("guide_annotations", (), True),
        Query("task_annotations", ("kind",), True),
    } <= queries()


def test_a_field_that_every_query_has_is_never_left_out() -> None:
    """An index that no query uses is kept up to date with every write, and paid for."""
    found = queries()
    assert all(
        "kind" in query.fields
        for query in found
        if query.collection == "task_annotations" and query.descending
    )
    assert all(
        "state" in query.fields for query in found if query.collection == "reviews" and query.descending
    )
    source = """
def list_newest(records, kind, language):
    record = declared(kind).record
    of = {"kind": kind} if "kind" in record.indexed else {}
    wanted = {name: value for name, value in {"language": language}.items() if value}
    return records.find(record, of | wanted, descending=True)
"""
    assert set(queries_in(source)) == {
        Query("task_annotations", ("kind",), True),
        Query("task_annotations", ("kind", "language"), True),
        *(
            Query(f"{kind}_annotations", fields, True)
            for kind in ("guide", "follower")
            for fields in ((), ("language",))
        ),
    }


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
