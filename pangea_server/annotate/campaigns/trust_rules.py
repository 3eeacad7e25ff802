"""What a campaign asks of people before it relies on them; a section of the campaign file."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class TrustRules(BaseModel):
    """The trusted-worker protocol of Flickr30k Entities, and PanGEA's learning period.

    Each kind of task is learnt and checked by itself: who follows well need not guide well.

    Attributes:
        training: nobody gets a task of a kind before they have passed its training walk.
        learning: a newcomer's first annotations of a kind, which are marked and left out of figures and exports;
            check items among them do not count for or against anybody.
        opening: how many check items come first, the learning period's among them.
        share: of the items after that, how many are hidden check items.
        minimum: least share of all check items passed, by kind of task; what the kind declares where it is not named.
        recent: how many of the newest check items are looked at by themselves.
        recent_minimum: least share of them passed.

    Source: Plummer et al. 2015, arXiv:1505.04870, section 3 (30 items, then 2 %, kept by overall and recent score);
        Ku et al. 2021, PanGEA (first 5 to 10 annotations left out). Numbers of ours are measured in ``README.md``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    training: bool = False
    learning: Annotated[int, Field(strict=True, ge=0, le=100)] = 5
    opening: Annotated[int, Field(strict=True, ge=0, le=1000)] = 30
    share: Share = 0.02
    minimum: dict[str, Share] = Field(default={}, max_length=100)
    recent: Annotated[int, Field(strict=True, ge=1, le=1000)] = 10
    recent_minimum: Share = 0.5
