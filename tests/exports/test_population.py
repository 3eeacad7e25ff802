"""What is in a dataset and what is left out add up to what the store has, each under its true reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.population import LeftOut, Population, told
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.release.release import make_release
from pangea_server.stores.local.store import LocalStore
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
        ("follower", 15, ReviewState.REJECTED),
        ("follower", 16, ReviewState.ACCEPTED),
    ):
        store.records.create(decided(kind, number, state))
    return Dataset(store)


GONE, LEFT = LeftOut.WORDS_GONE, LeftOut.WORDS_LEFT_OUT
PENDING, LATER, REJECTED = LeftOut.NOT_ACCEPTED, LeftOut.LATER, LeftOut.REJECTED
NEW, CHECK = LeftOut.LEARNING, LeftOut.CHECK_ITEM
USUAL = {None: 2, REJECTED: 1, NEW: 1, CHECK: 1, GONE: 1, LEFT: 2}


@pytest.mark.parametrize(
    ("changed", "guides", "walks"),
    [
        ({}, {None: 3, REJECTED: 1, NEW: 1, CHECK: 2}, USUAL),
        ({"until": NOON}, {None: 2, LATER: 1, REJECTED: 1, NEW: 1, CHECK: 2}, USUAL),
        ({"all_of_it": True}, {None: 6, REJECTED: 1}, {None: 5, REJECTED: 1, GONE: 1, LEFT: 1}),
        ({"accepted_only": True}, {None: 1, PENDING: 6}, {None: 1, PENDING: 6, GONE: 1}),
    ],
)
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


def test_the_data_card_says_what_is_not_in_a_release(dataset: Dataset, tmp_path: Path) -> None:
    make_release(dataset, tmp_path / "release", open_formats(["instructions"]), "1.0")
    card = (tmp_path / "release" / "README.md").read_text()
    assert "\nNot in it, of Guide annotations: 1 rejected, 2 check items, 1 of learning periods.\n" in card
    assert "Not in it, of walks: 1 rejected, 1 check items, 1 of learning periods, 1 after words that" in card
    dataset.store.close()


def test_a_rejected_learner_is_rejected_and_reasons_have_one_order() -> None:
    walk = known_walk(1, 1, 1).model_copy(update={"learning": True})
    assert Population({walk.task_id}).why_left_out(walk) is REJECTED
    assert Population(set()).why_left_out(walk) is NEW
    assert Population(set(), all_of_it=True).why_left_out(walk) is None
    assert told({GONE: 2, REJECTED: 1, NEW: 280, CHECK: 0}) == (
        "1 rejected, 280 of learning periods, 2 after words that were withdrawn"
    )
