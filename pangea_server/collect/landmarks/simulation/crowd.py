"""A crowd at a server: who takes which task, how well they work, and a reviewer for what they cannot settle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol
from uuid import UUID

import numpy as np

from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.collect.landmarks.simulation.answers import Mind, holds
from pangea_server.collect.landmarks.simulation.truth import Truth
from pangea_server.quality.trust.simulation import crowd as trusts_crowd

AT_ONCE = 6
"""People who hold a task at the same moment."""
ITEMS = 600
"""That each would do: a person who stops caring does so after a part of them."""
CARELESS_FROM = 0.8
"""Whoever's answers are right less often works badly."""
SECONDS: Mapping[Step, float] = {
    Step.LINK: 75 / 10,
    Step.VERIFY: 95 / 5,
    Step.NEED: 81 / 10,
    Step.DRAW: 134 / 5,
    Step.QUALITY: 110 / 10,
    Step.COVERAGE: 91 / 10,
}
"""For an item, as Flickr30k Entities measured of people (Plummer et al. 2017, Table 3)."""


class Reply(Protocol):
    @property
    def status_code(self) -> int: ...
    @property
    def text(self) -> str: ...
    def json(self) -> Any: ...


Call = Callable[[str, str, Any], Reply]
"""A request of one person: method, address under ``/api/v1``, and its JSON."""


@dataclass
class Worker:
    """A person who works.

    Attributes:
        number: their ``annotator_id``.
        quality: (items,) how probable a right answer is, item after item.
        done: items by step; ``checks``: those of them whose answer was known, for the figures alone.
        lost: pages that were taken away while they worked on them.
    """

    call: Call
    number: int
    languages: tuple[str, ...]
    quality: np.ndarray[tuple[int], np.dtype[np.float64]]
    random: Random
    answered: int = 0
    lost: int = 0
    done: Counter[Step] = field(default_factory=Counter)

    @property
    def works_badly(self) -> bool:
        """From the beginning."""
        return bool(self.quality[0] < CARELESS_FROM)

    @property
    def stopped_caring(self) -> bool:
        """Whether they worked well, until some time ago."""
        now = min(self.answered, len(self.quality) - 1)
        return not self.works_badly and bool(self.quality[now] < CARELESS_FROM)

    def is_right(self) -> bool:
        """Whether their next judgement is."""
        share = self.quality[min(self.answered, len(self.quality) - 1)]
        self.answered += 1
        return bool(self.random.random() < share)


@dataclass(frozen=True)
class Taken:
    """A task that a person holds."""

    worker: Worker
    lease_id: str
    step: Step
    items: Sequence[Mapping[str, Any]]


def qualities(people: int, seed: int) -> Sequence[np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """How well each of these people works, as ``trust`` simulates crowds: 70 % right at 95 %, 15 % at 60 %, 5 % at
    10 %, 10 % who stop caring."""
    found = trusts_crowd(np.random.default_rng(seed), ITEMS, people).quality
    return [found[number] for number in range(people)]


def work(
    workers: Sequence[Worker],
    truth: Truth,
    random: Random,
    at_once: int = AT_ONCE,
) -> Iterator[Taken]:
    """Everybody works for as long as there is something for anybody; yields each task after it was handed in."""
    turns, idle = list(workers), 0
    while idle < len(turns):
        random.shuffle(turns)
        idle = 0
        for first in range(0, len(turns), at_once):
            held = [(each, take(each)) for each in turns[first : first + at_once]]
            idle += sum(task is None for _, task in held)
            for _, task in held:
                if task is not None and hand_in(task, truth):
                    yield task


def take(worker: Worker) -> Taken | None:
    """The task that the server gives them; None where it has none for them."""
    given = worker.call("POST", "/leases", {})
    if given.status_code == 204:
        return None
    lease = told(given)
    return Taken(worker, lease["lease_id"], Step(lease["kind"]), lease["args"]["items"])


def hand_in(task: Taken, truth: Truth) -> bool:
    """Answer a task as its person would; whether it was still theirs. It is not where what it shows is gone: words or
    boxes of an answer that was rejected meanwhile, or of a batch that was refused."""
    worker = task.worker
    mind = Mind(truth, worker.random, worker.is_right)
    answers = [
        {"seconds": _seconds(task.step, worker.random), **mind.answer(task.step, item)} for item in task.items
    ]
    reply = worker.call("POST", f"/leases/{task.lease_id}/submit", {"answer": {"answers": answers}})
    if reply.status_code == 409 and reply.json()["code"] == "lease":
        worker.lost += 1
        return False
    told(reply)
    worker.done[task.step] += len(answers)
    return True


def _seconds(step: Step, random: Random) -> float:
    return round(SECONDS.get(step, 10.0) * random.lognormvariate(0, 0.4), 2)


def told(reply: Reply) -> Any:
    """What a server answered. Raises AssertionError where it refused."""
    if reply.status_code != 200:
        raise AssertionError(f"{reply.status_code}: {reply.text}")
    return reply.json()


RIGHT = 0.95
"""Share of answers that a reviewer sees as they are, as of good people of the crowd."""


@dataclass
class Reviewer:
    """Reads disputed answers as their pages show them, accepts those that are right throughout and rejects others."""

    call: Call
    truth: Truth
    random: Random
    settled: int = 0

    def settle(self) -> bool:
        """Decide about all that is disputed now; whether there was anything."""
        before = self.settled
        while disputed := [each for each in self._pending() if each["flagged"]]:
            for each in disputed:
                self._decide(each)
                self.settled += 1
        return self.settled > before

    def _pending(self) -> list[dict[str, Any]]:
        """The beginning of the queue, in which what is disputed comes first."""
        items: list[dict[str, Any]] = told(self.call("GET", "/review?limit=50", None))["items"]
        return items

    def _decide(self, review: Mapping[str, Any]) -> None:
        verdict = "accept" if self._is_right(review) else "reject"
        wanted = {"verdict": verdict, "version": review["version"], "reason": "As the pictures show it."}
        decision = UUID(int=self.random.getrandbits(128), version=4)
        told(self.call("PUT", f"/review/{review['task_id']}/decisions/{decision}", wanted))

    def _is_right(self, review: Mapping[str, Any]) -> bool:
        address = f"/annotations/{review['kind']}/{review['number']}"
        items = told(self.call("GET", f"{address}/page", None))["items"]
        answers = told(self.call("GET", address, None))["answer"]["answers"]
        found = [
            holds(self.truth, Step(review["kind"]), item, answer) == (self.random.random() < RIGHT)
            for item, answer in zip(items, answers, strict=True)
            if item is not None and answer is not None
        ]
        return all(found)
