"""The flag ``sounds_read``: several signs together say that a prepared text was read out.

``read_aloud`` sees only whether people walked and spoke at different times. This one also sees a person who reads while
they click along; it is raised only if at least ``SIGNS_NEEDED`` signs are known and their mean is high.
"""

from __future__ import annotations

from collections.abc import Iterator

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import GUIDES, Finding, Seen, Words, unknown
from pangea_server.quality.flags.read_aloud import FEWEST_VIEWPOINTS, LEAST_SPEECH, places_spoken_at
from pangea_server.quality.flags.reading_signs import (
    ReadingSign,
    camera_sign,
    fillers_sign,
    pauses_sign,
    places_sign,
    rate_of,
    rate_sign,
)
from pangea_server.quality.flags.sound import Sound

SIGNS_NEEDED = 3


class SoundsRead:
    """The mean of the known signs: places, pauses, fillers, rate and camera."""

    name = "sounds_read"
    kinds = GUIDES

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.words is None or (voice := seen.words.voice) is None:
            return unknown(self, seen.words.no_voice if seen.words else "Nothing was recorded.")
        signs = list(signs_of(seen, seen.words, voice))
        known = [(sign, sign.value) for sign in signs if sign.value is not None]
        missing = "; ".join(sign.told for sign in signs if sign.value is None)
        if len(known) < SIGNS_NEEDED:
            return unknown(
                self, f"{len(known)} of {len(signs)} signs are known, {SIGNS_NEEDED} are needed: {missing}."
            )
        value = sum(each for _, each in known) / len(known)
        evidence = "; ".join(f"{sign.told} ({each:.1f})" for sign, each in known)
        raised = value > rules.sounds_read
        return Finding(
            self.name,
            raised,
            f"{'It sounds read' if raised else 'It does not sound read'}, from 0 (free) to 1 (read): {evidence}.",
            value,
            "mean of the signs",
            rules.sounds_read,
            voice.spoken[:1] if raised else (),
        )


def signs_of(seen: Seen, words: Words, voice: Sound) -> Iterator[ReadingSign]:
    """All signs, known or not."""
    total = len(set(seen.reference))
    if seen.trace is None:
        yield ReadingSign("places", None, "there is no pose trace")
        yield ReadingSign("camera", None, "there is no pose trace")
    else:
        if total < FEWEST_VIEWPOINTS or voice.speech_seconds < LEAST_SPEECH:
            yield ReadingSign(
                "places", None, f"a path of {total} viewpoints and {voice.speech_seconds:.1f} s of speech"
            )
        else:
            yield places_sign(min(places_spoken_at(seen.trace, voice), total), total)
        yield camera_sign(seen.trace, voice)
    yield pauses_sign(voice)
    yield fillers_sign(words.transcript.split(), words.language)
    aligned = words.alignment.timed_instruction if words.alignment else ()
    yield rate_sign(rate_of(aligned), words.usual_rate)
