"""The easy way to a new kind of task: two models, what to ask for, and how an answer is scored.

Answers are kept as ``TaskAnnotation``, which every list, replay, export, backup and withdrawal knows already::

    class CountDoors(WalkTask[DoorArgs, DoorCount]):
        kind = "count_doors"
        Args = DoorArgs
        Answer = DoorCount
        static = Path(__file__).parent / "static"

        def plan(self, environment, scan, count, seed):
            return [TaskSpec(path=(start,), heading=0.0, args={"floor": "upper"}) for start in ...]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from environments import Environment, Scan
from pangea_server.annotate.kinds.answer_task import AnswerT, AnswerTask, ArgsT
from pangea_server.annotate.kinds.protocol import TaskSpec


class WalkTask(AnswerTask[ArgsT, AnswerT], ABC):
    """A task in which people walk from a start, and answer in a form of its own."""

    @abstractmethod
    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        """See ``PlannedTask``."""
