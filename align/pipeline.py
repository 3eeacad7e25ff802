"""Alignment of a recording and its transcript into timed words, by the named engine."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING

from align.audio import Audio
from align.engines.protocol import Aligned, ForcedAligner, Recognizer
from align.errors import TranscriptMismatchError
from align.matching import edit_distance, transfer_times
from align.mending import around_mended
from align.report import AlignmentReport, Stretch, report_on
from align.timed import TimedWord, check_times, interpolated, settled
from align.transcript import Transcript
from environments.errors import ConfigurationError
from environments.plugins import Door

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.matching import Method

SILENCE = 10 ** (-60 / 20)
"""A recording that never exceeds this amplitude (-60 dB of full scale) contains no voice."""

ENGINES = Door(
    "pangea.engines",
    {
        "espeak": "align.engines.espeak:ESpeak",
        "google_speech": "align.engines.google_speech:GoogleSpeech",
        "pocketsphinx": "align.engines.pocketsphinx:PocketSphinx",
        "pocketsphinx_recognition": "align.engines.pocketsphinx_recognition:PocketSphinxRecognition",
        "recognised": "align.engines.recognised:Recognised",
        "viterbi": "align.engines.viterbi:Viterbi",
    },
)


@dataclass(frozen=True, slots=True)
class Alignment:
    """The times of all whitespace tokens of a transcript.

    Attributes:
        words: one per token, in order, all with times; ``source`` is the origin of the times.
        engine, language: used for the alignment.
        duration: length of the recording in seconds.
        edit_distance: ``align.matching.edit_distance``; None for engines that recognise nothing.
        unwritten: stretches of speech that are not in the transcript; None for engines that cannot find them.
        report: how reliable the alignment is.
    """

    words: tuple[TimedWord, ...]
    engine: str
    language: str
    duration: float
    edit_distance: float | None
    unwritten: tuple[Stretch, ...] | None
    report: AlignmentReport


def align_transcript(
    recording: Audio,
    transcript: str,
    *,
    language: str,
    engine: str | ForcedAligner | Recognizer = "viterbi",
    dtw: Method = "exact",
    before: Sequence[TimedWord] = (),
) -> Alignment:
    """Find a start and an end for every whitespace token of a transcript.

    Args:
        transcript: what was said, in the language's script.
        language: BCP 47, such as en-IN.
        engine: a specification for ``open_engine``, or an engine.
        dtw: method that warps recognised words onto written ones; used only with recognisers.
        before: the words of an earlier alignment of the same transcript; ``mended`` words keep their times.

    Raises:
        TranscriptError: nothing in the transcript can be spoken.
        InvalidDataError: ``before`` are not the words of the transcript.
        TranscriptMismatchError: the transcript is not what was said, or nothing was said.
        AlignmentError: no word could be given a time.
        EngineError: the engine failed.
        PluginNotFoundError: there is no engine of this name.
    """
    chosen = open_engine(engine) if isinstance(engine, str) else engine
    written = Transcript.parse(transcript, language)
    refuse_silence(recording)
    found, distance = _found(chosen, recording, written, dtw)
    times = around_mended(found.words, written.words, before) if before else found.words
    words = interpolated(written.words, times, recording.duration)
    check_times(words, recording.duration)
    words = settled(words, written.tokens, recording.duration)
    return Alignment(
        words=tuple(words),
        engine=chosen.name,
        language=language,
        duration=recording.duration,
        edit_distance=distance,
        unwritten=found.evidence.unwritten if found.evidence else None,
        report=report_on(
            words, recording.duration, found.evidence, chosen.name, recognises=distance is not None
        ),
    )


def open_engine(specification: str) -> ForcedAligner | Recognizer:
    """The engine that ``NAME`` or ``NAME:ARGUMENT`` names, such as ``viterbi`` or ``recognised:heard.json``.

    Raises:
        PluginNotFoundError: no engine of this name is in the entry-point group ``pangea.engines``.
        ConfigurationError: the engine needs an argument, or takes none.
    """
    name, colon, argument = specification.partition(":")
    factory = ENGINES.load(name)
    arguments = [argument] if colon else []
    try:
        inspect.signature(factory).bind(*arguments)
    except TypeError:
        wrong = f"{name} takes no argument" if colon else f"{name} needs an argument"
        right = f"Write {name!r}." if colon else f"Write '{name}:ARGUMENT'."
        raise ConfigurationError(f"The engine {specification!r}: {wrong}.", remedy=right) from None
    engine: ForcedAligner | Recognizer = factory(*arguments)
    return engine


def _found(
    engine: ForcedAligner | Recognizer, recording: Audio, transcript: Transcript, method: Method
) -> tuple[Aligned, float | None]:
    if isinstance(engine, ForcedAligner):
        return engine.align(recording, transcript), None
    if isinstance(engine, Recognizer):
        heard = engine.recognize(recording, transcript.language)
        return Aligned(_carried_over(heard, transcript, method)), edit_distance(heard, transcript)
    raise ConfigurationError(
        f"{engine!r} is no engine: it neither aligns nor recognises.", remedy="See align/engines/protocol.py."
    )


def _carried_over(
    heard: Sequence[TimedWord], transcript: Transcript, method: Method
) -> list[TimedWord | None]:
    times = transfer_times(heard, transcript, method)
    if not any(times):
        raise TranscriptMismatchError(
            f"None of the {len(heard)} recognised words is in the transcript of {len(transcript.tokens)} tokens.",
            remedy="Check that recording, transcript and language belong together.",
            edit_distance=edit_distance(heard, transcript),
        )
    return times


def refuse_silence(recording: Audio) -> None:
    """Raise TranscriptMismatchError for a recording without any voice, in which recognisers imagine words."""
    peak = float(max(recording.samples.max(), -recording.samples.min()))  # abs() would copy an hour of sound
    if peak < SILENCE:
        raise TranscriptMismatchError(
            f"The recording of {recording.duration:.1f} s is silent (peak {peak:.5f} of full scale).",
            remedy="Check the microphone, and record it again.",
            peak=peak,
        )
