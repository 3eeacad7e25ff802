"""Checking completion codes that people entered on a platform: right, wrong, duplicate, or before the work was done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TextIO

from environments.errors import InvalidDataError
from pangea_server.collect.platforms.keys import PlatformKeys
from pangea_server.collect.platforms.records import Study, Visit
from pangea_server.core.csv_cells import rows_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

CodeVerdict = Literal["right", "wrong", "duplicate", "partial", "unknown"]
COLUMNS = {
    "assignment_id": ("AssignmentId", "Submission id", "assignment_id"),
    "code": ("Answer.surveycode", "Answer.code", "Completion code", "code"),
}
"""The column names in Mechanical Turk's results, Prolific's export and one's own tables."""


@dataclass(frozen=True, slots=True)
class PlatformRow:
    """What a person submitted on a platform."""

    assignment_id: str
    code: str


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """The verdict on a submission. ``annotator_id`` is None if the attempt is unknown here."""

    row: PlatformRow
    verdict: CodeVerdict
    annotator_id: int | None


def read_rows(table: TextIO) -> Iterator[PlatformRow]:
    """The rows of a CSV file exported by the platform.

    Raises:
        InvalidDataError: a column is missing.
    """
    reader = rows_of(table)
    found = {
        name: next((column for column in columns if column in (reader.fieldnames or ())), None)
        for name, columns in COLUMNS.items()
    }
    for name, column in found.items():
        if column is None:
            raise InvalidDataError(
                f"The table has no column for the {name.replace('_', ' ')}.",
                remedy=f"Name it {' or '.join(COLUMNS[name])}.",
            )
    for line in reader:
        yield PlatformRow(*(str(line[found[name] or ""] or "").strip() for name in COLUMNS))


def check_codes(records: RecordStore, study: Study, rows: Iterable[PlatformRow]) -> Iterator[CheckedRow]:
    """Compare the submitted codes with the issued ones.

    right: the code of this attempt. duplicate: the right code of another attempt, or a second row of the same one.
    partial: the attempt is known, but its work is not done. unknown: the attempt is not known. wrong: all other codes.
    """
    keys = PlatformKeys(records)
    visits = {visit.visit_id: visit for visit in every(records, Visit, {"study_id": study.study_id})}
    own_codes = study.completion_code is None
    issued = {visit.code for visit in visits.values() if visit.code and own_codes}
    seen: set[str] = set()
    for row in rows:
        visit = visits.get(keys.visit_id(study, row.assignment_id))
        again = row.assignment_id in seen
        seen.add(row.assignment_id)
        yield CheckedRow(row, _verdict(row, visit, issued, again), visit.annotator_id if visit else None)


def _verdict(row: PlatformRow, visit: Visit | None, issued: set[str], again: bool) -> CodeVerdict:
    if again:
        return "duplicate"
    code = row.code.upper()
    if visit and visit.code and visit.code.upper() == code:
        return "right"
    if code in issued:
        return "duplicate"
    if visit is None:
        return "unknown"
    return "wrong" if visit.code else "partial"
