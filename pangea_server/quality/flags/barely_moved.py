"""The flag ``barely_moved``: a Follower who hardly left the start."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import FOLLOWERS, Finding, Seen, unknown


class BarelyMoved:
    """The length of the walk as a share of the reference path's length."""

    name = "barely_moved"
    kinds = FOLLOWERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        walked, length = seen.graph.path_length(seen.walked), seen.graph.path_length(seen.reference)
        if length == 0:
            return unknown(self, "The reference path has no length.")
        return Finding(
            self.name,
            walked / length < rules.barely_moved,
            f"The walk is {walked:.1f} m long, the path {length:.1f} m.",
            walked / length,
            "of the path's length",
            rules.barely_moved,
        )
