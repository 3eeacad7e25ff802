"""Two recordings on one time line: what the clock of each says when the server's says something else.

A page asks the server for its time while it records, and keeps the promptest of some exchanges. The two moments of one
exchange on the page and the two on the server tell how far the clocks are apart, but for half of what the way there and
the way back differ by, which nothing sent over the network can show. A line through them tells how much faster one
runs. What was sampled stays as it is; a better estimate later mends older recordings.

Source of the estimate from four times: Mills 1991, Internet Time Synchronization, IEEE Trans. Communications 39.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DRIFT = 100e-6
"""Of a sound card's clock against a server's: what half of all stay within, before anything is measured."""
JITTER = 0.002
"""Seconds by which a page learns late of an answer that came, at best."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question for the server's time, in seconds.

    Attributes:
        since: where in the recording the stretch without a pause began in which it was asked.
        sent, arrived: in the recording.
        received, answered: by the server's clock.
        device: the page's own clock at ``sent``, since 1970; it may be wrong by any amount.
    """

    since: float
    sent: float
    received: float
    answered: float
    arrived: float
    device: float

    @property
    def round_trip(self) -> float:
        """Without the time that the server took."""
        return (self.arrived - self.sent) - (self.answered - self.received)


@dataclass(frozen=True, slots=True)
class ServerTime:
    """The server's time of each moment of a recording.

    Attributes:
        starts: where each stretch begins in the recording.
        offsets: the server's time minus the recording's there.
        rate: seconds of the server in one of the recording.
        bound: seconds by which a time may be wrong: half of the least round trip, as the ways there and back may
            differ; more where the line misses an exchange by more than its ways explain, as after a clock was set.
    """

    starts: tuple[float, ...]
    offsets: tuple[float, ...]
    rate: float
    bound: float

    def of(self, times: NDArray[np.float64]) -> NDArray[np.float64]:
        """As ``at``, of (n,) times."""
        rows = np.maximum(np.searchsorted(self.starts, times, side="right") - 1, 0)
        starts, offsets = np.array(self.starts)[rows], np.array(self.offsets)[rows]
        found: NDArray[np.float64] = starts + offsets + self.rate * (times - starts)
        return found

    def at(self, time: float) -> float:
        """The server's time, in seconds; of a stretch in which nothing was exchanged, that of the one before."""
        row = max(0, int(np.searchsorted(self.starts, time, side="right")) - 1)
        return self.starts[row] + self.offsets[row] + self.rate * (time - self.starts[row])

    def recorded(self, moment: float) -> float:
        """Where in the recording a time of the server's is; in a pause, where the recording went on after it."""
        begins = [start + offset for start, offset in zip(self.starts, self.offsets, strict=True)]
        row = max(0, int(np.searchsorted(begins, moment, side="right")) - 1)
        found = self.starts[row] + (moment - begins[row]) / self.rate
        return min(found, self.starts[row + 1]) if row + 1 < len(self.starts) else found


def server_time(exchanges: Sequence[Exchange]) -> ServerTime | None:
    """The estimate from a recording's exchanges; None where there are none.

    A line of one slope with a step at each pause, fitted by least squares. An exchange weighs the less, the longer it
    took; where few or short ones tell nothing of the drift, there is none.
    """
    kept = [each for each in exchanges if each.round_trip >= 0 and each.arrived >= each.sent >= each.since]
    if not kept:
        return None
    starts = sorted({each.since for each in kept})
    middle = np.array([(each.sent + each.arrived) / 2 for each in kept])
    server = np.array([(each.received + each.answered) / 2 for each in kept])
    trips = np.array([each.round_trip for each in kept])
    stretch = np.array([starts.index(each.since) for each in kept])
    after = middle - np.array(starts)[stretch]
    origin = server.min()  # of times since 1970 a float keeps too few digits
    offsets, drift = _line(after, server - origin - middle, _uncertainty(trips), stretch, len(starts))
    missed = np.abs(server - origin - middle - offsets[stretch] - drift * after) - trips / 2
    bound = float(max(trips.min() / 2, missed.max()))
    return ServerTime(tuple(starts), tuple(float(each + origin) for each in offsets), 1 + drift, bound)


def _uncertainty(trips: NDArray[np.float64]) -> NDArray[np.float64]:
    """Standard deviation of each exchange: a longer one may have waited on one of its ways."""
    deviation: NDArray[np.float64] = JITTER + (trips - trips.min()) / 2
    return deviation


def _line(
    after: NDArray[np.float64],
    apart: NDArray[np.float64],
    deviation: NDArray[np.float64],
    stretch: NDArray[np.int64],
    count: int,
) -> tuple[NDArray[np.float64], float]:
    """An offset for each stretch, and the drift of all."""
    rows = np.zeros((len(after) + 1, count + 1))
    rows[np.arange(len(after)), stretch] = 1 / deviation
    rows[:-1, -1] = after / deviation
    rows[-1, -1] = 1 / DRIFT  # what is known before
    wanted = np.append(apart / deviation, 0.0)
    found, *_ = np.linalg.lstsq(rows, wanted, rcond=None)
    return found[:-1], float(found[-1])
