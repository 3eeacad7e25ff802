"""Who sends chunks to which recordings, remembered for a second: voice and poses come in pairs, backlogs in rows."""

from __future__ import annotations

from cachetools import TTLCache

from pangea_server.annotate.tasks.records import Recording
from pangea_server.people.access.records import Annotator

TTL_SECONDS = 1.0  # somebody whom another process shuts out is shut out here within this time (promise P15)
MAX_ENTRIES = 4096


class SenderCache:
    """People by the ``Authorization`` that they send, and recordings by person and id."""

    def __init__(self) -> None:
        self.people: TTLCache[bytes, Annotator] = TTLCache(MAX_ENTRIES, TTL_SECONDS)
        self.recordings: TTLCache[tuple[int, str], Recording] = TTLCache(MAX_ENTRIES, TTL_SECONDS)

    def clear(self) -> None:
        """After anything else was written: it may have changed who may send what."""
        self.people.clear()
        self.recordings.clear()
