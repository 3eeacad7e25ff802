"""Asking the data team, with or without a task at hand, and asking back once."""

from __future__ import annotations

from pangea_server.annotate.tasks.records import ProblemReport
from pangea_server.collect.questions.records import Message, Question, QuestionState
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.core.records import own_id
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import RecordStore, Transaction, Where

REPORTED = "report-"  # at the beginning of a question's id that is a problem report
MOST_WAITING = 5  # questions of one person that wait for an answer; reports do not count
MOST_SHOWN = 50  # questions of one person, and as many reports


def question_of(report: ProblemReport) -> Question:
    """A problem report as a question that nobody has answered."""
    asked = Message(side="person", by=report.annotator_id, words=report.comment, at=report.created_at)
    return Question(
        question_id=REPORTED + report.report_id,
        annotator_id=report.annotator_id,
        messages=(asked,),
        task_id=report.task_id,
        problem=report.kind,
        viewpoint_id=report.viewpoint_id,
    )


def ask(records: RecordStore, person: Annotator, chosen: str, words: str) -> Question:
    """Store a question under an id that its page chose; asking the same again changes nothing.

    Raises:
        StoreConflictError: something else was asked under this id, or too many questions wait for an answer.
    """
    asked = Question(
        question_id=own_id(person.annotator_id, chosen),
        annotator_id=person.annotator_id,
        messages=(Message(side="person", by=person.annotator_id, words=words),),
    )

    def write(transaction: Transaction) -> Question:
        known = transaction.get(Question, asked.question_id)
        if known and known.messages[0].words == words:
            return known
        waiting: Where = {"annotator_id": person.annotator_id, "state": QuestionState.WAITING}
        earlier = transaction.find(Question, waiting, limit=MOST_SHOWN)
        if sum(each.problem is None for each in earlier) >= MOST_WAITING:
            raise StoreConflictError(
                f"{MOST_WAITING} of your questions wait for an answer.",
                remedy="Wait for an answer, then ask again.",
            )
        transaction.create(asked)
        return asked

    return records.transact(write)


def own_questions(records: RecordStore, person: Annotator) -> list[Question]:
    """A person's questions and problem reports, the newest first."""
    mine = {"annotator_id": person.annotator_id}
    asked = {each.question_id: each for each in records.find(Question, mine, limit=MOST_SHOWN)}
    reported = (question_of(each) for each in records.find(ProblemReport, mine, limit=MOST_SHOWN))
    found = {each.question_id: each for each in reported} | asked
    return sorted(found.values(), key=lambda each: each.asked_at, reverse=True)


def follow_up(records: RecordStore, person: Annotator, question_id: str, words: str) -> Question:
    """Ask back, once, after an answer; the same words again change nothing.

    Raises:
        RecordNotFoundError: there is no such question, or it is another person's.
        StoreConflictError: it is not answered yet, or the person has asked back before.
    """

    def write(transaction: Transaction) -> Question:
        question = _own(transaction, person, question_id)
        if _asked_back(question, words):
            return question
        if not question.may_follow_up:
            raise StoreConflictError(
                "You have asked back, or there is no answer yet.", remedy="Ask a new question."
            )
        said = Message(side="person", by=person.annotator_id, words=words)
        after = question.with_message(said, QuestionState.WAITING)
        transaction.replace(after)
        return after

    return records.transact(write)


def mark_read(records: RecordStore, person: Annotator, question_id: str) -> Question:
    """Note that the person has read the answer; a repeated call changes nothing.

    Raises:
        RecordNotFoundError: nobody has answered, or the question is another person's.
    """

    def write(transaction: Transaction) -> Question:
        question = _own(transaction, person, question_id)
        if question.state is not QuestionState.ANSWERED:
            return question
        after = question.model_copy(update={"state": QuestionState.READ})
        transaction.replace(after)
        return after

    return records.transact(write)


def _own(transaction: Transaction, person: Annotator, question_id: str) -> Question:
    question = transaction.get(Question, question_id)
    if question is None or question.annotator_id != person.annotator_id:
        raise RecordNotFoundError(
            f"You have asked no question {question_id!r}.", remedy="See /me for your questions."
        )
    return question


def _asked_back(question: Question, words: str) -> bool:
    later = question.messages[1:]
    return any(message.side == "person" and message.words == words for message in later)
