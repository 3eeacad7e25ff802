"""The dimensions by which annotations are grouped and filtered. A filter selects a group by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from environments.errors import InvalidDataError
from pangea_server.dataset.monitoring.table import FLAGGED, NAMED, OUTCOMES, REVIEW_STATES, Table, success_of

Codes = NDArray[np.int64]
Mask = NDArray[np.bool_]
DAY = 86_400 * 10**6  # microseconds
FIRST_MONDAY = 4  # of 1970, in days since the first of January
LENGTHS = (0, 5, 10, 15, 20, 25, 30)  # metres
ORDINALS = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377)
NOT_KNOWN = -1
CHOICES = ("campaign", "language", "pool", "scan", "review")
"""The dimensions that are most often used as filters."""


@dataclass(frozen=True)
class Dimension:
    """A way to group annotations.

    Attributes:
        codes: a number for each row, ``NOT_KNOWN`` where there is none; groups come in their order, or by name.
        name: of the group with a code.
    """

    title: str
    codes: Callable[[Table], Codes]
    name: Callable[[Table, int], str]
    by_name: bool = False


def dimension(name: str) -> Dimension:
    """The dimension of this name. Raises InvalidDataError when there is none."""
    if name not in DIMENSIONS:
        raise InvalidDataError(
            f"Annotations are not grouped by {name!r}.", remedy=f"Use one of {', '.join(DIMENSIONS)}."
        )
    return DIMENSIONS[name]


def selected(table: Table, wanted: Mapping[str, str]) -> Mask:
    """The rows that are in all the groups that ``wanted`` names, one for each dimension; "" means unknown."""
    mask = np.ones(len(table), bool)
    for name, group in wanted.items():
        mask &= _is_in(table, dimension(name), group)
    return mask


def group_names(table: Table, by: Dimension) -> list[str]:
    """Of all groups that there are, as filters ask for them: what is not known is "", and last."""
    codes = by.codes(table)
    present = np.flatnonzero(np.bincount(codes + 1)) - 1
    names = [by.name(table, code) for code in present.tolist() if code != NOT_KNOWN]
    return (sorted(names) if by.by_name else names) + [""] * bool(len(present) and present[0] == NOT_KNOWN)


def _is_in(table: Table, by: Dimension, group: str) -> Mask:
    codes = by.codes(table)
    if not group:
        return np.asarray(codes == NOT_KNOWN)
    named = [code for code in _present(codes).tolist() if by.name(table, code) == group]
    return np.isin(codes, named)


def _present(codes: Codes) -> Codes:
    """What occurs, without ``NOT_KNOWN``, which is less than all others; ``np.unique`` hashes, which is slower."""
    ordered = np.sort(codes)
    present: Codes = ordered[np.diff(ordered, prepend=NOT_KNOWN) != 0]
    return present


def _named(column: str) -> Dimension:
    return Dimension(
        column.title(),
        lambda table: table.rows[column].astype(np.int64) - 1,
        lambda table, code: table.names[column].names[code + 1],
        by_name=True,
    )


def _number(title: str, column: str) -> Dimension:
    def codes(table: Table) -> Codes:
        numbers = table.rows[column].astype(np.int64)
        return np.where(numbers == 0, NOT_KNOWN, numbers)

    return Dimension(title, codes, lambda table, code: str(code))


def _guides(table: Table) -> Codes:
    """Whose words an annotation says something about."""
    guides = table.rows["guide"].astype(np.int64)
    return np.where((guides == 0) | (table.rows["hidden"] != 0), NOT_KNOWN, guides)


def _enumerated(title: str, column: str, names: Sequence[str]) -> Dimension:
    """Its first name is what is not known."""
    return Dimension(
        title,
        lambda table: table.rows[column].astype(np.int64) - 1,
        lambda table, code: names[code + 1],
    )


def _binned(title: str, column: str, edges: Sequence[int], name: Callable[[int], str]) -> Dimension:
    def codes(table: Table) -> Codes:
        values: NDArray[Any] = table.rows[column]
        bins = np.searchsorted(edges, values, side="right") - 1
        return np.where(np.isnan(values), NOT_KNOWN, bins)

    return Dimension(title, codes, lambda table, code: name(code))


def _length(code: int) -> str:
    return f"{LENGTHS[code]}-{LENGTHS[code + 1]}" if code + 1 < len(LENGTHS) else f"{LENGTHS[-1]}-"


def _ordinal(code: int) -> str:
    if code + 1 == len(ORDINALS):
        return f"{ORDINALS[-1]}-"
    first, last = ORDINALS[code], ORDINALS[code + 1] - 1
    return str(first) if first == last else f"{first}-{last}"


def _days(table: Table) -> Codes:
    days: Codes = table.rows["submitted_at"] // DAY
    return days


def _aside(table: Table) -> Codes:
    return np.asarray(table.rows["aside"] != 0, np.int64)


def _success(table: Table) -> Codes:
    success = success_of(table)
    return np.where(np.isnan(success), NOT_KNOWN, success > 0)


def _day(days: int) -> date:
    return date(1970, 1, 1) + timedelta(days=days)


def _week(code: int) -> str:
    year, week, _ = _day(7 * code + FIRST_MONDAY).isocalendar()
    return f"{year}-W{week:02}"


DIMENSIONS: dict[str, Dimension] = {
    "kind": Dimension(
        "Kind",
        lambda table: table.rows["kind"].astype(np.int64),
        lambda table, code: table.names["kind"].names[code],
    ),
    **{name: _named(name) for name in NAMED},
    "annotator": _number("Annotator", "annotator"),
    "guide": Dimension("Guide", _guides, lambda _, code: str(code)),
    "instruction": _number("Instruction", "instruction"),
    "path": _number("Path", "path"),
    "length": _binned("Path length (m)", "length", LENGTHS, _length),
    "experience": _binned("Annotations by the same person", "nth", ORDINALS, _ordinal),
    "day": Dimension("Day", _days, lambda _, code: _day(code).isoformat()),
    "week": Dimension("Week", lambda table: (_days(table) - FIRST_MONDAY) // 7, lambda _, code: _week(code)),
    "outcome": _enumerated("Outcome", "outcome", OUTCOMES),
    "success": Dimension("Success", _success, lambda _, code: ("false", "true")[code]),
    "learning": Dimension("Learning", _aside, lambda _, code: ("false", "true")[code]),
    "flagged": _enumerated("Flagged", "flagged", FLAGGED),
    "review": _enumerated("Review", "review", REVIEW_STATES),
}
