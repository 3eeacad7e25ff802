"""From a finished recording to an annotation: in full, once, in bounded memory, whatever is sent again."""

from __future__ import annotations

import io
import json
import random
import unicodedata
import wave
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from environments import open_environment
from pangea_server.annotate.annotations.records import Feedback, GuideAnnotation
from pangea_server.annotate.kinds.guide import GuideTask
from pangea_server.annotate.kinds.wire import Submission
from pangea_server.annotate.tasks.records import Lease, Recording, RecordingState
from pangea_server.app.testing.server import VOICE, People, Someone, assert_problem, summary
from pangea_server.collect.capture import chunk_routes
from pangea_server.collect.capture.submissions import submit
from pangea_server.collect.capture.traces import TraceReader
from pangea_server.collect.capture.wire import SubmitReceipt
from pangea_server.core.errors import StoreConflictError, StoreFullError
from pangea_server.core.records import padded
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("campaign")
WALK = ["door", "lamp", "sofa"]
OTHER_VOICE = (b"\x07\x00" * 16_000,)


def finished_recording(guide: Someone) -> tuple[str, dict[str, Any]]:
    """A lease and the answer that its only recording is."""
    lease_id = guide.lease("guide")["lease_id"]
    return lease_id, guide.record(lease_id, WALK) | {"transcript": "Go past the lamp."}


def test_the_same_submit_many_times_at_once_is_one_annotation(people: People, store: Store) -> None:
    guide = people()
    lease_id, answer = finished_recording(guide)
    with ThreadPoolExecutor(8) as pool:
        receipts = list(pool.map(lambda _: guide.submit(lease_id, answer), range(8)))
    assert [receipt.status_code for receipt in receipts] == [200] * 8
    assert len({receipt.text for receipt in receipts}) == 1
    assert store.records.count(GuideAnnotation) == 1


class LaterFeedback(Feedback):
    headphones: bool = False


class LaterSubmission(Submission):
    """What a page may send to a server that knows two fields more."""

    feedback: LaterFeedback | None = None
    microphone: str | None = None


def submit_to_a_later_server(store: Store, lease_id: str, answer: dict[str, Any]) -> SubmitReceipt:
    person = store.records.get(Annotator, padded(store.records.get(Lease, lease_id).annotator_id))
    sent = LaterSubmission.model_validate_json(json.dumps(answer))
    return submit(store, open_environment("demo"), GuideTask(), person, lease_id, sent, TraceReader())


def test_an_answer_gets_its_receipt_again_from_a_server_that_knows_more_fields(
    people: People, store: Store
) -> None:
    guide = people()
    lease_id, answer = finished_recording(guide)
    answer |= {"feedback": {"comment": "Bright"}, "typing": {"typed": 9, "pasted": 0, "pastes": 0}}
    receipt = guide.submit(lease_id, answer).json()
    assert submit_to_a_later_server(store, lease_id, answer).model_dump() == receipt
    for other in ({"transcript": "Other words."}, {"microphone": "Yeti"}):
        with pytest.raises(StoreConflictError):
            submit_to_a_later_server(store, lease_id, answer | other)


@pytest.mark.parametrize("stream", ["voice", "pose"])
@pytest.mark.parametrize("wrong", [{"size": 10}, {"sha256": "0" * 64}, {"chunks": 7}, {"chunks": 0}])
def test_no_receipt_without_the_right_length_and_hash_of_both_streams(
    people: People, store: Store, stream: str, wrong: dict[str, Any]
) -> None:
    guide = people()
    lease_id, answer = finished_recording(guide)
    assert_problem(guide.submit(lease_id, answer | {stream: answer[stream] | wrong}), 422, "submission")
    assert store.records.count(GuideAnnotation) == 0
    assert guide.submit(lease_id, answer).status_code == 200


def test_a_restart_keeps_the_old_recording_until_an_answer_is_accepted(people: People, store: Store) -> None:
    guide = people()
    lease_id, first_answer = finished_recording(guide)
    second = guide.begin(lease_id, attempt=1)
    guide.put(second, "voice", 0, OTHER_VOICE[0])
    assert [each["voice"]["chunks"] for each in guide.lease("guide")["recordings"]] == [2, 1]

    assert guide.submit(lease_id, first_answer).status_code == 200
    recordings = guide.call("GET", f"/leases/{lease_id}").json()["recordings"]
    assert [each["state"] for each in recordings] == ["accepted", "superseded"]
    assert [each["voice"]["chunks"] for each in recordings] == [2, 0]
    left = {blob.name.split("/", 2)[2] for blob in store.blobs.list("recordings/")}
    assert left == {"voice.wav", "pose_trace.npz", "receipts.json"}


def test_of_an_attempt_whose_submit_failed_nothing_is_kept_once_another_is_the_answer(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk its voice was stored, and its annotation was not."""
    guide = people()
    lease_id, first_answer = finished_recording(guide)

    def full(*_: Any) -> None:
        raise StoreFullError("The disk is full.", remedy="Make room.")

    with monkeypatch.context() as patched:
        patched.setattr("pangea_server.collect.capture.submissions._commit", full)
        assert_problem(guide.submit(lease_id, first_answer), 507, "store_full")
    answer = _record(guide, guide.begin(lease_id, attempt=1)) | {"transcript": "Better."}
    assert guide.submit(lease_id, answer).status_code == 200
    assert store.blobs.list(f"recordings/{first_answer['recording_id']}/") == []


def test_the_newer_recording_can_be_the_answer(people: People) -> None:
    guide = people()
    lease_id, first_answer = finished_recording(guide)
    second = guide.begin(lease_id, attempt=1)
    trace = guide.call("GET", f"/recordings/{first_answer['recording_id']}/pose").json()
    assert trace
    answer = _record(guide, second) | {"transcript": "Better."}
    assert guide.submit(lease_id, answer).status_code == 200
    voice = people(Role.REVIEWER).hear(1)
    with wave.open(io.BytesIO(voice.content)) as file:
        assert file.readframes(file.getnframes()) == OTHER_VOICE[0]


def test_a_chunk_that_comes_again_after_the_submit_gets_its_receipt(people: People) -> None:
    guide = people()
    lease_id, answer = finished_recording(guide)
    recording_id = answer["recording_id"]
    before = guide.call("GET", f"/recordings/{recording_id}/voice").json()
    guide.submit(lease_id, answer)
    late = guide.put(recording_id, "voice", 1, VOICE[1])
    assert (late.status_code, late.json()) == (200, before[1])
    assert guide.call("GET", f"/recordings/{recording_id}/voice").json() == before
    for index, data in ((1, VOICE[0]), (2, VOICE[0])):
        assert_problem(guide.put(recording_id, "voice", index, data), 409, "lease")


def test_a_chunk_of_a_superseded_recording_is_refused(people: People, store: Store) -> None:
    guide = people()
    lease_id, answer = finished_recording(guide)
    old = guide.begin(lease_id, attempt=1)
    guide.submit(lease_id, answer)
    assert_problem(guide.put(old, "voice", 0, VOICE[0]), 409, "lease")
    assert not store.blobs.list(f"recordings/{old}/")


@pytest.fixture
def senders_remembered_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunk_routes, "TTL_SECONDS", 60.0)


@pytest.mark.usefixtures("senders_remembered_for_a_minute")
@pytest.mark.parametrize(("removed", "refusal"), [(False, (409, "lease")), (True, (410, "record_withdrawn"))])
def test_a_chunk_whose_recording_another_process_closes_or_removes_is_not_kept(
    people: People, store: Store, removed: bool, refusal: tuple[int, str]
) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    assert guide.put(recording_id, "voice", 0, VOICE[0]).status_code == 201
    stored = store.records.get(Recording, recording_id)
    closed = stored.model_copy(update={"state": RecordingState.SUPERSEDED})
    store.records.transact(lambda t: t.delete(Recording, recording_id) if removed else t.replace(closed))
    assert_problem(guide.put(recording_id, "voice", 1, VOICE[1]), *refusal)
    assert store.blobs.list(f"recordings/{recording_id}/voice/000001") == []


def test_a_submit_that_was_cut_off_before_it_tidied_up_is_finished_when_it_comes_again(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = people()
    lease_id, answer = finished_recording(guide)
    monkeypatch.setattr(store.blobs, "delete", lambda _: 1 / 0)
    assert_problem(guide.submit(lease_id, answer), 500, "internal")
    assert store.records.count(GuideAnnotation) == 1
    monkeypatch.undo()
    assert guide.submit(lease_id, answer).status_code == 200
    assert not store.blobs.list(f"recordings/{answer['recording_id']}/voice/")


def test_U12_chunks_in_any_order_are_one_voice(people: People, store: Store) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    voice = [random.Random(number).randbytes(3000) for number in range(60)]
    answer = guide.record(lease_id, WALK, voice[:1]) | {"transcript": "In pieces."}
    for number in random.Random(7).sample(range(1, 60), 59):
        assert guide.put(answer["recording_id"], "voice", number, voice[number]).status_code == 201
    assert guide.submit(lease_id, answer | {"voice": summary(voice)}).status_code == 200
    stored = store.blobs.read(f"recordings/{answer['recording_id']}/voice.wav")
    assert stored.endswith(b"".join(voice))


def test_U27_words_of_all_scripts_stay_as_they_were_written(people: People, store: Store) -> None:
    """A letter of every block below the surrogates, marks in heaps, joiners, both directions; not normalised."""
    letters = (chr(start + 0x21) for start in range(0x0100, 0xD800, 0x80))
    words = "".join(letter for letter in letters if unicodedata.category(letter).startswith("L"))
    assert len(words) > 300
    said = f"{words} \u202eשלום\u202c e\u0301 \u00e9 a{10_000 * chr(0x0301)} क्\u200dष 👩\u200d🚀"
    assert people().guide(transcript=said).status_code == 200
    assert store.records.get(GuideAnnotation, "000001").transcript == said


def _record(guide: Someone, recording_id: str) -> dict[str, Any]:
    from pangea_server.app.testing.server import poses, summary

    trace = poses(WALK)
    guide.put(recording_id, "voice", 0, OTHER_VOICE[0])
    guide.put(recording_id, "pose", 0, trace)
    return {"recording_id": recording_id, "voice": summary(OTHER_VOICE), "pose": summary([trace])}
