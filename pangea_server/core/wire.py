"""The base of every model that is sent over HTTP."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


TokenText = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]


class Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Problem(BaseModel):
    """RFC 9457 problem details; every error answer has this form (``application/problem+json``)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    remedy: str = ""
    instance: str
