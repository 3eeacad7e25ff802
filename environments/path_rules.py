"""Where the paths of a place may lead: what its owner allows, beyond what its graph joins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PathRules:
    """What holds for every path that is sampled in a place, or named in a campaign.

    Attributes:
        starts: the viewpoints in which paths may start; if there are none, they may start in all.
        forbidden: viewpoints that no path contains. Whoever walks may still step there.
    """

    starts: frozenset[str] = frozenset()
    forbidden: frozenset[str] = frozenset()

    def may_start(self, viewpoint_id: str) -> bool:
        """Whether a path may start here."""
        return viewpoint_id not in self.forbidden and (not self.starts or viewpoint_id in self.starts)

    def may_contain(self, path: Sequence[str]) -> bool:
        """Whether a path may lead through all of these."""
        return self.forbidden.isdisjoint(path)

    def fault_of(self, path: Sequence[str]) -> str:
        """Why a path is not allowed; empty if it is."""
        for viewpoint_id in path:
            if viewpoint_id in self.forbidden:
                return f"the place allows no path through {viewpoint_id!r}"
        return "" if self.may_start(path[0]) else f"the place allows no path that starts in {path[0]!r}"


ANYWHERE = PathRules()
