"""What a ``graph.json`` notes of its viewpoints, beside positions and edges: rooms, and where paths may lead."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from environments.files import shown
from environments.path_rules import PathRules
from environments.rooms import Room

KEYS = {"name", "viewpoints"}
OPTIONAL_KEYS = {"names"}
LONGEST_NAME = 80
LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z"
"""Matches BCP 47 tags as pages ask for them, such as ``hi``."""


def room_of(entry: dict[str, Any]) -> Room:
    """The room that an entry without faults describes."""
    return Room(entry["name"], tuple(entry["viewpoints"]), dict(entry.get("names", {})))


def entry_of(room: Room) -> dict[str, Any]:
    """The entry that describes a room in ``graph.json``."""
    names = {"names": dict(room.names)} if room.names else {}
    return {"name": room.name, **names, "viewpoints": list(room.viewpoint_ids)}


def room_fault(entry: Any, known: Collection[str], taken: Collection[str]) -> str:
    """What is wrong with an entry of ``graph.json``; empty if nothing is.

    Args:
        known: the viewpoints of the place.
        taken: those that lie in other rooms.
    """
    if not isinstance(entry, dict) or not KEYS <= entry.keys() <= KEYS | OPTIONAL_KEYS:
        return f"{shown(entry)} is not an object with name, viewpoints and names"
    if not is_name(entry["name"]):
        return f"name is {shown(entry['name'])}, not a text of 1 to {LONGEST_NAME} signs"
    return names_fault(entry.get("names", {})) or _viewpoints_fault(entry["viewpoints"], known, taken)


def names_fault(names: Any) -> str:
    """What is wrong with the names of a room in other languages; empty if nothing is."""
    if not isinstance(names, dict):
        return f"names is {shown(names)}, not an object"
    for language, name in names.items():
        if not re.match(LANGUAGE, language):
            return f"names has {shown(language)}, which is no language such as hi"
        if not is_name(name):
            return f"the name in {language} is {shown(name)}, not a text of 1 to {LONGEST_NAME} signs"
    return ""


def is_name(value: object) -> bool:
    """Whether a value can be read as a name: a short line of text without spaces around it."""
    if not isinstance(value, str) or value != value.strip():
        return False
    return 1 <= len(value) <= LONGEST_NAME and value.isprintable()


def _viewpoints_fault(viewpoints: Any, known: Collection[str], taken: Collection[str]) -> str:
    if not isinstance(viewpoints, list) or not viewpoints:
        return "viewpoints is not a list of at least one viewpoint"
    for number, name in enumerate(viewpoints):
        if not isinstance(name, str) or name not in known:
            return f"there is no viewpoint {shown(name)}"
        if name in taken or name in viewpoints[:number]:
            return f"viewpoint {name!r} lies in a room already"
    return ""


def rules_fault(content: Mapping[str, Any], known: set[str]) -> str:
    """What is wrong with ``starts`` and ``forbidden`` of a ``graph.json``; empty if nothing is."""
    listed: set[str] = set()
    for key in ("starts", "forbidden"):
        names = content.get(key, [])
        if not isinstance(names, list):
            return f"{key} is not a list of viewpoints"
        for name in names:
            if not isinstance(name, str) or name not in known:
                return f"{key}: there is no viewpoint {shown(name)}"
            if name in listed:
                return f"{key}: viewpoint {name!r} is listed already"
            listed.add(name)
    return ""


def rules_of(content: Mapping[str, Any]) -> PathRules:
    """The rules that a ``graph.json`` without faults has."""
    return PathRules(frozenset(content.get("starts", [])), frozenset(content.get("forbidden", [])))
