"""Who sends chunks to which recordings, cached for a second: voice and poses arrive in pairs, backlogs in series."""

from __future__ import annotations

from cachetools import TTLCache

from pangea_server.annotate.tasks.records import Recording
from pangea_server.people.access.records import Annotator

TTL_SECONDS = 1.0  # a person whom another process shuts out is shut out here within this time (promise P15)
MAX_ENTRIES = 4096


class SenderCache:
    """A cache of people by their ``Authorization`` header, and of recordings by person and id."""

    def __init__(self) -> None:
        self.people: TTLCache[bytes, Annotator] = TTLCache(MAX_ENTRIES, TTL_SECONDS)
        self.recordings: TTLCache[tuple[int, str], Recording] = TTLCache(MAX_ENTRIES, TTL_SECONDS)

    def clear(self) -> None:
        """Clear the cache after any other write, which may have changed who may send what."""
        self.people.clear()
        self.recordings.clear()
