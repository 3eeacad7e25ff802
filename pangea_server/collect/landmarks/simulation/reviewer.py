"""A reviewer, whose word decides what a simulated crowd could not settle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.collect.landmarks.simulation.answers import holds
from pangea_server.collect.landmarks.simulation.crowd import Call, told
from pangea_server.collect.landmarks.simulation.truth import Truth

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
