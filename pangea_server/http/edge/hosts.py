"""The server's host names: any other name in ``Host`` comes from a site whose name was pointed at this server."""

from __future__ import annotations

import re
from collections.abc import Collection

import httptools

ANY = "*"
AUTHORITY = re.compile(rb"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{0,5})?")
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class OurNames:
    """Names without port, in lower case; ``*.example.org`` means everything under it, ``*`` every name."""

    def __init__(self, names: Collection[str]) -> None:
        self._any = ANY in names
        self._names = frozenset(name.lower().encode() for name in names)
        self._endings = tuple(name[1:].lower().encode() for name in names if name.startswith("*."))

    def include(self, host: bytes, target: bytes, own_address: str) -> bool:
        """Whether a request is for this server, by ``Host``, and by its target when that is a whole address.

        Args:
            own_address: the IP address on which the connection was accepted; no other site can have it as its name.
        """
        names = [name_of(host)] if target.startswith(b"/") else [name_of(host), _named_in(target)]
        return all(name is not None and self._has(name, own_address) for name in names)

    def _has(self, name: bytes, own_address: str) -> bool:
        return (
            self._any
            or name in self._names
            or name.endswith(self._endings)
            or name.strip(b"[]") == own_address.encode()
        )


def name_of(host: bytes) -> bytes | None:
    """The name in a header ``Host``, in lower case and without its port; None for anything that is no host name."""
    match = AUTHORITY.fullmatch(host)
    return match[1].lower() if match else None


def _named_in(target: bytes) -> bytes | None:
    """The name in a target that is a whole address; None where it has none, or also names a user."""
    try:
        address = httptools.parse_url(target)
    except httptools.HttpParserInvalidURLError:
        return None
    if address.host is None or address.userinfo is not None:
        return None
    return name_of(b"[%b]" % address.host if b":" in address.host else address.host)
