"""How much one person and one address may ask for. Ids are those of README.md."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pangea_server import Settings
from pangea_server.app.doctor import network
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.app.doctor.unnamed_proxy import forget_unnamed_proxy
from pangea_server.http.edge.buckets import KEYS_KEPT, SECOND, Buckets
from pangea_server.http.edge.forwarders import SEEN_TO_TELL
from pangea_server.people.access.records import Role
from pangea_server.people.accounts.enrolment import enrol
from pangea_server.people.accounts.invites import invite
from pangea_server.stores.opening import open_store
from tests.security.serving import Served, request, serving

UNKNOWN = "x" * 43
RECORDING = "0" * 32


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with small limits and no proxy in front."""
    limits = {
        "PANGEA_LIMITS": '{"person_requests_per_second": 2, "person_uploads_per_second": 1}',
        "PANGEA_TRUSTED_PROXIES": "192.0.2.1",
    }
    with serving(tmp_path_factory.mktemp("strict"), people=4, **limits) as started:
        yield started


def test_H21_who_asks_too_much_waits_and_others_do_not(strict: Served) -> None:
    greedy, modest = strict.tokens[:2]
    assert strict.call(modest, "GET", "/me").status == 200
    answers = [strict.call(greedy, "GET", "/me") for _ in range(90)]
    assert [answer.status for answer in answers[:60]] == [200] * 60
    refused = answers[-1]
    refused.assert_refused(429)
    assert int(refused.headers["retry-after"]) >= 1
    assert strict.call(modest, "GET", "/me").status == 200
    time.sleep(int(refused.headers["retry-after"]))
    assert strict.call(greedy, "GET", "/me").status == 200


def test_D12_a_backlog_of_a_minute_is_taken_at_once(strict: Served) -> None:
    token = strict.tokens[2]
    assert strict.call(token, "GET", "/me").status == 200
    answers = [strict.call(token, "POST", f"/leases/{RECORDING}/renew") for _ in range(75)]
    assert {answer.status for answer in answers[:60]} == {404}
    assert 429 in {answer.status for answer in answers[60:]}
    assert strict.call(token, "GET", "/me").status == 200, "reading goes on"


def test_A2_H17_guessed_tokens_are_429_whatever_address_they_claim(strict: Served) -> None:
    known = strict.tokens[3]
    assert strict.call(known, "GET", "/me").status == 200
    answers = [
        strict.call(f"{UNKNOWN}{number}", "GET", "/me", None, f"X-Forwarded-For: 198.51.100.{number}")
        for number in range(30)
    ]
    assert [answer.status for answer in answers[:20]] == [401] * 20
    assert all(answer.headers["www-authenticate"] == "Bearer" for answer in answers[:20])
    answers[-1].assert_refused(429)
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert strict.call(known, "GET", "/me").status == 200, "people behind the same address go on"
    assert strict.ask(request("GET", "/guide")).status == 200
    assert "198.51.100" not in strict.log.read_text()


def test_who_is_signed_in_is_not_refused_for_a_neighbours_guesses_after_a_restart(tmp_path: Path) -> None:
    """The server has just started, and knows no token yet; everybody is behind one address."""
    limits = {"PANGEA_LIMITS": '{"address_requests_per_second": 1, "bad_tokens_per_minute": 1}'}
    with serving(tmp_path, people=3, **limits) as served:
        guesses = [served.call(f"{number:043}", "GET", "/me").status for number in range(60)]
        assert guesses == [401] + [429] * 59
        assert served.call("", "POST", "/sessions", b"{}").status == 429
        answers = [served.call(token, "GET", "/me").status for token in served.tokens * 20]
        assert answers == [200] * 60
        assert served.call("", "GET", "/sign-in").status == 429, "the address has used up what it may"


def test_who_has_a_link_opens_it_whatever_a_neighbour_guesses(tmp_path: Path) -> None:
    with serving(tmp_path, people=1, PANGEA_LIMITS='{"bad_tokens_per_minute": 1}') as served:
        with closing(open_store(Settings(data_dir=tmp_path / "data"))) as store:
            person = enrol(store.records, Role.ANNOTATOR, ["en-US"])
            link = invite(store.records, person.annotator_id, None)
        guessed = [served.call("", "POST", "/sessions", b"{}").status for _ in range(20)]
        assert guessed == [422] + [429] * 19
        wanted = json.dumps({"invite": link, "session": "s" * 43}).encode()

        def opened(shown: str) -> int:
            fields = (
                f"Authorization: Link {shown}",
                f"Content-Length: {len(wanted)}",
                "Content-Type: application/json",
            )
            return served.ask(request("POST", "/api/v1/sessions", *fields, body=wanted)).status

        assert [opened(link), opened(link), opened(UNKNOWN), opened("")] == [201, 201, 429, 429]


def test_pictures_load_whatever_a_neighbour_does(tmp_path: Path) -> None:
    """Their addresses are signed for a person, and have no token."""
    with serving(tmp_path, people=2, PANGEA_LIMITS='{"address_requests_per_second": 1}') as served:
        token = served.tokens[0]
        scan_id = json.loads(served.call(token, "POST", "/leases", b'{"kind":"guide"}').body)["scan_id"]
        scan = json.loads(served.call(token, "GET", f"/scans/{scan_id}").body)
        picture = scan["viewpoints"][0]["images"]["equirectangular"]
        statuses = [served.call("", "GET", "/sign-in").status for _ in range(40)]
        assert statuses[-1] == 429
        assert [served.ask(request("GET", picture)).status for _ in range(40)] == [200] * 40
        forged = picture[:-1] + ("A" if picture[-1] != "A" else "B")
        for stranger in (forged, picture.partition("?")[0], f"/api/v1/voices/1?{picture.partition('?')[2]}"):
            served.ask(request("GET", stranger)).assert_refused(429)


def test_a_session_that_ended_is_charged_to_its_address(tmp_path: Path) -> None:
    with serving(tmp_path, people=1, PANGEA_LIMITS='{"bad_tokens_per_minute": 2}') as served:
        (token,) = served.tokens
        assert served.call(token, "GET", "/me").status == 200
        assert served.call(token, "DELETE", "/sessions/current").status == 204
        assert [served.call(token, "GET", "/me").status for _ in range(5)] == [401, 401, 429, 429, 429]


def test_H17_a_proxy_that_is_trusted_says_who_asks(tmp_path: Path) -> None:
    with serving(tmp_path, PANGEA_LIMITS='{"bad_tokens_per_minute": 1}') as served:
        for number in range(5):
            forwarded = f"X-Forwarded-For: 2001:db8:0:{number}::1"
            assert served.call(UNKNOWN, "GET", "/me", None, forwarded).status == 401
        served.call(UNKNOWN, "GET", "/me", None, "X-Forwarded-For: 2001:db8:0:4:ffff::2").assert_refused(429)


def test_a_proxy_that_nobody_named_is_noticed(tmp_path: Path) -> None:
    """By the server in its log, and by the doctor from then on until a server starts that trusts it."""
    with serving(tmp_path, PANGEA_TRUSTED_PROXIES="192.0.2.1") as served:
        for last in range(SEEN_TO_TELL):
            assert "PANGEA_TRUSTED_PROXIES does not name" not in served.log.read_text()
            served.call("", "GET", "/sign-in", None, f"X-Forwarded-For: 198.51.100.{last}")
        deployment = Deployment(Settings(data_dir=served.data_dir, trusted_proxies="192.0.2.1"))
        while "PANGEA_TRUSTED_PROXIES does not name" not in served.log.read_text():
            time.sleep(0.05)
    with pytest.raises(AdviceError, match="come through a proxy that PANGEA_TRUSTED_PROXIES does not name"):
        network.forwarding(deployment)
    with pytest.raises(AdviceError, match="names none"):
        network.proxies(deployment)
    with closing(open_store(deployment.settings)) as store:
        forget_unnamed_proxy(store.records)
    assert network.forwarding(deployment) == "the running server saw no other proxy"


def test_a_proxy_that_is_named_is_not_reported(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        for last in range(2 * SEEN_TO_TELL):
            served.call("", "GET", "/sign-in", None, f"X-Forwarded-For: 198.51.100.{last}")
        for _ in range(2 * SEEN_TO_TELL):
            served.call("", "GET", "/sign-in")
        assert "PANGEA_TRUSTED_PROXIES" not in served.log.read_text()


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    buckets, quarter = Buckets(rate=4, burst=3), SECOND // 4
    assert [buckets.take("a", 0) for _ in range(4)] == [0, 0, 0, quarter]
    assert buckets.wait("b", 0) == 0
    assert buckets.wait("a", 0) == quarter
    assert buckets.take("a", quarter) == 0
    assert buckets.take("a", quarter) == quarter
    assert [buckets.take("a", 99 * SECOND) for _ in range(4)] == [0, 0, 0, quarter]


def test_a_charge_may_be_more_than_a_bucket_holds() -> None:
    buckets = Buckets(rate=1, burst=2)
    buckets.charge("a", 0, 5)
    assert buckets.wait("a", 0) == 4 * SECOND
    assert buckets.wait("b", 0) == 0
    buckets.forget("a")
    assert buckets.take("a", 0) == 0


def test_buckets_forget_who_owes_nothing() -> None:
    buckets = Buckets(rate=1, burst=1)
    for key in range(KEYS_KEPT):
        buckets.take(key, 0)
    assert buckets.take("late", 5 * SECOND) == 0
    assert len(buckets) == 1
    assert buckets.take("late", 5 * SECOND) == SECOND
