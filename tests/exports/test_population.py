"""What is in a dataset and what is left out add up to what the store has, each under its true reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pangea_server.annotate.annotations.population import (
    Chosen,
    LeftOut,
    Population,
    told,
    why_left_out,
)
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.monitoring.board import Board
from pangea_server.dataset.monitoring.dimensions import WantedRows, counted_left_out, selected
from pangea_server.dataset.release.release import make_release
from pangea_server.quality.agreement import agreement
from pangea_server.stores.local.store import LocalStore
from tests.exports.filled import corridor
from tests.trust.conftest import known_guide, known_walk

NOON = datetime(2025, 11, 1, 12, tzinfo=UTC)
GUIDES: dict[int, dict[str, Any]] = {
    1: {},
    2: {"learning": True},
    3: {"check_item": True},
    4: {"learning": True, "check_item": True},
    5: {"submitted_at": NOON + timedelta(hours=1)},
    6: {},  # rejected
    7: {},  # accepted
    8: {"sent_back": True},
    9: {},  # sent back by a reviewer
}
WALKS: dict[int, tuple[int, dict[str, Any]]] = {
    11: (1, {}),
    12: (1, {"learning": True}),
    13: (2, {}),
    14: (6, {}),
    15: (7, {}),  # rejected
    16: (7, {}),  # accepted
    17: (7, {"check_item": True}),
    18: (99, {}),
    19: (8, {}),
}


def decided(kind: str, number: int, state: ReviewState) -> Review:
    about = {"annotator_id": 1, "language": "en-US", "scan_id": "corridor", "lease_id": ""}
    told = {"task_id": f"{kind}-{number:06d}", "kind": kind, "number": number, "state": state}
    return Review.model_validate(about | told)


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    store = LocalStore.open(tmp_path / "data")
    for number, changed in GUIDES.items():
        store.records.create(known_guide(number).model_copy(update={"submitted_at": NOON} | changed))
    for number, (guide, changed) in WALKS.items():
        walk = known_walk(number, guide, number)
        store.records.create(walk.model_copy(update={"submitted_at": NOON} | changed))
    for kind, number, state in (
        ("guide", 6, ReviewState.REJECTED),
        ("guide", 7, ReviewState.ACCEPTED),
        ("guide", 9, ReviewState.SENT_BACK),
        ("follower", 15, ReviewState.REJECTED),
        ("follower", 16, ReviewState.ACCEPTED),
    ):
        store.records.create(decided(kind, number, state))
    return Dataset(store)


GONE, LEFT = LeftOut.WORDS_GONE, LeftOut.WORDS_LEFT_OUT
PENDING, LATER, REJECTED, BACK = LeftOut.PENDING, LeftOut.LATER, LeftOut.REJECTED, LeftOut.SENT_BACK
NEW, CHECK = LeftOut.LEARNING, LeftOut.CHECK_ITEM
GUIDES_LEFT = {REJECTED: 1, BACK: 2, NEW: 1, CHECK: 2}
WALKS_LEFT = {REJECTED: 1, NEW: 1, CHECK: 1, GONE: 1, LEFT: 3}
EXPECTED: list[tuple[dict[str, Any], dict[Any, int], dict[Any, int]]] = [
    ({}, {None: 3} | GUIDES_LEFT, {None: 2} | WALKS_LEFT),
    ({"until": NOON}, {None: 2, LATER: 1} | GUIDES_LEFT, {None: 2} | WALKS_LEFT),
    (
        {"population": Population.LEARNING},
        {None: 6, REJECTED: 1, BACK: 2},
        {None: 5, REJECTED: 1, GONE: 1, LEFT: 2},
    ),
    (
        {"population": Population.ACCEPTED},
        {None: 1, PENDING: 2} | GUIDES_LEFT,
        {None: 1, PENDING: 4, REJECTED: 1, NEW: 1, CHECK: 1, GONE: 1},
    ),
    ({"population": Population.ALL}, {None: 9}, {None: 8, GONE: 1}),
]


@pytest.mark.parametrize(("changed", "guides", "walks"), EXPECTED)
def test_the_counts_add_up_to_what_the_store_has(
    changed: dict[str, Any], guides: dict[Any, int], walks: dict[Any, int], dataset: Dataset, tmp_path: Path
) -> None:
    chosen = replace(dataset, **changed)
    report = export(chosen, tmp_path / "out", open_formats(["rxr"]))
    found = {what: Counter[Any](left) for what, left in report.left_out.items()}
    found["Guide annotations"][None], found["walks"][None] = report.guides, report.followers
    assert (found["Guide annotations"], found["walks"]) == (guides, walks)
    records = dataset.store.records
    assert sum(guides.values()) == records.count(GuideAnnotation) == len(GUIDES)
    assert sum(walks.values()) == records.count(FollowerAnnotation) == len(WALKS)
    again = export(chosen, tmp_path / "again", open_formats(["cvdn", "rxr"]))
    assert again.left_out == report.left_out
    dataset.store.close()


def test_the_dashboard_and_agreement_count_as_exports_do(dataset: Dataset, tmp_path: Path) -> None:
    places = corridor(tmp_path / "corridor")
    table = Board(dataset.store, places).rebuild()
    for changed, guides, walks in EXPECTED:
        if "until" in changed:
            continue
        population = changed.get("population", Population.DATA)
        for kind, expected in (("guide", guides), ("follower", walks)):
            wanted = WantedRows({"kind": kind}, population)
            found = Counter[Any](counted_left_out(table, wanted))
            found[None] = int(selected(table, wanted).sum())
            assert found == expected, (population, kind)
        (agreed,) = agreement(dataset.store.records, places, population=population)
        assert agreed.left_out == {why: count for why, count in walks.items() if why}
    dataset.store.close()


def test_all_of_it_is_marked(dataset: Dataset) -> None:
    everything = replace(dataset, population=Population.ALL)
    marks = {
        entry.instruction_id: (entry.learning, entry.check_item, entry.sent_back, entry.review)
        for entry in (guide.entry() for guide in everything.guides("Guides"))
    }
    assert [number for number, (*flags, _) in marks.items() if any(flags)] == [2, 3, 4, 8]
    assert {number: review.state for number, (*_, review) in marks.items() if review} == {
        6: "rejected",
        7: "accepted",
        9: "sent_back",
    }
    dataset.store.close()


def test_the_data_card_says_what_is_not_in_a_release(dataset: Dataset, tmp_path: Path) -> None:
    make_release(dataset, tmp_path / "release", open_formats(["instructions"]), "1.0")
    card = (tmp_path / "release" / "README.md").read_text()
    told_of_guides = "1 rejected, 2 sent back, 2 check items, 1 of learning periods"
    assert f"\nNot in it, of Guide annotations: {told_of_guides}.\n" in card
    assert "Not in it, of walks: 1 rejected, 1 check items, 1 of learning periods, 1 after words that" in card
    dataset.store.close()


def test_a_rejected_learner_is_rejected_and_reasons_have_one_order() -> None:
    walk = known_walk(1, 1, 1).model_copy(update={"learning": True})
    rejected = {walk.task_id: ReviewState.REJECTED}
    assert Chosen(Population.DATA, rejected).why_left_out(walk) is REJECTED
    assert Chosen(Population.DATA, {}).why_left_out(walk) is NEW
    assert Chosen(Population.LEARNING, {}).why_left_out(walk) is None
    assert told({GONE: 2, REJECTED: 1, NEW: 280, CHECK: 0}) == (
        "1 rejected, 280 of learning periods, 2 after words that were withdrawn"
    )


@given(
    state=st.sampled_from([None, *ReviewState]),
    marks=st.fixed_dictionaries(dict.fromkeys(("learning", "check_item", "sent_back"), st.booleans())),
)
def test_each_population_has_those_of_the_one_before(
    state: ReviewState | None, marks: dict[str, bool]
) -> None:
    says = SimpleNamespace(**marks)
    has = [why_left_out(population, says, state) is None for population in Population]
    assert has == sorted(has)
    assert has[-1]
