"""A task of a third party: walk through a place and count its doors. PanGEA knows nothing of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field

from environments import Environment, Scan
from pangea_server.annotate.kinds.protocol import Submitted, TaskSpec
from pangea_server.annotate.kinds.walk_task import WalkTask


class DoorArgs(BaseModel):
    """Doors of which colour to count."""

    colour: str


class DoorAnswer(BaseModel):
    doors: Annotated[int, Field(ge=0, strict=True)]


class DoorCount(WalkTask[DoorArgs, DoorAnswer]):
    kind = "door_count"
    static = Path(__file__).parent / "static"
    Args = DoorArgs
    Answer = DoorAnswer

    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        starts = sorted(scan.viewpoints)[:count]
        return [TaskSpec((start,), 0.0, {"colour": "yellow", "truth": 1}) for start in starts]

    def score(self, submitted: Submitted, answer: DoorAnswer) -> Mapping[str, float | None]:
        truth = submitted.task.args["truth"]
        return {"error": abs(answer.doors - truth) if isinstance(truth, int) else None}
