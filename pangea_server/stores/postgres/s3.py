"""Objects in a bucket of S3, or of a service that speaks its language."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, BinaryIO, Self, cast

import boto3
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    HTTPClientError,
    NoCredentialsError,
    PartialCredentialsError,
)

from environments.errors import ConfigurationError, PangeaError
from pangea_server.core.errors import StoreBusyError, StoreError
from pangea_server.stores.file_views import FetchedPart, JoinedFile
from pangea_server.stores.postgres.objects import S3_SCHEME, object_missing

READ_AHEAD = 2**20  # bytes that one request reads of a blob that is opened
REMOVED_AT_ONCE = 1000  # S3's limit
S3_TIMEOUT_SECONDS = 20.0
"""For which a request waits for the next byte."""
LINES = 48
OPTIONS = Config(
    connect_timeout=5,
    read_timeout=S3_TIMEOUT_SECONDS,
    retries={"mode": "standard", "total_max_attempts": 3},
    max_pool_connections=LINES,
    # What boto3 adds of its own accord is unknown to other services than Amazon's; each blob's SHA-256 is checked here.
    request_checksum_calculation="when_required",
    response_checksum_validation="when_required",
)
REFUSED = {
    "AccessDenied",
    "AllAccessDisabled",
    "ExpiredToken",
    "InvalidAccessKeyId",
    "InvalidToken",
    "SignatureDoesNotMatch",
    "403",
}
ELSEWHERE = {
    "AuthorizationHeaderMalformed",
    "IllegalLocationConstraintException",
    "PermanentRedirect",
    "301",
}
BUSY = {"InternalError", "RequestTimeout", "ServiceUnavailable", "SlowDown", "500", "503"}


class S3Objects:
    """An ``Objects`` below a prefix of one bucket. boto3 finds address, region and credentials where it always does."""

    def __init__(self, bucket: str, prefix: str) -> None:
        self.bucket = bucket
        self._prefix = f"{prefix.strip('/')}/" if prefix.strip("/") else ""
        session = boto3.session.Session()
        session.events.register("before-sign.s3.DeleteObjects", _add_md5)
        with self._translated():
            self._client = session.client("s3", config=OPTIONS)

    @classmethod
    def named(cls, place: str) -> Self:
        """Those in ``s3://BUCKET/PREFIX``; nothing is sent yet.

        Raises:
            ConfigurationError: it names no bucket.
        """
        bucket, _, prefix = place.removeprefix(S3_SCHEME).partition("/")
        if not bucket:
            raise ConfigurationError(
                f"{place} names no bucket.", remedy=f"Write {S3_SCHEME}BUCKET or {S3_SCHEME}BUCKET/PREFIX."
            )
        return cls(bucket, prefix)

    def put(self, key: str, file: BinaryIO, size: int) -> None:
        with self._translated():
            self._client.put_object(**self._at(key), Body=file, ContentLength=size)

    def read(self, key: str) -> bytes:
        return self._get(key)

    def open(self, key: str, size: int) -> BinaryIO:
        return cast("BinaryIO", JoinedFile([*self._parts(key, size)]))

    def remove(self, keys: Sequence[str]) -> None:
        for start in range(0, len(keys), REMOVED_AT_ONCE):
            named = [{"Key": self._prefix + key} for key in keys[start : start + REMOVED_AT_ONCE]]
            with self._translated():
                answer = self._client.delete_objects(
                    Bucket=self.bucket, Delete={"Objects": named, "Quiet": True}
                )
            for fault in answer.get("Errors", ()):
                raise self._explain(fault["Code"])

    def keeps_versions(self) -> bool:
        """Whether the bucket keeps what is removed."""
        with self._translated():
            answer = self._client.get_bucket_versioning(Bucket=self.bucket)
        return bool(answer.get("Status") == "Enabled")

    def _parts(self, key: str, size: int) -> Iterator[FetchedPart]:
        for start in range(0, size, READ_AHEAD):
            part = min(READ_AHEAD, size - start)
            yield FetchedPart(part, partial(self._get, key, Range=f"bytes={start}-{start + part - 1}"))

    def _get(self, key: str, **more: str) -> bytes:
        at = self._at(key)
        with self._translated():
            try:
                return cast("bytes", self._client.get_object(**at, **more)["Body"].read())
            except self._client.exceptions.NoSuchKey as error:
                raise object_missing(f"{S3_SCHEME}{self.bucket}/{at['Key']}") from error

    def _at(self, key: str) -> dict[str, Any]:
        return {"Bucket": self.bucket, "Key": self._prefix + key}

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Raise the exceptions of boto3 as PangeaErrors."""
        try:
            yield
        except ClientError as error:
            raise self._explain(str(error.response.get("Error", {}).get("Code"))) from None
        except (NoCredentialsError, PartialCredentialsError):
            raise ConfigurationError(
                "There are no credentials for S3.",
                remedy="Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role.",
            ) from None
        except (BotoCoreError, HTTPClientError, ValueError) as error:
            raise StoreError(
                f"S3 cannot be reached: {type(error).__name__}.",
                remedy="Check AWS_ENDPOINT_URL_S3 and AWS_DEFAULT_REGION, and try again in a few seconds.",
            ) from None

    def _explain(self, code: str) -> PangeaError:
        if code == "NoSuchBucket":
            return ConfigurationError(
                f"There is no bucket {self.bucket!r} in S3.",
                remedy="Make it, or correct PANGEA_POSTGRES_BLOBS.",
            )
        if code in REFUSED:
            return StoreError(
                f"S3 refuses this server at the bucket {self.bucket!r}: {code}.",
                remedy="Check the credentials, and that they may get, put and delete objects below the prefix.",
            )
        if code in ELSEWHERE:
            return ConfigurationError(
                f"The bucket {self.bucket!r} is in another region of S3: {code}.",
                remedy="Set AWS_DEFAULT_REGION to the bucket's own.",
            )
        if code in BUSY:
            return StoreBusyError(f"S3 is busy: {code}.", remedy="Try again in a few seconds.")
        return StoreError(f"S3 failed: {code}.", remedy="Look the code up in its documentation.")


def _add_md5(request: Any, **_: object) -> None:
    """Services that follow S3's older rules remove several objects at once only with the request's MD5."""
    digest = hashlib.md5(request.body, usedforsecurity=False).digest()
    request.headers["Content-MD5"] = base64.b64encode(digest).decode()
