"""Words and times mended on the replay page: versions, conflicts, who may."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from align import AlignmentReport, GroundedWord
from pangea_server import Settings
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import GuideAnnotation, GuideVersion
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.core.background import BackgroundFlags
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.server.programs.test_aligning import alignment

pytestmark = pytest.mark.usefixtures("campaign")
WORDS = "/annotations/guide/1/words"


TEXT = "Go past the lamp to the sofa."
REPORT = AlignmentReport(
    coverage=1.0,
    unwritten_share=0.0,
    silence_share=0.1,
    unstable_words=0,
    speaking_rate=4.0,
    verdict="fits",
    reasons=(),
    unknown="",
)


@pytest.fixture
def aligned(people: People, store: Store) -> AlignmentRecord:
    """A Guide's seven words, a fifth of a second each, as if the aligner had timed them."""
    assert people().guide(TEXT).status_code == 200
    words = tuple(
        GroundedWord(
            word=word,
            start_time=0.25 * place,
            end_time=0.25 * place + 0.2,
            source="aligned",
            confidence=0.9,
            start_char=TEXT.index(word),
            end_char=TEXT.index(word) + len(word),
            viewpoint_id="door",
            heading=0.0,
            elevation=0.0,
            first_snapshot=0,
            last_snapshot=0,
        )
        for place, word in enumerate(TEXT.split())
    )
    record = AlignmentRecord(
        task_id="guide-000001",
        engine="viterbi",
        state="aligned",
        timed_instruction=words,
        edit_distance=0.1,
        unwritten=(),
        report=REPORT,
    )
    store.records.create(record)
    return record


@pytest.fixture
def reviewer(people: People) -> Someone:
    return people(Role.REVIEWER)


def edited(record: AlignmentRecord) -> list[dict[str, Any]]:
    return [
        {"word": word.word, "start_time": word.start_time, "end_time": word.end_time}
        for word in record.timed_instruction
    ]


def times(record: AlignmentRecord) -> list[tuple[str, float, float, str, float | None]]:
    return [
        (word.word, word.start_time, word.end_time, word.source, word.confidence)
        for word in record.timed_instruction
    ]


def test_mended_and_restored_words_are_flagged_again(
    server: TestClient,
    settings: Settings,
    reviewer: Someone,
    aligned: AlignmentRecord,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    woken: list[str] = []
    monkeypatch.setitem(vars(settings), "flag_on_submit", True)  # they are frozen
    monkeypatch.setattr(server.app.state.services.get(BackgroundFlags), "wake", woken.append)  # type: ignore[attr-defined]
    assert put(reviewer, edited(aligned)[:-1]).status_code == 200
    assert reviewer.call("POST", f"{WORDS}/versions/1/restore", json={"version": 2}).status_code == 200
    assert woken == ["guide-000001", "guide-000001"]


def put(person: Someone, words: list[dict[str, Any]], version: int = 1) -> Any:
    return person.call("PUT", WORDS, json={"version": version, "words": words})


def history(person: Someone) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.call("GET", f"{WORDS}/versions").json()
    return found


def test_a_moved_edge_is_a_new_version_and_says_who_moved_it(
    aligned: AlignmentRecord, reviewer: Someone, store: Store
) -> None:
    words = edited(aligned)
    words[2]["end_time"] -= 0.02
    answer = put(reviewer, words)
    assert answer.status_code == 200
    record = alignment(store)
    assert (record.version, record.made_by) == (2, reviewer.annotator_id)
    moved = record.timed_instruction[2]
    assert (moved.source, moved.confidence) == ("mended", None)
    assert moved.end_time == pytest.approx(aligned.timed_instruction[2].end_time - 0.02)
    assert times(record)[3:] == times(aligned)[3:]
    assert record.report == aligned.report
    assert put(reviewer, words).json() == answer.json()  # said again, it changes nothing
    newest, first = history(reviewer)
    assert (newest["version"], newest["mended"], newest["made_by"]) == (2, 1, reviewer.annotator_id)
    assert (first["version"], first["mended"], first["made_by"], first["engine"]) == (1, 0, None, "viterbi")


def test_changed_words_change_the_transcript_and_the_old_one_is_kept(
    aligned: AlignmentRecord, reviewer: Someone, store: Store
) -> None:
    (told,) = store.records.find(GuideAnnotation)
    words = edited(aligned)
    first = words[0]
    middle = (first["start_time"] + first["end_time"]) / 2
    words[:1] = [first | {"word": "Well,", "end_time": middle}, first | {"word": "now", "start_time": middle}]
    assert put(reviewer, words).status_code == 200
    (mended,), (before,) = store.records.find(GuideAnnotation), store.records.find(GuideVersion)
    record = alignment(store)
    assert mended.transcript.split() == ["Well,", "now", *told.transcript.split()[1:]]
    assert (mended.version, before.version, before.transcript) == (2, 1, told.transcript)
    assert [word.source for word in record.timed_instruction[:2]] == ["mended", "mended"]
    assert record.timed_instruction[2].source == aligned.timed_instruction[1].source
    for word in record.timed_instruction:
        assert mended.transcript[word.start_char : word.end_char] == word.word
    assert (record.report, record.edit_distance, record.unwritten) == (None, None, None)  # of another text
    assert history(reviewer)[0]["text_changed"]


def test_who_comes_second_is_told_and_overwrites_nothing(
    aligned: AlignmentRecord, people: People, store: Store
) -> None:
    first, second = edited(aligned), edited(aligned)
    first[2]["end_time"] -= 0.02
    second[3]["end_time"] -= 0.02
    assert put(people(Role.REVIEWER), first).status_code == 200
    kept = alignment(store)
    problem = assert_problem(put(people(Role.MANAGER), second), 409, "store_conflict")
    assert "somebody else" in problem["detail"]
    assert alignment(store) == kept


def test_an_older_version_comes_back_as_a_new_one(
    aligned: AlignmentRecord, reviewer: Someone, store: Store
) -> None:
    (told,) = store.records.find(GuideAnnotation)
    put(reviewer, edited(aligned)[1:])
    restore = f"{WORDS}/versions/1/restore"
    assert_problem(reviewer.call("POST", restore, json={"version": 1}), 409, "store_conflict")
    assert reviewer.call("POST", restore, json={"version": 2}).status_code == 200
    record = alignment(store)
    assert times(record) == times(aligned)
    assert (record.version, record.restored, record.report) == (3, 1, aligned.report)
    (back,) = store.records.find(GuideAnnotation)
    assert (back.transcript, back.version) == (told.transcript, 3)
    assert [each["version"] for each in history(reviewer)] == [3, 2, 1]
    unknown = reviewer.call("POST", f"{WORDS}/versions/9/restore", json={"version": 3})
    assert_problem(unknown, 404, "record_not_found")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"word": "two words"}, "not a single word"),
        ({"end_time": 900.0}, "not within"),
        ({"start_time": 3.0, "end_time": 2.0}, "not within"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    aligned: AlignmentRecord, reviewer: Someone, store: Store, change: dict[str, Any], says: str
) -> None:
    words = edited(aligned)
    words[1] |= change
    answer = put(reviewer, words)
    assert answer.status_code == 422
    assert says in answer.json()["detail"]
    assert alignment(store) == aligned


def test_annotators_may_neither_mend_nor_look(aligned: AlignmentRecord, people: People) -> None:
    annotator = people()
    assert put(annotator, edited(aligned)).status_code == 403
    assert annotator.call("GET", f"{WORDS}/versions").status_code == 403
