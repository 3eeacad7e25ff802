"""From a recording and its transcript to words with times, through whichever engine is named."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from align.audio import Recording
from align.engines.protocol import ForcedAligner, Recognizer
from align.errors import TranscriptError, TranscriptMismatchError
from align.exports.words import word_rows
from align.matching import edit_distance, transfer_times
from align.pose_trace import PoseTrace
from align.timed import TimedWord, check_times, interpolated
from align.transcript import Transcript
from environments.errors import ConfigurationError
from environments.plugins import load_plugin

if TYPE_CHECKING:
    from collections.abc import Sequence

SILENCE = 10 ** (-60 / 20)
"""A recording that never exceeds this amplitude (-60 dB of full scale) holds no voice."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """When each whitespace token of a transcript was said.

    Attributes:
        words: one per token, in order, all with times; ``source`` says how each came by them.
        engine, language: what they were made with.
        duration: of the recording, in seconds.
        edit_distance: ``align.matching.edit_distance``; None for engines that recognise nothing.
    """

    words: tuple[TimedWord, ...]
    engine: str
    language: str
    duration: float
    edit_distance: float | None = None


def align_transcript(
    recording: Recording,
    text: str,
    *,
    language: str,
    engine: str | ForcedAligner | Recognizer = "pocketsphinx",
) -> Alignment:
    """Give every whitespace token of a transcript a start and an end.

    Args:
        text: what was said, in the language's own script.
        language: BCP 47, such as en-IN.
        engine: a name in the entry-point group ``pangea.engines``, or an engine itself.

    Raises:
        TranscriptError: nothing in the transcript can be spoken.
        TranscriptMismatchError: it is not what was said, or nothing was.
        AlignmentError: no word could be given a time.
        EngineError: the engine failed.
        PluginNotFoundError: there is no engine of this name.
    """
    chosen = load_plugin("pangea.engines", engine)() if isinstance(engine, str) else engine
    transcript = Transcript.parse(text, language)
    _refuse_silence(recording)
    times, distance = _times(chosen, recording, transcript)
    words = interpolated(transcript.words, times, recording.duration)
    check_times(words, recording.duration)
    return Alignment(tuple(words), chosen.name, language, recording.duration, distance)


def align_files(
    recording: str | Path,
    transcript: str | Path,
    *,
    language: str,
    engine: str = "pocketsphinx",
    pose_trace: str | Path | None = None,
) -> list[dict[str, Any]]:
    """The same from files: one ``{"word", "start_time", "end_time", "source", "confidence"}`` per token.

    With an RxR pose trace (npz) each also has ``viewpoint_id``, ``heading`` and ``elevation`` (radians) at its start.

    Raises:
        AudioError, TranscriptError, PoseTraceError: a file that cannot be read.
        AlignmentError, EngineError, PluginNotFoundError: see ``align_transcript``.
    """
    trace = None if pose_trace is None else PoseTrace.load(pose_trace)
    text = _read_text(Path(transcript))
    alignment = align_transcript(Recording.open(recording), text, language=language, engine=engine)
    return word_rows(alignment.words, trace)


def _times(
    engine: ForcedAligner | Recognizer, recording: Recording, transcript: Transcript
) -> tuple[Sequence[TimedWord | None], float | None]:
    if isinstance(engine, ForcedAligner):
        return engine.align(recording, transcript), None
    if isinstance(engine, Recognizer):
        heard = engine.recognize(recording, transcript.language)
        return _carried_over(heard, transcript), edit_distance(heard, transcript)
    raise ConfigurationError(
        f"{engine!r} is no engine: it neither aligns nor recognises.", remedy="See align/engines/protocol.py."
    )


def _carried_over(heard: Sequence[TimedWord], transcript: Transcript) -> list[TimedWord | None]:
    times = transfer_times(heard, transcript)
    if not any(times):
        raise TranscriptMismatchError(
            f"None of the {len(heard)} recognised words is in the transcript of {len(transcript.tokens)} tokens.",
            remedy="Check that recording, transcript and language belong together.",
            edit_distance=edit_distance(heard, transcript),
        )
    return times


def _refuse_silence(recording: Recording) -> None:
    peak = float(abs(recording.samples).max())
    if peak < SILENCE:
        raise TranscriptMismatchError(
            f"The recording of {recording.duration:.1f} s is silent (peak {peak:.5f} of full scale).",
            remedy="Check the microphone, and record it again.",
            peak=peak,
        )


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as exc:
        raise TranscriptError(f"{path} cannot be read: {exc}.", remedy="Give a text file in UTF-8.") from exc
