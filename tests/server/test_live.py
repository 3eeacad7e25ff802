"""Live training: two clients of one server, consent, bounds, and nothing that stays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from pangea_server.annotate.campaigns.records import ScanRecord
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.collect.live import routes, sessions
from pangea_server.collect.live.sessions import (
    MOST_HINTS,
    MOST_LEARNERS,
    MOST_WATCHERS,
    SILENT_SECONDS,
    LiveSession,
    LiveSessions,
    LiveState,
)
from pangea_server.core.errors import OverloadedError, RecordNotFoundError
from pangea_server.dataset.collections import RECORDS
from pangea_server.dataset.monitoring.snapshots import SNAPSHOTS_FOLDER
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("campaign")
AGREED = {"agreed": True, "purpose": "practice", "scan_id": "corridor", "language": "en-US"}
AT_THE_LAMP = {"viewpoint_id": "lamp", "heading": 0.5, "elevation": -0.1, "level": 0.4, "words": "Go to"}


@pytest.fixture(autouse=True)
def _practice(store: Store, campaign: None) -> None:
    """The corridor is where people practise."""
    store.records.create(ScanRecord(scan_id="corridor", environment="folder", viewpoint_count=4))


@pytest.fixture(autouse=True)
def _short_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test client reads an answer whole, so it has to end; and nobody waits between two looks."""
    monkeypatch.setattr(routes, "STREAM_SECONDS", 0.0)
    monkeypatch.setattr(sessions, "APART_SECONDS", 0.0)


def begin(learner: Someone, **parts: Any) -> str:
    answer = learner.call("POST", "/me/live", json=AGREED | parts)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["live_id"])


def tell(learner: Someone, live_id: str, **parts: Any) -> dict[str, Any]:
    answer = learner.call("PUT", f"/me/live/{live_id}", json=AT_THE_LAMP | parts)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def watch(staff: Someone, live_id: str) -> list[dict[str, Any]]:
    """Everything that who watches sees until the stream ends."""
    answer = staff.call("GET", f"/live/{live_id}/events")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    return [json.loads(event.removeprefix("data: ")) for event in answer.text.split("\n\n") if event]


def test_who_watches_sees_camera_level_and_words_and_the_learner_sees_the_hint(people: People) -> None:
    learner, reviewer = people(), people(Role.REVIEWER)
    live_id = begin(learner)
    assert tell(learner, live_id) == {"live_id": live_id, "watchers": 0, "hints": []}
    (listed,) = reviewer.call("GET", "/live").json()
    assert (listed["annotator_id"], listed["purpose"], listed["scan_id"]) == (
        learner.annotator_id,
        "practice",
        "corridor",
    )
    assert watch(reviewer, live_id)[0] == {"ended": False, "moment": AT_THE_LAMP, "hints": []}
    hint = reviewer.call("POST", f"/live/{live_id}/hints", json={"words": "Look left first."})
    assert hint.status_code == 201
    (given,) = tell(learner, live_id)["hints"]
    assert (given["number"], given["words"]) == (1, "Look left first.")
    assert tell(learner, live_id, heard=1)["hints"] == []


def test_ending_it_ends_it_for_who_watches(people: People) -> None:
    learner, reviewer = people(), people(Role.REVIEWER)
    live_id = begin(learner)
    tell(learner, live_id)
    for _ in range(2):
        assert learner.call("DELETE", "/me/live").status_code == 204
    assert reviewer.call("GET", "/live").json() == []
    assert_problem(reviewer.call("GET", f"/live/{live_id}/events"), 404, "record_not_found")
    assert_problem(
        reviewer.call("POST", f"/live/{live_id}/hints", json={"words": "Hello?"}), 404, "record_not_found"
    )
    assert_problem(learner.call("PUT", f"/me/live/{live_id}", json=AT_THE_LAMP), 404, "record_not_found")


@pytest.mark.parametrize("agreed", [False, None, "yes", 0])
def test_nobody_is_watched_without_their_consent(people: People, agreed: object) -> None:
    learner = people()
    answer = learner.call("POST", "/me/live", json=AGREED | {"agreed": agreed})
    assert_problem(answer, 422, "invalid_request")
    without = {name: value for name, value in AGREED.items() if name != "agreed"}
    assert_problem(learner.call("POST", "/me/live", json=without), 422, "invalid_request")
    assert people(Role.REVIEWER).call("GET", "/live").json() == []


@pytest.mark.parametrize(("purpose", "scan_id"), [("practice", "castle"), ("training", "corridor")])
def test_only_walks_that_do_not_count_are_watched(people: People, purpose: str, scan_id: str) -> None:
    learner = people()
    learner.lease("guide")
    answer = learner.call("POST", "/me/live", json=AGREED | {"purpose": purpose, "scan_id": scan_id})
    assert_problem(answer, 404, "record_not_found")
    answer = learner.call("POST", "/me/live", json=AGREED | {"purpose": "task"})
    assert_problem(answer, 422, "invalid_request")


def test_a_learner_tells_nothing_in_the_name_of_another(people: People) -> None:
    learner, other = people(), people()
    live_id = begin(learner)
    foreign = other.call("PUT", f"/me/live/{live_id}", json=AT_THE_LAMP)
    unknown = other.call("PUT", f"/me/live/{'0' * 32}", json=AT_THE_LAMP)
    for answer in (foreign, unknown):
        assert_problem(answer, 404, "record_not_found")
    assert foreign.json()["detail"] == unknown.json()["detail"]
    for method, address in (("GET", "/live"), ("GET", f"/live/{live_id}/events")):
        assert_problem(other.call(method, address), 403, "access")
    assert_problem(other.call("POST", f"/live/{live_id}/hints", json={"words": "x"}), 403, "access")


@pytest.mark.parametrize(
    "parts",
    [
        {"level": 1.5},
        {"level": "loud"},
        {"heading": 1e300},
        {"elevation": 9},
        {"words": "x" * 2001},
        {"viewpoint_id": "v" * 201},
        {"heard": -1},
        {"heard": 1.5},
        {"voice": "UklGRg=="},
    ],
)
def test_a_moment_out_of_bounds_is_refused_and_a_voice_as_well(people: People, parts: dict[str, Any]) -> None:
    learner, reviewer = people(), people(Role.REVIEWER)
    live_id = begin(learner)
    answer = learner.call("PUT", f"/me/live/{live_id}", json=AT_THE_LAMP | parts)
    assert_problem(answer, 422, "invalid_request")
    assert watch(reviewer, live_id)[0]["moment"] is None


@pytest.mark.parametrize("words", ["", "  ", "\u200b", "x" * 2001])
def test_a_hint_that_nobody_can_read_is_refused(people: People, words: str) -> None:
    live_id = begin(people())
    answer = people(Role.REVIEWER).call("POST", f"/live/{live_id}/hints", json={"words": words})
    assert_problem(answer, 422, "invalid_request")


def test_nothing_of_it_is_stored(people: People, store: Store) -> None:
    learner, reviewer = people(), people(Role.REVIEWER)

    def stored() -> dict[str, Any]:
        kept = {kind.collection: store.records.find(kind, limit=1000) for kind in RECORDS}
        blobs = [blob for blob in store.blobs.list("") if not blob.name.startswith(SNAPSHOTS_FOLDER)]
        return kept | {"blobs": blobs}

    before = stored()
    live_id = begin(learner)
    tell(learner, live_id)
    reviewer.call("POST", f"/live/{live_id}/hints", json={"words": "Look left."})
    watch(reviewer, live_id)
    tell(learner, live_id)
    learner.call("DELETE", "/me/live")
    assert stored() == before


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def moment(words: str = "") -> LiveState:
    return LiveState("lamp", 0.0, 0.0, None, words)


def test_a_page_that_is_gone_is_watched_no_longer(clock: Clock) -> None:
    async def story() -> None:
        live = LiveSessions(clock)
        first, second = live.open(1, "practice", "house", "en"), live.open(2, "practice", "house", "en")
        clock.now += SILENT_SECONDS / 2 + 1
        live.update(2, second.live_id, moment())
        clock.now += SILENT_SECONDS / 2
        assert [each.annotator_id for each in live.all()] == [2]
        with pytest.raises(RecordNotFoundError):
            live.update(1, first.live_id, moment())
        assert first.ended

    asyncio.run(story())


def test_a_learner_has_one_session_and_there_is_an_end_to_learners_and_hints(clock: Clock) -> None:
    async def story() -> None:
        live = LiveSessions(clock)
        earlier = live.open(1, "practice", "house", "en")
        now = live.open(1, "training", "house", "en")
        assert earlier.ended
        assert live.all() == [now]
        for number in range(2, MOST_LEARNERS + 1):
            live.open(number, "practice", "house", "en")
        with pytest.raises(OverloadedError):
            live.open(MOST_LEARNERS + 1, "practice", "house", "en")
        live.open(1, "practice", "house", "en")  # who is there may begin again
        session = live.all()[-1]
        for number in range(MOST_HINTS + 5):
            live.hint(session.live_id, str(number))
        assert (len(session.hints), session.hints[-1].number) == (MOST_HINTS, MOST_HINTS + 5)

    asyncio.run(story())


def test_who_watches_is_counted_told_at_once_and_let_go(clock: Clock) -> None:
    async def story() -> None:
        live = LiveSessions(clock)
        session = live.open(1, "practice", "house", "en")
        watching = [live.watch(session.live_id, 60) for _ in range(MOST_WATCHERS)]
        for each in watching:
            await anext(each)
        assert session.watchers == MOST_WATCHERS
        with pytest.raises(OverloadedError):
            await anext(live.watch(session.live_id, 60))
        live.update(1, session.live_id, moment("Go"))
        seen = await asyncio.wait_for(anext(watching[0]), 2)
        assert seen.moment == moment("Go")
        live.end(1)
        assert (await asyncio.wait_for(anext(watching[0]), 2)).ended
        for each in watching:
            await each.aclose()  # type: ignore[attr-defined]
        assert session.watchers == 0

    asyncio.run(story())


def test_a_watcher_sees_the_session_until_the_time_is_over_or_it_has_ended(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "BEAT_SECONDS", 0.0)

    async def story() -> None:
        live = LiveSessions(clock)
        session = live.open(1, "practice", "house", "en")
        looks = []
        async for look in live.watch(session.live_id, 10):
            looks.append(look.version)
            clock.now += 5
            live.update(1, session.live_id, moment(str(len(looks))))
        assert looks == [1, 2], "at 0 and 5 seconds"
        assert [look.ended async for look in watched_until_the_end(live, session.live_id)] == [False, True]
        assert session.watchers == 0

    asyncio.run(story())


async def watched_until_the_end(live: LiveSessions, live_id: str) -> AsyncIterator[LiveSession]:
    async for look in live.watch(live_id, 1000):
        yield look
        live.end(1)


def test_a_silent_page_is_forgotten_after_twenty_seconds_and_not_at_twenty(clock: Clock) -> None:
    async def story() -> None:
        live = LiveSessions(clock)
        live.open(1, "practice", "house", "en")
        clock.now += SILENT_SECONDS
        assert len(live.all()) == 1
        clock.now += 0.1
        assert live.all() == []

    asyncio.run(story())


def test_who_waits_longest_is_listed_first_and_only_news_wake_who_watches(clock: Clock) -> None:
    async def story() -> None:
        live = LiveSessions(clock)
        first, second = live.open(2, "practice", "house", "en"), live.open(1, "training", "hut", "hi-IN")
        second.began_at = first.began_at - timedelta(seconds=1)
        assert [each.annotator_id for each in live.all()] == [1, 2]
        live.update(2, first.live_id, moment("Go"))
        live.update(2, first.live_id, moment("Go"))
        assert first.version == 1
        with pytest.raises(RecordNotFoundError):
            live.update(1, first.live_id, moment("Stop"))
        assert first.moment == moment("Go")
        assert [live.hint(first.live_id, words).number for words in ("a", "b")] == [1, 2]
        live.end(2)
        assert first.ended
        assert first.moment is None
        assert not first.hints

    asyncio.run(story())
