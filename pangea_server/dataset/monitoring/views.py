"""What the page shows of a selection of annotations: of all together, and group by group. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeVar

from pangea_server.dataset.monitoring.dimensions import (
    CHOICES,
    WantedRows,
    counted_left_out,
    dimension,
    group_names,
    in_groups,
)
from pangea_server.dataset.monitoring.rows import EPOCH
from pangea_server.dataset.monitoring.statistics import Selection
from pangea_server.dataset.monitoring.wire import GroupsView, MonitorView

T = TypeVar("T")


@dataclass(frozen=True)
class View(Generic[T]):
    """``name``: among the views of a selection."""

    name: str
    work: Callable[[Selection, WantedRows], T]


def _overview(selection: Selection, wanted: WantedRows) -> MonitorView:
    table = selection.table
    submitted = table.rows["submitted_at"][in_groups(table, wanted.groups)][-1:].tolist()
    return MonitorView(
        total=selection.total(),
        left_out=counted_left_out(table, wanted),
        last_submitted_at=EPOCH + timedelta(microseconds=submitted[0]) if submitted else None,
        choices={name: group_names(table, dimension(name)) for name in CHOICES},
    )


OVERVIEW = View("", _overview)


def groups_by(name: str) -> View[GroupsView]:
    """Group by group of a dimension.

    Raises:
        InvalidDataError: there is no such dimension.
    """
    by = dimension(name)
    return View(
        name, lambda selection, wanted: GroupsView(title=by.title, groups=tuple(selection.groups(by)))
    )


OPENED_WITH: tuple[View[Any], ...] = (
    OVERVIEW,
    *map(
        groups_by,
        ("week", "experience", "language", "pool", "campaign", "length", "annotator", "guide", "scan", "day"),
    ),
)
"""What the page asks for when it is opened, before anybody has chosen a filter."""
