"""Making the voices, words and cameras: eSpeak NG speaks the scripts, and our aligner finds the words in the sound.

``python -m pangea_server.app.demo_landmarks.voices`` does it again, after a script was changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from align import Audio
from align.phones.espeak_ng import synthesize
from align.pipeline import align_transcript
from align.spoken_routes.speaker import NATURAL, middle_of
from align.spoken_routes.timeline import STEP_SECONDS
from align.timed import TimedWord
from environments.demo import DemoHouse
from environments.labels import Labels
from environments.sightings import sighting
from pangea_server.app.demo_landmarks.scripts import LANGUAGE, PATH, SCAN, SCRIPTS, ScriptSentence
from pangea_server.app.demo_landmarks.spoken import RecordedSpeech, SpokenWord

VOICE_RATE = 16_000
"""Hz, that the aligner hears in any case."""
COMPRESSION = 0.98
"""Of the Opus files, from 0 to 1."""
SILENCE_SECONDS = 0.5
"""Before the first and after the last word, and around each step."""


def build(folder: Path) -> list[Path]:
    """Write the Guides' files; what is there is replaced.

    Raises:
        EngineNotInstalledError: the package espeakng-loader is missing.
    """
    import soundfile

    labels = DemoHouse().labels(SCAN)
    assert labels is not None, "the demo house is labelled"
    written = []
    for name, script in SCRIPTS.items():
        files = [folder / f"{name}.json", folder / f"{name}.opus"]
        sound, leaves = _spoken(script)
        soundfile.write(
            files[1], sound, VOICE_RATE, format="OGG", subtype="OPUS", compression_level=COMPRESSION
        )
        files[0].write_text(
            _said(labels, files[1], script, leaves).model_dump_json() + "\n", encoding="utf-8"
        )
        written += files
    return written


def _spoken(script: Sequence[ScriptSentence]) -> tuple[NDArray[np.float32], list[float]]:
    """The sound (n,), and when each viewpoint but the last is left, in seconds."""
    silence = np.zeros(round(SILENCE_SECONDS * VOICE_RATE), np.float32)
    parts, leaves = [silence], list[float]()
    for sentence in script:
        speech = synthesize(sentence.text, LANGUAGE)
        parts.append(Audio(speech.samples, speech.sample_rate).resampled(VOICE_RATE).samples)
        if sentence.walks:
            leaves.append(round(sum(map(len, parts)) / VOICE_RATE, 3))
            parts.append(np.zeros(round(STEP_SECONDS * VOICE_RATE), np.float32))
    return np.concatenate([*parts, silence]), leaves


def _said(
    labels: Labels, voice: Path, script: Sequence[ScriptSentence], leaves: Sequence[float]
) -> RecordedSpeech:
    sound = Audio.open(voice)
    transcript = " ".join(sentence.text for sentence in script)
    words = align_transcript(sound, transcript, language=LANGUAGE).words
    return RecordedSpeech(
        duration=round(sound.duration, 3),
        words=tuple(
            SpokenWord(word=each.word, start_time=round(each.start_time, 3), end_time=round(each.end_time, 3))
            for each in words
        ),
        leaves=tuple(leaves),
        looks=tuple(sorted(_looks(labels, script, words, leaves))),
    )


def _looks(
    labels: Labels, script: Sequence[ScriptSentence], words: Sequence[TimedWord], leaves: Sequence[float]
) -> Iterator[tuple[float, float, float]]:
    """Onwards as each viewpoint is left, and at each thing half a second before it is named."""
    yield 0.0, _onwards(0), 0.0
    for place, time in enumerate(leaves):
        yield time, _onwards(place), 0.0
    at = place = 0
    for sentence in script:
        said = sentence.text.split()
        for each in sentence.named:
            first = at + _first(said, each.words.split())
            arrival = leaves[place - 1] + STEP_SECONDS if place else 0.0
            seen = sighting(labels, each.thing, PATH[place])
            if seen is not None:
                heading, elevation = middle_of(seen)
                time = max(arrival, words[first].start_time - NATURAL.lead)
                yield round(time, 3), round(heading, 4), round(elevation, 4)
        at += len(said)
        place += sentence.walks


def _first(said: Sequence[str], words: Sequence[str]) -> int:
    """The place of these words among those of a sentence, whatever signs end them."""
    plain = [each.strip(",.") for each in said]
    return next(n for n in range(len(plain)) if plain[n : n + len(words)] == [*words])


def _onwards(place: int) -> float:
    """The heading from a viewpoint of the path to the next one, in radians."""
    places = DemoHouse().scan(SCAN).viewpoints
    here, there = (places[name].position for name in PATH[place : place + 2])
    return round(atan2(there[0] - here[0], there[1] - here[1]), 4)


if __name__ == "__main__":
    for file in build(Path(__file__).with_name("data")):
        print(f"{file}: {file.stat().st_size:,} bytes")  # noqa: T201
