"""A page with a live voice and nothing else, and a line between two of them as a pairing's pages have it."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic_ns, sleep

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from fastapi.staticfiles import StaticFiles

from pangea_server.annotate.pairing.records import Pairing, Seat
from pangea_server.collect.pairing.lines import Line, Lines
from pangea_server.collect.pairing.wire import FROM_PAGE, Signal
from pangea_server.core.records import now

PAGE = Path(__file__).parent / "voice_page"
SEATS = ("a", "b")
PAIRING = Pairing(
    pairing_id="p",
    kind="guide_two",
    path_id=0,
    language="en-US",
    number=0,
    roles=SEATS,
    seats=tuple(
        Seat(role=seat, task_id=seat, lease_id=seat, annotator_id=number, seen_at=now())
        for number, seat in enumerate(SEATS)
    ),
)


@dataclass
class VoiceSite:
    """Where the page is, and how often a page said more than the server takes."""

    origin: str
    too_many: int = 0
    messages: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))

    def app(self, page: Path) -> FastAPI:
        """Reads, counts and passes on what pages say as the real server does, without asking who they are."""
        app, lines = FastAPI(), Lines()

        @app.websocket("/line")
        async def line(socket: WebSocket, seat: str) -> None:
            await socket.accept()
            mine = Line(seat, "none")
            lines.join(PAIRING, mine)
            writing = asyncio.create_task(_write(socket, mine))
            try:
                while True:
                    message = FROM_PAGE.validate_json(await socket.receive_text())
                    self.messages[seat] += 1
                    self.too_many += bool(lines.wait(mine, monotonic_ns()))
                    assert isinstance(message, Signal)
                    lines.pass_on(PAIRING.pairing_id, mine, message)
            except WebSocketDisconnect:
                pass
            finally:
                writing.cancel()
                lines.leave(PAIRING.pairing_id, mine)

        app.mount("/", StaticFiles(directory=page, html=True))
        return app


async def _write(socket: WebSocket, line: Line) -> None:
    while True:
        await socket.send_text((await line.outbox.get()).model_dump_json())


@contextmanager
def voice_site(page: Path, listening: socket.socket | None = None) -> Iterator[VoiceSite]:
    """Serve a built page, and its line."""
    listening = listening or socket.create_server(("127.0.0.1", 0))
    host, port = listening.getsockname()
    site = VoiceSite(f"http://{host}:{port}")
    server = uvicorn.Server(uvicorn.Config(site.app(page), log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        sleep(0.01)
    try:
        yield site
    finally:
        server.should_exit = True
        thread.join(timeout=10)
        listening.close()
