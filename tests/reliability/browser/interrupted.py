"""A Guide whose browser is killed, or whose network is cut, while they speak; and what is left of the recording."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from tests.browser.demo import Demo
from tests.browser.device import WITH_DATABASE, kept_chunks
from tests.browser.walker import Walker, wrapped
from tests.reliability.browser.profile import Profile
from tests.reliability.loop_disk import LoopDisk

NOISE_RATE = 48_000
PERIOD = 20 * NOISE_RATE
"""Samples of noise that the microphone plays over and over: no two moments of it are alike."""
STRETCHES = tuple(slice(start, start + 32) for start in range(0, 200_000, 10_000))
"""Bytes of a chunk to look for: moments of noise, which nothing else is like."""

# How many bytes of voice are on the disk, how many slices of it are in no chunk yet, and how many samples make a
# second. In one transaction, as slices become a chunk in one; encrypting added 16 bytes to each part.
KEPT = (
    WITH_DATABASE
    + """
  const transaction = database.transaction(['chunks', 'slices', 'recordings'])
  const all = (name) => answer(transaction.objectStore(name).getAll())
  const [chunks, slices, [recording]] = await Promise.all([all('chunks'), all('slices'), all('recordings')])
  database.close()
  const size = [...chunks, ...slices].reduce((size, { voice }) => size + voice.ciphertext.byteLength - 16, 0)
  return { size, slices: slices.length, rate: recording?.sampleRate ?? 1 }
}
"""
)


CHECK = "[data-testid=allow-microphone]"
TASK = "[data-testid=start], [data-testid=recorder]"
RECORD = """
() => {
  const bar = document.querySelector('[data-testid=recorder]')
  const begun = new Promise((resolve) => {
    const look = () => bar.dataset.state === 'recording' && resolve(Date.now() / 1000)
    new MutationObserver(look).observe(bar, { attributeFilter: ['data-state'] })
  })
  for (const name of ['record', 'resume']) {
    const button = bar.querySelector(`[data-testid=${name}]`)
    if (!button.hidden) button.click()
  }
  return begun
}
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """``size`` bytes of voice, some of them in ``slices`` that are in no chunk yet; ``rate`` in Hz is the microphone's
    own, which is not the same in every Chromium."""

    size: int
    slices: int
    rate: float

    @classmethod
    def read(cls, page: Page) -> Kept:
        return cls(**page.evaluate(KEPT))

    def seconds(self, size: int | None = None) -> float:
        """How long so many bytes last, or all."""
        return (self.size if size is None else size) / 2 / self.rate


@dataclass(frozen=True, slots=True)
class Loss:
    """What one kill took.

    Seconds of voice: ``spoken`` since the recording went on, ``lost`` of them, and ``missing`` of those that were on
    the disk before the kill. ``turned``: radians that the camera looks elsewhere afterwards.
    """

    spoken: float
    lost: float
    missing: float
    turned: float


@dataclass(frozen=True, slots=True)
class Outage:
    """What one time without network took: seconds ``recorded`` and ``saved`` on the server at the end, and from the
    network's return until all was saved. In how many places of the profile's files stretches of the voice were found,
    as they are (``readable``) and encrypted (``locked``)."""

    recorded: float
    saved: float
    drained: float
    readable: int
    locked: int


def write_noise(wav: Path) -> None:
    noise = np.random.default_rng(7).uniform(-0.4, 0.4, PERIOD).astype(np.float32)
    soundfile.write(wav, noise, NOISE_RATE, subtype="PCM_16")


def killed(
    playwright: Playwright, folder: Path, kills: int, seed: int, disk: LoopDisk | None = None
) -> list[Loss]:
    """Kill a browser that records, so many times in one recording; then finish it and check every byte of it.

    Args:
        disk: on which its profile lies; each kill is then a power cut of the annotator's computer.
    """
    write_noise(folder / "noise.wav")
    profile = Profile(playwright, (disk.root if disk else folder) / "profile", folder / "noise.wav", disk)
    demo, moments, losses = Demo(folder / "data"), random.Random(seed), list[Loss]()
    try:
        for _ in range(kills):
            losses.append(_kill_once(profile, demo.links["guide"], moments.uniform(1.5, 7.0)))
        context = profile.open()
        person = begin(context, demo.links["guide"])
        kept = Kept.read(person.page).size
        assert wait_until_saved(person, kept) == kept
        context.close()
    finally:
        demo.stop()
    return losses


def offline(playwright: Playwright, folder: Path, seconds: float) -> Outage:
    """Cut the network in the middle of a recording, and touch nothing until all of it is saved."""
    write_noise(folder / "noise.wav")
    profile = Profile(playwright, folder / "profile", folder / "noise.wav")
    demo = Demo(folder / "data")
    try:
        context = profile.open()
        person = begin(context, demo.links["guide"])
        record(person)
        expect(person.page.get_by_test_id("saved-server")).to_have_attribute(
            "data-mark", "good", timeout=20_000
        )
        context.set_offline(True)
        person.page.wait_for_timeout(seconds * 1000)
        expect(person.page.get_by_test_id("saved-device")).to_have_attribute("data-mark", "good")
        expect(person.page.get_by_test_id("saved-server")).to_have_attribute("data-mark", "waiting")
        context.set_offline(False)
        back = time.monotonic()
        person.page.wait_for_selector("[data-testid=saved-server][data-mark=good]", timeout=60_000)
        drained = time.monotonic() - back
        person.press("pause")
        person.page.wait_for_selector("[data-testid=recorder][data-state=paused]")
        kept, saved = wait_until_all_saved(person)
        chunk = kept_chunks(person.page, person.call("POST", "/leases", data={"kind": "guide"}))[0]
        context.close()
    finally:
        demo.stop()
    readable, locked = (_found(profile.folder, stream) for stream in (chunk.voice, chunk.ciphertext))
    return Outage(kept.seconds(), kept.seconds(saved), drained, readable, locked)


def _found(folder: Path, stream: bytes) -> int:
    files = [file.read_bytes() for file in folder.rglob("*") if file.is_file()]
    noise = [each for each in (stream[stretch] for stretch in STRETCHES) if len(set(each)) > 16]  # no silence
    return sum(data.count(each) for data in files for each in noise)


def _kill_once(profile: Profile, link: str, after: float) -> Loss:
    context = profile.open()
    person = begin(context, link)
    before = Kept.read(person.page).size
    begun = record(person)
    person.page.keyboard.press("ArrowRight", delay=200)
    heading, viewpoint, on_disk = person.rest(), person.viewpoint, Kept.read(person.page).size
    time.sleep(after)  # and nothing else: reading what is kept holds up the writing of more
    spoken = profile.kill(context) - begun

    again = profile.open()
    page = begin(again, link)
    kept = Kept.read(page.page)
    page.expect_at(viewpoint)
    turned = abs(wrapped(page.rest() - heading))
    again.close()
    lost = max(0.0, spoken - kept.seconds(kept.size - before))
    return Loss(spoken, lost, max(0.0, kept.seconds(on_disk - kept.size)), turned)


def begin(context: BrowserContext, link: str) -> Walker:
    """Open the task where it was left; in a new one, go on to the recording."""
    person = Walker(context.new_page(), link)
    person.open()
    check, task = person.page.locator(CHECK).first, person.page.locator(TASK).first
    check.or_(task).first.wait_for(timeout=60_000)
    if check.is_visible():
        person.pass_equipment_check()
        task.wait_for(timeout=60_000)
    if person.page.get_by_test_id("start").is_visible():
        person.press("start")
    person.expect_phase("record")
    button = person.page.locator("[data-testid=record]:visible, [data-testid=resume]:visible")
    expect(button).to_be_enabled(timeout=60_000)
    return person


def record(person: Walker) -> float:
    """Begin, or go on; returns when that was, in seconds since 1970."""
    return float(person.page.evaluate(RECORD))


def wait_until_all_saved(person: Walker) -> tuple[Kept, int]:
    """What is kept of a paused recording once all of it is in chunks, and how many bytes of that the server has."""
    deadline = time.monotonic() + 60
    while True:
        kept = Kept.read(person.page)
        saved = wait_until_saved(person, kept.size)
        if (not kept.slices and saved == kept.size) or time.monotonic() > deadline:
            return kept, saved
        person.page.wait_for_timeout(250)


def wait_until_saved(person: Walker, voice: int) -> int:
    """Until the server has so many bytes of voice; returns how many it has.

    Of the newest recording: after a power cut a page may send all that it has as a new one.
    """
    recordings = person.call("POST", "/leases", data={"kind": "guide"})["recordings"]
    recording = max(recordings, key=lambda each: int(each["attempt"]))
    deadline = time.monotonic() + 60
    while recording["voice"]["size"] < voice and time.monotonic() < deadline:
        person.page.wait_for_timeout(250)
        recording = person.call("GET", f"/recordings/{recording['recording_id']}")
    return int(recording["voice"]["size"])
