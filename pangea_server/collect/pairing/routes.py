"""The line between two pages, as a WebSocket.

A browser cannot send a token with the request for one, so the first message has it; until then nothing is read or told.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from time import monotonic_ns, time
from typing import assert_never

import anyio
from fastapi import WebSocket, WebSocketDisconnect
from fastapi.concurrency import run_in_threadpool
from pydantic import ValidationError

from environments.errors import PangeaError
from pangea_server.annotate.assignment.leases import active_lease
from pangea_server.annotate.assignment.seats import Change, update_pairing
from pangea_server.annotate.assignment.vain_waits import end_vain_wait
from pangea_server.annotate.pairing.machine import finished, played_by_program, seen
from pangea_server.annotate.pairing.records import Pairing, PairingState
from pangea_server.annotate.tasks.records import Lease, Task
from pangea_server.collect.ledger.attendance import TimeClock
from pangea_server.collect.pairing.lines import Line, Lines
from pangea_server.collect.pairing.wire import (
    FROM_PAGE,
    Camera,
    Dropped,
    FromPage,
    Hello,
    Over,
    Ping,
    Pong,
    Ready,
    Refused,
    Signal,
    Text,
)
from pangea_server.core.errors import RecordNotFoundError, TooManyRequestsError
from pangea_server.core.records import now
from pangea_server.http.edge.buckets import SECOND
from pangea_server.http.edge.fetch_metadata import is_another_sites
from pangea_server.http.services import Services
from pangea_server.people.access.records import Annotator
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.sessions import who
from pangea_server.people.consent.texts import check_consent
from pangea_server.stores.protocol import RecordStore

HELLO_SECONDS = 5.0
SEEN_SECONDS = 30.0  # between two notes that a person is there, and two checks that they still may be
MALFORMED, REFUSED = 4400, 4403

router = GuardedRouter(prefix="/pairings", tags=["pairings"])


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody who may be on a line, as the store says."""

    person: Annotator
    lease: Lease
    pairing: Pairing
    task: Task


def may_join(records: RecordStore, pairing_id: str, hello: Hello) -> Joined:
    """The pairing and the task of who says hello, whose page is noted as being there.

    Raises:
        NotSignedInError, ConsentError: nobody is signed in with the token, or they have not agreed.
        RecordNotFoundError, LeaseError: the lease is not theirs or over, or has no seat in this pairing.
    """
    person = who(records, hello.token)
    check_consent(records, person)
    lease = active_lease(records, person, hello.lease_id)
    task = records.get(Task, lease.task_id)
    if task.pairing_id != pairing_id or task.lease_id != lease.lease_id:
        raise RecordNotFoundError(
            f"The lease {lease.lease_id} has no seat there.", remedy="Ask for a task again."
        )
    return Joined(person, lease, update_pairing(records, pairing_id, lease.lease_id, seen), task)


@router.websocket("/{pairing_id}/line")
async def join_line(socket: WebSocket, pairing_id: str) -> None:
    """Join the line of a pairing; ``LineMessages`` has what both sides send."""
    if is_another_sites(socket.scope):
        await socket.close(REFUSED)
        return
    await socket.accept()
    services: Services = socket.app.state.services
    try:
        with anyio.fail_after(HELLO_SECONDS):
            hello = FROM_PAGE.validate_json(await _text(socket))
        if isinstance(hello, Hello):
            joined = await run_in_threadpool(may_join, services.store.records, pairing_id, hello)
            await Conversation(socket, services, hello, joined).hold()
        else:
            await socket.close(MALFORMED)
    except* (TimeoutError, ValidationError):
        await socket.close(MALFORMED)
    except* PangeaError as refused:
        await _refuse(socket, refused)
    except* LineClosedError as closed:
        await socket.close(closed.exceptions[0].args[0])
    except* WebSocketDisconnect:
        pass


class LineClosedError(Exception):
    """This page's line is to be closed, with the code that is its only argument."""


class Conversation:
    """One page's time on the line."""

    def __init__(self, socket: WebSocket, services: Services, hello: Hello, joined: Joined) -> None:
        self._socket, self._records, self._hello = socket, services.store.records, hello
        self._lines, self._clock = services.get(Lines), services.get(TimeClock)
        self._joined, self._pairing_id = joined, joined.pairing.pairing_id
        self._line = Line(hello.lease_id, str(joined.task.args.get("partner_view")), hello.program)

    async def hold(self) -> None:
        """Until one side closes it, or this person may not be there any more; raises why."""
        self._lines.join(self._joined.pairing, self._line)
        try:
            if self._hello.program:
                await self._update(played_by_program)
            async with anyio.create_task_group() as group:
                for part in (self._read, self._write, self._watch, self._wait_for_close):
                    group.start_soon(part)
        finally:
            if self._lines.leave(self._pairing_id, self._line):
                with anyio.CancelScope(shield=True):
                    await self._update(seen)

    async def _read(self) -> None:
        while True:
            received = await _text(self._socket)
            if wait := self._lines.wait(self._line, monotonic_ns()):
                raise TooManyRequestsError(
                    "This page sends too many messages.",
                    remedy="Reload it.",
                    retry_after=math.ceil(wait / SECOND),
                )
            try:
                message = FROM_PAGE.validate_json(received)
            except ValidationError as error:  # such as a newer page's: what else it says is still heard
                self._line.tell(Dropped(detail=fault_of(error)))
            else:
                await self._take(message)

    async def _take(self, message: FromPage) -> None:
        match message:
            case Ping(sent=sent):
                received = time() * 1000
                self._line.tell(Pong(sent=sent, received=received, answered=time() * 1000))
            case Text() | Camera() | Signal() | Ready():
                self._lines.pass_on(self._pairing_id, self._line, message)
            case Over():
                await self._update(finished)
            case Hello():
                pass
            case _:
                assert_never(message)

    async def _write(self) -> None:
        while True:
            message = await self._line.outbox.get()
            await self._socket.send_text(message.model_dump_json())

    async def _watch(self) -> None:
        """Note now and then that the person is there, which is paid. Look whether they still may be, and what became of
        the pairing elsewhere: a partner who is on no line may have given the task back."""
        while True:
            waits = self._lines.pairing(self._pairing_id).state is PairingState.WAITING
            if not waits or not await self._waits_in_vain():
                phase = "waiting" if waits else "talk"
                await run_in_threadpool(self._clock.note, self._hello.lease_id, "page", phase)
            await anyio.sleep(SEEN_SECONDS)
            joined = await run_in_threadpool(may_join, self._records, self._pairing_id, self._hello)
            self._lines.update(joined.pairing)

    async def _waits_in_vain(self) -> bool:
        """Whether the agreed time is over, in which somebody else might have come; then this person is let go."""
        lease = self._joined.lease
        is_over = await run_in_threadpool(end_vain_wait, self._records, self._joined.person, lease, now())
        if is_over:
            self._lines.update(await run_in_threadpool(self._records.get, Pairing, self._pairing_id))
        return is_over

    async def _wait_for_close(self) -> None:
        raise LineClosedError(await self._line.closed)

    async def _update(self, change: Change) -> None:
        lease_id = self._hello.lease_id
        self._lines.update(
            await run_in_threadpool(update_pairing, self._records, self._pairing_id, lease_id, change)
        )


async def _text(socket: WebSocket) -> str:
    """The next text message of a page, "" for one of bytes. Raises WebSocketDisconnect."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000), received.get("reason"))
    return received.get("text") or ""


def fault_of(error: ValidationError) -> str:
    """The first fault, without what was sent."""
    fault = error.errors(include_input=False, include_url=False)[0]
    return f"{'.'.join(map(str, fault['loc'])) or 'message'}: {fault['msg']}"


async def _refuse(socket: WebSocket, refused: ExceptionGroup[PangeaError]) -> None:
    """Tell why, and close the line."""
    error = refused.exceptions[0]
    if isinstance(error, PangeaError):
        told = Refused(code=error.code, detail=error.message, remedy=error.remedy)
        await socket.send_text(told.model_dump_json())
    await socket.close(REFUSED)
