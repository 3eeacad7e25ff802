"""``make bench-dialogue``: how late two people hear each other, from browser to browser and as Opus over the line.

Two Chromiums hear bursts at gaps of chance. Counted is the time from a burst's entering the one's capturing worklet to
its leaving where the other's loudspeaker is fed, by the clock that both share; microphone and loudspeaker themselves
add some tens of milliseconds. The line is the server's, with its validation and without its store.
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

from tests.benchmarks.dialogue.network import listen, network, possible, program_at
from tests.browser import chromium
from tests.browser.panorama_site import build_page
from tests.browser.voice_line import PAGE, SEATS, voice_site

RATE = 48_000
BURST_SECONDS, TONE = 0.02, 1000.0
GAP_SECONDS = (0.4, 0.9)
WAYS = {"from browser to browser": ("webrtc", ""), "Opus over the line": ("line", "&alone")}
SETTLING_SECONDS = 5.0
ROUND_TRIP, LOSS = 0.1, 0.01
LONGEST_MS = 2500.0
NEAR_MS = 200.0
CONNECTED = "way => window.voice?.way === way"
NOW = "performance.timeOrigin + performance.now()"
NOTE = """() => {
  window.noted = []
  setInterval(() => voice.heard && noted.push(performance.timeOrigin + voice.heard.moment - 1000 * voice.heard.spoken), 1000)
}"""  # noqa: E501


@dataclass(frozen=True)
class Heard:
    """One direction: milliseconds of each burst that was heard, what the listener's page says they were once a second,
    how many were not heard, and what that page counts."""

    delays: NDArray[np.float64]
    noted: list[float]
    missed: int
    stats: dict[str, float | None]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="of each way")
    parser.add_argument(
        "--far", action="store_true", help="also with 100 ms to and fro and 1 % lost; needs root"
    )
    args = parser.parse_args()
    if args.far and not possible():
        parser.error("--far needs root and /dev/net/tun")
    console = Console(width=110)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        bench = Bench(playwright, Path(folder), args.seconds)
        console.print(_table("on 127.0.0.1", bench.measure()))
        if args.far:
            with network(ROUND_TRIP, LOSS):
                console.print(
                    _table(f"{1000 * ROUND_TRIP:.0f} ms to and fro, {LOSS:.0%} lost", bench.measure(far=True))
                )


class Bench:
    """What is needed for both ways: the page, and what the two microphones hear."""

    def __init__(self, playwright: Playwright, folder: Path, seconds: float) -> None:
        self._playwright, self._folder, self._seconds = playwright, folder, seconds
        self._page = build_page(folder / "page", PAGE)
        self._sounds = {seat: _bursts(folder / f"{seat}.wav", number) for number, seat in enumerate(SEATS)}

    def measure(self, *, far: bool = False) -> dict[str, list[Heard]]:
        """Both ways, with the pages and the server on one machine's network, or each on its own."""
        return {name: self._hear(way, options, far) for name, (way, options) in WAYS.items()}

    def _hear(self, way: str, options: str, far: bool) -> list[Heard]:
        """Both directions of a way."""
        with voice_site(self._page, listen("server") if far else None) as site, ExitStack() as stack:
            pages = [stack.enter_context(self._opened(seat, site.origin, far)) for seat in SEATS]
            for each, seat in zip(pages, SEATS, strict=True):
                each.goto(f"{site.origin}/index.html?seat={seat}{options}")
            for each in pages:
                each.wait_for_function(CONNECTED, arg=way)
            time.sleep(SETTLING_SECONDS)
            begin = pages[0].evaluate(NOW)
            for each in pages:
                each.evaluate("voice.stats()")
                each.evaluate(NOTE)
            time.sleep(self._seconds)
            assert site.too_many == 0, "a page said more than the server takes"
            return [_heard(speaker, listener, begin) for speaker, listener in (pages, pages[::-1])]

    @contextmanager
    def _opened(self, seat: str, origin: str, far: bool) -> Iterator[Page]:
        """A page of a Chromium of its own, whose microphone hears a file."""
        program = chromium.executable()
        # Only pages of 127.0.0.1 or of HTTPS are given a microphone.
        flags = [
            chromium.microphone(self._sounds[seat]),
            f"--unsafely-treat-insecure-origin-as-secure={origin}",
        ]
        browser = self._playwright.chromium.launch(
            executable_path=program_at(seat, program, self._folder) if far else program,
            args=[*chromium.FLAGS, *flags],
        )
        try:
            context = browser.new_context(permissions=["microphone"])
            context.set_default_timeout(chromium.PATIENCE)
            yield context.new_page()
        finally:
            browser.close()


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


def _heard(speaker: Page, listener: Page, begin: float) -> Heard:
    stats: dict[str, Any] = listener.evaluate("voice.stats()")
    spoken = np.array(speaker.evaluate("spoken.bursts"))
    heard = np.array(listener.evaluate("heard.bursts"))
    usual = _usual_delay(spoken, heard)
    asked = spoken[(spoken > begin) & (spoken < heard[-1] - LONGEST_MS)]
    nearest = np.array([heard[np.abs(heard - at - usual).argmin()] - at for at in asked])
    found = nearest[np.abs(nearest - usual) < NEAR_MS]
    return Heard(found, listener.evaluate("noted"), len(asked) - len(found), stats)


def _usual_delay(spoken: NDArray[np.float64], heard: NDArray[np.float64]) -> float:
    """The delay at which most bursts have one that was heard; gaps of chance agree at no other."""
    delays = (heard[None, :] - spoken[:, None]).ravel()
    counts, edges = np.histogram(delays, bins=np.arange(0, LONGEST_MS, 20))
    return float(edges[np.convolve(counts, [1, 1, 1], "same").argmax()] + 10)


def _table(network: str, found: dict[str, list[Heard]]) -> Table:
    table = Table(
        "way", "", "median ms", "95th", "most", "page says", "bursts", "missed", "buffer ms", "lost",
        title=f"mouth to ear, {network}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}",
    )  # fmt: skip
    for name, directions in found.items():
        for direction, heard in zip(("a to b", "b to a"), directions, strict=True):
            figures = [
                f"{value:.0f}" for value in (*np.percentile(heard.delays, (50, 95)), heard.delays.max())
            ]
            waits, lost = heard.stats["jitterBufferSeconds"], heard.stats["lostShare"]
            noted = f"{np.median(heard.noted):.0f}" if heard.noted else ""
            table.add_row(
                name, direction, *figures, noted, str(len(heard.delays)), str(heard.missed),
                "" if waits is None else f"{1000 * waits:.0f}", "" if lost is None else f"{lost:.1%}",
            )  # fmt: skip
    return table


if __name__ == "__main__":
    main()
