"""The tests that every engine and every recogniser must pass, as classes to inherit from."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
import pytest

from align.audio import Audio
from align.engines.protocol import ForcedAligner
from align.errors import EngineError, TranscriptError, TranscriptMismatchError
from align.pipeline import align_transcript
from align.recognisers.protocol import Recognizer
from align.timed import check_times

if TYPE_CHECKING:
    from pathlib import Path


class EngineContract:
    """``class TestMine(EngineContract)``: set ``recording_path``, ``text`` and ``language``, define ``make``."""

    recording_path: ClassVar[Path]
    text: ClassVar[str]
    language: ClassVar[str]

    def make(self) -> ForcedAligner | Recognizer:
        """A new engine, or a recogniser whose words are carried over."""
        raise NotImplementedError

    def test_it_fits_one_of_the_protocols_and_has_a_name(self) -> None:
        engine = self.make()
        assert isinstance(engine, ForcedAligner | Recognizer)
        assert engine.name

    def test_every_token_is_timed_in_order_within_the_recording(self) -> None:
        recording = Audio.open(self.recording_path)
        alignment = align_transcript(recording, self.text, language=self.language, engine=self.make())
        assert [word.word for word in alignment.words] == self.text.split()
        check_times(alignment.words, recording.duration)
        assert any(word.source != "interpolated" for word in alignment.words)

    def test_silence_and_empty_transcripts_are_refused(self) -> None:
        silence = Audio(np.zeros(32_000, np.float32), 16_000)
        with pytest.raises(TranscriptMismatchError):
            align_transcript(silence, self.text, language=self.language, engine=self.make())
        with pytest.raises(TranscriptError):
            align_transcript(
                Audio.open(self.recording_path), " — ", language=self.language, engine=self.make()
            )


class RecogniserContract:
    """``class TestMine(RecogniserContract)``: set the recording, a few words that are heard in it, and the language."""

    recording_path: ClassVar[Path]
    words: ClassVar[tuple[str, ...]]
    language: ClassVar[str]

    def make(self) -> Recognizer:
        """A new recogniser."""
        raise NotImplementedError

    def test_it_fits_the_protocol_and_has_a_name(self) -> None:
        recogniser = self.make()
        assert isinstance(recogniser, Recognizer)
        assert recogniser.name

    def test_words_come_in_order_within_the_recording_with_times_and_a_confidence_or_none(self) -> None:
        recording = Audio.open(self.recording_path)
        heard = self.make().recognize(recording, self.language)
        assert {word.word.lower() for word in heard} >= set(self.words)
        check_times(heard, recording.duration)
        for word in heard:
            assert word.source == "recognised"
            assert word.word == word.word.strip() != ""
            assert word.confidence is None or 0 <= word.confidence <= 1

    def test_a_language_that_it_does_not_know_is_refused_as_an_engine_error(self) -> None:
        """Whoever knows every language returns words."""
        try:
            self.make().recognize(Audio.open(self.recording_path), "qaa-QM")
        except EngineError as error:
            assert error.remedy  # noqa: PT017 (either outcome is right)

    def test_its_words_are_carried_over_to_a_transcript(self) -> None:
        text = " ".join(self.words)
        recording = Audio.open(self.recording_path)
        alignment = align_transcript(recording, text, language=self.language, engine=self.make())
        assert alignment.heard is not None
        assert alignment.edit_distance is not None
        assert [word.word for word in alignment.words] == text.split()
