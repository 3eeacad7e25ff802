"""How Debian's Chromium is started: no network of its own, software WebGL, a microphone that plays a file."""

from __future__ import annotations

import shutil
from pathlib import Path

FLAGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
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
