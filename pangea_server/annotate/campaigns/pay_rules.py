"""What a campaign pays for. Amounts are whole minor units of the currency: cents, pence, paise."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Amount = Annotated[int, Field(strict=True, ge=0, lt=2**31)]


class PayRules(BaseModel):
    """The section ``pay`` of a campaign file. With the defaults nothing is paid, but time is still counted.

    ``per_annotation`` is paid for each accepted answer of a kind of task, ``per_hour`` for active time. At most
    ``longest_minutes`` of active time are paid for one attempt.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$", description="ISO 4217.")] = "USD"
    per_hour: Amount = 0
    per_annotation: dict[str, Amount] = Field(default_factory=dict, description="By kind of task.")
    rejected_is_paid: bool = Field(
        True, description="Whether the time of an answer that is rejected is paid."
    )
    partial_is_paid: bool = Field(
        True, description="Whether the time of an attempt without an answer is paid."
    )
    idle_seconds: Annotated[float, Field(ge=10, le=3600)] = 100.0
    longest_minutes: Annotated[int, Field(ge=1, le=1440)] = 120
