"""The JSON form of regions: their fields, tagged by ``kind``; angles in radians.

::

    {"kind": "view", "heading": 0.5, "elevation": -0.1, "width": 0.3, "height": 0.2}
    {"kind": "latlon", "west": 3.0, "width": 0.4, "low": -0.2, "high": 0.1}
    {"kind": "polygon", "points": [[0.0, 0.0], [0.0, 0.3], [0.3, 0.0]]}
    {"kind": "mask", "columns": 1024, "rows": 512, "runs": [100000, 12, 424276]}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from environments.errors import InvalidDataError
from environments.regions.shapes import KINDS, Region


def region_as_json(region: Region) -> dict[str, Any]:
    """The region as plain values: numbers, text, lists."""
    told: dict[str, Any] = {"kind": region.kind}
    for each in fields(region):
        value = getattr(region, each.name)
        told[each.name] = [_plain(item) for item in value] if isinstance(value, tuple) else value
    return told


def region_from_json(told: object) -> Region:
    """The region that plain values describe.

    Raises:
        InvalidDataError: it is no such object, names no known kind, lacks a field or has one too many, or a value is
            outside its limits.
    """
    if not isinstance(told, Mapping):
        raise InvalidDataError(
            f"A region is {told!r}.", remedy="It must be an object with a kind.", field="region", value=told
        )
    kind = told.get("kind")
    shape = KINDS.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise InvalidDataError(
            f"kind of a region is {kind!r}.",
            remedy=f"It must be one of {', '.join(KINDS)}.",
            field="kind",
            value=kind,
        )
    values = {name: _frozen(value) for name, value in told.items() if name != "kind"}
    _check_names(shape, set(values))
    return shape(**values)


def _check_names(shape: type[Region], given: set[str]) -> None:
    names = {each.name for each in fields(shape)} - {"kind"}
    needed = {"runs"} if "runs" in names else names  # a mask's grid has defaults
    for name, told in [
        *((name, "is missing") for name in sorted(needed - given)),
        *((name, "is not known") for name in sorted(given - names)),
    ]:
        raise InvalidDataError(
            f"{name} of a {shape.__name__} {told}.",
            remedy=f"Its fields are {', '.join(sorted(names))}.",
            field=name,
            value=None,
        )


def _plain(item: Any) -> Any:
    return list(item) if isinstance(item, tuple) else item


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value
