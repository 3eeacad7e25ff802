"""A Guide's lesson over HTTP: examples, faults to be found, a walk with feedback, and the first task."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from align import Audio, PoseTrace
from environments import PanoramaFolder
from environments.errors import NotFoundError
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, PathRecord, PathSource
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.tasks.records import History
from pangea_server.app.testing.server import People, Someone, assert_problem, let_in, poses
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.core.errors import CampaignFileError, RecordNotFoundError
from pangea_server.core.records import Artefact, padded
from pangea_server.dataset.monitoring.snapshots import SNAPSHOTS_FOLDER
from pangea_server.quality.flags.all_flags import installed_flags, judge
from pangea_server.quality.flags.protocol import Seen, Words
from pangea_server.quality.flags.sound import Sound
from pangea_server.quality.lesson.examples import (
    example,
    house,
    lesson_language,
    picture,
    voice,
    walked,
)
from pangea_server.quality.lesson.scripts import BEATS, GOOD, LANGUAGES, OWN_PATH, PATH, TEXTS, ExampleFault
from pangea_server.quality.lesson.wire import MOST_RATE, MOST_SECONDS
from pangea_server.quality.trust.records import Qualification
from pangea_server.stores.protocol import Store
from tests.server.conftest import CORRIDOR
from tests.trust.conftest import guide_task

Tower = Callable[..., None]
ADDRESS = "/me/lesson/guide"
SPOKEN_APART = {ExampleFault.READ_AFTERWARDS, ExampleFault.SILENT_WALK}


@pytest.fixture
def learner(tower: Tower, people: People) -> Someone:
    """Somebody new to a campaign that asks for training."""
    tower(TrustRules(training=True, opening=0))
    return people()


def finish(person: Someone, part: str, fault: str | None = None) -> bool:
    response = person.call("POST", f"{ADDRESS}/parts/{part}", json={"fault": fault})
    assert response.status_code == 200, response.text
    return bool(response.json()["done"])


def find_all_faults(person: Someone) -> None:
    assert finish(person, GOOD)
    assert all(finish(person, fault, fault) for fault in ExampleFault)


def walk(
    samples: np.ndarray[Any, np.dtype[np.float32]],
    rate: int,
    path: Sequence[str] = OWN_PATH,
    times: Sequence[float] | None = None,
) -> dict[str, Any]:
    """A walk as the page sends it, whose steps are spread over the voice."""
    each = samples.size / rate / len(path)
    when = times or [number * each for number in range(len(path))]
    pcm = (samples * 32767).astype("<i2").tobytes()
    visits = [{"time": time, "viewpoint_id": name} for time, name in zip(when, path, strict=True)]
    return {"visits": visits, "sample_rate": rate, "voice": base64.b64encode(pcm).decode()}


def speech() -> tuple[np.ndarray[Any, np.dtype[np.float32]], int]:
    """Somebody who speaks all the time: the good example's voice, as a page would send it."""
    heard = Audio.open(io.BytesIO(voice("en", GOOD))).resampled(MOST_RATE)
    return heard.samples, heard.sample_rate


def judged(person: Someone, sent: dict[str, Any]) -> dict[str, Any]:
    response = person.call("POST", f"{ADDRESS}/walk", json=sent)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BEATS)
def test_our_flags_find_in_the_examples_what_the_lesson_says_of_them(language: str, name: str) -> None:
    shown = example(language, name)
    heard = Audio.open(io.BytesIO(voice(language, name)))
    seen = Seen(
        "guide", house().graph, shown.trace, walked(shown.cameras), PATH,
        Words(shown.transcript, language, Sound(heard)),
    )  # fmt: skip
    raised = {each.flag for each in judge(seen, FlagRules(), installed_flags()) if each.raised}
    raised.discard("sounds_read")  # a machine does read
    assert raised == ({"read_aloud"} if name in SPOKEN_APART else set())
    assert walked(shown.cameras) == PATH
    assert heard.samples.size / heard.sample_rate == pytest.approx(shown.duration, abs=0.05)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_said_in_order_and_the_camera_turns_as_the_good_words_say(language: str) -> None:
    shown = example(language, GOOD)
    times = [time for word in shown.words if (time := word.start_time) is not None]
    assert len(times) == len(shown.words)
    assert times == sorted(times)
    assert times[-1] < shown.duration
    turns = {
        here.viewpoint_id: after.heading - here.heading
        for here, after in zip(shown.cameras, shown.cameras[1:], strict=False)
        if here.viewpoint_id == after.viewpoint_id and abs(after.heading - here.heading) > 0.5
    }
    assert turns.keys() == {"living-room-sofa", "hallway-mirror"}
    assert all(turn > 0 for turn in turns.values())  # to the right, in the texts as well
    wrong = {key for key in TEXTS[language] if key.endswith("_wrong")}
    assert wrong == {"start_wrong", "mirror_wrong"}


@pytest.mark.parametrize(
    ("languages", "language"),
    [(["hi-IN"], "hi"), (["de", "te-IN"], "te"), (["de"], "en"), (["en-GB", "hi"], "en"), ([], "en")],
)
def test_the_lesson_is_in_the_first_language_that_it_knows(languages: list[str], language: str) -> None:
    assert lesson_language(languages) == language


def test_who_has_finished_the_lesson_gets_tasks(learner: Someone, store: Store) -> None:
    assert learner.call("POST", "/leases", json={"kind": "guide"}).headers["PanGEA-Reason"] == "training"
    lesson = learner.call("GET", ADDRESS).json()
    assert [each["part"] for each in lesson["examples"]] == [GOOD, *ExampleFault]
    assert (lesson["done"], lesson["passed"]) == ([], False)
    assert all(each["synthetic"] for each in lesson["examples"])
    assert finish(learner, GOOD)
    assert finish(learner, ExampleFault.READ_AFTERWARDS, ExampleFault.WRONG_SIDES) is False
    assert learner.call("GET", ADDRESS).json()["done"] == [GOOD]
    find_all_faults(learner)
    quiet = judged(learner, walk(np.zeros(MOST_RATE * 20, np.float32), MOST_RATE))
    assert quiet["passed"] is False
    assert {each["flag"]: each["good"] for each in quiet["findings"]}["silence"] is False
    result = judged(learner, walk(*speech()))
    assert result["passed"] is True
    assert [(each["flag"], each["good"]) for each in result["findings"]][:4] == [
        ("path_not_completed", True), ("silence", True), ("read_aloud", True), ("clipping", True)
    ]  # fmt: skip
    kept = store.records.get(Qualification, f"{padded(learner.annotator_id)}-guide")
    assert (kept.attempts, kept.passed_at is not None, len(kept.lesson)) == (2, True, 6)
    store.records.create(
        PathRecord(path_id=101, scan_id="corridor", path=CORRIDOR, heading=0.0, campaign_id="tower")
    )
    store.records.create(guide_task(1))
    assert learner.lease("guide")["args"]["path"] == list(CORRIDOR)


def test_nothing_of_a_walk_is_kept(learner: Someone, store: Store) -> None:
    find_all_faults(learner)
    judged(learner, walk(*speech()))
    blobs = [blob for blob in store.blobs.list("") if not blob.name.startswith(SNAPSHOTS_FOLDER)]
    assert blobs == []
    assert (
        "voice"
        not in store.records.get(Qualification, f"{padded(learner.annotator_id)}-guide").model_dump_json()
    )


@pytest.mark.parametrize(
    ("path", "times", "poor"),
    [
        (OWN_PATH, [0.0, 0.1, 0.2, 0.3], "read_aloud"),
        (OWN_PATH[:2], None, "path_not_completed"),
    ],
)
def test_feedback_says_what_went_wrong(
    learner: Someone, path: tuple[str, ...], times: list[float] | None, poor: str
) -> None:
    find_all_faults(learner)
    result = judged(learner, walk(*speech(), path, times))
    assert result["passed"] is False
    assert {each["flag"]: each["good"] for each in result["findings"]}[poor] is False


def test_too_loud_a_voice_is_told(learner: Someone) -> None:
    find_all_faults(learner)
    samples, rate = speech()
    loud = np.clip(samples * 30, -1, 1).astype(np.float32)
    found = {each["flag"]: each["good"] for each in judged(learner, walk(loud, rate))["findings"]}
    assert found["clipping"] is False


def test_parts_come_in_their_order(learner: Someone) -> None:
    later = learner.call("POST", f"{ADDRESS}/parts/{ExampleFault.WRONG_SIDES}", json={"fault": "wrong_sides"})
    assert_problem(later, 409, "store_conflict")
    assert_problem(learner.call("POST", f"{ADDRESS}/walk", json=walk(*speech())), 409, "store_conflict")


def test_what_is_no_part_of_a_lesson_is_refused(learner: Someone) -> None:
    assert_problem(learner.call("POST", f"{ADDRESS}/parts/dance", json={}), 404, "record_not_found")
    assert learner.call("POST", f"{ADDRESS}/parts/good", json={"fault": "dance"}).status_code == 422
    assert_problem(learner.call("GET", "/me/lesson/follower"), 404, "record_not_found")
    assert learner.call("GET", "/me/lesson/juggling").status_code == 404
    assert_problem(learner.call("GET", "/me/training/guide"), 404, "record_not_found")


def test_a_walk_that_cannot_be_is_refused(learner: Someone) -> None:
    find_all_faults(learner)
    good = walk(*speech())
    too_long = walk(np.zeros(8000 * (MOST_SECONDS + 1), np.float32), 8000)
    for wrong, status in (
        (good | {"visits": [{"time": 0, "viewpoint_id": "balcony"}]}, 422),
        (good | {"visits": [*good["visits"], {"time": 99, "viewpoint_id": "moon"}]}, 404),
        (good | {"visits": good["visits"][::-1]}, 422),
        (good | {"visits": []}, 422),
        (good | {"voice": base64.b64encode(b"abc").decode()}, 422),
        (good | {"voice": "%%"}, 422),
        (good | {"voice": ""}, 422),
        (good | {"sample_rate": 48_000}, 422),
        (too_long, 422),
    ):
        response = learner.call("POST", f"{ADDRESS}/walk", json=wrong)
        assert response.status_code == status, (response.status_code, response.text[:200])
    assert learner.call("GET", ADDRESS).json()["passed"] is False


def test_voices_and_pictures_are_at_the_addresses_of_the_lesson_only(learner: Someone) -> None:
    lesson = learner.call("GET", ADDRESS).json()
    address = lesson["examples"][0]["voice_url"]
    heard = learner.client.get(address)
    assert (heard.content, heard.headers["content-type"]) == (voice("en", GOOD), "audio/ogg")
    here = lesson["scan"]["viewpoints"][0]
    seen = learner.client.get(next(iter(here["images"].values())))
    assert seen.content == picture(here["viewpoint_id"])
    assert_problem(learner.client.get(address.split("?")[0]), 404, "link_not_valid")
    k = address.partition("?")[2]
    for wrong in ("/voices/en/dance", "/voices/de/good", "/voices/en/..%2F..%2Fscripts.py", "/pictures/moon"):
        assert learner.client.get(f"/api/v1{ADDRESS}{wrong}?{k}").status_code == 404
    with pytest.raises(RecordNotFoundError):
        voice("en", "../scripts")
    with pytest.raises(NotFoundError):
        picture("../secret")


def test_a_campaign_may_show_a_recording_of_its_own(tower: Tower, people: People, store: Store) -> None:
    tower(TrustRules(training=True, opening=0))
    person = people()
    recorded(store, 7)
    name_recording(store, {"en-US": 7})
    first, second, *_ = person.call("GET", ADDRESS).json()["examples"]
    assert (first["synthetic"], first["scan_id"], second["synthetic"]) == (False, "corridor", True)
    assert [each["word"] for each in first["words"]] == ["Past", "the", "lamp", "to", "the", "sofa."]
    assert first["words"][0]["start_time"] is None  # it was not aligned
    assert first["trace"]["viewpoint_id"] == list(PATH_HERE)
    assert person.client.get(first["voice_url"]).status_code == 200
    assert person.call("GET", "/scans/corridor").status_code == 200
    assert finish(person, GOOD)
    assert store.records.get(History, padded(person.annotator_id)).met == {"7": "training"}
    other, token = let_in(store.records, languages=("hi-IN",))
    speaker = Someone(person.client, token, other.annotator_id)
    hindi = speaker.call("GET", ADDRESS).json()["examples"][0]
    assert (hindi["synthetic"], hindi["language"]) == (True, "hi")


def test_a_recording_that_was_taken_back_is_replaced_by_the_synthetic_one(
    tower: Tower, people: People, store: Store
) -> None:
    tower(TrustRules(training=True, opening=0))
    name_recording(store, {"en-US": 4242})
    assert people().call("GET", ADDRESS).json()["examples"][0]["synthetic"] is True


def test_a_recording_that_is_not_there_is_a_fault_of_the_file(
    store: Store, place: Path, tower: Tower
) -> None:
    tower()
    wanted = CampaignDefinition(
        id="taught",
        languages=("en-US", "hi-IN"),
        paths=(PathSource(scan="corridor", viewpoints=(CORRIDOR,)),),
        lesson={"hi-IN": 1, "en-US": 99},
    )
    with pytest.raises(CampaignFileError, match=r"lesson\.hi-IN: 1 is no recording .* it is in en-US"):
        create_campaign(store.records, PanoramaFolder(place), "place", wanted)
    with pytest.raises(CampaignFileError, match=r"lesson\.en-US: 99 is no recording .* there is none"):
        create_campaign(
            store.records, PanoramaFolder(place), "place", wanted.model_copy(update={"lesson": {"en-US": 99}})
        )


PATH_HERE = CORRIDOR[:3]


def recorded(store: Store, number: int) -> None:
    """Somebody of the team has described the corridor, with voice and walk."""
    wav, npz = io.BytesIO(), io.BytesIO()
    soundfile.write(wav, np.zeros(16_000, np.int16), 16_000, format="WAV")
    PoseTrace.from_jsonl(poses(PATH_HERE)).save(npz)
    kept = {}
    for name, data in (("voice", wav.getvalue()), ("pose_trace", npz.getvalue())):
        blob = f"recordings/known-{number}/{name}"
        store.blobs.create(blob, data)
        info = store.blobs.stat(blob)
        kept[name] = Artefact(blob=blob, size=info.size, sha256=info.sha256)
    earlier = store.records.get(GuideAnnotation, padded(number))
    changed = earlier.model_copy(update=kept)
    store.records.transact(lambda transaction: transaction.replace(changed))


def name_recording(store: Store, lesson: dict[str, int]) -> None:
    campaign = store.records.get(Campaign, "tower")
    definition = campaign.definition.model_copy(update={"lesson": lesson})
    changed = campaign.model_copy(update={"definition": definition})
    store.records.transact(lambda transaction: transaction.replace(changed))
