"""Whether people were checked, stopped and heard as the campaign's ``trust`` says, read from what is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.tasks.records import Lease
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.people.audit.records import AuditEntry
from pangea_server.quality.trust.records import Appeal, CheckResult
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader, Store
from tests.simulation.finding import Finding

Answers = dict[int, list[FollowerAnnotation]]


def trust_findings(
    store: Store,
    definition: CampaignDefinition,
    *,
    newcomers: Collection[int],
    careless: Collection[int],
) -> Iterator[Finding]:
    """Every rule about trust.

    Args:
        newcomers: who came once there were check items for Followers.
        careless: those of them who followed no words before somebody let them back in.
    """
    records, rules = store.records, definition.trust
    walks = _by_person(records)
    yield _learning(records, rules)
    yield _opening({number: walks[number] for number in newcomers}, rules)
    yield from _stopped(records, careless)
    yield _appeals(records)
    yield _judged(records)
    yield from _guides_judged(records)
    yield _left_out(store)


def _by_person(records: RecordReader) -> Answers:
    found: Answers = defaultdict(list)
    for walk in sorted(every(records, FollowerAnnotation), key=lambda walk: walk.submitted_at):
        found[walk.annotator_id].append(walk)
    return found


def _learning(records: RecordReader, rules: TrustRules) -> Finding:
    """Of each person and kind, in the order in which they were handed in."""
    marks: dict[tuple[int, type], list[tuple[datetime, bool]]] = defaultdict(list)
    for answer in _answers(records):
        marks[answer.annotator_id, type(answer)].append((answer.submitted_at, answer.learning))
    wrong = 0
    for found in marks.values():
        learning = [mark for _, mark in sorted(found)]
        wrong += learning != [number < rules.learning for number in range(len(learning))]
    return Finding(f"the first {rules.learning} of a kind are marked as learning", len(marks), wrong)


def _answers(records: RecordReader) -> Iterator[GuideAnnotation | FollowerAnnotation]:
    yield from every(records, GuideAnnotation)
    yield from every(records, FollowerAnnotation)


def _opening(walks: Answers, rules: TrustRules) -> Finding:
    first = [walk for own in walks.values() for walk in own[: rules.opening]]
    real = sum(not walk.check_item for walk in first)
    return Finding(f"a newcomer's first {rules.opening} walks are check items", len(first), real)


def _stopped(records: RecordReader, careless: Collection[int]) -> Iterator[Finding]:
    """Who fell short was given nothing of that kind until a manager let them back in."""
    appeals: dict[int, list[Appeal]] = defaultdict(list)
    for appeal in every(records, Appeal):
        appeals[appeal.annotator_id].append(appeal)
    given = [lease for lease in every(records, Lease) if lease.kind == "follower"]
    while_stopped = 0
    for number, asked in appeals.items():
        mine = [lease.created_at for lease in given if lease.annotator_id == number]
        while_stopped += sum(any(_was_stopped(appeal, at) for appeal in asked) for at in mine)
    yield Finding("nothing was given to who was stopped", len(appeals), while_stopped)
    yield Finding("who did not care was stopped", len(careless), len(set(careless) - set(appeals)))


def _was_stopped(appeal: Appeal, at: datetime) -> bool:
    """From the appeal on, until it was granted."""
    until = appeal.decided_at if appeal.decision == "reinstated" else None
    return appeal.asked_at < at and (until is None or at < until)


def _appeals(records: RecordReader) -> Finding:
    asked = list(every(records, Appeal))
    noted = [entry for entry in every(records, AuditEntry) if entry.action.startswith("appeal")]
    undecided = sum(appeal.decision is None for appeal in asked)
    return Finding(
        "appeals were decided, and the log says by whom",
        len(asked),
        undecided + abs(len(asked) - sum(entry.actor is not None for entry in noted)),
    )


def _left_out(store: Store) -> Finding:
    """Learning and check items are in no export that does not ask for them."""
    exported: Sequence[GuideAnnotation | FollowerAnnotation] = [
        *(guide.annotation for guide in Dataset(store).guides("Guides")),
        *(walk.annotation for walk in Dataset(store).followers("Followers")),
    ]
    aside = sum(each.learning or each.check_item for each in exported)
    return Finding("no learning and no check item among the data", len(exported), aside)


def _judged(records: RecordReader) -> Finding:
    """Every check item that was answered has its verdict."""
    results = list(every(records, CheckResult))
    done = {walk.demonstration_id for walk in every(records, FollowerAnnotation) if walk.check_item}
    open_ones = [
        each
        for each in results
        if each.kind == "follower" and int(each.task_id.rpartition("-")[2]) in done and each.passed is None
    ]
    return Finding("every Follower's check item was judged", len(done), len(open_ones))


def _guides_judged(records: RecordReader) -> Iterator[Finding]:
    """What becomes of Guides who tell the start alone is measured in ``trust/README.md``: some of them pass."""
    results = {each.task_id: each for each in every(records, CheckResult) if each.kind == "guide"}
    done = [guide for guide in every(records, GuideAnnotation) if guide.check_item]
    told = {guide.record_id: results[f"guide-{guide.record_id}"].passed for guide in done}
    whole = [guide for guide in done if guide.transcript.split() == list(guide.path)]
    open_ones = sum(passed is None for passed in told.values())
    yield Finding("every Guide's check item was judged", len(done), open_ones)
    failed = sum(not told[guide.record_id] for guide in whole)
    yield Finding("who told the whole way passed", len(whole), failed)
