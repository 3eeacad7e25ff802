"""Guides who only speak: another person or a recogniser writes down their words, which say whose they are."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from environments import PangeaError, PanoramaFolder
from pangea_server import Settings
from pangea_server.annotate.alignments.aligner import StoreWork
from pangea_server.annotate.alignments.recogniser import listener
from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.annotate.annotations.records import GuideAnnotation, GuideVersion, TaskAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.landmarks.records import Chain, Mention
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.server import VOICE, People, Someone, assert_problem
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.erasure.withdrawal import sweep, withdraw
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.people.access.records import Role
from pangea_server.quality.flags.records import FlagReport
from pangea_server.quality.flags.runner import open_runner
from pangea_server.stores.protocol import Store
from tests.landmarks.examples import chain, mention
from tests.server.programs.test_aligning import align_store, spoken
from tests.server.programs.test_cli import pangea

PATH = ("door", "lamp", "sofa")
HEARD = "Go past the lamp to the sofa."


@pytest.fixture
def speech(store: Store, place: Path) -> None:
    """A campaign that takes speech alone."""
    definition = CampaignDefinition.model_validate(
        {
            "id": "voices",
            "languages": ["en-US"],
            "paths": [{"scan": "corridor", "viewpoints": [PATH]}],
            "guide": {"transcript": "none"},
            "rotation": {"first": 0},
            "trust": {"learning": 0},
        }
    )
    create_campaign(store.records, PanoramaFolder(place), "place", definition)


def speak(person: Someone, voice: list[bytes] | tuple[bytes, ...] = VOICE, **more: Any) -> Someone:
    """A whole Guide task without a text."""
    lease = person.lease("guide")
    assert lease["args"]["typed"] is False
    answer = person.record(lease["lease_id"], PATH, list(voice))
    assert person.submit(lease["lease_id"], answer | more).status_code == 200
    return person


def write_down(person: Someone, words: str = HEARD) -> Someone:
    lease_id = person.lease("transcribe")["lease_id"]
    assert person.submit(lease_id, {"answer": {"transcript": words}}).status_code == 200
    return person


def stored(store: Store) -> GuideAnnotation:
    return store.records.get(GuideAnnotation, "000001")


def shown(people: People) -> dict[str, Any]:
    view: dict[str, Any] = people(Role.REVIEWER).call("GET", "/annotations/guide/1").json()
    return view


@pytest.mark.usefixtures("speech")
def test_somebody_is_asked_at_once_to_write_the_voice_down(people: People, store: Store) -> None:
    assert [task.kind for task in store.records.find(Task)] == ["follower", "guide", "transcribe"]
    speak(people())
    assert (stored(store).transcript, stored(store).transcript_by) == ("", None)
    person = write_down(people())
    assert (stored(store).transcript, stored(store).version) == (HEARD, 2)
    assert stored(store).transcript_by == f"person:{person.annotator_id}"
    view = shown(people)
    assert (view["transcript"], view["transcript_by"]) == (HEARD, f"person:{person.annotator_id}")


@pytest.mark.usefixtures("speech")
def test_followers_hear_the_voice_and_read_words_once_there_are_some(people: People) -> None:
    speak(people())
    follower = people()
    args = follower.lease("follower")["args"]
    assert not args["transcript"]
    assert follower.client.get(args["voice_url"]).content[44:] == b"".join(VOICE)
    write_down(people())
    assert follower.lease("follower")["args"]["transcript"] == HEARD
    assert follower.follow(PATH).status_code == 200


@pytest.mark.usefixtures("campaign")
def test_other_campaigns_still_ask_for_the_text(people: People) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, PATH)
    assert_problem(guide.submit(lease_id, answer), 422, "submission")


@pytest.mark.usefixtures("speech")
def test_a_voice_is_needed_all_the_same(people: People) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    assert_problem(guide.submit(lease_id, guide.record(lease_id, PATH, [])), 422, "submission")


@pytest.mark.usefixtures("speech")
def test_what_a_guide_typed_all_the_same_stays(people: People, store: Store) -> None:
    """As an earlier page sends it."""
    speak(people(), transcript="My own words.")
    write_down(people())
    assert (stored(store).transcript, stored(store).transcript_by) == ("My own words.", None)


@pytest.mark.usefixtures("speech")
def test_a_recogniser_writes_until_a_person_does(people: People, store: Store, settings: Settings) -> None:
    speak(people(), spoken())
    done = pangea("align", "--data-dir", str(settings.data_dir), "--recognise", "pocketsphinx_recognition")
    assert done.returncode == 0, done.stderr
    heard = stored(store)
    assert heard.transcript_by == "engine:pocketsphinx_recognition"
    assert len(heard.transcript.split()) > 5
    timed = store.records.get(AlignmentRecord, "guide-000001")
    assert [word.word for word in timed.timed_instruction] == heard.transcript.split()
    write_down(people())
    assert (stored(store).transcript, stored(store).version) == (HEARD, 3)
    assert [version.transcript for version in store.records.find(GuideVersion)] == ["", heard.transcript]
    assert store.records.get(AlignmentRecord, "guide-000001").state == "outdated"
    again = pangea("align", "--data-dir", str(settings.data_dir), "--recognise", "pocketsphinx_recognition")
    assert again.returncode in (0, 1), again.stderr  # the words are not those of the voice
    assert stored(store).transcript == HEARD


@pytest.mark.usefixtures("speech")
@pytest.mark.parametrize("name", ["000001", "1"])
def test_words_that_were_recognised_elsewhere_are_found_by_their_number(
    name: str, people: People, store: Store, settings: Settings, tmp_path: Path
) -> None:
    speak(people(), spoken())
    words = [{"word": "turn", "start": 0.6, "end": 1.0}, {"word": "left", "start": 1.0, "end": 1.5}]
    (tmp_path / f"{name}.json").write_text(json.dumps({"words": words}))
    recogniser = f"recognised:{tmp_path}/{{name}}.json"
    data_dir = str(settings.data_dir)
    without = pangea("align", "--data-dir", data_dir, "--recognise", recogniser.replace(".json", ".ctm"))
    assert "instruction 1: There are no recognised words at " in without.stderr
    assert stored(store).transcript == ""
    done = pangea("align", "--data-dir", data_dir, "--recognise", recogniser, "--engine", recogniser)
    assert done.returncode == 0, done.stderr
    assert stored(store).transcript == "turn left"
    assert stored(store).transcript_by == "engine:recognised"
    timed = store.records.get(AlignmentRecord, "guide-000001").timed_instruction
    assert [(word.word, word.start_time, word.source) for word in timed] == [
        ("turn", 0.6, "recognised"),
        ("left", 1.0, "recognised"),
    ]
    with StoreWork(settings.model_copy(update={"align_dtw": "banded"})) as work:
        assert work.job("guide-000001").dtw == "banded"
    one = pangea("align", "--data-dir", data_dir, "--engine", f"recognised:{tmp_path}/{name}.json")
    assert one.returncode == 2
    assert "has the words of one recording, not of every voice of a store" in one.stderr


@pytest.mark.parametrize("engine", ["viterbi", "nobody", "recognised:heard.json", "recognised"])
def test_what_does_not_listen_is_refused(engine: str) -> None:
    with pytest.raises(PangeaError) as caught:
        listener(engine)
    assert caught.value.remedy


@pytest.mark.usefixtures("speech")
def test_a_silent_voice_keeps_waiting_for_a_person(people: People, store: Store, settings: Settings) -> None:
    speak(people(), [bytes(32_000)] * 2)
    done = pangea("align", "--data-dir", str(settings.data_dir), "--recognise", "pocketsphinx_recognition")
    assert "instruction 1: " in done.stderr
    assert stored(store).transcript == ""


def test_recognising_is_for_a_store(tmp_path: Path) -> None:
    (tmp_path / "voice.wav").write_bytes(b"RIFF")
    done = pangea("align", str(tmp_path / "voice.wav"), "--recognise", "pocketsphinx_recognition")
    assert done.returncode == 2
    assert "--recognise" in done.stderr


@pytest.mark.usefixtures("speech")
def test_nothing_is_aligned_and_no_length_flagged_before_there_are_words(
    people: People, store: Store, settings: Settings
) -> None:
    speak(people(), spoken())
    with StoreWork(settings) as work:
        assert work.names() == []
    with open_runner(settings) as runner:
        runner.run("guide-000001")
    (report,) = store.records.find(FlagReport)
    assert "too_short" not in [finding.flag for finding in report.raised]
    write_down(people(), (Path(__file__).parents[2] / "data/speech/instruction.txt").read_text().strip())
    assert align_store(settings) == ["guide-000001"]
    assert store.records.get(AlignmentRecord, "guide-000001").state == "aligned"


@pytest.mark.usefixtures("speech")
def test_exports_say_whose_words_they_are(people: People, store: Store, place: Path, tmp_path: Path) -> None:
    speak(people())
    dataset, formats = Dataset(store, PanoramaFolder(place)), open_formats(["rxr", "r2r"])
    report = export(dataset, tmp_path / "before", formats)
    assert report.lacking["transcript"] == 1
    assert not list((tmp_path / "before" / "r2r").glob("R2R_*.json"))  # R2R has texts only
    person = write_down(people())
    export(dataset, tmp_path / "after", formats)
    row = json.loads(gzip.decompress((tmp_path / "after/rxr/rxr_train_guide.jsonl.gz").read_bytes()))
    assert (row["instruction"], row["transcript_by"]) == (HEARD, f"person:{person.annotator_id}")
    assert HEARD in (tmp_path / "after/r2r/R2R_train.json").read_text()


@pytest.mark.usefixtures("speech")
def test_whoever_wrote_may_take_the_words_back_and_another_is_asked(
    people: People, store: Store, settings: Settings
) -> None:
    speak(people(), spoken())
    first = write_down(
        people(), (Path(__file__).parents[2] / "data/speech/instruction.txt").read_text().strip()
    )
    align_store(settings)
    withdraw(store, first.annotator_id, None)
    guide = stored(store)
    assert (guide.transcript, guide.transcript_by, guide.voice is not None) == ("", None, True)
    assert store.records.get(AlignmentRecord, "guide-000001").timed_instruction == ()
    assert store.records.find(AlignmentVersion) == []
    assert all(not version.transcript for version in store.records.find(GuideVersion))
    write_down(people())
    sweep(store)  # as at the next start
    assert stored(store).transcript == HEARD


@pytest.mark.usefixtures("speech")
def test_taken_words_take_their_mentions_along(people: People, store: Store) -> None:
    speak(people())
    person = write_down(people())
    lamp = mention("the lamp", HEARD)
    older = mention("the lamp", "Pass the lamp.", source="imported")
    for record in (lamp, older, chain("000001-c1", (lamp.mention_id, older.mention_id))):
        store.records.create(record)
    withdraw(store, person.annotator_id, None)
    assert store.records.find(Mention) == [older]
    assert store.records.get(Chain, "000001-c1").mentions == (older.mention_id,)


@pytest.mark.usefixtures("speech")
def test_an_older_backup_does_not_bring_taken_words_back(people: People, store: Store) -> None:
    speak(people())
    person = write_down(people())
    guide, (answer,) = stored(store), store.records.find(TaskAnnotation)
    withdraw(store, person.annotator_id, None)

    def restore(transaction: Any) -> None:
        transaction.replace(guide)
        transaction.create(answer)

    store.records.transact(restore)
    sweep(store)
    assert stored(store).transcript == ""
