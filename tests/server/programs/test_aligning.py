"""Speech in the store becomes timed words on the replay page and in the export."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import numpy as np
import pytest
import soundfile

from align import PoseTrace, TimedWord
from align.batch import run, run_work
from environments.errors import InvalidDataError
from pangea_server import Settings
from pangea_server.annotate.alignments.aligner import StoreWork
from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.alignments.mending import mend_words
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.tasks.records import Lease
from pangea_server.app.testing.server import People, Someone
from pangea_server.dataset.erasure.removal import remove_lease
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.exports.exported import exported

pytestmark = pytest.mark.usefixtures("campaign")
PATH = ["door", "lamp", "sofa"]
SPEECH = Path(__file__).parents[2] / "data" / "speech"
TRANSCRIPT = (SPEECH / "instruction.txt").read_text().strip()


def spoken() -> list[bytes]:
    """The fixture's voice, in chunks of a second as the browser sends them."""
    samples, rate = soundfile.read(SPEECH / "instruction.flac", dtype="int16")
    pcm = samples.tobytes()
    return [pcm[start : start + 2 * rate] for start in range(0, len(pcm), 2 * rate)]


def guide_speaks(people: People, voice: list[bytes], transcript: str = TRANSCRIPT) -> Someone:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, ["door", "lamp", "sofa", "lamp", "sofa"], voice)
    assert guide.submit(lease_id, answer | {"transcript": transcript}).status_code == 200
    return guide


def align_store(settings: Settings, *, redo: bool = False) -> list[str]:
    """What ``pangea align`` does; returns the names of what it worked on."""
    work = StoreWork(settings)
    with work:
        names = work.names(redo=redo)
    list(run_work(work, names, workers=1))
    return names


def alignment(store: Store) -> AlignmentRecord:
    return store.records.get(AlignmentRecord, "guide-000001")


def test_a_store_has_the_pronunciations_that_its_settings_name(
    people: People, settings: Settings, tmp_path: Path
) -> None:
    guide_speaks(people, spoken())
    own = tmp_path / "own.dict"
    own.write_text("SOFA  S OW1 F AH0\n")
    with StoreWork(settings.model_copy(update={"align_lexicon": own})) as work:
        assert work.job("guide-000001").lexicon == {"sofa": (("S", "OW", "F", "AH"),)}
    with StoreWork(settings) as work:
        assert work.job("guide-000001").lexicon == {}
    own.write_text("SOFA\n")
    wrong = StoreWork(settings.model_copy(update={"align_lexicon": own}))
    with pytest.raises(InvalidDataError, match=r"own\.dict, line 1"):
        wrong.__enter__()


def test_every_word_is_timed_and_knows_where_the_camera_was(
    people: People, store: Store, settings: Settings
) -> None:
    guide_speaks(people, spoken())
    assert align_store(settings) == ["guide-000001"]
    record = alignment(store)
    words = record.timed_instruction
    assert [word.word for word in words] == TRANSCRIPT.split()
    times = [time for word in words for time in (word.start_time, word.end_time)]
    assert times == sorted(times)
    assert 0.4 < times[0] < 0.8
    assert 5.0 < times[-1] < 6.6
    assert record.report is not None
    assert (record.report.coverage, record.report.verdict, record.report.reasons) == (1.0, "fits", ())
    assert words[0].viewpoint_id == "door"
    assert {word.viewpoint_id for word in words} <= {"door", "lamp", "sofa"}
    assert align_store(settings) == []


def test_words_corrected_while_they_are_aligned_are_aligned_again(
    people: People, store: Store, settings: Settings
) -> None:
    guide = guide_speaks(people, spoken(), TRANSCRIPT.replace("the", "teh", 1))
    with StoreWork(settings) as work:
        outcome = run(work.job("guide-000001"))
        sent_back_and_corrected(people(Role.MANAGER), guide)
        work.write(outcome)
        assert not store.records.find(AlignmentRecord)
        assert work.names() == ["guide-000001"]
    align_store(settings)
    assert [word.word for word in alignment(store).timed_instruction] == TRANSCRIPT.split()


def test_words_withdrawn_while_they_are_aligned_stay_away(
    people: People, store: Store, settings: Settings
) -> None:
    guide_speaks(people, spoken())
    with StoreWork(settings) as work:
        outcome = run(work.job("guide-000001"))
        (lease,) = store.records.find(Lease)
        remove_lease(store, lease, "withdrawn", again=False)
        assert outcome.alignment is not None
        heard = replace(outcome.alignment, heard=tuple(outcome.alignment.words))
        work.write(replace(outcome, alignment=heard))
    assert not store.records.find(AlignmentRecord)
    assert not store.records.find(HeardWords)


def sent_back_and_corrected(reviewer: Someone, guide: Someone) -> None:
    sent = {"verdict": "send_back", "version": 0, "reason": "There are typing errors."}
    decided = reviewer.call("PUT", f"/review/guide-000001/decisions/{uuid4()}", json=sent)
    assert decided.status_code == 200, decided.text
    corrected = {"version": decided.json()["summary"]["version"], "transcript": TRANSCRIPT}
    done = guide.call("PUT", f"/me/reviews/guide-000001/corrections/{uuid4()}", json=corrected)
    assert done.status_code == 204, done.text


def test_a_voice_that_is_not_the_transcript_is_kept_as_failed_with_its_reason(
    people: People, store: Store, settings: Settings
) -> None:
    guide_speaks(people, [bytes(2 * 16_000)] * 3)
    assert align_store(settings) == ["guide-000001"]
    record = alignment(store)
    assert record.state == "failed"
    assert record.reason
    assert record.timed_instruction == ()
    view = people(Role.MANAGER).call("GET", "/annotations/guide/1").json()
    assert view["alignment"]["timed_instruction"] == []
    assert view["summary"]["alignment"] == "failed"
    assert view["alignment"]["reason"] == record.reason


def test_the_replay_page_gets_the_words(people: People, store: Store, settings: Settings) -> None:
    guide_speaks(people, spoken())
    manager = people(Role.MANAGER)
    assert manager.call("GET", "/annotations/guide/1").json()["summary"]["alignment"] == "missing"
    align_store(settings)
    view = manager.call("GET", "/annotations/guide/1").json()
    assert view["summary"]["alignment"] == "aligned"
    assert len(view["alignment"]["timed_instruction"]) == len(TRANSCRIPT.split())


def test_the_export_is_rxrs(people: People, store: Store, settings: Settings, tmp_path: Path) -> None:
    guide_speaks(people, spoken())
    people().follow(PATH)
    align_store(settings)
    report = exported(store, tmp_path)
    assert (report.guides, report.followers, report.unaligned) == (1, 1, 0)

    guide = json.loads(gzip.decompress((tmp_path / "rxr" / "rxr_train_guide.jsonl.gz").read_bytes()))
    follower = json.loads(gzip.decompress((tmp_path / "rxr" / "rxr_train_follower.jsonl.gz").read_bytes()))
    assert guide["instruction"] == TRANSCRIPT
    assert guide["path"] == follower["path"] == ["door", "lamp", "sofa"]
    assert [word["word"] for word in guide["timed_instruction"]] == TRANSCRIPT.split()
    assert follower["metrics"]["ndtw"] == 1.0
    traces = tmp_path / "rxr" / "pose_traces" / "rxr_train"
    trace = PoseTrace.load(traces / "000001_guide_pose_trace.npz")
    assert list(trace.path()) == ["door", "lamp", "sofa", "lamp", "sofa"]
    assert soundfile.info(tmp_path / "rxr" / "voices" / "rxr_train" / "000001.wav").samplerate == 16_000


def test_the_export_has_rxrs_masks(people: People, store: Store, settings: Settings, tmp_path: Path) -> None:
    guide_speaks(people, spoken())
    people().follow(PATH)
    align_store(settings)
    exported(store, tmp_path, workers=2)
    traces = tmp_path / "rxr" / "pose_traces" / "rxr_train"
    visits, tokens = 5, len(TRANSCRIPT.split())
    with np.load(traces / "000001_guide_pose_trace.npz") as guide:
        assert guide["image_mask"].shape == (visits, 128, 256)
        assert guide["image_mask"].dtype == bool
        assert guide["feature_weights"].shape == (visits, 36)
        assert guide["text_masks"].shape == (visits, tokens)
        assert guide["text_masks"].any(axis=0).all()  # every word was spoken somewhere
    with np.load(traces / "000001_follower_pose_trace.npz") as follower:
        assert follower["image_mask"].shape == (len(PATH), 128, 256)
        heard = PoseTrace.load(traces / "000001_follower_pose_trace.npz").audio_time is not None
        assert ("text_masks" in follower) == heard


def test_an_export_that_goes_on_makes_only_what_is_new(
    people: People, store: Store, settings: Settings, tmp_path: Path
) -> None:
    guide_speaks(people, spoken())
    align_store(settings)
    exported(store, tmp_path, "rxr", "textgrid")
    made = [*tmp_path.glob("rxr/*/rxr_train/*"), *tmp_path.glob("textgrid/train/*")]
    files = {file: file.stat().st_mtime_ns for file in made}
    assert {file.suffix for file in files} == {".npz", ".wav", ".TextGrid"}
    (words,) = tmp_path.glob("textgrid/*/*")
    words.unlink()
    with (tmp_path / "manifest.jsonl").open("a") as manifest:
        manifest.write('{"file": "pose_tr')  # where a run was broken off
    exported(store, tmp_path, "rxr", "textgrid")
    assert words.exists()
    assert all(file.stat().st_mtime_ns == made for file, made in files.items() if file != words)
    mend_words(store, 1, shortened(alignment(store).timed_instruction))
    exported(store, tmp_path, "rxr", "textgrid")
    changed = {file.suffix for file, made in files.items() if file.stat().st_mtime_ns != made}
    assert changed == {".npz", ".TextGrid"}


def shortened(words: Sequence[TimedWord]) -> list[TimedWord]:
    """A person lets the last one end earlier."""
    return [*words[:-1], replace(words[-1], end_time=words[-1].end_time - 0.01)]


def test_a_guide_without_word_times_is_exported_without_inventing_them(
    people: People, store: Store, tmp_path: Path
) -> None:
    guide_speaks(people, spoken())
    assert exported(store, tmp_path).unaligned == 1
    guide = json.loads(gzip.decompress((tmp_path / "rxr" / "rxr_train_guide.jsonl.gz").read_bytes()))
    assert guide["timed_instruction"] == []
    assert guide["edit_distance"] is None


def test_aligning_again_replaces_only_when_asked(people: People, store: Store, settings: Settings) -> None:
    guide_speaks(people, spoken())
    align_store(settings)
    first = alignment(store)
    assert align_store(settings) == []
    assert align_store(settings, redo=True) == ["guide-000001"]
    assert alignment(store).timed_instruction == first.timed_instruction
    assert alignment(store).created_at > first.created_at
    assert store.records.count(AlignmentRecord) == 1
