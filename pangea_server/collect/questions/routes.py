"""Questions to the data team."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path
from pydantic import Field

from pangea_server.annotate.tasks.records import ProblemKind
from pangea_server.collect.questions import answers, questions
from pangea_server.collect.questions.records import Message, Question, QuestionState
from pangea_server.core.visible_text import Readable, Visible
from pangea_server.core.wire import Wire
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person

router = GuardedRouter(tags=["questions"])
NewQuestionId = Annotated[
    str, Path(pattern=r"^[0-9a-f-]{36}$", description="A UUID, which the page chooses.")
]
QuestionId = Annotated[str, Path(max_length=100)]


Words = Annotated[str, Field(max_length=2000), Visible, Readable]


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


@router.get("/me/questions")
def list_my_questions(services: TheServices, person: Person) -> tuple[OwnQuestion, ...]:
    """This person's questions and problem reports with their answers, the newest first."""
    return tuple(map(OwnQuestion.of, questions.own_questions(services.store.records, person)))


@router.put("/me/questions/{question_id}")
def ask_question(
    services: TheServices, person: Person, question_id: NewQuestionId, asked: QuestionRequest
) -> OwnQuestion:
    """Ask the data team; the call may be repeated."""
    return OwnQuestion.of(questions.ask(services.store.records, person, question_id, asked.words))


@router.put("/me/questions/{question_id}/follow-up")
def ask_back(
    services: TheServices, person: Person, question_id: QuestionId, asked: QuestionRequest
) -> OwnQuestion:
    """Ask back after the first answer, once; the call may be repeated."""
    return OwnQuestion.of(questions.follow_up(services.store.records, person, question_id, asked.words))


@router.post("/me/questions/{question_id}/read")
def see_answer(services: TheServices, person: Person, question_id: QuestionId) -> OwnQuestion:
    """Note that this person has read the answer."""
    return OwnQuestion.of(questions.mark_read(services.store.records, person, question_id))


@router.get("/questions")
def list_questions(services: TheServices) -> tuple[Question, ...]:
    """Everybody's questions and problem reports: first those that wait for an answer, the oldest first."""
    return tuple(answers.questions(services.store.records))


@router.put("/questions/{question_id}/answer")
def answer_question(
    services: TheServices, person: Person, question_id: QuestionId, given: AnswerRequest
) -> Question:
    """Answer a question or a problem report; the call may be repeated. It is noted in the audit log."""
    records = services.store.records
    return answers.answer(records, person, question_id, given.words, given.said)
