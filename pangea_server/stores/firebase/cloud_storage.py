"""Blobs in Cloud Storage: objects that are created once, with their SHA-256 in their metadata."""

from __future__ import annotations

import io
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, BinaryIO, cast

from google.api_core.exceptions import NotFound, PreconditionFailed
from google.cloud.storage import Blob, Bucket
from google.cloud.storage.fileio import BlobReader
from google.cloud.storage.retry import DEFAULT_RETRY

from pangea_server.core.errors import RecordNotFoundError, StoreError
from pangea_server.core.records import Record
from pangea_server.stores.describe import describe
from pangea_server.stores.failures import blob_conflict, blob_not_found, record_changed
from pangea_server.stores.firebase.google_errors import translated
from pangea_server.stores.firebase.signed_links import SignedLinks
from pangea_server.stores.names import check_blob_name, is_blob_name
from pangea_server.stores.protocol import BlobInfo, RecordStore

SERVICE = "Cloud Storage"
READ_AHEAD = 2**20  # bytes
UPLOADS_AT_ONCE = 32
UPLOAD_BLOCK = 2**23  # bytes in one request of a resumable upload
STORAGE_TIMEOUT_SECONDS = 20.0  # seconds that one call may take, retries included
STORAGE_CALL_OPTIONS: Any = {
    "retry": DEFAULT_RETRY.with_timeout(STORAGE_TIMEOUT_SECONDS),
    "timeout": STORAGE_TIMEOUT_SECONDS,
}


class CloudStorageBlobs:
    """A ``BlobStore`` over one bucket."""

    def __init__(self, bucket: Bucket, records: RecordStore, links: SignedLinks | None = None) -> None:
        self._bucket = bucket
        self._records = records
        self._links = links
        self._uploads = ThreadPoolExecutor(UPLOADS_AT_ONCE, thread_name_prefix="upload")

    def create(self, name: str, data: bytes | BinaryIO) -> bool:
        check_blob_name(name)
        file = io.BytesIO(data) if isinstance(data, bytes) else data
        info = describe(name, file)
        blob = self._bucket.blob(name, chunk_size=UPLOAD_BLOCK if info.size > UPLOAD_BLOCK else None)
        blob.metadata = {"sha256": info.sha256}
        with translated(SERVICE):
            try:
                blob.upload_from_file(
                    file,
                    size=info.size,
                    content_type="application/octet-stream",
                    if_generation_match=0,
                    checksum="crc32c",
                    **STORAGE_CALL_OPTIONS,
                )
            except PreconditionFailed as error:
                if self.stat(name) != info:
                    raise blob_conflict(name) from error
                return False
        return True

    def create_soon(
        self, info: BlobInfo, blocks: Sequence[bytes], owner: Record | None = None
    ) -> Future[bool]:
        check_blob_name(info.name)
        return self._uploads.submit(self._create_for, owner, info.name, b"".join(blocks))

    def stat(self, name: str) -> BlobInfo:
        return _info(self._blob(name))

    def open(self, name: str) -> BinaryIO:
        blob = self._blob(name)
        reader = _CloudReader(
            blob, chunk_size=READ_AHEAD, if_generation_match=blob.generation, **STORAGE_CALL_OPTIONS
        )
        return cast("BinaryIO", reader)

    def read(self, name: str) -> bytes:
        if not is_blob_name(name):
            raise blob_not_found(name)
        with translated(SERVICE):
            try:
                return cast(
                    "bytes",
                    self._bucket.blob(name).download_as_bytes(checksum="crc32c", **STORAGE_CALL_OPTIONS),
                )
            except NotFound as error:
                raise blob_not_found(name) from error

    def list(self, prefix: str, *, after: str = "", limit: int | None = None) -> Sequence[BlobInfo]:
        most = None if limit is None else limit + 1  # ``start_offset`` itself is among them when it is a name
        with translated(SERVICE):
            found = self._bucket.list_blobs(
                prefix=prefix, start_offset=after or None, max_results=most, **STORAGE_CALL_OPTIONS
            )
            blobs = [blob for blob in found if blob.name > after]
        return [_info(blob) for blob in blobs[:limit]]

    def link(self, name: str, media_type: str) -> str | None:
        with translated(SERVICE):
            return self._links.link(self._bucket.blob(name), media_type) if self._links else None

    def delete(self, *names: str) -> None:
        for name in filter(is_blob_name, names):
            with translated(SERVICE), suppress(NotFound):
                self._bucket.blob(name).delete(**STORAGE_CALL_OPTIONS)

    def _create_for(self, owner: Record | None, name: str, data: bytes) -> bool:
        """No transaction spans both services, so the owner is looked up after the upload."""
        is_new = self.create(name, data)
        if owner is not None and not self._is_stored(owner):
            self.delete(name)
            raise record_changed(owner)
        return is_new

    def _is_stored(self, record: Record) -> bool:
        try:
            return self._records.get(type(record), record.record_id) == record
        except RecordNotFoundError:
            return False

    def _blob(self, name: str) -> Blob:
        blob = None
        if is_blob_name(name):
            with translated(SERVICE):
                blob = self._bucket.get_blob(name, **STORAGE_CALL_OPTIONS)
        if blob is None:
            raise blob_not_found(name)
        return blob


class _CloudReader(BlobReader):  # type: ignore[misc]
    def read(self, size: int = -1) -> bytes:
        with translated(SERVICE):
            return cast("bytes", super().read(size))


def _info(blob: Blob) -> BlobInfo:
    sha256 = (blob.metadata or {}).get("sha256")
    if sha256 is None:
        raise StoreError(
            f"The object {blob.name!r} in the bucket {blob.bucket.name!r} was not written by PanGEA.",
            remedy="Give PanGEA a bucket of its own.",
        )
    return BlobInfo(blob.name, blob.size, sha256)
