"""Groups as rows of a spreadsheet: how many annotations of each kind, in a column each, before what is measured."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, get_type_hints

from pydantic import BaseModel, create_model

from pangea_server.annotate.kinds.kinds import kind_names
from pangea_server.dataset.monitoring.statistics import Group

MEASURED = [field.name for field in fields(Group) if field.name not in ("name", "kinds")]


def group_rows(groups: Sequence[Group]) -> tuple[type[BaseModel], Sequence[BaseModel]]:
    """The model of the rows, and a row for each group; the column ``guides`` counts its answers of the kind ``guide``,
    and so for every kind that is installed or counted."""
    kinds = dict.fromkeys((*kind_names(), *(kind for group in groups for kind in group.kinds)))
    types = get_type_hints(Group)
    columns: dict[str, Any] = {
        "name": (types["name"], ...),
        **{f"{kind}s": (int, ...) for kind in kinds},
        **{name: (types[name], ...) for name in MEASURED},
    }
    row = create_model("GroupRow", **columns)
    return row, [_row(row, kinds, group) for group in groups]


def _row(row: type[BaseModel], kinds: Iterable[str], group: Group) -> BaseModel:
    counts = {f"{kind}s": group.kinds[kind].annotations if kind in group.kinds else 0 for kind in kinds}
    return row(name=group.name, **counts, **{name: getattr(group, name) for name in MEASURED})
