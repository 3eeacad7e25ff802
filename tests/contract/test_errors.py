"""Every error has a status, and a code that clients can rely on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import align.errors
import environments.errors
import pangea_server.core.errors
from environments.errors import PangeaError, ViewpointNotFoundError
from pangea_server.http.problems import status_of

MODULES = (environments.errors, align.errors, pangea_server.core.errors)


def every_error(kind: type[PangeaError] = PangeaError) -> Iterator[type[PangeaError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from every_error(child)


def ours() -> list[type[PangeaError]]:
    """Each once, also those of two families."""
    names = {module.__name__ for module in MODULES}
    return [kind for kind in dict.fromkeys(every_error()) if kind.__module__ in names]


ANSWERS = {
    400: "BodyCutOffError MalformedJsonError",
    401: "NotSignedInError InviteNotKnownError IdTokenError",
    403: "AccessError ForeignSiteError NotInvitedError PreviewError",
    404: "NotFoundError MissingImageError",
    408: "ChunkStalledError",
    409: "InviteClaimedError EntryClaimedError ConsentError NotCompleteError LeaseError ReviewError StoreConflictError "
    "PlaceChangedError NotYetOpenError",
    410: "InviteExpiredError RecordWithdrawnError StudyClosedError",
    413: "BodyTooLargeError",
    415: "MediaTypeError",
    422: "InvalidDataError GraphError EditError AlignmentError SegmenterError",
    429: "TooManyRequestsError",
    500: "PangeaError ConnectivityError ConfigurationError",
    502: "EngineError",
    503: "UnreadableImageError NotReadyError OverloadedError StoreError EngineNotInstalledError",
    504: "EngineTimeoutError",
    507: "StoreFullError",
}
"""The classes of errors by their answer; others answer as the nearest class above them does."""


@pytest.mark.parametrize("kind", ours(), ids=lambda kind: kind.__name__)
def test_every_error_answers_with_the_status_of_its_family(kind: type[PangeaError]) -> None:
    told = {name: status for status, names in ANSWERS.items() for name in names.split()}
    family = next(each.__name__ for each in kind.__mro__ if each.__name__ in told)
    assert status_of(kind("Something is wrong.", remedy="Mend it.")) == told[family]


def test_codes_are_unique() -> None:
    codes = [kind("x").code for kind in ours()]
    assert len(codes) == len(set(codes))


def test_an_error_names_the_thing_and_the_remedy() -> None:
    error = ViewpointNotFoundError("There is no viewpoint 'x'.", remedy="Near names: y.", viewpoint_id="x")
    assert error.code == "viewpoint_not_found"
    assert str(error) == "There is no viewpoint 'x'. Near names: y."
    assert error.context == {"viewpoint_id": "x"}
