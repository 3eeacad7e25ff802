"""``make bench-steps``: frames of steps through space beside flat ones, of the same steps in turn, in one Chromium.

The place is the demo house. A page that cannot load reliefs draws its steps flat.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Annotated

import typer
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.house_tiles import house_tiles

REST_MS = 1500
COUNTS_FRAMES = """
window.framesDrawn = 0
const fence = WebGL2RenderingContext.prototype.fenceSync
WebGL2RenderingContext.prototype.fenceSync = function (...told) {
  window.framesDrawn += 1
  return fence.apply(this, told)
}
"""
STEP = """() => new Promise((done) => {
  const viewer = document.querySelector('[data-testid=viewer]')
  let began = null, drawn = 0
  const look = (now) => {
    if (began === null && viewer.hasAttribute('data-moving')) [began, drawn] = [now, window.framesDrawn]
    if (began !== null && !viewer.hasAttribute('data-moving')) done(1000 * (window.framesDrawn - drawn) / (now - began))
    else requestAnimationFrame(look)
  }
  document.querySelector('[data-testid=exit]').click()
  requestAnimationFrame(look)
})"""


def main(steps: Annotated[int, typer.Option(min=1, help="Of each kind.")] = 10) -> None:
    """Print the frame rates (medians) and their ratio."""
    with place() as link, sync_playwright() as started:
        browser = started.chromium.launch(executable_path="/usr/bin/chromium", args=[*chromium.FLAGS])
        pages = {"flat": opened(browser, link, flat=True), "through space": opened(browser, link, flat=False)}
        rates: dict[str, list[float]] = {kind: [] for kind in pages}
        for _ in range(steps):
            for kind, page in pages.items():
                page.bring_to_front()
                page.wait_for_timeout(REST_MS)
                rates[kind].append(page.evaluate(STEP))
    for kind, found in rates.items():
        typer.echo(f"{kind:14} {median(found):5.1f} frames a second ({min(found):.1f} to {max(found):.1f})")
    typer.echo(f"ratio {median(rates['through space']) / median(rates['flat']):.2f}")


@contextmanager
def place() -> Iterator[str]:
    """The link to a page of the demo house."""
    command = [sys.executable, "-m", "pangea_server.app", "env", "view", "demo", "--port", "0"]
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "PANGEA_TILES": str(house_tiles())}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as server:
        assert server.stdout
        yield next(found[0] for line in server.stdout if (found := re.search(r"http://\S+#token=\S+", line)))
        server.terminate()


def opened(browser: Browser, link: str, *, flat: bool) -> Page:
    page = browser.contexts[0].new_page() if browser.contexts else browser.new_context().new_page()
    page.add_init_script(COUNTS_FRAMES)
    if flat:
        page.route(re.compile("/relief"), lambda route: route.abort())
    page.goto(link.partition("#")[0] if len(page.context.pages) > 1 else link)
    expect(page.get_by_test_id("viewer")).to_have_attribute("data-sharp", "", timeout=60_000)
    return page


if __name__ == "__main__":
    typer.run(main)
