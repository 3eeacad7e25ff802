"""Numbers in addresses: one form only, and small enough for every store."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BeforeValidator, Field

PLAIN = re.compile("0|[1-9][0-9]*")


def _plain(value: object) -> object:
    """Refuse ``1_0``, ``+1`` and digits of other scripts, which Python reads as integers; no page sends them."""
    if isinstance(value, str) and not PLAIN.fullmatch(value):
        raise ValueError("an integer is written in the digits 0 to 9, without sign or leading zeros")
    return value


Number = Annotated[int, BeforeValidator(_plain), Field(ge=0, lt=2**31)]
