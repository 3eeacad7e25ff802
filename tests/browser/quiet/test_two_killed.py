"""Two people talk, and the browser of one is killed at several moments, or its line falls silent for a minute: nothing
that was stored of either voice is lost, and both go on in the same dialogue within ten seconds of coming back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Playwright, expect

from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.pairing.records import EndReason
from tests.browser import chromium
from tests.browser.demo import Demo
from tests.browser.test_two_people import hand_in, plan, say, stored
from tests.browser.walker import Walker
from tests.reliability.browser.interrupted import Kept, write_noise
from tests.reliability.browser.profile import Profile
from tests.reliability.held_line import HeldLine
from tests.reliability.seed import SEED

KIND = "guide_two"
TASK = ", ".join(f"[data-testid={name}]:visible" for name in ("start", "partner-status", "transcript"))
BACK_SECONDS = 10.0
MOMENTS = 8
"""In the talk; further ones are in waiting and in writing."""
CUT_SECONDS = 60.0


@dataclass
class Talker:
    """One of the two, in a browser whose profile outlives it. ``stored``: bytes of voice that the server acknowledged,
    and that the device had written down, at the last look."""

    profile: Profile
    link: str
    context: BrowserContext = field(init=False)
    person: Walker = field(init=False)
    acknowledged: int = 0
    written_down: int = 0

    def open(self) -> None:
        self.context = self.profile.open()
        self.context.set_default_timeout(chromium.PATIENCE)
        self.person = Walker(self.context.new_page(), self.link)
        self.person.open()
        check, task = (
            self.person.page.get_by_test_id("allow-microphone"),
            self.person.page.locator(TASK).first,
        )
        check.or_(task).first.wait_for()
        if check.is_visible():  # also where the browser was killed before it had noted that it was passed
            self.person.pass_equipment_check()

    def come(self) -> None:
        """Until the person waits, or talks."""
        self.open()
        self.person.page.locator(TASK).first.wait_for()
        if self.person.page.get_by_test_id("start").is_visible():
            self.person.press("start")

    def lease(self) -> Any:
        return self.person.call("POST", "/leases", data={"kind": KIND})

    def look(self) -> None:
        self.acknowledged = sum(each["voice"]["size"] for each in self.lease()["recordings"])
        self.written_down = Kept.read(self.person.page).size

    def kill(self) -> None:
        self.profile.kill(self.context)

    def come_back(self, phase: str, other: Talker) -> float:
        """In the same browser: seconds until it shows the phase and both know that the other is there."""
        began = time.monotonic()
        self.open()
        self.person.expect_phase(phase)
        for each in (self, other):
            expect(each.status).to_have_attribute("data-presence", "here")
        return time.monotonic() - began

    @property
    def status(self) -> Any:
        return self.person.page.get_by_test_id("partner-status")

    def expect_nothing_lost(self) -> None:
        acknowledged, written_down = self.acknowledged, self.written_down
        self.look()
        assert self.acknowledged >= acknowledged
        assert self.written_down >= written_down

    def speak(self) -> None:
        """Record, or go on."""
        page = self.person.page
        page.locator("[data-testid=record]:visible, [data-testid=resume]:visible").click()
        expect(page.get_by_test_id("recorder")).to_have_attribute("data-state", "recording")


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    running = Demo(tmp_path / "data")
    plan(running, KIND)
    yield running
    running.stop()


@pytest.fixture
def line(demo: Demo) -> Iterator[HeldLine]:
    """The navigator's to the server."""
    with HeldLine(demo.port) as opened:
        yield opened


@pytest.fixture
def two(
    playwright: Playwright, demo: Demo, line: HeldLine, tmp_path: Path
) -> Iterator[tuple[Talker, Talker]]:
    write_noise(tmp_path / "noise.wav")
    links = [demo.invite().replace("/guide#", f"/task/{KIND}#") for _ in range(2)]
    links[1] = links[1].replace(str(demo.port), str(line.port), 1)
    oracle, navigator = (
        Talker(Profile(playwright, tmp_path / f"profile-{number}", tmp_path / "noise.wav"), link)
        for number, link in enumerate(links)
    )
    yield oracle, navigator
    for each in (oracle, navigator):
        each.context.close()


def both_talk(two: tuple[Talker, Talker]) -> str:
    """Until both record; returns the pairing."""
    for each in two:
        each.come()
    for each in two:
        each.person.expect_phase("talk")
        each.speak()
    say(two[0].person, "Go on.")
    return str(two[0].lease()["pairing"]["pairing_id"])


def both_hand_in(demo: Demo, two: tuple[Talker, Talker]) -> dict[str, TaskAnnotation]:
    oracle, navigator = two
    hand_in(navigator.person, "Where?")
    hand_in(oracle.person, "Go on.")
    answers, pairing = stored(demo)
    assert pairing.reason is EndReason.DONE
    for role, each in zip(("oracle", "navigator"), two, strict=True):
        voice = answers[role].voice
        assert voice is not None
        assert voice.size >= each.written_down
    return answers


def test_a_killed_browser_comes_back_into_the_same_dialogue(demo: Demo, two: tuple[Talker, Talker]) -> None:
    oracle, navigator = two
    random = Random(SEED)
    pairing = both_talk(two)
    for _ in range(MOMENTS):
        killed, other = random.sample(two, 2)
        killed.person.page.wait_for_timeout(random.uniform(500, 4000))
        killed.look()
        other.look()
        killed.kill()
        expect(other.status).to_have_attribute("data-presence", "away")
        expect(other.person.page.get_by_test_id("recorder")).to_have_attribute("data-state", "recording")
        assert killed.come_back("talk", other) < BACK_SECONDS, f"PROOF_SEED={SEED}"
        assert killed.lease()["pairing"]["pairing_id"] == pairing
        expect(killed.person.page.get_by_test_id("dialogue-text")).to_contain_text("Go on.")
        for each in two:
            each.expect_nothing_lost()
        killed.speak()
        for each in two:
            expect(each.person.page.get_by_test_id("voice")).to_have_attribute("data-voice", "connected")
    navigator.person.press("done")
    navigator.person.press("confirm-yes")
    navigator.person.expect_phase("transcribe")
    navigator.look()
    navigator.kill()
    navigator.open()
    navigator.person.expect_phase("transcribe")
    navigator.expect_nothing_lost()
    oracle.person.expect_phase("transcribe")
    both_hand_in(demo, two)


def test_who_is_killed_while_they_wait_keeps_their_seat(demo: Demo, two: tuple[Talker, Talker]) -> None:
    oracle, navigator = two
    oracle.come()
    oracle.person.expect_phase("waiting")
    pairing = oracle.lease()["pairing"]["pairing_id"]
    oracle.kill()
    oracle.come()
    navigator.come()
    for each in two:
        each.person.expect_phase("talk")
        assert each.lease()["pairing"]["pairing_id"] == pairing


def test_a_line_that_is_silent_for_a_minute_ends_nothing(
    demo: Demo, line: HeldLine, two: tuple[Talker, Talker]
) -> None:
    oracle, navigator = two
    pairing = both_talk(two)
    for each in two:
        each.look()
    with line.held():
        expect(oracle.status).to_have_attribute("data-presence", "away")
        expect(navigator.status).to_have_attribute("data-presence", "lost")
        navigator.person.page.wait_for_timeout(CUT_SECONDS * 1000)
        for each in two:
            expect(each.person.page.get_by_test_id("recorder")).to_have_attribute("data-state", "recording")
    began = time.monotonic()
    for each in two:
        expect(each.status).to_have_attribute("data-presence", "here")
    assert time.monotonic() - began < BACK_SECONDS
    assert navigator.lease()["pairing"]["pairing_id"] == pairing
    say(navigator.person, "Here again.")
    for each in two:
        each.expect_nothing_lost()
    navigator.person.press("done")
    navigator.person.press("confirm-yes")
    navigator.person.expect_phase("transcribe")
    navigator.look()
    answers = both_hand_in(demo, two)
    assert (answers["navigator"].duration or 0) > CUT_SECONDS
