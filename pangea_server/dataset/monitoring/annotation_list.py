"""The annotations behind a figure: the selected rows, the newest first, page by page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import numpy as np

from environments.errors import InvalidDataError
from pangea_server.annotate.annotations.population import LeftOut
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.dataset.monitoring.dimensions import NOT_KNOWN, REASONS, Mask, left_out
from pangea_server.dataset.monitoring.rows import EPOCH
from pangea_server.dataset.monitoring.table import OUTCOMES, REVIEW_STATES, SCORES, Rows, Table, own_scores
from pangea_server.dataset.monitoring.wire import AnnotationRow

CURSOR = re.compile(r"([0-9]{1,18})-([0-9]{1,3})-([0-9]{1,10})")
LISTED_ROWS = 1000


def page(table: Table, mask: Mask, cursor: str | None, limit: int) -> tuple[list[AnnotationRow], str | None]:
    """At most ``limit`` rows after ``cursor``, and the cursor of the next page; new annotations do not shift the pages.

    Raises:
        InvalidDataError: the cursor is not valid.
    """
    places = np.flatnonzero(mask & _before(table.rows, cursor) if cursor else mask)[::-1]
    shown = table.rows[places[:limit]]
    items = list(_views(table, shown))
    return items, _cursor(shown[-1]) if len(places) > limit else None


def rows(table: Table, mask: Mask) -> Iterator[AnnotationRow]:
    """All of them."""
    places = np.flatnonzero(mask)[::-1]
    for start in range(0, len(places), LISTED_ROWS):
        yield from _views(table, table.rows[places[start : start + LISTED_ROWS]])


def _cursor(row: Any) -> str:
    return f"{row['submitted_at']}-{row['kind']}-{row['number']}"


def _before(rows: Rows, cursor: str) -> Mask:
    known = CURSOR.fullmatch(cursor)
    if known is None:
        raise InvalidDataError(
            f"The cursor {cursor!r} is not one of this list's.", remedy="Begin without a cursor."
        )
    time, kind, number = map(int, known.groups())
    within = (rows["kind"] < kind) | ((rows["kind"] == kind) & (rows["number"] < number))
    before: Mask = (rows["submitted_at"] < time) | ((rows["submitted_at"] == time) & within)
    return before


def _views(table: Table, shown: Rows) -> Iterator[AnnotationRow]:
    for row, why in zip(shown, left_out(table, shown), strict=True):
        yield _view(table, row, None if why == NOT_KNOWN else REASONS[why])


def _view(table: Table, row: Any, why: LeftOut | None) -> AnnotationRow:
    kind = table.names["kind"].names[row["kind"]]
    own, scores = own_scores(table.names, kind), {name: _known(row[name]) for name in SCORES}
    return AnnotationRow(
        kind=kind,
        annotation_id=int(row["number"]),
        instruction_id=int(row["instruction"]) or None,
        annotator_id=int(row["annotator"]),
        guide_id=int(row["guide"]) or None,
        campaign=table.names["campaign"].name(row["campaign"]),
        pool=table.names["pool"].name(row["pool"]),
        language=table.names["language"].name(row["language"]),
        scan_id=table.names["scan"].name(row["scan"]),
        path_id=int(row["path"]),
        system=table.names["system"].name(row["system"]),
        condition=table.names["condition"].name(row["condition"]),
        length=_known(row["length"]),
        submitted_at=EPOCH + timedelta(microseconds=int(row["submitted_at"])),
        outcome=OUTCOMES[row["outcome"]] or None,
        review=REVIEW_STATES[row["review"]] or None,
        left_out=why,
        duration=_known(row["recording"]),
        transcription=_known(row["transcription"]) if declared(kind).gives_words else None,
        active=_known(row["active"]),
        **dict.fromkeys(SCORES) | ({} if own else scores),
        measures=dict(zip(own, scores.values(), strict=False)),
    )


def _known(value: np.float32) -> float | None:
    return None if np.isnan(value) else round(float(value), 6)
