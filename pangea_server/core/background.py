"""Background work of a running server: commands in separate processes, so that no request waits for them."""

from __future__ import annotations

import logging
import os
import subprocess
import threading
from collections.abc import Sequence
from queue import SimpleQueue

from pangea_server.core.settings import Settings

log = logging.getLogger(__name__)

ALL = ""
MOST_NAMES = 1000  # names on one command line


class BackgroundCommand:
    """Runs a ``pangea`` command over the store whenever it is woken, one run at a time.

    ``program`` is the program to run, with the command as its arguments; it exits when its standard input is closed.
    """

    def __init__(self, settings: Settings, program: Sequence[str], verb: str) -> None:
        self._settings = settings
        self._program = program
        self._verb = verb
        self._wanted = threading.Event()
        self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._work, name=f"pangea {verb}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Report that there is new work."""
        self._wanted.set()

    def close(self) -> None:
        """Stop; the next run picks up the work that is left."""
        self._closed = True
        self._wanted.set()
        if self._process:
            self._process.terminate()
        if self._thread.is_alive():  # not for a server that was closed before it started
            self._thread.join(timeout=10)

    def _arguments(self) -> list[str]:
        return []

    def _work(self) -> None:
        while self._wanted.wait() and not self._closed:
            self._wanted.clear()
            with subprocess.Popen(
                [*self._program, self._verb, *self._arguments()],
                env=os.environ | self._settings.variables(),
                stdin=subprocess.PIPE,  # it exits with this process, however that ends
                stdout=subprocess.DEVNULL,
            ) as self._process:
                code = self._process.wait()
            if code and not self._closed:
                log.warning("pangea %s ended with exit code %d", self._verb, code)


class BackgroundAligner(BackgroundCommand):
    """``pangea align`` for all that is due."""

    def __init__(self, settings: Settings, program: Sequence[str]) -> None:
        super().__init__(settings, program, "align")


class BackgroundFlags(BackgroundCommand):
    """``pangea flags`` for the annotations that ``wake`` names; for all that are due when it names none."""

    def __init__(self, settings: Settings, program: Sequence[str]) -> None:
        super().__init__(settings, program, "flags")
        self._names: SimpleQueue[str] = SimpleQueue()

    def wake(self, name: str = ALL) -> None:
        self._names.put(name)
        super().wake()

    def _arguments(self) -> list[str]:
        names = {self._names.get() for _ in range(min(self._names.qsize(), MOST_NAMES))}
        if not self._names.empty():
            self._wanted.set()
        return [] if ALL in names else sorted(names)
