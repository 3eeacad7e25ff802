"""The flag ``read_aloud``: the walk came before or after the words, as when a prepared text is read out.

The known failure of the pilots of Room-Across-Room (Ku et al. 2020, arXiv:2010.07954, section 3): Guides wrote a text
first, and read it out afterwards.
"""

from __future__ import annotations

from collections import Counter
from math import exp, log

from align import PoseTrace
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import GUIDES, Finding, Seen, unknown
from pangea_server.quality.flags.sound import Sound

LEAST_SPEECH = 2.0
"""Fewest seconds of speech that can be judged."""
FEWEST_VIEWPOINTS = 4
"""On a shorter path even a good Guide speaks at only one or two places."""


class ReadAloud:
    """At how many viewpoints the speech was said, as a share of the path's.

    How many is the exponential of the entropy of the seconds of speech by viewpoint (Hill number of order 1): one where
    little is said counts little, so that a word on the way hides nothing.
    """

    name = "read_aloud"
    kinds = GUIDES

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.words is None or (voice := seen.words.voice) is None:
            return unknown(self, seen.words.no_voice if seen.words else "Nothing was recorded.")
        if seen.trace is None:
            return unknown(self, "There is no pose trace.")
        if voice.speech_seconds < LEAST_SPEECH:
            return unknown(self, f"Only {voice.speech_seconds:.1f} s of speech were found.")
        if len(set(seen.reference)) < FEWEST_VIEWPOINTS:
            return unknown(self, f"A path of {len(set(seen.reference))} viewpoints is too short to tell.")
        places, total = places_spoken_at(seen.trace, voice), len(set(seen.reference))
        share = min(1.0, places / total)
        return Finding(
            self.name,
            share < rules.read_aloud,
            f"The speech was said at {places:.1f} of the path's {total} viewpoints, speaking and walking apart."
            if share < rules.read_aloud
            else f"The speech is spread over {places:.1f} of the path's {total} viewpoints.",
            share,
            "of the path's viewpoints",
            rules.read_aloud,
            voice.spoken[:1] + voice.spoken[1:][-1:] if share < rules.read_aloud else (),
        )


def places_spoken_at(trace: PoseTrace, voice: Sound) -> float:
    """The effective number of viewpoints; at least 1."""
    spoken = Counter(trace.viewpoint_ids[trace.at(time)] for time in voice.speech_times)
    total = spoken.total()
    return exp(-sum(frames / total * log(frames / total) for frames in spoken.values()))
