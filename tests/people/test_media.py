"""Panoramas and voices: for who holds the task, at addresses that nobody else can make."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient

from pangea_server.annotate.links.media import (
    WINDOW_SECONDS,
    MediaLinks,
    scan_scope,
    task_voice_scope,
    voice_scope,
)
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.core.errors import LinkNotValidError
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.protocol import Store
from pangea_server.stores.signing_keys import signing_key

KEY = b"k" * 32
SOMEBODY = Annotator(annotator_id=7, role=Role.ANNOTATOR, languages=("en-US",))
SCAN = scan_scope("corridor")


def at(moment: float) -> MediaLinks:
    return MediaLinks(KEY, lambda _: Role.ANNOTATOR, clock=lambda: moment)


@pytest.mark.parametrize("later", [0, WINDOW_SECONDS - 1, WINDOW_SECONDS])
def test_a_link_is_good_for_half_a_day_at_least(later: float) -> None:
    at(later).check(SCAN, at(0).sign(SCAN, SOMEBODY))


def test_a_link_ends_within_a_day() -> None:
    with pytest.raises(LinkNotValidError):
        at(2 * WINDOW_SECONDS).check(SCAN, at(0).sign(SCAN, SOMEBODY))


def test_a_link_stays_the_same_so_that_browsers_keep_what_they_loaded() -> None:
    assert at(10).sign(SCAN, SOMEBODY) == at(WINDOW_SECONDS - 10).sign(SCAN, SOMEBODY)


@pytest.mark.parametrize(
    "forge",
    [
        lambda k: "",
        lambda k: "-",
        lambda k: k[:-1],
        lambda k: k[:-1] + ("A" if k[-1] != "A" else "B"),
        lambda k: k.replace("-7-", "-8-"),
        lambda k: "9" + k,
        lambda k: k + "é",
        lambda k: MediaLinks(b"another", lambda _: Role.ANNOTATOR).sign(SCAN, SOMEBODY),
        lambda k: at(0).sign(scan_scope("castle"), SOMEBODY),
        lambda k: at(0).sign(voice_scope(1), SOMEBODY),
    ],
)
def test_a_forged_link_and_one_for_something_else_are_refused(forge: Callable[[str], str]) -> None:
    with pytest.raises(LinkNotValidError):
        at(0).check(SCAN, forge(at(0).sign(SCAN, SOMEBODY)))


def test_an_address_says_to_whom_it_was_given() -> None:
    links = at(0)
    scan, voice = links.sign(SCAN, SOMEBODY), links.sign(voice_scope(1), SOMEBODY)
    other = links.sign(task_voice_scope("tour", 1), SOMEBODY, "a lease")
    pictures = "/api/v1/scans/corridor/viewpoints/lamp"
    for path, k, holder in (
        (f"{pictures}/preview", scan, 7),
        (f"{pictures}/tiles/1/f/0/0", scan, 7),
        (f"{pictures}/preview", voice, None),
        ("/api/v1/scans/castle/viewpoints/lamp/preview", scan, None),
        ("/api/v1/scans/corridor", scan, None),
        ("/api/v1/voices/1", voice, 7),
        ("/api/v1/voices/2", voice, None),
        ("/api/v1/voices/tour/1", other, 7),
        ("/api/v1/voices/tour/1/more", other, None),
        ("/api/v1/voices/1", "", None),
        ("/api/v1/me", voice, None),
    ):
        assert links.holder(path, f"v=1&k={k}".encode()) == holder, path
    assert links.holder("/api/v1/voices/1", b"\xff&k=%ff") is None


def test_all_servers_of_a_store_have_one_key(store: Store) -> None:
    assert signing_key(store.records) == signing_key(store.records)
    assert len(signing_key(store.records)) == 32


def test_a_picture_loads_by_its_link_alone(people: People, campaign: None, server: TestClient) -> None:
    guide = people()
    lease = guide.lease("guide")
    scan = guide.call("GET", f"/scans/{lease['scan_id']}").json()
    address = scan["viewpoints"][0]["images"]["equirectangular"]
    answer = server.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/jpeg"
    assert guide.token not in address
    assert_problem(server.get(address.partition("?")[0]), 404, "link_not_valid")
    assert_problem(
        guide.call("GET", address.partition("?")[0].removeprefix("/api/v1")), 404, "link_not_valid"
    )


def test_a_scan_is_for_who_has_a_task_there_and_for_staff(
    people: People, campaign: None, store: Store
) -> None:
    """The campaign knows no practice scan, so that only the task opens the corridor."""
    idle, guide = people(), people()
    nobodys = idle.call("GET", "/scans/castle")
    assert idle.call("GET", "/scans/corridor").status_code == nobodys.status_code == 404
    guide.lease("guide")
    assert guide.call("GET", "/scans/corridor").status_code == 200
    assert people(Role.REVIEWER).call("GET", "/scans/corridor").status_code == 200
    guide.guide()
    assert guide.call("GET", "/scans/corridor").status_code == 404  # the task is done


def test_a_voice_is_for_who_follows_it_and_for_staff(
    people: People, campaign: None, server: TestClient
) -> None:
    people().guide()
    follower = people()
    address = follower.lease("follower")["args"]["voice_url"]
    assert server.get(address).headers["content-type"] == "audio/wav"
    assert_problem(server.get(address.partition("?")[0]), 404, "link_not_valid")
    assert_problem(server.get(address.replace("/voices/1?", "/voices/2?")), 404, "link_not_valid")
    assert people(Role.REVIEWER).hear(1).status_code == 200


@pytest.mark.parametrize("ended", ["returned", "submitted"])
def test_a_followers_voice_ends_with_the_task(
    people: People, campaign: None, server: TestClient, ended: str
) -> None:
    people().guide()
    follower = people()
    lease = follower.lease("follower")
    address = lease["args"]["voice_url"]
    assert server.get(address).status_code == 200
    if ended == "returned":
        assert follower.call("DELETE", f"/leases/{lease['lease_id']}").status_code == 204
    else:
        assert follower.follow(["door", "lamp", "sofa"]).status_code == 200
    assert_problem(server.get(address), 404, "link_not_valid")
    assert people(Role.REVIEWER).hear(1).status_code == 200


@pytest.fixture
def voice(people: People, campaign: None, server: TestClient) -> tuple[str, bytes]:
    """The address of a voice, and its bytes."""
    people().guide()
    address = people().lease("follower")["args"]["voice_url"]
    return address, server.get(address).content


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ("bytes=0-", slice(0, None)),
        ("bytes=0-0", slice(0, 1)),
        ("bytes=44-1043", slice(44, 1044)),
        ("bytes=1000-99999999", slice(1000, None)),
        ("bytes=-500", slice(-500, None)),
        ("bytes=-99999999", slice(None)),
    ],
)
def test_a_part_of_a_voice(server: TestClient, voice: tuple[str, bytes], asked: str, part: slice) -> None:
    address, whole = voice
    answer = server.get(address, headers={"Range": asked})
    assert answer.content == whole[part]
    assert answer.headers["content-length"] == str(len(whole[part]))
    first, last, _ = part.indices(len(whole))
    if last - first == len(whole):
        assert answer.status_code == 200
    else:
        assert answer.status_code == 206
        assert answer.headers["content-range"] == f"bytes {first}-{last - 1}/{len(whole)}"


@pytest.mark.parametrize("asked", ["bytes=99999999-", "bytes=-0"])
def test_a_part_that_a_voice_does_not_have_is_416(
    server: TestClient, voice: tuple[str, bytes], asked: str
) -> None:
    address, whole = voice
    answer = server.get(address, headers={"Range": asked})
    assert (answer.status_code, answer.headers["content-range"]) == (416, f"bytes */{len(whole)}")
    assert answer.content == b""


@pytest.mark.parametrize(
    "headers",
    [
        {"Range": "bytes=5-2"},
        {"Range": "bytes=-"},
        {"Range": "bytes=0-1,5-6"},
        {"Range": "seconds=0-1"},
        {"Range": "bytes=0-" + "9" * 5000},
        {"Range": "bytes=0-1", "If-Range": '"another"'},
    ],
)
def test_a_range_that_cannot_be_understood_gets_the_whole_voice(
    server: TestClient, voice: tuple[str, bytes], headers: dict[str, str]
) -> None:
    address, whole = voice
    answer = server.get(address, headers=headers)
    assert (answer.status_code, answer.content) == (200, whole)


def test_the_headers_of_a_voice_alone(server: TestClient, voice: tuple[str, bytes]) -> None:
    address, whole = voice
    got, head = server.get(address), server.head(address)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-length", "content-type", "accept-ranges", "etag", "cache-control"):
        assert head.headers[name] == got.headers[name]
    assert head.headers["content-length"] == str(len(whole))
    assert head.headers["cache-control"] == "private, no-store"
    assert server.head(address.partition("?")[0]).status_code == 404
    part = server.get(address, headers={"Range": "bytes=0-9", "If-Range": got.headers["etag"]})
    assert (part.status_code, part.content) == (206, whole[:10])
