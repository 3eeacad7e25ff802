"""The numbers that the data team sees."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.core.records import padded
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("campaign")
PATH = ["door", "lamp", "sofa"]
CSV = {"Accept": "text/csv"}


def count(group: dict[str, Any], kind: str) -> int:
    return int(group["kinds"].get(kind, {"annotations": 0})["annotations"])


def test_before_anything_is_there_every_figure_is_unknown(people: People) -> None:
    answer = people(Role.MANAGER).call("GET", "/monitor").json()
    total = answer["total"]
    assert answer["last_submitted_at"] is None
    assert (total["kinds"], total["gave_up"]) == ({}, 0)
    assert {
        total[name] for name in ("success_rate", "ne", "oracle_success", "spl", "ndtw", "sdtw", "active")
    } == {None}


def test_a_walk_counts_for_its_follower_its_guide_and_its_language(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pangea_server.dataset.monitoring.board.BOARD_FRESH_SECONDS", 0)
    manager, guide, follower = people(Role.MANAGER), people(), people()
    assert manager.call("GET", "/monitor/groups/language").json()["groups"] == []
    guide.guide()
    follower.follow(PATH)

    def names(by: str) -> dict[str, tuple[int, int]]:
        groups = manager.call("GET", f"/monitor/groups/{by}").json()["groups"]
        return {group["name"]: (count(group, "guide"), count(group, "follower")) for group in groups}

    assert names("language") == {"en-US": (1, 1)}
    assert names("annotator") == {str(guide.annotator_id): (1, 0), str(follower.annotator_id): (0, 1)}
    assert names("guide") == {str(guide.annotator_id): (1, 1)}
    assert names("length") == {"0-5": (1, 1)}
    assert names("review") == {"pending": (1, 1)}
    assert names("campaign") == {None: (1, 1)}
    total = manager.call("GET", f"/monitor?guide={guide.annotator_id}&kind=follower").json()["total"]
    assert (count(total, "follower"), total["success_rate"]["value"], total["ne"]["value"]) == (1, 1.0, 0.0)
    assert manager.call("GET", "/monitor?kind=none").json()["choices"] == {
        "campaign": [""],
        "language": ["en-US"],
        "pool": [""],
        "scan": ["corridor"],
        "review": ["pending"],
    }
    tasks = manager.call("GET", "/monitor/tasks").json()
    assert {row["kind"]: (row["language"], row["done"]) for row in tasks} == {
        "guide": ("en-US", 1),
        "follower": ("en-US", 1),
    }


def test_what_a_browser_has_is_not_sent_again(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pangea_server.dataset.monitoring.board.BOARD_FRESH_SECONDS", 0)
    manager = people(Role.MANAGER)
    first = manager.call("GET", "/monitor")
    known = {"If-None-Match": first.headers["etag"]}
    assert manager.call("GET", "/monitor", headers=known).status_code == 304
    people().guide()
    after = manager.call("GET", "/monitor", headers=known)
    assert (after.status_code, count(after.json()["total"], "guide")) == (200, 1)


def test_annotations_are_listed_page_by_page(people: People) -> None:
    people().guide()
    people().follow(PATH)
    manager = people(Role.MANAGER)
    first = manager.call("GET", "/annotations?limit=1").json()
    assert [(item["kind"], item["alignment"]) for item in first["items"]] == [("follower", None)]
    assert first["total"] == 2
    rest = manager.call("GET", f"/annotations?limit=1&cursor={first['next_cursor']}").json()
    assert [(item["kind"], item["alignment"]) for item in rest["items"]] == [("guide", "missing")]
    assert rest["next_cursor"] is None
    assert manager.call("GET", "/annotations?kind=guide&annotator=99").json()["items"] == []
    assert_problem(manager.call("GET", "/annotations?cursor=000001"), 422, "invalid_data")


def test_every_table_is_a_file_for_spreadsheets(people: People) -> None:
    people().guide()
    people().follow(PATH)
    manager = people(Role.MANAGER)
    for address, columns in {
        "/annotations?kind=follower": {"kind": "follower", "success": "1.0", "language": "en-US"},
        "/monitor/groups/language": {"name": "en-US", "guides": "1", "followers": "1", "tours": "0"},
        "/monitor/groups/scan": {"success_rate.n": "1", "ne.value": "0.0", "ne.low": ""},
        "/monitor/tasks": {"kind": "follower", "done": "1"},
    }.items():
        answer = manager.call("GET", address, headers=CSV)
        assert answer.headers["content-type"].startswith("text/csv")
        [row] = [row for row in csv.DictReader(io.StringIO(answer.text)) if row.get("kind") != "guide"]
        assert columns.items() <= row.items()
        assert "kinds" not in row


def test_groups_that_there_are_not_are_named(people: People) -> None:
    problem = people(Role.MANAGER).call("GET", "/monitor/groups/colour")
    assert "language" in assert_problem(problem, 422, "invalid_data")["remedy"]


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


def test_a_replay_of_an_import_says_what_did_not_come_with_it(people: People, store: Store) -> None:
    people().guide()
    people().follow(PATH)
    records = store.records
    imported = {"voice": None, "duration": None, "pose_trace": None, "walked": ()}
    guide = records.get(GuideAnnotation, padded(1)).model_copy(update=imported)
    follower = records.get(FollowerAnnotation, padded(1)).model_copy(update={"pose_trace": None})
    for record in (guide, follower):
        records.transact(lambda transaction, record=record: transaction.replace(record))  # type: ignore[misc]
    manager = people(Role.MANAGER)
    for kind in ("guide", "follower"):
        view = manager.call("GET", f"/annotations/{kind}/1").json()
        assert (view["voice_url"], view["voice_duration"], view["pose_trace_url"]) == (None, None, None)
        assert view["transcript"] == guide.transcript
