"""The flag ``path_not_completed``: the Guide left out a part of the path, or stopped before its end."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import GUIDES, Finding, Seen, unknown


class PathNotCompleted:
    """The largest distance from a viewpoint of the path to the walk, in metres along the graph."""

    name = "path_not_completed"
    kinds = GUIDES

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if not seen.walked:
            return unknown(self, "The walk is not known.")
        nearest = seen.graph.distances_between(seen.reference, seen.walked).min(axis=1)
        farthest, missed = float(nearest.max()), int((nearest > rules.path_not_completed).sum())
        return Finding(
            self.name,
            farthest > rules.path_not_completed,
            f"{missed} of the path's {len(seen.reference)} viewpoints were left out, one by {farthest:.1f} m."
            if missed
            else "The whole path was walked.",
            farthest,
            "m",
            rules.path_not_completed,
        )
