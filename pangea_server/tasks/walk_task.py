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
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from environments import Environment, Scan
from pangea_server.errors import SubmissionError
from pangea_server.people.media_links import Media
from pangea_server.records import Artefact, Record, Task, TaskAnnotation
from pangea_server.stores.protocol import RecordStore, Transaction
from pangea_server.tasks.protocol import Submitted, TaskSpec, Voice

ArgsT = TypeVar("ArgsT", bound=BaseModel)
AnswerT = TypeVar("AnswerT", bound=BaseModel)


class WalkTask(ABC, Generic[ArgsT, AnswerT]):
    """A task in which people walk from a start, and answer in a form of its own.

    Attributes:
        Args: what the page is told. Other keys of a task's ``args`` stay on the server.
        Answer: what the page sends as ``answer``.
    """

    kind: str
    has_voice: bool = False
    static: Path | None = None
    Args: type[ArgsT]
    Answer: type[AnswerT]

    @abstractmethod
    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        """See ``PlannedTask``."""

    def score(self, submitted: Submitted, answer: AnswerT) -> Mapping[str, float | None]:
        """How good an answer is, by names of this kind's own; None is what cannot be known.

        Raises:
            SubmissionError: the answer cannot be used at all.
        """
        return {}

    def args(self, task: Task, records: RecordStore, media: Media) -> ArgsT:
        return self.Args.model_validate(task.args)

    def check(self, submitted: Submitted) -> None:
        self.score(submitted, self._answer(submitted))

    def annotation(self, submitted: Submitted, trace: Artefact, voice: Voice | None) -> Record:
        answer, task, path = self._answer(submitted), submitted.task, submitted.path
        return TaskAnnotation(
            kind=self.kind,
            annotation_id=task.number,
            annotator_id=submitted.person.annotator_id,
            path_id=path.path_id,
            split=path.split,
            scan_id=path.scan_id,
            language=task.language,
            heading=path.heading,
            walked=submitted.walked,
            args=task.args,
            answer=answer.model_dump(mode="json"),
            voice=voice.artefact if voice else None,
            duration=voice.duration if voice else None,
            sample_rate=voice.sample_rate if voice else None,
            pose_trace=trace,
            phases=submitted.submission.phases,
            typing=submitted.submission.typing,
            scores=dict(self.score(submitted, answer)),
        )

    def follow_up(self, submitted: Submitted, transaction: Transaction) -> Sequence[Record]:
        return ()

    def _answer(self, submitted: Submitted) -> AnswerT:
        try:
            return self.Answer.model_validate(submitted.submission.answer)
        except ValidationError as error:
            wrong = "; ".join(
                f"{'.'.join(map(str, fault['loc'])) or 'answer'}: {fault['msg']}" for fault in error.errors()
            )
            raise SubmissionError(
                f"The answer is none for the task {self.kind}: {wrong}.",
                remedy="Fill in what is asked for, then submit again.",
            ) from error
