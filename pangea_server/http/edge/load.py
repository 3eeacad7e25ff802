"""How far the server is behind; it then refuses new work first, and chunks only as far as it cannot keep up with them.

Pages keep a chunk until it is stored, so a chunk that is put off costs its speaker nothing; a queue that grows would
end in time-outs, after which the same bytes come again.
"""

from __future__ import annotations

import asyncio
import math
import random
from time import monotonic

from pangea_server.core.errors import OverloadedError

TICK_SECONDS = 0.1
BEHIND_SECONDS = 0.25
CHUNKS_BEHIND_SECONDS = 0.5  # more than new work may wait, so that it is refused first
BUSY_CALLS = 32  # under way at once; with fewer, it is not people who keep the machine busy
AVERAGED_SECONDS = 1.0  # so that one slow call is no overload
AGAIN_SECONDS = range(5, 16)  # at random, so that people who were refused together do not come back together


class Average:
    """The mean of the measurements of about the last ``AVERAGED_SECONDS``, the newer ones counting more."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.noted_at = monotonic()

    def note(self, seconds: float, now: float | None = None) -> None:
        """Take a measurement into the mean."""
        now = monotonic() if now is None else now
        weight = 1 - math.exp((self.noted_at - now) / AVERAGED_SECONDS)
        self.noted_at = now
        self.seconds += weight * (seconds - self.seconds)


class Load:
    """By how many seconds the event loop is late, and how long chunks wait for the disk.

    Every request waits for the loop, and voices for the disk: together this is what people wait for this server.
    """

    def __init__(self) -> None:
        self.loop_lag, self.disk_wait = Average(), Average()
        self.under_way = 0  # calls
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Measure from now on, in the running loop."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(TICK_SECONDS, self._tick, loop, loop.time() + TICK_SECONDS)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()

    @property
    def behind_seconds(self) -> float:
        """What a chunk waits for this server."""
        return self.loop_lag.seconds + self.disk_wait.seconds

    def admit_new_work(self) -> None:
        """Raise OverloadedError while the server is behind."""
        if self.behind_seconds > BEHIND_SECONDS and self.under_way >= BUSY_CALLS:
            raise _overloaded("Too many people are working here just now.")

    def admit_chunk(self) -> None:
        """Raise OverloadedError for the share of chunks by which the wait exceeds ``CHUNKS_BEHIND_SECONDS``.

        A share, chosen at random, keeps the wait steady: all or nothing would let it swing.
        """
        too_many = random.random() * self.behind_seconds > CHUNKS_BEHIND_SECONDS
        if too_many and self.under_way >= BUSY_CALLS:
            raise _overloaded("More voices are arriving than can be stored.")

    def _tick(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        self.loop_lag.note(loop.time() - due)
        if monotonic() - self.disk_wait.noted_at > AVERAGED_SECONDS:
            self.disk_wait.note(0.0)  # nobody sends, so nobody waits
        self.start()


def _overloaded(what: str) -> OverloadedError:
    wait = random.choice(AGAIN_SECONDS)
    return OverloadedError(what, remedy=f"Try again in {wait} seconds.", retry_after=wait)
