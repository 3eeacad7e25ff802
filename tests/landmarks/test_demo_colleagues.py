"""What the demo's colleagues do for whoever tries it, and what they leave to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError

import pytest

from pangea_server import Settings
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.demo_landmarks import colleagues
from pangea_server.app.demo_landmarks.campaign import CAMPAIGN, Crew
from pangea_server.app.demo_landmarks.colleagues import Colleagues
from pangea_server.collect.landmarks.simulation.truth import Truth
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store

NEWCOMER = 3
TRUTH = Truth([])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with LocalStore.open(tmp_path / "data") as opened:
        yield opened


@pytest.fixture
def team(tmp_path: Path) -> Colleagues:
    return Colleagues(Settings(data_dir=tmp_path / "data"), Crew(NEWCOMER, ("a", "b")), "http://x.example")


def there(store: Store, *tasks: tuple[Step, TaskState, tuple[int, ...]], campaign: str = CAMPAIGN) -> None:
    for number, (step, state, not_for) in enumerate(tasks, store.records.count(Task) + 1):
        about = {"path_id": 1, "scan_id": "house", "language": "en-US", "campaign_id": campaign}
        task = about | {"kind": step, "number": number, "state": state, "not_for": not_for}
        store.records.create(Task.model_validate(task))


def test_before_there_are_boxes_to_judge_they_do_what_comes_before_it(store: Store, team: Colleagues) -> None:
    there(
        store,
        (Step.DRAW, TaskState.LEASED, ()),
        (Step.MENTION, TaskState.OPEN, ()),
        (Step.VERIFY, TaskState.OPEN, ()),
        (Step.NEED, TaskState.DONE, ()),
    )
    there(store, (Step.LINK, TaskState.OPEN, ()), campaign="other")
    assert list(team._steps(store.records)) == [Step.MENTION, Step.DRAW]
    there(store, (Step.MENTION, TaskState.DONE, ()))
    assert list(team._steps(store.records)) == [Step.DRAW], "the other words are for whoever tries it"


def test_afterwards_they_do_what_whoever_tries_it_may_do_nothing_of(store: Store, team: Colleagues) -> None:
    theirs, open_ = (9, NEWCOMER), TaskState.OPEN
    there(
        store,
        *((Step.QUALITY, open_, theirs), (Step.QUALITY, open_, theirs)),
        *((Step.COVERAGE, open_, theirs), (Step.COVERAGE, open_, (9,))),
        *((Step.DRAW, open_, ()), (Step.VERIFY, open_, theirs)),
    )
    assert list(team._steps(store.records)) == [Step.VERIFY, Step.QUALITY]
    team._left.add(Step.VERIFY)
    assert list(team._steps(store.records)) == [Step.QUALITY]


class Server:
    """What the server answers to each session; and what it was sent."""

    def __init__(self, refuses: Exception | None = None) -> None:
        self.refuses = refuses
        self.sent: list[tuple[str, str, Any]] = []

    def call(self, session: str, address: str, told: Any) -> Any:
        self.sent.append((session, address, told))
        if address == "/leases":
            return {"lease_id": "l", "args": {"items": [1, 2]}} if session == "b" else None
        if self.refuses:
            raise self.refuses
        return None


def at_work(store: Store, team: Colleagues, server: Server, monkeypatch: pytest.MonkeyPatch) -> bool:
    there(store, (Step.NEED, TaskState.OPEN, ()))
    monkeypatch.setattr(team, "_call", server.call)
    monkeypatch.setattr(team, "_answer", lambda truth, step, item: {"item": item})
    return team._do_one(store.records, TRUTH)


def test_the_first_of_them_who_gets_a_task_hands_it_in(
    store: Store, team: Colleagues, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server()
    assert at_work(store, team, server, monkeypatch)
    assert server.sent == [
        ("a", "/leases", {"kind": Step.NEED}),
        ("b", "/leases", {"kind": Step.NEED}),
        ("b", "/leases/l/submit", {"answer": {"answers": [{"item": 1}, {"item": 2}]}}),
    ]


def refused(code: int) -> HTTPError:
    error = HTTPError("http://x.example", code, "", {}, None)  # type: ignore[arg-type]
    error.read = lambda *_: b"no"  # type: ignore[method-assign]
    return error


@pytest.mark.parametrize("error", [refused(499), KeyError("words that were mended")])
def test_a_step_whose_answers_are_not_taken_is_left_alone(
    store: Store, team: Colleagues, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    assert not at_work(store, team, Server(error), monkeypatch)
    assert team._left == {Step.NEED}
    assert not team._do_one(store.records, TRUTH)


@pytest.mark.parametrize("error", [refused(500), URLError("gone")])
def test_a_server_that_is_not_there_is_asked_again(
    store: Store, team: Colleagues, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    with pytest.raises(type(error)):
        at_work(store, team, Server(error), monkeypatch)
    assert team._left == set()


def test_they_ask_in_the_name_of_their_session(team: Colleagues, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    class Reply:
        status = 204

        def __enter__(self) -> Reply:
            return self

        def __exit__(self, *_: object) -> None: ...

        def read(self) -> bytes:
            return b'{"lease_id": "l"}'

    class Opener:
        def open(self, request: Any, timeout: float) -> Reply:
            asked.append((request.full_url, request.data, request.headers))
            return Reply()

    monkeypatch.setattr(colleagues, "build_opener", lambda _: Opener())
    assert team._call("a", "/leases", {"kind": "mention"}) is None
    Reply.status = 200
    assert team._call("a", "/leases", {"kind": "mention"}) == {"lease_id": "l"}
    headers = {"Authorization": "Bearer a", "Content-type": "application/json"}
    assert asked == [("http://x.example/api/v1/leases", b'{"kind": "mention"}', headers)] * 2
