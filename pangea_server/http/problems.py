"""Errors as HTTP answers: one table from error class to status, one JSON form (RFC 9457) for all of them."""

from __future__ import annotations

import json
import logging
import traceback
from asyncio import CancelledError
from functools import partial
from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

from align import AlignmentError, EngineError, EngineNotInstalledError, EngineTimeoutError
from environments.errors import (
    ConfigurationError,
    ConnectivityError,
    EditError,
    GraphError,
    InvalidDataError,
    MissingImageError,
    NotFoundError,
    PangeaError,
    PlaceChangedError,
    SegmenterError,
    UnreadableImageError,
)
from pangea_server.core.errors import (
    AccessError,
    BodyCutOffError,
    BodyTooLargeError,
    ChunkStalledError,
    ConsentError,
    EntryClaimedError,
    InviteClaimedError,
    InviteExpiredError,
    LeaseError,
    MalformedJsonError,
    MediaTypeError,
    NotCompleteError,
    NotReadyError,
    NotSignedInError,
    NotYetOpenError,
    OverloadedError,
    RecordWithdrawnError,
    ReviewError,
    StoreConflictError,
    StoreError,
    StoreFullError,
    StudyClosedError,
    TooManyRequestsError,
)
from pangea_server.core.wire import Problem

log = logging.getLogger(__name__)

STATUS: dict[type[PangeaError], HTTPStatus] = {
    NotFoundError: HTTPStatus.NOT_FOUND,
    UnreadableImageError: HTTPStatus.SERVICE_UNAVAILABLE,  # a disk or a bucket that may work again later
    MissingImageError: HTTPStatus.NOT_FOUND,
    InvalidDataError: HTTPStatus.UNPROCESSABLE_ENTITY,
    ChunkStalledError: HTTPStatus.REQUEST_TIMEOUT,
    BodyCutOffError: HTTPStatus.BAD_REQUEST,
    BodyTooLargeError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    MalformedJsonError: HTTPStatus.BAD_REQUEST,
    MediaTypeError: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    TooManyRequestsError: HTTPStatus.TOO_MANY_REQUESTS,
    ConnectivityError: HTTPStatus.INTERNAL_SERVER_ERROR,  # of the environment, never of the request
    GraphError: HTTPStatus.UNPROCESSABLE_ENTITY,
    AlignmentError: HTTPStatus.UNPROCESSABLE_ENTITY,
    AccessError: HTTPStatus.FORBIDDEN,
    NotSignedInError: HTTPStatus.UNAUTHORIZED,
    InviteClaimedError: HTTPStatus.CONFLICT,
    InviteExpiredError: HTTPStatus.GONE,
    RecordWithdrawnError: HTTPStatus.GONE,
    EntryClaimedError: HTTPStatus.CONFLICT,
    StudyClosedError: HTTPStatus.GONE,
    NotYetOpenError: HTTPStatus.CONFLICT,
    ConsentError: HTTPStatus.CONFLICT,
    NotCompleteError: HTTPStatus.CONFLICT,
    LeaseError: HTTPStatus.CONFLICT,
    ReviewError: HTTPStatus.CONFLICT,
    NotReadyError: HTTPStatus.SERVICE_UNAVAILABLE,
    OverloadedError: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreError: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreConflictError: HTTPStatus.CONFLICT,
    StoreFullError: HTTPStatus.INSUFFICIENT_STORAGE,
    SegmenterError: HTTPStatus.UNPROCESSABLE_ENTITY,
    EditError: HTTPStatus.UNPROCESSABLE_ENTITY,
    PlaceChangedError: HTTPStatus.CONFLICT,
    EngineError: HTTPStatus.BAD_GATEWAY,
    EngineNotInstalledError: HTTPStatus.SERVICE_UNAVAILABLE,
    EngineTimeoutError: HTTPStatus.GATEWAY_TIMEOUT,
    ConfigurationError: HTTPStatus.INTERNAL_SERVER_ERROR,
    PangeaError: HTTPStatus.INTERNAL_SERVER_ERROR,
}
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE")  # all that any route takes
RETRY_AFTER_SECONDS = "5"
TELL_OPERATOR = "Nothing is lost. Try again; if it goes on, tell whoever invited you."
MAX_DETAIL = 1000  # characters: the description of a fault may be as long as the request


def status_of(error: PangeaError) -> HTTPStatus:
    """The status of the nearest base class of the error that is in ``STATUS``."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def install(app: FastAPI) -> None:
    """Make ``app`` answer every error of its handlers as ``application/problem+json``."""
    app.add_exception_handler(PangeaError, _pangea_error)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, _http_error)


class AnswerProblems:
    """Answers errors that the handlers' error table did not catch: refusals of the edge, and unexpected errors.

    A server that stops cancels what is still under way: that is answered too.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        except (Exception, CancelledError) as error:
            if scope["type"] != "http":
                raise
            begun, cancelled = "status" in scope["state"], isinstance(error, CancelledError)
            if begun and not cancelled:
                raise
            if not begun:
                await _answer_to(Request(scope), error)(scope, receive, send)


def _answer_to(request: Request, error: BaseException) -> Response:
    if isinstance(error, CancelledError):
        error = NotReadyError(
            "The server is being restarted.", remedy="Nothing is lost: try again in a few seconds."
        )
    return _pangea_error(request, error) if isinstance(error, PangeaError) else _unforeseen(request, error)


def problem_document(status: HTTPStatus, code: str, detail: str, remedy: str, path: str) -> bytes:
    """The body of an error answer."""
    problem = Problem(
        type=f"/problems/{code}",
        title=status.phrase,
        status=status,
        detail=detail,
        code=code,
        remedy=remedy,
        instance=path,
    )
    # ASCII, so that a value that is not valid Unicode cannot break the answer that names it
    return json.dumps(problem.model_dump()).encode()


def _pangea_error(request: Request, error: Exception) -> Response:
    if not isinstance(error, PangeaError):
        return _unforeseen(request, error)
    status = status_of(error)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR and not isinstance(error, OverloadedError | NotReadyError):
        return _fault_of_ours(request, status, error)
    if isinstance(error, NotSignedInError) and (
        request.method != "GET" or "authorization" in request.headers
    ):
        request.state.bad_token = True  # for the rate limits
    response = _answer(request, status, error.code, error.message, error.remedy)
    if isinstance(error, TooManyRequestsError | OverloadedError):
        response.headers["Retry-After"] = str(error.context.get("retry_after", RETRY_AFTER_SECONDS))
    return response


def _fault_of_ours(request: Request, status: HTTPStatus, error: PangeaError) -> Response:
    """Details of files and disks go to the log for the operator; people get only the kind of error."""
    log.warning("%s in request %s: %s", error.code, request.state.request_id, error.message)
    detail = (type(error).__doc__ or status.phrase).partition("\n")[0]
    return _answer(request, status, error.code, detail, TELL_OPERATOR)


def _invalid_request(request: Request, error: Exception) -> Response:
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    detail = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faults[:5])
    return _answer(
        request,
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "invalid_request",
        detail[:MAX_DETAIL],
        "See /openapi.json for what is expected.",
    )


def _http_error(request: Request, error: Exception) -> Response:
    status = HTTPStatus(error.status_code if isinstance(error, HTTPException) else 500)
    response = _answer(request, status, status.name.lower(), status.description or status.phrase, "")
    response.headers.update((error.headers if isinstance(error, HTTPException) else None) or {})
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        response.headers["Allow"] = ", ".join(filter(partial(_is_allowed, request), METHODS))
    return response


def _is_allowed(request: Request, method: str) -> bool:
    """Whether any route accepts ``method`` here; Starlette names the methods of one route only."""
    scope = {**request.scope, "method": method}
    return any(route.matches(scope)[0] is Match.FULL for route in request.app.router.routes)


def _unforeseen(request: Request, error: BaseException) -> Response:
    """The log gets the place of the error, not its message, which may quote what a person said."""
    where = "".join(traceback.format_tb(error.__traceback__))
    log.error("unexpected %s in request %s\n%s", type(error).__qualname__, request.state.request_id, where)
    return _answer(request, HTTPStatus.INTERNAL_SERVER_ERROR, "internal", "The server failed.", TELL_OPERATOR)


def _page_for_people(request: Request, code: str) -> Response | None:
    """The page for an unknown address, for people with a browser; programs get a problem document."""
    file: Path | None = getattr(request.app.state, "missing_page", None)
    wants_page = "text/html" in request.headers.get("accept", "")
    if not wants_page or file is None or not file.is_file() or request.url.path.startswith("/api/"):
        return None
    page = file.read_text().replace('<main id="page"', f'<main id="page" data-problem="{code}"')
    return HTMLResponse(page, HTTPStatus.NOT_FOUND, {"Cache-Control": "no-cache", "Vary": "Accept"})


def _answer(request: Request, status: HTTPStatus, code: str, detail: str, remedy: str) -> Response:
    request.state.problem = code  # for metrics and the log
    if status is HTTPStatus.NOT_FOUND and (page := _page_for_people(request, code)):
        return page
    headers = {"Retry-After": RETRY_AFTER_SECONDS} if status in (503, 507) else {}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    body = problem_document(status, code, detail, remedy, request.url.path)
    return Response(body, status_code=status, headers=headers, media_type="application/problem+json")
