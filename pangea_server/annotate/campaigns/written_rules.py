"""Instructions that come from files, for Followers; the section ``written`` of the campaign file."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class WrittenRules(BaseModel):
    """The campaign takes instructions that are imported. ``seed`` decides the order in which they are given out."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    seed: int = 0
