"""The pages that are on the line of each pairing, and what passes between them. It is kept in memory only.

Everything happens on the event loop, so nothing needs a lock. With several servers, both pages of a pairing must reach
the same one: a proxy chooses it by the address, which has the pairing in it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.pairing.machine import ends, seat_of
from pangea_server.annotate.pairing.records import Pairing
from pangea_server.collect.pairing.wire import (
    Camera,
    FromServer,
    Now,
    PartnerCamera,
    PartnerReady,
    PartnerSignal,
    PartnerText,
    Ready,
    Signal,
    Text,
)
from pangea_server.http.edge.buckets import Buckets

MESSAGES_PER_SECOND, MESSAGES_AT_ONCE = 40.0, 120
MOST_UNREAD = 200
"""Messages for a page that does not read them, after which its line is closed."""
REPLACED, TOO_SLOW = 4409, 4408
"""Why a line is closed, as codes of our own (RFC 6455, 7.4.2)."""


@dataclass(eq=False)
class Line:
    """One page's end: what it is told, and the code with which it is closed."""

    lease_id: str
    partner_view: str
    is_program: bool = False
    outbox: asyncio.Queue[FromServer] = field(default_factory=lambda: asyncio.Queue(MOST_UNREAD))
    closed: asyncio.Future[int] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def tell(self, message: FromServer) -> None:
        """Send, as soon as the page reads."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        if not self.closed.done():
            self.closed.set_result(code)


@dataclass
class PairingLines:
    """A pairing as it was last read, and the lines of the pages that are there, by lease."""

    pairing: Pairing
    lines: dict[str, Line] = field(default_factory=dict)

    def partner_of(self, line: Line) -> Line | None:
        return next((each for each in self.lines.values() if each.lease_id != line.lease_id), None)

    def now(self, lease_id: str) -> Now:
        """How it stands for who holds this lease."""
        pairing, me = self.pairing, seat_of(self.pairing, lease_id)
        partner = next((seat for seat in pairing.seats if seat.lease_id != lease_id), None)
        there = self.lines.get(partner.lease_id) if partner else None
        role = me.role if me else ""
        return Now(
            state=pairing.state,
            role=role,
            partner_role=next(each for each in pairing.roles if each != role),
            ends=me is not None and ends(pairing, me),
            partner="none" if partner is None else "here" if there else "away",
            partner_is_program=there is not None and there.is_program,
            away_since=partner.seen_at if partner and not there else None,
            reason=pairing.reason,
        )


class Lines:
    """All lines of this server."""

    def __init__(self) -> None:
        self._tables: dict[str, PairingLines] = {}
        self._rates = Buckets(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE)

    def join(self, pairing: Pairing, line: Line) -> None:
        """A page comes; one that its seat had before is closed, as when it was reloaded. Both pages are told."""
        table = self._tables.setdefault(pairing.pairing_id, PairingLines(pairing))
        before = table.lines.get(line.lease_id)
        if before:
            before.close(REPLACED)
        table.lines[line.lease_id] = line
        self.update(pairing)

    def leave(self, pairing_id: str, line: Line) -> bool:
        """A page is gone. Returns whether its seat is without one now: another page may have it already."""
        table = self._tables.get(pairing_id)
        if table is None or table.lines.get(line.lease_id) is not line:
            return False
        del table.lines[line.lease_id]
        if not table.lines:
            del self._tables[pairing_id]
        return True

    def update(self, pairing: Pairing) -> None:
        """Tell the pages that are there how it stands now."""
        table = self._tables.get(pairing.pairing_id)
        if table is None:
            return
        table.pairing = pairing
        for line in table.lines.values():
            line.tell(table.now(line.lease_id))

    def pairing(self, pairing_id: str) -> Pairing:
        """As it was last read, for somebody who is on its line."""
        return self._tables[pairing_id].pairing

    def wait(self, line: Line, at: int) -> int:
        """Nanoseconds for which a page that has sent a message has sent too many; ``at`` in nanoseconds."""
        return self._rates.take(line.lease_id, at)

    def pass_on(self, pairing_id: str, line: Line, message: Text | Camera | Signal | Ready) -> None:
        """Give a message to the partner, where one is there; a text also comes back, as the sign that it was passed on.

        The camera of who is watched is shown as the campaign says, and nobody else's.
        """
        table = self._tables[pairing_id]
        me, partner = seat_of(table.pairing, line.lease_id), table.partner_of(line)
        if me is None or partner is None:
            return
        if isinstance(message, Text):
            for each in (line, partner):
                each.tell(PartnerText(role=me.role, words=message.words))
        elif isinstance(message, Signal):
            partner.tell(PartnerSignal(data=message.data))
        elif isinstance(message, Ready):
            partner.tell(PartnerReady())
        elif me.role in declared(table.pairing.kind).watched and (seen := _seen(message, line.partner_view)):
            partner.tell(seen)


def _seen(camera: Camera, view: str) -> PartnerCamera | None:
    if view not in ("position", "camera"):
        return None
    elevation = camera.elevation if view == "camera" else None
    return PartnerCamera(viewpoint_id=camera.viewpoint_id, heading=camera.heading, elevation=elevation)
