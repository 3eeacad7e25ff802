"""The numbers that the data team sees."""

from __future__ import annotations

import pytest

from pangea_server.monitoring import wilson_interval
from pangea_server.records import Role
from pangea_server.testing import People

pytestmark = pytest.mark.usefixtures("campaign")
PATH = ["door", "lamp", "sofa"]


def test_the_interval_is_wilsons() -> None:
    """Newcombe 1998, Stat. Med. 17:857, table I: 81 of 263, and 0 of 20."""
    assert wilson_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson_interval(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)


def test_before_anything_is_there_every_mean_is_unknown(people: People) -> None:
    total = people(Role.MANAGER).call("GET", "/monitor").json()["total"]
    assert total == {
        "followers": 0,
        "guides": 0,
        "success_rate": None,
        "success_interval": None,
        "ne": None,
        "spl": None,
        "ndtw": None,
    }


def test_a_walk_counts_for_its_follower_its_guide_and_its_language(people: People) -> None:
    guide, follower = people(), people()
    guide.guide()
    follower.follow(PATH)
    summary = people(Role.MANAGER).call("GET", "/monitor").json()
    rows = {(row["annotator_id"], row["role"]): row for row in summary["annotators"]}
    assert rows[guide.annotator_id, "guide"]["followers"] == 1
    assert rows[follower.annotator_id, "follower"]["success_rate"] == 1.0
    assert [row["language"] for row in summary["languages"]] == ["en-US"]
    assert summary["total"]["guides"] == summary["total"]["followers"] == 1
    assert {row["kind"]: row["done"] for row in summary["tasks"]} == {"guide": 1, "follower": 1}


def test_annotations_are_listed_page_by_page(people: People) -> None:
    people().guide()
    people().follow(PATH)
    manager = people(Role.MANAGER)
    page = manager.call("GET", "/annotations?kind=follower&limit=1").json()
    assert [item["instruction_id"] for item in page["items"]] == [1]
    assert page["next_cursor"] == "000001"
    rest = manager.call("GET", f"/annotations?kind=follower&limit=1&cursor={page['next_cursor']}").json()
    assert rest == {"items": [], "next_cursor": None}
    assert manager.call("GET", "/annotations?kind=guide&annotator_id=99").json()["items"] == []


def test_a_replay_has_what_it_needs(people: People) -> None:
    people().guide()
    people().follow(PATH)
    manager = people(Role.MANAGER)
    view = manager.call("GET", "/annotations/follower/1").json()
    assert view["reference"] == view["walked"] == ["door", "lamp", "sofa"]
    assert view["summary"]["alignment"] is None
    trace = manager.call("GET", view["pose_trace_url"].removeprefix("/api/v1")).json()
    assert trace["time"] == [0.0, 1.0, 2.0]
    assert trace["viewpoint_id"] == ["door", "lamp", "sofa"]
    assert len(trace["extrinsic_matrix"][0]) == 16
