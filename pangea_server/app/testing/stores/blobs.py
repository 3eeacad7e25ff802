"""What every store must do with blobs."""

from __future__ import annotations

import hashlib
import io
from concurrent.futures import ThreadPoolExecutor

import pytest

from environments.errors import InvalidDataError
from pangea_server.annotate.tasks.records import TaskState
from pangea_server.app.testing.stores.examples import blob_info, fill, task
from pangea_server.core.errors import BlobNotFoundError, RecordChangedError, StoreConflictError
from pangea_server.stores.paging import every_blob
from pangea_server.stores.protocol import Store


class BlobContract:
    """Tests that each get an empty ``store``."""

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

    def test_a_blob_of_a_record_is_stored_while_that_is_as_it_was(self, store: Store) -> None:
        there, changed, gone = task(1), task(2), task(3)
        fill(store, [there, changed])
        now = changed.model_copy(update={"state": TaskState.DONE})
        store.records.transact(lambda transaction: transaction.replace(now))
        infos = [blob_info(f"a/{number}", b"%d" % number) for number in range(4)]
        stored = [
            store.blobs.create_soon(info, (info.name[2:].encode(),), owner)
            for info, owner in zip(infos, (there, changed, gone, now), strict=True)
        ]
        assert stored[0].result()
        assert stored[3].result()
        for refused in stored[1:3]:
            with pytest.raises(RecordChangedError):
                refused.result()
        assert list(store.blobs.list("a/")) == [infos[0], infos[3]]

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
