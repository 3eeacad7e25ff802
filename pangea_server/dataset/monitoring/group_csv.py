"""Groups as rows of a spreadsheet: how many annotations of each kind, in a column each, before what is measured, and
after it the scores that kinds have of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, get_type_hints

from pydantic import BaseModel, create_model

from pangea_server.annotate.kinds.kinds import kind_names
from pangea_server.dataset.monitoring.intervals import Mean
from pangea_server.dataset.monitoring.statistics import Group, OfKind, Rate

RATE = "success_rate"
MEASURED = [field.name for field in fields(Group) if field.name not in ("name", "kinds")]


def group_rows(groups: Sequence[Group]) -> tuple[type[BaseModel], Sequence[BaseModel]]:
    """The model of the rows, and a row for each group; the column ``guides`` counts its answers of the kind ``guide``,
    and so for every kind that is installed or counted. The columns ``tour_success_rate`` and ``tour_rooms`` are of the
    kind ``tour``."""
    kinds = dict.fromkeys((*kind_names(), *(kind for group in groups for kind in group.kinds)))
    types = get_type_hints(Group)
    columns: dict[str, Any] = {
        "name": (types["name"], ...),
        **{f"{kind}s": (int, ...) for kind in kinds},
        **{name: (types[name], ...) for name in MEASURED},
        **{f"{kind}_{RATE}": (Rate | None, None) for kind in _measured(groups)},
        **{
            f"{kind}_{score}": (Mean | None, None)
            for kind, of in _measured(groups).items()
            for score in of.scores
        },
    }
    row = create_model("GroupRow", **columns)
    return row, [_row(row, kinds, group) for group in groups]


def _measured(groups: Sequence[Group]) -> dict[str, OfKind]:
    """The kinds with figures of their own, each as one of the groups has it."""
    found = {kind: of for group in groups for kind, of in group.kinds.items() if of.scores}
    return dict(sorted(found.items()))


def _row(row: type[BaseModel], kinds: Iterable[str], group: Group) -> BaseModel:
    counts = {f"{kind}s": group.kinds[kind].annotations if kind in group.kinds else 0 for kind in kinds}
    own = {
        f"{kind}_{name}": value
        for kind, of in group.kinds.items()
        if of.scores
        for name, value in {RATE: of.success_rate, **of.scores}.items()
    }
    return row(name=group.name, **counts, **{name: getattr(group, name) for name in MEASURED}, **own)
