"""The flag ``clock_unsure``: this side of a dialogue cannot be put beside the other to a fiftieth of a second."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import TALKERS, Finding, Seen, unknown


class ClockUnsure:
    """By how much the times of the recording may be wrong on the server's clock (``align/clocks.py``)."""

    name = "clock_unsure"
    kinds = TALKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.talk is None:
            return unknown(self, "This is no side of a dialogue.")
        bound = seen.talk.bound
        why = "The page had no line to the server, so nobody knows when this was recorded."
        if bound is not None:
            why = f"Times may be wrong by {1000 * bound:.0f} ms against the partner's."
        raised = bound is None or bound > rules.clock_unsure
        return Finding(self.name, raised, why, bound, "s", rules.clock_unsure)
