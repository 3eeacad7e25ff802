"""Questions, as sent over HTTP."""

from __future__ import annotations

from typing import Annotated

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


class OwnQuestion(Wire):
    """A person's own question; it does not say who of the team answered. ``problem`` and ``task_id`` are null unless it
    is a problem report."""

    question_id: str
    state: QuestionState
    task_id: str | None
    problem: ProblemKind | None
    messages: tuple[Message, ...]
    may_follow_up: bool

    @classmethod
    def of(cls, question: Question) -> OwnQuestion:
        return cls(
            question_id=question.question_id,
            state=question.state,
            task_id=question.task_id,
            problem=question.problem,
            messages=tuple(each.model_copy(update={"by": None}) for each in question.messages),
            may_follow_up=question.may_follow_up,
        )
