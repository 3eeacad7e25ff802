"""A wall clock of the server that tests move back and forth."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo

import pytest


class JumpingClock:
    """``ahead`` says how far the server's wall clock is ahead of the true one."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.ahead = timedelta()
        clock = self

        class Shifted(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Shifted:
                return cls.fromtimestamp(datetime.now(tz).timestamp() + clock.ahead.total_seconds(), tz)

        patch.setattr("pangea_server.core.records.datetime", Shifted)
