"""Formats of rows to and from files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from environments import PanoramaFolder
from pangea_server.dataset.landmarks.entries import (
    LandmarkEntry,
)
from tests.landmarks.row_examples import EMPTY, whole

FILES = {
    "landmarks": "landmarks.jsonl.gz",
    "reverie": "REVERIE_landmarks.json",
    "soon": "landmarks.json",
    "refer360": "landmarks.json",
    "touchdown": "landmarks.json",
    "conll2012": "landmarks.v4_gold_conll",
}


def written(kind: Any, places: PanoramaFolder, folder: Path, *entries: LandmarkEntry) -> dict[str, int]:
    lost = kind().write_landmarks(iter(entries or (whole(), EMPTY)), places, folder)
    assert all(isinstance(n, int) and n > 0 for n in lost.values())
    return dict(lost)


def entries(found: Any) -> list[LandmarkEntry]:
    out = []
    for each in found:
        assert isinstance(each.entry, LandmarkEntry), each.entry
        out.append(each.entry)
    return out


def read(kind: Any, places: PanoramaFolder, folder: Path) -> list[LandmarkEntry]:
    return entries(kind().read_landmarks(folder / FILES[kind.name], places))
