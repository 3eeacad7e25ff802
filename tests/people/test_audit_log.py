"""Which entries of the audit log a search finds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pangea_server.people.audit import log
from pangea_server.people.audit.log import Sought, end_of, start_of
from pangea_server.people.audit.records import AuditEntry
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import RecordStore

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
TICK = timedelta(microseconds=1)
ENTRY = AuditEntry(entry_id="1", actor=3, action="enrolled", subject=4, at=NOON)


@pytest.mark.parametrize(
    ("sought", "fits"),
    [
        ({}, True),
        ({"actor": 3, "subject": 4, "action": "enrolled"}, True),
        ({"actor": 4}, False),
        ({"subject": 3}, False),
        ({"action": "revoked"}, False),
        ({"since": NOON}, True),
        ({"since": NOON + TICK}, False),
        ({"until": NOON}, False),
        ({"until": NOON + TICK}, True),
        ({"since": NOON.replace(tzinfo=None), "until": (NOON + TICK).replace(tzinfo=None)}, True),
    ],
)
def test_a_search_is_from_its_beginning_to_before_its_end(sought: dict[str, Any], fits: bool) -> None:
    assert Sought(**sought).fits(ENTRY) is fits


def test_the_command_line_is_person_zero_and_all_before_the_beginning_is_over() -> None:
    by_command = ENTRY.model_copy(update={"actor": None})
    assert [Sought(actor=0).fits(each) for each in (by_command, ENTRY)] == [True, False]
    assert [Sought(since=NOON + late).is_over(ENTRY) for late in (timedelta(), TICK)] == [False, True]
    assert not Sought().is_over(ENTRY)


def test_a_day_ends_where_the_next_begins() -> None:
    day = NOON.date()
    assert (start_of(day), end_of(day)) == (NOON - timedelta(hours=12), NOON + timedelta(hours=12))
    assert (start_of(None), end_of(None), end_of(datetime.max.date())) == (None, None, None)


@pytest.fixture
def records(tmp_path: Path) -> Iterator[RecordStore]:
    """Six entries, about persons 1 to 6 at as many minutes past noon."""
    with LocalStore.open(tmp_path / "data") as opened:
        for number in range(1, 7):
            at = minutes(number)
            entry = AuditEntry(
                entry_id=f"{at:{log.STAMP}}-0", actor=None, action="invited", subject=number, at=at
            )
            opened.records.create(entry)
        yield opened.records


def minutes(count: int) -> datetime:
    return NOON + timedelta(minutes=count)


@pytest.mark.parametrize(
    ("sought", "limit", "pages"),
    [
        (Sought(), 4, [[6, 5, 4, 3], [2, 1]]),
        (Sought(), 3, [[6, 5, 4], [3, 2, 1], []]),
        (Sought(since=minutes(3)), 9, [[6, 5, 4, 3]]),
        (Sought(until=minutes(4)), 2, [[3, 2], [1]]),
        (Sought(subject=1), 2, [[], [1]]),
        (Sought(subject=7), 6, [[], []]),
    ],
)
def test_pages_of_the_log_begin_with_the_newest_and_read_no_more_than_so_many_entries(
    records: RecordStore, monkeypatch: pytest.MonkeyPatch, sought: Sought, limit: int, pages: list[list[int]]
) -> None:
    monkeypatch.setattr(log, "READ", 4)
    page, cursor = log.newest(records, sought, None, limit)
    found = [[each.subject for each in page]]
    while cursor is not None:
        page, cursor = log.newest(records, sought, cursor, limit)
        found.append([each.subject for each in page])
    assert found == pages
    newest_first = [subject for page in pages for subject in page]
    assert [each.subject for each in log.every_newest(records, sought)] == newest_first
    assert [each.subject for each in log.entries(records, sought)] == newest_first[::-1]
