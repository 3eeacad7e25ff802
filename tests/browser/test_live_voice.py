"""Two people hear each other in real browsers: from one to the other, and over the line between their pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.panorama_site import build_page
from tests.browser.voice_line import PAGE, VoiceSite, voice_site

IS = "([state, way]) => window.voice?.state === state && voice.way === way"
HEARS = "since => window.heard?.bursts.filter(at => at > since).length > 2"
NOW = "performance.timeOrigin + performance.now()"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_page(tmp_path_factory.mktemp("voice"), PAGE)


@pytest.fixture
def site(built: Path) -> Iterator[VoiceSite]:
    with voice_site(built) as running:
        yield running


def opened(context: BrowserContext, site: VoiceSite, options: str = "") -> list[Page]:
    pages = [context.new_page() for _ in "ab"]
    for page, seat in zip(pages, "ab", strict=True):
        page.goto(f"{site.origin}/index.html?seat={seat}{options}")
    return pages


def hear_each_other(pages: list[Page], way: str) -> list[dict[str, Any]]:
    """Wait until both do, from now on; returns their figures."""
    for page in pages:
        page.wait_for_function(IS, arg=["connected", way])
        page.wait_for_function(HEARS, arg=page.evaluate(NOW))
    return [page.evaluate("voice.stats()") for page in pages]


def test_voices_go_from_browser_to_browser(context: BrowserContext, site: VoiceSite) -> None:
    pages = opened(context, site)
    for stats in hear_each_other(pages, "webrtc"):
        assert 0 <= stats["roundTripSeconds"] < 1
        assert 0 < stats["jitterBufferSeconds"] < 1
        assert 0 <= stats["lostShare"] < 0.5
    for page in pages:  # as when the line was gone: the voices are not
        page.evaluate("voice.restart()")
        hear_each_other(pages, "webrtc")
    assert site.too_many == 0


def test_a_muted_voice_is_silence_to_the_partner_alone(context: BrowserContext, site: VoiceSite) -> None:
    speaker, listener = opened(context, site)
    hear_each_other([speaker, listener], "webrtc")
    speaker.evaluate("voice.muted = true")
    speaker.wait_for_timeout(1500)
    since = speaker.evaluate(NOW)
    speaker.wait_for_function("since => spoken.bursts.filter(at => at > since).length > 2", arg=since)
    assert listener.evaluate("since => heard.bursts.filter(at => at > since).length", since) == 0
    speaker.evaluate("voice.muted = false")
    hear_each_other([listener], "webrtc")


def test_a_page_that_is_opened_anew_is_heard_again(context: BrowserContext, site: VoiceSite) -> None:
    pages = opened(context, site)
    hear_each_other(pages, "webrtc")
    for page in pages:
        page.reload()
        hear_each_other(pages, "webrtc")


def test_voices_take_the_line_where_browsers_cannot_connect(context: BrowserContext, site: VoiceSite) -> None:
    pages = opened(context, site, "&alone")
    hear_each_other(pages, "line")
    before = dict(site.messages)
    pages[0].wait_for_timeout(3000)
    rates = [(site.messages[seat] - count) / 3 for seat, count in before.items()]
    assert all(15 < rate < 35 for rate in rates), rates
    assert site.too_many == 0
    for page in pages:
        stats = page.evaluate("voice.stats()")
        assert 0 < stats["jitterBufferSeconds"] < 0.4
        assert 0 <= stats["lostShare"] < 0.5


def test_one_browser_without_connections_is_heard_by_one_with(
    context: BrowserContext, site: VoiceSite
) -> None:
    pages = [context.new_page() for _ in "ab"]
    pages[0].goto(f"{site.origin}/index.html?seat=a")
    pages[1].goto(f"{site.origin}/index.html?seat=b&alone")
    hear_each_other(pages, "line")


def test_voices_leave_the_line_when_browsers_connect_after_all(
    context: BrowserContext, site: VoiceSite
) -> None:
    pages = opened(context, site, "&blocked")
    hear_each_other(pages, "line")
    for page in pages:
        page.evaluate("letThrough()")
    hear_each_other(pages, "webrtc")
    said = dict(site.messages)
    pages[0].wait_for_timeout(2000)
    assert site.messages == said
