"""From a voice to a draft and from a draft to an annotation, over HTTP, with recognisers in processes of their own."""

from __future__ import annotations

import gzip
import json
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from google.cloud.speech_v1 import RecognizeResponse
from pyarrow import parquet

from environments import PangeaError, PanoramaFolder
from pangea_server import Settings, create_app
from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.drafting.records import DraftedTranscript, DraftTranscript
from pangea_server.app.testing.server import People, Someone, assert_problem, let_in, summary
from pangea_server.collect.drafting import maker
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.entries import GuideEntry
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats.parquet import Parquet
from pangea_server.people.access.records import Role
from pangea_server.quality.flags.records import FlagReport
from pangea_server.quality.flags.runner import open_runner
from pangea_server.stores.protocol import Store
from tests.align.speech_service import speech_service
from tests.data.plugins.pangea_odd_recognisers.odd_recognisers import SENTENCE
from tests.drafting.test_making import ask, drafting
from tests.server.programs.test_aligning import spoken

PATH = ("door", "lamp", "sofa")
SECONDS = 60.0
DATA = Path(__file__).parents[2] / "data" / "align"


def wait(person: Someone, answer: dict[str, Any]) -> dict[str, Any]:
    """The draft, or why there is none."""
    until = time.monotonic() + SECONDS
    while (view := ask(person, answer))["state"] == "waiting":
        assert time.monotonic() < until
        time.sleep(0.05)
    return view


def speak(person: Someone, attempt: int = 0) -> tuple[str, dict[str, Any]]:
    lease = person.lease("guide")
    assert lease["args"]["drafts"] is True
    return lease["lease_id"], person.record(lease["lease_id"], PATH, spoken(), attempt)


def stored(store: Store) -> GuideAnnotation:
    return store.records.get(GuideAnnotation, "000001")


def test_a_draft_is_shown_and_what_became_of_it_is_kept(people: People, store: Store, place: Path) -> None:
    drafting(store, place, draft="parrot")
    person = people()
    lease_id, answer = speak(person)
    view = wait(person, answer)
    words = [word["word"] for word in view["words"]]
    assert (view["state"], " ".join(words)) == ("ready", SENTENCE)
    assert [word["word"] for word in view["words"] if not word["sure"]] == ["yellow"]
    text = SENTENCE.replace("yellow", "green") + "."
    heard = {"heard": list(range(8))}
    submission = answer | {"transcript": text, "draft": heard}
    first = person.submit(lease_id, submission)
    assert first.status_code == 200
    assert person.submit(lease_id, submission).json() == first.json()
    guide, drafted = stored(store), store.records.get(DraftedTranscript, "000001")
    assert (guide.transcript, guide.drafted_by, guide.planted_left) == (text, "engine:parrot", 0)
    assert (drafted.edited, drafted.heard, drafted.untouched, drafted.inserted) == (1, 8, 9, 0)
    assert drafted.edits_per_word == pytest.approx(1 / 18)
    (kept,) = store.records.find(HeardWords)
    assert " ".join(word.word for word in kept.words) == SENTENCE
    assert store.records.count(DraftTranscript) == 0
    shown = people(Role.REVIEWER).call("GET", "/annotations/guide/1").json()
    assert shown["heard"][0]["recogniser"] == "parrot"
    assert shown["drafted"]["submitted"] == text


def test_a_page_that_showed_no_draft_leaves_no_trace_of_one(
    people: People, store: Store, place: Path
) -> None:
    drafting(store, place, draft="parrot")
    person = people()
    lease_id, answer = speak(person)
    wait(person, answer)
    assert person.submit(lease_id, answer | {"transcript": "Typed by myself."}).status_code == 200
    assert (stored(store).transcript, stored(store).drafted_by) == ("Typed by myself.", None)
    assert store.records.count(DraftedTranscript) == store.records.count(DraftTranscript) == 0


def test_planted_errors_that_are_left_in_never_reach_the_data(
    people: People, store: Store, place: Path
) -> None:
    drafting(store, place, draft="parrot", draft_check=0.5)
    person = people()
    lease_id, answer = speak(person)
    shown = " ".join(word["word"] for word in wait(person, answer)["words"])
    assert shown != SENTENCE
    (draft,) = store.records.find(DraftTranscript)
    planted = [word for word in draft.words if word.own]
    mended = shown.split()
    first = next(at for at, word in enumerate(draft.words) if word.own)
    mended[first] = str(draft.words[first].own)
    assert person.submit(lease_id, answer | {"transcript": " ".join(mended), "draft": {"heard": []}})
    guide, drafted = stored(store), store.records.get(DraftedTranscript, "000001")
    assert guide.transcript.lower() == SENTENCE.lower()
    assert (guide.planted, guide.planted_left) == (len(planted), len(planted) - 1)
    assert drafted.submitted == " ".join(mended)
    assert drafted.edits_per_word == 0
    assert [word.word for word in store.records.find(HeardWords)[0].words] == SENTENCE.split()


@pytest.mark.parametrize(
    ("recogniser", "reason"),
    [
        ("hanging", "recogniser_timeout"),
        ("failing", "recogniser"),
        ("dying", "recogniser"),
        ("babbling", "too_many_words"),
        ("flooding", "recogniser"),
        ("foreign", "language_not_recognised"),
        ("deaf", "nothing_heard"),
        ("whisper", "recogniser_not_installed"),
    ],
)
def test_a_recogniser_that_misbehaves_costs_nobody_anything(
    people: People,
    store: Store,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    recogniser: str,
    reason: str,
) -> None:
    monkeypatch.setattr(maker, "SHORTEST_SECONDS", 8.0 if recogniser == "hanging" else 60.0)
    monkeypatch.setattr(maker, "SECONDS_A_SECOND", 0.1)
    drafting(store, place, draft=recogniser)
    person = people()
    lease_id, answer = speak(person)
    view = wait(person, answer)
    assert (view["state"], view["reason"], view["words"]) == ("none", reason, [])
    assert ask(person, answer) == view
    assert person.submit(lease_id, answer | {"transcript": "Typed by myself."}).status_code == 200
    assert stored(store).drafted_by is None


def test_the_draft_of_a_voice_that_was_recorded_again_is_never_shown(
    people: People, store: Store, place: Path
) -> None:
    drafting(store, place, draft="parrot")
    person = people()
    lease_id, first = speak(person)
    wait(person, first)
    second = person.record(lease_id, PATH, spoken()[:2], attempt=1)
    assert ask(person, first)["reason"] == "recorded_again"
    view = wait(person, second)
    assert view["state"] == "ready"
    assert view["words"][-1]["end_time"] <= 2.0
    told = second | {"transcript": "All new.", "draft": {"heard": [0]}}
    assert person.submit(lease_id, told).status_code == 200


def test_a_voice_that_is_still_on_its_way_is_waited_for(people: People, store: Store, place: Path) -> None:
    drafting(store, place, draft="parrot")
    person, chunks = people(), spoken()
    lease_id = person.lease("guide")["lease_id"]
    recording_id = person.begin(lease_id)
    whole = {"recording_id": recording_id, "voice": summary(chunks)}
    for index, chunk in enumerate(chunks):
        assert ask(person, whole)["state"] == "waiting"
        person.put(recording_id, "voice", index, chunk)
    assert wait(person, whole)["state"] == "ready"
    wrong = whole | {"voice": summary([*chunks[:-1], bytes(2 * 16_000)])}
    assert ask(person, wrong)["state"] == "ready"  # it is made already


@pytest.mark.parametrize("guide", [{}, {"draft": "off"}])
def test_campaigns_without_drafts_make_none(
    people: People, store: Store, place: Path, guide: dict[str, Any]
) -> None:
    drafting(store, place, **guide)
    person = people()
    lease = person.lease("guide")
    assert lease["args"]["drafts"] is False
    answer = person.record(lease["lease_id"], PATH, spoken())
    assert (ask(person, answer)["state"], ask(person, answer)["reason"]) == ("none", "off")


def test_nobody_gets_the_draft_of_another_person(people: People, store: Store, place: Path) -> None:
    drafting(store, place, draft="parrot")
    _, answer = speak(people())
    address = f"/draft-transcripts/{answer['recording_id']}"
    assert_problem(people().call("PUT", address, json={"voice": answer["voice"]}), 404, "record_not_found")
    assert people(Role.MANAGER).call("PUT", address, json={"voice": answer["voice"]}).status_code == 403


def test_a_withdrawal_removes_drafts_and_what_was_heard(people: People, store: Store, place: Path) -> None:
    drafting(store, place, draft="parrot")
    person = people()
    lease_id, answer = speak(person)
    wait(person, answer)
    assert store.records.count(DraftTranscript) == 1
    submission = answer | {"transcript": SENTENCE, "draft": {"heard": []}}
    assert person.submit(lease_id, submission).status_code == 200
    withdraw(store, person.annotator_id, None)
    assert store.records.count(DraftedTranscript) == store.records.count(HeardWords) == 0


def test_a_withdrawal_before_the_answer_removes_the_draft(people: People, store: Store, place: Path) -> None:
    drafting(store, place, draft="parrot")
    person = people()
    _, answer = speak(person)
    wait(person, answer)
    withdraw(store, person.annotator_id, None)
    assert store.records.count(DraftTranscript) == 0


def test_too_many_at_once_type(
    people: People, store: Store, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maker, "MOST_WAITING", 0)
    drafting(store, place, draft="parrot")
    person = people()
    _, answer = speak(person)
    assert ask(person, answer)["reason"] == "busy"
    monkeypatch.setattr(maker, "MOST_WAITING", 1)
    assert wait(person, answer)["state"] == "ready"


def test_pocketsphinx_makes_a_real_draft(people: People, store: Store, place: Path) -> None:
    drafting(store, place, draft="pocketsphinx_recognition")
    person = people()
    _, answer = speak(person)
    view = wait(person, answer)
    assert view["state"] == "ready"
    assert len(view["words"]) > 5


def work(people: People, store: Store, place: Path, mended: bool) -> Someone:
    """A whole task of which the planted errors are mended, or left in."""
    person = people()
    lease_id, answer = speak(person)
    wait(person, answer)
    (draft,) = store.records.find(DraftTranscript)
    text = " ".join(word.own if mended and word.own else word.word for word in draft.words)
    submission = answer | {"transcript": text, "draft": {"heard": list(range(18))}}
    assert person.submit(lease_id, submission).status_code == 200
    return person


@pytest.mark.parametrize("mended", [True, False])
def test_the_dashboard_and_a_flag_say_who_trusts_drafts_too_much(
    people: People, store: Store, settings: Settings, place: Path, mended: bool
) -> None:
    drafting(store, place, draft="parrot", draft_check=0.5)
    person = work(people, store, place, mended)
    (row,) = people(Role.REVIEWER).call("GET", "/monitor/drafts").json()
    assert (row["campaign_id"], row["annotator_id"]) == ("drafts", person.annotator_id)
    assert (row["drafts"], row["words"], row["edits_per_word"]) == (1, 18, 0)
    assert row["planted"] > 0
    assert row["planted_found"] == (1.0 if mended else 0.0)
    assert row["found_low"] - 1e-9 <= row["planted_found"] <= row["found_high"] + 1e-9
    assert people(Role.REVIEWER).call("GET", "/monitor/drafts?campaign=other").json() == []
    table = people(Role.REVIEWER).call("GET", "/monitor/drafts", headers={"Accept": "text/csv"})
    assert table.text.startswith("campaign_id,annotator_id,")
    with open_runner(settings) as runner:
        runner.run("guide-000001")
    (report,) = store.records.find(FlagReport)
    assert ("overtrusted_draft" in [finding.flag for finding in report.raised]) is not mended


def test_exports_carry_what_was_heard_and_mark_drafts(
    people: People, store: Store, place: Path, tmp_path: Path
) -> None:
    drafting(store, place, draft="parrot", draft_check=0.5)
    work(people, store, place, mended=False)
    dataset, formats = Dataset(store, PanoramaFolder(place)), open_formats(["rxr", "heard", "parquet"])
    export(dataset, tmp_path / "out", formats)
    row = json.loads(gzip.decompress((tmp_path / "out/rxr/rxr_train_guide.jsonl.gz").read_bytes()))
    assert row["instruction"].lower() == SENTENCE.lower()
    assert row["drafted_by"] == "engine:parrot"
    assert row["planted_left"] > 0
    (heard,) = json.loads((tmp_path / "out/heard/train/000001.json").read_text())
    assert (heard["recogniser"], len(heard["words"])) == ("parrot", 18)
    table = parquet.read_table(tmp_path / "out/parquet/guide/train.parquet").to_pylist()
    assert [word["word"] for word in table[0]["heard"][0]["words"]] == SENTENCE.split()
    (found,) = Parquet().read(tmp_path / "out/parquet/guide/train.parquet", PanoramaFolder(place))
    assert isinstance(found.entry, GuideEntry)
    assert found.entry.heard[0].words[0].word == "You"


@pytest.mark.parametrize(
    ("guide", "fault"),
    [
        ({"draft": "parot"}, "there is no recogniser 'parot'"),
        ({"draft": "recognised"}, "there is no recogniser 'recognised'"),
        ({"draft": "parrot", "transcript": "none"}, "do not write down"),
        ({"draft_check": 0.1}, "without drafts"),
    ],
)
def test_campaign_files_that_cannot_be_meant_are_refused(
    store: Store, place: Path, guide: dict[str, Any], fault: str
) -> None:
    with pytest.raises(PangeaError, match=fault):
        drafting(store, place, **guide)


def test_a_recogniser_whose_package_is_gone_since_makes_no_draft(
    people: People, store: Store, place: Path
) -> None:
    drafting(store, place, draft="parrot")
    (campaign,) = store.records.find(Campaign)
    rules = campaign.definition.guide.model_copy(update={"draft": "gone_since"})
    definition = campaign.definition.model_copy(update={"guide": rules})
    changed = campaign.model_copy(update={"definition": definition})
    store.records.transact(lambda transaction: transaction.replace(changed))
    person = people()
    _, answer = speak(person)
    assert wait(person, answer)["reason"] == "plugin_not_found"


def test_a_server_asks_the_service_that_its_settings_name(
    settings: Settings, place: Path, tmp_path: Path
) -> None:
    answer = RecognizeResponse.from_json((DATA / "google_speech_door.json").read_text())
    with speech_service() as start:
        endpoint = start(lambda request, context: answer)
        named = settings.model_copy(update={"recogniser_endpoint": endpoint})
        with TestClient(create_app(named), raise_server_exceptions=False) as client:
            store: Store = client.app.state.services.store  # type: ignore[attr-defined]
            drafting(store, place, draft="google_speech")
            person, token = let_in(store.records)
            guide = Someone(client, token, person.annotator_id)
            _, sent = speak(guide)
            view = wait(guide, sent)
    assert [word["word"] for word in view["words"]][:4] == ["walk", "past", "the", "two"]
    assert all(word["sure"] for word in view["words"][:4])
