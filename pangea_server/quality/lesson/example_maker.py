"""Making the examples: eSpeak NG speaks the texts, and the camera follows them through the demo house."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from align import Audio
from align.phones.espeak_ng import SynthesisedSpeech, synthesize
from environments.folders import make_folder
from pangea_server.quality.lesson.examples import Example, ExampleCamera, ExampleWord, heading_between
from pangea_server.quality.lesson.scripts import BEATS, FIRST_LOOK, LANGUAGES, PATH, TEXTS, Beat

PAUSE_SECONDS = 0.5
STEP_SECONDS = 0.8
TURNED_AT, STEPPED_AT = 0.45, 0.75
"""When, as a share of a beat, the camera has turned, and when it steps."""
LEAD_SECONDS = 0.4
"""Silence before the first and after the last word."""
VOICE_RATE = 24_000
"""Hz; Opus has no 22,050, at which eSpeak NG speaks."""
COMPRESSION = 0.95
"""Of the Opus files, from 0 to 1: about 30 kbit/s."""


class TimedBeat(NamedTuple):
    """A beat in time: seconds of the voice."""

    start: float
    end: float
    beat: Beat
    speech: SynthesisedSpeech | None


def build_lesson(folder: Path) -> list[Path]:
    """Write all examples; what is there is replaced.

    Raises:
        EngineNotInstalledError: the package espeakng-loader is missing.
    """
    make_folder(folder)
    written = []
    for language in LANGUAGES:
        for name, beats in BEATS.items():
            example, sound, sample_rate = build_example(name, language, beats)
            files = [folder / f"{language}-{name}.json", folder / f"{language}-{name}.opus"]
            files[0].write_text(example.model_dump_json() + "\n", encoding="utf-8")
            _write_voice(files[1], sound, sample_rate)
            written += files
    return written


def build_example(
    name: str, language: str, beats: Sequence[Beat]
) -> tuple[Example, NDArray[np.float32], int]:
    """An example, its voice (n,) and the voice's sample rate in Hz."""
    played = _in_time(beats, language)
    duration = played[-1].end + LEAD_SECONDS
    sample_rate = next(each.speech.sample_rate for each in played if each.speech)
    sound = np.zeros(round(duration * sample_rate), np.float32)
    words: list[ExampleWord] = []
    for each in played:
        if each.speech:
            first = round(each.start * sample_rate)
            sound[first : first + each.speech.samples.size] += each.speech.samples
            words += _words(TEXTS[language][each.beat.say], each.speech, each.start)
    example = Example(
        name=name,
        language=language,
        duration=duration,
        words=tuple(words),
        cameras=_cameras(played, duration),
    )
    return example, sound, sample_rate


def _in_time(beats: Sequence[Beat], language: str) -> list[TimedBeat]:
    played, time = [], LEAD_SECONDS
    for beat in beats:
        speech = synthesize(TEXTS[language][beat.say], language) if beat.say else None
        spoken = speech.samples.size / speech.sample_rate + PAUSE_SECONDS if speech else 0.0
        end = time + max(beat.seconds, spoken)
        played.append(TimedBeat(time, end, beat, speech))
        time = end
    return played


def _words(text: str, speech: SynthesisedSpeech, start: float) -> list[ExampleWord]:
    """The words of a sentence. eSpeak NG reads some pairs as one: their words have the same times."""
    words, place, heard = [], 0, 0
    for word in text.split():
        place = text.index(word, place)
        while heard + 1 < len(speech.words) and speech.words[heard + 1].character <= place:
            heard += 1
        said = speech.words[heard]
        times = (round(start + said.start_time, 3), round(start + said.end_time, 3))
        words.append(ExampleWord(word=word, start_time=times[0], end_time=times[1]))
        place += len(word)
    return words


def _cameras(played: Sequence[TimedBeat], duration: float) -> tuple[ExampleCamera, ...]:
    """The camera turns to where it walks next while a sentence begins, and steps while it ends."""
    here, heading = PATH[0], FIRST_LOOK
    cameras = [ExampleCamera(time=0.0, viewpoint_id=here, heading=heading)]

    def at(time: float) -> None:
        cameras.append(ExampleCamera(time=round(time, 3), viewpoint_id=here, heading=round(heading, 4)))

    for start, end, beat, _ in played:
        at(start)
        if not (beat.walk_to or beat.look_at):
            continue
        turned = start + TURNED_AT * (end - start)
        stepped = min(start + STEPPED_AT * (end - start), end - STEP_SECONDS)
        heading = _nearest_turn(heading, heading_between(here, beat.walk_to or beat.look_at))
        at(turned)
        if not beat.walk_to:
            continue
        at(stepped)
        here = beat.walk_to
        at(stepped + STEP_SECONDS)
    at(duration)
    return tuple(cameras)


def _nearest_turn(heading: float, wanted: float) -> float:
    """``wanted`` by the shorter way round, so that the camera never turns by more than half a circle."""
    return heading + (wanted - heading + pi) % (2 * pi) - pi


def _write_voice(file: Path, sound: NDArray[np.float32], sample_rate: int) -> None:
    import soundfile

    samples = Audio(sound, sample_rate).resampled(VOICE_RATE).samples
    soundfile.write(file, samples, VOICE_RATE, format="OGG", subtype="OPUS", compression_level=COMPRESSION)
