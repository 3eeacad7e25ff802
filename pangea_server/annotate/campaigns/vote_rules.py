"""How many people judge an item, and how many of them have to agree."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

People = Annotated[int, Field(strict=True, ge=1, le=20)]


class VoteRules(BaseModel):
    """The section ``votes`` of a kind that is decided by votes.

    Attributes:
        judges: how many people judge each item at first.
        agree: an item is decided when so many of them agree, and no other answer has as many votes.
        most: where they do not agree, further people judge it, one after the other, up to so many; then staff decide.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    judges: People = 3
    agree: People = 2
    most: People = 5

    @model_validator(mode="after")
    def _can_be_reached(self) -> Self:
        if self.most < self.judges:
            raise ValueError(f"most {self.most} is less than judges {self.judges}")
        if self.agree > self.most:
            raise ValueError(f"agree {self.agree} is more than most {self.most}, so nothing is ever decided")
        return self
