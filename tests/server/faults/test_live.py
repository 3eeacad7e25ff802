"""Somebody who watches a learner gets a few looks, however much the learner's page tells."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from pangea_server.collect.live.sessions import LiveSessions, LiveState


def moment(words: str) -> LiveState:
    return LiveState("lamp", 0.0, 0.0, None, words)


def test_a_flood_of_moments_reaches_who_watches_in_a_few_looks() -> None:
    async def story() -> None:
        live = LiveSessions(lambda: 100.0)
        session = live.open(1, "practice", "house", "en")
        watching: AsyncIterator[Any] = live.watch(session.live_id, 60)
        await anext(watching)
        following = asyncio.ensure_future(anext(watching))
        for number in range(500):
            live.update(1, session.live_id, moment(str(number)))
            await asyncio.sleep(0)
        assert (await following).moment == moment("499")
        await watching.aclose()  # type: ignore[attr-defined]

    asyncio.run(story())
