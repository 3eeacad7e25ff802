"""From the regions of a path's things to where they should be seen elsewhere, by what an environment knows.

Depth pictures and what regions come to are kept in memory: a path is advanced at each answer, and most of its things
are as they were.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from functools import partial
from math import radians
from pathlib import Path
from threading import Lock

from environments import Environment, InvalidDataError, Scan
from environments.carrying.carry import CarriedThing, SeenRegion, apart, carry
from environments.carrying.depth import DepthMaps
from environments.depth_pictures import depth_of
from environments.regions import ViewBox
from pangea_server.annotate.campaigns.landmark_rules import LandmarkRules
from pangea_server.annotate.landmarks.protocol.asked import Foretold, Step
from pangea_server.annotate.landmarks.protocol.evidence import Carried, Foretell
from pangea_server.annotate.landmarks.records import RegionRecord
from pangea_server.collect.landmarks.rules import steps_of

MOST_SWEEP = radians(30)
"""A wedge that is longer helps nobody to find a thing."""
DIGITS = 5
"""Of the angles of a foretold box: a question about it is the same on every machine."""
_SCANS, _THINGS = 2, 4096  # that are kept in memory
_lock = Lock()
_depths: OrderedDict[Hashable, DepthMaps] = OrderedDict()
_carried: OrderedDict[Hashable, CarriedThing | None] = OrderedDict()


def foretelling(environment: Environment, scan: Scan, asked: LandmarkRules) -> Foretell:
    """How the protocol foretells: by depth where the environment has it, else by walls and rays."""
    return partial(_foretell, environment, scan, asked)


def _foretell(
    environment: Environment, scan: Scan, asked: LandmarkRules, regions: Sequence[RegionRecord]
) -> Carried:
    found = _geometry(environment, scan, regions, None if Step.CARRY in steps_of(asked) else ())
    if found is None:
        return Carried(apart=_are_apart(scan, regions))
    [first, *_] = regions
    foretold = []
    for each in found.foretold:
        if each.overlap is None:
            if asked.carry_wedges and each.sweep <= MOST_SWEEP:
                foretold.append(_told(first, each.viewpoint_id, None))
        elif each.overlap >= asked.carry_least:
            foretold.append(_told(first, each.viewpoint_id, each.box))
    return Carried(tuple(foretold), found.place)


def _told(region: RegionRecord, viewpoint_id: str, box: ViewBox | None) -> Foretold:
    shape = box and ViewBox(
        round(box.heading, DIGITS),
        round(box.elevation, DIGITS),
        round(box.width, DIGITS),
        round(box.height, DIGITS),
    )
    return Foretold(from_region=region.region_id, viewpoint_id=viewpoint_id, shape=shape)


def _are_apart(scan: Scan, regions: Sequence[RegionRecord]) -> bool:
    try:
        return apart(scan, [_seen(each) for each in regions]) is not None
    except InvalidDataError:  # a viewpoint is gone
        return False


def _geometry(
    environment: Environment, scan: Scan, regions: Sequence[RegionRecord], at: tuple[str, ...] | None
) -> CarriedThing | None:
    """What the regions of one thing say; None where they do not show one thing, or nothing can be said of them. Where
    nobody is asked about other viewpoints, these are left out (``at``): they take nearly all of the time."""
    seen = [_seen(each) for each in regions]
    place = scan.scan_id, tuple((name, each.position) for name, each in scan.viewpoints.items())
    key = place, scan.floor_plan is None, tuple(seen), at
    with _lock:
        if key in _carried:
            _carried.move_to_end(key)
            return _carried[key]
    try:
        found = None if apart(scan, seen) else carry(scan, seen, _depth(environment, scan), at=at)
    except InvalidDataError:  # the rays do not meet, or a viewpoint is gone: there is nothing to foretell
        found = None
    with _lock:
        _carried[key] = found
        if len(_carried) > _THINGS:
            _carried.popitem(last=False)
    return found


def _seen(region: RegionRecord) -> SeenRegion:
    """``whole`` is what a page says where nobody said anything."""
    cover = None if region.visible == "whole" else region.visible
    return SeenRegion(region.viewpoint_id, region.shape, cover)


def _depth(environment: Environment, scan: Scan) -> DepthMaps | None:
    """The depth pictures of a scan, if it has any."""
    depth = depth_of(environment, scan.scan_id)
    if depth is None:
        return None
    key: tuple[Path, str] = depth.folder.absolute(), scan.scan_id
    with _lock:
        if key not in _depths:
            _depths[key] = DepthMaps(depth, scan)
            if len(_depths) > _SCANS:
                _depths.popitem(last=False)
        _depths.move_to_end(key)
        return _depths[key]
