"""Incremental backups: each snapshot of the store copies only blobs that the destination lacks.

``moments/{moment}.jsonl``            what the moment has: its head, then its blobs in order of name, then a last line
``moments/{moment}.records``          its records, as an archive without blobs (``layout.py``)
``blobs/{seal}/{ab}/{sha256}``        a blob, under the SHA-256 of its bytes; ``seal`` names how it is encrypted

Records and blobs are encrypted where public keys are given; the list of a moment is not: it has names, lengths and
digests, so that the next backup knows what is there already without a private key.
"""

from __future__ import annotations

import hashlib
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
from pangea_server.dataset.archive.places import Place
from pangea_server.stores.protocol import BlobInfo

MOMENTS_PREFIX = "moments/"
LIST_SUFFIX, RECORDS_SUFFIX = ".jsonl", ".records"
MOMENT_PATTERN = r"^[0-9]{8}T[0-9]{6}\.[0-9]{6}Z$"
SHA256_PATTERN = r"^[0-9a-f]{64}$"
MOMENT_FORMAT = "%Y%m%dT%H%M%S.%fZ"
LAST_LINE_BEGIN = b'{"total"'
DAMAGE_LINE_BEGIN = b'{"damaged"'
LONGEST_LIST_LINE_BYTES = 2**20  # bytes


class Link(BaseModel):
    """The moment before, and the SHA-256 of its list: the moments of a place are a chain."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    moment: str = Field(pattern=MOMENT_PATTERN)
    sha256: str = Field(pattern=SHA256_PATTERN)


class Head(BaseModel):
    """The first line of a moment's list; ``records`` is the SHA-256 of its records, before they are encrypted."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    format: Literal["pangea-moment"] = "pangea-moment"
    version: Literal[1] = 1
    moment: str = Field(pattern=MOMENT_PATTERN)
    previous: Link | None
    recipients: tuple[str, ...]
    records: str

    @property
    def seal(self) -> Seal:
        return Seal(self.recipients)


class MomentEnd(BaseModel):
    """The last line: how much there is, and the SHA-256 of all lines above."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    total: Totals
    sha256: str


class MomentList:
    """The list of a moment, found whole."""

    def __init__(self, file: BinaryIO, head: Head, end: MomentEnd, sha256: str) -> None:
        self._file = file
        self.head = head
        self.totals = end.total
        self.sha256 = sha256
        """Of the whole list, by which the next moment refers to it."""

    @property
    def link(self) -> Link:
        return Link(moment=self.head.moment, sha256=self.sha256)

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
    if not re.fullmatch(SHA256_PATTERN, sha256):
        raise ArchiveError(f"{sha256!r} is no SHA-256.", remedy="Somebody has changed the backup.")
    return f"blobs/{seal.name}/{sha256[:2]}/{sha256}"


def _blob(line: bytes) -> BlobInfo:
    try:
        name, size, sha256 = json.loads(line)
        if isinstance(name, str) and isinstance(size, int):
            return BlobInfo(name, size, sha256)
    except (ValueError, TypeError):
        pass
    raise ArchiveError("A list of blobs cannot be read.", remedy="A later version of PanGEA wrote it.")


def blob_line(info: BlobInfo) -> bytes:
    return json.dumps([info.name, info.size, info.sha256]).encode() + b"\n"


def moment_names(place: Place) -> list[str]:
    """The moments of a place, the oldest first."""
    names = (name.removeprefix(MOMENTS_PREFIX) for name in place.names(MOMENTS_PREFIX))
    return [name.removesuffix(LIST_SUFFIX) for name in names if name.endswith(LIST_SUFFIX)]


def next_moment(last: str | None) -> str:
    """A name for now, after that of the ``last`` moment even if the clock went back."""
    now = datetime.now(UTC)
    if last:
        now = max(now, datetime.strptime(last, MOMENT_FORMAT).replace(tzinfo=UTC) + timedelta(microseconds=1))
    return now.strftime(MOMENT_FORMAT)


def chosen_moment(place: Place, wanted: str | None) -> str:
    """The moment that a person names by its beginning; the newest without a name.

    Raises:
        ConfigurationError: there is none, or several begin so.
    """
    names = moment_names(place)
    found = [name for name in names if name.startswith(wanted or "")]
    if not found or (wanted and len(found) > 1):
        listed = ", ".join(names[-5:]) or "none"
        raise ConfigurationError(
            f"{place} has {'several backups' if found else 'no backup'} {wanted or ''}".rstrip() + ".",
            remedy=f"Its newest are: {listed}.",
        )
    return found[-1]


@contextmanager
def open_list(place: Place, moment: str) -> Iterator[MomentList]:
    """Read and check a moment's list.

    Raises:
        ArchiveError: it is missing, cut off or damaged.
    """
    with place.open(f"{MOMENTS_PREFIX}{moment}{LIST_SUFFIX}") as file:
        yield _checked(file, f"{place}: {moment}")


def check_chain(place: Place, newest: MomentList) -> int:
    """Check every moment that ``newest`` comes after, back to the oldest that was kept; returns how many there are.

    Raises:
        ArchiveError: one of them is missing, damaged, or not the one that was there when its successor was made.
    """
    oldest = moment_names(place)[0]
    count, link = 1, newest.head.previous
    while link and link.moment >= oldest:
        with open_list(place, link.moment) as found:
            if found.sha256 != link.sha256:
                raise ArchiveError(
                    f"{place}: {link.moment} is not the backup that was there before: somebody has changed it.",
                )
            count, link = count + 1, found.head.previous
    return count


def _checked(file: BinaryIO, name: str) -> MomentList:
    digest, whole, line = hashlib.sha256(), hashlib.sha256(), b""
    try:
        head = Head.model_validate_json(first := file.readline(LONGEST_LIST_LINE_BYTES))
        digest.update(first)
        whole.update(first)
        while line := file.readline(LONGEST_LIST_LINE_BYTES):
            whole.update(line)
            if line.startswith(LAST_LINE_BEGIN):
                break
            digest.update(line)
        end = MomentEnd.model_validate_json(line)
    except ValidationError as error:
        raise ArchiveError(f"{name} is cut off or damaged, or a later version wrote it.") from error
    if end.sha256 != digest.hexdigest() or file.read(1):
        raise ArchiveError(f"{name} is damaged.", remedy="Use another backup of the series.")
    return MomentList(file, head, end, whole.hexdigest())
