"""A simulated crowd on the demo house, from Guides' words to boxes, over HTTP: what it comes to, and what it leaves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from environments.demo import DemoHouse
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.landmarks.lookups import made_by
from pangea_server.annotate.landmarks.records import Mention, RegionRecord
from pangea_server.annotate.tasks.records import Lease, Task, TaskState
from pangea_server.app.simulated_crowd import CAMPAIGN, Run, simulate_landmarks, simulated
from pangea_server.collect.landmarks.path_advance import advance_campaign
from pangea_server.collect.landmarks.simulation.figures import Figures
from pangea_server.collect.ledger.entries import attempts, book
from pangea_server.collect.ledger.records import LedgerEntry
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.stores.paging import every
from tests.landmarks.test_gold import place

RULES = TrustRules(learning=0, opening=10, share=0.02)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """After one campaign of six instructions, whose people are checked a little."""
    folder: Path = tmp_path_factory.mktemp("simulated")
    kinds = ["mention", "coref_link", "coref_verify", "box_need", "box_draw", "box_quality", "box_coverage"]
    with simulated(
        folder / "data",
        DemoHouse(),
        place(),
        instructions=6,
        people=24,
        checks=3,
        trust=RULES,
        landmarks={"kinds": kinds, "mark_twice": 0},
    ) as prepared:
        for _ in prepared.work():
            pass
        yield prepared


def test_the_crowd_comes_to_chains_and_boxes(run: Run) -> None:
    found = run.figures()
    assert found.instructions == 6
    assert found.conll >= 0.75
    assert found.boxes >= 10
    assert found.box_share >= 0.9
    costs = {each.step: each for each in found.costs}
    assert 0 < found.links < found.pairs
    assert found.links <= costs["coref_link"].judgements, "a pair may be judged twice"
    assert costs["box_draw"].hours == pytest.approx(costs["box_draw"].judgements * 26.8 / 3600)
    assert costs["box_draw"].checks > 0


def test_those_who_work_badly_are_found(run: Run) -> None:
    people = run.figures().workers
    assert people.bad >= 2
    assert people.found >= people.bad / 2  # which tasks people get is drawn anew in each run
    assert people.wrongly <= 0.25 * (people.people - people.bad)


def test_work_on_landmarks_is_in_the_ledger_by_kind(run: Run) -> None:
    records = run.store.records
    leases = {lease.lease_id: lease for lease in every(records, Lease)}
    book(records)
    entered = Counter(
        leases[entry.lease_id].kind for entry in every(records, LedgerEntry) if entry.lease_id in leases
    )
    done = Counter(each.kind for each in every(records, TaskAnnotation))
    for kind, count in done.items():
        assert entered[kind] == count
    seconds: dict[str, float] = defaultdict(float)
    for attempt, _ in attempts(records):
        seconds[attempt.kind] += attempt.active_seconds
    assert all(seconds[kind] >= 0 for kind in done)
    assert sum(seconds[kind] for kind in done) > 0
    told = [
        answer["seconds"]  # type: ignore[index,call-overload]
        for each in every(records, TaskAnnotation)
        for answer in each.answer["answers"]  # type: ignore[union-attr]
    ]
    assert all(isinstance(each, float) and each > 0 for each in told)


def test_a_withdrawal_takes_judgements_out_and_asks_again(run: Run) -> None:
    """The last test: it changes what there is."""
    records = run.store.records
    marked = Counter(each.annotator_id for each in every(records, Mention) if each.annotator_id is not None)
    [(person, count), *_] = marked.most_common()
    withdraw(run.store, person, None)
    advance_campaign(records, run.environment, CAMPAIGN)
    assert list(made_by(records, person)) == []
    assert not [each for each in every(records, TaskAnnotation) if each.annotator_id == person]
    waiting = [each for each in every(records, Task) if each.state is TaskState.OPEN and not each.check_item]
    assert "mention" in {each.kind for each in waiting}
    run.workers = [each for each in run.workers if each.number != person]
    for _ in run.work():
        pass
    assert sum(1 for _ in every(records, Mention)) >= 0.9 * (sum(marked.values()) - count) + 0.5 * count
    assert all(each.annotator_id != person for each in every(records, RegionRecord))


def test_a_seed_decides_all_of_a_run(tmp_path: Path) -> None:
    def figures(name: str, seed: int) -> Figures:
        found = simulate_landmarks(
            tmp_path / name,
            DemoHouse(),
            place(),
            instructions=6,
            people=6,
            checks=1,
            trust=RULES,
            seed=seed,
            landmarks={"kinds": ["mention"]},
        )
        return replace(found, seconds=0.0)

    first = figures("first", 1)
    assert figures("again", 1) == first
    assert figures("other", 2) != first
