"""A network that breaks where one wants it to: a TCP proxy on loopback that resets a connection after so many bytes."""

from __future__ import annotations

import socket
import struct
from dataclasses import dataclass
from threading import Thread
from types import TracebackType
from typing import Literal, Self

BLOCK = 65_536
PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class Cut:
    """Reset the connection after ``after`` bytes of the request, or of the answer, were let through.

    After 0 bytes of the answer means: the server has done its work, and nobody hears of it.
    """

    of: Literal["request", "answer"]
    after: int

    def __str__(self) -> str:
        return f"{self.after} bytes into the {self.of}"


class CuttingProxy:
    """Passes connections on to ``upstream``; the next one after ``cut`` was set is cut."""

    def __init__(self, upstream: int) -> None:
        self.cut: Cut | None = None
        self._upstream = upstream
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            cut, self.cut = self.cut, None
            Thread(target=_join, args=(client, self._upstream, cut), daemon=True).start()


def _join(client: socket.socket, upstream: int, cut: Cut | None) -> None:
    with client, socket.create_connection(("127.0.0.1", upstream), PATIENCE) as server:
        client.settimeout(PATIENCE)
        pumps = [
            Thread(target=_pump, args=(client, server, cut.after if cut and cut.of == "request" else None)),
            Thread(target=_pump, args=(server, client, cut.after if cut and cut.of == "answer" else None)),
        ]
        for pump in pumps:
            pump.start()
        for pump in pumps:
            pump.join()


def _pump(source: socket.socket, target: socket.socket, limit: int | None) -> None:
    passed = 0
    try:
        while block := source.recv(BLOCK):
            if limit is not None and passed + len(block) > limit:
                target.sendall(block[: limit - passed])
                _reset(source, target)
                return
            target.sendall(block)
            passed += len(block)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        _reset(source, target)


def _reset(*ends: socket.socket) -> None:
    for end in ends:
        try:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            end.shutdown(socket.SHUT_RD)  # wakes the other pump, which is reading from it
        except OSError:
            continue
