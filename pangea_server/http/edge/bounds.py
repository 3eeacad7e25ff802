"""How much one connection may send, and how long it may take."""

from __future__ import annotations

from dataclasses import dataclass
from resource import RLIMIT_NOFILE, getrlimit

from pangea_server.core.settings import Settings
from pangea_server.http.edge.bodies import LARGEST

OTHER_FILES = (
    512  # that a server may have open besides connections: the store's, panoramas, voices being read
)
MOST_CONNECTIONS = 4096  # each may hold 64 KiB of a body that nobody has read yet


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of one request, in bytes and seconds. They hold from its first byte to its last, trailers included."""

    body_bytes: int
    url_bytes: int = 2 * 2**10
    head_bytes: int = 16 * 2**10
    fields: int = 64
    head_seconds: float = 8.0
    stall_seconds: float = 10.0  # by which a body may be late, at ``slowest``
    slowest: float = 1024.0  # bytes of the body a second
    framing_bytes: int = 16 * 2**10  # around the body: sizes and extensions of its pieces, and trailers
    body_per_framing: int = 64  # bytes of the body that allow one more byte around it
    pieces: int = 256  # into which a body may be divided
    piece_bytes: int = 256  # of the body that allow one more piece
    unread_seconds: float = 60.0  # for which a client may leave an answer unread
    connections: int = MOST_CONNECTIONS
    stop_seconds: float = 1.0  # for the rest of a request, once the server stops


def bounds_of(settings: Settings) -> Bounds:
    """The limits of a server with these settings, in a process that may open as many files as it may."""
    files, _ = getrlimit(RLIMIT_NOFILE)
    most = min(MOST_CONNECTIONS, max(files - OTHER_FILES, files // 2))
    return Bounds(body_bytes=max(settings.limits.chunk_bytes, LARGEST), connections=most)
