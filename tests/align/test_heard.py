"""When a partner's voice was heard, from what two pages noted by clocks of their own."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from align.clocks import Exchange, server_time
from align.heard import HeardMoment, VoiceDelay, recorded, voice_delay

EPOCH = 1.8e9
PAUSE = 30.0


class Page:
    """A recording that began at a time of the server's, on a device whose clock is wrong."""

    def __init__(self, began: float, *, rate: float = 1.0, wrong: float = 0.0, pause_at: float = 1e9) -> None:
        self._began, self._rate, self._wrong, self._pause_at = EPOCH + began, rate, wrong, pause_at

    def at(self, own: float) -> float:
        """The server's time of a moment of the recording."""
        return self._began + own / self._rate + (PAUSE if own >= self._pause_at else 0.0)

    def own(self, moment: float) -> float:
        before = (moment - self._began) * self._rate
        return before if before < self._pause_at else before - PAUSE * self._rate

    def device(self, moment: float) -> float:
        return moment + self._wrong

    def exchanges(self, until: float, way: float = 0.01) -> list[Exchange]:
        return [
            Exchange(
                since=self._pause_at if own >= self._pause_at else 0.0,
                sent=own,
                received=self.at(own) + way,
                answered=self.at(own) + way,
                arrived=own + 2 * way * self._rate,
                device=self.device(self.at(own)),
            )
            for own in np.arange(1.0, until, 10.0)
        ]


def hears(listener: Page, speaker: Page, delays: list[tuple[float, float]]) -> list[HeardMoment]:
    """Noted for what was said at these times of the server's, so much later."""
    return [
        HeardMoment(speaker.device(EPOCH + said), listener.own(EPOCH + said + delay))
        for said, delay in delays
    ]


@pytest.mark.parametrize("seed", range(10))
def test_the_delay_is_found_whatever_the_clocks_and_networks_are(seed: int) -> None:
    random = Random(seed)
    speaker, listener = (
        Page(
            random.uniform(0, 20),
            rate=1 + random.uniform(-1e-4, 1e-4),
            wrong=random.uniform(-3600, 3600),
            pause_at=random.choice((1e9, 151.0)),
        )
        for _ in range(2)
    )
    true = [(said, random.uniform(0.05, 0.6)) for said in np.arange(30.0, 130.0, 3.0)]
    heard = hears(listener, speaker, true)
    ways = [page.exchanges(300.0, way=random.uniform(0.001, 0.05)) for page in (speaker, listener)]
    clocks = [server_time(each) for each in ways]
    found = voice_delay(heard, ways[0], clocks[1], clocks[0])
    assert found is not None
    assert [found.at(EPOCH + said + 1e-3) for said, _ in true] == pytest.approx(
        [delay for _, delay in true], abs=0.002
    )


def test_what_was_said_in_a_pause_was_not_recorded() -> None:
    speaker = Page(0.0, wrong=50.0, pause_at=41.0)
    exchanges = speaker.exchanges(80.0)
    asked = [speaker.device(EPOCH + moment) for moment in (35.0, 40.9, 45.0, 60.0, 71.5)]
    known = [recorded(exchanges, each) for each in asked]
    assert known[:2] == pytest.approx([35.0, 40.9], abs=1e-4)
    assert known[2:4] == [None, None]
    assert known[4] == pytest.approx(41.5, abs=1e-4)


def test_nothing_is_said_of_what_is_far_from_all_that_was_noted() -> None:
    speaker = Page(0.0)
    exchanges = [each for each in speaker.exchanges(200.0) if not 40 < each.sent < 150]
    assert recorded(exchanges, EPOCH + 50.0) == pytest.approx(50.0, abs=1e-4)
    assert recorded(exchanges, EPOCH + 80.0) is None
    assert recorded([], EPOCH) is None
    found = VoiceDelay(np.array([EPOCH]), np.array([0.2]))
    assert (found.at(EPOCH + 5), found.at(EPOCH + 50), found.at(EPOCH - 50)) == (0.2, None, None)


def test_a_delay_needs_both_clocks_and_something_heard() -> None:
    page = Page(0.0)
    exchanges, clock = page.exchanges(60.0), server_time(page.exchanges(60.0))
    heard = hears(page, page, [(5.0, 0.1)])
    assert voice_delay(heard, exchanges, clock, clock) is not None
    assert voice_delay([], exchanges, clock, clock) is None
    assert voice_delay(heard, exchanges, None, clock) is None
    assert voice_delay(heard, [], clock, None) is None


@pytest.mark.parametrize("jump", [-1.0, 30.0])
def test_a_device_whose_clock_was_set_meanwhile_tells_nothing(jump: float) -> None:
    """What is heard before it is said, or half a minute later, shows that its clock is not the one of the exchanges."""
    page = Page(0.0)
    exchanges, clock = page.exchanges(100.0), server_time(page.exchanges(100.0))
    heard = hears(page, page, [(said, 0.1) for said in np.arange(40.0, 60.0)])
    heard = [HeardMoment(each.spoken - jump, each.time) for each in heard]
    assert voice_delay(heard, exchanges, clock, clock) is None


def test_a_delay_lasts_until_the_next_one_that_was_noted() -> None:
    moments = np.array([0.0, 10.0, 11.0, 12.0, 20.0]) + EPOCH
    found = VoiceDelay(moments, np.array([0.1, 0.5, 0.6, 0.1, 0.1]))
    assert [found.exceeded(share) for share in (0.0, 0.04, 0.06, 0.2, 0.5, 1.0)] == [
        0.6,
        0.6,
        0.5,
        0.1,
        0.1,
        0.1,
    ]
    assert VoiceDelay(moments[:1], np.array([0.3])).exceeded(0.1) == 0.3
