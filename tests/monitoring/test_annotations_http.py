"""Annotations of one kind, what a replay of each needs, and who may see them."""

from __future__ import annotations

from typing import Any

import pytest

from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.tasks.records import ProblemReport
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.core.records import padded
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.benchmarks.monitor.annotations import generated
from tests.monitoring.contract import fill, looked_at


@pytest.fixture
def staff(people: People, store: Store) -> Someone:
    """Over four annotations of each kind."""
    fill(store, *generated(4, people=3))
    return people(Role.REVIEWER)


def test_a_list_has_a_page_of_at_most_so_many(staff: Someone) -> None:
    for limit in (0, 501):
        assert_problem(staff.call("GET", f"/annotations?limit={limit}"), 422, "invalid_request")


def changed(store: Store, number: int, **fields: Any) -> None:
    guide = store.records.get(GuideAnnotation, padded(number)).model_copy(update=fields)
    store.records.transact(lambda transaction: transaction.replace(guide))


@pytest.mark.parametrize("state", ["aligned", "failed", "outdated", None])
def test_a_list_says_whether_words_have_times(
    staff: Someone, store: Store, monkeypatch: pytest.MonkeyPatch, state: str | None
) -> None:
    monkeypatch.setattr("pangea_server.dataset.monitoring.board.BOARD_FRESH_SECONDS", 0)
    fill(store, Change(kind="guide", number=4))
    if state:
        fill(
            store,
            AlignmentRecord.model_validate({"task_id": "guide-000004", "engine": "viterbi", "state": state}),
        )
    [first, *_] = staff.call("GET", "/annotations?kind=guide&population=all&limit=1").json()["items"]
    assert first["alignment"] == ("missing" if state in (None, "outdated") else state)
    changed(store, 4, voice=None, duration=None)
    fill(store, Change(kind="guide", number=4))
    [first, *_] = staff.call("GET", "/annotations?kind=guide&population=all&limit=1").json()["items"]
    assert first["alignment"] == (None if state is None else "missing" if state == "outdated" else state)


def test_a_replay_of_a_follower_has_the_words_and_voice_of_their_guide(staff: Someone, store: Store) -> None:
    changed(store, 1, heading=1.25, transcript="Go left.")
    view = staff.call("GET", "/annotations/follower/1").json()
    guide = store.records.get(GuideAnnotation, padded(1))
    assert (view["transcript"], view["heading"], view["voice_duration"]) == ("Go left.", 1.25, guide.duration)
    assert view["voice_url"].startswith("/")
    assert (view["flags"], view["summary"]["flags"], view["actions_url"]) == (None, None, None)
    assert view["reference"] == ["door", "lamp", "sofa"]


def test_a_replay_has_all_findings_and_a_list_those_that_were_raised(staff: Someone, store: Store) -> None:
    fill(store, looked_at("guide", raised=False), looked_at("follower", raised=True))
    for kind, raised in (("guide", []), ("follower", [{"flag": "silence", "why": ""}])):
        view = staff.call("GET", f"/annotations/{kind}/1").json()
        assert [each["flag"] for each in view["flags"]] == ["silence"]
        assert view["summary"]["flags"] == raised


def test_a_walk_after_withdrawn_words_is_not_shown(staff: Someone, store: Store) -> None:
    store.records.transact(lambda transaction: transaction.delete(GuideAnnotation, padded(1)))
    assert_problem(staff.call("GET", "/annotations/follower/1"), 404, "record_not_found")
    assert_problem(staff.call("GET", "/annotations/guide/99"), 404, "record_not_found")


def test_the_newest_annotation_has_the_time_of_the_page(
    staff: Someone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pangea_server.dataset.monitoring.board.BOARD_FRESH_SECONDS", 0)
    fill(
        store, *(Change(kind=kind, number=number) for kind in ("guide", "follower") for number in range(1, 5))
    )
    newest = max(each.submitted_at for each in store.records.find(FollowerAnnotation))
    assert staff.call("GET", "/monitor").json()["last_submitted_at"] == newest.isoformat().replace(
        "+00:00", "Z"
    )
    last = store.records.get(GuideAnnotation, padded(1))
    told = staff.call("GET", f"/monitor?kind=guide&instruction={last.instruction_id}").json()
    assert told["last_submitted_at"] == last.submitted_at.isoformat().replace("+00:00", "Z")


def test_a_guide_without_a_voice_has_spoken_for_no_known_time(
    staff: Someone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pangea_server.dataset.monitoring.board.BOARD_FRESH_SECONDS", 0)
    changed(store, 4, voice=None, duration=None)
    fill(store, *(Change(kind="guide", number=number) for number in range(1, 5)))
    guides = [store.records.get(GuideAnnotation, padded(number)) for number in (4, 3, 2, 1)]
    told = staff.call("GET", "/annotations?kind=guide&population=all").json()["items"]
    assert [(each["duration"], each["alignment"]) for each in told] == [
        (None, None),
        *((pytest.approx(guide.duration), "missing") for guide in guides[1:]),
    ]
    phases = [guide.phases[1] for guide in guides]
    assert [each["transcription"] for each in told] == pytest.approx(
        [phase.end_time - phase.start_time for phase in phases]
    )


@pytest.mark.parametrize(
    "address",
    [
        *("/monitor", "/monitor/groups/language", "/monitor/tasks", "/monitor/reports", "/monitor/pay"),
        *("/annotations", "/annotations/guide/1", "/annotations/guide/1/pose-trace"),
        *("/monitor/drafts", "/monitor/evaluation", "/monitor/store"),
    ],
)
def test_annotators_see_nothing_of_others(people: People, address: str) -> None:
    assert people().call("GET", address).status_code == 403


def test_problems_come_the_newest_first(staff: Someone, store: Store) -> None:
    for number in (1, 3, 2):
        fill(
            store,
            ProblemReport.model_validate(
                {"report_id": f"r{number}", "lease_id": "l", "task_id": "guide-000001", "annotator_id": 1}
                | {"kind": "other", "comment": f"number {number}", "viewpoint_id": None}
                | {"created_at": f"2026-01-0{number}T00:00:00Z"}
            ),
        )
    told = staff.call("GET", "/monitor/reports").json()
    assert [each["comment"] for each in told] == ["number 3", "number 2", "number 1"]
