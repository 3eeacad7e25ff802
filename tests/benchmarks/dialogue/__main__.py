"""``make bench-dialogue``: how late two people hear each other, from browser to browser and as Opus over the line.

Two Chromiums hear bursts at gaps of chance. Counted is the time from a burst's entering the one's capturing worklet to its
leaving where the other's loudspeaker is fed, by the clock that both share; microphone and loudspeaker themselves add
some tens of milliseconds. The line is the server's, with its validation and without its store.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray
from playwright.sync_api import Page, Playwright, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.browser import chromium
from tests.browser.panorama_site import build_page
from tests.browser.voice_line import PAGE, SEATS, voice_site

RATE = 48_000
BURST_SECONDS, TONE = 0.02, 1000.0
GAP_SECONDS = (0.4, 0.9)
WAYS = {"from browser to browser": ("webrtc", ""), "Opus over the line": ("line", "&alone")}
SETTLING_SECONDS = 5.0
LONGEST_MS = 2500.0
NEAR_MS = 200.0
CONNECTED = "way => window.voice?.way === way"
NOW = "performance.timeOrigin + performance.now()"


@dataclass(frozen=True)
class Heard:
    """One direction: milliseconds of each burst that was heard, how many were not, and what the listener's page counts."""

    delays: NDArray[np.float64]
    missed: int
    stats: dict[str, float | None]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="of each way")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = build_page(Path(folder) / "page", PAGE)
        sounds = [_bursts(Path(folder) / f"{seat}.wav", number) for number, seat in enumerate(SEATS)]
        found = {
            name: _measure(playwright, page, sounds, way, options, args.seconds)
            for name, (way, options) in WAYS.items()
        }
    Console(width=110).print(_table(found))


def _bursts(wav: Path, seed: int) -> Path:
    """Ten minutes of short tones at gaps of chance, so that no two stretches are alike."""
    random, samples = np.random.default_rng(seed), np.zeros(600 * RATE, np.float32)
    tone = 0.6 * np.sin(2 * np.pi * TONE * np.arange(round(BURST_SECONDS * RATE)) / RATE)
    at = 0.5
    while at < 599:
        first = round(at * RATE)
        samples[first : first + len(tone)] = tone
        at += random.uniform(*GAP_SECONDS)
    soundfile.write(wav, samples, RATE, subtype="PCM_16")
    return wav


def _measure(
    playwright: Playwright, page: Path, sounds: list[Path], way: str, options: str, seconds: float
) -> list[Heard]:
    """Both directions of a way."""
    with voice_site(page) as site, ExitStack() as stack:
        pages = [stack.enter_context(_opened(playwright, sound)) for sound in sounds]
        for each, seat in zip(pages, SEATS, strict=True):
            each.goto(f"{site.origin}/index.html?seat={seat}{options}")
        for each in pages:
            each.wait_for_function(CONNECTED, arg=way)
        time.sleep(SETTLING_SECONDS)
        begin = pages[0].evaluate(NOW)
        for each in pages:
            each.evaluate("voice.stats()")
        time.sleep(seconds)
        assert site.too_many == 0, "a page said more than the server takes"
        return [_heard(speaker, listener, begin) for speaker, listener in (pages, pages[::-1])]


@contextmanager
def _opened(playwright: Playwright, sound: Path) -> Iterator[Page]:
    """A page of a Chromium of its own, whose microphone hears a file."""
    flags = [*chromium.FLAGS, chromium.microphone(sound)]
    browser = playwright.chromium.launch(executable_path=chromium.executable(), args=flags)
    try:
        context = browser.new_context(permissions=["microphone"])
        context.set_default_timeout(chromium.PATIENCE)
        yield context.new_page()
    finally:
        browser.close()


def _heard(speaker: Page, listener: Page, begin: float) -> Heard:
    stats: dict[str, Any] = listener.evaluate("voice.stats()")
    spoken = np.array(speaker.evaluate("spoken.bursts"))
    heard = np.array(listener.evaluate("heard.bursts"))
    usual = _usual_delay(spoken, heard)
    asked = spoken[(spoken > begin) & (spoken < heard[-1] - LONGEST_MS)]
    nearest = np.array([heard[np.abs(heard - at - usual).argmin()] - at for at in asked])
    found = nearest[np.abs(nearest - usual) < NEAR_MS]
    return Heard(found, len(asked) - len(found), stats)


def _usual_delay(spoken: NDArray[np.float64], heard: NDArray[np.float64]) -> float:
    """The delay at which most bursts have one that was heard; gaps of chance agree at no other."""
    delays = (heard[None, :] - spoken[:, None]).ravel()
    counts, edges = np.histogram(delays, bins=np.arange(0, LONGEST_MS, 20))
    return float(edges[np.convolve(counts, [1, 1, 1], "same").argmax()] + 10)


def _table(found: dict[str, list[Heard]]) -> Table:
    table = Table(
        "way", "", "median ms", "95th", "most", "bursts", "missed", "waits in the buffer, ms", "lost",
        title=f"mouth to ear on 127.0.0.1; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}",
    )  # fmt: skip
    for name, directions in found.items():
        for direction, heard in zip(("a to b", "b to a"), directions, strict=True):
            figures = [
                f"{value:.0f}" for value in (*np.percentile(heard.delays, (50, 95)), heard.delays.max())
            ]
            waits, lost = heard.stats["jitterBufferSeconds"], heard.stats["lostShare"]
            table.add_row(
                name, direction, *figures, str(len(heard.delays)), str(heard.missed),
                "" if waits is None else f"{1000 * waits:.0f}", "" if lost is None else f"{lost:.1%}",
            )  # fmt: skip
    return table


if __name__ == "__main__":
    main()
