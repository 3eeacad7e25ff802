"""Routes behind a signed link, which need no token."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

LinkKey = Annotated[str, Query(max_length=100, description="The value in the address that the server gave.")]
