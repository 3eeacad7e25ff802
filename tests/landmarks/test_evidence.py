"""What of a store is evidence about a path: which words count, which answers, and what was derived of earlier ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from pangea_server.annotate.annotations.records import GuideAnnotation, GuideVersion, TaskAnnotation
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.landmark_rules import LandmarkRules
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.landmarks.protocol.evidence import Judged
from pangea_server.annotate.landmarks.protocol.memory import Memory
from pangea_server.annotate.landmarks.records import Mention
from pangea_server.collect.landmarks import evidence
from pangea_server.core.records import Record
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Store
from tests.exports.filled import PATH, TEXTS, annotated
from tests.landmarks.examples import LAMP, chain, entity, fill, link, mention, region
from tests.landmarks.overview_store import judged


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = annotated(tmp_path / "data")
    yield store
    store.close()


def read(store: Store) -> evidence.Reader:
    return evidence.Reader(store.records, Memory())


def counted(store: Store, **rules: Any) -> list[int]:
    guides = list(every(store.records, GuideAnnotation))
    found = evidence._words(read(store), guides, LandmarkRules(**rules))
    return [each.instruction_id for each in found]


def change(store: Store, record: Record, **fields: Any) -> None:
    changed = record.model_copy(update=fields)
    store.records.transact(lambda transaction: transaction.replace(changed))


def review(kind: str, number: int, state: ReviewState) -> Review:
    task_id = f"{kind}-{number:06d}"
    about: dict[str, Any] = {"annotator_id": 1, "language": "en-US", "scan_id": "corridor", "lease_id": "l"}
    return Review(task_id=task_id, kind=kind, number=number, state=state, **about)


def test_instructions_count_in_the_languages_that_are_asked_about(store: Store) -> None:
    assert counted(store) == [1, 2]
    assert counted(store, languages=("hi-IN",)) == [2]
    assert list(evidence._words(read(store), every(store.records, GuideAnnotation), None)) == []


@pytest.mark.parametrize("fields", [{"learning": True}, {"check_item": True}, {"transcript": ""}])
def test_an_instruction_that_is_no_data_or_has_no_words_does_not_count(
    store: Store, fields: dict[str, Any]
) -> None:
    change(store, store.records.get(GuideAnnotation, "000001"), **fields)
    assert counted(store) == [2]


@pytest.mark.parametrize(
    ("state", "handed_in", "accepted"),
    [
        (ReviewState.PENDING, [1, 2], []),
        (ReviewState.ACCEPTED, [1, 2], [1]),
        (ReviewState.REJECTED, [2], []),
        (ReviewState.SENT_BACK, [2], []),
    ],
)
def test_what_reviewers_decided_about_an_instruction_counts(
    store: Store, state: ReviewState, handed_in: list[int], accepted: list[int]
) -> None:
    store.records.create(review("guide", 1, state))
    assert (counted(store), counted(store, of="accepted")) == (handed_in, accepted)


def test_words_are_told_with_their_times_and_their_earlier_forms_the_newest_first(store: Store) -> None:
    guide = store.records.get(GuideAnnotation, "000001")
    for version, text in enumerate(("first", "second", "", "first"), 1):
        earlier = guide.model_dump() | {"version": version, "transcript": text}
        store.records.create(GuideVersion.model_validate(earlier))
    change(store, guide, version=5)
    [words, _] = evidence._words(read(store), every(store.records, GuideAnnotation), LandmarkRules())
    assert (words.guide, words.language, words.transcript) == (1, "en-US", TEXTS[0])
    assert words.earlier == ("first", "second")
    assert [each.word for each in words.timed] == TEXTS[0].split()
    assert evidence._earlier(store.records, guide) == (), "of words that nobody has mended"


def answered(store: Store) -> list[TaskAnnotation]:
    path = PathRecord(path_id=1, scan_id="corridor", path=PATH, heading=0.0)
    judged(store, path, 4, 7, (2.0, "box"), (1.0, "box"), (3.0, "scene"))
    judged(store, path, 5, 8, (6.0, "box"))
    first, second = every(store.records, TaskAnnotation)
    told = first.answer["answers"]
    assert isinstance(told, list)
    return [first.model_copy(update={"answer": {"answers": [told[0], None, told[2]]}}), second]


def judged_in(answers: list[TaskAnnotation], *reviews: Review) -> list[Judged]:
    items = {each.task_id: list(evidence.items_of(each)) for each in answers}
    return list(evidence._judged(answers, items, {each.task_id: each for each in reviews}))


def test_the_answers_that_count_are_told_item_by_item_but_for_those_that_were_passed_over(
    store: Store,
) -> None:
    answers = answered(store)
    found = judged_in(answers, review("box_need", 4, ReviewState.ACCEPTED))
    told = [(each.number, each.place, each.person, each.accepted, each.answer["verdict"]) for each in found]
    assert told == [(4, 0, 7, True, "box"), (4, 2, 7, True, "scene"), (5, 0, 8, False, "box")]
    assert [each.asked.mentions[0].start_char for each in found] == [0, 2, 0]
    assert [each.at for each in found] == [answers[0].submitted_at] * 2 + [answers[1].submitted_at]


@pytest.mark.parametrize("state", [ReviewState.REJECTED, ReviewState.SENT_BACK])
def test_an_answer_that_reviewers_refused_does_not_count(store: Store, state: ReviewState) -> None:
    assert {each.number for each in judged_in(answered(store), review("box_need", 4, state))} == {5}


@pytest.mark.parametrize("mark", ["learning", "check_item"])
def test_an_answer_that_is_no_data_does_not_count_and_is_not_asked_of_that_person_again(
    store: Store, mark: str
) -> None:
    first, second = answered(store)
    answers = [first.model_copy(update={mark: True}), second]
    assert {each.number for each in judged_in(answers)} == {5}
    items = {each.task_id: list(evidence.items_of(each)) for each in answers}
    people = evidence._who_answered(answers, items)
    keys = [each.key for each in items[first.task_id]]
    assert people == {keys[0]: frozenset({7, 8}), keys[1]: frozenset({7})}


def test_only_what_answers_here_came_to_is_derived_never_what_was_imported_or_labelled(store: Store) -> None:
    own, elsewhere = "corridor-e-000001-c1", "corridor-e7"
    marked = mention("the <lamp>", TEXTS[0])
    accepted = mention("stop", TEXTS[0], source="accepted")
    imported = mention("Go", TEXTS[0], source="imported")
    judgement = link("coref_link-000001-0", marked.mention_id, accepted.mention_id)
    ours = chain("000001-c1", (marked.mention_id,), (own, LAMP))
    drawn = region("box_draw-000001-0", "corridor-e-000001-c2")
    theirs = [entity(name) for name in (own, "corridor-e-000001-c2")]
    derived = [marked, accepted, judgement, ours, drawn, *theirs]
    others = [
        imported,
        link("imported-1", marked.mention_id, imported.mention_id),
        chain("000001-c9", (imported.mention_id,), (elsewhere,), source="imported"),
        chain("000002-c1", (), path_id=2),
        region("imported-2", elsewhere),
        *(entity(name) for name in (LAMP, elsewhere)),
    ]
    fill(store, *derived, *others)
    path = store.records.get(PathRecord, "000001")
    mentions = list(every(store.records, Mention))
    assert list(evidence._derived(read(store), path, mentions, ["box_draw-000001-0", "gone"])) == [
        *sorted((marked, accepted), key=lambda each: each.mention_id),
        judgement,
        ours,
        drawn,
        *theirs,
    ]


class Watched:
    """The records of a store, and the ids of those that were read whole."""

    def __init__(self, store: Store) -> None:
        records: Any = store.records
        self._records = records
        self.seals: Any = records.seals
        self.whole: list[str] = []

    def find_parts_of(self, *arguments: Any) -> Any:
        found = self._records.find_parts_of(*arguments)
        self.whole += sorted(name for name, _ in found)
        return found


def test_only_what_changed_is_read_again_and_it_is_as_the_store_has_it(store: Store) -> None:
    watched = Watched(store)
    reader = evidence.Reader(cast("RecordStore", watched), Memory())

    def look() -> tuple[list[GuideAnnotation], list[str]]:
        watched.whole.clear()
        return reader.of(GuideAnnotation, [1], "path_id"), list(watched.whole)

    there = list(every(store.records, GuideAnnotation, {"path_id": 1}))
    ids = [each.record_id for each in there]
    assert len(there) == 2
    assert [look(), look()] == [(there, ids), (there, [])]
    change(store, there[0], transcript="Other words.")
    mended = store.records.get(GuideAnnotation, ids[0])
    assert [look(), look()] == [([mended, there[1]], [ids[0]]), ([mended, there[1]], [])]
    store.records.transact(lambda transaction: transaction.delete(GuideAnnotation, ids[1]))
    assert look() == ([mended], [])
    store.records.create(there[1])
    assert look()[0] == [mended, there[1]]


def test_what_goes_while_it_is_read_is_left_out_and_not_remembered(store: Store) -> None:
    watched = Watched(store)
    reader = evidence.Reader(cast("RecordStore", watched), Memory())
    watched.seals = lambda kind, *_: {"000001": b"old", "000009": b"of one that is gone"}
    assert [each.record_id for each in reader.of(GuideAnnotation, ["000001", "000009"])] == ["000001"]
    assert not reader.memory.has((GuideAnnotation, "000009"), (b"of one that is gone",))
    assert reader.of(GuideAnnotation, []) == []


def test_a_store_without_seals_is_read_whole(store: Store) -> None:
    watched = Watched(store)
    del watched.seals
    reader = evidence.Reader(cast("RecordStore", watched), Memory())
    for _ in range(2):
        assert [each.record_id for each in reader.of(GuideAnnotation, ["000002", "000001"])] == [
            "000001",
            "000002",
        ]
    assert watched.whole == ["000001", "000002"] * 2
