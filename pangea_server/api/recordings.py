"""The streams of a take: numbered chunks in, receipts out."""

from __future__ import annotations

import base64
import binascii
import re
from asyncio import get_running_loop, timeout
from typing import Annotated

from fastapi import APIRouter, Header, Path, Request, Response
from fastapi.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from environments.errors import InvalidDataError
from pangea_server.api.deps import Person, TheHouse
from pangea_server.errors import ChunkStalledError, ChunkTooLargeError
from pangea_server.recordings import MAX_CHUNKS, Stream, store_chunk, stored_chunks
from pangea_server.schemas import ChunkReceipt, RecordingView
from pangea_server.takes import own_recording, recording_view

router = APIRouter(prefix="/recordings", tags=["recordings"])
CONTENT_DIGEST = re.compile(r"^sha-256=:([A-Za-z0-9+/]{43}=):$")
PATIENCE = 15.0  # seconds that a sender may be silent in the middle of a chunk

CHUNK_BODY = {
    "required": True,
    "description": "Voice: 16-bit little-endian PCM of one channel. Pose: JSON Lines of snapshots.",
    "content": {
        "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
        "application/jsonl": {"schema": {"$ref": "#/components/schemas/Snapshot"}},
    },
}


@router.put(
    "/{recording_id}/{stream}/{index}",
    status_code=201,
    responses={200: {"model": ChunkReceipt, "description": "These bytes were stored before."}},
    openapi_extra={"requestBody": CHUNK_BODY},
)
async def put_chunk(
    request: Request,
    response: Response,
    house: TheHouse,
    person: Person,
    recording_id: str,
    stream: Stream,
    index: Annotated[int, Path(ge=0, lt=MAX_CHUNKS)],
    content_digest: Annotated[str, Header(description="RFC 9530: `sha-256=:BASE64:`")],
) -> ChunkReceipt:
    """Keep a chunk. It is on disk when this answers; sent again, it gets 200 and the same receipt."""
    digest = _sha256(content_digest)
    recording = await run_in_threadpool(own_recording, house.store.records, person, recording_id)
    data = await _body(request, house.settings.chunk_bytes)
    receipt, new = await run_in_threadpool(
        store_chunk, house.store.blobs, recording, stream, index, data, digest
    )
    if not new:
        response.status_code = 200
    return receipt


@router.get("/{recording_id}")
def read_recording(house: TheHouse, person: Person, recording_id: str) -> RecordingView:
    """How much of a take is stored, and whether it still takes chunks: where an interrupted page goes on."""
    recording = own_recording(house.store.records, person, recording_id)
    return recording_view(house.store.blobs, recording)


@router.get("/{recording_id}/{stream}")
def read_chunks(house: TheHouse, person: Person, recording_id: str, stream: Stream) -> list[ChunkReceipt]:
    """What is stored of a stream so far."""
    recording = own_recording(house.store.records, person, recording_id)
    return stored_chunks(house.store.blobs, recording, stream)


def _sha256(content_digest: str) -> str:
    match = CONTENT_DIGEST.match(content_digest)
    try:
        return base64.b64decode(match[1], validate=True).hex() if match else _refuse(content_digest)
    except binascii.Error:
        return _refuse(content_digest)


def _refuse(content_digest: str) -> str:
    raise InvalidDataError(
        f"The header Content-Digest is {content_digest[:80]!r}.",
        remedy="Send sha-256=:BASE64: as RFC 9530 says.",
    )


async def _body(request: Request, limit: int) -> bytes:
    if int(request.headers.get("content-length", 0)) > limit:
        raise _too_large(limit)
    blocks: list[bytes] = []
    size = 0
    try:
        async with timeout(PATIENCE) as deadline:
            async for block in request.stream():
                deadline.reschedule(get_running_loop().time() + PATIENCE)
                blocks.append(block)
                size += len(block)
                if size > limit:
                    raise _too_large(limit)
    except (TimeoutError, ClientDisconnect) as error:
        raise ChunkStalledError(
            f"After {size} bytes of the chunk nothing more came.", remedy="Send it again."
        ) from error
    return b"".join(blocks)


def _too_large(limit: int) -> ChunkTooLargeError:
    return ChunkTooLargeError(f"The chunk has more than {limit} bytes.", remedy="Send it in smaller chunks.")
