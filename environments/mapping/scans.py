"""From models, in units and axes of their own, to scans: metres, z up, storeys and steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from environments.geometry import rotation
from environments.mapping.agreement import PairAgreement, doubts, pair_agreements
from environments.mapping.gps import east_north, grounded
from environments.mapping.plan import floor_plan_of
from environments.mapping.scale import MetricScale, eye_level, scales
from environments.mapping.steps import MappedStep, steps
from environments.mapping.storeys import storeys
from environments.mapping.upright import LEANING, UP, leans, levelling, up_axis

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from numpy.typing import NDArray

    from environments.floor_plan import FloorPlan
    from environments.mapping.gps import Fix, GroundFit
    from environments.mapping.model import Matches, Model
    from environments.mapping.scale import MeasuredDistance

    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class MappedScan:
    """One model as a scan.

    Attributes:
        model: in metres and z up, the floor of the lowest storey at 0; with helpers.
        viewpoints: its photographs that are no helpers, and do not lean.
        storeys: (n,) of each photograph of the model, as ``storeys.storeys`` counts.
        steps: between viewpoints.
        pairs: how its pairs of pictures fit it, the worst first.
        doubts: of each photograph, from 0 to 1; None where no pair says.
        plan: a sketch; None where the height of the floors is not known, or too little was seen of all of them.
        ground: how it lies on the ground; None where fixes do not say.
    """

    scan_id: str
    model: Model
    scale: MetricScale
    viewpoints: tuple[str, ...]
    storeys: Ints
    steps: tuple[MappedStep, ...]
    pairs: tuple[PairAgreement, ...]
    doubts: Mapping[str, float | None]
    plan: FloorPlan | None
    ground: GroundFit | None


def mapped_scans(
    place_id: str,
    models: Sequence[Model],
    matches: Mapping[tuple[str, str], Matches],
    helpers: Set[str],
    known: float | MeasuredDistance | None,
    fixes: Mapping[str, Fix] | None = None,
) -> tuple[list[MappedScan], list[Model]]:
    """A scan for each model that has viewpoints, and the models whose scale is not known.

    Args:
        place_id: the name of the scan, or what the names of several begin with.
        models: the largest first.
        known: the eye height in metres, or a distance; None: the scale is that of the fixes.
        fixes: of photographs; what lies on the ground by these has heading 0 in the north.
    """
    upright = [_upright(model, helpers) for model in models if set(model.names) - helpers]
    grounds = [_on_ground(model, fixes or {}) for model in upright]
    found = (
        scales(upright, known)
        if known
        else [_by_ground(*each) for each in zip(upright, grounds, strict=True)]
    )
    upright = [
        model.moved(1.0, rotation(ground.north), np.zeros(3)) if ground else model
        for model, ground in zip(upright, grounds, strict=True)
    ]
    ground_of = {model.names: ground for model, ground in zip(upright, grounds, strict=True)}
    sized = [(model, scale) for model, scale in zip(upright, found, strict=True) if scale]
    names = [place_id] if len(sized) == 1 else [f"{place_id}-{number + 1}" for number in range(len(sized))]
    scans = [
        _scan(name, model, scale, matches, helpers, ground_of[model.names])
        for name, (model, scale) in zip(names, sized, strict=True)
    ]
    return scans, [model for model, scale in zip(upright, found, strict=True) if not scale]


def _upright(model: Model, helpers: Set[str]) -> Model:
    """The model with z up, and its first viewpoint at 0 with heading 0."""
    first = next(row for row, name in enumerate(model.names) if name not in helpers)
    turn = levelling(up_axis(model.turns), model.turns[first, :, 1])
    return model.moved(1.0, turn, -turn @ model.centres[first])


def _scan(
    name: str,
    upright: Model,
    scale: MetricScale,
    matches: Mapping[tuple[str, str], Matches],
    helpers: Set[str],
    ground: GroundFit | None,
) -> MappedScan:
    model = upright.moved(scale.metres, np.eye(3), np.zeros(3))
    lowest = model.centres[storeys(model.centres[:, 2]) == 0, 2]
    model = model.moved(1.0, np.eye(3), ((scale.eye or 0.0) - np.median(lowest)) * UP)
    stands = leans(model.turns, UP) <= LEANING
    viewpoints = tuple(
        each for each, upright in zip(model.names, stands, strict=True) if upright and each not in helpers
    )
    pairs = pair_agreements(model, matches)
    on = storeys(model.centres[:, 2])
    return MappedScan(
        name,
        model,
        scale,
        viewpoints,
        on,
        tuple(steps(model, viewpoints)),
        tuple(pairs),
        doubts(model.names, pairs),
        floor_plan_of(model, on, scale.eye) if scale.eye else None,
        ground,
    )


def _on_ground(model: Model, fixes: Mapping[str, Fix]) -> GroundFit | None:
    """How an upright model lies on the ground."""
    fixed = [row for row, name in enumerate(model.names) if name in fixes]
    if not fixed:
        return None
    names = tuple(model.names[row] for row in fixed)
    found = grounded(names, model.centres[fixed], east_north([fixes[name] for name in names]))
    told = {name: at for name in names if (at := fixes[name].direction) is not None}
    return found and found._replace(directions=told)


def _by_ground(model: Model, ground: GroundFit | None) -> MetricScale | None:
    floor = eye_level(model)
    return (
        MetricScale(ground.scale, floor.height * ground.scale if floor else None, floor) if ground else None
    )
