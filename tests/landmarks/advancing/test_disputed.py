"""What people cannot settle goes to reviewers, whose word decides."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from pangea_server.annotate.tasks.records import TaskState
from pangea_server.app.testing.server import Someone
from pangea_server.collect.landmarks.status import landmark_counts
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.landmarks.advancing.one_path import (
    PLAIN,
    alone,
    chains_of,
    create,
    decide,
    found,
    guided,
    items,
    spoken,
    tasks,
)
from tests.landmarks.spoken_crowd import Truth, answer, work, work_until_done


def test_a_comment_stops_a_chain_until_a_reviewer_has_read_it(
    store: Store, truth: Truth, come: Callable[..., Someone], catch_up: Callable[[], int]
) -> None:
    people, reviewer = [come("en-IN") for _ in range(8)], come(role=Role.REVIEWER)
    work_until_done(people, truth, Random(1), "mention")
    lease = people[0].lease("coref_link")
    told = answer("coref_link", lease["args"], truth, Random(1))
    told["answers"][0]["comment"] = "There are two of them."
    assert people[0].submit(lease["lease_id"], {"answer": told}).status_code == 200
    first, *_ = reviewer.call("GET", "/review").json()["items"]
    assert (first["task_id"], first["flagged"]) == ("coref_link-000001", True)
    [why, *_] = reviewer.call("GET", "/review/coref_link-000001").json()["flags"]
    assert (why["flag"], why["why"]) == ("disputed", "Somebody wrote a comment.")
    assert sum(row.disputed for row in landmark_counts(store.records, "walks")) == 1
    page = reviewer.call("GET", "/annotations/coref_link/1/page")
    assert [phrases(each) for each in page.json()["items"]] == [
        phrases(each) for each in lease["args"]["items"]
    ]
    assert people[0].call("GET", "/annotations/coref_link/1/page").status_code == 403
    decide(reviewer, "coref_link-000001", "accept")
    catch_up()
    assert sum(row.disputed for row in landmark_counts(store.records, "walks")) == 0
    work_until_done(people, truth, Random(2))
    assert chains_of(store) == alone(truth)


def phrases(item: dict[str, Any]) -> list[tuple[str, str]]:
    return [(item[name]["text"], item[name]["sentence"]["transcript"]) for name in ("first", "second")]


def test_what_nobody_draws_well_in_three_rounds_goes_to_the_reviewers(
    store: Store, come: Callable[..., Someone], catch_up: Callable[[], int]
) -> None:
    said = spoken(2, ("en-IN",), PLAIN)
    create(store, said, {"kinds": ["mention", "coref_link", "coref_verify", *BOXES[:3]], "one_step": False})
    truth, people, reviewer = guided(said, come), [come("en-IN") for _ in range(6)], come(role=Role.REVIEWER)
    for kind in ("mention", "coref_link", "coref_verify", "box_need"):
        work_until_done(people, truth, Random(1), kind)
    while any(strict(each) or work(each, truth, Random(1), "box_draw") for each in people):
        pass
    boxes = [each for each in found(store).chains if each.need == "box"]
    drawn = [each for each in tasks(store, TaskState.DONE) if each.kind == "box_draw"]
    assert sum(map(len, map(items, drawn))) == 3 * len(boxes)
    assert tasks(store) == []
    pending = reviewer.call("GET", "/review").json()["items"]
    disputed = [each for each in pending if each["flagged"]]
    assert {each["task_id"] for each in disputed} == {each.record_id for each in drawn}
    judged = [each for each in tasks(store, TaskState.DONE) if each.kind == "box_quality"]
    for each in judged:
        decide(reviewer, each.record_id, "reject", reason="These boxes are good.")
    catch_up()
    assert {task.kind for task in tasks(store)} == {"box_quality"}
    assert not any(each["flagged"] for each in reviewer.call("GET", "/review").json()["items"])
    decide(reviewer, drawn[0].record_id, "reject", reason="It shows the wall.")
    catch_up()
    pages = [reviewer.call("GET", f"/annotations/box_quality/{each.number}/page") for each in judged]
    shown = [item is not None for page in pages for item in page.json()["items"]]
    assert shown.count(False) == len(items(drawn[0])), "what is gone is no reason not to see the others"
    assert any(shown)


BOXES = ("box_need", "box_draw", "box_quality", "box_coverage")


def strict(person: Someone) -> bool:
    """Judge boxes: none is good enough. Whether there was one."""
    given = person.call("POST", "/leases", json={"kind": "box_quality"})
    if given.status_code == 204:
        return False
    lease = given.json()
    bad = {"seconds": 1.0, "verdict": "bad", "reason": "not_tight"}
    told = {"answer": {"answers": [bad for _ in lease["args"]["items"]]}}
    return person.submit(lease["lease_id"], told).status_code == 200
