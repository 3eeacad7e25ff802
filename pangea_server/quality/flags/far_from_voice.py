"""The flag ``far_from_voice``: the transcript is not what was said."""

from __future__ import annotations

from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import GUIDES, Finding, Seen, unknown
from pangea_server.quality.flags.sound import longest

MISMATCH = "transcript_mismatch"
"""The error of an aligner that found too little of the transcript in the voice (``align.errors``)."""


LEAST_RECOGNISED = 0.5
"""The least confidence of a heard word; below it, the word is as likely absent."""


class FarFromVoice:
    """The difference between voice and transcript, according to the aligner.

    With an engine that recognises: the edit distance between what it heard and what was written. With one that
    aligns: the share of the words that it did not find in the sound, or found without confidence, and half of the
    share of the speech that was not written: people leave out where they hesitated and corrected themselves.
    """

    name = "far_from_voice"
    kinds = GUIDES

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        alignment = seen.words.alignment if seen.words else None
        if alignment is None or alignment.state == "outdated":
            return unknown(self, "It has not been aligned yet.")
        if alignment.state == "failed" and alignment.fault != MISMATCH:
            return unknown(self, f"The aligner failed: {alignment.reason}")
        value, why = (1.0, alignment.reason) if alignment.state == "failed" else _difference(alignment)
        raised = value > rules.far_from_voice
        return Finding(
            self.name,
            raised,
            why,
            value,
            "of words and speech",
            rules.far_from_voice,
            longest(alignment.unwritten or ()) if raised else (),
        )


def _difference(alignment: AlignmentRecord) -> tuple[float, str]:
    """The value in [0, 1], and what it measures."""
    if alignment.edit_distance is not None:
        return alignment.edit_distance, f"Heard and written words differ in {alignment.edit_distance:.0%}."
    words = alignment.timed_instruction
    heard = [word for word in words if word.source != "interpolated"]
    sure = sum(word.confidence is None or word.confidence >= LEAST_RECOGNISED for word in heard)
    written = sum(word.end_time - word.start_time for word in heard)
    extra = sum(each.end_time - each.start_time for each in alignment.unwritten or ())
    missing, unwritten = 1 - _share(sure, len(words)), _share(extra, written + extra)
    why = f"{missing:.0%} of the words were not heard, and {unwritten:.0%} of the speech was not written."
    return min(1.0, missing + unwritten / 2), why


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
