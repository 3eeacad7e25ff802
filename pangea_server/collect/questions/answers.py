"""Answers of the data team to questions and problem reports."""

from __future__ import annotations

from pangea_server.annotate.tasks.records import ProblemReport
from pangea_server.collect.questions.questions import REPORTED, question_of
from pangea_server.collect.questions.records import Message, Question, QuestionState
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.people.access.records import Annotator
from pangea_server.people.audit.log import note
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction

MOST_LISTED = 200


def questions(records: RecordStore) -> list[Question]:
    """Questions and problem reports: those that wait for an answer, the oldest first; then the others, the newest
    first. At most ``MOST_LISTED``."""
    asked = {each.question_id: each for each in every(records, Question)}
    reported = {each.question_id: each for each in map(question_of, every(records, ProblemReport))}
    found = (reported | asked).values()
    waiting = [each for each in found if each.state is QuestionState.WAITING]
    others = [each for each in found if each.state is not QuestionState.WAITING]
    waiting.sort(key=lambda each: each.messages[-1].at)
    others.sort(key=lambda each: each.messages[-1].at, reverse=True)
    return [*waiting, *others][:MOST_LISTED]


def answer(records: RecordStore, actor: Annotator, question_id: str, words: str, said: int) -> Question:
    """Add an answer to a question or a problem report; it is noted in the audit log.

    Args:
        said: how many messages whoever answers has read. The same answer again changes nothing.

    Raises:
        RecordNotFoundError: there is no such question.
        StoreConflictError: a person has said something since.
    """
    by = actor.annotator_id

    def write(transaction: Transaction) -> Question:
        kept = transaction.get(Question, question_id)
        question = kept or _reported(transaction, question_id)
        if question.messages[said:] and _is_same(question.messages[said], by, words):
            return question
        if len(question.messages) != said:
            raise StoreConflictError(
                f"Somebody has added to question {question_id!r} since you opened it.",
                remedy="Read what they said, and answer again if it is still needed.",
            )
        after = question.with_message(Message(side="team", by=by, words=words), QuestionState.ANSWERED)
        if kept is None:
            transaction.create(after)
        else:
            transaction.replace(after)
        note(transaction, by, "answered", question.annotator_id, question_id)
        return after

    return records.transact(write)


def _reported(transaction: Transaction, question_id: str) -> Question:
    report_id = question_id.removeprefix(REPORTED)
    report = transaction.get(ProblemReport, report_id) if report_id != question_id else None
    if report is None:
        raise RecordNotFoundError(
            f"There is no question {question_id!r}.", remedy="See /questions for all questions."
        )
    return question_of(report)


def _is_same(message: Message, by: int, words: str) -> bool:
    return (message.side, message.by, message.words) == ("team", by, words)
