"""The line between two pages: who may join it, what passes over it, and what is said about the partner."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from pangea_server.annotate.pairing.records import EndReason, Pairing
from pangea_server.app.testing.server import People, Someone
from pangea_server.collect.pairing import routes
from pangea_server.people.access.tokens import new_token
from pangea_server.stores.protocol import Store
from tests.pairing.conftest import Call, add_dialogue, meet, said, wait_for_phase

LOOK = {"type": "camera", "viewpoint_id": "lamp", "heading": 1.0, "elevation": 0.25}


@pytest.fixture
def pair(people: People, dialogue: None) -> list[tuple[Someone, dict[str, Any]]]:
    """An oracle and a navigator, each with a lease."""
    both = people(), people()
    return [(person, person.lease("guide_two")) for person in both]


def test_who_waits_is_told_when_a_partner_comes_and_goes(pair: list[Any], call: Call, store: Store) -> None:
    oracle, navigator = pair
    with call(*oracle) as line:
        first = said(line, "now")
        assert (first["state"], first["role"], first["partner"], first["ends"]) == (
            "running",
            "oracle",
            "away",
            False,
        )
        with call(*navigator) as other:
            mine = said(other, "now")
            assert (mine["role"], mine["partner_role"]) == ("navigator", "oracle")
            assert (mine["partner"], mine["ends"]) == ("here", True)
            assert said(line, "now")["partner"] == "here"
            wait_for_phase(store, oracle[1], "talk")
        gone = said(line, "now")
        assert gone["partner"] == "away"
        assert gone["away_since"] is not None


@pytest.mark.usefixtures("dialogue")
def test_waiting_alone_is_work_too(people: People, call: Call, store: Store) -> None:
    person = people()
    lease = person.lease("guide_two")
    with call(person, lease) as line:
        assert said(line, "now")["partner"] == "none"
        line.send_json({"type": "ping", "sent": 5.5})
        assert said(line, "pong")["sent"] == 5.5
        wait_for_phase(store, lease, "waiting")


def test_texts_signals_and_the_camera_reach_the_partner_alone(pair: list[Any], call: Call) -> None:
    oracle, navigator = pair
    with call(*oracle) as line, call(*navigator) as other:
        meet(line, other)
        line.send_json({"type": "text", "words": "<b>left</b>"})
        assert (
            said(other, "text")
            == said(line, "text")
            == {"type": "text", "role": "oracle", "words": "<b>left</b>"}
        )
        line.send_json({"type": "signal", "data": {"description": {"type": "offer", "sdp": "v=0"}}})
        assert said(other, "signal")["data"] == {"description": {"type": "offer", "sdp": "v=0"}}
        other.send_json(LOOK)
        assert said(line, "camera") == {
            "type": "camera",
            "viewpoint_id": "lamp",
            "heading": 1.0,
            "elevation": None,
        }
        line.send_json(LOOK)  # nobody sees an oracle's
        line.send_json({"type": "text", "words": "after it"})
        assert other.receive_json()["type"] == "text"


@pytest.mark.parametrize(("view", "shown"), [("none", None), ("camera", 0.25)])
def test_a_camera_is_shown_as_the_campaign_says(
    people: People, call: Call, store: Store, view: str, shown: float | None
) -> None:
    add_dialogue(store, view=view)
    both = [(person, person.lease("guide_two")) for person in (people(), people())]
    with call(*both[0]) as line, call(*both[1]) as other:
        meet(line, other)
        other.send_json(LOOK)
        other.send_json({"type": "text", "words": "here"})
        seen = []
        while (message := line.receive_json())["type"] != "text":
            seen += [message["elevation"]] if message["type"] == "camera" else []
        assert seen == ([] if shown is None else [shown])


def test_a_partner_who_is_a_program_is_said_to_be_one(pair: list[Any], call: Call, store: Store) -> None:
    oracle, navigator = pair
    with call(*navigator) as line:
        assert said(line, "now")["partner_is_program"] is False
        with call(*oracle, program=True) as other:
            assert said(other, "now")["partner_is_program"] is False  # nor is the other one
            while (told := said(line, "now"))["partner"] != "here":
                pass
            assert told["partner_is_program"] is True
        while (told := said(line, "now"))["partner"] != "away":
            pass
        assert told["partner_is_program"] is False
        with call(*oracle) as other:  # a person's page in its place
            meet(line)
            assert said(other, "now")["partner_is_program"] is False
    (pairing,) = store.records.find(Pairing)
    assert [(seat.role, seat.is_program) for seat in pairing.seats] == [
        ("oracle", True),
        ("navigator", False),
    ]


def test_only_the_navigator_ends_it(pair: list[Any], call: Call, store: Store) -> None:
    oracle, navigator = pair
    with call(*oracle) as line, call(*navigator) as other:
        meet(line, other)
        line.send_json({"type": "over"})
        assert said(line, "now")["state"] == "running"
        other.send_json({"type": "over"})
        ended = said(other, "now")
        while ended["state"] == "running":
            ended = said(other, "now")
        assert ended["reason"] == "done"
    assert store.records.get(Pairing, oracle[1]["pairing"]["pairing_id"]).reason is EndReason.DONE


def test_a_reloaded_page_takes_the_place_of_the_former(pair: list[Any], call: Call) -> None:
    oracle, navigator = pair
    with call(*oracle) as line, call(*navigator) as former:
        meet(line, former)
        with call(*navigator) as newer:
            meet(newer)
            with pytest.raises(WebSocketDisconnect) as closed:
                said(former, "text")
            assert closed.value.code == 4409
            line.send_json({"type": "text", "words": "still there?"})
            assert said(newer, "text")["words"] == "still there?"


def test_of_three_tabs_the_newest_has_the_line_and_the_partner_hears_each_text_once(
    pair: list[Any], call: Call
) -> None:
    oracle, navigator = pair
    with call(*oracle) as line, call(*navigator) as first:
        meet(line, first)
        with call(*navigator) as second:
            meet(second)
            with call(*navigator) as third:
                meet(third)
                for former in (first, second):
                    with pytest.raises(WebSocketDisconnect) as closed:
                        said(former, "text")
                    assert closed.value.code == 4409
                third.send_json({"type": "text", "words": "from the third"})
                third.send_json({"type": "text", "words": "and last"})
                assert [said(line, "text")["words"] for _ in range(2)] == ["from the third", "and last"]
                line.send_json({"type": "text", "words": "heard"})
                assert said(third, "text")["words"] == "from the third"
        while (told := said(line, "now"))["partner"] != "away":
            pass
        assert told["away_since"]


def test_a_newer_page_is_understood_in_what_an_older_server_knows(pair: list[Any], call: Call) -> None:
    oracle, navigator = pair
    with call(*oracle) as line, call(*navigator) as other:
        meet(line, other)
        for newer in ({"type": "wave", "hand": "left"}, {"type": "text", "words": "Hm", "mood": "glad"}):
            line.send_json(newer)
            assert said(line, "dropped")["detail"]
        line.send_json({"type": "text", "words": "Left."})
        assert other.receive_json() == {"type": "text", "role": "oracle", "words": "Left."}


def test_another_persons_lease_a_foreign_pairing_and_a_stranger_are_refused(
    pair: list[Any], people: People, call: Call, store: Store
) -> None:
    oracle, navigator = pair
    add_dialogue(store, 2)
    outsider = people()
    elsewhere = outsider.lease("guide_two")
    for person, lease, other in (
        (outsider, oracle[1], {}),
        (outsider, oracle[1], {"lease_id": elsewhere["lease_id"]}),
        (navigator[0], oracle[1], {"token": new_token()}),
        (navigator[0], oracle[1], {"lease_id": oracle[1]["lease_id"]}),
    ):
        with call(person, lease, **other) as line:
            assert said(line, "refused")["remedy"]
            with pytest.raises(WebSocketDisconnect) as closed:
                line.receive_json()
            assert closed.value.code == 4403


def test_who_is_on_the_line_hears_of_a_partner_who_gave_back_without_one(
    pair: list[Any], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "SEEN_SECONDS", 0.05)
    oracle, (navigator, lease) = pair
    with call(*oracle) as line:
        assert said(line, "now")["state"] == "running"
        assert navigator.call("DELETE", f"/leases/{lease['lease_id']}").status_code == 204
        while (told := said(line, "now"))["state"] != "ended":
            pass
        assert told["reason"] == "left"


def test_a_lease_that_is_over_has_no_line(pair: list[Any], call: Call) -> None:
    oracle, _ = pair
    oracle[0].call("DELETE", f"/leases/{oracle[1]['lease_id']}")
    with call(*oracle) as line:
        assert said(line, "refused")["code"] == "lease"


@pytest.mark.parametrize(
    "first",
    [
        '{"type": "ping", "sent": 1}',
        '{"type": "hello"}',
        "not json",
        "[" * 50_000,
        '{"type": "hello", "token": 1, "lease_id": "x", "more": 2}',
    ],
)
@pytest.mark.usefixtures("dialogue")
def test_nonsense_instead_of_a_greeting_closes_it(server: TestClient, first: str) -> None:
    with server.websocket_connect("/api/v1/pairings/none/line") as line:
        line.send_text(first)
        with pytest.raises(WebSocketDisconnect) as closed:
            line.receive_text()
        assert closed.value.code == 4400


@pytest.mark.parametrize(
    "sent",
    [
        b"\x00\xff",
        '{"type": "text", "words": ""}',
        '{"type": "text", "words": "\\u202e"}',
        '{"type": "camera", "viewpoint_id": "x", "heading": 1e999}',
        '{"type": "signal", "data": []}',
        '{"type": "pong", "sent": 1, "received": 1, "answered": 1}',
    ],
)
def test_nonsense_afterwards_reaches_nobody_and_the_line_stays(
    pair: list[Any], call: Call, sent: str | bytes
) -> None:
    oracle, navigator = pair
    with call(*oracle) as line, call(*navigator) as other:
        meet(line, other)
        line.send_text(sent) if isinstance(sent, str) else line.send_bytes(sent)
        assert said(line, "dropped")["detail"]
        line.send_json({"type": "text", "words": "still here"})
        assert other.receive_json() == {"type": "text", "role": "oracle", "words": "still here"}


def test_a_flood_is_cut_off(pair: list[Any], call: Call) -> None:
    oracle, _ = pair
    with call(*oracle) as line:
        for number in range(200):
            line.send_json({"type": "ping", "sent": number})
        assert said(line, "refused")["code"] == "too_many_requests"


def test_a_page_of_another_site_cannot_open_one(server: TestClient, pair: list[Any]) -> None:
    address = f"/api/v1/pairings/{pair[0][1]['pairing']['pairing_id']}/line"
    with (
        pytest.raises(WebSocketDisconnect),
        server.websocket_connect(address, headers={"origin": "https://elsewhere.example"}) as line,
    ):
        line.receive_text()
