"""The check-item lottery: which of a person's items is a check item. It cannot be guessed, and a repeated draw gives
the same result."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

from pangea_server.annotate.campaigns.batch_rules import BatchRules
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.quality.trust.standing import ASKED_ONLY_CHECKS, Standing


def is_due(
    key: bytes, annotator_id: int, kind: str, count: int, standing: Standing, rules: TrustRules
) -> bool:
    """Whether the next item of a person is a check item.

    Args:
        key: a secret of the store.
        count: how many items of this kind the person has answered so far.
    """
    if standing.state in ASKED_ONLY_CHECKS:
        return True
    if rules.batches is not None:
        return count % rules.batches.size in batch_places(key, annotator_id, kind, count, rules.batches)
    return _fraction(key, f"{annotator_id}:{kind}:{count}") < rules.share


def batch_places(key: bytes, annotator_id: int, kind: str, count: int, rules: BatchRules) -> list[int]:
    """Where the check items are in the batch of this person's item ``count``: places from 0, in a random order."""
    batch = count // rules.size
    drawn = {
        place: _fraction(key, f"{annotator_id}:{kind}:batch {batch}:{place}") for place in range(rules.size)
    }
    return sorted(drawn, key=lambda place: (drawn[place], place))[: rules.checks]


def in_order(key: bytes, annotator_id: int, item_ids: Iterable[str]) -> list[str]:
    """These check items in a pseudo-random order that is fixed for this person."""
    return sorted(item_ids, key=lambda item_id: (_fraction(key, f"{annotator_id}:{item_id}"), item_id))


def _fraction(key: bytes, text: str) -> float:
    """A number in [0, 1) from the first 53 bits of an HMAC."""
    digest = hmac.digest(key, text.encode(), hashlib.sha256)
    return (int.from_bytes(digest[:8]) >> 11) / 2**53
