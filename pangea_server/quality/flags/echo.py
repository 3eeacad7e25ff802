"""The flag ``echo``: the partner's voice is in this person's recording."""

from __future__ import annotations

from align.report import Stretch
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import TALKERS, Finding, Seen, unknown
from pangea_server.quality.flags.sound import longest

WINDOW = 2.0
ACROSS_A_ROOM = 0.03
"""Seconds that sound takes for ten metres: a line takes longer."""


class EchoHeard:
    """The share of the partner's speech that is heard in this recording as well (``align/echo.py``)."""

    name = "echo"
    kinds = TALKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.talk is None or (voices := seen.talk.voices) is None:
            return unknown(self, seen.talk.no_voices if seen.talk else "This is no side of a dialogue.")
        if (found := voices.echo) is None:
            return unknown(self, "The partner hardly speaks.")
        raised = found.share > rules.echo
        why = f"{found.share:.0%} of what the partner says is heard in this recording"
        if found.delay is not None:
            where = "across the room" if found.delay <= ACROSS_A_ROOM else "from a loudspeaker"
            why += f", {1000 * max(0.0, found.delay):.0f} ms later, as {where}"
        places = tuple(Stretch(start, start + WINDOW) for start in found.starts) if raised else ()
        return Finding(
            self.name, raised, f"{why}.", found.share, "of the partner's speech", rules.echo, longest(places)
        )
