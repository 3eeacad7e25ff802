"""Which entries of the audit log a search finds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pangea_server.people.audit.log import Sought, end_of, start_of
from pangea_server.people.audit.records import AuditEntry

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
