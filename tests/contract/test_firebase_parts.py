"""What the Firebase store sends and how it reads the answers, without its services."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any, BinaryIO

import pytest
from google.api_core import exceptions as api
from google.auth.credentials import AnonymousCredentials
from google.auth.exceptions import DefaultCredentialsError, RefreshError, TransportError
from google.cloud.firestore import DELETE_FIELD, Client
from google.cloud.storage.exceptions import DataCorruption
from msgspec import Struct
from requests.exceptions import ConnectionError as NoConnection

from environments.errors import ConfigurationError, InvalidDataError, PangeaError
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.stores.examples import alignment, blob_info, task
from pangea_server.core.errors import (
    ArchiveError,
    BlobNotFoundError,
    RecordChangedError,
    StoreBusyError,
    StoreConflictError,
    StoreError,
    UnreadableRecordError,
)
from pangea_server.dataset.archive.bucket import Bucket, open_bucket
from pangea_server.stores.documents import unpack
from pangea_server.stores.firebase import cloud_storage
from pangea_server.stores.firebase.cloud_storage import UPLOAD_BLOCK, CloudStorageBlobs
from pangea_server.stores.firebase.firestore import (
    PACKED,
    _fields,
    _FirestoreTransaction,
    _page,
    _parse,
    _part,
)
from pangea_server.stores.firebase.google_errors import translated
from pangea_server.stores.firebase.store import EMULATORS, FirebaseStore
from pangea_server.stores.protocol import BlobInfo


@pytest.fixture
def client() -> Client:
    return Client(project="campaign", credentials=AnonymousCredentials())  # type: ignore[no-untyped-call]


def google(name: str, *said: Any) -> Exception:
    """An error of Google's client libraries."""
    made: Exception = getattr(api, name)(*said)
    return made


ABORTED = google("Aborted", "others came first")


@pytest.mark.parametrize(
    ("raised", "told", "message"),
    [
        (google("Forbidden", "secret"), StoreError, "X refuses this server: Forbidden."),
        (google("Unauthorized", "secret"), StoreError, "X refuses this server: Unauthorized."),
        (RefreshError("secret"), StoreError, "X refuses this server: RefreshError."),  # type: ignore[no-untyped-call]
        (
            DefaultCredentialsError("secret"),  # type: ignore[no-untyped-call]
            StoreError,
            "X refuses this server: DefaultCredentialsError.",
        ),
        (ABORTED, StoreBusyError, "X is busy: others changed the same records first; nothing was stored."),
        (
            google("RetryError", "secret", ABORTED),
            StoreBusyError,
            "X is busy: others changed the same records first; nothing was stored.",
        ),
        (google("RetryError", "secret", None), StoreError, "X cannot be reached: RetryError."),
        (google("ServiceUnavailable", "secret"), StoreError, "X cannot be reached: ServiceUnavailable."),
        (google("TooManyRequests", "secret"), StoreError, "X cannot be reached: TooManyRequests."),
        (NoConnection("secret"), StoreError, "X cannot be reached: ConnectionError."),
        (TransportError("secret"), StoreError, "X cannot be reached: TransportError."),  # type: ignore[no-untyped-call]
        (google("FailedPrecondition", "secret"), StoreError, "X is not set up for this: FailedPrecondition."),
        (google("InvalidArgument", "secret"), InvalidDataError, "X cannot keep this: InvalidArgument."),
        (google("NotFound", "secret"), StoreError, "X failed: NotFound."),
        (DataCorruption(None, "secret"), StoreError, "X failed: DataCorruption."),
    ],
)
def test_errors_of_the_services_are_told_without_their_text(
    raised: Exception, told: type[PangeaError], message: str
) -> None:
    with pytest.raises(told) as found, translated("X"):
        raise raised
    assert (type(found.value), found.value.message) == (told, message)


def test_other_errors_are_not_the_services() -> None:
    with pytest.raises(KeyError), translated("X"):
        raise KeyError


def test_a_page_asks_for_equal_fields_after_a_record_in_order(client: Client) -> None:
    asked = str(_page(client, Task, {"kind": "guide"}, "guide-000007", 5, descending=False)._to_protobuf())
    assert asked.count("field_filter") == 1
    assert ['field_path: "kind"' in asked, "op: EQUAL" in asked, 'string_value: "guide"' in asked] == [
        True
    ] * 3
    assert ["value: 5" in asked, 'field_path: "__name__"' in asked, "ASCENDING" in asked] == [True] * 3
    assert "documents/tasks/guide-000007" in asked
    assert "before: true" not in asked  # begins after it, not at it


def test_a_page_backwards_goes_by_the_field_of_the_id(client: Client) -> None:
    asked = str(_page(client, Task, None, "guide-000007", 5, descending=True)._to_protobuf())
    assert ['field_path: "record_id"' in asked, "DESCENDING" in asked] == [True, True]
    assert ['string_value: "guide-000007"' in asked, "before: true" in asked] == [True, False]


def test_the_first_page_begins_nowhere(client: Client) -> None:
    for descending in (False, True):
        asked = str(_page(client, Task, None, None, 5, descending)._to_protobuf())
        assert ("start_at" in asked, "value: 5" in asked) == (False, True)


def snapshot(name: str, fields: dict[str, Any] | None) -> Any:
    return SimpleNamespace(id=name, exists=fields is not None, to_dict=lambda: dict(fields or {}))


def test_a_document_has_the_fields_and_the_id_and_becomes_the_record_again() -> None:
    fields = _fields(asked := task(7, state=TaskState.LEASED))
    assert fields == asked.model_dump(mode="json") | {"record_id": "guide-000007"}
    assert _parse(Task, snapshot("guide-000007", fields)) == asked
    assert _parse(Task, snapshot("guide-000007", None)) is None
    with pytest.raises(UnreadableRecordError, match="'guide-000007' among the tasks"):
        _parse(Task, snapshot("guide-000007", fields | {"state": "lost"}))


class AlignmentPart(Struct):
    engine: str


def test_a_large_record_is_packed_and_still_found_by_what_it_is_searched_by() -> None:
    fields = _fields(long := alignment(9000))
    assert fields.keys() == {"record_id", PACKED, *AlignmentRecord.indexed}
    assert unpack(fields[PACKED]).startswith(b'{"task_id":"guide-000001",')
    packed = snapshot("000001", fields)
    assert _parse(AlignmentRecord, packed) == long
    assert _part(AlignmentRecord, AlignmentPart, packed) == AlignmentPart("viterbi")
    plain = snapshot("000001", _fields(alignment()))
    assert _part(AlignmentRecord, AlignmentPart, plain) == AlignmentPart("viterbi")
    with pytest.raises(UnreadableRecordError):
        _part(AlignmentRecord, AlignmentPart, snapshot("000001", {"engine": 3}))


class Writes:
    """A transaction of Firestore that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str, Any]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda reference, fields=None: self.told.append((name, reference.path, fields))


def test_a_transaction_replaces_every_field_and_removes_what_is_left_over(client: Client) -> None:
    writes = Writes()
    transaction = _FirestoreTransaction(client, writes)  # type: ignore[arg-type]
    transaction.create(task(1))
    transaction.replace(task(2))
    transaction.delete(Task, "guide-000003")
    transaction.delete(Task, "a/b")  # no record can have this id
    assert [(name, path) for name, path, _ in writes.told] == [
        ("create", "tasks/guide-000001"),
        ("update", "tasks/guide-000002"),
        ("delete", "tasks/guide-000003"),
    ]
    assert writes.told[1][2] == _fields(task(2)) | {PACKED: DELETE_FIELD}
    with pytest.raises(StoreError, match="read after it had written"):
        transaction.get(Task, "guide-000001")
    with pytest.raises(StoreError, match="read after it had written"):
        transaction.find(Task, {})


class Object:
    """An object of Cloud Storage."""

    def __init__(self, bucket: FakeBucket, name: str, chunk_size: int | None) -> None:
        self.bucket, self.name, self.chunk_size = bucket, name, chunk_size
        self.metadata: dict[str, str] | None = None
        self.data = b""
        self.generation = 1

    @property
    def size(self) -> int:
        return len(self.data)

    def upload_from_file(self, file: BinaryIO, *, size: int, if_generation_match: int, **_: Any) -> None:
        assert if_generation_match == 0, "only where there is none"
        if self.name in self.bucket.objects:
            raise google("PreconditionFailed", "there is one")
        self.data = file.read()
        assert len(self.data) == size
        self.bucket.objects[self.name] = self

    def download_as_bytes(self, **_: Any) -> bytes:
        if self.name not in self.bucket.objects:
            raise google("NotFound", "none")
        return self.bucket.objects[self.name].data

    def download_to_file(self, file: BinaryIO, **_: Any) -> None:
        file.write(self.data)

    def delete(self, **_: Any) -> None:
        if self.bucket.objects.pop(self.name, None) is None:
            raise google("NotFound", "none")


class FakeBucket:
    """A bucket in memory, as far as the stores use one."""

    name = "voices"

    def __init__(self) -> None:
        self.objects: dict[str, Object] = {}
        self.made: list[int | None] = []

    def blob(self, name: str, chunk_size: int | None = None) -> Object:
        self.made.append(chunk_size)
        return Object(self, name, chunk_size)

    def get_blob(self, name: str, **_: Any) -> Object | None:
        return self.objects.get(name)

    def list_blobs(
        self, prefix: str, start_offset: str | None = None, max_results: int | None = None, **_: Any
    ) -> list[Object]:
        names = [n for n in sorted(self.objects) if n.startswith(prefix) and n >= (start_offset or "")]
        return [self.objects[name] for name in names[:max_results]]


class Known:
    """Records, of which one is as it was."""

    def get(self, kind: type[Task], record_id: str) -> Task:
        return task(1)


@pytest.fixture
def blobs() -> CloudStorageBlobs:
    return CloudStorageBlobs(FakeBucket(), Known())  # type: ignore[arg-type]


def test_a_blob_is_an_object_with_its_digest_that_is_never_overwritten(blobs: CloudStorageBlobs) -> None:
    assert [blobs.create("a/b", data) for data in (b"bytes", io.BytesIO(b"bytes"))] == [True, False]
    with pytest.raises(StoreConflictError, match="Other bytes are stored as 'a/b'"):
        blobs.create("a/b", b"other")
    assert (blobs.stat("a/b"), blobs.read("a/b")) == (blob_info("a/b", b"bytes"), b"bytes")
    with pytest.raises(InvalidDataError, match="cannot be a blob's name"):
        blobs.create("../b", b"bytes")


def test_only_large_blobs_are_sent_in_blocks(blobs: CloudStorageBlobs) -> None:
    for name, size in (("small", UPLOAD_BLOCK), ("large", UPLOAD_BLOCK + 1)):
        blobs.create(name, bytes(size))
    assert blobs._bucket.made == [None, UPLOAD_BLOCK]


@pytest.mark.parametrize(
    ("prefix", "after", "limit", "found"),
    [
        ("", "", None, ["a/1", "a/2", "a/3", "b"]),
        ("a/", "", 2, ["a/1", "a/2"]),
        ("a/", "a/1", 1, ["a/2"]),
        ("a/", "a/1", None, ["a/2", "a/3"]),
        ("", "a/25", 1, ["a/3"]),
        ("c", "", None, []),
    ],
)
def test_blobs_are_listed_after_a_name(
    blobs: CloudStorageBlobs, prefix: str, after: str, limit: int | None, found: list[str]
) -> None:
    for name in ("b", "a/3", "a/1", "a/2"):
        blobs.create(name, b"")
    assert [each.name for each in blobs.list(prefix, after=after, limit=limit)] == found


def test_what_is_not_there_is_not_found_and_may_be_removed(blobs: CloudStorageBlobs) -> None:
    blobs.create("a", b"bytes")
    blobs.delete("a", "b", "../c")
    for read in (blobs.read, blobs.stat, blobs.open):
        for name in ("a", "../c"):
            with pytest.raises(BlobNotFoundError, match="There is no blob"):
                read(name)


def test_a_blob_is_read_in_the_version_that_was_found(
    blobs: CloudStorageBlobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = dict[str, Any]()
    monkeypatch.setattr(cloud_storage, "_CloudReader", lambda _, **more: asked.update(more))
    blobs.create("a", b"bytes")
    blobs._bucket.objects["a"].generation = 7
    blobs.open("a")
    assert (asked["if_generation_match"], asked["chunk_size"]) == (7, 2**20)


def test_an_object_of_somebody_else_is_named(blobs: CloudStorageBlobs) -> None:
    blobs._bucket.objects["a"] = Object(blobs._bucket, "a", None)
    with pytest.raises(StoreError, match="'a' in the bucket 'voices' was not written by PanGEA"):
        blobs.stat("a")


def test_a_blob_whose_record_has_changed_is_removed_again(blobs: CloudStorageBlobs) -> None:
    info = blob_info("a", b"bytes")
    assert blobs.create_soon(info, [b"by", b"tes"], task(1)).result()
    with pytest.raises(RecordChangedError):
        blobs.create_soon(BlobInfo("b", info.size, info.sha256), [b"bytes"], task(1, priority=3)).result()
    assert [each.name for each in blobs.list("")] == ["a"]
    assert blobs.link("a", "audio/wav") is None


def test_a_backup_in_a_bucket_lies_below_its_prefix() -> None:
    inside = FakeBucket()
    place = Bucket(inside, "/series/")
    place.put("moments/1", io.BytesIO(b"one"))
    place.put("moments/1", io.BytesIO(b"other"))  # what is there already stays
    place.put("blobs/2", io.BytesIO(b"two"))
    inside.blob("elsewhere").upload_from_file(io.BytesIO(b""), size=0, if_generation_match=0)
    assert str(place) == "gs://voices/series/"
    assert sorted(inside.objects) == ["elsewhere", "series/blobs/2", "series/moments/1"]
    assert (place.names(""), place.names("moments/")) == (["blobs/2", "moments/1"], ["moments/1"])
    assert (place.has("blobs/2"), place.has("blobs/3")) == (True, False)
    with place.open("moments/1") as stored:
        assert stored.read() == b"one"
    for _ in range(2):
        place.remove("blobs/2")
    with pytest.raises(ArchiveError, match="There is no object gs://voices/series/blobs/2"):
        place.open("blobs/2")
    assert (str(Bucket(inside, "")), Bucket(inside, "").names("else")) == ("gs://voices/", ["elsewhere"])


def test_a_bucket_that_is_not_named_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="gs:///series names no bucket"):
        open_bucket("gs:///series")


@pytest.mark.parametrize(("project", "bucket"), [(None, "voices"), ("campaign", None), (None, None)])
def test_project_and_bucket_are_needed(project: str | None, bucket: str | None) -> None:
    settings = SimpleNamespace(firebase_project=project, firebase_bucket=bucket, firebase_links=False)
    with pytest.raises(ConfigurationError, match="needs a project and a bucket"):
        FirebaseStore.from_settings(settings)


@pytest.mark.parametrize("name", EMULATORS)
def test_one_emulator_of_the_two_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for each in EMULATORS:
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(name, "127.0.0.1:9")
    with pytest.raises(ConfigurationError, match=f"Only {name} of"):
        FirebaseStore.open("campaign", "voices")
