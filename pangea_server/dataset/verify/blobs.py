"""The blobs: every byte of segments and files, what no row knows, and the quarantine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path
from typing import NamedTuple

from pangea_server.dataset.verify.context import PAGE, Reading, StepProgress, text
from pangea_server.dataset.verify.database import is_there_or_removed
from pangea_server.stores.local.blob_files import INCOMING
from pangea_server.stores.local.frames import Frame, digest_of, first_line, read_header, scan
from pangea_server.stores.local.quarantine import in_quarantine
from pangea_server.stores.local.segments import SEGMENTS_FOLDER, first_byte
from pangea_server.stores.names import is_blob_name
from pangea_server.stores.seals import seal

COLUMNS = "name, size, sha256, segment, start, head"
IN_ORDER = f"SELECT {COLUMNS}, seal FROM blobs WHERE segment = ? AND start > ? ORDER BY start LIMIT ?"
BY_NAME = f"SELECT {COLUMNS}, seal FROM blobs WHERE segment IS NULL AND name > ? ORDER BY name LIMIT ?"
CHANGED = "its bytes have changed"


class BlobRow(NamedTuple):
    """A row of the table of blobs."""

    name: str
    size: int
    sha256: str
    segment: str | None
    start: int | None
    head: int
    seal: bytes

    @classmethod
    def of(cls, row: tuple[object, ...]) -> BlobRow:
        *columns, sealed = row
        return cls(*(text(value) if isinstance(value, bytes) else value for value in columns), sealed)  # type: ignore[call-arg, arg-type]


def segments(reading: Reading, after: str) -> Iterator[StepProgress]:
    """Each segment from its first byte to its last; after = ``SEGMENT/START`` of the last blob that was read."""
    done, _, start = after.partition("/")
    folder = reading.store.blobs.segments
    rows = _segments_of_rows(reading)
    for segment in sorted({*folder.names(), *rows}):
        if segment < done:
            continue
        if segment not in folder.names() and segment in _segments_of_rows(reading):
            reading.fault(f"segment {segment}", "it is missing")
        else:
            yield from _segment(reading, segment, int(start) if segment == done else -1)


def _segment(reading: Reading, segment: str, after: int) -> Iterator[StepProgress]:
    with _opened(reading, segment) as file:
        if file is None:
            return  # it was emptied and removed meanwhile
        first = first_byte(file, segment)
        end = first if after < 0 else _end_after(reading, segment, after)
        while rows := _page(reading, IN_ORDER, segment, after):
            _check_rows(reading, rows)
            for row in rows:
                assert row.start is not None
                _check_unknown(reading, file, segment, end, row.start - row.head)
                _check_in_segment(reading, file, segment, row)
                after, end = row.start, row.start + row.size
                yield StepProgress(f"{segment}/{after}", row.size)
        if not reading.store.blobs.segments.is_being_written(segment):
            _check_unknown(reading, file, segment, end, os.fstat(file).st_size)
            if first != len(first_line(segment)):
                reading.fault(f"segment {segment}", "its first line has changed")


def _check_in_segment(reading: Reading, file: int, segment: str, row: BlobRow) -> None:
    assert row.start is not None
    end = row.start + row.size
    if os.fstat(file).st_size < end:
        what = "its bytes are missing"
    elif digest_of(file, row.start, end) != row.sha256:
        what = CHANGED
    elif not _has_header(file, segment, row):
        what = "its header has changed"
    else:
        what = ""
    _forget_cached(file, row.start, row.size)
    if what and _is_still_stored(reading, row):
        reading.fault(f"blob {row.name}", what)
    elif not what:
        reading.report.blobs += 1


def _has_header(file: int, segment: str, row: BlobRow) -> bool:
    assert row.start is not None
    found = read_header(file, segment, row.start - row.head)
    if found is None:
        return False
    label, head = found
    return (label.name, label.size, label.sha256, head) == (row.name, row.size, row.sha256, row.head)


def _check_unknown(reading: Reading, file: int, segment: str, start: int, end: int) -> None:
    """Bytes between the rows: zeros, unless a removal is still to be finished."""
    if start >= end or next(scan(file, segment, start, end), None) is None:
        return
    with reading.store.database.writing() as connection:  # nobody writes or erases meanwhile
        statement = "SELECT 1 FROM {} WHERE segment = ? AND start - head < ? AND start + size > ? LIMIT 1"
        if any(
            connection.execute(statement.format(table), (segment, end, start)).fetchone()
            for table in ("blobs", "erasures")
        ):
            return
        found = [*scan(file, segment, start, end)]
    for each in found:
        if isinstance(each, Frame):
            reading.fault(f"segment {segment}", f"{each.label.name} is in it and not in the index")
        else:
            reading.fault(
                f"segment {segment}",
                f"{each.end - each.start} bytes from {each.start} on are not in the index",
            )


def files(reading: Reading, after: str) -> Iterator[StepProgress]:
    """Each blob that is a file of its own, by name."""
    root = reading.store.blobs.root
    while rows := _page(reading, BY_NAME, after):
        _check_rows(reading, rows)
        for row in rows:
            if (what := _fault_of_file(root / row.name, row)) and _is_still_stored(reading, row):
                reading.fault(f"blob {row.name}", what)
            elif not what:
                reading.report.blobs += 1
            after = row.name
            yield StepProgress(after, row.size)


def _fault_of_file(path: Path, row: BlobRow) -> str:
    try:
        with path.open("rb") as file:
            same = (
                os.fstat(file.fileno()).st_size == row.size
                and file_digest(file, "sha256").hexdigest() == row.sha256
            )
            _forget_cached(file.fileno(), 0, row.size)
    except FileNotFoundError:
        return "its file is missing"
    except OSError as error:
        return f"its file cannot be read ({error.strerror})"
    return "" if same else CHANGED


def strays(reading: Reading, _: str) -> Iterator[StepProgress]:
    """Files among the blobs that no row knows."""
    root = reading.store.blobs.root
    for folder, _folders, names in os.walk(root):
        inside = str(Path(folder).relative_to(root))
        for name in names:
            path = name if inside == "." else f"{inside}/{name}"
            if (
                not (inside == SEGMENTS_FOLDER and name in reading.store.blobs.segments.names())
                and inside != INCOMING
            ):
                _check_stray(reading, path)
        yield StepProgress("")


def _check_stray(reading: Reading, name: str) -> None:
    with reading.store.database.writing() as connection:  # no file is waiting for its row
        known = connection.execute(
            "SELECT 1 FROM blobs WHERE name = ? UNION ALL SELECT 1 FROM erasures WHERE name = ?", (name, name)
        ).fetchone()
        stays = (reading.store.blobs.root / name).exists()
    if not known and stays:
        reading.fault(f"file {name}", "it is among the blobs and not in the index")


def quarantine(reading: Reading, _: str) -> Iterator[StepProgress]:
    """What was moved aside is named until a person has looked at it."""
    for item in in_quarantine(reading.store.database.directory):
        reading.fault(f"quarantine/{item}", "it was moved aside; `pangea verify --rebuild` looks at it again")
    yield StepProgress("")


def _check_rows(reading: Reading, rows: list[BlobRow]) -> None:
    """Seals and names; what recordings the blobs belong to."""
    for row in rows:
        if row.seal != seal("blobs", *row[:-1]):
            reading.fault(f"blob {row.name}", "its row has changed")
        elif not is_blob_name(row.name):
            reading.fault(f"blob {row.name!r}", "this is no blob's name")
    recordings = {row.name.split("/")[1] for row in rows if row.name.startswith("recordings/")}
    with reading.rows() as connection:
        missing = [each for each in recordings if not is_there_or_removed(connection, "recordings", each)]
    for each in missing:
        if any(_is_still_stored(reading, row) for row in rows if row.name.split("/")[1:2] == [each]):
            reading.fault(f"recordings/{each}", "it has blobs, and its record is missing")


def _is_still_stored(reading: Reading, row: BlobRow) -> bool:
    """Whether it was not removed meanwhile."""
    with reading.rows() as connection:
        return bool(connection.execute("SELECT 1 FROM blobs WHERE name = ?", (row.name,)).fetchone())


def _page(reading: Reading, statement: str, *after: str | int) -> list[BlobRow]:
    with reading.rows() as connection:
        return [BlobRow.of(row) for row in connection.execute(statement, (*after, PAGE)).fetchall()]


def _segments_of_rows(reading: Reading) -> set[str]:
    with reading.rows() as connection:
        return {
            text(name)
            for (name,) in connection.execute("SELECT DISTINCT segment FROM blobs WHERE segment NOTNULL")
        }


def _end_after(reading: Reading, segment: str, start: int) -> int:
    """The end of the blob that begins at ``start``; ``start`` if it was removed."""
    with reading.rows() as connection:
        statement = "SELECT size FROM blobs WHERE segment = ? AND start = ?"
        row = connection.execute(statement, (segment, start)).fetchone()
    return start + row[0] if row else start


@contextmanager
def _opened(reading: Reading, segment: str) -> Iterator[int | None]:
    try:
        file = os.open(reading.store.blobs.segments.path(segment), os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        yield None
        return
    try:
        yield file
    finally:
        os.close(file)


def _forget_cached(file: int, start: int, size: int) -> None:
    """So that reading everything once does not push what people need out of memory."""
    os.posix_fadvise(file, start, size, os.POSIX_FADV_DONTNEED)
