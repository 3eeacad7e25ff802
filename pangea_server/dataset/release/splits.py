"""Which scans are in which splits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from environments import InvalidDataError

SEEN = frozenset({"train", "val_seen"})
"""``val_seen`` has other paths in the scans of ``train``, as its name says."""


def check_splits(scans: Iterable[tuple[str, str]]) -> None:
    """Refuse scans that are in two splits, because one split would reveal the other.

    Args:
        scans: pairs of scan and split.

    Raises:
        InvalidDataError: naming each such scan and its splits.
    """
    splits = defaultdict(set)
    for scan_id, split in scans:
        splits[scan_id].add(split)
    shared = {
        scan_id: found for scan_id, found in sorted(splits.items()) if len(found) > 1 and not found <= SEEN
    }
    if shared:
        told = "; ".join(f"{scan_id} in {', '.join(sorted(found))}" for scan_id, found in shared.items())
        raise InvalidDataError(
            f"{len(shared)} scans are in more than one split: {told}.",
            remedy="Who trains on one would know the other: give each scan one split.",
        )
