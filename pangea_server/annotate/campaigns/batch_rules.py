"""Batches with check items among them; a part of the section ``trust`` of a campaign file."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


class BatchRules(BaseModel):
    """Of each ``size`` tasks of a person, ``checks`` are hidden check items; unless ``needed`` of them are passed, the
    whole batch is refused.

    Source: the 20 % gold questions that Plummer et al. 2015, arXiv:1505.04870, section 3, began with.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    size: Annotated[int, Field(strict=True, ge=2, le=200)] = 20
    checks: Annotated[int, Field(strict=True, ge=1, le=100)] = 4
    needed: Annotated[int, Field(strict=True, ge=1, le=100)] = 3

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.checks >= self.size:
            raise ValueError(f"checks {self.checks} leave no other task in a batch of size {self.size}")
        if self.needed > self.checks:
            raise ValueError(
                f"needed {self.needed} is more than checks {self.checks}, so every batch is refused"
            )
        return self
