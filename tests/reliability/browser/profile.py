"""A Chromium with a profile that outlives it, so that it can be killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Playwright

from tests.browser import chromium
from tests.reliability.loop_disk import LoopDisk


@dataclass
class Profile:
    """One person's browser, in ``folder``, on ``disk`` where its power can be cut; the microphone plays ``wav``."""

    playwright: Playwright
    folder: Path
    wav: Path
    disk: LoopDisk | None = None

    def open(self) -> BrowserContext:
        for lock in ("SingletonLock", "SingletonSocket", "SingletonCookie"):  # of one that was killed
            (self.folder / lock).unlink(missing_ok=True)
        return self.playwright.chromium.launch_persistent_context(
            str(self.folder),
            executable_path=chromium.executable(),
            args=[*chromium.FLAGS, chromium.microphone(self.wav)],
            viewport={"width": 800, "height": 600},
            permissions=["microphone"],
        )

    def kill(self, context: BrowserContext) -> float:
        """SIGKILL to every process of the browser at once: nothing is written any more. With a disk, a power cut.

        Returns when that was, in seconds since 1970.
        """
        family = _family(self._browser())
        died = time.time()
        if self.disk:
            self.disk.cut_power()
        for process in reversed(family):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        with suppress(Error):
            context.close()
        if self.disk:
            self.disk.unmount()
            self.disk.mount()
        return died

    def _browser(self) -> int:
        named = f"--user-data-dir={self.folder}"
        for line in _processes("pid=,args="):
            process, arguments = line.split(maxsplit=1)
            if named in arguments and "--type=" not in arguments and "chromium" in arguments:
                return int(process)
        raise ProcessLookupError(f"no browser has the profile {self.folder}")


def _family(root: int) -> list[int]:
    """``root`` and all that descend from it, parents first."""
    parents = [tuple(map(int, line.split())) for line in _processes("pid=,ppid=")]
    family = [root]
    for member in family:
        family += [child for child, parent in parents if parent == member]
    return family


def _processes(columns: str) -> list[str]:
    listing = subprocess.run(["ps", "-e", "-ww", "-o", columns], capture_output=True, text=True, check=True)
    return listing.stdout.splitlines()
