"""The flag ``one_sided``: one of two people hardly said anything."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import TALKERS, Finding, Seen, unknown


class OneSided:
    """This person's share of the words of both, spoken and typed."""

    name = "one_sided"
    kinds = TALKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        talk = seen.talk
        if talk is None or talk.partner_words is None:
            return unknown(self, "The partner's answer is not there.")
        if not (both := talk.words + talk.partner_words):
            return unknown(self, "Neither of the two said anything.")
        share = talk.words / both
        return Finding(
            self.name,
            share < rules.one_sided,
            f"{talk.words} of the {both} words of both are this person's.",
            share,
            "of the words of both",
            rules.one_sided,
        )
