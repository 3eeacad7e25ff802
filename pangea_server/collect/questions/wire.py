"""Questions, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from pangea_server.annotate.tasks.records import ProblemKind
from pangea_server.collect.questions.records import Message, Question, QuestionState
from pangea_server.core.visible_text import Visible
from pangea_server.core.wire import Wire

Words = Annotated[str, Field(max_length=2000), Visible]


class QuestionRequest(Wire):
    """A question, or what a person asks back."""

    words: Words


class AnswerRequest(Wire):
    """An answer of the data team; ``said`` is the number of messages that its author has read."""

    words: Words
    said: Annotated[int, Field(strict=True, ge=1, le=1000)]


class MessageView(Wire):
    """One message; ``by`` is the number of the member of the data team, and null where that is not shown."""

    side: Literal["person", "team"]
    by: int | None
    words: str
    at: datetime

    @classmethod
    def of(cls, message: Message, *, named: bool) -> MessageView:
        by = message.by if named and message.side == "team" else None
        return cls(side=message.side, by=by, words=message.words, at=message.at)


class OwnQuestion(Wire):
    """A person's own question. ``problem`` and ``task_id`` are null unless it is a problem report."""

    question_id: str
    state: QuestionState
    task_id: str | None
    problem: ProblemKind | None
    messages: tuple[MessageView, ...]
    may_follow_up: bool

    @classmethod
    def of(cls, question: Question) -> OwnQuestion:
        return cls(
            question_id=question.question_id,
            state=question.state,
            task_id=question.task_id,
            problem=question.problem,
            messages=tuple(MessageView.of(each, named=False) for each in question.messages),
            may_follow_up=question.may_follow_up,
        )


class QuestionView(Wire):
    """A question as the data team sees it."""

    question_id: str
    state: QuestionState
    annotator_id: int
    task_id: str | None
    problem: ProblemKind | None
    viewpoint_id: str | None
    messages: tuple[MessageView, ...]

    @classmethod
    def of(cls, question: Question) -> QuestionView:
        return cls(
            question_id=question.question_id,
            state=question.state,
            annotator_id=question.annotator_id,
            task_id=question.task_id,
            problem=question.problem,
            viewpoint_id=question.viewpoint_id,
            messages=tuple(MessageView.of(each, named=True) for each in question.messages),
        )
