"""Errors as answers: their headers, what people are told, and what only the log is."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.testclient import TestClient
from starlette.exceptions import HTTPException

from environments.errors import ConfigurationError, InvalidDataError
from pangea_server.core.errors import (
    NotSignedInError,
    OverloadedError,
    RecordNotFoundError,
    StoreError,
    StoreFullError,
    TooManyRequestsError,
)
from pangea_server.http.edge.security_headers import SecurityHeaders
from pangea_server.http.problems import TELL_OPERATOR, AnswerProblems, install

ERRORS: dict[str, Exception] = {
    "bad": InvalidDataError("It is bad.", remedy="Mend it."),
    "away": StoreError("/secret/disk is away.", remedy="Look at /secret."),
    "full": StoreFullError("It is full."),
    "wrong": ConfigurationError("PANGEA_X is wrong."),
    "late": OverloadedError("Too many are here.", remedy="Wait.", retry_after=9),
    "later": OverloadedError("Too many are here."),
    "greedy": TooManyRequestsError("Too many.", retry_after=7),
    "stranger": NotSignedInError("Who are you?"),
    "unknown": RecordNotFoundError("It is not there."),
    "gone": HTTPException(404),
    "teapot": HTTPException(418, headers={"X-Tea": "green"}),
    "crash": RuntimeError("a secret"),
}


@pytest.fixture
def states() -> list[dict[str, Any]]:
    """What the handlers left in the state of each request."""
    return []


@pytest.fixture
def client(states: list[dict[str, Any]], tmp_path: Path) -> Iterator[TestClient]:
    app = FastAPI()
    install(app)
    app.state.missing_page = tmp_path / "missing.html"

    def fail(name: str, request: Request) -> None:
        states.append(request.scope["state"])
        raise ERRORS[name]

    app.add_api_route("/api/{name}", fail, methods=["GET", "PUT"])
    app.add_api_route("/api/{name}", fail, methods=["DELETE"])
    app.add_api_route("/{name}", fail)
    app.add_api_route("/number/{name}", lambda name: name, methods=["POST"])

    @app.get("/count/{number}")
    def count(number: int) -> int:
        return number

    app.add_middleware(AnswerProblems)
    app.add_middleware(SecurityHeaders)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def test_an_error_is_one_document_that_names_the_remedy(
    client: TestClient, states: list[dict[str, Any]]
) -> None:
    answer = client.get("/api/bad?x=1")
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "/problems/invalid_data",
        "title": HTTPStatus(422).phrase,
        "status": 422,
        "detail": "It is bad.",
        "code": "invalid_data",
        "remedy": "Mend it.",
        "instance": "/api/bad",
    }
    assert states[0]["problem"] == "invalid_data"


@pytest.mark.parametrize(
    ("name", "status", "headers"),
    [
        ("bad", 422, {}),
        ("away", 503, {"retry-after": "5"}),
        ("full", 507, {"retry-after": "5"}),
        ("late", 503, {"retry-after": "9"}),
        ("later", 503, {"retry-after": "5"}),
        ("greedy", 429, {"retry-after": "7"}),
        ("stranger", 401, {"www-authenticate": "Bearer"}),
        ("wrong", 500, {}),
        ("teapot", 418, {"x-tea": "green"}),
        ("crash", 500, {}),
    ],
)
def test_an_error_has_the_headers_that_its_status_asks_for(
    client: TestClient, name: str, status: int, headers: dict[str, str]
) -> None:
    answer = client.get(f"/api/{name}")
    told = {"retry-after", "www-authenticate", "x-tea", "allow"} & answer.headers.keys()
    assert (answer.status_code, {header: answer.headers[header] for header in told}) == (status, headers)


@pytest.mark.parametrize(
    ("call", "is_bad"),
    [
        (lambda client: client.get("/api/stranger"), False),
        (lambda client: client.put("/api/stranger"), True),
        (lambda client: client.get("/api/stranger", headers={"Authorization": "Bearer x"}), True),
        (lambda client: client.put("/api/unknown"), False),
    ],
)
def test_a_token_is_bad_for_the_rate_limits_when_one_was_sent_or_something_written(
    client: TestClient, states: list[dict[str, Any]], call: Callable[[TestClient], object], is_bad: bool
) -> None:
    call(client)
    assert states[0].get("bad_token", False) is is_bad


@pytest.mark.parametrize(
    ("name", "detail", "logged"),
    [
        (
            "away",
            (StoreError.__doc__ or "").partition("\n")[0],
            "store in request {request_id}: /secret/disk is away.",
        ),
        ("crash", "The server failed.", "unexpected RuntimeError in request {request_id}\n"),
    ],
)
def test_what_is_our_fault_is_told_to_the_log(
    client: TestClient, caplog: pytest.LogCaptureFixture, name: str, detail: str, logged: str
) -> None:
    with caplog.at_level(logging.WARNING, "pangea_server.http.problems"):
        answer = client.get(f"/api/{name}")
    problem, [line] = answer.json(), caplog.messages
    assert (problem["detail"], problem["remedy"]) == (detail, TELL_OPERATOR)
    assert line.startswith(logged.format(request_id=answer.headers["x-request-id"]))
    assert "a secret" not in line, "an error may quote what somebody said"


def test_an_invalid_request_names_at_most_five_faults_in_a_thousand_characters(client: TestClient) -> None:
    answer = client.get(f"/count/{'x' * 3000}")
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "invalid_request")
    assert problem["detail"].startswith("path.number: Input should be a valid integer")
    assert len(problem["detail"]) <= 1000


def test_a_wrong_method_names_those_of_all_routes_of_the_address(client: TestClient) -> None:
    answer = client.post("/api/bad")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer.headers["allow"] == "GET, PUT, DELETE"


HTML = {"Accept": "text/html,*/*"}


@pytest.mark.parametrize(
    ("address", "headers", "shows"),
    [
        ("/unknown", HTML, True),
        ("/gone", HTML, True),
        ("/no/such/place", HTML, True),
        ("/unknown", {"Accept": "application/json"}, False),
        ("/api/unknown", HTML, False),
        ("/bad", HTML, False),
    ],
)
def test_people_with_a_browser_see_a_page_for_what_is_not_there(
    client: TestClient, tmp_path: Path, address: str, headers: dict[str, str], shows: bool
) -> None:
    assert client.get(address, headers=headers).headers["content-type"] == "application/problem+json"
    (tmp_path / "missing.html").write_text('<main id="page"></main>')
    answer = client.get(address, headers=headers)
    if not shows:
        assert answer.headers["content-type"] == "application/problem+json"
        return
    code = "record_not_found" if address == "/unknown" else "not_found"
    assert (answer.status_code, answer.text) == (404, f'<main id="page" data-problem="{code}"></main>')
    assert (answer.headers["cache-control"], answer.headers["vary"]) == ("no-cache", "Accept")
