"""Errors as answers: one table from error class to HTTP status, one JSON shape (RFC 9457) for all of them."""

from __future__ import annotations

import json
import logging
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from align import AlignmentError, EngineError, EngineNotInstalledError, EngineTimeoutError
from environments.errors import ConfigurationError, GraphError, InvalidDataError, NotFoundError, PangeaError
from pangea_server.errors import (
    AccessError,
    ChunkStalledError,
    ChunkTooLargeError,
    LeaseError,
    NotReadyError,
    NotSignedInError,
    StoreConflictError,
    StoreError,
    StoreFullError,
)
from pangea_server.schemas import Problem

log = logging.getLogger(__name__)

STATUS: dict[type[PangeaError], HTTPStatus] = {
    NotFoundError: HTTPStatus.NOT_FOUND,
    InvalidDataError: HTTPStatus.UNPROCESSABLE_ENTITY,
    ChunkStalledError: HTTPStatus.REQUEST_TIMEOUT,
    ChunkTooLargeError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    GraphError: HTTPStatus.UNPROCESSABLE_ENTITY,
    AlignmentError: HTTPStatus.UNPROCESSABLE_ENTITY,
    AccessError: HTTPStatus.FORBIDDEN,
    NotSignedInError: HTTPStatus.UNAUTHORIZED,
    LeaseError: HTTPStatus.CONFLICT,
    NotReadyError: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreError: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreConflictError: HTTPStatus.CONFLICT,
    StoreFullError: HTTPStatus.INSUFFICIENT_STORAGE,
    EngineError: HTTPStatus.BAD_GATEWAY,
    EngineNotInstalledError: HTTPStatus.SERVICE_UNAVAILABLE,
    EngineTimeoutError: HTTPStatus.GATEWAY_TIMEOUT,
    ConfigurationError: HTTPStatus.INTERNAL_SERVER_ERROR,
    PangeaError: HTTPStatus.INTERNAL_SERVER_ERROR,
}
RETRY_AFTER_SECONDS = "5"


def status_of(error: PangeaError) -> HTTPStatus:
    """The status of the nearest class in ``STATUS`` along the error's own ancestry."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def install(app: FastAPI) -> None:
    """Answer every error of ``app`` as ``application/problem+json``."""
    app.add_exception_handler(PangeaError, _pangea_error)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _unforeseen)


def _pangea_error(request: Request, error: Exception) -> Response:
    if not isinstance(error, PangeaError):
        return _unforeseen(request, error)
    status = status_of(error)
    return _answer(request, status, error.code, error.message, error.remedy)


def _invalid_request(request: Request, error: Exception) -> Response:
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    detail = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faults[:5])
    return _answer(
        request,
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "invalid_request",
        detail,
        "See /openapi.json for what is expected.",
    )


def _http_error(request: Request, error: Exception) -> Response:
    status = HTTPStatus(error.status_code if isinstance(error, HTTPException) else 500)
    response = _answer(request, status, status.name.lower(), status.description or status.phrase, "")
    response.headers.update((error.headers if isinstance(error, HTTPException) else None) or {})
    return response


def _unforeseen(request: Request, error: Exception) -> Response:
    log.error("unforeseen error", exc_info=error)
    return _answer(
        request,
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "internal",
        "The server failed.",
        "Try again; tell its operator.",
    )


def _answer(request: Request, status: HTTPStatus, code: str, detail: str, remedy: str) -> Response:
    problem = Problem(
        type=f"/problems/{code}",
        title=status.phrase,
        status=status,
        detail=detail,
        code=code,
        remedy=remedy,
        instance=request.url.path,
    )
    request.state.problem = code  # for metrics and the log
    headers = {"Retry-After": RETRY_AFTER_SECONDS} if status in (503, 507) else {}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    # ASCII, so that a value which is no valid Unicode cannot break the answer that names it
    body = json.dumps(problem.model_dump())
    return Response(body, status_code=status, headers=headers, media_type="application/problem+json")
