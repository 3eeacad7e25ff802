"""The audit log over HTTP: who may read it, filters, pages, CSV."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.people.access.records import Role
from pangea_server.people.audit import log as audit
from pangea_server.people.audit.log import Sought, newest, note
from pangea_server.people.audit.records import AuditEntry
from pangea_server.stores.protocol import Store

DAY = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.fixture
def log(store: Store) -> list[AuditEntry]:
    """Ten days, an entry each, the oldest first: person 90 accepts and the command line withdraws, in turns."""
    entries = [
        AuditEntry(
            entry_id=f"{DAY + timedelta(days=day):{audit.STAMP}}-{day:08x}",
            actor=90 if day % 2 == 0 else None,
            action="accept" if day % 2 == 0 else "withdrawn",
            subject=day,
            at=DAY + timedelta(days=day),
        )
        for day in range(10)
    ]
    for entry in entries:
        store.records.create(entry)
    return entries


def subjects(person: Someone, query: str) -> list[int | None]:
    items: list[dict[str, Any]] = person.call("GET", f"/audit?{query}").json()["items"]
    return [item["subject"] for item in items]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("actor=90", [8, 6, 4, 2, 0]),
        ("action=withdrawn&actor=0", [9, 7, 5, 3, 1]),
        ("subject=4", [4]),
        ("since=2026-11-09&until=2026-11-10", [9, 8]),
        ("until=2026-11-02", [1, 0]),
        ("actor=90&since=2026-11-05&until=2026-11-08", [6, 4]),
        ("actor=12", []),
    ],
)
def test_entries_are_found_the_newest_first(
    log: list[AuditEntry], people: People, query: str, expected: list[int]
) -> None:
    assert (
        subjects(people(Role.MANAGER), f"{query}&until=2026-11-10" if "until" not in query else query)
        == expected
    )


def test_pages_follow_each_other_to_the_beginning(log: list[AuditEntry], people: People) -> None:
    manager = people(Role.OWNER)
    query, seen = "until=2026-11-10&limit=4", list[int]()
    page = manager.call("GET", f"/audit?{query}").json()
    while page["items"]:
        seen += [item["subject"] for item in page["items"]]
        if page["next_cursor"] is None:
            break
        page = manager.call("GET", f"/audit?{query}&cursor={page['next_cursor']}").json()
    assert seen == list(range(9, -1, -1))


def test_looking_for_a_rare_entry_never_reads_much_at_once(
    log: list[AuditEntry], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "READ", 4)
    found, cursor = newest(store.records, Sought(subject=0), None, 2)
    assert (found, cursor is None) == ([], False)
    while cursor is not None and not found:
        found, cursor = newest(store.records, Sought(subject=0), cursor, 2)
    assert [entry.subject for entry in found] == [0]


def test_all_that_fits_is_a_table_for_spreadsheets(log: list[AuditEntry], people: People) -> None:
    answer = people(Role.MANAGER).call("GET", "/audit?actor=90", headers={"Accept": "text/csv"})
    rows = list(csv.DictReader(answer.text.splitlines()))
    assert [row["subject"] for row in rows] == ["8", "6", "4", "2", "0"]
    assert rows[0]["action"] == "accept"


def test_what_was_done_now_is_there_and_can_be_asked_for(store: Store, people: People) -> None:
    manager = people(Role.MANAGER)
    store.records.transact(lambda transaction: note(transaction, 7, "reject", 8, "guide-000001 v1"))
    page = manager.call("GET", "/audit?action=reject").json()
    assert [(row["actor"], row["subject"]) for row in page["items"]] == [(7, 8)]
    assert "reject" in page["actions"]


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.REVIEWER])
def test_it_is_for_managers_and_owners(people: People, role: Role) -> None:
    assert people(role).call("GET", "/audit").status_code == 403


@pytest.mark.parametrize("query", ["actor=x", "since=yesterday", "limit=0", "until=2026-13-01", "until=0"])
def test_what_is_no_filter_is_refused(people: People, query: str) -> None:
    assert_problem(people(Role.MANAGER).call("GET", f"/audit?{query}"), 422, "invalid_request")
