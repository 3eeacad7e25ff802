"""faster-whisper with a tiny model that is made for these tests."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from align import (
    Audio,
    LanguageNotRecognisedError,
    RecogniserError,
    RecogniserNotInstalledError,
    align_transcript,
)
from align.engines.protocol import ForcedAligner
from align.pipeline import open_engine
from align.recognisers.protocol import Recognizer
from align.recognisers.registry import RecogniserOptions, open_recogniser
from align.recognisers.whisper import Whisper
from align.testing import EngineContract, RecogniserContract
from tests.align.tiny_whisper import make_tiny_whisper

DATA = Path(__file__).parents[2] / "data" / "align"
TEXT = (DATA / "door.txt").read_text().strip()
HINDI = "बाएँ मुड़ो और रुको"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_whisper(tmp_path_factory.mktemp("model"), TEXT, 4.0)


def door() -> Audio:
    return Audio.open(DATA / "door.flac")


class TestWhisper(RecogniserContract):
    recording_path = DATA / "door.flac"
    words = tuple(word.lower() for word in TEXT.split())
    language = "en-US"

    @pytest.fixture(autouse=True)
    def _made(self, model: Path) -> None:
        self.model = model

    def make(self) -> Recognizer:
        return Whisper(self.model)


class TestCarriedOver(EngineContract):
    recording_path = DATA / "door.flac"
    text = TEXT
    language = "en-IN"

    @pytest.fixture(autouse=True)
    def _made(self, model: Path) -> None:
        self.model = model

    def make(self) -> ForcedAligner:
        return open_engine(f"whisper:{self.model}")


def test_the_model_of_the_options_is_used_and_the_words_are_the_models(model: Path) -> None:
    opened = open_recogniser("whisper", RecogniserOptions(endpoint="localhost:1", model=model))
    heard = opened.recognize(door(), "en-US")
    assert [word.word for word in heard] == TEXT.split()
    assert all(word.confidence is not None for word in heard)


def test_what_was_heard_is_kept_beside_the_times(model: Path) -> None:
    alignment = align_transcript(
        door(), TEXT, language="en-US", engine="whisper", options=RecogniserOptions(model=model)
    )
    assert alignment.engine == "whisper"
    assert alignment.heard is not None
    assert [word.word for word in alignment.heard] == TEXT.split()
    assert alignment.edit_distance == 0.0


def test_other_scripts_arrive_whole(tmp_path: Path) -> None:
    model = make_tiny_whisper(tmp_path, HINDI, 5.0)
    heard = Whisper(model).recognize(Audio.open(DATA / "hindi.flac"), "hi-IN")
    assert " ".join(word.word for word in heard) == HINDI


def test_a_language_that_whisper_lacks_is_refused(model: Path) -> None:
    with pytest.raises(LanguageNotRecognisedError, match="'qaa-QM'"):
        Whisper(model).recognize(door(), "qaa-QM")


def test_nothing_is_downloaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: Path) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("asked the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    with pytest.raises(RecogniserNotInstalledError, match=r"no model\.bin"):
        Whisper("tiny")
    for name in ("model.bin", "config.json", "vocabulary.json"):
        (tmp_path / name).symlink_to(model / name)
    with pytest.raises(RecogniserNotInstalledError, match=r"no tokenizer\.json"):
        Whisper(tmp_path)
    with pytest.raises(RecogniserNotInstalledError, match="no model"):
        open_recogniser("whisper")


def test_a_broken_model_says_so(tmp_path: Path, model: Path) -> None:
    for name in ("config.json", "vocabulary.json", "tokenizer.json"):
        (tmp_path / name).symlink_to(model / name)
    (tmp_path / "model.bin").write_bytes((model / "model.bin").read_bytes()[:1000])
    with pytest.raises(RecogniserError, match="cannot be loaded"):
        Whisper(tmp_path).recognize(door(), "en-US")
    (tmp_path / "model.bin").unlink()
    (tmp_path / "model.bin").symlink_to(model / "model.bin")
    (tmp_path / "tokenizer.json").unlink()
    (tmp_path / "tokenizer.json").write_text(json.dumps({"version": "1.0"}))
    with pytest.raises(RecogniserError, match="cannot be loaded"):
        Whisper(tmp_path).recognize(door(), "en-US")
