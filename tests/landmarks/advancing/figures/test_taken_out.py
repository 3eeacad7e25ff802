"""What becomes of a path whose people, words or answers are gone, mended or from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any
from uuid import uuid4

from pangea_server.annotate.tasks.records import TaskState
from pangea_server.app.testing.server import Someone
from pangea_server.dataset.erasure.withdrawal import sweep, withdraw
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.landmarks import examples
from tests.landmarks.advancing.one_path import (
    SCAN,
    again,
    alone,
    chains_of,
    create,
    decide,
    found,
    items,
    path_of,
    tasks,
)
from tests.landmarks.spoken_crowd import Truth, answer, work, work_until_done


def test_a_withdrawn_persons_answers_are_gone_and_asked_again(
    store: Store, truth: Truth, come: Callable[..., Someone], catch_up: Callable[[], int]
) -> None:
    first, second = come("en-IN"), come("en-IN")
    for person in (first, second):
        work(person, truth, Random(1), "mention")
    withdraw(store, first.annotator_id, None)
    catch_up()
    marks = found(store)
    assert {each.annotator_id for each in marks.mentions} == {second.annotator_id}
    assert [task.kind for task in tasks(store) if task.kind == "mention"] == ["mention"]
    work_until_done([second, *(come("en-IN") for _ in range(8))], truth, Random(2))
    assert chains_of(store) == alone(truth)
    before = found(store)
    sweep(store)  # as at the next start: what others marked since is theirs
    assert found(store) == before


def test_a_rejected_answer_counts_no_more_and_goes_to_somebody_else(
    store: Store, truth: Truth, come: Callable[..., Someone], catch_up: Callable[[], int]
) -> None:
    person, reviewer = come("en-IN"), come(role=Role.REVIEWER)
    work(person, truth, Random(1), "mention")
    [done] = tasks(store, TaskState.DONE)
    decide(reviewer, done.record_id, "reject", reason="Half of the words are not marked.")
    catch_up()
    assert found(store).mentions == ()
    assert sorted(task.not_for for task in tasks(store)) == [(), (person.annotator_id,)]
    decide(reviewer, done.record_id, "reopen", version=1)
    catch_up()
    assert {each.annotator_id for each in found(store).mentions} == {person.annotator_id}
    assert [task.not_for for task in tasks(store) if task.kind == "mention"] == [()]


def test_the_words_of_a_guide_who_withdraws_take_everything_about_them_along(
    store: Store, truth: Truth, come: Callable[..., Someone], catch_up: Callable[[], int]
) -> None:
    work_until_done([come("en-IN") for _ in range(8)], truth, Random(2))
    withdraw(store, truth.guides[0].annotator_id, None)
    catch_up()
    marks = found(store)
    assert {each.instruction_id for each in marks.mentions} == {2}
    left = {frozenset(name for name in chain if name.startswith("000002")) for chain in alone(truth)}
    assert chains_of(store) == left - {frozenset()}
    assert tasks(store) == []


def test_words_that_are_mended_keep_the_marks_that_they_still_have(
    store: Store, truth: Truth, come: Callable[..., Someone], catch_up: Callable[[], int]
) -> None:
    reviewer = come(role=Role.REVIEWER)
    work_until_done([come("en-IN") for _ in range(8)], truth, Random(2))
    before = chains_of(store)
    words = truth.instruction(1).text
    decide(reviewer, "guide-000001", "send_back", reason="Begin with Now.")
    catch_up()
    assert {each.instruction_id for each in found(store).mentions} == {2}
    correct(truth.guides[0], 1, f"Now {words[0].lower()}{words[1:]}")
    catch_up()
    assert len(chains_of(store)) == len(before)
    assert {each.version for each in found(store).mentions if each.instruction_id == 1} == {2}
    assert tasks(store) == []
    decide(reviewer, "guide-000001", "send_back", version=2, reason="Say it shorter.")
    correct(truth.guides[0], 3, "Walk straight to the end.")
    catch_up()
    assert {each.instruction_id for each in found(store).mentions} == {2}
    assert [(task.kind, len(items(task))) for task in tasks(store)] == [("mention", 1)]


def test_words_that_were_corrected_meanwhile_are_left_out_and_asked_again(
    store: Store, truth: Truth, come: Callable[..., Someone], catch_up: Callable[[], int]
) -> None:
    for _ in range(2):
        work(come("en-IN"), truth, Random(2), "mention")
    person, reviewer = come("en-IN"), come(role=Role.REVIEWER)
    lease = person.lease("coref_link")
    told = answer("coref_link", lease["args"], truth, Random(1))
    about = [
        {item[name]["sentence"]["instruction_id"] for name in ("first", "second")}
        for item in lease["args"]["items"]
    ]
    place = next(number for number, said in enumerate(about) if 1 in said)
    left: dict[str, Any] = {"answer": told}
    left["answer"]["answers"][place] = None
    refused = person.submit(lease["lease_id"], left)
    assert refused.status_code == 422
    assert f"Item {place} was left out" in refused.json()["detail"]
    decide(reviewer, "guide-000001", "send_back", reason="Begin with Now.")
    words = truth.instruction(1).text
    correct(truth.guides[0], 1, f"Now {words[0].lower()}{words[1:]}")
    catch_up()
    view = person.call("GET", f"/leases/{lease['lease_id']}").json()
    assert all(
        each["sentence"]["stale"] == (each["sentence"]["instruction_id"] == 1)
        for item in view["args"]["items"]
        for each in (item["first"], item["second"])
    )
    assert person.submit(lease["lease_id"], left).status_code == 200
    asked = [item for task in tasks(store) if task.kind == "coref_link" for item in items(task)]
    assert len(found(store).links) == len(told["answers"]) - 1
    assert asked, "what was left out is asked again"


def correct(guide: Someone, version: int, transcript: str) -> None:
    wanted = {"version": version, "transcript": transcript}
    done = guide.call("PUT", f"/me/reviews/guide-000001/corrections/{uuid4()}", json=wanted)
    assert done.status_code in (200, 204), done.text


def test_a_campaign_that_asks_no_more_keeps_what_was_found(
    store: Store, truth: Truth, come: Callable[..., Someone]
) -> None:
    work(come("en-IN"), truth, Random(1), "mention")
    create(store, truth.spoken, {"kinds": ["mention"], "mark_twice": 0})
    assert {task.kind for task in tasks(store)} == {"mention"}
    assert found(store).mentions
    create(store, truth.spoken, {"kinds": ["mention", "coref_link"], "mark_twice": 1})
    assert sum(len(items(task)) for task in tasks(store) if task.kind == "mention") == 2
    create(store, truth.spoken, None)
    assert tasks(store) == []
    assert found(store).mentions


def test_who_holds_a_task_about_words_that_are_gone_can_go_on(
    store: Store, truth: Truth, come: Callable[..., Someone], catch_up: Callable[[], int]
) -> None:
    person = come("en-IN")
    lease = person.lease("mention")
    number = lease["args"]["items"][0]["sentence"]["instruction_id"]
    withdraw(store, truth.guides[number - 1].annotator_id, None)
    catch_up()
    told = {"answer": answer("mention", lease["args"], truth, Random(1))}
    assert person.submit(lease["lease_id"], told).status_code == 409
    other = person.lease("mention")["args"]["items"][0]["sentence"]["instruction_id"]
    assert other != number


def test_what_came_from_elsewhere_is_left_as_it_is(
    store: Store, truth: Truth, come: Callable[..., Someone]
) -> None:
    words = truth.instruction(1)
    span = words.mentions[0]
    place: dict[str, Any] = {"path_id": path_of(store).path_id, "scan_id": SCAN}
    theirs = examples.mention(span.text, words.text, language="en-IN", source="proposed", **place)
    group = examples.chain(
        "house-c1", (theirs.mention_id,), ("label:demo-house-door",), source="imported", **place
    )
    examples.fill(
        store, theirs, group, examples.entity("label:demo-house-door", scan_id=SCAN, how="labelled")
    )
    assert again(store).is_new
    assert [items(task)[0]["instruction"] for task in tasks(store)] == [2]
    work(come("en-IN"), truth, Random(1), "mention")
    marks = found(store)
    assert theirs in marks.mentions
    assert group in marks.chains
    assert {each.instruction_id for each in marks.mentions if each.source == "marked"} == {2}
