"""Which proposer a campaign has, and what of its proposals can be shown."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pangea_server.annotate.landmarks.proposing.protocol import MENTIONS, Nouns, Proposal, Proposer

log = logging.getLogger(__name__)

Unproposed = Literal["not_asked", "language", "failed"]
"""Why there are no proposals: the campaign wants none, the proposer does not know the language, or it failed."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """The proposals for a text, or why there are none."""

    proposals: tuple[Proposal, ...] = ()
    why_none: Unproposed | None = None


def open_proposer(name: str, nouns: Nouns) -> Proposer:
    """The proposer of this name, with a campaign's nouns.

    Raises:
        PluginNotFoundError: there is none.
        ConfigurationError: it cannot be loaded.
        InvalidDataError: it cannot use the nouns.
    """
    made = MENTIONS.load(name)
    proposer: Proposer = made(nouns)
    return proposer


def proposed(name: str | None, nouns: Nouns, text: str, language: str) -> Proposed:
    """What a campaign's proposer says about a text. Nobody is kept from their task by a proposer that fails.

    Args:
        name: None where the campaign wants no proposals.
    """
    if name is None:
        return Proposed(why_none="not_asked")
    try:
        found = _opened(name, json.dumps(nouns, sort_keys=True, default=list)).propose(text, language)
        return Proposed(why_none="language") if found is None else Proposed(_in_order(found))
    except Exception:  # whatever an extension does
        log.warning("the proposer %s failed on a text in %s", name, language, exc_info=True)
        return Proposed(why_none="failed")


def _in_order(found: Sequence[object]) -> tuple[Proposal, ...]:
    told = [each for each in found if isinstance(each, Proposal)]
    if len(told) < len(found):
        raise TypeError("it proposes something else than proposals")
    return tuple(sorted(told, key=lambda each: (each.start_char, -each.end_char)))


@lru_cache(20)
def _opened(name: str, nouns: str) -> Proposer:
    return open_proposer(name, json.loads(nouns))
