"""Codes that came back through a platform: right, wrong, given twice, or asked for before the work was done."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TextIO

from environments.errors import InvalidDataError
from pangea_server.collect.platforms.keys import PlatformKeys
from pangea_server.collect.platforms.records import Study, Visit
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

CodeVerdict = Literal["right", "wrong", "duplicate", "partial", "unknown"]
COLUMNS = {
    "assignment_id": ("AssignmentId", "Submission id", "assignment_id"),
    "code": ("Answer.surveycode", "Answer.code", "Completion code", "code"),
}
"""Where Mechanical Turk's results, Prolific's export and a table of one's own have what is looked for."""


@dataclass(frozen=True, slots=True)
class PlatformRow:
    """What a person handed in on a platform."""

    assignment_id: str
    code: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What is to be thought of it. ``annotator_id`` is None where the attempt is not known here."""

    row: PlatformRow
    verdict: CodeVerdict
    annotator_id: int | None


def read_rows(table: TextIO) -> Iterator[PlatformRow]:
    """The rows of a CSV as the platform exports it.

    Raises:
        InvalidDataError: a column is missing.
    """
    reader = csv.DictReader(table)
    found = {
        name: next((column for column in columns if column in (reader.fieldnames or ())), None)
        for name, columns in COLUMNS.items()
    }
    for name, column in found.items():
        if column is None:
            raise InvalidDataError(
                f"The table has no column for the {name.replace('_', ' ')}.",
                remedy=f"Call it {' or '.join(COLUMNS[name])}.",
            )
    for line in reader:
        yield PlatformRow(*(str(line[found[name] or ""] or "").strip() for name in COLUMNS))


def check_codes(records: RecordStore, study: Study, rows: Iterable[PlatformRow]) -> Iterator[Checked]:
    """Compare what was handed in with what was issued.

    right: the code of this very attempt. duplicate: a code that was right for another attempt, or a second row of one.
    partial: the attempt is known, its work is not done. unknown: nobody came with this attempt. wrong: all else.
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
        yield Checked(row, _verdict(row, visit, issued, again), visit.annotator_id if visit else None)


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
