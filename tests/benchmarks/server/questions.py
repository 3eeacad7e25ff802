"""The questions that people's pages ask a large store, over HTTP, one at a time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from environments import open_environment
from pangea_server.annotate.tasks.records import History
from pangea_server.app.testing.server import let_in
from pangea_server.dataset.monitoring.board import Board
from pangea_server.people.access.records import Role
from pangea_server.stores.local.store import LocalStore
from tests.benchmarks.server.annotations import LANGUAGES, fill
from tests.benchmarks.server.processes import pangea

ASKED = 200  # times, each question
MET = 1000
SUBMITTED = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp()) * 10**6  # of all of them, microseconds


def ask_all(data_dir: Path, environment: str, annotations: int) -> dict[str, list[float]]:
    """Seconds that each answer took."""
    fill(data_dir, annotations)
    with LocalStore.open(data_dir) as store:
        guides = [let_in(store.records)[1] for _ in range(ASKED)]
        old_hands = [_who_met(store, annotations) for _ in range(ASKED)]
        _, manager = let_in(store.records, Role.MANAGER)
        Board(store, open_environment(environment)).rebuild()
    with pangea(data_dir, environment) as server:
        return {
            "task lease": _timed(server.port, lambda n: ("POST", "/leases", guides[n], {"kind": "guide"})),
            "lease again": _timed(server.port, lambda n: ("POST", "/leases", guides[n], {"kind": "guide"})),
            "task lease, 1,000 met": _timed(
                server.port, lambda n: ("POST", "/leases", old_hands[n], {"kind": "guide"})
            ),
            "list, newest": _timed(server.port, lambda n: ("GET", "/annotations", manager, None)),
            "list, from the middle": _timed(
                server.port,
                lambda n: ("GET", f"/annotations?cursor={SUBMITTED}-0-{annotations // 2 - n}", manager, None),
            ),
            "list, of a person": _timed(
                server.port, lambda n: ("GET", f"/annotations?annotator={1 + n}", manager, None)
            ),
            "list, of a language": _timed(
                server.port, lambda n: ("GET", f"/annotations?language={LANGUAGES[n % 4]}", manager, None)
            ),
        }


def _who_met(store: LocalStore, annotations: int) -> str:
    """The token of a Guide who met the paths of the first thousand open tasks: all of them are passed by."""
    person, token = let_in(store.records)
    paths = range(annotations + 1, annotations + MET + 1)
    met = {str(path): "guide-000001" for path in paths}
    store.records.create(History(annotator_id=person.annotator_id, met=met))
    return token


def _timed(port: int, question: Callable[[int], tuple[str, str, str, Any]]) -> list[float]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    seconds = []
    for number in range(ASKED):
        method, path, token, body = question(number)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        began = time.perf_counter()
        connection.request(method, f"/api/v1{path}", json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        data = answer.read()
        seconds.append(time.perf_counter() - began)
        assert answer.status == 200, (path, answer.status, data[:300])
    connection.close()
    return seconds
