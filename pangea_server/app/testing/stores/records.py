"""What every store must do with records, one at a time."""

from __future__ import annotations

import hashlib

import pytest
from msgspec import Struct

from environments.errors import InvalidDataError
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.tasks.records import DraftRecord, Task, TaskState
from pangea_server.app.testing.stores.examples import alignment, fill, ids, task
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError, StoreError
from pangea_server.core.records import Counter
from pangea_server.people.audit.records import AuditEntry
from pangea_server.stores.many import HasSeals
from pangea_server.stores.protocol import Store, Where


class TaskExcerpt(Struct):
    number: int
    language: str


class AlignmentPart(Struct):
    engine: str
    timed_instruction: str


CODE_POINT_ORDER = ["000001", "000010", "A", "Z", "a", "b c", "é", "घर", "ｆ", "😀"]


class RecordContract:
    """Tests that each get an empty ``store``."""

    def test_a_record_comes_back_as_it_was(self, store: Store) -> None:
        record = alignment()
        store.records.create(record)
        assert store.records.get(AlignmentRecord, record.record_id) == record

    def test_create_never_overwrites(self, store: Store) -> None:
        store.records.create(Counter(name="paths", value=1))
        with pytest.raises(StoreConflictError, match="paths"):
            store.records.create(Counter(name="paths", value=2))
        assert store.records.get(Counter, "paths").value == 1

    def test_the_audit_log_is_only_added_to(self, store: Store) -> None:
        entry = AuditEntry(entry_id="20260301", actor=1, action="reject", subject=2)
        store.records.create(entry)
        other = entry.model_copy(update={"actor": 3})
        with pytest.raises(StoreConflictError):
            store.records.create(other)
        with pytest.raises(StoreConflictError, match="only be added"):
            store.records.transact(lambda transaction: transaction.replace(other))
        with pytest.raises(StoreConflictError, match="only be added"):
            store.records.transact(lambda transaction: transaction.delete(AuditEntry, entry.record_id))
        assert store.records.get(AuditEntry, entry.record_id) == entry

    @pytest.mark.parametrize("record_id", ["nobody", "", ".", "..", "a/b", "__id__", "\ud800", "x" * 1501])
    def test_what_is_not_there_is_not_found(self, store: Store, record_id: str) -> None:
        with pytest.raises(RecordNotFoundError, match="counters"):
            store.records.get(Counter, record_id)

    @pytest.mark.parametrize("record_id", ["", ".", "..", "a/b", "__id__", "\ud800", "nul\0", "x" * 1501])
    def test_an_id_that_some_store_cannot_keep_is_refused(self, store: Store, record_id: str) -> None:
        with pytest.raises(InvalidDataError, match="cannot be a record's id"):
            store.records.create(Counter(name=record_id, value=1))

    def test_records_are_found_in_code_point_order(self, store: Store) -> None:
        for name in reversed(CODE_POINT_ORDER):
            store.records.create(Counter(name=name, value=1))
        assert ids(store.records.find(Counter)) == CODE_POINT_ORDER

    def test_pages_join_without_gap_or_repeat(self, store: Store) -> None:
        fill(store, [task(number) for number in range(1, 8)])
        first = store.records.find(Task, limit=3)
        second = store.records.find(Task, after=first[-1].record_id, limit=3)
        last = store.records.find(Task, after=second[-1].record_id, limit=3)
        assert [found.number for found in (*first, *second, *last)] == list(range(1, 8))

    def test_pages_join_from_the_end_too(self, store: Store) -> None:
        fill(store, [task(number) for number in range(1, 6)])
        first = store.records.find(Task, limit=3, descending=True)
        rest = store.records.find(Task, after=first[-1].record_id, limit=3, descending=True)
        assert [found.number for found in (*first, *rest)] == [5, 4, 3, 2, 1]

    def test_after_need_not_exist(self, store: Store) -> None:
        fill(store, [task(1), task(3)])
        assert ids(store.records.find(Task, after="guide-000002")) == ["guide-000003"]

    @pytest.mark.parametrize(
        ("where", "numbers"),
        [
            ({}, [1, 2, 3]),
            ({"language": "hi-IN"}, [2, 3]),
            ({"state": TaskState.OPEN}, [1, 2]),
            ({"state": "open", "language": "hi-IN"}, [2]),
            ({"instruction_id": None}, [1, 3]),
            ({"instruction_id": 7}, [2]),
            ({"instruction_id": "7"}, []),
            ({"kind": True}, []),
            ({"path_id": True}, []),
            ({"language": "hi"}, []),
        ],
    )
    def test_find_and_count_by_equality(self, store: Store, where: Where, numbers: list[int]) -> None:
        fill(store, [task(1), task(2, language="hi-IN", instruction_id=7)])
        fill(store, [task(3, language="hi-IN", state=TaskState.DONE)])
        assert [found.number for found in store.records.find(Task, where)] == numbers
        assert store.records.count(Task, where) == len(numbers)

    def test_filtered_pages(self, store: Store) -> None:
        fill(store, [task(number, instruction_id=number % 2) for number in range(1, 9)])
        odd: Where = {"instruction_id": 1}
        assert [found.number for found in store.records.find(Task, odd, after="guide-000003", limit=1)] == [5]

    def test_a_field_that_is_not_indexed_is_refused(self, store: Store) -> None:
        with pytest.raises(InvalidDataError, match="scan_id"):
            store.records.find(Task, {"scan_id": "house"})

    def test_the_words_of_an_hour_come_back(self, store: Store) -> None:
        """Such a record is too large for a Firestore document: once as a new record, once in place of a small one."""
        small, large = alignment(), alignment(words=10_000)
        assert len(large.model_dump_json()) > 2**21
        store.records.create(large)
        assert store.records.find(AlignmentRecord, {"state": "aligned"}) == [large]
        for record in (small, large, small):
            store.records.transact(lambda transaction, record=record: transaction.replace(record))  # type: ignore[misc]
            assert store.records.get(AlignmentRecord, record.record_id) == record
            assert store.records.find(AlignmentRecord, {"engine": "viterbi"}) == [record]

    def test_parts_of_records_are_found_in_pages(self, store: Store) -> None:
        fill(store, [task(number, language="hi-IN") for number in range(1, 6)])
        first = store.records.find_parts(Task, TaskExcerpt, limit=3)
        rest = store.records.find_parts(Task, TaskExcerpt, after=first[-1][0], limit=3)
        assert [record_id for record_id, _ in (*first, *rest)] == ids(store.records.find(Task))
        assert [part.number for _, part in (*first, *rest)] == [1, 2, 3, 4, 5]
        assert {part.language for _, part in (*first, *rest)} == {"hi-IN"}

    @pytest.mark.parametrize("known", [3, 70])
    def test_parts_of_named_records_are_found(self, store: Store, known: int) -> None:
        """This also works for more records than one Firestore query can name."""
        tasks = [task(number, language="hi-IN" if number % 2 else "te-IN") for number in range(1, known + 1)]
        fill(store, tasks)
        wanted = {each.record_id for each in tasks[1:]} | {"guide-999999"}
        found = store.records.find_parts_of(Task, TaskExcerpt, wanted)
        assert {(name, part.number) for name, part in found} == {(t.record_id, t.number) for t in tasks[1:]}
        hindi = store.records.find_parts_of(Task, TaskExcerpt, ["hi-IN", "en-US"], "language")
        assert sorted(part.number for _, part in hindi) == list(range(1, known + 1, 2))
        fill(store, [task(101, instruction_id=7), task(102, instruction_id=8)])
        about = store.records.find_parts_of(Task, TaskExcerpt, [8, 9], "instruction_id")
        assert [part.number for _, part in about] == [102]
        assert not store.records.find_parts_of(Task, TaskExcerpt, [])
        with pytest.raises(InvalidDataError, match="scan_id"):
            store.records.find_parts_of(Task, TaskExcerpt, ["1"], "scan_id")

    def test_seals_of_named_records_are_told_where_the_store_has_any(self, store: Store) -> None:
        if not isinstance(store.records, HasSeals):
            return
        first, second, other = task(1, path_id=1), task(2, path_id=1), task(3, path_id=0)
        fill(store, [first, second, other])
        by_id = store.records.seals(Task, [first.record_id, second.record_id, "guide-999999"])
        assert sorted(by_id) == [first.record_id, second.record_id]
        assert store.records.seals(Task, [1, 9], "path_id") == by_id
        changed = second.model_copy(update={"priority": 4})
        store.records.transact(lambda transaction: transaction.replace(changed))
        again = store.records.seals(Task, [1], "path_id")
        assert [again[each.record_id] == by_id[each.record_id] for each in (first, second)] == [True, False]
        assert store.records.seals(Task, []) == {}
        with pytest.raises(InvalidDataError, match="scan_id"):
            store.records.seals(Task, ["1"], "scan_id")

    def test_parts_of_a_large_record_are_found(self, store: Store) -> None:
        large = alignment(words=10_000)
        store.records.create(large)
        [(record_id, part)] = store.records.find_parts(AlignmentRecord, AlignmentPart)
        assert (record_id, part.engine, part.timed_instruction) == (
            large.record_id,
            large.engine,
            large.timed_instruction.text,
        )

    def test_a_record_without_such_a_part_is_named(self, store: Store) -> None:
        store.records.create(Counter(name="paths", value=1))
        with pytest.raises(StoreError, match="'paths' among the counters"):
            store.records.find_parts(Counter, TaskExcerpt)

    def test_a_record_that_some_store_cannot_keep_is_refused(self, store: Store) -> None:
        content = "".join(chr(0x4E00 + byte) for byte in hashlib.shake_128(b"draft").digest(2**20))
        too_large = DraftRecord(lease_id="lease", version=1, content=content)
        with pytest.raises(InvalidDataError, match=r"'lease' among the drafts has \d+ bytes"):
            store.records.create(too_large)
        store.records.create(too_large.model_copy(update={"content": content[:100_000]}))
        with pytest.raises(InvalidDataError, match="'lease' among the drafts"):
            store.records.transact(lambda transaction: transaction.replace(too_large))
        assert store.records.get(DraftRecord, "lease").content == content[:100_000]
