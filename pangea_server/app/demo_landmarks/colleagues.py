"""The demo's colleagues: programs that do over HTTP what a person alone may not, such as judge their own boxes."""

from __future__ import annotations

import json
import logging
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from random import Random
from time import perf_counter
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from environments.regions import iou
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.demo_landmarks.campaign import CAMPAIGN, Crew
from pangea_server.app.demo_landmarks.spoken import meaning
from pangea_server.collect.landmarks.simulation.answers import Mind
from pangea_server.collect.landmarks.simulation.truth import Truth
from pangea_server.core.settings import Settings
from pangea_server.stores.opening import open_store
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

log = logging.getLogger(__name__)

PAUSE_SECONDS = 0.5
"""Between two looks for what is to be done."""
CALL_SECONDS = 30.0
BEFOREHAND = (Step.MENTION, Step.LINK, Step.NEED, Step.DRAW)
"""What they do before anybody else, until there are boxes to judge."""


class Colleagues:
    """They work while the server does; whatever another person may do, they leave to them."""

    def __init__(self, settings: Settings, crew: Crew, origin: str) -> None:
        self._settings = settings
        self._crew = crew
        self._origin = origin
        self._random = Random(1)
        self._left: set[Step] = set()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._work, name="demo colleagues", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._closed.set()
        self._thread.join(timeout=10)

    def _work(self) -> None:
        store = open_store(self._settings)
        try:
            known = meaning()
            truth = Truth([known])
            for each in known.regions.values():
                if each.box is not None:
                    iou(each.box, each.box)  # compiled now, once on a machine, and not while a person waits
            while not self._closed.wait(PAUSE_SECONDS):
                try:
                    while not self._closed.is_set() and self._do_one(store.records, truth):
                        pass
                except OSError as error:  # the server is not there yet, or not any more
                    log.debug("the demo's colleagues wait: %s", error)
        finally:
            store.close()

    def _do_one(self, records: RecordStore, truth: Truth) -> bool:
        """Whether something was there to do."""
        for step in self._steps(records):
            for session in self._crew.colleagues:
                lease = self._call(session, "/leases", {"kind": step})
                if lease is None:
                    continue
                if not self._hand_in(session, lease, truth, step):
                    self._left.add(step)
                    break
                return True
        return False

    def _hand_in(self, session: str, lease: Mapping[str, Any], truth: Truth, step: Step) -> bool:
        """Whether the answers to a task were taken."""
        try:
            answers = [self._answer(truth, step, item) for item in lease["args"]["items"]]
            self._call(session, f"/leases/{lease['lease_id']}/submit", {"answer": {"answers": answers}})
        except HTTPError as error:
            if error.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            log.warning("the demo's colleagues were refused at %s: %s", step, error.read().decode())
        except OSError:
            raise
        except Exception:  # such as words that a person corrected: a program does not know them
            log.warning("the demo's colleagues cannot answer %s", step, exc_info=True)
        else:
            return True
        return False

    def _steps(self, records: RecordStore) -> Iterator[Step]:
        """The steps of which whoever tries the demo may do nothing that is open."""
        tasks: Mapping[str, list[Task]] = defaultdict(list)
        for task in every(records, Task, {"campaign_id": CAMPAIGN}):
            tasks[task.kind].append(task)
        begins = Step.QUALITY not in tasks
        for step in Step:
            waiting = [task for task in tasks[step] if task.state in (TaskState.OPEN, TaskState.LEASED)]
            early = begins and step in BEFOREHAND and not (step is Step.MENTION and _is_marked(tasks[step]))
            if waiting and step not in self._left and (early or all(map(self._is_ours, waiting))):
                yield step

    def _is_ours(self, task: Task) -> bool:
        return self._crew.newcomer in task.not_for

    def _answer(self, truth: Truth, step: Step, item: Mapping[str, Any]) -> dict[str, Any]:
        began = perf_counter()
        answer = Mind(truth, self._random, lambda: True).answer(step, item)
        return answer | {"seconds": round(perf_counter() - began, 4)}

    def _call(self, session: str, address: str, told: Mapping[str, Any]) -> Any:
        """What the server answers; None where it has nothing."""
        headers = {"Authorization": f"Bearer {session}", "Content-Type": "application/json"}
        request = Request(f"{self._origin}/api/v1{address}", json.dumps(told).encode(), headers)
        with build_opener(ProxyHandler({})).open(request, timeout=CALL_SECONDS) as reply:
            return json.load(reply) if reply.status == 200 else None


def _is_marked(tasks: list[Task]) -> bool:
    return any(task.state is TaskState.DONE for task in tasks)
