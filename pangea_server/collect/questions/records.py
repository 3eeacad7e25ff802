"""A question and what was said about it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from pangea_server.annotate.tasks.records import ProblemKind
from pangea_server.core.records import SENT_WHOLE, Record, now


class QuestionState(StrEnum):
    WAITING = "waiting"  # for an answer
    ANSWERED = "answered"  # the person has not read the answer
    READ = "read"


class Message(BaseModel):
    """One message. ``by`` is its author's number; None where that is not shown."""

    model_config = ConfigDict(frozen=True, extra="forbid") | SENT_WHOLE
    side: Literal["person", "team"]
    by: int | None
    words: Annotated[str, Field(max_length=2000)]
    at: datetime = Field(default_factory=now)


class Question(Record):
    """A person's question to the data team, and the answers.

    A problem report becomes one when it is answered: ``task_id``, ``problem`` and ``viewpoint_id`` are the report's,
    and None for a question that is about no task.
    """

    model_config = SENT_WHOLE
    collection: ClassVar[str] = "questions"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "state")
    question_id: str
    annotator_id: int
    state: QuestionState = QuestionState.WAITING
    messages: tuple[Message, ...]
    task_id: str | None = None
    problem: ProblemKind | None = None
    viewpoint_id: str | None = None

    @property
    def record_id(self) -> str:
        return self.question_id

    @property
    def asked_at(self) -> datetime:
        return self.messages[0].at

    @property
    def may_follow_up(self) -> bool:
        """Once, after the first answer."""
        return self.state is not QuestionState.WAITING and _said(self, "person") == 1

    def with_message(self, message: Message, state: QuestionState) -> Question:
        return self.model_copy(update={"messages": (*self.messages, message), "state": state})


def _said(question: Question, side: str) -> int:
    return sum(message.side == side for message in question.messages)
