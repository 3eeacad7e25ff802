"""Signs of reading aloud: each alone on what was made by hand, and together on speech with and without pauses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from align import PoseTrace
from align.timed import TimedWord
from environments.geometry import extrinsic_matrix
from pangea_server.quality.flags.protocol import Seen, Words
from pangea_server.quality.flags.reading_signs import (
    HESITATIONS,
    camera_sign,
    fillers_sign,
    pauses_sign,
    places_sign,
    rate_of,
    rate_sign,
)
from pangea_server.quality.flags.sound import Sound
from pangea_server.quality.flags.sounds_read import SoundsRead
from tests.benchmarks.flags.reading import area
from tests.flags.test_flags import ENGLISH, GRAPH, PATH, SPEECH, guide, look, trace

TWICE = np.tile(SPEECH.samples, 2)


def turning(still: PoseTrace, degrees_a_second: float) -> PoseTrace:
    matrices = [extrinsic_matrix((0, 0, 0), np.radians(degrees_a_second) * time) for time in still.time]
    return replace(still, extrinsic_matrix=np.array(matrices, dtype=np.float32))


def with_pauses(seconds: float) -> np.ndarray:
    """The sentence three times, with pauses between."""
    quiet = np.random.default_rng(1).normal(0, 1e-4, int(seconds * SPEECH.sample_rate))
    return np.concatenate([SPEECH.samples, quiet, SPEECH.samples, quiet, SPEECH.samples])


def test_who_reads_and_holds_still_is_found_although_they_walk_meanwhile() -> None:
    seen = guide(TWICE, steps=(2.0, 5.0, 8.0))
    found = look(SoundsRead(), seen)
    assert found.raised is True
    assert "the camera moved during 0% of the speech (1.0)" in found.why
    assert found.why.startswith("It sounds read")


def test_who_looks_around_and_stops_to_think_is_not() -> None:
    seen = guide(with_pauses(4.0), steps=(4.0, 9.0, 14.0))
    assert seen.trace is not None
    found = look(SoundsRead(), replace(seen, trace=turning(seen.trace, 15)))
    assert found.raised is False
    assert found.value is not None
    assert found.value < 0.2


def test_too_few_signs_are_no_finding() -> None:
    found = look(SoundsRead(), replace(guide(TWICE), trace=None))
    assert found.raised is None
    assert "1 of 5 signs are known, 3 are needed" in found.why
    assert "there is no pose trace" in found.why
    silent = Words(ENGLISH, "en-US", None, "There is no recording of it.")
    nothing = look(SoundsRead(), Seen("guide", GRAPH, trace((1.0,)), PATH, PATH, silent))
    assert (nothing.raised, nothing.why) == (None, "There is no recording of it.")


@pytest.mark.parametrize("language", ["en-US", "hi-IN", "te-IN"])
def test_fillers_say_that_somebody_speaks_freely_and_their_absence_says_nothing(language: str) -> None:
    words = ["word"] * 20
    assert fillers_sign(words, language).value is None
    filler = sorted(HESITATIONS[language[:2]])[0]
    assert fillers_sign([*words, f"{filler},"], language).value == pytest.approx(0, abs=0.05)
    assert "are not known" in fillers_sign(words, "fr-FR").told


def test_only_the_persons_own_speed_counts() -> None:
    assert rate_sign(3.3, 2.5).value == 1.0
    assert rate_sign(2.5, 2.5).value == 0.0
    assert rate_sign(None, 2.5).told == "word times are not known yet"
    assert "fewer than 3 other answers" in rate_sign(3.0, None).told


def test_the_rate_counts_words_that_were_heard() -> None:
    heard = [TimedWord("go", n, n + 0.4, "aligned") for n in range(12)]
    guessed = [TimedWord("on", n + 0.4, n + 1, "interpolated") for n in range(12)]
    assert rate_of([*heard, *guessed]) == pytest.approx(2.5)
    assert rate_of(heard[:5]) is None


def test_pauses_before_and_after_the_words_do_not_count() -> None:
    quiet = np.random.default_rng(1).normal(0, 1e-4, 5 * SPEECH.sample_rate)
    padded = np.concatenate([quiet, TWICE, quiet])
    plain, late = (pauses_sign(voice) for voice in (sound(TWICE), sound(padded)))
    assert plain.value is not None
    assert late.value == pytest.approx(plain.value, abs=0.1)
    assert pauses_sign(sound(with_pauses(3.0))).value == 0.0
    assert pauses_sign(sound(quiet)).value is None


def sound(samples: np.ndarray) -> Sound:
    seen = guide(samples)
    assert seen.words is not None
    assert seen.words.voice is not None
    return seen.words.voice


def test_steps_do_not_move_the_camera() -> None:
    still = trace((1.0, 2.0, 3.0))
    assert camera_sign(still, sound(TWICE)).value == 1.0
    assert camera_sign(turning(still, 20), sound(TWICE)).value == 0.0


def test_speech_at_all_places_is_no_sign() -> None:
    assert places_sign(4.0, 4).value == 0.0
    assert places_sign(1.0, 4).value == 1.0


def test_the_area_counts_pairs() -> None:
    assert area([0.9, 0.8], [0.1, 0.8]) == pytest.approx(3.5 / 4)
