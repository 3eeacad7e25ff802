"""What of a partner's voice was heard when: the delay of a live line, as it was at each moment.

The page of who listens notes which moment of the partner's device clock is being played. The partner's own exchanges
with the server say where in their recording that moment is. So the delay is that of the voice itself, whichever way it
took and however the network's two ways differ.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from align.clocks import Exchange, ServerTime

REACH = 20.0
"""Seconds for which a device clock is trusted beside an exchange, and a delay beside a moment at which it was noted."""

EARLY = 0.05
"""Seconds by which a voice may seem to be heard before it was spoken, beyond what clocks may be wrong by: two ways of
capturing one microphone differ."""


@dataclass(frozen=True, slots=True)
class HeardMoment:
    """One moment of a partner's voice.

    Attributes:
        spoken: when it reached the partner's microphone, by their device's clock, in seconds since 1970.
        time: when it was played here, in seconds of the own recording.
    """

    spoken: float
    time: float


@dataclass(frozen=True, slots=True)
class VoiceDelay:
    """How late one person heard the other.

    Attributes:
        spoken: (n,) the server's times at which something was said, ascending.
        seconds: (n,) after how many seconds it was heard.
    """

    spoken: NDArray[np.float64]
    seconds: NDArray[np.float64]

    def at(self, moment: float) -> float | None:
        """Of what was said at this time of the server's; None where nothing near it was noted."""
        row = max(0, int(np.searchsorted(self.spoken, moment, side="right")) - 1)
        return float(self.seconds[row]) if abs(moment - self.spoken[row]) <= REACH else None

    def exceeded(self, share: float) -> float:
        """The delay that is exceeded for this share of the time that is known: each one holds until the next."""
        lasted = np.append(np.minimum(np.diff(self.spoken), REACH), 0.0)
        lasted[-1] = lasted[:-1].mean() if len(lasted) > 1 else 1.0
        order = np.argsort(self.seconds)[::-1]
        row = int(np.searchsorted(np.cumsum(lasted[order]), share * lasted.sum()))
        return float(self.seconds[order][min(row, len(order) - 1)])


def voice_delay(
    heard: Sequence[HeardMoment],
    exchanges: Sequence[Exchange],
    own: ServerTime | None,
    partner: ServerTime | None,
) -> VoiceDelay | None:
    """How late a partner was heard; None where nobody noted it, nobody knows when one of the two recorded, or the
    partner's device changed its clock meanwhile.

    Args:
        heard: noted by the page of who listens.
        exchanges: of the partner's page.
        own, partner: the clocks of who listens, and of who speaks.
    """
    if own is None or partner is None:
        return None
    ordered = sorted(exchanges, key=lambda each: each.device)
    found = sorted(
        (said := partner.at(time), own.at(each.time) - said)
        for each in heard
        if (time := recorded(ordered, each.spoken)) is not None
    )
    possible = all(-own.bound - partner.bound - EARLY <= delay <= REACH for _, delay in found)
    return VoiceDelay(*np.array(found).T) if found and possible else None


def recorded(exchanges: Sequence[Exchange], moment: float) -> float | None:
    """Where in a recording a moment of its device's clock is; None where nothing was recorded, or nobody knows.

    Args:
        exchanges: of the recording, ascending by ``device``.
    """
    row = bisect_right(exchanges, moment, key=lambda each: each.device)
    times = list(_beside(exchanges, row, moment))
    return times[0] if times else None


def _beside(exchanges: Sequence[Exchange], row: int, moment: float) -> Iterator[float]:
    """The moment in the recording, from the exchange before it and the one after it, where no pause lies between."""
    before, after = exchanges[max(0, row - 1) : row], exchanges[row : row + 1]
    for each in (*before, *after):
        time = each.sent + moment - each.device
        begins_later = [other.since for other in after if other.since > each.since]
        if abs(moment - each.device) <= REACH and each.since <= time <= min(begins_later, default=np.inf):
            yield time
