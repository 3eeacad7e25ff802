"""A task of a third party for two people: who sees the goal calls "warmer" or "colder", and the other looks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from environments import Environment, Scan
from pangea_server.annotate.kinds.checks import Success
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.dialogue_task import DialogueAnswer, DialogueTask
from pangea_server.annotate.kinds.protocol import Submitted, TaskSpec


class WarmAnswer(DialogueAnswer):
    """``calls``: how often this person called."""

    calls: Annotated[int, Field(ge=0, strict=True)] = 0


class WarmCold(DialogueTask):
    kind = "warm_cold"
    static = Path(__file__).parent / "static"
    Answer = WarmAnswer
    declares = Declaration(
        seats=("caller", "seeker"), watched=("seeker",), success=Success("metres_left", most=0)
    )

    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        """From each of some starts to what is farthest from it; only the caller is told ``goal``."""
        found = []
        for start in sorted(scan.viewpoints)[:count]:
            goal = max(sorted(scan.viewpoints), key=lambda name: scan.graph.distance(start, name))
            found.append(TaskSpec((start,), 0.0, {"goal": goal}))
        return found

    def score_walk(self, submitted: Submitted) -> Mapping[str, float | None]:
        goal = str(submitted.task.args["goal"])
        return {"metres_left": submitted.scan.graph.distance(submitted.walked[-1], goal)}
