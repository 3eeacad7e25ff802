"""What a file of words was made from: a digest of the words and times that were exported, so that an edited file is not
taken for newer than it is.

An export's ``manifest.jsonl``, above the folders of its formats, says it for each file; Label Studio's tasks say it
themselves, each in its ``meta``.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from environments.input.regular_files import read_regular

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from align.timed import TimedWord

MANIFEST = "manifest.jsonl"
MOST_MANIFEST_BYTES = 2**29
"""Largest manifest that is read; one of a million files has a third of that."""


class Statement(msgspec.Struct):
    """What a manifest says of a file."""

    made_from: str | None = None
    file: str = ""


def words_digest(words: Iterable[TimedWord]) -> str:
    """The same for the same words with the same times from the same sources."""
    told = [(word.word, word.start_time, word.end_time, word.source) for word in words]
    return sha256(json.dumps(told).encode()).hexdigest()


def made_from(file: Path) -> str | None:
    """The digest of the words that a file was made from, as the manifest of the export's folder has it, in which the
    file is ``format/split/name``; None where nothing says it."""
    place = file.resolve()
    if len(place.parents) < 3:
        return None
    root = place.parents[2]
    try:
        changed = (root / MANIFEST).stat().st_mtime_ns
    except OSError:
        return None
    return _manifest(root / MANIFEST, changed).get(place.relative_to(root).as_posix())


@lru_cache(maxsize=1)
def _manifest(manifest: Path, changed: int) -> Mapping[str, str]:
    known = {}
    try:
        lines = read_regular(manifest, most=MOST_MANIFEST_BYTES).splitlines()
    except OSError:
        return {}
    for line in lines:
        try:
            stated = msgspec.json.decode(line, type=Statement)
        except (msgspec.DecodeError, UnicodeDecodeError):  # half a line of a killed export
            continue
        if stated.made_from:
            known[stated.file] = stated.made_from
    return known
