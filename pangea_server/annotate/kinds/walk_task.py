"""The easy way to write a new kind of task: two models, what to ask for, and how an answer is scored.

Answers are stored as ``TaskAnnotation``, which lists, replay, export, backup and withdrawal already support::

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
    """A task in which people walk from a start, and whose kind defines the form of the answer."""

    @abstractmethod
    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        """See ``PlannedTask``."""
