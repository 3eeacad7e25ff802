"""RTTM (rich transcription time marked), which says who speaks when: the format of diarisation and its scorers.

One line for each stretch of one person's speech, with start and duration in seconds::

    SPEAKER dialogue-7 1 0.500 1.240 <NA> <NA> oracle <NA> <NA>

Rounding: start and end to the nearest millisecond, separately. What was typed is no speech, and is left out.

Source: NIST, The 2009 Rich Transcription Meeting Recognition Evaluation Plan, appendix A.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from align.formats.tokens import one_token
from align.turns import Utterance


def rttm(said: Sequence[Utterance], recording: str, channels: Mapping[str, int]) -> str:
    """Who speaks when, in order of the beginnings.

    Args:
        recording: its name, without folder, extension or white space.
        channels: of each speaker, from 1.

    Raises:
        InvalidDataError: the name of the recording or of a speaker is not one token.
    """
    name = one_token(recording, "The recording's name")
    spoken = sorted((each for each in said if not each.typed), key=lambda each: (each.start, each.speaker))
    return "".join(_line(name, channels[each.speaker], each) for each in spoken)


def _line(name: str, channel: int, said: Utterance) -> str:
    start, end = round(said.start * 1000), round(said.end * 1000)
    speaker = one_token(said.speaker, "The speaker's name")
    return f"SPEAKER {name} {channel} {start / 1000:.3f} {(end - start) / 1000:.3f} <NA> <NA> {speaker} <NA> <NA>\n"
