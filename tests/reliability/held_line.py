"""A network that falls silent: a TCP proxy on loopback that passes nothing on while it is held, and tells nobody."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from types import TracebackType
from typing import Self

BLOCK = 65_536


class HeldLine:
    """Passes connections on to ``upstream``; while it is held, what is sent waits, and new ones wait as well."""

    def __init__(self, upstream: int) -> None:
        self._upstream = upstream
        self._passes = Event()
        self._passes.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._passes.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    @contextmanager
    def held(self) -> Iterator[None]:
        self._passes.clear()
        try:
            yield
        finally:
            self._passes.set()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            Thread(target=self._join, args=(client,), daemon=True).start()

    def _join(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._upstream)) as server:
            back = Thread(target=self._pump, args=(server, client), daemon=True)
            back.start()
            self._pump(client, server)
            back.join()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while block := source.recv(BLOCK):
                self._passes.wait()
                target.sendall(block)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)
