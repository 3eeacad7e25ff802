"""How often somebody may do something: the generic cell rate algorithm, one number per key.

Source: ITU-T I.371, annex A (virtual scheduling). The library ``limits`` starts a thread on every hit to forget old
keys, which costs more than a whole chunk may.
"""

from __future__ import annotations

from collections.abc import Hashable

SECOND = 10**9
KEYS_KEPT = 10_000  # beyond this the keys that owe nothing are forgotten


class Buckets:
    """One bucket per key: ``burst`` requests at once, ``rate`` a second from then on.

    Times are whole nanoseconds, so that their sums are exact.
    """

    def __init__(self, rate: float, burst: int) -> None:
        self._interval = round(SECOND / rate)
        self._slack = (burst - 1) * self._interval
        self._paid_until: dict[Hashable, int] = {}
        self._room = KEYS_KEPT

    def __len__(self) -> int:
        return len(self._paid_until)

    def wait(self, key: Hashable, now: int) -> int:
        """Nanoseconds until ``key`` may go on; 0 when it may at once. Takes nothing."""
        return max(0, self._paid_until.get(key, now) - self._slack - now)

    def take(self, key: Hashable, now: int) -> int:
        """As ``wait``; takes one from the bucket when that is 0."""
        if wait := self.wait(key, now):
            return wait
        self._paid_until[key] = max(self._paid_until.get(key, now), now) + self._interval
        if len(self._paid_until) > self._room:
            self._forget(now)
        return 0

    def _forget(self, now: int) -> None:
        self._paid_until = {key: paid for key, paid in self._paid_until.items() if paid > now}
        self._room = max(KEYS_KEPT, 2 * len(self._paid_until))
