"""The flag ``copied_transcript``: nearly the same words were submitted before, or are in a template."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.near_copies import FEWEST_WORDS, Likeness, likeness
from pangea_server.quality.flags.protocol import GUIDES, Finding, Seen, unknown


class CopiedTranscript:
    """The largest share of pairs of neighbouring words in common with an earlier transcript or a template."""

    name = "copied_transcript"
    kinds = GUIDES

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.words is None or len(seen.words.transcript.split()) < FEWEST_WORDS:
            return unknown(self, f"Fewer than {FEWEST_WORDS} words were written.")
        text = seen.words.transcript
        templates = (Likeness("a template of the campaign", likeness(text, each)) for each in rules.templates)
        known = [each for each in (seen.words.likeness, *templates) if each is not None]
        nearest = max(known, key=lambda each: each.share, default=Likeness("any other", 0.0))
        return Finding(
            self.name,
            nearest.share > rules.copied_transcript,
            f"{nearest.share:.0%} of its pairs of words are also in {nearest.other}.",
            nearest.share,
            "of the pairs of words",
            rules.copied_transcript,
        )
