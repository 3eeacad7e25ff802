"""The flag ``pasted_transcript``: the transcript was not typed but pasted."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import TALKERS, WRITERS, Finding, Seen, unknown


class PastedTranscript:
    """Characters that were pasted or dropped into the transcript, as a share of its own.

    What people move within it does not count.
    """

    name = "pasted_transcript"
    kinds = WRITERS | TALKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.words is None or (typing := seen.words.typing) is None:
            return unknown(self, "What was typed and what was pasted was not counted.")
        share = min(1.0, typing.pasted / max(1, len(seen.words.transcript)))
        return Finding(
            self.name,
            share > rules.pasted_transcript,
            f"{typing.pasted} characters were pasted and {typing.typed} typed.",
            share,
            "of the transcript",
            rules.pasted_transcript,
        )
