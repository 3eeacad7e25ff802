"""What sort of answer flags take an annotation for, which report is kept of it, and what reviewers see of that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.quality.flags.protocol import Finding
from pangea_server.quality.flags.records import FlagReport
from pangea_server.quality.flags.runner import _put, sort_of
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every
from tests.archive.campaign import told
from tests.trust.conftest import BLOB, known_guide, known_walk

SPOKEN: dict[str, Any] = {"voice": BLOB, "duration": 2.0, "sample_rate": 16_000}


@pytest.mark.parametrize(
    ("annotation", "sort"),
    [
        (known_guide(1), "described"),
        (known_walk(1, 1, 2), "followed"),
        (told("tour", **SPOKEN), "voice_and_transcript"),
        (told("guide_two", **SPOKEN), "talked"),
        (told("tour", answer={}, **SPOKEN), "voice"),
        (told("tour", answer={}, walked=("door", "lamp")), "walk"),
        (told("tour"), "transcript"),
        (told("box_need", answer={"answers": []}), "choice"),
    ],
)
def test_an_answer_is_taken_for_what_its_kind_declares_or_what_it_contains(
    annotation: Annotation, sort: str
) -> None:
    assert sort_of(annotation) == sort


def report(annotation_version: int, alignment_version: int, *raised: bool) -> FlagReport:
    return FlagReport(
        kind="guide",
        annotation_id=1,
        rules="",
        annotation_version=annotation_version,
        alignment_version=alignment_version,
        findings=tuple(Finding("silence", each, "") for each in raised),
    )


def review(number: int, **fields: Any) -> Review:
    about = {"annotator_id": 1, "language": "en-US", "scan_id": "corridor", "lease_id": ""}
    return Review(task_id=f"guide-{number:06d}", kind="guide", number=number, **about, **fields)


def test_the_report_about_the_newest_words_is_kept_and_moves_its_review(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path / "data") as store:
        for record in (known_guide(1), review(1), review(2)):
            store.records.create(record)

        def put(*given: Any, about: Annotation | None = None) -> tuple[list[FlagReport], list[bool], int]:
            made = report(*given)
            store.records.transact(lambda transaction: _put(transaction, about or known_guide(1), made))
            flagged = [each.flagged for each in every(store.records, Review)]
            return list(every(store.records, FlagReport)), sorted(flagged), store.records.count(Change)

        def versions(found: list[FlagReport]) -> list[tuple[int, int]]:
            return [(each.annotation_version, each.alignment_version) for each in found]

        for given, kept, flagged, changes in (
            ((2, 1, False, True), (2, 1), True, 1),
            ((1, 2), (2, 1), True, 1),  # of earlier words
            ((2, 0), (2, 1), True, 1),
            ((2, 1), (2, 1), False, 2),
            ((2, 2, True), (2, 2), True, 3),
        ):
            found, reviews, changed = put(*given)
            assert (versions(found), reviews, changed) == ([kept], [False, flagged], changes), given
        assert put(3, 0, about=known_guide(9))[1:] == ([False, True], 3)  # which was withdrawn
        assert versions(list(every(store.records, FlagReport))) == [(2, 2)]


def test_a_review_that_answers_contradict_stays_flagged(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path / "data") as store:
        for record in (known_guide(1), review(1, flagged=True, disputed="two things")):
            store.records.create(record)
        store.records.transact(lambda transaction: _put(transaction, known_guide(1), report(1, 0)))
        assert [each.flagged for each in every(store.records, Review)] == [True]
