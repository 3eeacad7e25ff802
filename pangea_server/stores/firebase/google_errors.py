"""Errors of Google's client libraries, explained for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from google.api_core import exceptions as api
from google.auth.exceptions import DefaultCredentialsError, GoogleAuthError, RefreshError, TransportError
from google.cloud.storage.exceptions import DataCorruption
from requests.exceptions import RequestException

from environments.errors import InvalidDataError, PangeaError
from pangea_server.core.errors import StoreBusyError, StoreError

REFUSED = (api.Forbidden, api.Unauthorized, RefreshError, DefaultCredentialsError)
UNREACHABLE = (
    api.RetryError,
    api.ServerError,
    api.TooManyRequests,
    RequestException,
    TransportError,
)


@contextmanager
def translated(service: str) -> Iterator[None]:
    """Raise the exceptions of ``service``'s client library as PangeaErrors."""
    try:
        yield
    except (api.GoogleAPIError, GoogleAuthError, RequestException, DataCorruption) as error:
        raise _explain(error, service) from error


def _explain(error: Exception, service: str) -> PangeaError:
    if isinstance(error, REFUSED):
        return StoreError(
            f"{service} refuses this server: {_reason(error)}.",
            remedy="Check the Application Default Credentials and the roles of their account (deploy/firebase).",
        )
    if is_contention(error):
        return StoreBusyError(
            f"{service} is busy: others changed the same records first; nothing was stored.",
            remedy="Try again in a few seconds.",
        )
    if isinstance(error, UNREACHABLE):
        return StoreError(
            f"{service} cannot be reached: {_reason(error)}.", remedy="Try again in a few seconds."
        )
    if isinstance(error, api.FailedPrecondition):
        return StoreError(
            f"{service} is not set up for this: {_reason(error)}.",
            remedy="Deploy what deploy/firebase declares.",
        )
    if isinstance(error, api.InvalidArgument):
        return InvalidDataError(f"{service} cannot keep this: {_reason(error)}.")
    return StoreError(f"{service} failed: {_reason(error)}.", remedy="Look the error up in its console.")


def is_contention(error: Exception) -> bool:
    """Whether the service was there, and other transactions came first for as long as we tried."""
    return isinstance(error.cause if isinstance(error, api.RetryError) else error, api.Aborted)


def _reason(error: Exception) -> str:
    """The kind of error only: its text may contain addresses, ids or what a person wrote."""
    return type(error).__name__
