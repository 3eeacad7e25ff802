"""What can be wrong with a voice: noise at a given ratio, cut-off tops, silence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.flags.material import Spoken

Samples = NDArray[np.float64]
NOISES = ("white", "pink", "fan", "babble")


def with_noise(spoken: Spoken, kind: str, ratio: float, others: Sequence[Spoken], seed: int) -> Spoken:
    """Noise under the voice, ``ratio`` dB weaker than the speech on average."""
    rng = np.random.default_rng(seed)
    voice = spoken.samples.astype(np.float64)
    noise = (
        _babble(spoken, others, rng) if kind == "babble" else _coloured(voice.size, spoken.rate, kind, rng)
    )
    power = float((voice[_said(spoken)] ** 2).mean())
    noisy = voice + noise * np.sqrt(power / 10 ** (ratio / 10) / (noise**2).mean())
    return _named(spoken, noisy / max(1.0, np.abs(noisy).max()), f"{kind} noise at {ratio:g} dB")


def clipped(spoken: Spoken, gain: float, share: float = 1.0) -> Spoken:
    """Too loud by ``gain`` in the first ``share`` of the recording."""
    voice = spoken.samples.astype(np.float64) / np.abs(spoken.samples).max()
    loud = int(voice.size * share)
    cut = np.concatenate([np.clip(gain * voice[:loud], -1, 1), voice[loud:]])
    return _named(spoken, cut, f"{gain:g} times too loud in {share:.0%}")


def resampled(spoken: Spoken, rate: int) -> Spoken:
    """Through a converter of sample rates, which rounds off what was flat."""
    from align.audio import Audio

    samples = Audio(spoken.samples, spoken.rate).resampled(rate).samples
    return replace(spoken, samples=samples, rate=rate, name=f"{spoken.name}, resampled")


def quieter(spoken: Spoken, decibels: float) -> Spoken:
    return _named(spoken, spoken.samples * 10 ** (-decibels / 20), f"{decibels:g} dB quieter")


def silence(seconds: float, kind: str, seed: int) -> NDArray[np.float32]:
    """A recording in which nobody speaks: nothing, an offset, hiss, hum, or a few knocks on the table."""
    rng, count = np.random.default_rng(seed), int(seconds * 16_000)
    time = np.arange(count) / 16_000
    made = {
        "nothing": np.zeros(count),
        "offset": np.full(count, 0.4),
        "hiss": rng.normal(0, 0.003, count),
        "loud hiss": rng.normal(0, 0.1, count),
        "hum": 0.05 * np.sin(2 * np.pi * 50 * time) + rng.normal(0, 0.001, count),
    }
    made["knocks"] = made["hiss"].copy()
    for at in rng.integers(0, count - 400, 6):
        made["knocks"][at : at + 400] += rng.normal(0, 0.3, 400) * np.exp(-np.arange(400) / 80)
    return made[kind].astype(np.float32)


def with_pauses(spoken: Spoken, pauses: Sequence[tuple[float, float]], floor: float = 2e-4) -> Spoken:
    """Silence put in at ``(time, seconds)``, times of the recording as it was; hiss of ``floor`` in it."""
    rng = np.random.default_rng(len(pauses))
    parts, last = [], 0
    for time, seconds in pauses:
        at = int(time * spoken.rate)
        parts += [spoken.samples[last:at], rng.normal(0, floor, int(seconds * spoken.rate))]
        last = at
    samples = np.concatenate([*parts, spoken.samples[last:]]).astype(np.float32)
    times = tuple((later(start, pauses), later(end - 1e-6, pauses)) for start, end in spoken.times)
    return replace(spoken, samples=samples, times=times)


def later(time: float, pauses: Sequence[tuple[float, float]]) -> float:
    """When something is heard that was heard at ``time`` without the pauses."""
    return time + sum(seconds for at, seconds in pauses if at <= time)


def first_words(spoken: Spoken, count: int) -> Spoken:
    """The recording's first words alone, and their text."""
    end = int((spoken.times[count - 1][1] + 0.2) * spoken.rate)
    text = " ".join(spoken.text.split()[:count])
    short = replace(spoken, samples=spoken.samples[:end], text=text, times=spoken.times[:count])
    return replace(short, name=f"{spoken.name}, {count} words")


def _said(spoken: Spoken) -> NDArray[np.bool_]:
    """The samples within words; all where no times are known."""
    mask = np.zeros(spoken.samples.size, dtype=bool)
    for start, end in spoken.times or ((0.0, spoken.duration),):
        mask[int(start * spoken.rate) : int(end * spoken.rate)] = True
    return mask


def _coloured(count: int, rate: int, kind: str, rng: np.random.Generator) -> Samples:
    frequencies = np.fft.rfftfreq(count, 1 / rate)
    frequencies[0] = frequencies[1]
    weight = {
        "white": np.ones_like(frequencies),
        "pink": frequencies**-0.5,
        "fan": 1 / (1 + (frequencies / 200) ** 2),
    }[kind]
    spectrum = rng.normal(size=weight.size) + 1j * rng.normal(size=weight.size)
    return np.fft.irfft(spectrum * weight, count)


def _babble(spoken: Spoken, others: Sequence[Spoken], rng: np.random.Generator) -> Samples:
    """Eight other recordings at once."""
    count, sum_of_voices = spoken.samples.size, np.zeros(spoken.samples.size)
    for index in rng.choice(len(others), 8):
        sum_of_voices += np.roll(np.resize(others[index].samples, count), rng.integers(count))
    return sum_of_voices


def _named(spoken: Spoken, samples: Samples | NDArray[np.float32], what: str) -> Spoken:
    return replace(spoken, samples=samples.astype(np.float32), name=f"{spoken.name}, {what}")
