"""What a request may cost before it is known who sends it, for every route there is."""

from __future__ import annotations

import json

import pytest

from pangea_server.http.edge.bodies import LARGEST, ORDINARY
from pangea_server.people.access.policy import POLICY, Access
from tests.contract.test_openapi import COMMITTED
from tests.people.test_policy import filled
from tests.security.serving import Served, request

WRITING = [
    (method.upper(), filled(path), operation["operationId"])
    for path, operations in COMMITTED["paths"].items()
    for method, operation in operations.items()
    if method not in ("get", "head")
]
STRANGERS = [route for route in WRITING if isinstance(POLICY[route[2]], Access)]
SIGNED_IN = [route for route in WRITING if not isinstance(POLICY[route[2]], Access)]
JSON = "Content-Type: application/json"
LONGEST_SESSION = 4096


@pytest.mark.parametrize(("method", "path", "name"), SIGNED_IN, ids=[name for *_, name in SIGNED_IN])
def test_who_it_is_is_asked_before_any_of_the_body_is_read(
    served: Served, method: str, path: str, name: str
) -> None:
    """The body never comes; the answer comes all the same."""
    forwarded = f"X-Forwarded-For: 2001:db8:{len(name):x}:{sum(map(ord, name)):x}::1"  # an address of its own
    for announced in ("Content-Length: 1000", "Transfer-Encoding: chunked"):
        for sign in ((), (f"Authorization: Bearer {'x' * 43}",)):
            answer = served.ask(request(method, path, JSON, announced, forwarded, *sign))
            answer.assert_refused(401)


@pytest.mark.parametrize(("method", "path", "name"), STRANGERS, ids=[name for *_, name in STRANGERS])
def test_a_stranger_is_refused_by_length_before_any_of_the_body_is_read(
    served: Served, method: str, path: str, name: str
) -> None:
    most = ORDINARY if name == "enter_study" else LONGEST_SESSION
    forwarded = f"X-Forwarded-For: 2001:db8:1:{sum(map(ord, name)):x}::1"
    answer = served.ask(request(method, path, JSON, f"Content-Length: {most + 1}", forwarded))
    assert answer.assert_refused(413)["detail"] == f"The body has more than {most} bytes."
    with served.line() as line:
        line.say(request(method, path, JSON, "Transfer-Encoding: chunked", forwarded))
        line.say(b"%x\r\n%b" % (LARGEST, b" " * (most + 1)))
        line.hear().assert_refused(413)


def test_a_session_takes_no_more_than_its_limit_and_no_less(served: Served) -> None:
    body = json.dumps({"session": "x" * 43, "invite": "y" * 43}).encode()
    asked = ("Content-Type: application/json", "X-Forwarded-For: 2001:db8:2::1")
    for padding, status in ((0, 401), (1, 413)):
        padded = body + b" " * (LONGEST_SESSION - len(body) + padding)
        whole = request("POST", "/api/v1/sessions", *asked, f"Content-Length: {len(padded)}", body=padded)
        served.ask(whole).assert_refused(status)


def test_malformed_requests_of_strangers_are_charged_to_their_address(served: Served) -> None:
    def ask(last: int) -> int:
        forwarded = f"X-Forwarded-For: 2001:db8:3:{last}::1"
        return served.ask(
            request("POST", "/api/v1/sessions", JSON, "Content-Length: 1", forwarded, body=b"{")
        ).status

    assert [ask(1) for _ in range(30)] == [400] * 20 + [429] * 10
    assert ask(2) == 400, "another address goes on"


def test_a_long_body_costs_others_no_wait(served: Served) -> None:
    """A megabyte of numbers in a body that only its full check decides, from four lines at once."""
    body = b'{"content":"\\u0041","numbers":[' + b"1," * 500_000 + b"1]}"
    length = f"Content-Length: {len(body)}"
    busy = served.processor_seconds()
    for last in range(16):
        forwarded = f"X-Forwarded-For: 2001:db8:4:{last}::1"
        served.ask(request("POST", "/api/v1/sessions", JSON, length, forwarded, body=body)).assert_refused(
            413
        )
    assert (served.processor_seconds() - busy) / 16 < 0.05, "P20"


def test_what_is_refused_of_a_person_is_charged_to_them_by_its_size(served: Served) -> None:
    """Half a megabyte counts as 33 of 300 calls; another person goes on."""
    greedy, modest = served.tokens[1], served.tokens[2]
    body = b"[" * 512 * 1024
    path = f"/leases/{'0' * 32}/submit"
    statuses = [served.call(greedy, "POST", path, body).status for _ in range(11)]
    assert statuses[0] == 400
    assert statuses[-1] == 429
    assert served.call(greedy, "GET", "/me").status == 200, "reading goes on"
    assert served.call(modest, "POST", path, b"{}").status == 404
