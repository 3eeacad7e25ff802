"""Rate limits: the generic cell rate algorithm, one number per key.

Source: ITU-T I.371, annex A (virtual scheduling). The library ``limits`` starts a thread on every hit to remove old
keys, which takes longer than a whole chunk may.
"""

from __future__ import annotations

from collections.abc import Hashable

SECOND = 10**9
KEYS_KEPT = 10_000  # above this number, keys with full buckets are removed


class Buckets:
    """One bucket per key: ``burst`` requests at once, then ``rate`` a second.

    Times are integers in nanoseconds, so that their sums are exact.
    """

    def __init__(self, rate: float, burst: int) -> None:
        self._interval = round(SECOND / rate)
        self._slack = (burst - 1) * self._interval
        self._paid_until: dict[Hashable, int] = {}
        self._room = KEYS_KEPT

    def __len__(self) -> int:
        return len(self._paid_until)

    def wait(self, key: Hashable, now: int) -> int:
        """Nanoseconds until ``key`` may make a request; 0 when it may now. Takes nothing from the bucket."""
        return max(0, self._paid_until.get(key, now) - self._slack - now)

    def take(self, key: Hashable, now: int) -> int:
        """As ``wait``, and take one from the bucket when the result is 0."""
        if wait := self.wait(key, now):
            return wait
        self.charge(key, now, 1)
        return 0

    def charge(self, key: Hashable, now: int, units: int) -> None:
        """Take ``units`` from the bucket after the fact, also more than it holds; ``wait`` then says how long that
        takes to come back."""
        if not units:
            return
        self._paid_until[key] = max(self._paid_until.get(key, now), now) + units * self._interval
        if len(self._paid_until) > self._room:
            self._tidy(now)

    def forget(self, key: Hashable) -> None:
        """Give ``key`` a full bucket."""
        self._paid_until.pop(key, None)

    def _tidy(self, now: int) -> None:
        self._paid_until = {key: paid for key, paid in self._paid_until.items() if paid > now}
        self._room = max(KEYS_KEPT, 2 * len(self._paid_until))
