"""What is made with the store's secret: the key in a study's address, and the hashes that stand for platforms' ids.

A platform's id of a person is personal data, and few enough are in use that a plain hash could be tried out; a keyed
one says nothing to whoever has no key. The key differs from store to store, so nobody can be found in two.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from pangea_server.collect.platforms.records import Study
from pangea_server.core.errors import StudyNotFoundError
from pangea_server.stores.protocol import RecordStore
from pangea_server.stores.signing_keys import signing_key

KEY_NAME = "platforms"
MAC_LENGTH = 22  # base64url characters, 132 bits


class PlatformKeys:
    """Keyed hashes of one store."""

    def __init__(self, records: RecordStore) -> None:
        self._key = signing_key(records, KEY_NAME)

    def entry_key(self, study_id: str) -> str:
        """The ``key`` in the address of a study; it lasts until the study is closed."""
        return base64.urlsafe_b64encode(self._digest("entry", study_id)).decode()[:MAC_LENGTH]

    def check(self, study_id: str, key: str) -> None:
        """Raises StudyNotFoundError for a wrong key, exactly as for a study that never was."""
        if not hmac.compare_digest(key.encode(), self.entry_key(study_id).encode()):
            raise no_study()

    def identity(self, platform: str, worker_id: str) -> str:
        """Who somebody is at a platform, as ``Annotator.identity``; Mechanical Turk is one, however it is used."""
        return self._digest("worker", platform.partition("-")[0], worker_id).hex()

    def visit_id(self, study: Study, assignment_id: str) -> str:
        """The same for the same attempt, so that entering may be repeated."""
        return self._digest("visit", study.study_id, assignment_id).hex()[:32]

    def _digest(self, *parts: str) -> bytes:
        return hmac.digest(self._key, "\n".join(parts).encode(), hashlib.sha256)


def no_study() -> StudyNotFoundError:
    return StudyNotFoundError("There is no such study.", remedy="Open the study from the platform itself.")
