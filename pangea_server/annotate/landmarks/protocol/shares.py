"""A share of things, chosen by their names: the same whoever asks, and whenever."""

from __future__ import annotations

from hashlib import sha256


def falls_in(name: str, share: float) -> bool:
    """Whether the thing of this name is among the ``share`` of all, in [0, 1], that are chosen."""
    return int.from_bytes(sha256(name.encode()).digest()[:6], "big") < share * 2**48
