"""The flag ``far_from_voice``: the transcript is not what was said."""

from __future__ import annotations

import re

from align import GroundedWord
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import GUIDES, TALKERS, Finding, Seen, unknown
from pangea_server.quality.flags.sound import longest

MISMATCH = "transcript_mismatch"
"""The error of an aligner that found too little of the transcript in the voice (``align.errors``)."""

LEAST_RECOGNISED = 0.5
"""The least confidence of a heard word, where the aligner does not say which passages were not said."""


class FarFromVoice:
    """The difference between voice and transcript, according to the aligner.

    With an engine that recognises: the edit distance between what it heard and what was written. With one that
    aligns: the share of the words that it did not find in the sound or says were not said, and half of the share of
    the speech that was not written: people leave out where they hesitated and corrected themselves.
    """

    name = "far_from_voice"
    kinds = GUIDES | TALKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        alignment = seen.words.alignment if seen.words else None
        if seen.words is None or alignment is None or alignment.state == "outdated":
            return unknown(self, "It has not been aligned yet.")
        if alignment.state == "failed" and alignment.fault != MISMATCH:
            return unknown(self, f"The aligner failed: {alignment.reason}")
        failed = alignment.state == "failed"
        value, why = (1.0, alignment.reason) if failed else _difference(alignment, seen.words.transcript)
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


def _difference(alignment: AlignmentRecord, transcript: str) -> tuple[float, str]:
    """The value in [0, 1], and what it measures."""
    if alignment.edit_distance is not None:
        return alignment.edit_distance, f"Heard and written words differ in {alignment.edit_distance:.0%}."
    words = alignment.timed_instruction
    written = sum(word.end_time - word.start_time for word in words if word.source != "interpolated")
    extra = sum(each.end_time - each.start_time for each in alignment.unwritten or ())
    missing = _share(_not_heard(alignment, transcript), len(words))
    value = min(1.0, missing + _share(extra, written + extra) / 2)
    return value, f"{missing:.0%} of the words were not heard.{_unwritten(alignment)}"


def _not_heard(alignment: AlignmentRecord, transcript: str) -> int:
    """How many words have no place in the sound, or are in passages that were not said."""
    passages = alignment.report.unspoken if alignment.report else None
    words = alignment.timed_instruction
    if passages is None:
        return sum(word.source == "interpolated" or _is_doubtful(word) for word in words)
    places = (match.start() for match in re.finditer(r"\S+", transcript))
    return sum(
        word.source == "interpolated" or any(each.start_char <= place < each.end_char for each in passages)
        for word, place in zip(words, places, strict=False)
    )


def _is_doubtful(word: GroundedWord) -> bool:
    return word.confidence is not None and word.confidence < LEAST_RECOGNISED


def _unwritten(alignment: AlignmentRecord) -> str:
    """The figure that the replay calls "Unwritten", so that nobody has to compare two shares of different wholes."""
    share = alignment.report.unwritten_share if alignment.report else None
    if share is None:
        return ""
    return f" Unwritten: in {share:.0%} of the recording something is said that the transcript does not have."


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
