"""When a flag is raised: a campaign's thresholds."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat


class FlagRules(BaseModel):
    """Thresholds of the built-in flags, each named after its flag; ``flags/README.md`` says how they were chosen.

    Attributes:
        off: flags that this campaign does not want.
        others: thresholds of flags that came with other packages, by the flag's name.
        templates: texts that people see and should not hand in as their own, such as an example in the instructions.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    silence: FiniteFloat = Field(0.1, ge=0, le=1, description="Least share of the recording that is speech.")
    clipping: FiniteFloat = Field(
        0.003, ge=0, le=1, description="Largest share of the speech that is cut off."
    )
    noise: FiniteFloat = Field(12.5, description="Least ratio of voice to noise, in dB.")
    too_short: FiniteFloat = Field(1.3, ge=0, description="Fewest words for each step of the path.")
    wrong_language: FiniteFloat = Field(
        0.25, ge=0, le=1, description="Least certainty that the transcript is in the task's language."
    )
    far_from_voice: FiniteFloat = Field(
        0.18,
        ge=0,
        le=1,
        description="Largest share of words not heard, and half of that of speech not written.",
    )
    read_aloud: FiniteFloat = Field(
        0.4, ge=0, le=1, description="Least share of the path's viewpoints that the speech is spread over."
    )
    sounds_read: FiniteFloat = Field(
        0.4, ge=0, le=1, description="Largest mean of the signs that a text is read out, from 0 to 1."
    )
    path_not_completed: FiniteFloat = Field(
        0.5, ge=0, description="Farthest that the walk may stay away from a viewpoint of the path, in metres."
    )
    barely_moved: FiniteFloat = Field(
        0.25, ge=0, description="Shortest walk, as a share of the reference path's length."
    )
    jumped: FiniteFloat = Field(
        0.75, ge=0, description="Least time for three viewpoints in a row, in seconds."
    )
    copied_transcript: FiniteFloat = Field(
        0.5,
        gt=0,
        le=1,
        description="Largest share of pairs of words that two transcripts may have in common.",
    )
    pasted_transcript: FiniteFloat = Field(
        0.3, ge=0, le=1, description="Largest share of the transcript's characters that were pasted."
    )
    overtrusted_draft: FiniteFloat = Field(
        0.0, ge=0, le=1, description="Largest share of the planted errors that may be left in a draft."
    )
    one_sided: FiniteFloat = Field(
        0.1, ge=0, le=1, description="Least share of the words of both that one of two people says."
    )
    clock_unsure: FiniteFloat = Field(
        0.02, ge=0, description="Largest error that a side's times may have, in seconds."
    )
    echo: FiniteFloat = Field(
        0.15,
        ge=0,
        le=1,
        description="Largest share of the partner's speech that may be heard in a recording.",
    )
    late_line: FiniteFloat = Field(
        0.4,
        gt=0,
        description="Largest delay of the partner's voice, but for a tenth of the time, in seconds (ITU-T G.114).",
    )
    nobody_speaks: FiniteFloat = Field(
        60.0,
        gt=0,
        description="Longest time in which neither of two people says or writes anything, in seconds.",
    )
    off: tuple[str, ...] = ()
    others: dict[str, FiniteFloat] = Field(default_factory=dict)
    templates: tuple[str, ...] = ()
