"""Pictures of floor plans that somebody has of their own place, and where they lie in it."""

from __future__ import annotations

import cmath
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from environments.files import MEDIA_TYPES, are_numbers, is_image_below, is_number, shown

if TYPE_CHECKING:
    from environments.scan import EncodedImage

PLANS = "plans"
"""The folder, beside ``graph.json``, of these pictures."""
KEYS = {"image", "z", "corner", "heading", "scale"}
FINEST, COARSEST = 1e-5, 100.0
"""Metres of a pixel."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PlanPicture:
    """Where a picture of a floor plan lies.

    Attributes:
        z: height of the floor of its storey, metres, world frame.
        corner: x and y of the picture's upper left corner, metres.
        heading: where the picture's top points, radians, 0 along +y, growing to the right.
        scale: metres of a pixel, ``FINEST`` to ``COARSEST``.
    """

    z: float
    corner: Point
    heading: float
    scale: float


PlanPictures = Mapping[str, PlanPicture]
"""By their files, relative to ``graph.json``."""


@runtime_checkable
class EnvironmentWithPlans(Protocol):
    """An environment in whose scans pictures of floor plans may lie."""

    def plan_pictures(self, scan_id: str) -> PlanPictures:
        """Those of a scan, by name; empty where there are none."""

    def plan_picture(self, scan_id: str, name: str) -> EncodedImage:
        """One of them.

        Raises:
            ImageNotFoundError: there is none of this name, or its file is not there.
        """


def fitted(pixels: tuple[Point, Point], places: tuple[Point, Point], z: float) -> PlanPicture | None:
    """How a picture lies of which two points are known; None where these are one, or as good as one.

    Args:
        pixels: to the right and down from the picture's corner.
        places: x and y, metres.
        z: of the storey's floor, metres.
    """
    (one, other), (here, there) = ([complex(u, -v) for u, v in pixels], [complex(x, y) for x, y in places])
    if other == one:
        return None
    turn = (there - here) / (other - one)
    if not FINEST <= abs(turn) <= COARSEST:
        return None
    corner = here - turn * one
    return PlanPicture(z, (corner.real, corner.imag), -cmath.phase(turn), abs(turn))


def plan_files(folder: Path) -> tuple[str, ...]:
    """The pictures of floor plans in a place's folder, relative to it."""
    files = (folder / PLANS).glob("*") if (folder / PLANS).is_dir() else ()
    return tuple(sorted(f"{PLANS}/{each.name}" for each in files if each.suffix.lower() in MEDIA_TYPES))


def plans_of(content: Mapping[str, Any]) -> dict[str, PlanPicture]:
    """What a ``graph.json`` without faults says of them."""
    return {
        each["image"]: PlanPicture(
            float(each["z"]), (float(each["corner"][0]), float(each["corner"][1])), float(each["heading"]),
            float(each["scale"]),
        )
        for each in content.get("plans", [])
    }  # fmt: skip


def plan_entry(image: str, plan: PlanPicture) -> dict[str, Any]:
    """The entry that says it in ``graph.json``."""
    return {
        "image": image,
        "z": round(plan.z, 4) + 0.0,
        "corner": [round(each, 4) + 0.0 for each in plan.corner],
        "heading": round(plan.heading, 6) + 0.0,
        "scale": float(f"{plan.scale:.7g}"),
    }


def plans_fault(told: Any) -> str:
    """What is wrong with ``plans`` of a ``graph.json``; empty if nothing is."""
    if not isinstance(told, list):
        return "plans is not a list"
    images: set[str] = set()
    for number, entry in enumerate(told):
        if wrong := _fault(entry):
            return f"plans[{number}]: {wrong}"
        if entry["image"] in images:
            return f"plans[{number}]: {entry['image']} is there already"
        images.add(entry["image"])
    return ""


def _fault(entry: Any) -> str:
    if not isinstance(entry, dict) or entry.keys() != KEYS:
        return f"{shown(entry)} is not an object with {', '.join(sorted(KEYS))}"
    if not is_image_below(entry["image"]) or PurePosixPath(entry["image"]).parts[:-1] != (PLANS,):
        return f"image is {shown(entry['image'])}, not {PLANS}/ and the name of a picture"
    if not are_numbers(entry["corner"], 2):
        return "corner is not a list of 2 finite numbers"
    for key in ("z", "heading", "scale"):
        if not is_number(entry[key]):
            return f"{key} is {shown(entry[key])}, not a finite number"
    if not FINEST <= entry["scale"] <= COARSEST:
        return f"scale is {entry['scale']:g}, not {FINEST:g} to {COARSEST:g} metres of a pixel"
    return ""
