"""Measures of a voice, on frames that are set by hand."""

from __future__ import annotations

import numpy as np
import pytest

from align.audio import Audio
from align.report import Stretch
from pangea_server.quality.flags.sound import FRAME, SAMPLE_RATE, Sound, longest, stretches


def recording(*parts: np.ndarray) -> Sound:
    return Sound(Audio(np.concatenate(parts).astype(np.float32), SAMPLE_RATE))


def spoken_in(frames: int, *places: int) -> Sound:
    """So many frames of silence, with speech set at some of them."""
    sound = recording(np.zeros(frames * FRAME))
    sound.speech = np.isin(np.arange(frames), places)
    return sound


def test_the_level_of_a_frame_leaves_out_its_mean_and_a_part_of_a_frame_has_none() -> None:
    wave = np.tile([0.1, -0.1], FRAME // 2)
    levels = recording(wave + 0.5, wave * 10, np.zeros(FRAME + FRAME - 1)).levels
    assert levels == pytest.approx([-20, 0, -120], abs=1e-3)


def test_times_of_speech_and_short_pauses_within_it() -> None:
    sound = spoken_in(100, 2, 3, 10, 40)
    assert sound.speech_times == pytest.approx([0.075, 0.105, 0.315, 1.215])
    assert sound.speech_seconds == pytest.approx(0.12)
    assert sound.spoken == (Stretch(0.06, 0.33), Stretch(1.2, 1.23))
    assert sound.silent == (Stretch(0.0, 0.06), Stretch(0.33, 1.2), Stretch(1.23, 3.0))
    assert sound.speech_share == pytest.approx(0.1)


def test_speech_from_end_to_end_leaves_no_silence_and_none_is_all_silence() -> None:
    whole, none = spoken_in(100, *range(100)), spoken_in(100)
    assert (whole.silent, whole.speech_share) == ((), 1.0)
    assert (none.spoken, none.silent, none.speech_share) == ((), (Stretch(0.0, 3.0),), 0)


def test_runs_are_joined_over_gaps_up_to_the_longest() -> None:
    frames = np.array([1, 0, 0, 1, 0, 0, 0, 1], dtype=bool)
    assert stretches(frames, 0.06) == (Stretch(0.0, 0.12), Stretch(0.21, 0.24))


def test_the_longest_few_are_kept_in_order_of_time_and_of_equal_ones_the_first() -> None:
    found = [Stretch(start, start + length) for start, length in ((0, 1), (10, 3), (20, 2), (30, 2))]
    assert longest(found, 2) == (found[1], found[2])
    assert longest([Stretch(n, n + 1.0) for n in range(7)]) == tuple(Stretch(n, n + 1.0) for n in range(5))


def test_noise_is_measured_between_words_and_not_at_their_edges() -> None:
    sound = spoken_in(10, 4, 5)
    sound.levels = np.array([-40, -40, 0, 0, -20, -20, 0, 0, -40, -40], dtype=np.float64)
    assert sound.noise_ratio == pytest.approx(
        10 * np.log10(99)
    )  # power 0.01 with the noise, 0.0001 of the noise
    assert (spoken_in(10).noise_ratio, spoken_in(10, 2, 7).noise_ratio) == (None, None)


def test_a_clipped_wave_stands_still_for_three_samples_at_the_edge_of_its_range() -> None:
    tops = ([1, 1, 1], [1, 1], [0.92] * 3, [0.89] * 3, [-1, -1, -1], [1, 0.9995, 1])
    frames = [np.pad(np.array(top, dtype=float), (100, FRAME - 100 - len(top))) for top in tops]
    sound = recording(*frames, np.array([1, 1, 1]))
    assert sound.cut_off.tolist() == [True, False, True, False, True, False]


@pytest.mark.parametrize(
    ("levels", "spoken"),
    [
        ([-90.0] * 8 + [-60.0, -59.9], [False] * 9 + [True]),  # never below the quietest
        ([-40.0] * 8 + [-35.0, -34.9], [False] * 9 + [True]),  # clearly above the floor
        ([-20.0, -40.0] + [-20.0] * 8, [False] * 10),
    ],
)
def test_speech_is_what_the_detector_hears_and_is_louder_than_the_floor(
    monkeypatch: pytest.MonkeyPatch, levels: list[float], spoken: list[bool]
) -> None:
    class Detector:
        frame_bytes = 2 * FRAME

        def __init__(self, mode: int, rate: int, seconds: float) -> None:
            assert (mode, rate, seconds) == (3, 16_000, 0.03)

        def is_speech(self, frame: bytes) -> bool:
            return len(frame) == 2 * FRAME and any(frame)

    monkeypatch.setattr("pocketsphinx.Vad", Detector)
    sound = recording(np.zeros(9 * FRAME), np.full(FRAME, 0.5))
    sound.levels = np.array(levels)
    assert sound.speech.tolist() == spoken


@pytest.mark.parametrize(("level", "gain"), [(-10, 1), (-25, 1), (-45, 10), (-65, 100), (-80, 100)])
def test_a_quiet_voice_is_made_as_loud_as_the_detector_expects_but_not_without_end(
    level: float, gain: float
) -> None:
    sound = recording(np.full(FRAME, 0.001))
    sound.levels = np.array([level], dtype=np.float64)
    assert sound._at_usual_loudness().samples == pytest.approx(0.001 * gain, rel=1e-5)
