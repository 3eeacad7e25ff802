"""Whether platforms' people got their codes and everybody their pay, read from what is stored."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.campaigns.pay_rules import PayRules
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.collect.ledger.pay import in_units
from pangea_server.collect.ledger.records import LedgerEntry
from pangea_server.collect.platforms.records import Study, Visit
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader
from tests.simulation.commands import pangea_says
from tests.simulation.finding import Finding
from tests.simulation.platforms import Guest

NEVER_ISSUED = "NEVERISSUED"


def platform_findings(records: RecordReader, guests: Sequence[Guest]) -> Iterator[Finding]:
    """Every rule about completion codes; ``guests`` came from a platform."""
    studies = {study.study_id: study for study in every(records, Study)}
    leases = {lease.lease_id: lease for lease in every(records, Lease)}
    early = 0
    for guest in guests:
        required, codes = studies[guest.study_id].required, guest.worker.codes
        early += [code is not None for code in codes] != [
            number + 1 >= required for number in range(len(codes))
        ]
    yield Finding("a code came with the last answer asked for, not before", len(guests), early)
    complete = [visit for visit in every(records, Visit) if visit.code]
    earned = Counter(lease_id for visit in complete for lease_id in visit.lease_ids)
    unearned = sum(leases[each].state is not LeaseState.SUBMITTED for each in earned)
    twice = sum(count > 1 for count in earned.values())
    yield Finding("a code is for accepted answers, each once", len(earned), unearned + twice)
    own = [visit.code for visit in complete if studies[visit.study_id].completion_code is None]
    yield Finding("Mechanical Turk's codes are all different", len(own), len(own) - len(set(own)))


def code_finding(data: Path, guests: Sequence[Guest]) -> Finding:
    """What people hand in on their platform: their code where they got one, else one that nobody issued."""
    wrong = 0
    for study in {guest.study_id for guest in guests}:
        handed_in = {guest.assignment_id: guest for guest in guests if guest.study_id == study}
        table = data.parent / f"{study}.csv"
        rows = [f"{each},{guest.code or NEVER_ISSUED}" for each, guest in handed_in.items()]
        table.write_text("\n".join(["assignment_id,code", *rows]))
        for row in csv.DictReader(
            io.StringIO(pangea_says(data, "platform", "check-codes", study, str(table)))
        ):
            wrong += row["verdict"] != ("right" if handed_in[row["assignment_id"]].code else "partial")
    return Finding("codes that come back are told right from wrong", len(guests), wrong)


def pay_findings(data: Path, records: RecordReader, definition: CampaignDefinition) -> Iterator[Finding]:
    """Every rule about time and pay, once ``pangea ledger`` has entered what was earned."""
    pangea_says(data, "ledger")
    entries = list(every(records, LedgerEntry))
    pangea_says(data, "ledger")
    again = sum(1 for _ in every(records, LedgerEntry)) - len(entries)
    yield Finding("the book is the same when it is asked again", len(entries), again)
    leases = {lease.lease_id: lease for lease in every(records, Lease)}
    yield _time(records, entries, leases)
    yield _amounts(entries, leases, definition.pay)
    rewards = Counter(entry.annotator_id for entry in entries if entry.kind == "paid")
    complete = Counter(visit.annotator_id for visit in every(records, Visit) if visit.code)
    wrong = len((rewards - complete) | (complete - rewards))
    yield Finding("what a platform pays by itself is paid already", len(complete), wrong)
    yield _bonuses(data, records, entries)


def _time(records: RecordReader, entries: Sequence[LedgerEntry], leases: Mapping[str, Lease]) -> Finding:
    """From a person's first task to their last answer."""
    ends: dict[int, list[datetime]] = defaultdict(list)
    answers = chain[GuideAnnotation | FollowerAnnotation](
        every(records, GuideAnnotation), every(records, FollowerAnnotation)
    )
    for answer in answers:
        ends[answer.annotator_id].append(answer.submitted_at)
    begins = {number: min(_begins(leases, number)) for number in ends}
    worked: dict[int, float] = defaultdict(float)
    for entry in entries:
        worked[entry.annotator_id] += entry.active_seconds or 0
    longer = sum(worked[each] > (max(ends[each]) - begins[each]).total_seconds() + 1 for each in ends)
    return Finding("nobody is paid for more time than passed", len(ends), longer)


def _begins(leases: Mapping[str, Lease], annotator_id: int) -> Iterator[datetime]:
    return (lease.created_at for lease in leases.values() if lease.annotator_id == annotator_id)


def _amounts(entries: Sequence[LedgerEntry], leases: Mapping[str, Lease], pay: PayRules) -> Finding:
    """An answer's price once, and the time of every attempt; a cent for rounding."""
    booked = Counter(entry.lease_id for entry in entries if entry.lease_id)
    answered = {lease.lease_id for lease in leases.values() if lease.state is LeaseState.SUBMITTED}
    wrong = len(answered - set(booked)) + sum(count > 1 for count in booked.values())
    for entry in entries:
        if entry.lease_id:
            price = pay.per_annotation[leases[entry.lease_id].kind] if entry.lease_id in answered else 0
            due = price + pay.per_hour * (entry.active_seconds or 0) / 3600
            wrong += abs(entry.amount - due) > 1
    return Finding("each answer earns its price and each attempt its time, once", len(booked), wrong)


def _bonuses(data: Path, records: RecordReader, entries: Sequence[LedgerEntry]) -> Finding:
    """What is still due to Prolific's people is in the file for it."""
    came = {study.study_id for study in every(records, Study) if study.platform == "prolific"}
    theirs = {visit.annotator_id for visit in every(records, Visit) if visit.study_id in came}
    due: Counter[int] = Counter()
    for entry in entries:
        due[entry.annotator_id] += entry.amount
    wanted = Counter(in_units(due[each], "USD") for each in theirs if due[each] > 0)
    found = Counter(
        row[1] for row in csv.reader(io.StringIO(pangea_says(data, "ledger", "payout", "prolific")))
    )
    return Finding("Prolific's file names what is due", len(theirs), len((wanted - found) | (found - wanted)))
