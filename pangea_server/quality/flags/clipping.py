"""The flag ``clipping``: the microphone was too loud, and the tops of the wave are cut off."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import SPEAKERS, Finding, Seen, unknown
from pangea_server.quality.flags.sound import LONGEST_GAP, longest, stretches


class Clipping:
    """The share of the speech frames in which the wave is flat at the edge of its range."""

    name = "clipping"
    kinds = SPEAKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.words is None or (voice := seen.words.voice) is None:
            return unknown(self, seen.words.no_voice if seen.words else "Nothing was recorded.")
        if not voice.speech.any():
            return unknown(self, "No speech was found.")
        share = float((voice.cut_off & voice.speech).sum() / voice.speech.sum())
        raised = share > rules.clipping
        return Finding(
            self.name,
            raised,
            f"The wave is cut off in {share:.1%} of the speech.",
            share,
            "of the speech",
            rules.clipping,
            longest(stretches(voice.cut_off, LONGEST_GAP)) if raised else (),
        )
