"""Who is refused with 429: the person by their token once it is known, everybody else by their address."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from environments.errors import InvalidDataError
from pangea_server import Settings
from pangea_server.core.errors import TooManyRequestsError
from pangea_server.core.settings import DeploymentLimits
from pangea_server.http.edge import rates
from pangea_server.http.edge.buckets import SECOND
from pangea_server.http.edge.rates import RateLimits, address_of

START = 10**18


class Edge:
    """Rate limits around an application that answers as it is told, and a clock that stands still."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **limits: int) -> None:
        self.now, self.answer, self.known = START, 200, set[bytes]()
        self.state: dict[str, Any] = {}
        self.asked: list[str] = []
        monkeypatch.setattr(rates, "monotonic_ns", lambda: self.now)
        self.limits = RateLimits(self._app, Settings(limits=DeploymentLimits(**limits)), self._known)

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"].update(self.state)
        if self.answer == 422:
            raise InvalidDataError("It is no good.")
        await send({"type": "http.response.start", "status": self.answer})

    async def _known(self, scope: Scope) -> Hashable | None:
        self.asked.append(scope["client"][0])
        sent = dict(scope["headers"]).get(b"authorization")
        return sent if sent in self.known else None

    def call(
        self, token: bytes = b"", method: str = "GET", client: str = "192.0.2.1", length: bytes = b"0"
    ) -> int:
        """The status; for a refusal, minus the seconds to wait."""
        headers = [(b"content-length", length)] + ([(b"authorization", token)] if token else [])
        scope: Scope = {"type": "http", "method": method, "client": (client, 1), "headers": headers}
        scope["state"] = {}
        told: list[int] = []

        async def send(message: Any) -> None:
            told.append(message["status"])

        async def receive() -> Any:
            raise AssertionError

        try:
            asyncio.run(self.limits(scope, receive, send))
        except TooManyRequestsError as error:
            return -int(str(error.context["retry_after"]))
        except InvalidDataError:
            return 422
        return told[0]

    def sign_in(self, token: bytes) -> None:
        """The token is found valid by a handler."""
        self.state = {"annotator_id": 1}
        assert self.call(token) == 200
        self.state = {}


@pytest.fixture
def edge(monkeypatch: pytest.MonkeyPatch) -> Edge:
    """30 reads and 60 uploads of a person at once, 60 requests of an address, 3 guesses."""
    return Edge(
        monkeypatch,
        person_requests_per_second=1,
        person_uploads_per_second=1,
        address_requests_per_second=2,
        bad_tokens_per_minute=3,
    )


def test_a_person_reads_for_thirty_seconds_at_once_and_uploads_for_sixty(edge: Edge) -> None:
    edge.sign_in(b"mine")
    assert [edge.call(b"mine") for _ in range(31)] == [200] * 30 + [-1]
    assert [edge.call(b"mine", "PUT") for _ in range(61)] == [200] * 60 + [-1]
    assert edge.call(b"mine", "HEAD") == -1, "HEAD reads"
    edge.now += SECOND
    assert [edge.call(b"mine"), edge.call(b"mine")] == [200, -1]


def test_a_person_who_is_known_does_not_use_up_their_address(edge: Edge) -> None:
    edge.sign_in(b"mine")
    for _ in range(30):
        edge.call(b"mine")
    assert [edge.call() for _ in range(60)] == [200] * 59 + [-1]


def test_strangers_share_the_limits_of_their_address_and_of_no_other(edge: Edge) -> None:
    assert [edge.call() for _ in range(61)] == [200] * 60 + [-1]
    assert edge.call(client="192.0.2.2") == 200
    assert edge.asked == ["192.0.2.1"], "only who would be refused is looked up"


def test_guesses_use_up_what_an_address_may_try_but_pages_are_still_read(edge: Edge) -> None:
    edge.state = {"bad_token": True}
    assert [edge.call(b"guess") for _ in range(4)] == [200, 200, 200, -20]
    edge.state = {}
    assert edge.call() == 200
    assert edge.call(method="POST") == -20
    assert edge.call(b"guess", client="192.0.2.2") == 200
    edge.now += 20 * SECOND
    assert edge.call(b"guess") == 200


@pytest.mark.parametrize("status", [400, 401, 413, 415, 422])
def test_a_malformed_write_counts_as_a_guess(edge: Edge, status: int) -> None:
    edge.answer = status
    assert [edge.call(method="POST") for _ in range(4)] == [status] * 3 + [-20]


@pytest.mark.parametrize(("status", "method"), [(404, "POST"), (422, "GET"), (409, "PUT"), (200, "PUT")])
def test_what_our_pages_send_is_no_guess(edge: Edge, status: int, method: str) -> None:
    edge.answer = status
    assert [edge.call(method=method) for _ in range(5)] == [status] * 5


def test_who_is_signed_in_goes_on_when_neighbours_have_used_up_the_address(edge: Edge) -> None:
    for _ in range(60):
        edge.call()
    edge.known = {b"mine"}
    assert edge.call(b"mine") == 200
    assert edge.call(b"guess") == -1
    assert edge.asked == ["192.0.2.1"] * 2
    assert edge.call(b"mine") == 200
    assert len(edge.asked) == 2, "the token is remembered"


def test_a_valid_token_is_remembered_for_an_hour(edge: Edge) -> None:
    edge.sign_in(b"mine")
    for wait, status, asked in ((3600 * SECOND - 1, 200, 0), (1, -1, 1)):
        edge.now += wait
        while edge.call() == 200:
            pass  # the address is used up
        edge.asked.clear()
        assert (edge.call(b"mine"), len(edge.asked)) == (status, asked)


def test_a_token_that_turns_out_invalid_is_forgotten(edge: Edge) -> None:
    edge.sign_in(b"mine")
    edge.state = {"bad_token": True}
    edge.call(b"mine")
    edge.state = {}
    for _ in range(60):
        edge.call()
    assert edge.call(b"mine") == -1


def test_a_signed_link_has_a_bucket_of_its_own_and_no_token_to_remember(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(60):
        edge.call()

    async def by_link(scope: Scope) -> Hashable:
        return "link"

    monkeypatch.setattr(edge.limits, "_known", by_link)
    assert [edge.call() for _ in range(31)] == [200] * 30 + [-1]
    monkeypatch.setattr(edge.limits, "_known", edge._known)
    assert edge.call() == -1


def test_a_long_body_that_is_refused_counts_as_many_uploads(edge: Edge) -> None:
    edge.sign_in(b"mine")
    edge.state, edge.answer = {"annotator_id": 1}, 413
    assert edge.call(b"mine", "PUT", length=b"%d" % (59 * 16 * 1024)) == 413
    assert edge.call(b"mine", "PUT", length=b"1") == -1
    assert edge.call(b"mine", "GET") == 413, "reading goes on"
    edge.now += SECOND
    assert [edge.call(b"mine", "PUT", length=b"1") for _ in range(2)] == [413, -1], "a short one is one"


def test_no_answer_of_a_person_is_charged_to_their_address(edge: Edge) -> None:
    edge.state, edge.answer = {"annotator_id": 1}, 422
    assert [edge.call(b"mine", "POST") for _ in range(5)] == [422] * 5


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_a_household_of_ipv6_is_one_address(one: str, other: str, is_one: bool) -> None:
    assert (address_of({"client": (one, 1)}) == address_of({"client": (other, 2)})) is is_one


def test_a_client_without_an_address_has_an_empty_one() -> None:
    assert [address_of({}), address_of({"client": None}), address_of({"client": ("192.0.2.1", 5)})] == [
        "",
        "",
        "192.0.2.1",
    ]


def test_what_is_no_request_passes_by(edge: Edge) -> None:
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    edge.limits.app = app
    asyncio.run(edge.limits({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert seen == ["lifespan"]
