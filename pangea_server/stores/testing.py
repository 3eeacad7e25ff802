"""What every store must do, as tests: subclass ``StoreContract`` and define the fixture ``store``."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest

from environments.errors import InvalidDataError
from pangea_server.errors import (
    BlobNotFoundError,
    RecordNotFoundError,
    StoreConflictError,
    StoreError,
)
from pangea_server.records import (
    AlignmentRecord,
    AuditEntry,
    Counter,
    DraftRecord,
    Lease,
    LeaseState,
    Task,
    TaskState,
    TimedWordRecord,
    now,
)
from pangea_server.stores.paging import every, every_blob
from pangea_server.stores.protocol import BlobInfo, Store, Transaction, Where

CODE_POINT_ORDER = ["000001", "000010", "A", "Z", "a", "b c", "é", "घर", "ｆ", "😀"]


class StoreContract:
    """Tests of one empty ``store`` each."""

    clients = 50

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        """An empty store, closed after the test."""
        raise NotImplementedError

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
        with pytest.raises(StoreConflictError, match="only added"):
            store.records.transact(lambda transaction: transaction.replace(other))
        with pytest.raises(StoreConflictError, match="only added"):
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
        with pytest.raises(InvalidDataError, match="path_id"):
            store.records.find(Task, {"path_id": 1})

    def test_the_words_of_an_hour_come_back(self, store: Store) -> None:
        """Such a record outgrows a document of Firestore's, once as a new one, once in place of a small one."""
        small, large = alignment(), alignment(words=10_000)
        assert len(large.model_dump_json()) > 2**21
        store.records.create(large)
        assert store.records.find(AlignmentRecord, {"state": "aligned"}) == [large]
        for record in (small, large, small):
            store.records.transact(lambda transaction, record=record: transaction.replace(record))  # type: ignore[misc]
            assert store.records.get(AlignmentRecord, record.record_id) == record
            assert store.records.find(AlignmentRecord, {"engine": "viterbi"}) == [record]

    def test_a_record_that_some_store_cannot_keep_is_refused(self, store: Store) -> None:
        content = "".join(chr(0x4E00 + byte) for byte in hashlib.shake_128(b"draft").digest(2**20))
        too_large = DraftRecord(lease_id="lease", version=1, content=content)
        with pytest.raises(InvalidDataError, match=r"'lease' among the drafts has \d+ bytes"):
            store.records.create(too_large)
        store.records.create(too_large.model_copy(update={"content": content[:100_000]}))
        with pytest.raises(InvalidDataError, match="'lease' among the drafts"):
            store.records.transact(lambda transaction: transaction.replace(too_large))
        assert store.records.get(DraftRecord, "lease").content == content[:100_000]

    def test_a_transaction_writes_all(self, store: Store) -> None:
        store.records.create(task(1))
        assert take(store, "me")
        assert store.records.get(Task, "guide-000001").lease_id == "me"
        assert store.records.get(Lease, "me").task_id == "guide-000001"

    def test_a_transaction_that_fails_writes_nothing(self, store: Store) -> None:
        store.records.create(task(1))

        def work(transaction: Transaction) -> None:
            transaction.replace(task(1, state=TaskState.DONE))
            transaction.create(task(2))
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            store.records.transact(work)
        assert store.records.find(Task) == [task(1)]

    def test_what_is_deleted_is_gone_and_its_id_is_free(self, store: Store) -> None:
        fill(store, [task(1), task(2)])
        store.records.transact(lambda transaction: transaction.delete(Task, "guide-000001"))
        store.records.transact(lambda transaction: transaction.delete(Task, "guide-000001"))
        store.scrub()
        assert store.records.find(Task) == [task(2)]
        store.records.create(task(1, state=TaskState.DONE))
        assert store.records.get(Task, "guide-000001").state is TaskState.DONE

    def test_a_transaction_that_fails_deletes_nothing(self, store: Store) -> None:
        store.records.create(task(1))

        def work(transaction: Transaction) -> None:
            transaction.delete(Task, "guide-000001")
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            store.records.transact(work)
        assert store.records.find(Task) == [task(1)]

    def test_a_conflict_in_a_transaction_undoes_the_rest(self, store: Store) -> None:
        fill(store, [task(1)])

        def work(transaction: Transaction) -> None:
            transaction.create(task(2))
            transaction.create(task(1, state=TaskState.DONE))

        with pytest.raises(StoreConflictError):
            store.records.transact(work)
        assert store.records.find(Task) == [task(1)]

    def test_replacing_what_is_not_there_undoes_the_rest(self, store: Store) -> None:
        def work(transaction: Transaction) -> None:
            transaction.create(task(2))
            transaction.replace(task(1))

        with pytest.raises(RecordNotFoundError):
            store.records.transact(work)
        assert store.records.count(Task) == 0

    def test_replace_leaves_nothing_of_the_old_record(self, store: Store) -> None:
        store.records.create(task(1, instruction_id=3))
        store.records.transact(lambda transaction: transaction.replace(task(1)))
        assert store.records.get(Task, "guide-000001") == task(1)
        assert store.records.find(Task, {"instruction_id": 3}) == []

    def test_a_transaction_reads(self, store: Store) -> None:
        fill(store, [task(1), task(2, language="hi-IN")])

        def work(transaction: Transaction) -> tuple[Task | None, list[str]]:
            return transaction.get(Task, "guide-000009"), ids(transaction.find(Task, {"language": "hi-IN"}))

        assert store.records.transact(work) == (None, ["guide-000002"])

    def test_reading_after_writing_is_refused(self, store: Store) -> None:
        def work(transaction: Transaction) -> None:
            transaction.create(task(1))
            transaction.get(Task, "guide-000001")

        with pytest.raises(StoreError, match="read after it had written"):
            store.records.transact(work)

    def test_one_task_goes_to_one_of_many(self, store: Store) -> None:
        store.records.create(task(1))
        start = Barrier(self.clients)

        def lease(client: int) -> bool:
            start.wait()
            return take(store, f"lease-{client:02d}")

        with ThreadPoolExecutor(self.clients) as pool:
            won = list(pool.map(lease, range(self.clients)))
        assert sum(won) == 1
        assert store.records.get(Task, "guide-000001").lease_id == f"lease-{won.index(True):02d}"
        assert store.records.count(Lease) == 1

    def test_no_increment_is_lost(self, store: Store) -> None:
        store.records.create(Counter(name="paths", value=0))

        def increment(transaction: Transaction) -> int:
            counter = transaction.get(Counter, "paths")
            assert counter
            transaction.replace(Counter(name="paths", value=counter.value + 1))
            return counter.value + 1

        with ThreadPoolExecutor(8) as pool:
            given = list(pool.map(lambda _: store.records.transact(increment), range(24)))
        assert sorted(given) == list(range(1, 25))

    def test_a_blob_comes_back_as_it_was(self, store: Store) -> None:
        data = bytes(range(256)) * 3
        assert store.blobs.create("recordings/r1/voice/000000", data)
        assert store.blobs.read("recordings/r1/voice/000000") == data
        info = store.blobs.stat("recordings/r1/voice/000000")
        assert (info.size, info.sha256) == (768, hashlib.sha256(data).hexdigest())

    def test_the_same_bytes_again_are_no_news(self, store: Store) -> None:
        assert store.blobs.create("a/b", b"bytes")
        assert not store.blobs.create("a/b", b"bytes")

    def test_other_bytes_under_a_name_are_refused(self, store: Store) -> None:
        store.blobs.create("a/b", b"bytes")
        with pytest.raises(StoreConflictError, match="a/b"):
            store.blobs.create("a/b", b"other")
        assert store.blobs.read("a/b") == b"bytes"

    def test_one_of_many_writers_of_a_blob_wins(self, store: Store) -> None:
        def write(client: int) -> bool:
            try:
                return store.blobs.create("a/b", b"%d" % (client % 2))
            except StoreConflictError:
                return False

        with ThreadPoolExecutor(16) as pool:
            assert sum(pool.map(write, range(16))) == 1
        assert store.blobs.read("a/b") in (b"0", b"1")

    def test_blobs_that_are_stored_soon_are_as_others(self, store: Store) -> None:
        data = [hashlib.shake_128(b"%d" % number).digest(70_000) for number in range(40)]
        infos = [blob_info(f"a/{number:02d}", whole) for number, whole in enumerate(data)]
        stored = [
            store.blobs.create_soon(info, (whole[:50_000], whole[50_000:]))
            for info, whole in zip(infos, data, strict=True)
        ]
        assert all(new.result() for new in stored)
        assert list(store.blobs.list("a/")) == infos
        assert store.blobs.stat("a/07") == infos[7]
        assert [store.blobs.read(info.name) for info in infos] == data
        with store.blobs.open("a/39") as file:
            file.seek(-5, 2)
            assert file.read() == data[39][-5:]
            file.seek(10)
            assert file.read(20) == data[39][10:30]
        store.blobs.delete(*(info.name for info in infos[:39]))
        assert list(store.blobs.list("a/")) == infos[39:]
        assert store.blobs.read("a/39") == data[39]
        with pytest.raises(BlobNotFoundError):
            store.blobs.open("a/07")
        assert store.blobs.create_soon(infos[7], (data[7],)).result()

    @pytest.mark.parametrize("first_soon", [True, False])
    @pytest.mark.parametrize("then_soon", [True, False])
    def test_however_a_blob_is_stored_it_is_not_overwritten(
        self, store: Store, first_soon: bool, then_soon: bool
    ) -> None:
        def create(data: bytes, soon: bool) -> bool:
            if soon:
                return store.blobs.create_soon(blob_info("a/b", data), (data,)).result()
            return store.blobs.create("a/b", data)

        assert create(b"bytes", first_soon)
        assert not create(b"bytes", then_soon)
        with pytest.raises(StoreConflictError, match="a/b"):
            create(b"other", then_soon)
        assert store.blobs.read("a/b") == b"bytes"

    def test_a_blob_is_read_from_anywhere(self, store: Store) -> None:
        store.blobs.create("a/b", b"0123456789")
        with store.blobs.open("a/b") as file:
            file.seek(6)
            assert file.read(2) == b"67"
            assert file.read() == b"89"
            assert file.seek(-3, 2) == 7
            assert file.read() == b"789"
            assert file.read() == b""

    def test_empty_and_large_blobs(self, store: Store) -> None:
        large = hashlib.shake_128(b"seed").digest(5_000_000)
        store.blobs.create("empty", b"")
        store.blobs.create("large", large)
        assert store.blobs.read("empty") == b""
        assert store.blobs.read("large") == large
        with store.blobs.open("large") as file:
            file.seek(4_999_990)
            assert file.read() == large[-10:]

    def test_a_blob_is_stored_from_a_file(self, store: Store) -> None:
        large = hashlib.shake_128(b"seed").digest(20_000_000)
        file = io.BytesIO(large)
        file.seek(7)
        assert store.blobs.create("large", file)
        assert not store.blobs.create("large", large)
        assert store.blobs.read("large") == large
        with pytest.raises(StoreConflictError, match="large"):
            store.blobs.create("large", io.BytesIO(large[1:]))

    def test_blobs_are_listed_by_prefix_in_order_of_name(self, store: Store) -> None:
        for name in ("r/2", "r/10", "r/1", "r-1", "s/1"):
            store.blobs.create(name, name.encode())
        assert [blob.name for blob in store.blobs.list("r/")] == ["r/1", "r/10", "r/2"]
        assert [blob.name for blob in store.blobs.list("")] == ["r-1", "r/1", "r/10", "r/2", "s/1"]
        assert store.blobs.list("r/1")[0] == store.blobs.stat("r/1")
        assert store.blobs.list("t") == []

    def test_pages_of_blobs_join_without_gap_or_repeat(self, store: Store) -> None:
        names = [f"r/{number:02d}" for number in range(7)]
        for name in (*reversed(names), "s"):
            store.blobs.create(name, name.encode())
        assert [blob.name for blob in every_blob(store.blobs)] == [*names, "s"]
        assert [blob.name for blob in store.blobs.list("r/", after="r/02", limit=2)] == names[3:5]
        assert [blob.name for blob in store.blobs.list("r/", after="r/021")] == names[3:]
        assert store.blobs.list("r/", after="r/06", limit=2) == []

    def test_a_snapshot_is_of_one_moment(self, store: Store) -> None:
        fill(store, [task(1), task(2)])
        with store.records.snapshot() as snapshot:
            take(store, "me")
            fill(store, [task(0), task(3)])
            assert list(every(snapshot, Task)) == [task(1), task(2)]
            assert snapshot.find(Task, {"state": "open"}, limit=1, descending=True) == [task(2)]
            assert (snapshot.count(Task), snapshot.count(Lease)) == (2, 0)
        assert (store.records.count(Task), store.records.count(Lease)) == (4, 1)

    def test_a_deleted_blob_is_gone_and_its_name_is_free(self, store: Store) -> None:
        store.blobs.create("a/b", b"bytes")
        store.blobs.delete("a/b")
        store.blobs.delete("a/b")
        with pytest.raises(BlobNotFoundError):
            store.blobs.read("a/b")
        assert store.blobs.create("a/b", b"other")

    @pytest.mark.parametrize(
        "name", ["missing", "", "../pangea.db", "/etc/passwd", "a//b", "घर", "a\0", ".incoming/x", "\ud800"]
    )
    def test_a_blob_that_is_not_there_is_not_found(self, store: Store, name: str) -> None:
        for look in (store.blobs.stat, store.blobs.open, store.blobs.read):
            with pytest.raises(BlobNotFoundError):
                look(name)
        store.blobs.delete(name)

    @pytest.mark.parametrize(
        "name", ["", "/a", "a/", "a//b", "../a", "a/../b", ".a", "a\\b", "a\0", "घर", "a" * 1025]
    )
    def test_a_name_that_could_lead_astray_is_refused(self, store: Store, name: str) -> None:
        with pytest.raises(InvalidDataError, match="cannot be a blob's name"):
            store.blobs.create(name, b"bytes")


def task(number: int, **fields: Any) -> Task:
    """An open guide task."""
    given = {"path_id": 1, "scan_id": "house", "language": "en-US", "state": TaskState.OPEN, **fields}
    return Task(kind="guide", number=number, **given)


def alignment(words: int = 5) -> AlignmentRecord:
    """A record with nesting, floats, nulls, a date and words of three scripts."""
    said = ("turn", "घर", "తలుపు", 'a "quoted" word\n', "😀")
    timed = [
        TimedWordRecord(word=said[n % 5], start_time=0.1 + n, end_time=1e-17, source="aligned")
        for n in range(words)
    ]
    return AlignmentRecord(
        instruction_id=1, engine="viterbi", state="aligned", timed_instruction=tuple(timed)
    )


def blob_info(name: str, data: bytes) -> BlobInfo:
    """What a store says of these bytes."""
    return BlobInfo(name, len(data), hashlib.sha256(data).hexdigest())


def fill(store: Store, records: list[Task]) -> None:
    for record in records:
        store.records.create(record)


def ids(records: Any) -> list[str]:
    return [record.record_id for record in records]


def take(store: Store, lease_id: str) -> bool:
    """Lease task 1, as the server does: whether it was still free."""

    def work(transaction: Transaction) -> bool:
        seen = transaction.get(Task, "guide-000001")
        if seen is None or seen.state is not TaskState.OPEN:
            return False
        transaction.create(_lease(lease_id))
        transaction.replace(seen.model_copy(update={"state": TaskState.LEASED, "lease_id": lease_id}))
        return True

    return store.records.transact(work)


def _lease(lease_id: str) -> Lease:
    return Lease(
        lease_id=lease_id,
        task_id="guide-000001",
        kind="guide",
        annotator_id=1,
        state=LeaseState.ACTIVE,
        expires_at=now() + timedelta(hours=1),
    )
