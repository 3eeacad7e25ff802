"""How far voice and camera are apart in a recording, measured in a real Chromium.

The microphone plays one click a second; a script turns the camera at clicks. ``clock_harness.js`` notes, by means of
its own, when a click was heard and when the turned picture was shown. The same two moments stand in what the server
stores: the click as a sample of the voice, the turn as a snapshot. The *offset* of a turn is how far these are apart in
the recording, less how far they were apart in truth.

"Heard" is the capture time that the browser gives each audio frame, "shown" the begin of the animation frame after the
one that drew the picture. Latencies before that (of the sound hardware) and behind it (of the display) are not seen.
"""

from __future__ import annotations

import gzip
import json
import math
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray
from playwright.sync_api import Page, Playwright

from tests.browser import chromium
from tests.browser.demo import Demo
from tests.browser.device import kept_chunks
from tests.browser.walker import Walker

RATE = 48_000
HARNESS = (Path(__file__).parent / "clock_harness.js").read_text()
THRESHOLD = 0.25
REFRACTORY = 0.05
NEAR = 0.3
MARGIN = 0.1
EARLY = 0.030
"""Seconds between a turn and the next frame but one, about."""


@dataclass(frozen=True, slots=True)
class ClockReport:
    """Times in seconds, in order of the recording; ``rate`` in Hz.

    Attributes:
        duration: of the voice; ``spoken``: between the moments at which it was begun and cut, summed up.
        offsets: (n,) of each turn.
        heard, lost: clicks that fell into the recording, and how many of them it lacks.
        stretched: (m,) by how much two clicks, one after the other without a pause between them, are further apart in
            the voice than in what the microphone delivered, or than by its own clock where that is nearer: Chromium's
            fake one may skip a block of its file, and the harness may miss one.
        snapshots: how many there are; ``longest_gap`` between two.
    """

    rate: float
    duration: float
    spoken: float
    stretches: int
    offsets: NDArray[np.float64]
    heard: int
    lost: int
    stretched: NDArray[np.float64]
    snapshots: int
    longest_gap: float

    @property
    def worst(self) -> float:
        return float(np.abs(self.offsets).max())

    @property
    def drift(self) -> float:
        """By how much the offset changes from the first quarter of the turns to the last."""
        quarter = max(1, len(self.offsets) // 4)
        return float(abs(np.median(self.offsets[-quarter:]) - np.median(self.offsets[:quarter])))

    def __str__(self) -> str:
        return (
            f"{self.duration:.3f} s recorded in {self.stretches} stretches of {self.spoken:.3f} s; "
            f"{self.snapshots} snapshots, at most {1000 * self.longest_gap:.0f} ms apart\n"
            f"offset of voice and camera at {len(self.offsets)} turns: "
            f"median {1000 * np.median(self.offsets):+.1f} ms, "
            f"largest {1000 * self.worst:.1f} ms; drift {1000 * self.drift:.1f} ms\n"
            f"{self.heard} clicks, {self.lost} lost; from one to the next the voice is off by at most "
            f"{1000 * np.abs(self.stretched).max(initial=0.0):.2f} ms"
        )


@dataclass(frozen=True, slots=True)
class Log:
    """What the harness saw, in seconds of the page's clock: clicks, turns with their heading, begins and cuts.

    ``delivered``: seconds of sound that the microphone had given by each click.
    """

    clicks: list[float]
    delivered: list[float]
    shown: list[tuple[float, float]]
    begun: list[float]
    cut: list[float]

    @classmethod
    def read(cls, log: dict[str, Any]) -> Log:
        return cls(
            [click + log["promptest"] for click in log["clicks"]],
            log["delivered"],
            [(turn["at"] / 1000, turn["heading"]) for turn in log["shown"]],
            [moment / 1000 for moment in log["begun"]],
            [moment / 1000 for moment in log["cut"]],
        )

    def stretches(self) -> list[float]:
        return [cut - begun for begun, cut in zip(self.begun, self.cut, strict=True)]

    def place(self, moment: float) -> float | None:
        """About when that is in the recording; None in a pause, and for a moment beside one."""
        before = 0.0
        for begun, length in zip(self.begun, self.stretches(), strict=True):
            if MARGIN < moment - begun < length - MARGIN:
                return before + moment - begun
            before += length
        return None


@dataclass(frozen=True, slots=True)
class Recording:
    """The stored voice (n,) in [-1, 1], its rate in Hz, and the stored snapshots."""

    voice: NDArray[np.float64]
    rate: int
    snapshots: list[dict[str, Any]]

    def clicks(self) -> NDArray[np.float64]:
        """(m,) seconds at which a click begins."""
        onsets: list[float] = []
        for sample in np.flatnonzero(np.abs(self.voice) >= THRESHOLD):
            if not onsets or sample / self.rate - onsets[-1] > REFRACTORY:
                onsets.append(float(sample / self.rate))
        return np.array(onsets)


def write_clicks(wav: Path, seconds: int) -> None:
    """A click of a millisecond at every full second, the first after one."""
    samples = np.zeros(seconds * RATE, np.float32)
    click = 0.9 * np.sin(2 * np.pi * 1000 * np.arange(RATE // 1000 * 2) / RATE)
    for second in range(1, seconds):
        samples[second * RATE :][: click.size] = click
    soundfile.write(wav, samples, RATE, subtype="PCM_16")


def measure(playwright: Playwright, folder: Path, *, seconds: float, pauses: int) -> ClockReport:
    """Record for about ``seconds`` with so many pauses, and compare the recording with what happened."""
    wav = folder / "clicks.wav"
    write_clicks(wav, math.ceil(seconds * 1.5) + 120)
    flags = [*chromium.FLAGS, chromium.microphone(wav, loops=False)]
    demo = Demo(folder / "data")
    browser = playwright.chromium.launch(executable_path=chromium.executable(), args=flags)
    try:
        page = browser.new_page(viewport={"width": 480, "height": 360})
        page.add_init_script(HARNESS)
        log = _record(Walker(page, demo.links["guide"]), seconds, pauses)
        recording = _stored(page, Walker(page, demo.links["guide"]))
    finally:
        browser.close()
        demo.stop()
    return _report(log, recording)


def _record(person: Walker, seconds: float, pauses: int) -> Log:
    person.open()
    person.pass_equipment_check()
    person.press("start")
    person.expect_phase("record")
    person.expect_at(person.guide_path()[0])
    page = person.page
    stretch = seconds / (pauses + 1)
    for pause in range(pauses + 1):
        _press(page, "resume" if pause else "record")
        page.wait_for_selector("[data-testid=recorder][data-state=recording]")
        end = time.monotonic() + stretch
        while time.monotonic() + 2.2 < end:
            page.evaluate(f"jumpAtNextClick({EARLY})")
            page.wait_for_timeout(1500)
        page.wait_for_timeout(max(0.0, end - time.monotonic()) * 1000)
        _press(page, "pause")
        page.wait_for_selector("[data-testid=recorder][data-state=paused]")
        page.wait_for_timeout(137 + 61 * (pause % 11))
    return Log.read(page.evaluate("clockLog()"))


def _press(page: Page, name: str) -> None:
    page.evaluate(f"document.querySelector('[data-testid={name}]').click()")


def _stored(page: Page, person: Walker) -> Recording:
    """What this device keeps, once the server has as much of it."""
    chunks = kept_chunks(page, person.call("POST", "/leases", data={"kind": "guide"}))
    voice = np.concatenate([np.frombuffer(chunk.voice, "<i2") for chunk in chunks])
    deadline = time.monotonic() + 60
    while True:
        (stored,) = person.call("POST", "/leases", data={"kind": "guide"})["recordings"]
        if stored["voice"]["size"] == 2 * voice.size:
            break
        assert time.monotonic() < deadline, stored
        page.wait_for_timeout(500)
    lines = b"".join(gzip.decompress(chunk.pose) for chunk in chunks)
    return Recording(
        voice / 32768.0, stored["sample_rate"], [json.loads(line) for line in lines.splitlines()]
    )


def _report(log: Log, recording: Recording) -> ClockReport:
    times = np.array([snapshot["time"] for snapshot in recording.snapshots])
    clicks = recording.clicks()
    heard = [(click, at) for click in log.clicks if (at := log.place(click)) is not None]
    lost = [at for _, at in heard if np.abs(clicks - at).min() > NEAR]
    offsets = [_offset(turn, log, recording, clicks) for turn in log.shown]
    return ClockReport(
        rate=recording.rate,
        duration=len(recording.voice) / recording.rate,
        spoken=sum(log.stretches()),
        stretches=len(log.begun),
        offsets=np.array([offset for offset in offsets if offset is not None]),
        heard=len(heard),
        lost=len(lost),
        stretched=_stretched(log, clicks),
        snapshots=len(times),
        longest_gap=float(np.diff(times).max()),
    )


def _stretched(log: Log, clicks: NDArray[np.float64]) -> NDArray[np.float64]:
    stretched: list[float] = []
    for (first, given), (then, given_then) in pairwise(zip(log.clicks, log.delivered, strict=True)):
        place, next_place = log.place(first), log.place(then)
        if (
            place is None
            or next_place is None
            or not math.isclose(next_place - place, then - first, abs_tol=1e-6)
        ):
            continue
        sooner, later = (clicks[np.abs(clicks - at).argmin()] for at in (place, next_place))
        truths = (given_then - given, then - first)
        stretched.append(min((float(later - sooner) - truth for truth in truths), key=abs))
    return np.array(stretched)


def _offset(
    turn: tuple[float, float], log: Log, recording: Recording, clicks: NDArray[np.float64]
) -> float | None:
    """None for a turn that was not meant for a click, or fell into a pause."""
    shown, heading = turn
    nearest = min(log.clicks, key=lambda click: abs(click - shown))
    place = log.place(shown)
    if place is None or log.place(nearest) is None or abs(nearest - shown) > NEAR:
        return None
    rows = [row["time"] for row in recording.snapshots if abs(_heading(row) - heading) < 2e-4]
    recorded = min(rows, key=lambda time: abs(time - place), default=None)
    assert recorded is not None, f"the turn to {heading} is not in the trace"
    click = clicks[np.abs(clicks - recorded).argmin()]
    return float((recorded - click) - (shown - nearest))


def _heading(snapshot: dict[str, Any]) -> float:
    matrix = snapshot["extrinsic_matrix"]
    return math.atan2(-matrix[2], matrix[10])
