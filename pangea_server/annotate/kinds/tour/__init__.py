"""Walking tour: a person starts somewhere, walks where they like, and says what they see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated

from pydantic import BaseModel, Field

from environments import Environment, Scan
from pangea_server.annotate.kinds.answer_task import TranscriptAnswer
from pangea_server.annotate.kinds.checks import Described
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.protocol import Submitted, TaskSpec
from pangea_server.annotate.kinds.walk_task import WalkTask
from pangea_server.core.errors import SubmissionError

MIN_SECONDS = 20.0
FULL_TURN = 6.283


class TourArgs(BaseModel):
    """What to talk about (empty means anything), and how long the tour has to last at least, in seconds."""

    prompt: str = ""
    min_seconds: Annotated[float, Field(ge=0)] = MIN_SECONDS


class TourTask(WalkTask[TourArgs, TranscriptAnswer]):
    kind = "tour"
    has_voice = True
    Args = TourArgs
    Answer = TranscriptAnswer
    declares = Declaration(check=Described())

    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        """A different start for each task, at most as many as the scan has viewpoints in which paths may start."""
        random = Random(seed)
        allowed = [name for name in sorted(scan.viewpoints) if scan.path_rules.may_start(name)]
        starts = random.sample(allowed, min(count, len(allowed)))
        return [TaskSpec((start,), random.uniform(0, FULL_TURN), TourArgs().model_dump()) for start in starts]

    def score(self, submitted: Submitted, answer: TranscriptAnswer) -> Mapping[str, float | None]:
        """How far the tour went (metres), and how many viewpoints it showed."""
        wanted = self.Args.model_validate(submitted.task.args).min_seconds
        told = submitted.voice_seconds
        if told < wanted:
            raise SubmissionError(
                f"The tour lasts {told:.0f} seconds, but {wanted:.0f} are asked for.",
                remedy="Go on recording, then submit again.",
            )
        return {
            "path_length": submitted.scan.graph.path_length(submitted.walked),
            "viewpoints": len(set(submitted.walked)),
        }
