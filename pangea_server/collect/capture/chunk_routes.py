"""Receiving chunks: a server's most frequent work, two hundred times a second for five hundred people."""

from __future__ import annotations

import base64
import binascii
import re
from asyncio import wrap_future
from contextlib import suppress
from time import monotonic
from typing import Annotated

from cachetools import TTLCache
from fastapi import Header, Path, Request, Response
from fastapi.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from environments.errors import InvalidDataError
from pangea_server.annotate.tasks.records import Recording, RecordingState
from pangea_server.collect.capture.chunk_body import ChunkBodies, ChunkBody
from pangea_server.collect.capture.chunks import (
    MAX_CHUNKS,
    Stream,
    accepted_chunk,
    checked_chunk,
    is_stored,
    keep_chunk,
)
from pangea_server.collect.capture.quotas import Quotas
from pangea_server.collect.capture.recordings import own_recording
from pangea_server.collect.capture.removed import refuse_removed
from pangea_server.collect.capture.wire import ChunkReceipt
from pangea_server.collect.ledger.attendance import TimeClock
from pangea_server.core.errors import ProjectFullError, QuotaError, RecordChangedError
from pangea_server.http.edge.headers import header
from pangea_server.http.edge.load import Load
from pangea_server.http.lookups import look_up
from pangea_server.http.numbers import Number
from pangea_server.http.services import Services, TheServices, the_services
from pangea_server.people.access.records import Annotator
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person, allowed, bearer, signed_in
from pangea_server.stores.protocol import Store

router = GuardedRouter(prefix="/recordings", tags=["recordings"])
PATH = re.compile(
    r"/api/v1/recordings/(?P<recording_id>[0-9a-f]{32})/(?P<stream>voice|pose|actions)/(?P<index>0|[1-9][0-9]{0,4})"
)
CONTENT_DIGEST = re.compile(r"^sha-256=:([A-Za-z0-9+/]{43}=):$")

CHUNK_BODY = {
    "required": True,
    "description": "Voice: 16-bit little-endian PCM of one channel. Pose: JSON Lines of snapshots. Actions: gzip of "
    "JSON Lines.",
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
    services: TheServices,
    person: Person,
    recording_id: str,
    stream: Stream,
    index: Annotated[Number, Path(lt=MAX_CHUNKS)],
    content_digest: Annotated[str, Header(description="RFC 9530: `sha-256=:BASE64:`")],
) -> ChunkReceipt:
    """Store a chunk. It is on disk when this answers; a repeated request gets 200 and the same receipt."""
    recording = await _recording(services, person, recording_id)
    receipt, new = await _keep(request, services, recording, stream, index, content_digest)
    if not new:
        response.status_code = 200
    return receipt


class ChunkLane:
    """``put_chunk`` without a search through all routes and without FastAPI's resolving of its arguments.

    It stands between the edge and the routes and handles well-formed requests; FastAPI answers all others. The sender
    and the recording are looked up once a second.
    """

    name = put_chunk.__name__  # the name of the route, in the log, the metrics and the access policy

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._senders = SenderCache()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if not match or scope["method"] != "PUT" or int(match["index"]) >= MAX_CHUNKS:
            await self._pass_on(scope, receive, send)
            return
        scope["path_params"], scope["route"] = match.groupdict(), self
        response = await self._answer(Request(scope, receive))
        await response(scope, receive, send)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        finally:
            if scope["type"] == "http" and scope["method"] != "GET":
                self._senders.clear()

    async def _answer(self, request: Request) -> Response:
        services, path = the_services(request), request.path_params
        services.get(Load).admit_chunk()
        person = await self._person(request, services)
        known = (person.annotator_id, path["recording_id"])
        recording = self._senders.recordings.get(known)
        if recording is None:
            recording = await _recording(services, person, path["recording_id"])
            self._senders.recordings[known] = recording
        digest = header(request.scope, b"content-digest").decode("latin-1")
        receipt, new = await _keep(request, services, recording, path["stream"], int(path["index"]), digest)
        body = receipt.model_dump_json()
        return Response(body, status_code=201 if new else 200, media_type="application/json")

    async def _person(self, request: Request, services: Services) -> Annotator:
        """The sender; ``allowed`` notes it in the request's state, for the rate limits."""
        sent = header(request.scope, b"authorization")
        person = self._senders.people.get(sent)
        if person is None:
            await look_up(services.store, allowed, request, services, await bearer(request))
            person = self._senders.people[sent] = signed_in(request)
            return person
        request.state.annotator_id = person.annotator_id
        return person


async def _recording(services: Services, person: Annotator, recording_id: str) -> Recording:
    return await look_up(services.store, own_recording, services.store.records, person, recording_id)


async def _keep(
    request: Request,
    services: Services,
    recording: Recording,
    stream: Stream,
    index: int,
    content_digest: str,
) -> tuple[ChunkReceipt, bool]:
    digest, store = _sha256(content_digest), services.store
    bodies: ChunkBodies = the_services(request).get(ChunkBodies)
    async with bodies.received(request) as body:
        receipt = checked_chunk(recording, stream, index, body.size, body.sha256, digest)
        if recording.state is RecordingState.OPEN:
            quotas: Quotas = the_services(request).get(Quotas)
            await _admit(quotas, store, recording, receipt)
            with quotas.storing(recording, receipt.size), suppress(RecordChangedError):
                return receipt, await _store(request, services, recording, receipt, body)
            recording = await look_up(store, refuse_removed, store, recording.recording_id)
    return await look_up(store, accepted_chunk, store.blobs, recording, receipt), False


async def _store(
    request: Request, services: Services, recording: Recording, receipt: ChunkReceipt, body: ChunkBody
) -> bool:
    load, began = services.get(Load), monotonic()
    load.under_way += 1
    try:
        new = await wrap_future(keep_chunk(services.store.blobs, recording, receipt, body.blocks))
    finally:
        load.under_way -= 1
        now = monotonic()
        load.disk_wait.note(now - began, now)
    if new:
        the_services(request).get(Quotas).note(recording, receipt.size)
        request.state.stored_bytes = receipt.size  # for the metrics
    services.get(TimeClock).note_later(recording.lease_id, "chunk")
    return new


async def _admit(quotas: Quotas, store: Store, recording: Recording, receipt: ChunkReceipt) -> None:
    """Enforce the quotas; a chunk that is already stored may still be sent again. What is admitted has to be counted
    before the event loop turns to another chunk."""
    if not quotas.knows(recording):
        await run_in_threadpool(quotas.count, recording)
    try:
        quotas.admit(recording, receipt.size)
    except (QuotaError, ProjectFullError):
        if not await run_in_threadpool(is_stored, store.blobs, receipt):
            raise


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


TTL_SECONDS = 1.0  # a person whom another process shuts out is shut out here within this time (promise P15)
MAX_ENTRIES = 4096


class SenderCache:
    """A cache of people by their ``Authorization`` header, and of recordings by person and id."""

    def __init__(self) -> None:
        self.people: TTLCache[bytes, Annotator] = TTLCache(MAX_ENTRIES, TTL_SECONDS)
        self.recordings: TTLCache[tuple[int, str], Recording] = TTLCache(MAX_ENTRIES, TTL_SECONDS)

    def clear(self) -> None:
        """Clear the cache after any other write, which may have changed who may send what."""
        self.people.clear()
        self.recordings.clear()
