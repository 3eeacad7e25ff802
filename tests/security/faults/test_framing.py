"""HTTP framing and resources: what a connection may say before there is a request. Ids are those of README.md."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.promises.scale import times
from tests.security.serving import SAMPLES, Answer, Served, chunk, request, serving_with_few_files

FRAME = "PUT /api/v1/recordings/0/voice/0 HTTP/1.1\r\nHost: 127.0.0.1\r\n"
PADDING = "x" * 200
STALLED = min(5000, times(200))


@pytest.mark.parametrize(
    ("status", "said"),
    [
        pytest.param(
            400, f"{FRAME}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", id="H1"
        ),
        pytest.param(400, f"{FRAME}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", id="H2-two"),
        pytest.param(400, f"{FRAME}Content-Length: -1\r\n\r\n", id="H2-negative"),
        pytest.param(400, f"{FRAME}Content-Length: {2**63}\r\n\r\n", id="H2-2^63"),
        pytest.param(400, f"{FRAME}Transfer-Encoding: xchunked\r\n\r\n", id="H3-xchunked"),
        pytest.param(400, f"{FRAME}Transfer-Encoding : chunked\r\n\r\n", id="H3-space"),
        pytest.param(400, f"{FRAME}Transfer-Encoding: chunked\r\n\r\n{'f' * 17}\r\n", id="H3-17-digits"),
        *(
            pytest.param(400, f"{FRAME}{fields}\r\n0\r\n\r\n", id=f"H3-{name}")
            for name, fields in {
                "gzip-chunked": "Transfer-Encoding: gzip, chunked\r\n",
                "chunked-gzip": "Transfer-Encoding: chunked, gzip\r\n",
                "chunked-twice": "Transfer-Encoding: chunked, chunked\r\n",
                "identity": "Transfer-Encoding: identity\r\n",
                "two-fields": "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
                "parameter": "Transfer-Encoding: chunked;a=b\r\n",
                "empty": "Transfer-Encoding:\r\n",
            }.items()
        ),
        pytest.param(
            400, "POST / HTTP/1.0\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n", id="H3-HTTP/1.0"
        ),
        pytest.param(400, "GET /healthz HTTP/2.0\r\nHost: 127.0.0.1\r\n\r\n", id="H3-HTTP/2.0"),
        pytest.param(400, "GET /healthz HTTP/1.1\nHost: 127.0.0.1\n\n", id="H4-bare-lf"),
        pytest.param(400, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nA: b\r\n c\r\n\r\n", id="H4-obs-fold"),
        pytest.param(400, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nA: b\0c\r\n\r\n", id="H4-nul"),
        pytest.param(400, "GET /healthz HTTP/1.1\r\n\r\n", id="H5-no-host"),
        pytest.param(400, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: b\r\n\r\n", id="H5-two-hosts"),
        pytest.param(421, "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", id="H5-foreign-host"),
        *(
            pytest.param(400, f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n", id=f"H5-{host}")
            for host in (
                "127.0.0.1:80@evil.example",
                "evil.example@127.0.0.1",
                "127.0.0.1:x",
                "127.0.0.1:123456",
                "127.0.0.1/evil.example",
                "127.0.0.1#evil.example",
                "127.0.0.1 evil.example",
                "127.0.0.1,evil.example",
                "[::1]evil.example",
                "",
            )
        ),
        *(
            pytest.param(421, f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", id=f"H5-{target}")
            for target in ("http://127.0.0.1:80@evil.example/healthz", "http://a@127.0.0.1/healthz")
        ),
        pytest.param(
            421,
            "GET http://127.0.0.1/healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n",
            id="H5-absolute-form-foreign-host",
        ),
        pytest.param(
            421, "GET http://evil.example/healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", id="H5-absolute-form"
        ),
        pytest.param(
            431,
            request("GET", "/healthz", *(f"X-{number}: {PADDING}" for number in range(90))).decode(),
            id="H6-long",
        ),
        pytest.param(
            431,
            request("GET", "/healthz", *(f"X-{number}: 1" for number in range(70))).decode(),
            id="H6-many",
        ),
        pytest.param(414, request("GET", f"/{'x' * 3000}").decode(), id="H7"),
        pytest.param(414, f"GET /{'x' * 100_000}", id="H7-endless"),
        pytest.param(413, f"{FRAME}Content-Length: {10**10}\r\nExpect: 100-continue\r\n\r\n", id="H11"),
        pytest.param(501, request("CONNECT", "127.0.0.1:443").decode(), id="H16-connect"),
        pytest.param(405, request("TRACE", "/healthz").decode(), id="H16-trace"),
        pytest.param(501, request("FROBNICATE", "/healthz").decode(), id="H16-unknown"),
        pytest.param(405, request("DELETE", "/healthz").decode(), id="H16-wrong"),
        pytest.param(
            405, request("POST", "/healthz", "X-HTTP-Method-Override: GET").decode(), id="H16-override"
        ),
    ],
)
def test_what_is_no_request_is_refused_and_nothing_is_kept(served: Served, status: int, said: str) -> None:
    before = served.stored()
    with served.line() as line:
        line.say(said.encode())
        answer = line.hear()
        answer.assert_refused(status)
        if status != 405:
            assert answer.headers["connection"] == "close"
            assert line.seconds_until_closed() < 5
    assert ("allow" in answer.headers) == (status in (405, 501))
    assert served.stored() == before


def test_H6_a_head_of_20_MB_is_not_kept(served: Served) -> None:
    before = served.resident_bytes()
    with served.line() as line:
        line.say(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with contextlib.suppress(OSError):  # it hangs up
            for _ in range(200):
                line.say(b"X: " + b"x" * 100_000 + b"\r\n")
                time.sleep(0.02)
    assert served.resident_bytes() - before < 2**20


ENDLESS = {
    "trailers": (b"0\r\n", b"X-Trailer: " + b"x" * 80 + b"\r\n"),
    "one trailer": (b"0\r\nX-Trailer: ", b"x" * 80),
    "one-byte pieces": (b"", b"1\r\nx\r\n"),
    "an extension": (b"5;", b"x" * 80),
    "extensions": (b"", b"1;" + b"x" * 80 + b"\r\nx\r\n"),
}
"""What may follow a head without end: how it begins, and what is repeated."""


@pytest.mark.parametrize("what", ENDLESS)
def test_what_surrounds_a_body_is_bounded_to_its_last_byte(served: Served, what: str) -> None:
    begin, repeated = ENDLESS[what]
    memory, busy = served.resident_bytes(), served.processor_seconds()
    with served.line() as line:
        line.say(
            f"{FRAME}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode() + begin
        )
        with contextlib.suppress(OSError):  # it hangs up
            for _ in range(100):
                line.say(repeated * 2500)
        line.hear().assert_refused(400, 401)
        assert line.seconds_until_closed() < 5
    assert served.resident_bytes() - memory < 4 * 2**20
    assert served.processor_seconds() - busy < 0.25


def test_a_trailer_is_no_header(served: Served, token: str) -> None:
    """Neither for its own request nor, on the same line, for the next."""
    body = b'{"kind":"guide"}'
    fields = ("Content-Type: application/json", "Transfer-Encoding: chunked")
    with served.line() as line:
        line.say(
            request("POST", "/api/v1/leases", *fields)
            + b"%x\r\n%b\r\n0\r\nAuthorization: Bearer %b\r\n\r\n" % (len(body), body, token.encode())
        )
        line.hear().assert_refused(401)
        line.say(request("GET", "/api/v1/me"))
        line.hear().assert_refused(401)


@pytest.mark.parametrize("part", ["trailer", "extension", "body after a fast beginning"])
def test_H10_a_drip_is_408_wherever_it_begins(
    served: Served, token: str, recording_id: str, part: str
) -> None:
    head = chunk(token, recording_id, 9).partition(b"\r\n\r\n")[0]
    head = b"\r\n".join(field for field in head.split(b"\r\n") if b"Content-Length" not in field)
    fast = b"10000\r\n" + bytes(2**16) + b"\r\n"
    begin = {"trailer": b"0\r\nX: ", "extension": b"5;", "body after a fast beginning": b"ffff\r\n"}[part]
    with served.line() as line:
        began = time.monotonic()
        line.say(head + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + 3 * fast + begin)
        answers: list[Answer] = []
        listener = threading.Thread(target=lambda: answers.append(line.hear()))
        listener.start()
        while not answers and time.monotonic() - began < 20:
            line.say(b"x")
            time.sleep(0.4)
        listener.join()
        answers[0].assert_refused(408)
        assert time.monotonic() - began <= 15


def test_H8_half_a_head_is_408_within_10_seconds(served: Served) -> None:
    with served.line() as half, served.line() as silent:
        began = time.monotonic()
        half.say(b"GET /healthz HTTP/1.1\r\nHost: 127")
        half.hear().assert_refused(408)
        assert time.monotonic() - began <= 10.5
        silent.seconds_until_closed()
        assert time.monotonic() - began <= 11.5


def test_H9_stalled_bodies_are_closed_within_15_seconds_and_harm_nobody(
    served: Served, token: str, recording_id: str
) -> None:
    stalled = chunk(token, recording_id, 7)[:60_000]
    other = served.tokens[1]
    lease = json.loads(served.call(other, "POST", "/leases", b'{"kind":"guide"}').body)["lease_id"]
    begun = served.call(other, "POST", f"/leases/{lease}/recordings", b'{"sample_rate":16000}')
    others_recording = str(json.loads(begun.body)["recording_id"])
    before, memory = served.stored(), served.resident_bytes()
    with ExitStack() as lines:
        began = time.monotonic()
        opened = [lines.enter_context(served.line()) for _ in range(STALLED)]
        for line in opened:
            line.say(stalled)
        assert served.ask(chunk(other, others_recording, 100)).status in (200, 201)
        assert served.resident_bytes() - memory < max(64 * 2**20, STALLED * 80 * 2**10)
        opened[0].hear().assert_refused(408)
        for line in opened:
            line.seconds_until_closed()
        assert time.monotonic() - began <= 16
    assert len(served.stored()) - len(before) <= 1


@pytest.mark.parametrize("held", ["nothing", "half a head", "an answered request", "an unread body"])
def test_H9_connections_without_end_leave_room_for_everybody_else(tmp_path: Path, held: str) -> None:
    said = {
        "nothing": b"",
        "half a head": b"GET /healthz HTTP/1.1\r\nHost: 127",
        "an answered request": request("GET", "/healthz"),
        "an unread body": f"{FRAME}Content-Length: 100000\r\nContent-Type: application/octet-stream\r\n\r\n".encode(),
    }[held]
    with serving_with_few_files(tmp_path, 700) as small, ExitStack() as lines:
        (token,) = small.tokens
        for number in range(800):
            lines.enter_context(small.line()).say(said)
            if number % 20 == 0:
                assert small.call(token, "GET", "/me").status == 200
        assert small.open_files() < 700 - 300, "files are left for the store"
        assert "Error" not in small.log.read_text()


@pytest.mark.parametrize("part", ["head", "body"])
def test_H10_a_drip_is_408_by_minimum_rate(served: Served, token: str, recording_id: str, part: str) -> None:
    whole = chunk(token, recording_id, 8)
    at_once = whole.index(b"\r\n\r\n") + 4 if part == "body" else 20
    with served.line() as line:
        began = time.monotonic()
        line.say(whole[:at_once])
        answers: list[Answer] = []
        listener = threading.Thread(target=lambda: answers.append(line.hear()))
        listener.start()
        for byte in range(at_once, at_once + 60):
            if answers:
                break
            line.say(whole[byte : byte + 1])
            time.sleep(0.4)
        listener.join()
        answers[0].assert_refused(408)
        assert time.monotonic() - began <= 15


def test_H12_a_body_without_length_is_413_at_its_bound(served: Served, token: str, recording_id: str) -> None:
    head = chunk(token, recording_id, 9).partition(b"\r\n\r\n")[0]
    head = b"\r\n".join(field for field in head.split(b"\r\n") if b"Content-Length" not in field)
    before = served.stored()
    with served.line() as line:
        line.say(head + b"\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(33):
            line.say(b"10000\r\n" + bytes(2**16) + b"\r\n")
        line.hear().assert_refused(413)
    assert served.stored() == before


@pytest.mark.parametrize("ending", ["fin", "rst"])
def test_H13_a_body_that_ends_early_is_no_chunk_and_comes_again(
    served: Served, token: str, recording_id: str, ending: str
) -> None:
    index = 10 if ending == "fin" else 11
    whole = chunk(token, recording_id, index)
    before = served.stored()
    with served.line() as line:
        line.say(whole[:-1000])
        if ending == "fin":
            line.end()
            assert line.seconds_until_closed() < 5
        else:
            line.hang_up()
    time.sleep(0.2)
    assert served.stored() == before
    assert served.ask(whole).status == 201


def test_H14_junk_after_a_good_request_is_refused_after_its_answer(
    served: Served, token: str, recording_id: str
) -> None:
    with served.line() as line:
        line.say(chunk(token, recording_id, 12) + b"GET nonsense\r\n\r\n")
        assert line.hear().status == 201
        line.hear().assert_refused(400)
        assert line.seconds_until_closed() < 5


def test_H15_a_compressed_body_is_415(served: Served, token: str, recording_id: str) -> None:
    before = served.stored()
    served.ask(chunk(token, recording_id, 13, SAMPLES, "Content-Encoding: gzip")).assert_refused(415)
    assert served.stored() == before


@pytest.mark.parametrize(
    "fields",
    [
        ("Sec-Fetch-Site: cross-site", "Content-Type: application/json"),
        ("Sec-Fetch-Site: same-site", "Content-Type: application/json"),
        ("Origin: https://evil.example", "Content-Type: text/plain"),
        ("Origin: null", "Content-Type: application/x-www-form-urlencoded"),
    ],
)
def test_H18_a_post_from_another_site_is_403_without_a_word_of_cors(
    served: Served, token: str, fields: tuple[str, ...]
) -> None:
    post = request(
        "POST",
        "/api/v1/leases",
        f"Authorization: Bearer {token}",
        *fields,
        "Content-Length: 16",
        body=b'{"kind":"guide"}',
    )
    answer = served.ask(post)
    answer.assert_refused(403)
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_H18_a_preflight_is_not_answered(served: Served) -> None:
    asked = ("Origin: https://evil.example", "Access-Control-Request-Method: PUT")
    answer = served.ask(request("OPTIONS", "/api/v1/leases", *asked))
    answer.assert_refused(405)
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_H20_a_connection_outlasts_the_pause_between_two_chunks(
    served: Served, token: str, recording_id: str
) -> None:
    with served.line() as line:
        for index in (20, 21):
            line.say(chunk(token, recording_id, index))
            assert line.hear().status == 201
            time.sleep(6)
        line.say(request("GET", "/healthz"))
        assert line.hear().status == 200


def test_an_answer_names_no_version(served: Served) -> None:
    answer = served.ask(request("GET", "/healthz"))
    assert "server" not in answer.headers
