"""What somebody gave after they were last seen to work well, once they are given no more tasks.

Between two check items a person gives up to fifty answers, and whoever stops caring does so somewhere among them. About
landmarks one person's answers decide (a wrong link joins two things, and everything that is asked about them then), so
what was given since the last page of check items that was passed is refused, as a batch is, and asked anew. Other kinds
have votes, or reviewers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.kinds.answers import found_annotation
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.quality.trust.batches import RefusedBatch, refuse
from pangea_server.quality.trust.histories import results_of, rules_of, standing_in
from pangea_server.quality.trust.records import CheckResult
from pangea_server.quality.trust.standing import StandingState, least_passed
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, found


def refuse_unproven(records: RecordStore, task_id: str) -> RefusedBatch | None:
    """After a check item about landmarks was judged: if its person is given no more tasks of the kind, refuse what they
    gave since the last one that they passed. None where there is nothing to refuse.

    Calling it again finishes what was interrupted, and changes nothing otherwise.
    """
    result = next(iter(records.find(CheckResult, {"task_id": task_id}, limit=1)), None)
    rules = rules_of(records, result.campaign_id) if result else None
    if result is None or rules is None or rules.batches is not None or not declared(result.kind).step:
        return None
    of_person = results_of(records, result.annotator_id)
    standing = standing_in(records, result.annotator_id, result.campaign_id, result.kind, rules, of_person)
    if standing.state is not StandingState.DEMOTED:
        return None
    mine = [each for each in of_person if (each.campaign_id, each.kind) == (result.campaign_id, result.kind)]
    given = tuple(_given_since(records, result, _last_passed(mine, rules)))
    if not given:
        return None
    return refuse(
        records,
        RefusedBatch(
            annotator_id=result.annotator_id,
            campaign_id=result.campaign_id,
            kind=result.kind,
            number=len(mine),
            task_ids=given,
            checks=len(result.marks),
            passed=sum(result.marks),
        ),
    )


def _last_passed(results: Sequence[CheckResult], rules: TrustRules) -> datetime | None:
    """When the newest page of check items was answered of which so many were passed as are asked of all."""
    passed = (
        each.answered_at
        for each in results
        if each.answered_at and sum(each.marks) >= least_passed(each.kind, rules) * max(1, len(each.marks))
    )
    return max(passed, default=None)


def _given_since(records: RecordStore, result: CheckResult, since: datetime | None) -> Iterator[str]:
    """The tasks of the kind, in the order in which they were given, whose answers the person gave since then."""
    leases = [
        each
        for each in every(records, Lease, {"annotator_id": result.annotator_id})
        if each.kind == result.kind and each.state is LeaseState.SUBMITTED
    ]
    for lease in sorted(leases, key=lambda each: (each.created_at, each.lease_id)):
        task = found(records, Task, lease.task_id)
        if task is None or task.check_item or task.campaign_id != result.campaign_id:
            continue
        answer = found_annotation(records, result.kind, task.number)
        if (
            answer
            and answer.annotator_id == result.annotator_id
            and (since is None or answer.submitted_at > since)
        ):
            yield task.record_id
