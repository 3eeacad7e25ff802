"""What a Guide said and saw is what is kept: the voice as the microphone heard it, the poses as time went by."""

from __future__ import annotations

import io

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page
from scipy.signal import correlate

from align import Audio
from pangea_server.annotate.annotations.lookups import load_trace, trace_of, voice_of
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser.demo import Demo
from tests.browser.walker import Walker
from tests.browser.whole_way import SPEECH, guide


def test_voice_and_poses_are_kept_as_they_were(demo: Demo, page: Page) -> None:
    guide(Walker(page, demo.links["guide"]))
    with LocalStore.open(demo.data_dir) as store:
        (told,) = store.records.find(GuideAnnotation)
        voice = Audio.open(io.BytesIO(store.blobs.read(voice_of(told)[0].blob)))
        trace = load_trace(store.blobs, trace_of(told))
    assert likeness(voice, Audio.open(SPEECH / "instruction.flac")) > 0.9
    assert trace.time[-1] == pytest.approx(told.duration, abs=0.5)
    assert np.diff(trace.time).max() < 0.5


def likeness(recorded: Audio, spoken: Audio) -> float:
    """How well pieces of three seconds fit into what the microphone heard over and over: the median of their
    largest normalised cross-correlations. Few cross the seam of the loop, where Chromium's fake microphone halts."""
    rate, looped = spoken.sample_rate, np.tile(spoken.samples, 2)
    samples = recorded.resampled(rate).samples
    starts = range(0, samples.size - 3 * rate, rate)
    return float(np.median([_fit(samples[start:][: 3 * rate], looped) for start in starts]))


def _fit(part: NDArray[np.float32], whole: NDArray[np.float32]) -> float:
    energy = correlate(whole**2, np.ones_like(part), mode="valid") * (part @ part)
    return float((correlate(whole, part, mode="valid") / np.sqrt(energy + 1e-9)).max())
