"""A proxy that nobody named: all who come through it are one address to the rate limits."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection
from functools import lru_cache
from ipaddress import ip_address, ip_network

log = logging.getLogger(__name__)

ANY = "*"
SEEN_TO_TELL = 20  # requests from one address: a single one may be a person's own, or a joke
PEERS_KEPT = 1000


class Forwarders:
    """The proxies that PANGEA_TRUSTED_PROXIES names, and the sign of another: X-Forwarded-For from its address.

    Args:
        tell: called once, in a thread, when there is such a sign.
    """

    def __init__(self, trusted: Collection[str], tell: Callable[[], None]) -> None:
        networks = [ip_network("0.0.0.0/0" if name == ANY else name, strict=False) for name in trusted]
        self.is_named = lru_cache(PEERS_KEPT)(
            lambda peer: any(ip_address(peer) in network for network in networks)
        )
        self._seen: Counter[str] = Counter()
        self._tell, self._told = tell, False

    def saw(self, peer: str) -> bool:
        """Count a request with X-Forwarded-For from this address; whether ``tell`` is due."""
        if self._told or len(self._seen) > PEERS_KEPT or self.is_named(peer):
            return False
        self._seen[peer] += 1
        self._told = self._seen[peer] >= SEEN_TO_TELL
        return self._told

    def tell(self) -> None:
        log.warning(
            "requests come through a proxy that PANGEA_TRUSTED_PROXIES does not name: "
            "to the rate limits everybody behind it is one address"
        )
        self._tell()
