"""Landmarks as many as Room-Across-Room would have: a store of instructions, and a file of what they mean.

Eight instructions of 78 words to a path, ten mentions to an instruction, a chain and a thing to a mention, five regions
to a thing; over 90 scans of 100 viewpoints. Each word has its time, and each Guide a
camera at 60 Hz that rests and turns.
"""

from __future__ import annotations

import io
import random
import re
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import pi
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from align import GroundedWord, PoseTrace
from environments import NavigationGraph, Projection, Scan, Viewpoint
from environments.geometry import extrinsic_matrix
from environments.regions import ViewBox
from environments.scan import EncodedImage
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import GuideAnnotation, report_id
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.annotate.landmarks.records import Chain, Entity, Mention, RegionRecord, transcript_digest
from pangea_server.core.records import Artefact, Record
from pangea_server.dataset.landmarks.entries import LandmarkEntry, SaidText
from pangea_server.stores.documents import text_of
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import BlobStore
from pangea_server.stores.seals import seal
from tests.benchmarks.server.annotations import WORDS
from tests.exports.filled import LENS

SCANS, VIEWPOINTS, PATH_LENGTH = 90, 100, 5
PER_PATH, MENTIONS, REGIONS, WORDS_EACH = 8, 10, 5, 78
LANGUAGES = ("en-US", "hi-IN", "te-IN")
WORD_SECONDS, SNAPSHOTS_A_SECOND, MOTIONS = 0.4, 60, 50
SNAPSHOTS = round(WORDS_EACH * WORD_SECONDS * SNAPSHOTS_A_SECOND)


@dataclass(frozen=True)
class Corridors:
    """Scans that are a row of viewpoints, two metres apart."""

    def scan_ids(self) -> list[str]:
        return [f"scan-{number:02d}" for number in range(SCANS)]

    def scan(self, scan_id: str) -> Scan:
        return _scan(scan_id)

    def image(self, scan_id: str, viewpoint_id: str, face: str) -> EncodedImage:
        raise NotImplementedError


@cache
def _scan(scan_id: str) -> Scan:
    places = {f"{scan_id}-{n:03d}": (0.0, 2.0 * n, 1.5) for n in range(VIEWPOINTS)}
    graph = NavigationGraph(places, pairwise(places))
    return Scan(
        scan_id, {at: Viewpoint(at, place) for at, place in places.items()}, graph, Projection.EQUIRECTANGULAR
    )


def fill(data_dir: Path, instructions: int) -> None:
    """A store with so many instructions, past the store, which would sync each record."""
    store = LocalStore.open(data_dir)
    traces = _Traces(store.blobs)
    with closing(store), closing(sqlite3.connect(data_dir / "pangea.db")) as database:
        database.execute("PRAGMA synchronous = off")
        for record in _told(instructions, traces):
            row = record.record_id, text_of(record)
            database.execute(
                f"INSERT INTO {record.collection} (record_id, document, seal) VALUES (?, ?, ?)",
                (*row, seal(record.collection, *row)),
            )
            if isinstance(record, PathRecord):
                database.commit()  # or the next trace would wait for this
        database.commit()


def entries(instructions: int) -> Iterator[LandmarkEntry]:
    """What they mean, path by path."""
    for path_id in range(1, instructions // PER_PATH + 1):
        yield _entry(path_id)


class _Traces:
    """The pose traces of a store; walks along the same viewpoints share one."""

    def __init__(self, blobs: BlobStore) -> None:
        self._blobs = blobs
        self._known: dict[str, Artefact] = {}

    def of(self, path: tuple[str, ...]) -> Artefact:
        if path[0] not in self._known:
            packed, name = io.BytesIO(), f"recordings/{len(self._known):032x}/pose_trace.npz"
            _walk(path).save(packed)
            self._blobs.create(name, packed.getvalue())
            info = self._blobs.stat(name)
            self._known[path[0]] = Artefact(blob=name, size=info.size, sha256=info.sha256)
        return self._known[path[0]]


def _walk(path: tuple[str, ...]) -> PoseTrace:
    at = np.arange(SNAPSHOTS) * len(path) // SNAPSHOTS
    time = np.arange(SNAPSHOTS) / SNAPSHOTS_A_SECOND
    lens = np.array([LENS] * SNAPSHOTS, np.float32)
    return PoseTrace(time, tuple(path[n] for n in at), _cameras(zlib.crc32(path[0].encode()) % MOTIONS), lens)


@cache
def _cameras(motion: int) -> NDArray[np.float32]:
    """A camera that turns for two thirds of a second, then rests for the rest of two seconds."""
    time = np.arange(SNAPSHOTS) / SNAPSHOTS_A_SECOND
    looks = np.cumsum(np.random.default_rng(motion).uniform(-1.5, 1.5, int(time[-1] // 2) + 2))
    step, within = np.divmod(time, 2.0)
    before, after = looks[step.astype(int)], looks[step.astype(int) + 1]
    headings = before + (after - before) * np.clip(within * 1.5, 0, 1)
    return np.array([extrinsic_matrix((0.0, 0.0, 1.5), look) for look in headings], np.float32)


def _told(instructions: int, traces: _Traces) -> Iterator[Record]:
    for scan_id in Corridors().scan_ids():
        yield ScanRecord(scan_id=scan_id, environment="corridors", viewpoint_count=VIEWPOINTS)
    for path_id in range(1, instructions // PER_PATH + 1):
        scan_id, path = _path(path_id)
        yield PathRecord(path_id=path_id, scan_id=scan_id, path=path, heading=0.0)
        trace = traces.of(path)
        for number in _numbers(path_id):
            yield _guide(number, path_id, scan_id, path, trace)
            yield AlignmentRecord(
                task_id=report_id("guide", number),
                engine="viterbi",
                state="aligned",
                timed_instruction=tuple(_words(_text(number))),
            )


def _guide(
    number: int, path_id: int, scan_id: str, path: tuple[str, ...], trace: Artefact
) -> GuideAnnotation:
    return GuideAnnotation(
        instruction_id=number,
        annotator_id=number % 300 + 1,
        path_id=path_id,
        split="train",
        scan_id=scan_id,
        language=LANGUAGES[number % 3],
        path=path,
        heading=0.0,
        walked=(),
        transcript=_text(number),
        duration=None,
        sample_rate=None,
        voice=None,
        pose_trace=trace,
        phases=(),
        scores=None,
    )


def _words(text: str) -> Iterator[GroundedWord]:
    for number, word in enumerate(re.finditer(r"\S+", text)):
        start = number * WORD_SECONDS
        yield GroundedWord(
            word=word[0],
            start_time=start,
            end_time=start + 0.8 * WORD_SECONDS,
            source="aligned",
            start_char=word.start(),
            end_char=word.end(),
        )


def _path(path_id: int) -> tuple[str, tuple[str, ...]]:
    chance = random.Random(path_id)
    scan_id, first = f"scan-{path_id % SCANS:02d}", chance.randrange(VIEWPOINTS - PATH_LENGTH)
    return scan_id, tuple(f"{scan_id}-{n:03d}" for n in range(first, first + PATH_LENGTH))


def _numbers(path_id: int) -> range:
    return range((path_id - 1) * PER_PATH + 1, path_id * PER_PATH + 1)


def _text(number: int) -> str:
    return " ".join(random.Random(number).choices(WORDS, k=WORDS_EACH))


def _entry(path_id: int) -> LandmarkEntry:
    scan_id, path = _path(path_id)
    chance = random.Random(-path_id)
    said, mentions, chains, things, regions = [], [], [], [], []
    for number in _numbers(path_id):
        text = _text(number)
        said.append(SaidText(number, text, LANGUAGES[number % 3]))
        for start, end in _spans(text):
            mention = Mention(
                instruction_id=number,
                path_id=path_id,
                scan_id=scan_id,
                language=LANGUAGES[number % 3],
                start_char=start,
                end_char=end,
                text=text[start:end],
                types=("furniture",),
                source="imported",
                transcript_sha256=transcript_digest(text),
            )
            name = f"{number}-{start}"
            mentions.append(mention)
            chains.append(
                Chain(
                    chain_id=name,
                    path_id=path_id,
                    scan_id=scan_id,
                    mentions=(mention.mention_id,),
                    entities=(name,),
                    need="box",
                    source="imported",
                )
            )
            things.append(
                Entity(
                    entity_id=name, scan_id=scan_id, types=("furniture",), labels={"en-US": text[start:end]}
                )
            )
            regions += [_region(f"{name}-{n}", name, scan_id, at, chance) for n, at in enumerate(path)]
    return LandmarkEntry(
        scan_id, path_id, path, tuple(said), tuple(mentions), (), tuple(chains), tuple(things), tuple(regions)
    )


def _region(name: str, thing: str, scan_id: str, at: str, chance: random.Random) -> RegionRecord:
    shape = ViewBox(
        chance.uniform(-pi, pi), chance.uniform(-0.8, 0.8), chance.uniform(0.1, 0.9), chance.uniform(0.1, 0.9)
    )
    return RegionRecord(
        region_id=name, entity_id=thing, scan_id=scan_id, viewpoint_id=at, shape=shape, source="drawn"
    )


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Every seventh word, as many as there are mentions."""
    place = 0
    for number, word in enumerate(text.split()):
        if number % 7 == 3 and number // 7 < MENTIONS:
            yield place, place + len(word)
        place += len(word) + 1
