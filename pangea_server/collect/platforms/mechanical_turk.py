"""Amazon Mechanical Turk, in two ways.

As an *external question* it shows our page in a frame, and the page sends a form back to it. In that frame no page can
use the microphone, so Guides come by *survey code*: a short HIT opens our page in a tab, and people paste its code into
the HIT.

Sources: docs.aws.amazon.com/AWSMechTurk, "ExternalQuestion" and "How Mechanical Turk tasks are rendered": the
parameters assignmentId, hitId, workerId and turkSubmitTo; ASSIGNMENT_ID_NOT_AVAILABLE in a preview; the form goes to
``/mturk/externalSubmit`` at turkSubmitTo.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from urllib.parse import urlsplit

from environments.errors import InvalidDataError
from pangea_server.collect.platforms.protocol import Arrival, WayBack, required_id
from pangea_server.collect.platforms.records import Payee, Study, Visit
from pangea_server.core.errors import PreviewError

PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
SITES = {
    "sandbox": ("https://workersandbox.mturk.com",),
    "production": ("https://www.mturk.com", "https://worker.mturk.com"),
}
"""Where workers see our pages, and where forms go; the first of each is the allowed turkSubmitTo."""
SUBMIT_TO = frozenset(sites[0] for sites in SITES.values())
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no two characters that look alike
CODE_LENGTH = 12  # 59 bits


class _MechanicalTurk:
    worker_parameter = "workerId"

    def arrival(self, ids: Mapping[str, str]) -> Arrival:
        if ids.get("assignmentId", PREVIEW) == PREVIEW:
            raise PreviewError("This is a preview.", remedy="Accept the HIT to begin.")
        return Arrival(required_id(ids, "workerId"), required_id(ids, "assignmentId"))

    def code(self, study: Study) -> str:
        """A different code for each assignment."""
        return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


class ExternalQuestion(_MechanicalTurk):
    in_frame = True

    def arrival(self, ids: Mapping[str, str]) -> Arrival:
        plain = super().arrival(ids)
        return Arrival(plain.worker_id, plain.assignment_id, submit_to(ids.get("turkSubmitTo", "")))

    def way_back(self, visit: Visit, payee: Payee | None) -> WayBack | None:
        """None once the person's ids were removed: Mechanical Turk needs them."""
        if visit.submit_to is None or visit.code is None or payee is None:
            return None
        fields = {"assignmentId": payee.assignment_id, "code": visit.code}
        return WayBack(f"{visit.submit_to}/mturk/externalSubmit", "post", fields)


class SurveyCode(_MechanicalTurk):
    in_frame = False

    def way_back(self, visit: Visit, payee: Payee | None) -> None:
        return None


def submit_to(address: str) -> str:
    """The server to which a form may be sent.

    Raises:
        InvalidDataError: the address is not one of Mechanical Turk's; a forged address would send our people elsewhere.
    """
    parts = urlsplit(address)
    origin = f"{parts.scheme}://{parts.netloc}"
    if origin not in SUBMIT_TO or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise InvalidDataError(
            f"turkSubmitTo is {address[:200]!r}.", remedy=f"Known are {' and '.join(sorted(SUBMIT_TO))}."
        )
    return origin
