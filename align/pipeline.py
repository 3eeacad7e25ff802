"""Alignment of a recording and its transcript into timed words, by the named engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from align.audio import Audio
from align.engines.carried_over import CarriedOver
from align.engines.protocol import ForcedAligner
from align.errors import TranscriptMismatchError
from align.languages import doubt_about_language
from align.loudness import other_sound
from align.matching import edit_distance
from align.mending import around_mended
from align.recognisers.protocol import Recognizer
from align.recognisers.registry import (
    NO_OPTIONS,
    RECOGNISERS,
    RecogniserOptions,
    open_recogniser,
)
from align.report import AlignmentReport, Stretch, report_on
from align.timed import TimedWord, check_times, interpolated, settled
from align.transcript import Transcript
from environments.errors import ConfigurationError
from environments.plugins import ExtensionPoint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.engines.protocol import Aligned
    from align.matching import Method
    from align.readings.own_words import OwnLexicon

SILENCE = 10 ** (-60 / 20)
"""A recording that never exceeds this amplitude (-60 dB of full scale) contains no voice."""

ENGINES = ExtensionPoint(
    "pangea.engines",
    {
        "espeak": "align.engines.espeak:ESpeak",
        "pocketsphinx": "align.engines.pocketsphinx:PocketSphinx",
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
        heard: the words that the recogniser heard; None for engines that recognise nothing.
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
    heard: tuple[TimedWord, ...] | None = None


def align_transcript(
    recording: Audio,
    transcript: str,
    *,
    language: str,
    engine: str | ForcedAligner | Recognizer = "viterbi",
    dtw: Method = "exact",
    before: Sequence[TimedWord] = (),
    options: RecogniserOptions = NO_OPTIONS,
    lexicon: OwnLexicon | None = None,
) -> Alignment:
    """Find a start and an end for every whitespace token of a transcript.

    Args:
        transcript: what was said, in the language's script.
        language: BCP 47, such as en-IN.
        engine: a specification for ``open_engine``, an engine, or a recogniser.
        dtw: method that warps recognised words onto written ones; used only with recognisers.
        options: for the recogniser that ``engine`` names.
        lexicon: pronunciations of the user's own words (``align.phones.lexicon_file``).
        before: the words of an earlier alignment of the same transcript; ``mended`` words keep their times.

    Raises:
        TranscriptError: nothing in the transcript can be spoken.
        InvalidDataError: ``before`` are not the words of the transcript.
        TranscriptMismatchError: the transcript is not what was said, or nothing was said.
        AlignmentError: no word could be given a time.
        EngineError: the engine failed.
        PluginNotFoundError: there is no engine of this name.
    """
    chosen = open_engine(engine, options, dtw) if isinstance(engine, str) else _engine(engine, dtw)
    written = Transcript.parse(transcript, language, lexicon)
    refuse_silence(recording)
    found = _found(chosen, recording, written)
    distance = None if found.heard is None else edit_distance(found.heard, written)
    times = around_mended(found.words, written.words, before) if before else found.words
    words = interpolated(written.words, times, recording.duration)
    check_times(words, recording.duration)
    words = settled(words, written.tokens, recording.duration)
    unwritten = found.evidence.unwritten if found.evidence else None
    return Alignment(
        words=tuple(words),
        engine=chosen.name,
        language=language,
        duration=recording.duration,
        edit_distance=distance,
        unwritten=unwritten,
        report=report_on(
            words,
            recording.duration,
            found.evidence,
            chosen.name,
            recognises=distance is not None,
            doubt=doubt_about_language(written),
            other_sound=other_sound(recording, _spans(words), unwritten or ()),
        ),
        heard=None if found.heard is None else tuple(found.heard),
    )


def _spans(words: Sequence[TimedWord]) -> list[tuple[float, float]]:
    """Seconds of the words that were found in the sound."""
    return [(word.start_time, word.end_time) for word in words if word.source != "interpolated"]


def _found(engine: ForcedAligner, recording: Audio, written: Transcript) -> Aligned:
    """What the engine finds; if it refuses a transcript whose language is in doubt, the error says so."""
    try:
        return engine.align(recording, written)
    except TranscriptMismatchError as error:
        doubt = doubt_about_language(written)
        if doubt is None:
            raise
        remedy = f"The language was {written.language}, but {doubt.reason}. {error.remedy}"
        raise TranscriptMismatchError(error.message, remedy=remedy, **error.context) from error


def open_engine(
    specification: str, options: RecogniserOptions = NO_OPTIONS, dtw: Method = "exact"
) -> ForcedAligner:
    """The engine that ``NAME`` or ``NAME:ARGUMENT`` names, such as ``viterbi`` or ``recognised:heard.json``.

    The name of a recogniser stands for the engine that carries its words over to the transcript.

    Raises:
        PluginNotFoundError: there is neither an engine nor a recogniser of this name.
        ConfigurationError: it needs an argument, or takes none.
    """
    name = specification.partition(":")[0]
    if name in RECOGNISERS.names() and name not in ENGINES.names():
        return CarriedOver(open_recogniser(specification, options), dtw)
    return _engine(ENGINES.open(specification), dtw)


def _engine(found: object, dtw: Method) -> ForcedAligner:
    """An engine as it is, or one that carries over what a recogniser hears."""
    if isinstance(found, ForcedAligner):
        return found
    if isinstance(found, Recognizer):
        return CarriedOver(found, dtw)
    raise ConfigurationError(
        f"{found!r} is no engine: it neither aligns nor recognises.", remedy="See align/engines/protocol.py."
    )


def refuse_silence(recording: Audio) -> None:
    """Raise TranscriptMismatchError for a recording without any voice, in which recognisers imagine words."""
    peak = float(max(recording.samples.max(), -recording.samples.min()))  # abs() would copy an hour of sound
    if peak < SILENCE:
        raise TranscriptMismatchError(
            f"The recording of {recording.duration:.1f} s is silent (peak {peak:.5f} of full scale).",
            remedy="Check the microphone, and record it again.",
            peak=peak,
        )
