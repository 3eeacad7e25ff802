"""What a campaign asks of people before it relies on them; a section of the campaign file."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from pangea_server.annotate.campaigns.batch_rules import BatchRules

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class TrustRules(BaseModel):
    """The trusted-worker protocol of Flickr30k Entities, and PanGEA's learning period.

    Each kind of task is learnt and checked separately: a good Follower is not always a good Guide.

    Attributes:
        training: nobody gets a task of a kind before they have passed its training walk.
        learning: a newcomer's first annotations of a kind, which are marked and left out of figures and exports;
            check items among them do not count for or against anybody. Another Guide is asked for a learner's path, so
            few people who do little each make more that is left out than counts: ``campaign create`` says how much.
        opening: how many check items come first, including those of the learning period.
        share: the share of hidden check items among the tasks after that.
        minimum: the least share of all check items that must be passed, by kind of task; for a kind that is not named,
            the share that the kind declares.
        recent: how many of the newest check items are also judged separately.
        recent_minimum: the least share of these that must be passed.
        batches: check items in each batch of tasks, where a batch that fails them is refused whole; they take the place
            of ``share``. None: there are no batches.

    Source: Plummer et al. 2015, arXiv:1505.04870, section 3 (30 items, then 2 %, kept by overall and recent score);
        Ku et al. 2021, PanGEA (first 5 to 10 annotations left out). ``README.md`` has our own measurements.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    training: bool = False
    learning: Annotated[int, Field(strict=True, ge=0, le=100)] = 0
    opening: Annotated[int, Field(strict=True, ge=0, le=1000)] = 30
    share: Share = 0.02
    minimum: dict[str, Share] = Field(default={}, max_length=100)
    recent: Annotated[int, Field(strict=True, ge=1, le=1000)] = 10
    recent_minimum: Share = 0.5
    batches: BatchRules | None = None
