"""Incremental backups: each snapshot of the store copies only blobs that the destination lacks.

``moments/{moment}.jsonl``            what the moment has: its head, then its blobs in order of name, then a last line
``moments/{moment}.records``          its records, as an archive without blobs (``layout.py``)
``blobs/{seal}/{ab}/{sha256}``        a blob, under the SHA-256 of its bytes; ``seal`` names how it is encrypted

Records and blobs are encrypted where public keys are given; the list of a moment is not: it has names, lengths and
digests, so that the next backup knows what is there already without a private key. The list is signed, and so all that
its digests name (``signatures.py``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import BinaryIO, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from environments.errors import ConfigurationError
from pangea_server.core.errors import ArchiveError
from pangea_server.dataset.archive.encryption import Seal
from pangea_server.dataset.archive.layout import Damage, Totals
from pangea_server.dataset.archive.places import Destination
from pangea_server.dataset.archive.signatures import Signature, read_signed
from pangea_server.stores.protocol import BlobInfo

MOMENTS_PREFIX = "moments/"
BLOBS_PREFIX = "blobs/"
LIST_SUFFIX, RECORDS_SUFFIX = ".jsonl", ".records"
MOMENT_PATTERN = r"^[0-9]{8}T[0-9]{6}\.[0-9]{6}Z$"
SHA256_PATTERN = r"^[0-9a-f]{64}$"
MOMENT_FORMAT = "%Y%m%dT%H%M%S.%fZ"
LAST_LINE_BEGIN = b'{"total"'
DAMAGE_LINE_BEGIN = b'{"damaged"'
LONGEST_LIST_LINE_BYTES = 2**20  # bytes


class ChainLink(BaseModel):
    """The moment before, and the SHA-256 of its list: the moments of a place are a chain."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    moment: str = Field(pattern=MOMENT_PATTERN)
    sha256: str = Field(pattern=SHA256_PATTERN)


class SnapshotHead(BaseModel):
    """The first line of a moment's list.

    Attributes:
        previous: the moment before; None in the first.
        oldest: from there on all moments were to stay when this one was made: the chain goes back so far.
        passed_over: moments since the previous one that could not be read when this one was made.
        records, records_size: the SHA-256 and bytes of its records, before they are encrypted.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    format: Literal["pangea-moment"] = "pangea-moment"
    version: Literal[1] = 1
    moment: str = Field(pattern=MOMENT_PATTERN)
    previous: ChainLink | None
    oldest: str = Field(pattern=MOMENT_PATTERN)
    passed_over: tuple[str, ...] = ()
    recipients: tuple[str, ...]
    records: str
    records_size: int

    @property
    def seal(self) -> Seal:
        return Seal(self.recipients)


class MomentEnd(BaseModel):
    """The last line: how much there is."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    total: Totals


class MomentList:
    """The list of a moment, found whole."""

    def __init__(self, file: BinaryIO, signature: Signature, head: SnapshotHead, totals: Totals) -> None:
        self._file = file
        self.head = head
        self.totals = totals
        self.signed_by = signature.signed_by
        self.sha256 = signature.sha256
        """Of what is signed, by which the next moment refers to it."""

    @property
    def link(self) -> ChainLink:
        return ChainLink(moment=self.head.moment, sha256=self.sha256)

    def blobs(self) -> Iterator[BlobInfo]:
        """In order of name; only one iterator may be read at a time."""
        for line in self._lines():
            if not line.startswith((DAMAGE_LINE_BEGIN, LAST_LINE_BEGIN)):
                yield _blob(line)

    def damaged(self) -> Iterator[Damage]:
        """Blobs that were damaged in the store."""
        return (
            Damage.model_validate_json(line) for line in self._lines() if line.startswith(DAMAGE_LINE_BEGIN)
        )

    def _lines(self) -> Iterator[bytes]:
        self._file.seek(0)
        self._file.readline(LONGEST_LIST_LINE_BYTES)
        while line := self._file.readline(LONGEST_LIST_LINE_BYTES):
            yield line


def blob_object(seal: Seal, sha256: str) -> str:
    """The name under which a place has a blob.

    Raises:
        ArchiveError: this is no digest: it could name a file elsewhere.
    """
    return f"{BLOBS_PREFIX}{seal.name}/{sha256[:2]}/{checked_digest(sha256)}"


def checked_digest(sha256: str) -> str:
    """Raises ArchiveError where this is no SHA-256: it could name a file elsewhere."""
    if not re.fullmatch(SHA256_PATTERN, sha256):
        raise ArchiveError(f"{sha256!r} is no SHA-256.", remedy="Somebody has changed the backup.")
    return sha256


def _blob(line: bytes) -> BlobInfo:
    try:
        name, size, sha256 = json.loads(line)
        if isinstance(name, str) and isinstance(size, int) and isinstance(sha256, str):
            return BlobInfo(name, size, sha256)
    except (ValueError, TypeError, RecursionError):
        pass
    raise ArchiveError("A list of blobs cannot be read.", remedy="A later version of PanGEA wrote it.")


def blob_line(info: BlobInfo) -> bytes:
    return json.dumps([info.name, info.size, info.sha256]).encode() + b"\n"


def moment_names(place: Destination) -> list[str]:
    """The moments of a place, the oldest first."""
    names = (name.removeprefix(MOMENTS_PREFIX) for name in place.names(MOMENTS_PREFIX))
    lists = (name.removesuffix(LIST_SUFFIX) for name in names if name.endswith(LIST_SUFFIX))
    return [name for name in lists if is_moment(name)]


def is_moment(name: str) -> bool:
    """Whether this is the name of a time."""
    try:
        return bool(re.fullmatch(MOMENT_PATTERN, name)) and bool(datetime.strptime(name, MOMENT_FORMAT))
    except ValueError:
        return False


def records_object(moment: str) -> str:
    """The name under which a place has a moment's records."""
    return f"{MOMENTS_PREFIX}{moment}{RECORDS_SUFFIX}"


def list_object(moment: str) -> str:
    """The name under which a place has a moment's list."""
    return f"{MOMENTS_PREFIX}{moment}{LIST_SUFFIX}"


def next_moment(last: str | None) -> str:
    """A name for now, after that of the ``last`` moment even if the clock went back."""
    now = datetime.now(UTC)
    if last and (after := datetime.strptime(last, MOMENT_FORMAT).replace(tzinfo=UTC)) >= now:
        now = after + timedelta(microseconds=1)
    return now.strftime(MOMENT_FORMAT)


def chosen_moment(place: Destination, wanted: str) -> str:
    """The moment that a person names by its beginning.

    Raises:
        ConfigurationError: there is none, or several begin so.
    """
    names = moment_names(place)
    found = [name for name in names if name.startswith(wanted)]
    if len(found) != 1:
        listed = ", ".join(names[-5:]) or "none"
        raise ConfigurationError(
            f"{place} has {'several backups' if found else 'no backup'} {wanted}.",
            remedy=f"Its newest are: {listed}.",
        )
    return found[0]


@contextmanager
def open_list(place: Destination, moment: str) -> Iterator[MomentList]:
    """Read and check a moment's list.

    Raises:
        ArchiveError: it is missing, cut off, damaged or not signed. Who signed it is not looked at.
    """
    name = list_object(moment)
    with place.open(name) as stored:
        file, signature = read_signed(place, name, stored)
    with file:
        listed = _read_list(file, signature, f"{place}: {name}")
        if listed.head.moment != moment:
            raise ArchiveError(f"{place}: {name} is the list of {listed.head.moment}.")
        yield listed


def _read_list(file: BinaryIO, signature: Signature, name: str) -> MomentList:
    try:
        head = SnapshotHead.model_validate_json(file.readline(LONGEST_LIST_LINE_BYTES))
        line = b""
        while not line.startswith(LAST_LINE_BEGIN) and (line := file.readline(LONGEST_LIST_LINE_BYTES)):
            pass
        return MomentList(file, signature, head, MomentEnd.model_validate_json(line).total)
    except ValidationError as error:
        raise ArchiveError(f"{name} cannot be read.", remedy="A later version of PanGEA wrote it.") from error
