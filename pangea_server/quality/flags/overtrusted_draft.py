"""The flag ``overtrusted_draft``: planted errors were left in a draft."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import GUIDES, Finding, Seen, unknown


class OvertrustedDraft:
    """The share of the planted errors that the Guide left in the draft of a recogniser."""

    name = "overtrusted_draft"
    kinds = GUIDES

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        planted = seen.words.planted if seen.words else None
        if seen.words is None or not planted:
            return unknown(self, "No error was planted in a draft.")
        left = seen.words.planted_left or 0
        return Finding(
            self.name,
            left / planted > rules.overtrusted_draft,
            f"{left} of {planted} planted errors were left in; the transcript has the recogniser's own words there.",
            left / planted,
            "of the planted errors",
            rules.overtrusted_draft,
        )
