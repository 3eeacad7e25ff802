"""What is read of a store in which a record is none of its kind, or a page of the database is damaged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.stores.examples import blob_info, task
from pangea_server.core.errors import DatabaseDamagedError, UnreadableRecordError
from pangea_server.dataset.archive.layout import Damage
from pangea_server.dataset.archive.salvaged import blob_count, readable_blobs, readable_records
from pangea_server.stores.salvage import Lost


class Records:
    """Tasks 1 to 9, in pages; ``wrong`` are no tasks."""

    wrong: tuple[int, ...] = ()

    def find(self, kind: type[Task], *, after: str | None, limit: int) -> list[Task]:
        first = int((after or "guide-0").partition("-")[2]) + 1
        numbers = range(first, min(first + limit, 10))
        for number in numbers:
            if number in self.wrong:
                raise UnreadableRecordError("Broken.", record_id=f"guide-{number:06d}")
        return [task(number) for number in numbers]


def told(records: Any) -> list[int | tuple[str, str]]:
    found = readable_records(records, Task)
    return [(each.damaged, each.reason) if isinstance(each, Damage) else each.number for each in found]


@pytest.mark.parametrize("wrong", [(), (1,), (4, 5), (9,)])
def test_a_record_that_is_none_of_its_kind_is_named_in_its_place(wrong: tuple[int, ...]) -> None:
    records = Records()
    records.wrong = wrong
    assert told(records) == [
        (f"tasks: guide-{number:06d}", "Broken.") if number in wrong else number for number in range(1, 10)
    ]


class DamagedRecords(Records):
    """A page behind the third task is damaged."""

    def find(self, kind: type[Task], *, after: str | None, limit: int) -> list[Task]:
        if after:
            raise DatabaseDamagedError("A page cannot be read.")
        return super().find(kind, after=after, limit=3)

    def salvage(self, kind: type[Task]) -> Iterator[Any]:
        yield from (
            task(1),
            Lost("guide-000002", "gone"),
            task(3),
            Lost("guide-000004", "its page is damaged"),
        )
        yield from (task(5), Lost("", "nobody knows."))


def test_behind_a_damaged_page_what_is_left_is_read_once_and_the_rest_is_named() -> None:
    assert told(DamagedRecords()) == [
        *(1, 2, 3, ("tasks: guide-000004", "Its page is damaged."), 5),
        ("tasks: others, without a name", "Nobody knows."),
    ]


class DamagedBlobs:
    """A page behind the blob b is damaged."""

    def list(self, prefix: str, *, after: str, limit: int) -> Sequence[Any]:
        if after:
            raise DatabaseDamagedError("A page cannot be read.")
        return [blob_info("a", b"1"), blob_info("b", b"2")]

    def salvage(self) -> Iterator[Any]:
        yield from (blob_info("a", b"1"), Lost("b", "gone"), Lost("c", "gone"), blob_info("d", b"4"))
        yield Lost("", "gone")


def test_blobs_behind_a_damaged_page_are_read_once_and_counted() -> None:
    blobs: Any = DamagedBlobs()
    assert list(readable_blobs(blobs)) == [
        *(blob_info("a", b"1"), blob_info("b", b"2"), Damage(damaged="c", reason="Gone.")),
        *(blob_info("d", b"4"), Damage(damaged="blobs: others, without a name", reason="Gone.")),
    ]
    assert (blob_count(blobs), blob_count(blobs, "c")) == (5, 2)


def test_a_store_that_cannot_read_past_damage_says_so() -> None:
    class Damaged:
        def find(self, kind: Any, **how: Any) -> Any:
            raise DatabaseDamagedError("A page cannot be read.")

        list = find  # of blobs

    store: Any = Damaged()
    for reading in (readable_records(store, Task), readable_blobs(store)):
        with pytest.raises(DatabaseDamagedError, match="A page cannot be read"):
            next(reading)
