"""What a campaign asks of its Guides; the section ``guide`` of the campaign file."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

OFF = "off"  # no draft
HintName = Literal["silent", "quiet", "clipped", "goal", "look"]


class HintRules(BaseModel):
    """When a Guide's page gives a hint while they record; a hint never stops anybody. Decibels are relative to full
    scale, of the root mean square of a moment's voice.

    Attributes:
        silent_seconds: nothing was said for so long while walking.
        quiet_decibels: the voice of the last moments is weaker than this.
        clipped_share: more of the voice's last moments than this were cut off.
        goal_seconds: nothing was said for so long at the goal, which the Guide should name.
        look_seconds: nothing was said for so long while the person took two steps: they may tell it from memory later.
        apart_seconds: the same hint is given at most once in so long.
        off: hints that the campaign does not want.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    silent_seconds: Annotated[FiniteFloat, Field(ge=5, le=600)] = 15.0
    quiet_decibels: Annotated[FiniteFloat, Field(ge=-90, le=0)] = -42.0
    clipped_share: Annotated[FiniteFloat, Field(gt=0, le=1)] = 0.02
    goal_seconds: Annotated[FiniteFloat, Field(ge=1, le=600)] = 4.0
    look_seconds: Annotated[FiniteFloat, Field(ge=1, le=600)] = 6.0
    apart_seconds: Annotated[FiniteFloat, Field(ge=5, le=3600)] = 45.0
    off: tuple[HintName, ...] = ()


class GuideRules(BaseModel):
    """What a Guide may do, and what they hand in.

    Attributes:
        free: Guides may leave the path; if not, neither the page nor the server lets them.
        transcript: ``typed``: Guides write down what they said. ``none``: they only speak, and the words come from
            another person or from a recogniser.
        voice: ``spoken``: Guides speak while they walk. ``none``: they walk and write, and no microphone is used.
        hints: what the page says while they record.
        draft: ``off``: Guides type their words themselves. Otherwise the name of a recogniser, whose words they get as
            a draft, to confirm and correct.
        draft_check: the share of a draft's words that are replaced by planted errors, to see who leaves them in.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    free: Annotated[bool, Field(strict=True)] = False
    transcript: Literal["typed", "none"] = "typed"
    voice: Literal["spoken", "none"] = "spoken"
    hints: HintRules = HintRules()
    draft: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,60}$")] = OFF
    draft_check: Annotated[FiniteFloat, Field(ge=0, le=0.5)] = 0.0

    @property
    def drafts(self) -> bool:
        """Whether Guides get drafts of what they said."""
        return self.draft != OFF and self.transcript == "typed" and self.voice == "spoken"
