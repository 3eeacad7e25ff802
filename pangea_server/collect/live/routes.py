"""Live training: the learner's page tells what it does, the team's page watches and writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from time import monotonic

from fastapi import Request
from fastapi.responses import StreamingResponse

from pangea_server.collect.live.sessions import Hint, LiveSession, LiveSessions, Purpose
from pangea_server.collect.live.wire import (
    HintRequest,
    LearnerView,
    LiveReply,
    LiveRequest,
    LiveView,
    MomentUpdate,
)
from pangea_server.collect.planning.practice import first_scan_id
from pangea_server.core.errors import AccessError, NotSignedInError, RecordNotFoundError
from pangea_server.http.caching import NO_STORE
from pangea_server.http.lookups import look_up
from pangea_server.http.services import TheServices
from pangea_server.people.access.records import Annotator
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Credentials, Person, allowed
from pangea_server.quality.trust.training import trains_in
from pangea_server.stores.protocol import RecordStore

STREAM_SECONDS = 45.0  # of one response; the page then asks again
ASKED_AGAIN_SECONDS = 1.0  # whether whoever watches still may
EVENTS = "text/event-stream"

router = GuardedRouter(tags=["live"])


@router.post("/me/live")
async def begin_live(services: TheServices, person: Person, wanted: LiveRequest) -> LiveReply:
    """Let the team watch this training or practice walk. Nothing of it is stored."""
    await look_up(
        services.store, _check_learns, services.store.records, person, wanted.purpose, wanted.scan_id
    )
    live = services.get(LiveSessions)
    session = live.open(person.annotator_id, wanted.purpose, wanted.scan_id, wanted.language)
    return LiveReply.of(session, heard=0)


@router.put("/me/live/{live_id}")
async def tell_live(services: TheServices, person: Person, live_id: str, update: MomentUpdate) -> LiveReply:
    """Tell what this learner does; the answer has what the team wrote since the hint that was heard last."""
    session = services.get(LiveSessions).update(person.annotator_id, live_id, update.moment())
    return LiveReply.of(session, update.heard)


@router.delete("/me/live", status_code=204)
async def end_live(services: TheServices, person: Person) -> None:
    """Let nobody watch any more; ending twice is no error."""
    services.get(LiveSessions).end(person.annotator_id)


@router.get("/live")
async def list_learners(services: TheServices) -> tuple[LearnerView, ...]:
    """The learners who let the team watch now, who waits longest first."""
    return tuple(map(LearnerView.of, services.get(LiveSessions).all()))


@router.get(
    "/live/{live_id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {EVENTS: {"schema": {"type": "string"}}}, "model": LiveView}},
)
async def watch_learner(
    request: Request, services: TheServices, credentials: Credentials, live_id: str
) -> StreamingResponse:
    """Watch a learner: server-sent events with a ``LiveView`` each, for 45 seconds at most; then ask again. It
    ends within two seconds when whoever watches is shut out."""

    async def may_watch() -> bool:
        try:
            await look_up(services.store, allowed, request, services, credentials)
        except (NotSignedInError, AccessError):
            return False
        return True

    seen = services.get(LiveSessions).watch(live_id, STREAM_SECONDS)
    first = await anext(seen)  # what is refused is refused before the answer begins
    return StreamingResponse(
        _events(first, seen, may_watch), media_type=EVENTS, headers={"Cache-Control": NO_STORE}
    )


@router.post("/live/{live_id}/hints", status_code=201)
async def give_hint(services: TheServices, live_id: str, given: HintRequest) -> Hint:
    """Write to a learner; their page shows it within a second."""
    return services.get(LiveSessions).hint(live_id, given.words)


async def _events(
    first: LiveSession, following: AsyncIterator[LiveSession], may_watch: Callable[[], Awaitable[bool]]
) -> AsyncIterator[str]:
    yield _event(first)
    asked = monotonic()
    async for session in following:
        if monotonic() - asked >= ASKED_AGAIN_SECONDS:
            asked = monotonic()
            if not await may_watch():
                return
        yield _event(session)


def _event(session: LiveSession) -> str:
    return f"data: {LiveView.of(session).model_dump_json()}\n\n"


def _check_learns(records: RecordStore, person: Annotator, purpose: Purpose, scan_id: str) -> None:
    """Tasks are not watched: only a walk that does not count."""
    is_there = (
        trains_in(records, person, scan_id) if purpose == "training" else first_scan_id(records) == scan_id
    )
    if not is_there:
        raise RecordNotFoundError(
            f"You have no {purpose} walk in {scan_id!r}.", remedy="Only walks that do not count are watched."
        )
