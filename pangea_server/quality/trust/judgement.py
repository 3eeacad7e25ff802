"""Judging the answers to check items after the submit; answers that a crash left are judged when they are next read."""

from __future__ import annotations

from collections.abc import Iterable

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.answers import found_annotation
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.check_scores import CheckVerdict
from pangea_server.annotate.kinds.checks import KnownItem
from pangea_server.annotate.kinds.kinds import declared, words_kind
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.quality.trust.records import CheckResult
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction, found

MOST_OTHERS = 40  # other items whose words are compared with an answer's


def judge_task(records: RecordStore, task_id: str) -> None:
    """Judge the answer to this task, if the task is a check item."""
    for result in records.find(CheckResult, {"task_id": task_id}, limit=1):
        judged(records, result)


def judged(records: RecordStore, result: CheckResult) -> CheckResult:
    """The result with its verdict, which is stored; unchanged if no answer was submitted yet."""
    answer = _answer(records, result)
    if answer is None:
        return result
    verdict = _verdict(records, result, answer)
    known = {
        "answered_at": answer.submitted_at,
        "passed": verdict.passed,
        "marks": verdict.marks,
        "reason": verdict.reason,
    }

    def keep(transaction: Transaction) -> CheckResult:
        seen = transaction.get(CheckResult, result.record_id)
        if seen is None or seen.answered_at:
            return seen or result
        decided = seen.model_copy(update=known)
        transaction.replace(decided)
        return decided

    return records.transact(keep)


def _answer(records: RecordStore, result: CheckResult) -> Annotation | None:
    task = found(records, Task, result.task_id)
    return found_annotation(records, result.kind, task.number) if task else None


def _verdict(records: RecordStore, result: CheckResult, answer: Annotation) -> CheckVerdict:
    try:
        item = records.get(CheckItem, result.item_id)
    except RecordNotFoundError:
        return CheckVerdict(None, "the check item was removed")
    check = declared(result.kind).check
    if check is None:
        return CheckVerdict(None, f"tasks of kind {result.kind} cannot be checked")
    known = KnownItem(item, _references(records, item), lambda: _others(records, item))
    return check.verdict(answer, known)


def _others(records: RecordStore, item: CheckItem) -> list[list[str]]:
    others = [
        other
        for other in every(records, CheckItem, {"campaign_id": item.campaign_id})
        if (other.kind, other.language) == (item.kind, item.language) and other.path_id != item.path_id
    ]
    return [_references(records, other) for other in others[:MOST_OTHERS]]


def _references(records: RecordStore, item: CheckItem) -> list[str]:
    """The good transcripts that have not been withdrawn."""
    found: Iterable[Annotation | None] = (
        *(found_annotation(records, words_kind(), number) for number in item.instruction_ids),
        *(found_annotation(records, item.kind, number) for number in item.answers),
    )
    return [each.transcript for each in found if each and each.transcript]
