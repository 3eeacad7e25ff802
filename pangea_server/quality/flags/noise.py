"""The flag ``noise``: the voice is hardly louder than the background."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import SPEAKERS, Finding, Seen, unknown


class Noise:
    """The power of the speech over that of the pauses in it, in dB."""

    name = "noise"
    kinds = SPEAKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.words is None or (voice := seen.words.voice) is None:
            return unknown(self, seen.words.no_voice if seen.words else "Nothing was recorded.")
        ratio = voice.noise_ratio
        if ratio is None:
            return unknown(self, "Speech and pauses could not be told apart.")
        return Finding(
            self.name,
            ratio < rules.noise,
            f"The voice is {ratio:.0f} dB above the noise.",
            ratio,
            "dB",
            rules.noise,
        )
