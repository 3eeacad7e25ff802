"""A line per annotation with the digest of all that is published of it, and what has changed since another release."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from environments import ConfigurationError
from pangea_server.exports.dataset import Follower, Guide

INDEX = "annotations.jsonl"
Change = dict[str, dict[str, list[int]]]


def index_row(item: Guide | Follower) -> dict[str, str | int]:
    """``kind id sha256``; the digest is of its entry, its voice and its poses."""
    annotation, entry = item.annotation, item.entry()
    blobs = [annotation.pose_trace, item.annotation.voice if isinstance(item, Guide) else None]
    published = [asdict(entry), [blob.sha256 for blob in blobs if blob]]
    digest = sha256(json.dumps(published, sort_keys=True, default=dict).encode()).hexdigest()
    number = item.annotation.instruction_id if isinstance(item, Guide) else item.annotation.demonstration_id
    return {"kind": "guide" if isinstance(item, Guide) else "follower", "id": number, "sha256": digest}


def changes(before: Path, now: Path) -> Change:
    """Ids that were ``added``, ``removed`` and ``changed`` between two releases' folders, by kind.

    Raises:
        ConfigurationError: ``before`` is no release.
    """
    old, new = _digests(before), _digests(now)
    return {
        kind: {
            "added": [number for number in new[kind] if number not in old[kind]],
            "removed": [number for number in old[kind] if number not in new[kind]],
            "changed": [
                number for number, digest in new[kind].items() if old[kind].get(number, digest) != digest
            ],
        }
        for kind in ("guide", "follower")
    }


def _digests(folder: Path) -> Mapping[str, dict[int, bytes]]:
    digests: dict[str, dict[int, bytes]] = {"guide": {}, "follower": {}}
    for row in _rows(folder / INDEX):
        digests[str(row["kind"])][int(row["id"])] = bytes.fromhex(str(row["sha256"]))
    return digests


def _rows(file: Path) -> Iterator[dict[str, str | int]]:
    try:
        with file.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"{file.parent} is no release: its {file.name} cannot be read.",
            remedy="Name a folder of pangea release.",
        ) from error
