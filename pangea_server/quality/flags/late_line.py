"""The flag ``late_line``: this person heard their partner so late that people talk into each other."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import TALKERS, Finding, Seen, unknown

SHARE = 0.1


class LateLine:
    """The delay of the partner's voice that was exceeded for a tenth of the time (``align/heard.py``)."""

    name = "late_line"
    kinds = TALKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.talk is None:
            return unknown(self, "This is no side of a dialogue.")
        if seen.talk.delay is None:
            return unknown(self, "Nobody noted when the partner's voice was heard.")
        late = max(0.0, seen.talk.delay.exceeded(SHARE))
        why = f"For {SHARE:.0%} of the time the partner was heard {1000 * late:.0f} ms late or later."
        return Finding(self.name, late > rules.late_line, why, late, "s", rules.late_line)
