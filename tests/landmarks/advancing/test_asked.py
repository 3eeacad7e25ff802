"""What is asked about a path over HTTP, and of whom."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from pangea_server.annotate.tasks.records import TaskState
from pangea_server.app.testing.server import Someone
from pangea_server.collect.landmarks.status import landmark_counts
from pangea_server.stores.protocol import Store
from tests.landmarks.advancing.one_path import (
    PLAIN,
    WORDS,
    again,
    alone,
    chains_of,
    create,
    found,
    guided,
    items,
    spoken,
    tasks,
)
from tests.landmarks.spoken_crowd import Truth, work, work_until_done


def test_words_that_were_handed_in_are_asked_about_at_once(store: Store, truth: Truth) -> None:
    asked = tasks(store)
    assert [(task.kind, task.language, task.not_for) for task in asked] == [("mention", "en-IN", ())] * 2
    assert not again(store).is_new


def test_what_people_answered_opens_the_next_step(
    store: Store, truth: Truth, come: Callable[..., Someone]
) -> None:
    work_until_done([come("en-IN") for _ in range(8)], truth, Random(2))
    assert chains_of(store) == alone(truth)
    marked = {each.mention_id: each for each in found(store).mentions}
    assert set(marked) == set(truth.chain_of)
    assert all(each.annotator_id is not None and each.source == "marked" for each in marked.values())
    counts = {row.kind: row for row in landmark_counts(store.records, "walks")}
    assert set(counts) == {"mention", "coref_link"}
    assert all((row.open, row.held, row.disputed) == (0, 0, 0) for row in counts.values())
    assert counts["coref_link"].done == len(found(store).links)


def test_languages_limit_who_is_asked(store: Store, truth: Truth, come: Callable[..., Someone]) -> None:
    assert come("hi-IN").call("POST", "/leases", json={"kind": "mention"}).status_code == 204
    assert come("en-IN").lease("mention")["language"] == "en-IN"


def test_who_takes_a_page_gets_what_is_for_them_and_the_rest_is_asked_elsewhere(
    store: Store, come: Callable[..., Someone]
) -> None:
    said = spoken(2, ("en-IN", "en-IN"), PLAIN)
    create(store, said, {"mark_twice": 0})
    truth, people, random = guided(said, come), [come("en-IN") for _ in range(8)], Random(3)
    for kind in ("mention", "coref_link", "coref_verify"):
        work_until_done(people, truth, random, kind)
    [page, *_] = sorted((t for t in tasks(store) if t.kind == "box_need"), key=lambda t: -len(items(t)))
    not_for = [set(each) for each in page.args["not_for"]]  # type: ignore[union-attr,arg-type]
    some = next(p for p in people if 0 < sum(p.annotator_id in each for each in not_for) < len(not_for))
    before = {str(item) for task in tasks(store) for item in items(task)}
    some.lease("box_need")
    [held] = tasks(store, TaskState.LEASED)
    assert 0 < len(items(held)) < len(items(page))
    assert "not_for" not in held.args
    assert {str(item) for item in items(held)} | {str(i) for t in tasks(store) for i in items(t)} == before


def test_a_task_that_was_given_back_is_asked_again(
    store: Store, truth: Truth, come: Callable[..., Someone]
) -> None:
    person = come("en-IN")
    lease = person.lease("mention")
    assert person.call("DELETE", f"/leases/{lease['lease_id']}").status_code == 204
    assert not again(store).new_tasks
    assert len(tasks(store)) == 2


def test_a_learners_answer_counts_for_nothing_and_is_asked_of_somebody_else(
    store: Store, come: Callable[..., Someone]
) -> None:
    said = spoken(2, ("en-IN",), PLAIN)
    create(store, said, WORDS)
    truth, learner, other = guided(said, come), come("en-IN"), come("en-IN")
    create(store, said, WORDS, trust={"learning": 1})
    assert work(learner, truth, Random(1), "mention") == "mention"
    assert found(store).mentions == ()
    assert [task.not_for for task in tasks(store)] == [(learner.annotator_id,)]
    create(store, said, WORDS, trust={"learning": 0})
    assert work(learner, truth, Random(1), "mention") is None
    assert work(other, truth, Random(1), "mention") == "mention"
    assert {each.annotator_id for each in found(store).mentions} == {other.annotator_id}
