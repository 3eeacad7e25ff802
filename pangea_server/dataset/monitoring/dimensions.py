"""The dimensions by which annotations are grouped and filtered. A filter selects a group by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from environments.errors import InvalidDataError
from pangea_server.annotate.annotations.population import Left, LeftOut, Population, why_left_out
from pangea_server.annotate.annotations.reviews import ReviewState
from pangea_server.dataset.monitoring.table import (
    ASIDE,
    FLAGGED,
    GONE,
    NAMED,
    OUTCOMES,
    REVIEW_STATES,
    Rows,
    Table,
    declarations_of,
    success_of,
)

Codes = NDArray[np.int64]
Mask = NDArray[np.bool_]
DAY = 86_400 * 10**6  # microseconds
FIRST_MONDAY = 4  # of 1970, in days since the first of January
LENGTHS = (0, 5, 10, 15, 20, 25, 30)  # metres
ORDINALS = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377)
NOT_KNOWN = -1
REASONS = tuple(LeftOut)
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


class WantedRows(NamedTuple):
    """Which rows: those of a population that are in all these groups, one for each dimension; "" means unknown."""

    groups: Mapping[str, str] = {}
    population: Population = Population.DATA


def selected(table: Table, wanted: WantedRows) -> Mask:
    """The rows that are wanted."""
    counted: Mask = left_out(table, table.rows, wanted.population) == NOT_KNOWN
    return in_groups(table, wanted.groups) & counted


def in_groups(table: Table, groups: Mapping[str, str]) -> Mask:
    """The rows in all these groups, of any population."""
    mask = np.ones(len(table), bool)
    for name, group in groups.items():
        mask &= _is_in(table, dimension(name), group)
    return mask


def counted_left_out(table: Table, wanted: WantedRows) -> Left:
    """How many rows in these groups the population lacks, by why."""
    codes = left_out(table, table.rows, wanted.population)[in_groups(table, wanted.groups)]
    counts = np.bincount(codes + 1, minlength=len(REASONS) + 1)[1:].tolist()
    return Left({why: count for why, count in zip(REASONS, counts, strict=True) if count})


def left_out(table: Table, rows: Rows, population: Population = Population.DATA) -> Codes:
    """Why a population lacks each of these rows of the table: places in ``REASONS``; ``NOT_KNOWN``: it has it.

    The rule is ``why_left_out``, asked once for each review and marks that there can be.
    """
    reasons = _reasons(population)
    own, of_words = (reasons[rows[f"{of}review"], rows[f"{of}aside"]] for of in ("", "words_"))
    after = np.where(of_words == NOT_KNOWN, NOT_KNOWN, REASONS.index(LeftOut.WORDS_LEFT_OUT))
    after = np.where(own == NOT_KNOWN, after, own)
    gone = np.where(rows["words_review"] == GONE, REASONS.index(LeftOut.WORDS_GONE), after)
    walks = np.array([declares.follows_words for declares in declarations_of(table.names)], bool)
    return np.where(walks[rows["kind"]], gone, own)


@cache
def _reasons(population: Population) -> Codes:
    """By review and marks; those of words that are gone are not looked at."""
    states = [*(ReviewState(name) if name else None for name in REVIEW_STATES), None]
    marks = [_Marks(*(bool(code & bit) for bit in ASIDE.values())) for code in range(1 << len(ASIDE))]
    found = [[why_left_out(population, mark, state) for mark in marks] for state in states]
    return np.array([[NOT_KNOWN if why is None else REASONS.index(why) for why in row] for row in found])


class _Marks(NamedTuple):
    learning: bool
    check_item: bool
    sent_back: bool


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
    "left_out": Dimension(
        "Left out", lambda table: left_out(table, table.rows), lambda _, code: REASONS[code].value
    ),
    "flagged": _enumerated("Flagged", "flagged", FLAGGED),
    "review": _enumerated("Review", "review", REVIEW_STATES),
}
