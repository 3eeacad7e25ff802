"""How Debian's Chromium is started: no network of its own, no GPU, software WebGL, a microphone that plays a file."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import expect

PATIENCE = 120_000  # ms; a busy machine is no fault of the page: the limit is for what hangs
expect.set_options(timeout=PATIENCE)

FLAGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",  # WebGL draws by SwiftShader; putting the page together by it costs twice as much
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-features=LocalNetworkAccessChecks",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    "--autoplay-policy=no-user-gesture-required",
]


def executable() -> str:
    chromium = shutil.which("chromium")
    if chromium is None:
        raise FileNotFoundError("Chromium is missing: apt-get install chromium")
    return chromium


def microphone(wav: Path, *, loops: bool = True) -> str:
    """The flag that lets the microphone hear ``wav``, over and over or once."""
    return f"--use-file-for-fake-audio-capture={wav}" + ("" if loops else "%noloop")
