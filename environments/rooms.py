"""Rooms of a place that are known by their viewpoints: what each is called, in several languages."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Room:
    """A room, or a part of a place outdoors.

    Attributes:
        name: in a person's words.
        viewpoint_ids: those that lie in it, at least one.
        names: the same name in other languages, by BCP 47 tag ("hi"); pages show ``name`` to everybody else.
    """

    name: str
    viewpoint_ids: tuple[str, ...]
    names: dict[str, str] = field(default_factory=dict)
