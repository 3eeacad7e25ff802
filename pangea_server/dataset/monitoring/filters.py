"""Which annotations: the filters that the dashboard's addresses share."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query

from pangea_server.annotate.annotations.population import LeftOut, Population
from pangea_server.dataset.monitoring.dimensions import WantedRows
from pangea_server.http.numbers import Number

# Together they fit into the address that a server takes (2 KiB).
GroupName = Annotated[str, Query(max_length=200)]
Label = Annotated[str, Query(max_length=40)]


def wanted(
    kind: Label | None = None,
    campaign: GroupName | None = None,
    pool: GroupName | None = None,
    scan: GroupName | None = None,
    language: Label | None = None,
    annotator: Number | None = None,
    guide: Number | None = None,
    instruction: Number | None = None,
    path: Number | None = None,
    system: GroupName | None = None,
    condition: Label | None = None,
    length: Label | None = None,
    experience: Label | None = None,
    day: Label | None = None,
    week: Label | None = None,
    outcome: Label | None = None,
    success: Label | None = None,
    review: Label | None = None,
    flagged: Label | None = None,
    left_out: Annotated[LeftOut | None, Query(description="Why the population `data` lacks it.")] = None,
    population: Population = Population.DATA,
) -> WantedRows:
    """Only annotations in these groups, named as in the answers; an empty name selects those without the property.

    `population`: `accepted`, only accepted ones; `data`; `learning`, with learning periods and check items; `all`, with
    what was rejected or sent back.
    """
    asked = {name: str(value) for name, value in locals().items() if value is not None}
    return WantedRows({name: value for name, value in asked.items() if name != "population"}, population)


TheWanted = Annotated[WantedRows, Depends(wanted)]
