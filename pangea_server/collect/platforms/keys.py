"""Values derived from the store's secret: the key in a study's address, and the hashes that replace platform ids.

A platform's id of a person is personal data, and there are so few ids that a plain hash could be reversed by trying
all of them; a keyed hash reveals nothing without the key. Each store has its own key, so people cannot be matched
between stores.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from pangea_server.collect.platforms.records import Study
from pangea_server.core.errors import StudyNotFoundError
from pangea_server.stores.protocol import RecordStore
from pangea_server.stores.signing_keys import signing_key

PLATFORM_KEY = "platforms"
MAC_LENGTH = 22  # base64url characters, 132 bits


class PlatformKeys:
    """Keyed hashes of one store."""

    def __init__(self, records: RecordStore) -> None:
        self._key = signing_key(records, PLATFORM_KEY)

    def entry_key(self, study_id: str) -> str:
        """The ``key`` in the address of a study; it is valid until the study is closed."""
        return base64.urlsafe_b64encode(self._digest("entry", study_id)).decode()[:MAC_LENGTH]

    def check(self, study_id: str, key: str) -> None:
        """Raise StudyNotFoundError for a wrong key, exactly as for a study that never existed."""
        if not hmac.compare_digest(key.encode(), self.entry_key(study_id).encode()):
            raise no_study()

    def identity(self, platform: str, worker_id: str) -> str:
        """A person's ``Annotator.identity`` at a platform; both ways to use Mechanical Turk count as one platform."""
        return self._digest("worker", platform.partition("-")[0], worker_id).hex()

    def visit_id(self, study: Study, assignment_id: str) -> str:
        """The visit's id: the same for the same attempt, so that entering may be repeated."""
        return self._digest("visit", study.study_id, assignment_id).hex()[:32]

    def _digest(self, *parts: str) -> bytes:
        return hmac.digest(self._key, "\n".join(parts).encode(), hashlib.sha256)


def no_study() -> StudyNotFoundError:
    return StudyNotFoundError("There is no such study.", remedy="Open the study from the platform itself.")
