"""Files of outcomes under masked inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path

import msgspec

from align.reference.causes import MaskedInstance
from environments import InvalidDataError
from pangea_server.dataset.reference.path_rows import rows


class OutcomeKeys(msgspec.Struct, kw_only=True):
    """A row: ``outcomes`` by the inputs that were kept, such as ``voice+text``, and ``""`` for none."""

    instance: int | str
    outcomes: dict[str, float]
    improved: dict[str, float] = msgspec.field(default_factory=dict)


def read_outcomes(file: Path) -> list[MaskedInstance]:
    """The instances of a file.

    Raises:
        ConfigurationError: the file cannot be opened.
        InvalidDataError: a row is wrong, or an instance is there twice; the message begins with its place.
    """
    seen: dict[str, str] = {}
    found = []
    for place, row in rows(file, OutcomeKeys):
        name = str(row.instance)
        if name in seen:
            raise InvalidDataError(
                f"{place}: instance {name} is also in {seen[name]}.", remedy="Give each instance one row."
            )
        seen[name] = place
        outcomes: dict[frozenset[str], float] = {}
        for kept, outcome in row.outcomes.items():
            names = _inputs(place, kept)
            if names in outcomes:
                raise InvalidDataError(
                    f"{place} has the outcome of {kept} twice.", remedy="Keep one of both."
                )
            outcomes[names] = outcome
        _refuse_unknown_numbers(place, {**row.outcomes, **row.improved})
        found.append(MaskedInstance(name, outcomes, row.improved))
    return found


def inputs_of(instances: Sequence[MaskedInstance]) -> list[str]:
    """All inputs that outcomes are named by."""
    return sorted({name for each in instances for kept in each.outcomes for name in kept})


def _inputs(place: str, kept: str) -> frozenset[str]:
    names = [name.strip() for name in kept.split("+")] if kept else []
    if "" in names or len(set(names)) < len(names):
        raise InvalidDataError(
            f"{place}: {kept!r} are no inputs.",
            remedy="Write them as voice+text, and none of them as an empty text.",
        )
    return frozenset(names)


def _refuse_unknown_numbers(place: str, outcomes: Mapping[str, float]) -> None:
    for name, outcome in outcomes.items():
        if not isfinite(outcome):
            raise InvalidDataError(
                f"{place}: the outcome of {name or 'no input'} is {outcome}.",
                remedy="Give a number, or leave it out.",
            )
