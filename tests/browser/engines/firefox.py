"""How Debian's Firefox is started: software WebGL, a microphone that hums, nobody who is asked for permission."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright

PREFERENCES: dict[str, str | float | bool] = {
    "media.navigator.streams.fake": True,  # a tone of 440 Hz: Firefox plays no file
    "media.navigator.permission.disabled": True,
    "media.cubeb.force_mock_context": True,  # without a loudspeaker no audio context starts
    "media.autoplay.default": 0,
    "media.autoplay.blocking_policy": 0,
    "webgl.force-enabled": True,
}
ROOT = Path(__file__).parents[3]


@contextmanager
def firefox(playwright: Playwright, folder: Path, display: str) -> Iterator[Browser]:
    """Firefox on a display, driven by WebDriver BiDi; ``folder`` is for a script that starts it."""
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    if found is None:
        raise FileNotFoundError("Firefox is missing: apt-get install firefox-esr")
    starts = folder / "firefox"
    relay = shlex.join([sys.executable, "-m", "tests.browser.engines.bidi_relay", found])
    starts.write_text(f'#!/bin/sh\nexec {relay} "$@"\n')
    starts.chmod(0o755)
    env: dict[str, str | float | bool] = {**os.environ, "DISPLAY": display, "PYTHONPATH": str(ROOT)}
    launched = playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=starts,
        firefox_user_prefs=PREFERENCES,
        env=env,
    )
    try:
        yield launched
    finally:
        launched.close()
