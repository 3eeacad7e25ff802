"""What tasks other than Guide and Follower share: two models, and answers that are stored as ``TaskAnnotation``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Generic, TypeVar

from pydantic import BaseModel, JsonValue, StringConstraints, ValidationError

from pangea_server.annotate.annotations.records import Outcome, TaskAnnotation
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.protocol import Submitted, Voice
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.errors import SubmissionError
from pangea_server.core.records import Artefact, Record
from pangea_server.core.visible_text import Visible
from pangea_server.stores.protocol import RecordStore, Transaction

ArgsT = TypeVar("ArgsT", bound=BaseModel)
AnswerT = TypeVar("AnswerT", bound=BaseModel)


class TranscriptAnswer(BaseModel):
    """A written answer: what was said or heard."""

    transcript: Annotated[str, StringConstraints(strip_whitespace=True, max_length=20_000), Visible]


class AnswerTask(Generic[ArgsT, AnswerT]):
    """A task whose kind defines the form of the answer.

    Attributes:
        Args: what the page is told. Other keys of a task's ``args`` stay on the server.
        Answer: what the page sends as ``answer``.
        declares: what the queue, trust, review, the dashboard and others need to know about the kind.
    """

    kind: str
    has_walk: bool = True
    has_voice: bool = False
    static: Path | None = None
    Args: type[ArgsT]
    Answer: type[AnswerT]
    declares: Declaration = Declaration()

    def score(self, submitted: Submitted, answer: AnswerT) -> Mapping[str, float | None]:
        """How good an answer is: scores by names that the kind chooses; None where one cannot be known.

        Raises:
            SubmissionError: the answer cannot be used at all.
        """
        return {}

    def outcome(self, answer: AnswerT) -> Outcome | None:
        """Whether the person finished or gave up; None where nobody can give up."""
        return None

    def about(self, task: Task) -> Mapping[str, JsonValue]:
        """The part of the task's ``args`` that is stored with its answer."""
        return task.args

    def args(self, task: Task, records: RecordStore, media: Media) -> ArgsT:
        return self.Args.model_validate(task.args)

    def check_sent(self, submitted: Submitted) -> None:
        self._answer(submitted)

    def check(self, submitted: Submitted) -> None:
        self.score(submitted, self._answer(submitted))

    def annotation(self, submitted: Submitted, trace: Artefact | None, voice: Voice | None) -> TaskAnnotation:
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
            args={**self.about(task), **_seat(task)},
            answer=answer.model_dump(mode="json"),
            voice=voice.artefact if voice else None,
            duration=voice.duration if voice else None,
            sample_rate=voice.sample_rate if voice else None,
            pose_trace=trace,
            phases=submitted.submission.phases,
            typing=submitted.submission.typing,
            scores=dict(self.score(submitted, answer)),
            outcome=self.outcome(answer),
        )

    def follow_up(self, submitted: Submitted, transaction: Transaction) -> Sequence[Record]:
        return ()

    def _answer(self, submitted: Submitted) -> AnswerT:
        return self.read_answer(submitted.submission.answer)

    def read_answer(self, sent: object) -> AnswerT:
        """What a page sent, in the form of the kind.

        Raises:
            SubmissionError: it has another form.
        """
        try:
            return self.Answer.model_validate(sent)
        except ValidationError as error:
            wrong = "; ".join(
                f"{'.'.join(map(str, fault['loc'])) or 'answer'}: {fault['msg']}" for fault in error.errors()
            )
            raise SubmissionError(
                f"The answer does not fit the task {self.kind}: {wrong}.",
                remedy="Fill in what is asked for, then submit again.",
            ) from error


def _seat(task: Task) -> Mapping[str, JsonValue]:
    """With whom and as what it was done, where it takes two people."""
    return {"pairing_id": task.pairing_id, "role": task.role} if task.pairing_id else {}
