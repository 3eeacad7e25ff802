"""The flag ``silence``: hardly anything was said."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import SPEAKERS, Finding, Seen, unknown
from pangea_server.quality.flags.sound import longest


class Silence:
    """The share of the recording that is speech; pauses under half a second belong to it."""

    name = "silence"
    kinds = SPEAKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.words is None or (voice := seen.words.voice) is None:
            return unknown(self, seen.words.no_voice if seen.words else "Nothing was recorded.")
        share = voice.speech_share
        return Finding(
            self.name,
            share < rules.silence,
            f"{share:.0%} of the {voice.duration:.0f} s are speech.",
            share,
            "of the recording",
            rules.silence,
            longest(voice.silent) if share < rules.silence else (),
        )
