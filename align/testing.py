"""The tests that every engine must pass, as a class to inherit from."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
import pytest

from align.audio import Audio
from align.engines.protocol import ForcedAligner, Recognizer
from align.errors import TranscriptError, TranscriptMismatchError
from align.pipeline import align_transcript
from align.timed import check_times

if TYPE_CHECKING:
    from pathlib import Path


class EngineContract:
    """``class TestMine(EngineContract)``: set ``recording_path``, ``text`` and ``language``, define ``make``."""

    recording_path: ClassVar[Path]
    text: ClassVar[str]
    language: ClassVar[str]

    def make(self) -> ForcedAligner | Recognizer:
        """A new engine."""
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
