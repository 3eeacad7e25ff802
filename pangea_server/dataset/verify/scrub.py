"""The verification that a server does by itself: once a day, in a process of its own, slowly."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from pangea_server.core.background import BackgroundCommand
from pangea_server.core.settings import Settings
from pangea_server.dataset.verify.report import read_report

EVERY = timedelta(days=1)
REST = timedelta(minutes=10)  # after the start, and before an interrupted one goes on


class BackgroundScrub(BackgroundCommand):
    """``pangea verify`` of the local store, a day after the last one ended.

    An interrupted one goes on ten minutes after the next start.
    """

    def __init__(self, settings: Settings, program: Sequence[str]) -> None:
        super().__init__(settings, program, "verify")
        self._rate = settings.limits.scrub_rate if settings.store == "local" else 0
        self._directory = settings.data_dir
        self._stopped = threading.Event()
        self._clock = threading.Thread(target=self._ring, name="pangea verify, daily", daemon=True)

    def start(self) -> None:
        if self._rate:
            super().start()
            self._clock.start()

    def close(self) -> None:
        self._stopped.set()
        super().close()

    def _arguments(self) -> list[str]:
        return ["--rate", str(self._rate), "--gently"]

    def _ring(self) -> None:
        while not self._stopped.wait(self.rest().total_seconds()):
            self.wake()

    def rest(self) -> timedelta:
        """How long until the next one is due, at least ``REST``."""
        report = read_report(self._directory)
        if report is None or report.finished_at is None:
            return REST
        return max(report.finished_at + EVERY - datetime.now(UTC), REST)
