"""The Guide's real page: how much script it may load, and how soon it can be used."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from pangea_server.http.pages import find_web
from tests.benchmarks.viewer.browser import fresh_page
from tests.benchmarks.viewer.line import Line


@dataclass(frozen=True)
class GuidePage:
    """Seconds until there is a button to press; bytes of script, compressed, with all that it may load later."""

    usable: float
    script_bytes: int


def open_guide(browser: Browser, line: Line, token: str) -> GuidePage:
    """Open a Guide's link for the first time."""
    with fresh_page(browser) as page:
        page.add_init_script(
            f"localStorage.setItem('pangea-session', '{token}')"
        )  # an address would be asked about
        page.goto(f"{line.origin}/guide", wait_until="commit")
        page.get_by_role("button").first.wait_for()
        usable = float(page.evaluate("performance.now() / 1000"))
    return GuidePage(usable, script_bytes(find_web(), "guide.html"))


def script_bytes(web: Path, page: str) -> int:
    """What a built page's scripts take on the wire, static and dynamic imports included."""
    found: dict[Path, bytes] = {}
    waiting = [web / page]
    while waiting:
        text = waiting.pop().read_text(encoding="utf-8")
        for name in re.findall(r"[\w.-]+\.js", text):
            file = web / "assets" / name
            if file.is_file() and file not in found:
                found[file] = gzip.compress(file.read_bytes(), 9, mtime=0)
                waiting.append(file)
    return sum(map(len, found.values()))
