"""Which annotations: the filters that the dashboard's addresses share."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query

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
    learning: Annotated[bool, Query(description="With learning periods and check items.")] = False,
) -> dict[str, str]:
    """Only annotations in these groups, named as in the answers; an empty name selects those without the property."""
    groups = {
        name: str(value) for name, value in locals().items() if name != "learning" and value is not None
    }
    return groups if learning else groups | {"learning": "false"}


Wanted = Annotated[dict[str, str], Depends(wanted)]
