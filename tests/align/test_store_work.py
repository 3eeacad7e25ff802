"""Which Guides' voices the aligner of a store works on, what of, and what it keeps; no engine runs."""

from __future__ import annotations

import dataclasses
import wave
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from align import AlignmentReport, GroundedWord, TimedWord
from align.batch import JobOutcome, JobReport
from align.pipeline import Alignment
from align.report import Stretch
from environments.errors import ConfigurationError
from pangea_server import Settings
from pangea_server.annotate.alignments.aligner import StoredVoice, StoreWork
from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.alignments.recogniser import (
    Recognition,
    listener,
    recognise,
    voices_without_words,
)
from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.annotate.alignments.spoken_words import by_engine, by_person, may_get_words
from pangea_server.annotate.annotations.records import (
    GuideAnnotation,
    GuideVersion,
    TaskAnnotation,
    report_id,
)
from pangea_server.core.errors import BlobDamagedError, RecordNotFoundError
from pangea_server.core.records import Artefact, shared_fields
from pangea_server.stores.opening import open_store
from pangea_server.stores.paging import every
from tests.trust.conftest import BLOB, known_guide

TEXT = "Past the lamp."
FIRST = "guide-000001"
REPORT = AlignmentReport(1.0, None, None, None, 2.0, None)
HEARD = (TimedWord("past", 0.0, 0.5, "recognised", 0.9), TimedWord("lamp", 0.5, 1.0, "recognised"))


def word(text: str, start: float, source: Any = "aligned") -> GroundedWord:
    return GroundedWord(word=text, start_time=start, end_time=start + 0.5, source=source)


def sound() -> bytes:
    """A second that is no silence."""
    packed = BytesIO()
    with wave.open(packed, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes((b"\0\x20" * 80 + b"\0\xe0" * 80) * 100)
    return packed.getvalue()


@pytest.fixture
def work(tmp_path: Path) -> Iterator[StoreWork]:
    """An open, empty store."""
    settings = Settings(environment="demo", data_dir=tmp_path / "data", align_engine="viterbi")
    open_store(settings, make=True).close()
    with StoreWork(settings) as work:
        yield work


def add(work: StoreWork, number: int, transcript: str = TEXT, **more: Any) -> GuideAnnotation:
    """A Guide's annotation with a voice of its own."""
    name = f"recordings/{number:032x}/voice.wav"
    work.store.blobs.create(name, sound())
    info = work.store.blobs.stat(name)
    voice = Artefact(blob=name, size=info.size, sha256=info.sha256)
    guide = known_guide(number, transcript=transcript).model_copy(
        update={"voice": voice, "pose_trace": None} | more
    )
    work.store.records.create(guide)
    return guide


def aligned(work: StoreWork, number: int, **more: Any) -> AlignmentRecord:
    record = AlignmentRecord(
        task_id=report_id("guide", number), engine="viterbi", **{"state": "aligned"} | more
    )
    work.store.records.create(record)
    return record


def talked(work: StoreWork, number: int = 1, **more: Any) -> TaskAnnotation:
    """One side of a dialogue with a voice of its own."""
    guide = add(work, 100 + number)
    answer = TaskAnnotation(
        **shared_fields(guide, TaskAnnotation.model_fields.keys() - {"scores", "kind", "args", "answer"}),
        annotation_id=number,
        kind="guide_two",
        args={"role": "oracle", "pairing_id": "one"},
        answer={"transcript": TEXT},
    ).model_copy(update=more)
    work.store.records.create(answer)
    work.store.records.transact(lambda transaction: transaction.delete(GuideAnnotation, guide.record_id))
    return answer


def outcome(number: int = 1, *words: GroundedWord, transcript: str = TEXT, heard: bool = False) -> JobOutcome:
    found = Alignment(
        (), "vosk", "en-IN", 1.0, 3, (Stretch(0.8, 0.9),), REPORT, heard=HEARD if heard else None
    )
    return JobOutcome(report_id("guide", number), transcript, found, words)


def kept(work: StoreWork, number: int = 1) -> AlignmentRecord:
    return work.store.records.get(AlignmentRecord, report_id("guide", number))


def test_voices_with_words_are_due_until_they_are_aligned_or_have_failed(work: StoreWork) -> None:
    add(work, 1)
    add(work, 2, transcript="")
    add(work, 3, voice=None)
    for number, state in enumerate(("aligned", "failed", "outdated"), 4):
        add(work, number)
        aligned(work, number, state=state)
    assert work.names() == ["guide-000001", "guide-000006"]
    assert work.names(redo=True) == [f"guide-{number:06d}" for number in (1, 4, 5, 6)]


def test_sides_of_dialogues_are_due_as_guides_are(work: StoreWork) -> None:
    add(work, 1)
    side = talked(work, 1)
    talked(work, 2, voice=None)
    talked(work, 3, answer={"transcript": ""})
    assert work.names() == [FIRST, "guide_two-000001"]
    job = work.job("guide_two-000001")
    assert (job.transcript, job.voice) == (TEXT, StoredVoice(work.settings, side.voice))  # type: ignore[arg-type]  # it has one
    words = (word("Past", 0.0), word("the", 0.5), word("lamp.", 1.0))
    found = outcome(1, *words, heard=True)
    work.write(dataclasses.replace(found, name="guide_two-000001"))
    assert work.names() == [FIRST]
    kept = work.store.records.get(AlignmentRecord, "guide_two-000001")
    assert (kept.state, tuple(kept.timed_instruction), kept.version) == ("aligned", words, 1)
    assert work.store.records.find(HeardWords) == []  # what is kept of it is a Guide's


def test_an_answer_that_was_withdrawn_meanwhile_gets_no_words(work: StoreWork) -> None:
    side = talked(work, 1)
    work.store.records.transact(lambda transaction: transaction.delete(TaskAnnotation, side.record_id))
    work.write(dataclasses.replace(outcome(1), name="guide_two-000001"))
    assert work.store.records.find(AlignmentRecord) == []
    with pytest.raises(RecordNotFoundError, match="guide_two-000001"):
        work.job("guide_two-000001")


def test_words_of_one_recording_are_not_those_of_a_whole_store(work: StoreWork) -> None:
    work.settings = work.settings.model_copy(update={"align_engine": "recognised:one.json"})
    with pytest.raises(ConfigurationError, match="every voice of a store"):
        work.names()


def test_a_job_has_what_is_stored_and_what_the_settings_say(work: StoreWork) -> None:
    work.settings = work.settings.model_copy(
        update={"align_engine": "recognised:{name}.json", "align_dtw": "banded"}
    )
    guide = add(work, 7, language="hi-IN")
    assert guide.voice is not None
    before = (word("Past", 0.0),)
    aligned(work, 7, timed_instruction=before)
    job = work.job("guide-000007")
    assert (job.name, job.transcript, job.language, job.before) == ("guide-000007", TEXT, "hi-IN", before)
    assert (job.voice, job.trace, job.dtw) == (StoredVoice(work.settings, guide.voice), None, "banded")
    assert (job.engine, job.options) == ("recognised:000007.json", work.settings.recogniser_options)
    add(work, 8, pose_trace=guide.voice)
    assert (work.job("guide-000008").before, work.job("guide-000008").trace) == ((), sound())


def test_a_voice_whose_bytes_have_changed_is_not_aligned(work: StoreWork) -> None:
    voice = add(work, 1).voice
    assert voice is not None
    with StoredVoice(work.settings, voice).opened() as file:
        assert file.read() == sound()
    damaged = voice.model_copy(update={"sha256": "0" * 64})
    with (
        pytest.raises(BlobDamagedError, match="its bytes have changed"),
        StoredVoice(work.settings, damaged).opened(),
    ):
        pass


def test_an_outcome_is_kept_with_all_that_was_found(work: StoreWork) -> None:
    add(work, 1)
    words = (word("Past", 0.0), word("the", 0.5))
    work.write(outcome(1, *words, heard=True))
    found = kept(work)
    assert (found.version, found.engine, found.state, found.reason, found.fault) == (
        1,
        "viterbi",
        "aligned",
        "",
        "",
    )
    assert (tuple(found.timed_instruction), found.edit_distance, found.report) == (words, 3, REPORT)
    assert found.unwritten == (Stretch(0.8, 0.9),)
    [heard] = every(work.store.records, HeardWords)
    assert (heard.record_id, heard.language, tuple(heard.words)) == ("000001-vosk", "en-IN", HEARD)
    assert list(work.findings([FIRST, "guide-000002"])) == [
        JobReport(FIRST, REPORT, ""),
        JobReport("guide-000002", reason="The aligner did not reach this recording."),
    ]


def test_a_failure_is_kept_with_its_reason(work: StoreWork) -> None:
    add(work, 1)
    work.write(JobOutcome(FIRST, TEXT, reason="Nobody speaks.", fault="silence"))
    found = kept(work)
    assert (found.state, found.reason, found.fault, found.report) == (
        "failed",
        "Nobody speaks.",
        "silence",
        None,
    )
    assert list(work.findings([FIRST])) == [JobReport(FIRST, reason="Nobody speaks.")]


def test_nothing_is_kept_of_words_that_were_corrected_or_withdrawn_meanwhile(work: StoreWork) -> None:
    add(work, 1)
    for number in (1, 2):
        work.write(outcome(number, transcript="Past a lamp.", heard=True))
    assert list(every(work.store.records, AlignmentRecord)) == []
    assert list(every(work.store.records, HeardWords)) == []


def test_an_alignment_replaces_an_earlier_one_which_stays_as_a_version(work: StoreWork) -> None:
    add(work, 1)
    first = aligned(work, 1, version=4, timed_instruction=(word("Past", 0.0), word("the", 0.5, "mended")))
    work.write(outcome(1, word("Past", 0.1), word("the", 0.5, "mended")))
    assert kept(work).version == 5
    assert [version.record_id for version in every(work.store.records, AlignmentVersion)] == [
        AlignmentVersion(**dict(first)).record_id
    ]


def test_mended_words_are_never_overwritten_by_other_times(work: StoreWork) -> None:
    add(work, 1)
    first = aligned(work, 1, timed_instruction=(word("Past", 0.0, "mended"),))
    for other in (word("Past", 0.1, "mended"), word("Past", 0.0)):
        work.write(outcome(1, other))
    assert kept(work) == first
    assert list(every(work.store.records, AlignmentVersion)) == []


# A recogniser writes down voices


class Ears:
    """Hears these words in whatever it is given."""

    name = "ears"
    languages: list[str]

    def __init__(self, *words: TimedWord) -> None:
        self.words, self.languages = list(words), []

    def recognize(self, recording: Any, language: str) -> list[TimedWord]:
        self.languages.append(language)
        return self.words


def recognised(work: StoreWork, ears: Ears, *numbers: int) -> list[Recognition]:
    engine: Any = ears
    return list(recognise(work.store, lambda number: engine, list(numbers)))


def test_only_voices_without_words_are_recognised(work: StoreWork) -> None:
    add(work, 1)
    for number in (2, 3):
        add(work, number, transcript="")
    add(work, 4, transcript="", voice=None)
    assert voices_without_words(work.store) == [2, 3]


@pytest.mark.parametrize(
    ("words", "written_by", "voice", "engine_may", "person_may"),
    [
        ("", None, BLOB, True, True),
        ("", None, None, False, False),
        ("Go on.", None, BLOB, False, False),  # the Guide typed it
        ("Go on.", "person:7", BLOB, False, False),
        ("Go on.", "engine:ears", BLOB, False, True),
    ],
)
def test_only_a_person_replaces_words_and_only_a_recognisers(
    words: str, written_by: str | None, voice: Any, engine_may: bool, person_may: bool
) -> None:
    guide = known_guide(1).model_copy(
        update={"transcript": words, "transcript_by": written_by, "voice": voice}
    )
    assert (may_get_words(guide, by_engine("other")), may_get_words(guide, by_person(3))) == (
        engine_may,
        person_may,
    )


def test_what_is_recognised_becomes_the_guides_words_and_is_marked_so(work: StoreWork) -> None:
    before, ears = add(work, 1, transcript="", language="en-IN"), Ears(*HEARD)
    aligned(work, 1)
    [found] = recognised(work, ears, 1)
    assert (found.instruction_id, found.words, found.reason, ears.languages) == (
        1,
        "past lamp",
        "",
        ["en-IN"],
    )
    guide = work.store.records.get(GuideAnnotation, "000001")
    assert (guide.transcript, guide.transcript_by, guide.version) == ("past lamp", "engine:ears", 2)
    assert guide.corrected_at is not None
    assert list(every(work.store.records, GuideVersion)) == [GuideVersion(**dict(before))]
    assert (kept(work).state, kept(work).version) == ("outdated", 2)
    assert [each.version for each in every(work.store.records, AlignmentVersion)] == [1]
    [heard] = every(work.store.records, HeardWords)
    assert (heard.record_id, heard.language, tuple(heard.words)) == ("000001-ears", "en-IN", HEARD)


def test_what_nobody_can_write_down_keeps_waiting_and_says_why(work: StoreWork) -> None:
    add(work, 1)
    add(work, 2, transcript="")
    told = [(each.instruction_id, each.words, each.reason) for each in recognised(work, Ears(), 1, 2, 3)]
    assert told[:2] == [(1, "", "It has words by now."), (2, "", "No word was recognised.")]
    assert told[2][:2] == (3, "")
    assert "3" in told[2][2]
    assert work.store.records.count(HeardWords) == 0
    assert voices_without_words(work.store) == [2]


def test_an_engine_that_recognises_nothing_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="it recognises none"):
        listener("viterbi")
    with pytest.raises(ConfigurationError, match="every voice of a store"):
        listener("recognised:one.json")
