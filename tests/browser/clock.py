"""How far voice and camera are apart in a recording, measured in a real Chromium.

The microphone plays one click a second; a script turns the camera at clicks. ``clock_harness.js`` notes, by means of
its own, when a click was heard and when the turned picture was shown. The same two moments stand in what the server
stores: the click as a sample of the voice, the turn as a snapshot. The *offset* of a turn is how far these are apart in
the recording, less how far they were apart in truth.

"Heard" is the capture time that the browser gives each audio frame, "shown" the begin of the animation frame after the
one that drew the picture. Latencies before that (of the sound hardware) and behind it (of the display) are not seen.

Where there is no sound hardware, Chromium drives the microphone and the page's audio context by a timer each, and each
skips the blocks of 10 ms that it is late for. Between the two stands a queue; whenever it runs dry, at once or seconds
after the microphone has skipped a block, the browser gives the context a block of silence. Seconds of the voice can
therefore be longer than those that the microphone delivered and than those that have passed. Three things are measured
instead, each of which has one right value whatever the timers do: the voice beside what the browser gave the page
(``stretched``), the sound in it beside what the microphone delivered (``lacking``), and the silence in it beside what
the microphone owed (``unowed``).
"""

from __future__ import annotations

import gzip
import json
import math
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray
from playwright.sync_api import Page, Playwright

from pangea_server.http.pages import find_web
from tests.browser import chromium
from tests.browser.demo import Demo
from tests.browser.device import kept_chunks
from tests.browser.walker import Walker

RATE = 48_000
HARNESS = (Path(__file__).parent / "clock_harness.js").read_text()
TAP = Path(__file__).parent / "clock_tap.js"
THRESHOLD = 0.25
REFRACTORY = 0.05
NEAR = 0.3
MARGIN = 0.1
HUM = 0.01
"""Of full scale: far below a click, and no sample of it is zero."""
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
            the voice than in what the browser gave the page's audio context.
        lacking: (k,) by how much less sound lies between two clicks in what the context was given than in what the
            microphone delivered.
        unowed: (k + 1,) by how much more silence the browser has put in before a click, since the first, than the
            microphone had missed until then of the time that passed.
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
    lacking: NDArray[np.float64]
    unowed: NDArray[np.float64]
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
            f"{1000 * np.abs(self.stretched).max(initial=0.0):.2f} ms of what the page was given, that by "
            f"{1000 * np.abs(self.lacking).max(initial=0.0):.2f} ms of sound of what the microphone delivered; "
            f"at most {1000 * self.unowed.max(initial=0.0):.2f} ms of silence that it did not owe"
        )


@dataclass(frozen=True, slots=True)
class Click:
    """One click, in seconds.

    Attributes:
        heard: when, by the page's clock.
        delivered: sound that the microphone had delivered by then.
        given: on the clock of the page's audio context, when it was given the click.
        sound: that the context had been given by then.
    """

    heard: float
    delivered: float
    given: float
    sound: float


@dataclass(frozen=True, slots=True)
class Log:
    """What the harness saw, in seconds of the page's clock: clicks, turns with their heading, begins and cuts."""

    clicks: list[Click]
    shown: list[tuple[float, float]]
    begun: list[float]
    cut: list[float]

    @classmethod
    def read(cls, log: dict[str, Any]) -> Log:
        return cls(
            list(_clicks(log)),
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


def _clicks(log: dict[str, Any]) -> Iterator[Click]:
    """Those that both the track and the context have had: each begins and ends by itself."""
    for click, delivered in zip(log["clicks"], log["delivered"], strict=True):
        heard = click + log["promptest"]
        given = min(log["given"], key=lambda given: abs(given["at"] - heard), default=None)
        if given is not None and abs(given["at"] - heard) < NEAR:
            yield Click(heard, delivered, given["seconds"], given["sound"])


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
    """A click of two milliseconds at every full second, the first after one. Between them it is never quite silent."""
    samples = np.full(seconds * RATE, HUM, np.float32)
    click = 0.9 * np.sin(2 * np.pi * 1000 * np.arange(RATE // 1000 * 2) / RATE)
    for second in range(1, seconds):
        samples[second * RATE :][: click.size] += click
    soundfile.write(wav, samples, RATE, subtype="PCM_16")


def web_with_tap(folder: Path) -> Path:
    """A copy of the built pages with the harness's worklet, which their policy takes from their own server only."""
    shutil.copytree(find_web(), folder)
    shutil.copy(TAP, folder / "assets")
    return folder


def measure(playwright: Playwright, folder: Path, *, seconds: float, pauses: int) -> ClockReport:
    """Record for about ``seconds`` with so many pauses, and compare the recording with what happened."""
    wav = folder / "clicks.wav"
    write_clicks(wav, math.ceil(seconds * 1.5) + 120)
    flags = [*chromium.FLAGS, chromium.microphone(wav, loops=False)]
    demo = Demo(folder / "data", PANGEA_WEB_DIR=str(web_with_tap(folder / "web")))
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
    heard = [at for click in log.clicks if (at := log.place(click.heard)) is not None]
    lost = [at for at in heard if np.abs(clicks - at).min() > NEAR]
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
        lacking=_lacking(log.clicks),
        unowed=_unowed(log.clicks),
        snapshots=len(times),
        longest_gap=float(np.diff(times).max()),
    )


def _stretched(log: Log, clicks: NDArray[np.float64]) -> NDArray[np.float64]:
    stretched: list[float] = []
    for first, then in pairwise(log.clicks):
        place, next_place = log.place(first.heard), log.place(then.heard)
        if (
            place is None
            or next_place is None
            or not math.isclose(next_place - place, then.heard - first.heard, abs_tol=1e-6)
        ):
            continue
        sooner, later = (clicks[np.abs(clicks - at).argmin()] for at in (place, next_place))
        stretched.append(float(later - sooner) - (then.given - first.given))
    return np.array(stretched)


def _lacking(clicks: list[Click]) -> NDArray[np.float64]:
    delivered, sound = (
        np.array([each.delivered for each in clicks]),
        np.array([each.sound for each in clicks]),
    )
    return np.diff(delivered) - np.diff(sound)


def _unowed(clicks: list[Click]) -> NDArray[np.float64]:
    """Seconds at each click, counted from the first."""
    seconds = np.array([(each.heard, each.delivered, each.given, each.sound) for each in clicks])
    passed, delivered, given, sound = (seconds - seconds[0]).T
    return np.asarray((given - sound) - (passed - delivered))


def _offset(
    turn: tuple[float, float], log: Log, recording: Recording, clicks: NDArray[np.float64]
) -> float | None:
    """None for a turn that was not meant for a click, or fell into a pause."""
    shown, heading = turn
    nearest = min((click.heard for click in log.clicks), key=lambda heard: abs(heard - shown))
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
