"""A uvicorn server that says when it can be used and ended."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn


class AnnouncedServer(uvicorn.Server):
    """Calls ``announce`` once connections are taken and signals are uvicorn's.

    Whoever reads the announcement may end the server at once. Before that a handler that raises can be lost: Python
    drops what is raised in a callback of the garbage collector or of an import.
    """

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._announce()
