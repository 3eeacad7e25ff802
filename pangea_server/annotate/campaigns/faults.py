"""What is wrong with a campaign's definition, and where in its file."""

from __future__ import annotations

from dataclasses import dataclass

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class CampaignFault:
    """One thing that is wrong: the keys that lead to it, outermost first, what is wrong, and what to do about it."""

    where: KeyPath
    message: str
    remedy: str
