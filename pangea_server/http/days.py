"""Days in addresses: only one form is accepted."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated

from pydantic import BeforeValidator

PLAIN = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _plain(value: object) -> object:
    """Refuse numbers and times, which Pydantic reads as seconds since 1970 and as days; no page sends them."""
    if isinstance(value, str) and not PLAIN.fullmatch(value):
        raise ValueError("a day is written as in 2026-11-22")
    return value


Day = Annotated[date, BeforeValidator(_plain)]
