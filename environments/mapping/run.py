"""From a folder of photographs to a place: ``pangea env map``."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from environments.check.findings import PlaceFinding
from environments.errors import InvalidDataError
from environments.mapping.findings import Shared, findings_of, of_pictures
from environments.mapping.given import Given, given_models
from environments.mapping.gps import FEWEST as FEWEST_FIXES
from environments.mapping.gps import Fix
from environments.mapping.model import Matches, Model, each_once
from environments.mapping.pairs import MOST_WITH_ALL, pairs_to_compare
from environments.mapping.photographs import Photograph, find_photographs, look_at, refuse_faults, twice
from environments.mapping.place import check_output, write_place
from environments.mapping.reconstruction import MOST_FEATURES, MOST_FEATURES_OUTDOORS, Reconstruction, colmap
from environments.mapping.scale import MeasuredDistance
from environments.mapping.scans import MappedScan, mapped_scans
from environments.mapping.video import frames_of
from environments.nearest import not_among
from environments.tiles.lock import sole_build

Watch = Callable[[Iterable[Any], str, int], Iterator[Any]]
"""Passes items through, and shows by a name how many of how many are done."""
FEWEST_FEATURES = 300
"""Of a picture; one with fewer is blurred, or shows plain walls alone."""


class Mapped(NamedTuple):
    """What was made of a folder: scans, how many photographs there are, which are in no scan, what is doubtful."""

    scans: list[MappedScan]
    photographs: int
    left_out: list[str]
    findings: list[PlaceFinding]


def map_place(
    photographs: Path,
    output: Path,
    known: float | MeasuredDistance | None,
    helpers: Path | None = None,
    watch: Watch = lambda items, name, total: iter(items),
    video: Path | None = None,
    gps: bool = False,
    model: Path | None = None,
) -> Mapped:
    """Place the panoramas of a folder, and write them as a folder that ``folder:`` reads.

    What was found is kept in ``OUTPUT.work``, so that a run that was stopped, or one with more photographs, goes on
    from there. ``output`` appears when it is whole.

    Args:
        known: the eye height of all cameras above their floors in metres, or a distance between two photographs; None
            with ``gps``, which then says it.
        helpers: a folder of photographs that become no viewpoints.
        gps: of a place outdoors: where cameras say that they were says where north is, and which photographs are
            near each other.
        video: of a walk through the place; some of its frames help as well.
        model: a folder in which COLMAP or OpenSfM have placed these photographs already, by the names of their files.

    Raises:
        ConfigurationError: ``output`` is there or cannot be written, or pycolmap is not installed.
        InvalidDataError: photographs or the video cannot be used, or none could be placed.
    """
    output = output.absolute()
    check_output(output)
    given = given_models(model) if model else None
    if given is None:
        colmap()
    work = output.with_name(f"{output.name}.work")
    with sole_build(work, "a map"):
        frames = frames_of(video, work, watch) if video else None
        found = find_photographs(photographs, helpers, frames)
        looked_at = list(watch(look_at(found, work / "copies"), "looking at photographs", len(found)))
        usable = refuse_faults(looked_at)
        known = _named(known, usable)
        same = twice(usable)
        once = [each for each in usable if each.name not in {other.name for _, other in same}]
        fixes = _fixes(once) if gps else {}
        models, matches, plain = _of_these(given, once) if given else _reconstructed(once, work, watch, fixes)
        by_name = {each.name: each for each in once}
        scans, unsized = mapped_scans(
            output.name, models, matches, {each.name for each in once if each.helps}, known, fixes
        )
        if not scans:
            raise _nothing_placed(models, unsized, known)
        pictures = sum(len(scan.viewpoints) for scan in scans)
        for _ in watch(write_place(scans, by_name, output), "writing panoramas", pictures):
            pass
    placed = {name for scan in scans for name in scan.model.names}
    missing = [each.name for each in once if each.name not in placed and not each.helps]
    findings = [
        *of_pictures(output.name, usable, same, plain),
        *findings_of(output.name, scans, unsized, missing, Shared(matches)),
    ]
    return Mapped(scans, len([each for each in usable if not each.helps]), missing, findings)


def _reconstructed(
    photographs: Sequence[Photograph], work: Path, watch: Watch, fixes: Mapping[str, Fix]
) -> tuple[list[Model], dict[tuple[str, str], Matches], list[str]]:
    """Models, what the pictures share, and those with too little detail."""
    found = Reconstruction(work / "copies", work / "colmap.db")
    many_outdoors = fixes and len(photographs) > MOST_WITH_ALL
    most = MOST_FEATURES_OUTDOORS if many_outdoors else MOST_FEATURES
    features = [
        found.find_features(each.copy, most)
        for each in watch(photographs, "finding features", len(photographs))
    ]
    names = {each.copy: each.name for each in photographs}
    detailed = [
        each.copy for each, number in zip(photographs, features, strict=True) if number >= FEWEST_FEATURES
    ]
    frames = {each.copy for each in photographs if each.file.parent.parent == work}
    fixed = {each.copy: fixes[each.name] for each in photographs if each.name in fixes}
    pairs = pairs_to_compare(detailed, frames, fixed)
    for copy, others in watch(pairs, "comparing photographs", len(pairs)):
        found.match(copy, others)
    steps = watch(range(len(detailed)), "placing photographs", len(detailed))
    placed = found.models(detailed, lambda: next(steps, None))
    deque(steps, maxlen=0)  # what sees nothing of the others is placed nowhere
    models = [replace(model, names=tuple(names[copy] for copy in model.names)) for model in each_once(placed)]
    matches = {(names[a], names[b]): both for (a, b), both in found.matches(detailed).items()}
    return models, matches, [names[copy] for copy in names if copy not in detailed]


def _of_these(
    given: Given, photographs: Sequence[Photograph]
) -> tuple[list[Model], dict[tuple[str, str], Matches], list[str]]:
    """What another program found of these photographs, by their names; of all of them pictures have enough detail.

    Raises:
        InvalidDataError: it found other photographs.
    """
    names = {each.file.name: each.name for each in photographs}
    known = [model.only([name for name in model.names if name in names]) for model in given.models]
    models = [replace(model, names=tuple(names[file] for file in model.names)) for model in each_once(known)]
    if not models:
        placed = [name for model in given.models for name in model.names]
        raise InvalidDataError(
            f"The model has none of these photographs; it has {', '.join(placed[:5]) or 'none'}.",
            remedy="Name the folder of the photographs that it was made of; their files keep their names.",
        )
    matches = {
        (names[a], names[b]): both for (a, b), both in given.matches.items() if a in names and b in names
    }
    return models, matches, []


def _fixes(photographs: Sequence[Photograph]) -> dict[str, Fix]:
    """Where photographs were taken, as their cameras say.

    Raises:
        InvalidDataError: too few say it.
    """
    fixes = {each.name: each.fix for each in photographs if each.fix}
    if len(fixes) < FEWEST_FIXES:
        raise InvalidDataError(
            f"{len(fixes)} of {len(photographs)} photographs say where they were taken; {FEWEST_FIXES} must.",
            remedy="Leave --gps out, and give --height or --distance.",
        )
    return fixes


def _named(
    known: float | MeasuredDistance | None, photographs: Sequence[Photograph]
) -> float | MeasuredDistance | None:
    """A distance between viewpoints, where it was given between their files.

    Raises:
        InvalidDataError: there is no such photograph.
    """
    if not isinstance(known, MeasuredDistance):
        return known
    names = {each.name: each.name for each in photographs} | {
        each.file.name: each.name for each in photographs
    }
    for end in (known.a, known.b):
        if end not in names:
            raise InvalidDataError(f"There is no photograph {end!r}.", remedy=not_among(end, names))
    return MeasuredDistance(names[known.a], names[known.b], known.metres)


def _nothing_placed(
    models: Sequence[Model], unsized: Sequence[Model], known: float | MeasuredDistance | None
) -> InvalidDataError:
    if unsized and isinstance(known, MeasuredDistance):
        return InvalidDataError(
            f"{known.a} and {known.b} were not placed together.",
            remedy=f"Measure between two of these: {', '.join(unsized[0].names)}.",
        )
    if unsized and known is None:
        return InvalidDataError(
            "The scale is not known: too few GPS fixes agree, or all are within 15 m.",
            remedy="Give --height or --distance; inside houses leave --gps out.",
        )
    if unsized:
        return InvalidDataError(
            "The scale is not known: too little of the floor is seen.",
            remedy=f"Measure between two of these, and give it with --distance: {', '.join(unsized[0].names)}.",
        )
    return InvalidDataError(
        f"{'No photographs' if not models else 'Only helpers'} could be placed: they share too little.",
        remedy="Take more: one every 1.2 m, one in each doorway, one every metre on stairs.",
    )
