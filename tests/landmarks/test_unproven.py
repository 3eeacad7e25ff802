"""Whoever stops caring is found between two check items: what they gave since the last one that they passed is asked
anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

import numpy as np
import pytest

from environments.demo import DemoHouse
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.app.simulated_crowd import Run, simulated
from pangea_server.collect.landmarks.evidence import items_of
from pangea_server.collect.landmarks.simulation.crowd import Taken, Worker, hand_in, told
from pangea_server.core.records import padded
from pangea_server.people.access.records import Annotator
from pangea_server.quality.gold.places import gold_places
from pangea_server.quality.trust.batches import appeal_batch, decide_batch, own_refused_batches
from pangea_server.quality.trust.records import CheckResult
from pangea_server.quality.trust.unproven import refuse_unproven
from pangea_server.stores.paging import every


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """English instructions whose words careful people have marked, and of which nothing is linked yet."""
    rules = TrustRules(learning=0, opening=10, share=0.4, recent=10, recent_minimum=0.5)
    [place] = gold_places(DemoHouse())
    with simulated(
        tmp_path_factory.mktemp("faded"), DemoHouse(), place,
        instructions=12, people=0, checks=4, trust=rules, landmarks={"kinds": ["mention", "coref_link"]},
    ) as prepared:  # fmt: skip
        for _ in range(3):
            marker = prepared.come("en-IN")
            work_at(prepared, marker, Step.MENTION)
        yield prepared


def work_at(run: Run, worker: Worker, step: Step, until: Callable[[], bool] = lambda: False) -> None:
    """All that they are given of one kind, or so much of it."""
    while not until() and (given := worker.call("POST", "/leases", {"kind": step.value})).status_code != 204:
        lease = told(given)
        assert hand_in(Taken(worker, lease["lease_id"], step, lease["args"]["items"]), run.truth)


def links_of(run: Run, worker: Worker) -> list[TaskAnnotation]:
    """Their answers that are no check items, in order."""
    answers = every(run.store.records, TaskAnnotation, {"annotator_id": worker.number})
    real = [each for each in answers if each.kind == Step.LINK.value and not each.check_item]
    return sorted(real, key=lambda each: each.submitted_at)


def states(run: Run, task_ids: Iterable[str]) -> set[ReviewState]:
    return {run.store.records.find(Review, {"task_id": each})[0].state for each in task_ids}


def asked(answers: Iterable[TaskAnnotation]) -> set[str]:
    return {item.key for answer in answers for item in items_of(answer)}


def seen_well(run: Run, worker: Worker) -> datetime:
    """When they last passed a page of check items."""
    results = every(run.store.records, CheckResult, {"annotator_id": worker.number})
    return max(each.answered_at for each in results if each.passed and each.answered_at)


@pytest.fixture(scope="module")
def faded(run: Run) -> Worker:
    """Who has worked well until they passed a check item among answers that count, and then answered everything wrongly
    until nothing more was given."""
    worker = run.come("en-IN")

    def was_checked_again() -> bool:
        answers = links_of(run, worker)
        return bool(answers) and seen_well(run, worker) > answers[0].submitted_at

    work_at(run, worker, Step.LINK, was_checked_again)
    worker.quality = np.zeros(1)
    work_at(run, worker, Step.LINK)
    return worker


def test_what_somebody_gave_since_they_were_last_seen_to_work_well_is_refused(
    run: Run, faded: Worker
) -> None:
    records, answers = run.store.records, links_of(run, faded)
    [batch] = own_refused_batches(records, faded.number)
    well = seen_well(run, faded)
    before = [each.task_id for each in answers if each.submitted_at < well]
    since = [each.task_id for each in answers if each.submitted_at > well]
    assert before
    assert list(batch.task_ids) == since != []
    assert (states(run, before), states(run, since)) == ({ReviewState.PENDING}, {ReviewState.REJECTED})
    assert (batch.kind, batch.passed) == (Step.LINK.value, 0)


def test_it_is_asked_anew_and_what_came_before_is_not(run: Run, faded: Worker) -> None:
    [batch] = own_refused_batches(run.store.records, faded.number)
    answers = links_of(run, faded)
    refused = asked(each for each in answers if each.task_id in batch.task_ids)
    kept = asked(each for each in answers if each.task_id not in batch.task_ids)
    another = run.come("en-IN")
    work_at(run, another, Step.LINK)
    again = asked(links_of(run, another))
    assert again & refused
    assert not again & kept


def test_it_is_done_once_and_an_appeal_that_is_granted_undoes_it(run: Run, faded: Worker) -> None:
    records = run.store.records
    [batch] = own_refused_batches(records, faded.number)
    last = max(every(records, CheckResult, {"annotator_id": faded.number}), key=lambda each: each.drawn_at)
    assert refuse_unproven(records, last.task_id) == batch
    person = records.get(Annotator, padded(faded.number))
    appeal_batch(records, person, batch.record_id, "I was careful.")
    decide_batch(records, batch.record_id, "reinstated", None)
    refuse_unproven(records, last.task_id)
    assert states(run, batch.task_ids) == {ReviewState.PENDING}


def test_nothing_of_people_who_work_well_or_never_did_is_refused(run: Run) -> None:
    for quality in (1.0, 0.0):
        worker = run.come("en-IN", quality=quality)
        work_at(run, worker, Step.LINK)
        assert own_refused_batches(run.store.records, worker.number) == []
