"""The real client over real gRPC, against a server in this process that gives prepared answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import grpc
import numpy as np
import pytest
from google.cloud.speech_v1 import RecognizeRequest, RecognizeResponse

from align import Audio, EngineError, EngineTimeoutError, TranscriptMismatchError, align_transcript
from align.engines.carried_over import CarriedOver
from align.recognisers.google_speech import GoogleSpeech
from align.recognisers.recognised import recognised_words
from align.testing import EngineContract, RecogniserContract
from tests.align.speech_service import Handler, speech_service
from tests.server.programs.test_cli import pangea

DATA = Path(__file__).parents[2] / "data" / "align"
TEXT = (DATA / "door.txt").read_text()
ANSWER: RecognizeResponse = RecognizeResponse.from_json((DATA / "google_speech_door.json").read_text())

Serve = Callable[..., GoogleSpeech]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start a Speech service with this handler of Recognize; gives a recogniser that talks to it."""
    with speech_service() as start:
        yield lambda handler, timeout=2.0: GoogleSpeech(endpoint=start(handler), timeout=timeout)


def answering(requests: list[RecognizeRequest]) -> Handler:
    """Notes each request and gives the prepared answer."""

    def handle(request: RecognizeRequest, context: grpc.ServicerContext) -> RecognizeResponse:
        requests.append(request)
        return ANSWER

    return handle


def door() -> Audio:
    return Audio.open(DATA / "door.flac")


class TestGoogleSpeech(EngineContract):
    recording_path = DATA / "door.flac"
    text = TEXT
    language = "en-US"

    @pytest.fixture(autouse=True)
    def _started(self, serve: Serve) -> None:
        self.recogniser = serve(lambda request, context: ANSWER)

    def make(self) -> CarriedOver:
        return CarriedOver(self.recogniser)


class TestRecognising(RecogniserContract):
    recording_path = DATA / "door.flac"
    words = ("walk", "past", "left")
    language = "en-US"

    @pytest.fixture(autouse=True)
    def _started(self, serve: Serve) -> None:
        self.recogniser = serve(lambda request, context: ANSWER)

    def make(self) -> GoogleSpeech:
        return self.recogniser


def test_written_words_get_the_times_of_recognised_ones(serve: Serve) -> None:
    requests: list[RecognizeRequest] = []
    engine = serve(answering(requests))
    alignment = align_transcript(door(), TEXT, language="en-IN", engine=engine)
    times = {word.word: (word.start_time, word.end_time) for word in alignment.words}
    assert times["2"] == (1.2, 1.4)
    assert times["in-front"] == (3.0, 3.5)
    assert times["3"] == pytest.approx((3.6, 4.0))
    assert times["stop."] == (5.0, 5.5)
    assert [word.word for word in alignment.words if word.source == "interpolated"] == ["3"]
    assert alignment.edit_distance == pytest.approx(7 / 67)  # "three " is missing, "stop" was heard as "shop"
    assert (requests[0].config.language_code, requests[0].config.enable_word_time_offsets) == ("en-IN", True)
    assert requests[0].audio.content == door().pcm()


def test_a_long_recording_is_cut_where_it_is_quiet(serve: Serve) -> None:
    requests: list[RecognizeRequest] = []
    engine = serve(answering(requests))
    samples = np.full(130 * 16_000, 0.1, np.float32)
    samples[52 * 16_000 : 53 * 16_000] = 0.0
    words = engine.recognize(Audio(samples, 16_000), "en-US")
    lengths = [len(request.audio.content) / 32_000 for request in requests]
    assert lengths[0] == pytest.approx(52.5, abs=0.5)
    assert sum(lengths) == pytest.approx(130)
    assert max(lengths) < 60
    assert words[13].start_time == pytest.approx(lengths[0] + 0.3)


def test_an_answer_without_words_is_no_alignment(serve: Serve) -> None:
    engine = serve(lambda request, context: RecognizeResponse())
    with pytest.raises(TranscriptMismatchError, match="None of the 0 recognised words") as caught:
        align_transcript(door(), TEXT, language="en-US", engine=engine)
    assert caught.value.context["edit_distance"] == 1.0


@pytest.mark.parametrize(
    ("status", "remedy"),
    [
        (grpc.StatusCode.UNAUTHENTICATED, "gcloud auth application-default login"),
        (grpc.StatusCode.PERMISSION_DENIED, "Enable the Speech-to-Text API"),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, "quota"),
        (grpc.StatusCode.INVALID_ARGUMENT, "language tag"),
        (grpc.StatusCode.INTERNAL, "Try again later"),
    ],
)
def test_a_refusal_says_what_to_do(serve: Serve, status: grpc.StatusCode, remedy: str) -> None:
    engine = serve(lambda request, context: context.abort(status, "not today"))
    with pytest.raises(EngineError, match="not today") as caught:
        align_transcript(door(), TEXT, language="en-US", engine=engine)
    assert remedy in caught.value.remedy


def test_a_deadline_is_a_timeout_whoever_notices_it(serve: Serve) -> None:
    engine = serve(lambda request, context: context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "late"))
    with pytest.raises(EngineTimeoutError):
        engine.recognize(door(), "en-US")


def test_a_service_that_does_not_answer_is_a_timeout(serve: Serve) -> None:
    released = threading.Event()
    engine = serve(lambda request, context: (released.wait(5.0), ANSWER)[1], timeout=0.2)
    with pytest.raises(EngineTimeoutError, match=r"within 0\.2 s") as caught:
        engine.recognize(door(), "en-US")
    released.set()
    assert caught.value.remedy


def test_an_address_elsewhere_is_asked_with_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", "/nowhere.json")
    with pytest.raises(EngineError, match="Google Cloud Speech-to-Text") as caught:
        GoogleSpeech(endpoint="eu-speech.googleapis.com:443").recognize(door(), "en-US")
    assert "gcloud auth" in caught.value.remedy


def test_the_command_asks_the_service_that_is_named_and_keeps_what_it_heard(tmp_path: Path) -> None:
    with speech_service() as start:
        endpoint = start(lambda request, context: ANSWER)
        files = [str(DATA / "door.flac"), str(DATA / "door.txt"), "--output", str(tmp_path / "door.json")]
        done = pangea("align", *files, "--engine", "google_speech", "--endpoint", endpoint)
    assert done.returncode == 0, done.stderr
    heard = tmp_path / "door.heard.json"
    assert [word.word for word in recognised_words(heard)][:3] == ["walk", "past", "the"]
    again = pangea("align", *files, "--engine", f"recognised:{heard}")
    assert again.returncode == 0, again.stderr
