"""Work behind a running server's back: the aligner, in a process of its own so that nobody waits for it."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading

from pydantic import SecretStr

from pangea_server.settings import PREFIX, Settings

log = logging.getLogger(__name__)


class BackgroundAligner:
    """Runs ``pangea align`` over the store whenever it is woken, one run at a time."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._wanted = threading.Event()
        self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._work, name="aligner", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """There is something new to align."""
        self._wanted.set()

    def close(self) -> None:
        """Stop; what was not aligned is picked up by the next run."""
        self._closed = True
        self._wanted.set()
        if self._process:
            self._process.terminate()
        self._thread.join(timeout=10)

    def _work(self) -> None:
        while self._wanted.wait() and not self._closed:
            self._wanted.clear()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "pangea_server.cli", "align"],
                env=os.environ | _variables(self._settings),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
            code = self._process.wait()
            if code and not self._closed:
                log.warning("the aligner ended with exit code %d", code)


def _variables(settings: Settings) -> dict[str, str]:
    """All settings but the secrets, which an aligner has no use for."""
    values = settings.model_dump(exclude_none=True).items()
    return {PREFIX + name.upper(): str(value) for name, value in values if not isinstance(value, SecretStr)}
