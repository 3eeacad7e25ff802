"""Backups in Cloud Storage."""

from __future__ import annotations

import os
from typing import Any, BinaryIO

from google.api_core.exceptions import PreconditionFailed
from google.auth.exceptions import DefaultCredentialsError
from google.cloud import storage

from environments.errors import ConfigurationError
from pangea_server.core.errors import ArchiveError, StoreError
from pangea_server.dataset.archive.places import BUCKET_SCHEME, scratch_file
from pangea_server.stores.firebase.cloud_storage import SERVICE, STORAGE_CALL_OPTIONS, UPLOAD_BLOCK
from pangea_server.stores.firebase.google_errors import translated


def open_bucket(text: str) -> Bucket:
    """The bucket, and the prefix in it, that ``gs://BUCKET/PREFIX`` names.

    Raises:
        ConfigurationError: it names no bucket, or there are no credentials.
    """
    name, _, prefix = text.removeprefix(BUCKET_SCHEME).partition("/")
    if not name:
        raise ConfigurationError(
            f"{text} names no bucket.", remedy=f"Write {BUCKET_SCHEME}BUCKET or {BUCKET_SCHEME}BUCKET/PREFIX."
        )
    try:
        emulated = os.environ.get("STORAGE_EMULATOR_HOST")
        client = storage.Client.create_anonymous_client() if emulated else storage.Client()
    except DefaultCredentialsError as error:
        raise ConfigurationError(
            "There are no Application Default Credentials for Google Cloud.",
            remedy="Run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS.",
        ) from error
    return Bucket(client.bucket(name), prefix)


class Bucket:
    """A ``Place`` in Cloud Storage, below a prefix."""

    def __init__(self, bucket: Any, prefix: str) -> None:
        self._bucket = bucket
        self._prefix = f"{prefix.strip('/')}/" if prefix.strip("/") else ""

    def __str__(self) -> str:
        return f"{BUCKET_SCHEME}{self._bucket.name}/{self._prefix}"

    @property
    def address(self) -> str:
        return str(self)

    def put(self, name: str, file: BinaryIO) -> None:
        size = file.seek(0, os.SEEK_END)
        blob = self._bucket.blob(
            self._prefix + name, chunk_size=UPLOAD_BLOCK if size > UPLOAD_BLOCK else None
        )
        file.seek(0)
        with translated(SERVICE):
            try:
                blob.upload_from_file(
                    file,
                    size=size,
                    content_type="application/octet-stream",
                    if_generation_match=0,
                    checksum="crc32c",
                    **STORAGE_CALL_OPTIONS,
                )
            except PreconditionFailed:
                return

    def has(self, name: str) -> bool:
        return self._find(name) is not None

    def open(self, name: str) -> BinaryIO:
        blob = self._find(name)
        if blob is None:
            raise ArchiveError(f"There is no object {self}{name}.")
        file = scratch_file()
        try:
            with translated(SERVICE):
                blob.download_to_file(file, checksum="crc32c", **STORAGE_CALL_OPTIONS)
        except StoreError as error:
            file.close()
            raise ArchiveError(
                f"{self}{name} cannot be read. {error.message}", remedy=error.remedy
            ) from error
        file.seek(0)
        return file

    def names(self, prefix: str) -> list[str]:
        with translated(SERVICE):
            found = self._bucket.list_blobs(prefix=self._prefix + prefix, **STORAGE_CALL_OPTIONS)
            return sorted(str(blob.name).removeprefix(self._prefix) for blob in found)

    def remove(self, name: str) -> None:
        blob = self._find(name)
        if blob is not None:
            with translated(SERVICE):
                blob.delete(**STORAGE_CALL_OPTIONS)

    def remove_unfinished(self) -> None:
        """Cloud Storage has no unfinished objects."""

    def _find(self, name: str) -> Any:
        with translated(SERVICE):
            return self._bucket.get_blob(self._prefix + name, **STORAGE_CALL_OPTIONS)
