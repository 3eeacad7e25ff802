"""Recognisers without their services and models: what they send, what they make of the answers, and how they fail."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from google.api_core import exceptions as google_exceptions
from google.cloud.speech_v1 import RecognitionConfig, RecognizeResponse

from align import Audio, TimedWord
from align.errors import (
    LanguageNotRecognisedError,
    RecogniserError,
    RecogniserNotInstalledError,
    RecogniserTimeoutError,
)
from align.recognisers import pocketsphinx_recognition, whisper
from align.recognisers.by_name import of_recording, refuse_one_for_many
from align.recognisers.google_speech import GoogleSpeech
from align.recognisers.parts import parts
from align.recognisers.pocketsphinx_recognition import PocketSphinxRecognition
from align.recognisers.registry import NO_OPTIONS, RecogniserOptions, open_recogniser
from align.recognisers.whisper import Whisper
from environments.errors import ConfigurationError
from environments.plugins import ExtensionPoint

RATE = 16_000
exceptions: Any = google_exceptions  # without types


def sound(seconds: float, rate: int = RATE) -> Audio:
    return Audio(np.full(round(seconds * rate), 0.1, np.float32), rate)


def test_the_file_of_a_recording_is_the_first_of_its_names_that_exists(tmp_path: Path) -> None:
    specification = f"recognised:{tmp_path}/{{name}}.json"
    assert of_recording("recognised:heard.json", "a") == "recognised:heard.json"
    assert of_recording("{name}", "a") == "{name}"
    assert of_recording(specification, "000026", "26") == f"recognised:{tmp_path}/000026.json"
    (tmp_path / "26.json").touch()
    assert of_recording(specification, "000026", "26") == f"recognised:{tmp_path}/26.json"
    (tmp_path / "000026.json").touch()
    assert of_recording(specification, "000026", "26") == f"recognised:{tmp_path}/000026.json"


def test_only_a_recogniser_with_the_words_of_one_recording_is_refused_for_many() -> None:
    for allowed in ("viterbi", "recognised:{name}.json", "whisper:model", "pocketsphinx_recognition"):
        refuse_one_for_many(allowed, "every voice")
    with pytest.raises(ConfigurationError) as refused:
        refuse_one_for_many("recognised:heard.json", "every voice")
    assert (
        refused.value.message == "recognised:heard.json has the words of one recording, not of every voice."
    )


def test_a_part_ends_in_the_middle_of_the_quietest_moment_of_its_last_ten_seconds() -> None:
    samples = np.ones(4500, np.float32)
    samples[1500:1540] = 0.0
    samples[500:600] = 0.0  # earlier than its last ten seconds
    found = list(parts(Audio(samples, 100), 20.0))
    assert [(start, part.samples.size, part.sample_rate) for start, part in found] == [
        (0.0, 1510, 100),
        (15.1, 1010, 100),
        (25.2, 1980, 100),
    ]
    assert np.array_equal(np.concatenate([part.samples for _, part in found]), samples)
    assert [part.samples.size for _, part in parts(Audio(samples, 100), 45.0)] == [4500]


class Nameless:
    """Is no recogniser."""


class Named:
    name = "named"

    def __init__(self, model: str, endpoint: str = "", other: int = 0) -> None:
        self.given = (model, endpoint, other)

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        return []


def test_options_go_to_the_recognisers_that_take_them_and_the_specification_is_closer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "align.recognisers.registry.RECOGNISERS",
        ExtensionPoint("tests", {"named": f"{__name__}:Named", "nameless": f"{__name__}:Nameless"}),
    )
    options = RecogniserOptions(endpoint="localhost:1", model=Path("other"))
    assert options.for_class(Named) == {"endpoint": "localhost:1", "model": Path("other")}
    assert NO_OPTIONS.for_class(Named) == options.for_class(PocketSphinxRecognition) == {}
    opened = open_recogniser("named:mine:x", options)
    assert isinstance(opened, Named)
    assert opened.given == ("mine:x", "localhost:1", 0)
    with pytest.raises(ConfigurationError, match="named needs an argument") as refused:
        open_recogniser("named")
    assert refused.value.remedy == "Write 'named:ARGUMENT'."
    with pytest.raises(ConfigurationError, match="'nameless' is no recogniser"):
        open_recogniser("nameless")


def test_a_recogniser_that_takes_no_argument_says_so() -> None:
    with pytest.raises(ConfigurationError, match="pocketsphinx_recognition takes no argument") as refused:
        open_recogniser("pocketsphinx_recognition:x")
    assert refused.value.remedy == "Write 'pocketsphinx_recognition'."


ANSWER: Any = RecognizeResponse.from_json("""{"results": [
    {"alternatives": [{"words": [
        {"word": "turn", "startTime": "0.500s", "endTime": "0.800s", "confidence": 0.5},
        {"word": "left", "startTime": "0.800s", "endTime": "0.700s"}]}, {"words": [{"word": "lift"}]}]},
    {"languageCode": "en-us"},
    {"alternatives": [{"words": [{"word": "stop", "startTime": "58.500s", "endTime": "99.250s"}]}]}]}""")


class Google:
    """Both clients; every call is noted, and ``error`` is what the service answers with."""

    def __init__(self, error: Exception | None = None) -> None:
        self.asked: list[dict[str, Any]] = []
        self.stored: list[tuple[str, Any]] = []
        self.error = error

    def __enter__(self) -> Google:
        return self

    def __exit__(self, *exception: object) -> None: ...

    def recognize(self, **asked: Any) -> Any:
        self.asked.append(asked)
        if self.error:
            raise self.error
        return ANSWER

    def long_running_recognize(self, **asked: Any) -> Any:
        self.stored.append(("asked", asked))
        return SimpleNamespace(result=lambda timeout: self.recognize(waited=timeout))

    def bucket(self, name: str) -> Any:
        self.stored.append(("bucket", name))
        return self

    def blob(self, name: str) -> Any:
        self.name = name
        return self

    def upload_from_string(self, *content: Any, **more: Any) -> None:
        self.stored.append(("uploaded", (*content, more)))

    def delete(self, timeout: float) -> None:
        self.stored.append(("deleted", timeout))


def google(service: Google, bucket: str | None = None, timeout: float = 120.0) -> GoogleSpeech:
    return GoogleSpeech(bucket, client=lambda: service, storage=lambda: service, timeout=timeout)


def test_the_likeliest_words_of_the_service_lie_within_the_recording() -> None:
    service = Google()
    recording = sound(59.0, 8_000)
    assert google(service, "my-bucket").recognize(recording, "en-IN") == [
        TimedWord("turn", 0.5, 0.8, "recognised", 0.5),
        TimedWord("left", 0.8, 0.8, "recognised"),
        TimedWord("stop", 58.5, 59.0, "recognised"),
    ]
    (asked,) = service.asked
    assert asked["config"] == RecognitionConfig(
        encoding=RecognitionConfig.AudioEncoding.LINEAR16,
        sample_rate_hertz=16_000,
        language_code="en-IN",
        enable_word_time_offsets=True,
        enable_word_confidence=True,
    )
    assert asked["audio"].content == recording.resampled(16_000).pcm()
    assert (asked["timeout"], service.stored) == (120.0, [])


def test_a_longer_recording_is_asked_for_in_parts_on_one_clock() -> None:
    service = Google()
    words = google(service).recognize(sound(60.0), "en-US")
    assert [len(asked["audio"].content) for asked in service.asked] == [
        2 * 49 * RATE + 3200,
        2 * 11 * RATE - 3200,
    ]
    assert [(word.word, word.start_time) for word in words] == [
        ("turn", 0.5), ("left", 0.8), ("stop", 58.5),
        ("turn", pytest.approx(49.6)), ("left", pytest.approx(49.9)), ("stop", 60.0),
    ]  # fmt: skip


@pytest.mark.parametrize("error", [None, exceptions.NotFound("no bucket")])
def test_a_longer_recording_goes_into_the_bucket_and_is_removed_whatever_happens(
    error: Exception | None,
) -> None:
    service = Google(error)
    engine, recording = google(service, "my-bucket", timeout=10.0), sound(60.0)
    if error is None:
        assert [word.word for word in engine.recognize(recording, "hi-IN")] == ["turn", "left", "stop"]
    else:
        with pytest.raises(RecogniserError, match="Google Cloud refused: no bucket") as refused:
            engine.recognize(recording, "hi-IN")
        assert refused.value.remedy == "Check the bucket's name."
    kinds, values = zip(*service.stored, strict=True)
    assert kinds == ("bucket", "uploaded", "asked", "deleted")
    assert values[0] == "my-bucket"
    content, kind, more = values[1]
    assert (content, kind) == (recording.pcm(), "application/octet-stream")
    assert more == {"timeout": 60.0, "if_generation_match": 0}  # never overwrites another's
    assert values[2]["audio"].uri == f"gs://my-bucket/{service.name}"
    assert service.name.startswith("pangea-align/")
    assert (values[2]["timeout"], values[2]["config"].language_code, values[3]) == (60.0, "hi-IN", 60.0)
    assert service.asked == [{"waited": 60.0}]


def test_no_two_recordings_have_one_name_in_the_bucket() -> None:
    names = set()
    for _ in range(2):
        service = Google()
        google(service, "my-bucket").recognize(sound(60.0), "en")
        names.add(service.name)
    assert len(names) == 2


@pytest.mark.parametrize(
    ("error", "kind", "remedy"),
    [
        (exceptions.DeadlineExceeded("late"), RecogniserTimeoutError, "Try again later, or with a shorter"),
        (exceptions.RetryError("late", None), RecogniserTimeoutError, "Try again later, or with a shorter"),
        (TimeoutError(), RecogniserTimeoutError, "Try again later, or with a shorter"),
        (exceptions.Unauthenticated("no"), RecogniserError, "Run `gcloud auth application-default login`"),
        (exceptions.PermissionDenied("no"), RecogniserError, "Enable the Speech-to-Text API"),
        (exceptions.Forbidden("no"), RecogniserError, "Let this account create and delete objects"),
        (exceptions.ResourceExhausted("no"), RecogniserError, "Wait, or ask for more quota."),
        (exceptions.InvalidArgument("no"), RecogniserError, "Check the language tag"),
        (exceptions.ServiceUnavailable("no"), RecogniserError, "Check the connection"),
        (exceptions.InternalServerError("no"), RecogniserError, "Try again later."),
        (ConnectionRefusedError("no"), RecogniserError, "Check the connection"),
    ],
)
def test_a_refusal_of_the_service_says_what_to_do(
    error: Exception, kind: type[RecogniserError], remedy: str
) -> None:
    with pytest.raises(RecogniserError) as refused:
        google(Google(error), timeout=0.5).recognize(sound(1.0), "en-US")
    assert type(refused.value) is kind
    assert refused.value.remedy.startswith(remedy)
    if kind is RecogniserTimeoutError:
        assert refused.value.message == "Google Cloud Speech-to-Text did not answer within 0.5 s."


@pytest.mark.parametrize("wrong", ["localhost", "http://localhost:1", "localhost:port", ":1", "", "a:123456"])
def test_what_is_no_address_is_refused(wrong: str) -> None:
    with pytest.raises(ConfigurationError, match="no address") as refused:
        GoogleSpeech(endpoint=wrong).recognize(sound(1.0), "en-US")
    assert refused.value.remedy == "Write HOST:PORT, as in localhost:50051."


@pytest.mark.parametrize(
    ("package", "recogniser"),
    [
        ("google.cloud.speech_v1", GoogleSpeech()),
        ("google.cloud.storage", GoogleSpeech("my-bucket", client=Google)),
        ("pocketsphinx", PocketSphinxRecognition()),
    ],
)
def test_a_missing_package_is_named(package: str, recogniser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(RecogniserNotInstalledError, match=r"The package .* is missing") as refused:
        recogniser.recognize(sound(60.0), "en-US")
    assert refused.value.remedy.startswith("pip install ")


class Decoder:
    """Hears the same in every part."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def start_utt(self) -> None:
        self.calls.append("start")

    def process_raw(self, pcm: bytes, *, full_utt: bool) -> None:
        self.calls.append(f"{len(pcm) / 2 / RATE:.1f} s, {full_utt}")

    def end_utt(self) -> None:
        self.calls.append("end")

    def seg(self) -> Iterator[Any]:
        for word, first, last in (
            ("<s>", 0, 9), ("[NOISE]", 10, 19), ("the(2)", 20, 29), ("++UH++", 30, 39), ("door", 40, 49_000),
        ):  # fmt: skip
            yield SimpleNamespace(word=word, start_frame=first, end_frame=last)


def test_pocketsphinx_hears_each_part_on_one_clock_without_fillers(monkeypatch: pytest.MonkeyPatch) -> None:
    decoder = Decoder()
    monkeypatch.setattr(pocketsphinx_recognition, "_decoder", lambda: decoder)
    assert PocketSphinxRecognition().recognize(sound(61.0, 8_000), "en-IN") == [
        TimedWord("the", 0.2, 0.3, "recognised"),
        TimedWord("door", 0.4, 61.0, "recognised"),
        TimedWord("the", 50.1 + 0.2, 50.1 + 0.3, "recognised"),
        TimedWord("door", 50.1 + 0.4, 61.0, "recognised"),
    ]
    assert decoder.calls == ["start", "50.1 s, True", "end", "start", "10.9 s, True", "end"]
    monkeypatch.setattr(decoder, "end_utt", lambda: (_ for _ in ()).throw(RuntimeError("full")))
    with pytest.raises(RecogniserError, match="PocketSphinx failed: full"):
        PocketSphinxRecognition().recognize(sound(1.0), "en")


def test_pocketsphinx_hears_english_alone() -> None:
    with pytest.raises(LanguageNotRecognisedError, match="'hi-IN'"):
        PocketSphinxRecognition().recognize(sound(1.0), "hi-IN")


class Model:
    """Stands in for faster-whisper's model."""

    supported_languages = ("en", "hi")
    asked: dict[str, Any]

    def __init__(self, folder: str, **options: Any) -> None:
        if Path(folder).name == "broken":
            raise RuntimeError("cut off")
        self.opened = (folder, options)
        Model.last = self

    last: Model

    def transcribe(self, samples: Any, **asked: Any) -> tuple[Iterator[Any], None]:
        self.asked = {"size": samples.size, **asked}

        def segments() -> Iterator[Any]:
            def word(text: str, start: float, end: float, probability: float) -> Any:
                return SimpleNamespace(word=text, start=start, end=end, probability=probability)

            yield SimpleNamespace(words=[word(" Go", -0.1, 0.5, 1.2), word(" ", 0.5, 0.5, 0.5)])
            yield SimpleNamespace(words=None)
            yield SimpleNamespace(words=[word(" left ", 0.6, 0.5, 0.25), word("now", 0.9, 1.4, -0.1)])
            if asked["language"] == "hi":
                raise ValueError("no tokens")

        return segments(), None


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two models; the second cannot be loaded."""
    monkeypatch.setitem(sys.modules, "faster_whisper", SimpleNamespace(WhisperModel=Model))
    whisper._loaded.cache_clear()
    for name in ("tiny", "broken"):
        (tmp_path / name).mkdir()
        for file in whisper.FILES:
            (tmp_path / name / file).touch()
    return tmp_path


@contextmanager
def refused(kind: type[RecogniserError], message: str) -> Iterator[None]:
    with pytest.raises(RecogniserError, match=message) as caught:
        yield
    assert type(caught.value) is kind
    assert caught.value.remedy


def test_whisper_says_what_its_model_hears_within_the_recording(models: Path) -> None:
    recogniser = Whisper(models / "tiny")
    assert recogniser.recognize(sound(1.0, 8_000), "en-IN") == [
        TimedWord("Go", 0.0, 0.5, "recognised", 1.0),
        TimedWord("left", 0.6, 0.6, "recognised", 0.25),
        TimedWord("now", 0.9, 1.0, "recognised", 0.0),
    ]
    first = Model.last
    assert first.opened == (str(models / "tiny"), {"device": "auto", "local_files_only": True})
    assert first.asked == {
        "size": RATE, "language": "en", "word_timestamps": True, "condition_on_previous_text": False,
    }  # fmt: skip
    recogniser.recognize(sound(1.0), "en")
    assert Model.last is first  # kept between recordings


def test_whisper_refuses_what_it_cannot_do(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with refused(LanguageNotRecognisedError, r"The model tiny does not know 'te-IN'; it knows 2 languages"):
        Whisper(models / "tiny").recognize(sound(1.0), "te-IN")
    with refused(RecogniserError, "The model tiny failed: no tokens"):
        Whisper(models / "tiny").recognize(sound(1.0), "hi-IN")
    with refused(RecogniserError, "broken cannot be loaded: cut off"):
        Whisper(models / "broken").recognize(sound(1.0), "en")
    for nothing in (None, ""):
        with refused(RecogniserNotInstalledError, "Whisper has no model"):
            Whisper(nothing)
    (models / "tiny" / "tokenizer.json").unlink()
    (models / "tiny" / "model.bin").unlink()
    with refused(RecogniserNotInstalledError, r"it has no model\.bin and no tokenizer\.json"):
        Whisper(models / "tiny")
    monkeypatch.setitem(sys.modules, "faster_whisper", None)
    whisper._loaded.cache_clear()
    with refused(RecogniserNotInstalledError, "The package faster-whisper is missing"):
        Whisper(models / "broken").recognize(sound(1.0), "en")
