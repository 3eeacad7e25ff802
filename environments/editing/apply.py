"""Doing an edit: a pure function from a place to the next."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from environments.editing.blur import box_between
from environments.editing.edits import (
    Align,
    Blur,
    Distance,
    Edit,
    Face,
    FitPlan,
    Height,
    Join,
    Keep,
    Level,
    Move,
    Name,
    Part,
    PathUse,
    Place,
    TakeOut,
    TakePlanAway,
    Turn,
    Use,
)
from environments.editing.place import EditedPlace, Spot, edge_between
from environments.editing.sighting import (
    aligned_heading,
    camera_height,
    floor_point,
    levelled,
    world_heading,
)
from environments.errors import EditError
from environments.geometry import heading_elevation, rotation, wrap_angle
from environments.own_places.notes import LONGEST_NAME, is_name, names_fault
from environments.own_places.plan_pictures import PLANS, fitted
from environments.path_rules import PathRules
from environments.rooms import Room

if TYPE_CHECKING:
    from environments.geometry import Vector

FARTHEST = 100_000.0
"""Metres from the origin; further away, tenths of millimetres are lost."""
HIGHEST = 100.0
"""Metres of a camera above its floor, as ``pangea env map`` takes it."""


def apply(place: EditedPlace, edit: Edit) -> EditedPlace:
    """The place after an edit.

    Raises:
        EditError: the place does not allow it; it says why, and what to do instead.
    """
    match edit:
        case Place():
            return _placed(place, edit)
        case Move(viewpoint_id=name, x=x, y=y) if name in place.waiting:
            like = min(place.spots.values(), key=lambda spot: math.dist(spot.position[:2], (x, y)))
            return _begun(place, name, (x, y, like.position[2]), like)
        case Move(viewpoint_id=name, x=x, y=y, part=part):
            return _moved(place, name, (x, y, place.spot(name).position[2]), part)
        case Face():
            return _turned(place, edit.viewpoint_id, _facing(place, edit), edit.part)
        case Align():
            spot, other = place.spot(edit.viewpoint_id), _other(place, edit.viewpoint_id, edit.other)
            return _turned(
                place, spot.viewpoint_id, aligned_heading(spot, edit.at, other, edit.seen), edit.part
            )
        case Turn(viewpoint_id=name, by=by, part=part):
            return _turned(place, name, place.spot(name).looks + by, part)
        case Level(viewpoint_id=name):
            spot = place.spot(name)
            return place.with_spots([replace(spot, up=levelled(spot, edit.one, edit.other))])
        case Height():
            return _raised(place, edit)
        case Distance():
            return _scaled(place, edit)
        case Join(a=a, b=b):
            return _joined(place, a, b)
        case Part(a=a, b=b):
            edge = _known_edge(place, a, b)
            return replace(
                place, edges=tuple(each for each in place.edges if each != edge), kept=place.kept - {edge}
            )
        case Keep(a=a, b=b):
            return replace(place, kept=place.kept | {_known_edge(place, a, b)})
        case TakeOut(viewpoint_id=name):
            return _taken_out(place, name)
        case Name():
            return _named(place, edit)
        case Blur(viewpoint_id=name):
            image, box = place.image_of(name), box_between(edit.one, edit.other)
            boxes = place.blurred.get(image, ())
            return replace(place, blurred={**place.blurred, image: (*boxes, box)})
        case FitPlan():
            return _with_plan(place, edit)
        case TakePlanAway(image=image):
            if image not in place.plans:
                raise EditError(f"{image} does not lie in the place.", remedy="Lay it there first.")
            return replace(place, plans={name: plan for name, plan in place.plans.items() if name != image})
        case Use(viewpoint_id=name):
            return replace(place, path_rules=_used(place.path_rules, place.spot(name).viewpoint_id, edit.use))


def _placed(place: EditedPlace, edit: Place) -> EditedPlace:
    seen_from = _other(place, edit.viewpoint_id, edit.seen_from)
    x, y, floor = floor_point(seen_from, edit.at)
    if edit.viewpoint_id in place.waiting:
        position = (x, y, floor + camera_height(seen_from))
        place = _begun(place, edit.viewpoint_id, position, seen_from)
    else:
        spot = place.spot(edit.viewpoint_id)
        height = spot.height if spot.height is not None else camera_height(seen_from)
        if edit.part and edit.seen_from in place.part(edit.viewpoint_id):
            raise EditError(
                f"{edit.viewpoint_id} and {edit.seen_from} are parts of one whole already.",
                remedy="Move it alone, or remove the edges that join them first.",
            )
        place = _moved(place, edit.viewpoint_id, (x, y, floor + height), edit.part)
    return _joined(place, edit.viewpoint_id, edit.seen_from)


def _begun(place: EditedPlace, name: str, position: Vector, like: Spot) -> EditedPlace:
    """A picture that waited gets a viewpoint; its camera is taken to have been as high as the other."""
    image = place.waiting[name]
    waiting = {each: file for each, file in place.waiting.items() if each != name}
    spot = Spot(name, image, _checked(name, position), height=like.height)
    return replace(place.with_spots([spot]), waiting=waiting)


def _moved(place: EditedPlace, name: str, position: Vector, part: bool) -> EditedPlace:
    way = np.subtract(position, place.spot(name).position)
    return place.with_spots(
        replace(spot, position=_checked(spot.viewpoint_id, np.add(spot.position, way).tolist()))
        for spot in _taken_along(place, name, part)
    )


def _turned(place: EditedPlace, name: str, heading: float, part: bool) -> EditedPlace:
    """Turns a panorama, and all that is joined to it around its camera."""
    about = place.spot(name)
    if not math.isfinite(heading):
        raise EditError(f"{name} cannot look along {heading:g}.", remedy="Give an angle in radians.")
    by = float(wrap_angle(heading - about.looks))
    turn, centre = rotation(by), np.array(about.position)

    def turned(spot: Spot) -> Spot:
        position = (centre + turn @ (np.array(spot.position) - centre)).tolist()
        return replace(
            spot,
            position=_checked(spot.viewpoint_id, position),
            heading=float(wrap_angle(spot.looks + by)) if spot.heading is not None or spot is about else None,
        )

    return place.with_spots(map(turned, _taken_along(place, name, part)))


def _facing(place: EditedPlace, edit: Face) -> float:
    spot, other = place.spot(edit.viewpoint_id), _other(place, edit.viewpoint_id, edit.other)
    way = np.subtract(other.position, spot.position)
    if not np.hypot(way[0], way[1]):
        raise EditError(
            f"{edit.viewpoint_id} and {edit.other} are at the same place.", remedy="Move one of them first."
        )
    return spot.looks + float(heading_elevation(way)[0]) - world_heading(spot, edit.at)


def _raised(place: EditedPlace, edit: Height) -> EditedPlace:
    """The floor stays where it was, if it was known."""
    if not 0 < edit.metres <= HIGHEST:
        raise EditError(
            f"No camera was {edit.metres:g} m above its floor.",
            remedy="Give its height in metres, such as 1.55.",
        )
    spots = place.spots.values() if edit.viewpoint_id is None else [place.spot(edit.viewpoint_id)]
    return place.with_spots(_at_height(spot, edit.metres) for spot in spots)


def _at_height(spot: Spot, metres: float) -> Spot:
    if spot.height is None:
        return replace(spot, height=metres)
    x, y, z = spot.position
    return replace(spot, height=metres, position=(x, y, z - spot.height + metres))


def _scaled(place: EditedPlace, edit: Distance) -> EditedPlace:
    a, b = place.spot(edit.a), _other(place, edit.a, edit.b)
    apart = math.dist(a.position, b.position)
    if not 0.01 <= edit.metres <= FARTHEST or not apart:
        raise EditError(
            f"{edit.a} and {edit.b} are not {edit.metres:g} m apart.",
            remedy="Measure between two viewpoints that are apart, in metres.",
        )
    factor = edit.metres / apart
    origin = np.array(a.position)

    def scaled(spot: Spot) -> Spot:
        position = (origin + factor * (np.array(spot.position) - origin)).tolist()
        height = None if spot.height is None else spot.height * factor
        return replace(spot, position=_checked(spot.viewpoint_id, position), height=height)

    return place.with_spots(map(scaled, place.spots.values()))


def _joined(place: EditedPlace, a: str, b: str) -> EditedPlace:
    """Who adds an edge has looked at it."""
    _other(place, a, b)
    place.spot(a)
    edge = edge_between(a, b)
    edges = place.edges if edge in place.edges else (*place.edges, edge)
    return replace(place, edges=edges, kept=place.kept | {edge})


def _taken_out(place: EditedPlace, name: str) -> EditedPlace:
    spot = place.spot(name)
    if len(place.spots) == 1:
        raise EditError(
            f"{name} is the last viewpoint.", remedy="A place has at least one: place another first."
        )
    return replace(
        place,
        spots={each: other for each, other in place.spots.items() if each != name},
        edges=tuple(edge for edge in place.edges if name not in edge),
        kept=frozenset(edge for edge in place.kept if name not in edge),
        waiting={**place.waiting, name: spot.image},
        rooms=_without(place.rooms, {name}),
        path_rules=_used(place.path_rules, name, "pass"),
    )


def _used(rules: PathRules, name: str, use: PathUse) -> PathRules:
    starts, forbidden = rules.starts - {name}, rules.forbidden - {name}
    return PathRules(
        starts | {name} if use == "start" else starts, forbidden | {name} if use == "never" else forbidden
    )


def _named(place: EditedPlace, edit: Name) -> EditedPlace:
    for viewpoint_id in edit.viewpoint_ids:
        place.spot(viewpoint_id)
    named = dict.fromkeys(edit.viewpoint_ids)
    if not named:
        raise EditError("No viewpoint was named.", remedy="Choose one first.")
    others = _without(place.rooms, named)
    if not edit.name:
        return replace(place, rooms=others)
    if not is_name(edit.name):
        raise EditError(
            f"A room cannot be named {edit.name!r}.",
            remedy=f"Write one line of 1 to {LONGEST_NAME} signs, without spaces around it.",
        )
    if fault := names_fault(edit.names):
        raise EditError(f"Of the room {edit.name!r}, {fault}.", remedy="Correct it, or leave it out.")
    same = [each for room in others if room.name == edit.name for each in room.viewpoint_ids]
    room = Room(edit.name, (*same, *named), dict(edit.names))
    return replace(place, rooms=(*(each for each in others if each.name != edit.name), room))


def _with_plan(place: EditedPlace, edit: FitPlan) -> EditedPlace:
    if edit.image not in place.plan_files:
        raise EditError(
            f"There is no picture {edit.image} of a floor plan.",
            remedy=f"Put it into the folder {PLANS}, beside graph.json, and take what is on disk.",
        )
    pixels, places = (edit.one, edit.other), (edit.one_at, edit.other_at)
    for x, y in places:
        _checked(edit.image, (x, y, edit.z))
    if not all(map(math.isfinite, (*edit.one, *edit.other))) or not (plan := fitted(pixels, places, edit.z)):
        raise EditError(
            f"These two points do not say how {edit.image} lies.",
            remedy="Take two that are far apart, on the picture and in the place.",
        )
    _checked(edit.image, (*plan.corner, plan.z))
    return replace(place, plans={**place.plans, edit.image: plan})


def _without(rooms: Iterable[Room], viewpoint_ids: Container[str]) -> tuple[Room, ...]:
    left = (
        replace(room, viewpoint_ids=tuple(each for each in room.viewpoint_ids if each not in viewpoint_ids))
        for room in rooms
    )
    return tuple(room for room in left if room.viewpoint_ids)


def _taken_along(place: EditedPlace, name: str, part: bool) -> Iterable[Spot]:
    return [place.spots[each] for each in sorted(place.part(name))] if part else [place.spot(name)]


def _other(place: EditedPlace, name: str, other: str) -> Spot:
    if name == other:
        raise EditError(f"{name} was named twice.", remedy="Name two viewpoints.")
    return place.spot(other)


def _known_edge(place: EditedPlace, a: str, b: str) -> tuple[str, str]:
    edge = edge_between(a, b)
    if edge not in place.edges:
        raise EditError(f"There is no edge between {a} and {b}.", remedy="Join them first.")
    return edge


def _checked(name: str, position: Iterable[float]) -> Vector:
    x, y, z = position
    if not max(abs(x), abs(y), abs(z)) <= FARTHEST:  # also what is no number
        raise EditError(f"{name} would be at {x:g}, {y:g}, {z:g} m.", remedy="Put it nearer to the origin.")
    return (x, y, z)
