"""The files of single annotations: made in parallel, and made again only when what they are made from has changed."""

from __future__ import annotations

import io
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from align import PoseTrace, Recording, Stretch, TimedWord
from align.exports import AlignedRecording, writer_for
from align.exports.whole import write_whole
from align.masks import rxr_masks, write_rxr_trace
from pangea_server.records import AlignmentRecord, Artefact, FollowerAnnotation, GuideAnnotation
from pangea_server.stores.protocol import BlobStore

MANIFEST = "manifest.jsonl"
"""A line per file: its name, and the SHA-256 of what it was made from."""


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file to be there.

    Attributes:
        name: below the export's directory.
        blobs: names of the blobs that it is made from.
        make: from their bytes and ``arguments`` to the file's; runs in another process.
        source: names all that it is made from.
    """

    name: str
    blobs: tuple[str, ...]
    make: Callable[..., bytes]
    arguments: tuple[Any, ...]
    source: str


def guide_trace_file(name: str, guide: GuideAnnotation, words: Sequence[TimedWord]) -> ExportedFile:
    """A Guide's pose trace with RxR's masks; ``text_masks`` only where the words have times."""
    return _trace_file(name, guide.pose_trace, words, guide.instruction, False)


def follower_trace_file(
    name: str, follower: FollowerAnnotation, guide: GuideAnnotation, words: Sequence[TimedWord]
) -> ExportedFile:
    """A Follower's; ``text_masks`` only where the Guide's words have times, and the Follower heard them."""
    return _trace_file(name, follower.pose_trace, words, guide.instruction, True)


def _trace_file(
    name: str, trace: Artefact, words: Sequence[TimedWord], text: str, follower: bool
) -> ExportedFile:
    arguments = (tuple(words), text, follower)
    return ExportedFile(name, (trace.blob,), _masked, arguments, _source("masks", trace.sha256, arguments))


def voice_file(name: str, guide: GuideAnnotation) -> ExportedFile:
    """The voice as it was recorded."""
    return ExportedFile(name, (guide.voice.blob,), bytes, (), guide.voice.sha256)


def words_file(
    name: str, guide: GuideAnnotation, alignment: AlignmentRecord, words: Sequence[TimedWord]
) -> ExportedFile:
    """The words in the format that the name's extension tells."""
    unwritten = tuple(Stretch(stretch.start_time, stretch.end_time) for stretch in alignment.unwritten or ())
    arguments = (name.rpartition("/")[2], tuple(words), unwritten)
    source = _source(guide.voice.sha256, guide.pose_trace.sha256, arguments)
    return ExportedFile(name, (guide.voice.blob, guide.pose_trace.blob), _written, arguments, source)


def write_files(blobs: BlobStore, directory: Path, files: Iterable[ExportedFile], workers: int = 1) -> None:
    """Make the files that are not there as they should be; whoever is interrupted goes on from there."""
    directory.mkdir(parents=True, exist_ok=True)
    known = _read_manifest(directory)
    due = (
        file for file in files if known.get(file.name) != file.source or not (directory / file.name).exists()
    )
    with (directory / MANIFEST).open("a", encoding="utf-8") as manifest:
        for file, data in _made(blobs, due, workers):
            write_whole(directory / file.name, data)
            manifest.write(json.dumps({"file": file.name, "source": file.source}) + "\n")
            manifest.flush()


def _made(
    blobs: BlobStore, files: Iterable[ExportedFile], workers: int
) -> Iterator[tuple[ExportedFile, bytes]]:
    """In order; at most two files a process are in memory."""
    if workers == 1:
        for file in files:
            yield file, file.make(*map(blobs.read, file.blobs), *file.arguments)
        return
    running: deque[tuple[ExportedFile, Future[bytes]]] = deque()
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for file in files:
            running.append((file, pool.submit(file.make, *map(blobs.read, file.blobs), *file.arguments)))
            if len(running) == 2 * workers:
                first, made = running.popleft()
                yield first, made.result()
        for file, made in running:
            yield file, made.result()


def _masked(trace: bytes, words: Sequence[TimedWord], text: str, follower: bool) -> bytes:
    loaded, target = PoseTrace.load(io.BytesIO(trace)), io.BytesIO()
    only_read = follower and loaded.audio_time is None
    write_rxr_trace(target, loaded, rxr_masks(loaded, () if only_read else words, text))
    return target.getvalue()


def _written(
    voice: bytes, trace: bytes, name: str, words: Sequence[TimedWord], unwritten: Sequence[Stretch]
) -> bytes:
    recording, loaded = Recording.open(io.BytesIO(voice)), PoseTrace.load(io.BytesIO(trace))
    return writer_for(name)(AlignedRecording(name, recording, words, loaded, unwritten))


def _source(*parts: Any) -> str:
    return sha256(json.dumps(parts, default=asdict).encode()).hexdigest()


def _read_manifest(directory: Path) -> dict[str, str]:
    try:
        lines = (directory / MANIFEST).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    rows = [row for line in lines if (row := _row(line)) is not None]
    return {row["file"]: row["source"] for row in rows}


def _row(line: str) -> dict[str, str] | None:
    """None where an export was killed: it leaves half a line, and the next one goes on behind that."""
    try:
        row: dict[str, str] = json.loads(line)
    except json.JSONDecodeError:
        return None
    return row
