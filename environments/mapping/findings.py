"""What is doubtful about a map, and what to do about it, in the words of ``pangea env check``."""

from __future__ import annotations

from statistics import median_high
from typing import TYPE_CHECKING

import numpy as np

from environments.check.findings import PlaceFinding, Severity, Sureness
from environments.geometry import wrap_angle
from environments.mapping.agreement import doubt_of
from environments.mapping.upright import LEANING, UP, headings, leans

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from environments.mapping.model import Matches, Model
    from environments.mapping.photographs import Photograph
    from environments.mapping.scans import MappedScan

CONTRADICTED = 0.3
"""Doubt of a model from which on it is named; of one that was put together wrongly, most does not fit."""
DOUBTED = 0.3
"""Doubt of a photograph from which on it is named."""
RIVAL = 0.6
"""Support of another surface, as a share of the floor's, from which on the scale is doubtful."""
UNSURE = 0.1
"""Doubt of a step from which on it is named: nine rays or fewer."""
FAR_APART = 1.8
"""Metres from a camera to the nearest other one, at the median, from which on places are often inexact."""
GPS_SCALE = 0.1
"""Share by which a scale may differ from that of GPS, or three times what this is sure to."""
COMPASS, COMPASSES = np.radians(30), 3
"""Angle from which on compasses disagree, and how many must."""
AGAIN = "Then run it again: what was found is kept."


class Shared:
    """How many features each photograph shares at most, and with which other."""

    def __init__(self, matches: Mapping[tuple[str, str], Matches]) -> None:
        self._most: dict[str, tuple[int, str]] = {}
        for pair, both in matches.items():
            for name, other in (pair, pair[::-1]):
                self._most[name] = max(self._most.get(name, (0, "")), (len(both.here), other))

    def said(self, name: str) -> str:
        number, other = self._most.get(name, (0, ""))
        return (
            f"At most {number} features fit, with {other}." if number else "It shares nothing with any other."
        )


def of_pictures(
    place_id: str,
    photographs: Sequence[Photograph],
    same: Sequence[tuple[Photograph, Photograph]],
    plain: Sequence[str],
) -> Iterator[PlaceFinding]:
    """What the pictures themselves show.

    Args:
        same: pairs that are the same picture.
        plain: the names of those with too little detail.
    """
    for one, other in same:
        yield PlaceFinding(
            Severity.WARNING,
            "one picture twice",
            place_id,
            (one.name, other.name),
            f"{other.file.name} shows the same as {one.file.name}, and was left out.",
            "Remove one of them, or take the one that was meant.",
            Sureness.LIKELY,
        )
    if plain:
        yield PlaceFinding(
            Severity.WARNING,
            "too little detail",
            place_id,
            tuple(plain),
            "They are blurred, dark or plain, and were left out.",
            "Take them again: more light, the camera at rest.",
            Sureness.LIKELY,
        )
    usual = median_high(each.width for each in photographs)
    if small := tuple(each.name for each in photographs if 2 * each.width < usual):
        yield PlaceFinding(
            Severity.WARNING,
            "small picture",
            place_id,
            small,
            f"Less than half as wide as most, which are {usual} pixels.",
            "Export it again in full size: beside the others it looks blurred.",
        )


def findings_of(
    place_id: str,
    scans: Sequence[MappedScan],
    unsized: Sequence[Model],
    missing: Sequence[str],
    shared: Shared,
) -> Iterator[PlaceFinding]:
    """What the map shows.

    Args:
        unsized: models whose scale is not known.
        missing: photographs that are in no scan.
    """
    unknown = {name for model in unsized for name in model.names}
    for name in missing:
        if name not in unknown:
            yield PlaceFinding(
                Severity.WARNING,
                "photograph left out",
                place_id,
                (name,),
                shared.said(name),
                f"Take one or two more between it and its neighbours, a metre apart, also in doorways. {AGAIN}",
            )
    for model in unsized:
        yield PlaceFinding(
            Severity.WARNING,
            "scale not known",
            place_id,
            model.names,
            "They were placed together, but too little of the floor is seen; they were left out.",
            "Measure between two of them, and give it with --distance.",
        )
    yield from _separate(scans)
    for scan in scans:
        yield from _doubtful_model(scan)
        yield from _far_apart(scan)
        yield from _doubtful_scale(scan)
        yield from _not_sketched(scan)
        yield from _doubtful_fixes(scan)
        yield from _leaning(scan)
        yield from _doubtful_photographs(scan)
        yield from _doubtful_steps(scan)


def _separate(scans: Sequence[MappedScan]) -> Iterator[PlaceFinding]:
    for scan in scans[1:]:
        yield PlaceFinding(
            Severity.WARNING,
            "parts that do not join",
            scan.scan_id,
            (),
            f"Its {len(scan.viewpoints)} viewpoints share too little with {scans[0].scan_id}: it is a scan of its own.",
            "Take more photographs where the parts meet: one every metre on stairs, and one in each doorway. "
            f"{AGAIN} Different places belong in folders of their own.",
        )


def _doubtful_model(scan: MappedScan) -> Iterator[PlaceFinding]:
    doubt = doubt_of(scan.pairs)
    if doubt is not None and doubt > CONTRADICTED:
        worst = scan.pairs[0]
        yield PlaceFinding(
            Severity.WARNING,
            "map doubtful",
            scan.scan_id,
            (),
            f"{doubt:.0%} of what its pictures share does not fit where they were placed, most of it between {worst.a} "
            f"and {worst.b}: it may be wrong as a whole.",
            f"Do not use it before you walked it with pangea env view. Take photographs nearer to each other. {AGAIN}",
            Sureness.LIKELY,
        )


def _far_apart(scan: MappedScan) -> Iterator[PlaceFinding]:
    apart = np.linalg.norm(scan.model.centres[:, None] - scan.model.centres[None, :], axis=-1)
    nearest = float(np.median(np.sort(apart, axis=1)[:, 1]))
    if nearest > FAR_APART:
        yield PlaceFinding(
            Severity.WARNING,
            "photographs far apart",
            scan.scan_id,
            (),
            f"Most are {nearest:.1f} m or more from the next: places may be off by decimetres without other signs.",
            f"Take one every 1.2 m; those that nobody should walk to can be helpers. {AGAIN}",
            Sureness.POSSIBLE,
        )


def _doubtful_scale(scan: MappedScan) -> Iterator[PlaceFinding]:
    floor = scan.scale.floor
    if floor and floor.rival > RIVAL:
        yield PlaceFinding(
            Severity.WARNING,
            "scale doubtful",
            scan.scan_id,
            (),
            f"{floor.sightings} points are at the height that was taken for the floor's, and {floor.rival:.0%} as many "
            "at another.",
            "Measure between two cameras, and give it with --distance.",
            Sureness.POSSIBLE,
        )


def _doubtful_fixes(scan: MappedScan) -> Iterator[PlaceFinding]:
    if scan.ground is None:
        return
    names, fits = scan.ground.names, scan.ground.fits
    if wrong := tuple(name for name, fit in zip(names, fits.tolist(), strict=True) if not fit):
        yield PlaceFinding(
            Severity.WARNING,
            "GPS doubtful",
            scan.scan_id,
            wrong,
            f"Their cameras say that they were {scan.ground.residuals[~fits].max():.0f} m and less from where they are "
            f"by all others, which fit to {np.median(scan.ground.residuals[fits]):.1f} m; they were not used.",
            "Nothing, if reception was poor there, as beside high houses.",
            Sureness.LIKELY,
        )
    beside = scan.scale.metres / scan.ground.scale
    if abs(beside - 1) > max(GPS_SCALE, 3 * scan.ground.sure):
        yield PlaceFinding(
            Severity.WARNING,
            "scale doubtful",
            scan.scan_id,
            (),
            f"The place is {beside:.2f} times as large as its GPS fixes say, which are sure to {scan.ground.sure:.0%}.",
            "See whether --height or --distance is in metres, and was measured where it says.",
            Sureness.LIKELY,
        )
    turned = [
        float(wrap_angle(look - np.radians(direction)))
        for name, look in zip(scan.model.names, headings(scan.model.turns), strict=True)
        if (direction := scan.ground.directions.get(name)) is not None
    ]
    if len(turned) >= COMPASSES and abs(np.median(turned)) > COMPASS:
        yield PlaceFinding(
            Severity.NOTE,
            "compass disagrees",
            scan.scan_id,
            (),
            f"By compass north is {np.degrees(abs(np.median(turned))):.0f} degrees away from where it is by GPS.",
            "GPS was used: iron and engines turn compasses.",
        )


def _not_sketched(scan: MappedScan) -> Iterator[PlaceFinding]:
    floors = scan.plan.floors if scan.plan else ()
    if empty := [number for number, floor in enumerate(floors) if not floor.free] or ([] if floors else [0]):
        yield PlaceFinding(
            Severity.NOTE,
            "no floor plan",
            scan.scan_id,
            (),
            f"Too little was seen to sketch {'storey ' + ', '.join(map(str, empty)) if floors else 'it'} from above.",
            f"Take more photographs there, or write a floor_plan.json yourself. {AGAIN}",
        )


def _leaning(scan: MappedScan) -> Iterator[PlaceFinding]:
    for name, lean in zip(scan.model.names, leans(scan.model.turns, UP), strict=True):
        if lean > LEANING:
            yield PlaceFinding(
                Severity.WARNING,
                "photograph leans",
                scan.scan_id,
                (name,),
                f"Its camera leaned by {np.degrees(lean):.0f} degrees, where most stood upright; it is no viewpoint.",
                "If it is upside down or on its side, turn the picture in the camera's program, and run it again.",
                Sureness.LIKELY,
            )


def _doubtful_photographs(scan: MappedScan) -> Iterator[PlaceFinding]:
    for name in scan.viewpoints:
        doubt = scan.doubts[name]
        if doubt is None:
            what = "It shares little with each other picture, so that nothing checks its place."
        elif doubt > DOUBTED:
            what = f"{doubt:.0%} of what it shares with other pictures does not fit where it was placed."
        else:
            continue
        yield PlaceFinding(
            Severity.WARNING,
            "photograph doubtful",
            scan.scan_id,
            (name,),
            what,
            f"Walk there with pangea env view; if it is wrong, take another one nearer to its neighbours. {AGAIN}",
            Sureness.POSSIBLE,
        )


def _doubtful_steps(scan: MappedScan) -> Iterator[PlaceFinding]:
    for step in sorted(scan.steps, key=lambda step: -step.doubt):
        if step.doubt >= UNSURE:
            rays = "1 ray passes" if step.rays == 1 else f"{step.rays} rays pass"
            yield PlaceFinding(
                Severity.NOTE,
                "step doubtful",
                scan.scan_id,
                (step.a, step.b),
                f"Only {rays} where the fewest do: something may be in the way.",
                "Walk it with pangea env view, and remove the edge from graph.json if nobody can.",
                Sureness.POSSIBLE,
            )
