"""One line per annotation with the digest of everything published of it, and the changes since another release."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from environments import ConfigurationError
from pangea_server.core.records import Artefact
from pangea_server.dataset.release.items import ReleaseItem

INDEX = "annotations.jsonl"
ABOUT = "release.json"


def index_row(item: ReleaseItem) -> dict[str, str | int]:
    """``kind id sha256``; the digest is of its entry, its voice and its poses."""
    return _index_row(item.annotation.kind, item.annotation.number, *item.published)


def _index_row(
    kind: str, number: int, entry: object, blobs: Sequence[Artefact | None]
) -> dict[str, str | int]:
    published = [entry, [blob.sha256 for blob in blobs if blob]]
    digest = sha256(json.dumps(published, sort_keys=True, default=dict).encode()).hexdigest()
    return {"kind": kind, "id": number, "sha256": digest}


def version_of(release: Path) -> str:
    """The version that a release says it is.

    Raises:
        ConfigurationError: the folder is not a release.
    """
    try:
        return str(json.loads((release / ABOUT).read_bytes())["version"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _no_release(release / ABOUT) from error


def digests(folder: Path) -> Mapping[str, dict[int, bytes]]:
    """The digest of each annotation in a release's folder, by kind and number.

    Raises:
        ConfigurationError: it is not a release.
    """
    found: dict[str, dict[int, bytes]] = defaultdict(dict)
    for each in _rows(folder / INDEX):
        found[str(each["kind"])][int(each["id"])] = bytes.fromhex(str(each["sha256"]))
    return found


def _rows(file: Path) -> Iterator[dict[str, str | int]]:
    try:
        with file.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)
    except (OSError, ValueError) as error:
        raise _no_release(file) from error


def _no_release(file: Path) -> ConfigurationError:
    return ConfigurationError(
        f"{file.parent} is not a release: its {file.name} cannot be read.",
        remedy="Name a folder that pangea release wrote.",
    )
