"""Links to panoramas and voices: signed, short-lived, and given only to people who may load them.

A browser loads them without an Authorization header, and keeps what it loaded, because the links of a task stay the
same for half a day. A link is valid only while its person is signed in somewhere in the role in which it was given, and
one that comes with a lease only as long as the lease: this is read from the store, at most once a second. Links without
a lease are for practice, training and the data team.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import parse_qs

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.core.errors import LinkNotValidError, RecordNotFoundError
from pangea_server.core.records import now
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.protocol import RecordStore

WINDOW_SECONDS = 12 * 3600  # seconds; a link is valid for one to two windows
WAKING_UP = timedelta(minutes=10)  # a page that slept past its lease's end loads while it renews the lease
MAC_LENGTH = 22  # base64url characters, 132 bits
LINKED = re.compile(
    r"/api/v1/(?:scans/(?P<scan>[^/]+)/(?:viewpoints|plans)/|voices/(?P<voice>[^/]+(?:/[^/]+)?)$|pose-traces/(?P<trace>[^/]+/[^/]+)$"
    r"|campaigns/(?P<attachment>[^/]+)/attachments/|me/lesson/(?P<lesson>[^/]+)/(?:voices|pictures)/)"
)


class MediaLinks:
    """Signs and checks the ``k`` of a link: when it ends, whom it was given to in which role, for which lease (if any),
    and a code that nobody else can make.

    Args:
        role_of: the role in which a person of this number is signed in now; None for nowhere.
    """

    def __init__(
        self, key: bytes, role_of: Callable[[int], Role | None], clock: Callable[[], float] = time.time
    ) -> None:
        self._key = key
        self._role_of = role_of
        self._clock = clock

    def sign(self, scope: str, person: Annotator, lease_id: str = "") -> str:
        """The ``k`` of this person's links to everything in ``scope``."""
        expires = (int(self._clock()) // WINDOW_SECONDS + 2) * WINDOW_SECONDS
        claims = f"{expires}-{person.annotator_id}-{person.role.value}-{lease_id}"
        return f"{claims}-{self._code(scope, claims)}"

    def check(self, scope: str, k: str) -> str:
        """The id of the lease that the link is bound to; empty for none.

        Raises:
            LinkNotValidError: it is forged, has expired, is for something else, or its person is no longer signed in as
                what they were; the error is the same for all.
        """
        claims = self._genuine(scope, k)
        _, person, role, lease_id = claims.split("-", 3)
        if self._role_of(int(person)) != role:
            raise not_valid()
        return lease_id

    def _genuine(self, scope: str, k: str) -> str:
        claims, code = k[:-MAC_LENGTH].removesuffix("-"), k[-MAC_LENGTH:]
        genuine = hmac.compare_digest(code.encode(), self._code(scope, claims).encode())
        if not genuine or int(claims.partition("-")[0]) <= self._clock():
            raise not_valid()
        return claims

    def holder(self, path: str, query: bytes) -> int | None:
        """The number of the person to whom this address was given; None when it is no valid link of anybody."""
        match, k = LINKED.match(path), parse_qs(query.decode("latin-1")).get("k", [""])[0]
        if not match:
            return None
        try:
            self._genuine(next(f"{name}/{part}" for name, part in match.groupdict().items() if part), k)
        except LinkNotValidError:
            return None
        return self.given_to(k)

    @staticmethod
    def given_to(k: str) -> int:
        """The number of the person to whom a link was given that ``check`` has accepted."""
        return int(k.split("-")[1])

    def _code(self, scope: str, claims: str) -> str:
        digest = hmac.digest(self._key, f"{scope}\n{claims}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest).decode()[:MAC_LENGTH]


def scan_scope(scan_id: str) -> str:
    """The scope of all pictures of a scan."""
    return f"scan/{scan_id}"


def voice_scope(instruction_id: int) -> str:
    """The scope of a Guide's voice."""
    return f"voice/{instruction_id}"


def task_voice_scope(kind: str, annotation_id: int) -> str:
    """The scope of the voice of an answer to a task of another kind."""
    return f"voice/{kind}/{annotation_id}"


def attachment_scope(campaign_id: str) -> str:
    """The scope of the files that a campaign's instructions show."""
    return f"attachment/{campaign_id}"


def lesson_scope(kind: str) -> str:
    """The scope of the voices and pictures of a kind's lesson."""
    return f"lesson/{kind}"


def trace_scope(kind: str, annotation_id: int) -> str:
    """The scope of the pose trace of an answer."""
    return f"trace/{kind}/{annotation_id}"


@dataclass(frozen=True, slots=True)
class Media:
    """Makes one person's links, for one of their leases or for none."""

    links: MediaLinks
    person: Annotator
    lease_id: str = ""

    def voice_url(self, instruction_id: int) -> str:
        """Where this person's browser finds a Guide's voice."""
        return f"/api/v1/voices/{instruction_id}?k={self._sign(voice_scope(instruction_id))}"

    def voice_url_of(self, annotation: Annotation) -> str | None:
        """Where this person's browser finds the voice of an instruction; None where nobody spoke."""
        return self.voice_url(annotation.number) if annotation.voice else None

    def task_voice_url(self, kind: str, annotation_id: int) -> str:
        """Where this person's browser finds the voice of an answer to a task of another kind."""
        return f"/api/v1/voices/{kind}/{annotation_id}?k={self._sign(task_voice_scope(kind, annotation_id))}"

    def attachment_url(self, campaign_id: str, sha256: str) -> str:
        """Where this person's browser finds a file that a campaign's instructions show, for as long as any link."""
        k = self.links.sign(attachment_scope(campaign_id), self.person)
        return f"/api/v1/campaigns/{campaign_id}/attachments/{sha256}?k={k}"

    def trace_url(self, kind: str, annotation_id: int) -> str:
        """Where this person's browser finds the pose trace of an answer."""
        return f"/api/v1/pose-traces/{kind}/{annotation_id}?k={self._sign(trace_scope(kind, annotation_id))}"

    def _sign(self, scope: str) -> str:
        return self.links.sign(scope, self.person, self.lease_id)


def check_voice_link(links: MediaLinks, records: RecordStore, scope: str, k: str) -> None:
    """Raise LinkNotValidError like ``MediaLinks.check``, and also when the link's lease is no longer active."""
    lease_id = links.check(scope, k)
    if not lease_id:
        return
    try:
        held = is_held(records.get(Lease, lease_id))
    except RecordNotFoundError:
        held = False
    if not held:
        raise not_valid()


def is_held(lease: Lease) -> bool:
    """Whether what came with a lease may still be loaded."""
    return lease.state is LeaseState.ACTIVE and now() <= lease.expires_at + WAKING_UP


def not_valid() -> LinkNotValidError:
    return LinkNotValidError(
        "There is nothing here, or the link has expired.", remedy="Load the page once more."
    )
