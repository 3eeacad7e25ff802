"""The server's host names: any other name in ``Host`` comes from a site whose name was pointed at this server."""

from __future__ import annotations

from collections.abc import Collection

import httptools

ANY = "*"
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class OurNames:
    """Names without port, in lower case; ``*.example.org`` means everything under it, ``*`` every name."""

    def __init__(self, names: Collection[str]) -> None:
        self._any = ANY in names
        self._names = frozenset(name.lower().encode() for name in names)
        self._endings = tuple(name[1:].lower().encode() for name in names if name.startswith("*."))

    def include(self, host: bytes, target: bytes, own_address: str) -> bool:
        """Whether a request is for this server, by ``Host`` or by its target when that is a whole address.

        Args:
            own_address: the IP address on which the connection was accepted; no other site can have it as its name.
        """
        if not target.startswith(b"/"):
            try:
                host = httptools.parse_url(target).host or host
            except httptools.HttpParserInvalidURLError:
                return False
        name = _without_port(host).lower()
        return (
            self._any
            or name in self._names
            or name.endswith(self._endings)
            or name.strip(b"[]") == own_address.encode()
        )


def _without_port(host: bytes) -> bytes:
    if host.startswith(b"["):
        return host.partition(b"]")[0] + b"]"
    return host.partition(b":")[0]
