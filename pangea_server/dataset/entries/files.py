"""The files of single annotations: made in parallel, and made again only when their sources have changed."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from align import Audio, PoseTrace, TimedWord
from align.exports import AlignedRecording, localized_narratives, writer_for
from align.exports.whole import below, partial_of
from align.formats.made_from import words_digest
from align.masks import rxr_masks, write_rxr_trace
from environments import PangeaError
from environments.processes import worker_processes
from pangea_server.annotate.annotations.records import (
    Annotation,
    FollowerAnnotation,
    GuideAnnotation,
    TaskAnnotation,
)
from pangea_server.core.records import Artefact, padded
from pangea_server.dataset.entries.manifest import Manifest
from pangea_server.dataset.entries.stored import StoredAlignment
from pangea_server.stores.protocol import BlobStore

T = TypeVar("T")
Beside = Literal["voice", "pose_trace"]


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file to make.

    Attributes:
        name: below the export's directory.
        blobs: names of the blobs that it is made from.
        make: from their bytes and ``arguments`` to the file's; runs in another process.
        source: a digest of everything that it is made from.
        made_from: of a file of words, the digest of these alone; see ``align.formats.made_from``.
    """

    name: str
    blobs: tuple[str, ...]
    make: Callable[..., bytes]
    arguments: tuple[Any, ...]
    source: str
    made_from: str | None = None


@dataclass(frozen=True, slots=True)
class FailedFile:
    """A file that could not be made: its blob is not there, or is damaged."""

    file: str
    error: PangeaError


def guide_trace_files(
    name: str, guide: GuideAnnotation, words: Sequence[TimedWord]
) -> Iterator[ExportedFile]:
    """A Guide's pose trace with RxR's masks, if there is one; ``text_masks`` only where the words have times."""
    return _trace_files(name, guide.pose_trace, words, guide.transcript, False)


def follower_trace_files(
    name: str, follower: FollowerAnnotation, guide: GuideAnnotation, words: Sequence[TimedWord]
) -> Iterator[ExportedFile]:
    """A Follower's; ``text_masks`` only where the Guide's words have times, and the Follower heard them."""
    return _trace_files(name, follower.pose_trace, words, guide.transcript, True)


def _trace_files(
    name: str, trace: Artefact | None, words: Sequence[TimedWord], text: str, follower: bool
) -> Iterator[ExportedFile]:
    if trace is not None:
        arguments = (tuple(words), text, follower)
        yield ExportedFile(name, (trace.blob,), _masked, arguments, _source("masks", trace.sha256, arguments))


def voice_files(name: str, guide: GuideAnnotation) -> Iterator[ExportedFile]:
    """The voice as recorded, if there is one."""
    if guide.voice is not None:
        yield ExportedFile(name, (guide.voice.blob,), bytes, (), guide.voice.sha256)


def answer_files(annotation: TaskAnnotation) -> Iterator[ExportedFile]:
    """The voice, the pose trace and the actions of an annotation of another kind, as they are, where there are any."""
    place = f"{annotation.kind}/{padded(annotation.annotation_id)}"
    if trace := annotation.pose_trace:
        yield ExportedFile(f"pose_traces/{place}.npz", (trace.blob,), bytes, (), trace.sha256)
    yield from answer_voice_files(annotation)
    yield from action_files(annotation, f"actions/{place}.jsonl.gz")


def answer_voice_files(annotation: TaskAnnotation) -> Iterator[ExportedFile]:
    """The voice alone, if there is one."""
    if voice := annotation.voice:
        name = f"voices/{annotation.kind}/{padded(annotation.annotation_id)}.wav"
        yield ExportedFile(name, (voice.blob,), bytes, (), voice.sha256)


def answer_trace_files(annotation: TaskAnnotation) -> Iterator[ExportedFile]:
    """The pose trace with RxR's keys and image masks, if there is one."""
    name = f"pose_traces/{annotation.kind}/{padded(annotation.annotation_id)}.npz"
    return _trace_files(name, annotation.pose_trace, (), annotation.transcript, False)


def action_files(annotation: Annotation, name: str) -> Iterator[ExportedFile]:
    """The log of the actions of a task, as it is, where there is one."""
    if log := annotation.actions:
        yield ExportedFile(name, (log.blob,), bytes, (), log.sha256)


def words_file(
    name: str,
    alignment: StoredAlignment,
    words: Sequence[TimedWord],
    beside: Mapping[Beside, Artefact | None],
) -> ExportedFile:
    """The words in the format that the name's extension tells, which shows what is ``beside`` them, if it is there."""
    found = {part: blob for part, blob in beside.items() if blob is not None}
    arguments = (tuple(found), name.rpartition("/")[2], tuple(words), alignment.unwritten or ())
    source = _source([blob.sha256 for blob in found.values()], arguments)
    return ExportedFile(
        name,
        tuple(blob.blob for blob in found.values()),
        _written,
        arguments,
        source,
        words_digest(words),
    )


def made_from(name: str, make: Callable[..., bytes], arguments: tuple[Any, ...]) -> ExportedFile:
    """A file that is made from these arguments alone, without a blob."""
    return ExportedFile(
        name, (), make, arguments, _source(name, msgspec.to_builtins(arguments, enc_hook=repr))
    )


def narrative_file(
    name: str, guide: GuideAnnotation, trace: Artefact, words: Sequence[TimedWord], voice_name: str
) -> ExportedFile:
    """Localized Narratives of one walk."""
    arguments = (tuple(words), voice_name, guide.scan_id, guide.annotator_id)
    source = _source(trace.sha256, arguments)
    return ExportedFile(name, (trace.blob,), _narrated, arguments, source, words_digest(words))


def write_files(
    blobs: BlobStore,
    directory: Path,
    files: Iterable[ExportedFile],
    *,
    folders: Collection[str],
    workers: int = 1,
) -> Iterator[FailedFile]:
    """Make the files that are missing or outdated; remove those of an earlier export in ``folders`` that are not among
    ``files`` any more. An interrupted run continues.

    Yields:
        each file that could not be made; the others are still made.
    """
    with Manifest(directory) as manifest:
        lacking = (file for file in files if manifest.lacks(file.name, file.source))
        for file, data in _made(blobs, lacking, workers):
            if isinstance(data, PangeaError):
                yield FailedFile(file.name, data)
            else:
                manifest.add(file.name, file.source, data, file.made_from)
        for name in manifest.left():
            if name.partition("/")[0] in folders:
                left = below(directory, name)
                left.unlink(missing_ok=True)
                partial_of(left).unlink(missing_ok=True)


def _made(
    blobs: BlobStore, files: Iterable[ExportedFile], workers: int
) -> Iterator[tuple[ExportedFile, bytes | PangeaError]]:
    """In order; at most two files a process are in memory."""
    if workers == 1:
        for file in files:
            yield file, _attempt(partial(_make_here, blobs, file))
        return
    running: deque[tuple[ExportedFile, Future[bytes] | PangeaError]] = deque()
    with worker_processes(workers, "spawn") as pool:
        for file in files:
            running.append((file, _attempt(partial(_make_there, pool, blobs, file))))
            if len(running) == 2 * workers:
                yield _finished(*running.popleft())
        while running:
            yield _finished(*running.popleft())


def _finished(
    file: ExportedFile, made: Future[bytes] | PangeaError
) -> tuple[ExportedFile, bytes | PangeaError]:
    return file, made if isinstance(made, PangeaError) else _attempt(made.result)


def _attempt(work: Callable[[], T]) -> T | PangeaError:
    try:
        return work()
    except PangeaError as error:
        return error


def _make_here(blobs: BlobStore, file: ExportedFile) -> bytes:
    return file.make(*map(blobs.read, file.blobs), *file.arguments)


def _make_there(pool: ProcessPoolExecutor, blobs: BlobStore, file: ExportedFile) -> Future[bytes]:
    return pool.submit(file.make, *map(blobs.read, file.blobs), *file.arguments)


def _masked(trace: bytes, words: Sequence[TimedWord], text: str, follower: bool) -> bytes:
    loaded, target = PoseTrace.load(io.BytesIO(trace)), io.BytesIO()
    only_read = follower and loaded.audio_time is None
    write_rxr_trace(target, loaded, rxr_masks(loaded, () if only_read else words, text))
    return target.getvalue()


def _written(*told: Any) -> bytes:
    """``told``: blobs, which of ``Beside`` they are, and the file's name, words and unwritten stretches."""
    *blobs, beside, name, words, unwritten = told
    found = {part: io.BytesIO(blob) for part, blob in zip(beside, blobs, strict=True)}
    trace = PoseTrace.load(found["pose_trace"]) if "pose_trace" in found else None
    recording = Audio.open(found["voice"]) if "voice" in found else None
    return writer_for(name)(AlignedRecording(name, recording, words, trace, unwritten))


def _narrated(
    trace: bytes, words: Sequence[TimedWord], voice_name: str, scan_id: str, annotator_id: int
) -> bytes:
    loaded = PoseTrace.load(io.BytesIO(trace))
    return localized_narratives(
        words, loaded, voice_recording=voice_name, dataset_id=scan_id, annotator_id=annotator_id
    ).encode()


def _source(*parts: Any) -> str:
    return sha256(msgspec.json.encode(parts)).hexdigest()
