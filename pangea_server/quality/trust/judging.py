"""Judging the answers to check items, behind the submit; whatever a crash left is judged when it is next asked for."""

from __future__ import annotations

from collections.abc import Iterable

from pangea_server.annotate.annotations.reading import found_guide
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import padded
from pangea_server.quality.trust.records import CheckItem, CheckResult
from pangea_server.quality.trust.scoring import Verdict, follower_verdict, guide_verdict
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction

MOST_OTHERS = 40  # other paths with which a Guide's words are compared


def judge_task(records: RecordStore, task_id: str) -> None:
    """Judge the answer to this task, when it is a check item's."""
    for result in records.find(CheckResult, {"task_id": task_id}, limit=1):
        judged(records, result)


def judged(records: RecordStore, result: CheckResult) -> CheckResult:
    """The result with its verdict, which is kept; as it was where nothing was handed in yet."""
    answer = _answer(records, result)
    if answer is None:
        return result
    verdict = _verdict(records, result, answer)
    known = {"answered_at": answer.submitted_at, "passed": verdict.passed, "reason": verdict.reason}

    def keep(transaction: Transaction) -> CheckResult:
        seen = transaction.get(CheckResult, result.record_id)
        if seen is None or seen.answered_at:
            return seen or result
        decided = seen.model_copy(update=known)
        transaction.replace(decided)
        return decided

    return records.transact(keep)


def _answer(records: RecordStore, result: CheckResult) -> GuideAnnotation | FollowerAnnotation | None:
    try:
        number = padded(records.get(Task, result.task_id).number)
        if result.kind == "guide":
            return records.get(GuideAnnotation, number)
        return records.get(FollowerAnnotation, number)
    except RecordNotFoundError:
        return None


def _verdict(
    records: RecordStore, result: CheckResult, answer: GuideAnnotation | FollowerAnnotation
) -> Verdict:
    try:
        item = records.get(CheckItem, result.item_id)
    except RecordNotFoundError:
        return Verdict(None, "the check item is gone")
    if answer.scores is None:
        return Verdict(None, "the walk has no scores")
    if isinstance(answer, FollowerAnnotation):
        return follower_verdict(answer.scores.sr, answer.scores.ndtw, item.good_ndtw)
    return guide_verdict(
        answer.scores.sr, answer.instruction, _instructions(records, item), _other_paths(records, item)
    )


def _other_paths(records: RecordStore, item: CheckItem) -> list[list[str]]:
    others = [
        other
        for other in every(records, CheckItem, {"campaign_id": item.campaign_id})
        if other.kind == "guide" and other.language == item.language and other.path_id != item.path_id
    ]
    return [_instructions(records, other) for other in others[:MOST_OTHERS]]


def _instructions(records: RecordStore, item: CheckItem) -> list[str]:
    """Good instructions that are still there; what was withdrawn is not."""
    found: Iterable[GuideAnnotation | None] = (found_guide(records, each) for each in item.instruction_ids)
    return [guide.instruction for guide in found if guide]
