"""How often somebody may do something: the generic cell rate algorithm, one number per key.

Source: ITU-T I.371, annex A (virtual scheduling). The library ``limits`` starts a thread on every hit to forget old
keys, which costs more than a whole chunk may.
"""

from __future__ import annotations

from collections.abc import Hashable

KEYS_KEPT = 10_000  # beyond this the keys that owe nothing are forgotten


class Buckets:
    """One bucket per key: ``burst`` requests at once, ``rate`` a second from then on."""

    def __init__(self, rate: float, burst: int) -> None:
        self._interval = 1 / rate
        self._tolerance = burst * self._interval
        self._paid_until: dict[Hashable, float] = {}
        self._room = KEYS_KEPT

    def wait(self, key: Hashable, now: float) -> float:
        """Seconds until ``key`` may go on; 0.0 when it may at once. Takes nothing."""
        return max(0.0, self._paid_until.get(key, now) + self._interval - self._tolerance - now)

    def take(self, key: Hashable, now: float) -> float:
        """As ``wait``; takes one from the bucket when that is 0.0."""
        paid = max(self._paid_until.get(key, now), now) + self._interval
        wait = paid - self._tolerance - now
        if wait > 0:
            return wait
        self._paid_until[key] = paid
        if len(self._paid_until) > self._room:
            self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        self._paid_until = {key: paid for key, paid in self._paid_until.items() if paid > now}
        self._room = max(KEYS_KEPT, 2 * len(self._paid_until))
