"""Faults of requests that reach no handler, and the answers to them in bytes."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from pangea_server.http.problems import METHODS, RETRY_AFTER_SECONDS, problem_document


@dataclass(frozen=True, slots=True)
class Refusal(Exception):  # noqa: N818  # it is raised through the parser, which knows exceptions only
    """Sent once; then the connection is closed, because it is unknown where the next request would begin."""

    status: HTTPStatus
    detail: str
    remedy: str

    def as_bytes(self) -> bytes:
        body = problem_document(self.status, self.status.name.lower(), self.detail, self.remedy, "/")
        head = [
            f"HTTP/1.1 {self.status.value} {self.status.phrase}",
            "Content-Type: application/problem+json",
            f"Content-Length: {len(body)}",
            "Cache-Control: no-store",
            "Connection: close",
            *(
                [f"Retry-After: {RETRY_AFTER_SECONDS}"]
                if self.status is HTTPStatus.SERVICE_UNAVAILABLE
                else []
            ),
            *([f"Allow: {', '.join(METHODS)}"] if self.status is HTTPStatus.NOT_IMPLEMENTED else []),
        ]
        return "\r\n".join([*head, "", ""]).encode() + body


NO_HTTP = Refusal(HTTPStatus.BAD_REQUEST, "This is not an HTTP/1.1 request.", "Send one.")
NO_HOST = Refusal(
    HTTPStatus.BAD_REQUEST,
    "The request names no host, or several, or one that is no host name.",
    "Send exactly one header Host.",
)
BAD_LENGTH = Refusal(
    HTTPStatus.BAD_REQUEST, "The header Content-Length is not a valid length.", "Send the body's."
)
BAD_CODING = Refusal(
    HTTPStatus.BAD_REQUEST, "The header Transfer-Encoding is not chunked.", "Send it so, or Content-Length."
)
LONG_FRAMING = Refusal(
    HTTPStatus.BAD_REQUEST,
    "The body comes in too many pieces, or with too much around them.",
    "Send it with Content-Length.",
)
FOREIGN_HOST = Refusal(
    HTTPStatus.MISDIRECTED_REQUEST, "This server has another name.", "Its operator sets PANGEA_HOSTS."
)
NO_METHOD = Refusal(HTTPStatus.NOT_IMPLEMENTED, "The method is not known here.", "See the header Allow.")
LONG_URL = Refusal(HTTPStatus.REQUEST_URI_TOO_LONG, "The address is too long.", "Send a shorter one.")
LONG_HEAD = Refusal(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The headers are too many or too long.", "Send fewer."
)
LONG_BODY = Refusal(
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too long.", "Send it in smaller pieces."
)
TOO_SLOW = Refusal(HTTPStatus.REQUEST_TIMEOUT, "The request came too slowly.", "Send it again.")
STOPPING = Refusal(
    HTTPStatus.SERVICE_UNAVAILABLE, "The server stops before the whole request came.", "Send it again."
)
BUSY = Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "The server has too many connections.", "Send it again later.")
