"""The streams of a recording, voice and pose, or actions: numbered chunks, each durable before it is acknowledged."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from io import BufferedReader
from typing import BinaryIO, Literal, get_args

from pydantic import TypeAdapter

from pangea_server.annotate.kinds.wire import StreamSummary
from pangea_server.annotate.tasks.records import Recording, RecordingState
from pangea_server.collect.capture.wire import ChunkReceipt
from pangea_server.core.errors import DigestMismatchError, LeaseError, SubmissionError
from pangea_server.stores.file_views import FetchedPart, JoinedFile
from pangea_server.stores.protocol import BlobInfo, BlobStore

Stream = Literal["voice", "pose", "actions"]
STREAMS: tuple[Stream, ...] = get_args(Stream)
MAX_CHUNKS = 17_280  # a day of five-second chunks
RECEIPTS = TypeAdapter(list[ChunkReceipt])


def checked_chunk(
    recording: Recording, stream: Stream, index: int, size: int, sha256: str, announced: str
) -> ChunkReceipt:
    """The receipt that a chunk will have once it is stored.

    Args:
        sha256: of the received bytes, in hexadecimal.
        announced: the SHA-256 that the sender announced.

    Raises:
        DigestMismatchError: the received bytes do not match it.
        SubmissionError: the bytes cannot be a chunk.
    """
    if sha256 != announced:
        raise DigestMismatchError(
            f"Chunk {index} of {stream} arrived with SHA-256 {sha256}, but {announced} was announced.",
            remedy="Send the chunk again.",
        )
    if (stream == "actions") != (recording.holds == "actions"):
        raise SubmissionError(
            f"A recording of {'the actions' if recording.holds == 'actions' else 'a walk'} has no stream {stream}.",
            remedy="Start a recording for it, and send it there.",
        )
    if not size or (stream == "voice" and size % 2):
        raise SubmissionError(
            f"Chunk {index} of {stream} has {size} bytes.",
            remedy="Voice is 16-bit PCM, two bytes a sample; a chunk must not be empty.",
        )
    return _receipt(recording, stream, index, size, sha256)


def keep_chunk(
    blobs: BlobStore, recording: Recording, receipt: ChunkReceipt, blocks: Sequence[bytes]
) -> Future[bool]:
    """Store a chunk of an open recording. The future is done once it is durable, and says whether it is new.

    It raises StoreConflictError when other bytes have this index, which are kept; RecordChangedError when the
    recording has been accepted, superseded or removed since.
    """
    return blobs.create_soon(BlobInfo(_name(receipt), receipt.size, receipt.sha256), blocks, recording)


def accepted_chunk(blobs: BlobStore, recording: Recording, receipt: ChunkReceipt) -> ChunkReceipt:
    """The receipt of a chunk that is sent again after its recording was accepted.

    Raises:
        LeaseError: the chunk was not part of it; the recording has ended.
    """
    if receipt not in stored_chunks(blobs, recording, receipt.stream):
        raise LeaseError(
            f"The recording {recording.recording_id} is {recording.state}; it accepts no more chunks.",
            remedy="Ask for a new task.",
        )
    return receipt


def stored_chunks(blobs: BlobStore, recording: Recording, stream: Stream) -> list[ChunkReceipt]:
    """The receipts of a recording's stored chunks, in order of index; for an accepted recording, of the chunks that
    it was made from."""
    if recording.state is RecordingState.ACCEPTED:
        receipts = RECEIPTS.validate_json(blobs.read(_receipts_name(recording)))
        return [receipt for receipt in receipts if receipt.stream == stream]
    return [
        _receipt(recording, stream, _index(blob), blob.size, blob.sha256)
        for blob in blobs.list(_folder(recording, stream))
    ]


def size_stored(blobs: BlobStore, recording: Recording) -> int:
    """The number of bytes in an open recording's chunks."""
    return sum(blob.size for stream in STREAMS for blob in blobs.list(_folder(recording, stream)))


def is_stored(blobs: BlobStore, receipt: ChunkReceipt) -> bool:
    """Whether this chunk of an open recording is stored."""
    name = _name(receipt)
    return BlobInfo(name, receipt.size, receipt.sha256) in blobs.list(name, limit=1)


def keep_receipts(blobs: BlobStore, recording: Recording) -> None:
    """Store the receipts of a finished recording; they are kept after its chunks are removed."""
    receipts = [receipt for stream in STREAMS for receipt in stored_chunks(blobs, recording, stream)]
    blobs.create(_receipts_name(recording), RECEIPTS.dump_json(receipts))


def joined(
    blobs: BlobStore, recording: Recording, stream: Stream, summary: StreamSummary, head: bytes = b""
) -> BinaryIO:
    """All chunks of a stream in order as one file after ``head``, checked against the browser's summary.

    One chunk is in memory at a time, however long the recording.

    Raises:
        SubmissionError: chunks are missing or too many, or the whole has another length or digest.
    """
    chunks = blobs.list(_folder(recording, stream))
    missing = sorted(set(range(summary.chunks)) - {_index(chunk) for chunk in chunks})
    if missing or len(chunks) != summary.chunks:
        raise SubmissionError(
            f"{summary.chunks} chunks of {stream} were announced and {len(chunks)} are stored"
            + (f"; missing are {', '.join(map(str, missing[:20]))}." if missing else "."),
            remedy="Send the missing chunks, then submit again.",
            missing=missing,
        )
    parts = [FetchedPart(chunk.size, partial(blobs.read, chunk.name)) for chunk in chunks]
    whole = JoinedFile(parts)
    if whole.size != summary.size or hashlib.file_digest(whole, "sha256").hexdigest() != summary.sha256:
        raise SubmissionError(
            f"The stored {stream} has {whole.size} bytes and another SHA-256 than announced ({summary.size} bytes).",
            remedy="Compare the receipts of all chunks with what was sent, and record again if they differ.",
        )
    return BufferedReader(JoinedFile([FetchedPart(len(head), lambda: head), *parts] if head else parts))


def discard_chunks(blobs: BlobStore, recording: Recording) -> None:
    """Remove the chunks of a recording that is no longer needed."""
    for stream in STREAMS:
        blobs.delete(*(chunk.name for chunk in blobs.list(_folder(recording, stream))))


def _folder(recording: Recording, stream: Stream) -> str:
    return f"recordings/{recording.recording_id}/{stream}/"


def _name(receipt: ChunkReceipt) -> str:
    return f"recordings/{receipt.recording_id}/{receipt.stream}/{receipt.index:06d}"


def _receipts_name(recording: Recording) -> str:
    return f"recordings/{recording.recording_id}/receipts.json"


def _index(blob: BlobInfo) -> int:
    return int(blob.name.rsplit("/", 1)[1])


def _receipt(recording: Recording, stream: Stream, index: int, size: int, sha256: str) -> ChunkReceipt:
    return ChunkReceipt(
        recording_id=recording.recording_id, stream=stream, index=index, size=size, sha256=sha256
    )
