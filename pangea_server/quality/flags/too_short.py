"""The flag ``too_short``: too few words for the path that they describe."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import WRITERS, Finding, Seen, unknown


class TooShort:
    """Words of the transcript for each step of the path."""

    name = "too_short"
    kinds = WRITERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.words is None or not seen.words.transcript:
            return unknown(self, "Nothing was written.")
        words, steps = len(seen.words.transcript.split()), max(1, len(seen.reference) - 1)
        return Finding(
            self.name,
            words / steps < rules.too_short,
            f"{words} words were written for {steps} steps.",
            words / steps,
            "words a step",
            rules.too_short,
        )
