"""Dialogues on the corridor, and people who take part in them over HTTP and over the line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import Someone
from pangea_server.collect.ledger.records import Attendance
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import Store
from tests.server.conftest import PATH, people, place, server, settings, store, web

__all__ = ["people", "place", "server", "settings", "store", "web"]

Call = Callable[..., AbstractContextManager[WebSocketTestSession]]


def add_dialogue(store: Store, number: int = 1, view: str = "position") -> None:
    """Two tasks of one kind, in which one sees the path."""
    add_tasks(store, "guide_two", number, path=PATH, args={"path": list(PATH), "partner_view": view})


def add_tasks(
    store: Store,
    kind: str,
    number: int = 1,
    *,
    path: tuple[str, ...],
    args: dict[str, Any] | None = None,
) -> None:
    """Two tasks on one path, as a campaign writes them."""
    store.records.create(PathRecord(path_id=number, scan_id="corridor", path=path, heading=0.0))
    for task in take_numbers(store.records, declared(kind).counter, 2):
        store.records.create(
            Task(
                kind=kind,
                number=task,
                path_id=number,
                scan_id="corridor",
                language="en-US",
                state=TaskState.OPEN,
                args=args or {},
            )
        )


@pytest.fixture
def dialogue(store: Store) -> None:
    add_dialogue(store)


@pytest.fixture
def call(server: TestClient) -> Call:
    """Joins a line as a page does; ``call(person, lease)``, or with other words in the first message."""

    @contextmanager
    def joined(person: Someone, lease: dict[str, Any], **other: Any) -> Iterator[WebSocketTestSession]:
        address = f"/api/v1/pairings/{lease['pairing']['pairing_id']}/line"
        with server.websocket_connect(address, headers={"host": "localhost"}) as line:
            line.send_json({"type": "hello", "token": person.token, "lease_id": lease["lease_id"]} | other)
            yield line

    return joined


def said(line: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of a type, past others."""
    while (message := line.receive_json())["type"] != kind:
        pass
    return dict(message)


def wait_for_phase(store: Store, lease: dict[str, Any], phase: str) -> None:
    """Until it is noted that the person works; the server does that beside what it tells, while the page is there."""
    while phase not in {sign.phase for sign in store.records.get(Attendance, lease["lease_id"]).signs}:
        time.sleep(0.01)


def meet(*lines: WebSocketTestSession) -> None:
    """Until each page knows that its partner is there."""
    for line in lines:
        while said(line, "now")["partner"] != "here":
            pass
