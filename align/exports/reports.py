"""The report on a recording's alignment, as a JSON file beside its words."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from align.batch import JobOutcome, JobReport
from align.exports.words import alignment_row
from align.report import AlignmentReport
from environments.errors import InvalidDataError


def report_file(outcome: JobOutcome) -> bytes:
    """``recording state reason``, and for an aligned recording the fields of ``alignment_row``."""
    state = "failed" if outcome.alignment is None else "aligned"
    row: dict[str, Any] = {"recording": outcome.name, "state": state, "reason": outcome.reason}
    if outcome.alignment is not None:
        row |= alignment_row(outcome.alignment)
    return (json.dumps(row, ensure_ascii=False, indent=1) + "\n").encode()


def read_report_file(name: str, data: bytes) -> JobReport:
    """Read a report that ``report_file`` wrote.

    Raises:
        InvalidDataError: the data is not such a report.
    """
    try:
        row = json.loads(data)
        if row["state"] == "failed":
            return JobReport(name, reason=row["reason"])
        return JobReport(name, msgspec.convert(row, AlignmentReport))
    except (ValueError, KeyError, TypeError) as exc:
        raise InvalidDataError(
            f"The report on {name} cannot be read: {exc!r}.", remedy="Align it again."
        ) from exc
