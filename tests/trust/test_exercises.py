"""Exercises over HTTP: feedback to right and wrong answers of each kind, qualification, and no other trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.kinds.kinds import declarations
from pangea_server.annotate.kinds.landmark_check import Gold
from pangea_server.annotate.landmarks.records import Link, Mention, RegionRecord
from pangea_server.annotate.tasks.records import History, Lease, Task, TaskState
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.core.records import padded
from pangea_server.quality.exercises.judgement import needed
from pangea_server.quality.exercises.pages import Exercise, exercise
from pangea_server.quality.trust.records import CheckResult, Qualification
from pangea_server.stores.protocol import Store
from tests.trust.answers import FAR, right_answers, wrong_answers

Tower = Callable[..., None]
KINDS = tuple(each.kind for each in declarations() if each.trained == "exercise")
DATA_OF_PEOPLE = (TaskAnnotation, Link, Mention, RegionRecord, Lease, CheckResult, History)


@pytest.fixture
def training(tower: Tower, store: Store) -> None:
    """A campaign that asks for it, and an open task of each kind."""
    tower(TrustRules(training=True, opening=0))
    for number, kind in enumerate(KINDS, start=1):
        store.records.create(open_task(kind, number))


def open_task(kind: str, number: int) -> Task:
    """As the exercise asks, in the campaign's scan."""
    known = exercise(kind, ("en-US",), 0)
    args = known.task.args | {"path": ["door", "lamp"], "types": ["other"]}
    return known.task.model_copy(
        update={
            "number": number,
            "path_id": 1,
            "scan_id": "corridor",
            "language": "en-US",
            "state": TaskState.OPEN,
            "campaign_id": "tower",
            "args": args,
        }
    )


def answer(person: Someone, kind: str, told: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The result of the next exercise."""
    number = person.call("GET", f"/me/exercises/{kind}").json()["number"]
    body = {"number": number, "answer": {"answers": list(told)}}
    response = person.call("POST", f"/me/exercises/{kind}", json=body)
    assert response.status_code == 200, response.text
    result: dict[str, Any] = response.json()
    return result


def reason(person: Someone, kind: str) -> str | None:
    return person.call("POST", "/leases", json={"kind": kind}).headers.get("PanGEA-Reason")


def test_all_ten_kinds_have_exercises_in_three_languages() -> None:
    assert len(KINDS) == 10
    for kind in KINDS:
        for language in ("en-GB", "hi-IN", "te-IN"):
            pages = [exercise(kind, (language,), number) for number in range(3)]
            assert len({page.model_dump_json() for page in pages}) == 3
            assert {page.language.partition("-")[0] for page in pages} == {language.partition("-")[0]}
    assert exercise("carry", ("ur-PK",), 4) == exercise("carry", ("en-US",), 1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.usefixtures("training")
def test_who_is_wrong_is_told_what_is_right_and_tries_another_one(
    store: Store, people: People, kind: str
) -> None:
    person, page = people(), exercise(kind, ("en-US",), 0)
    assert reason(person, kind) == "training"
    shown = person.call("GET", f"/me/exercises/{kind}").json()
    assert (shown["number"], shown["passed"], len(shown["args"]["items"])) == (0, False, len(page.items))
    assert not {"gold", "things", "made"} & shown["args"].keys()
    assert person.call("GET", f"/me/exercises/{kind}").json()["args"] == shown["args"]
    failed = answer(person, kind, wrong_answers(page))
    assert (failed["enough"], failed["passed"]) == (False, False)
    assert failed["right"] < failed["needed"] <= failed["total"]
    for told, gold in zip(failed["items"], page.gold.items, strict=True):
        assert_says_what_is_right(told, gold)
    assert reason(person, kind) == "training"
    again = person.call("GET", f"/me/exercises/{kind}").json()
    assert (again["number"], again["args"] != shown["args"]) == (1, True)
    assert answer(person, kind, right_answers(exercise(kind, ("en-US",), 1)))["passed"]
    qualified = store.records.get(Qualification, f"{padded(person.annotator_id)}-{kind}")
    assert (qualified.attempts, qualified.passed_at is not None) == (2, True)


@pytest.mark.usefixtures("training")
def test_of_forty_answers_to_one_exercise_one_is_judged(store: Store, people: People) -> None:
    person, kind = people(), KINDS[0]
    told = wrong_answers(exercise(kind, ("en-US",), 0))
    body = {"number": 0, "answer": {"answers": told}}
    with ThreadPoolExecutor(40) as pool:
        sent = [pool.submit(person.call, "POST", f"/me/exercises/{kind}", json=body) for _ in range(40)]
    assert Counter(each.result().status_code for each in sent) == {200: 1, 409: 39}
    assert store.records.get(Qualification, f"{padded(person.annotator_id)}-{kind}").attempts == 1


def assert_says_what_is_right(told: dict[str, Any], gold: Gold) -> None:
    """The right verdict, and where the right boxes are or which words are named."""
    assert told["value"] == gold.value
    regions = [{"viewpoint_id": each["viewpoint_id"], "shape": each["shape"]} for each in told["regions"]]
    assert all(box.model_dump(mode="json") in regions for box in gold.boxes)
    assert len(told["spans"]) == sum(map(len, gold.spans))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.usefixtures("training")
def test_who_is_right_passes_and_gets_the_first_task_with_nothing_counted(
    store: Store, people: People, kind: str
) -> None:
    person, page = people(), exercise(kind, ("en-US",), 0)
    before = {record: store.records.count(record) for record in DATA_OF_PEOPLE}
    passed = answer(person, kind, right_answers(page))
    assert (passed["right"], passed["total"]) == (passed["total"], page.marks)
    assert passed["passed"]
    assert all(mark for item in passed["items"] for mark in item["marks"])
    assert {record: store.records.count(record) for record in DATA_OF_PEOPLE} == before
    assert person.call("GET", f"/me/exercises/{kind}").json()["passed"] is True
    assert person.lease(kind)["kind"] == kind


@pytest.mark.usefixtures("training")
def test_one_slip_of_five_is_forgiven_and_two_are_not(people: People) -> None:
    page = exercise("coref_link", ("en-US",), 0)
    right, wrong = right_answers(page), wrong_answers(page)
    assert answer(people(), "coref_link", [*right[:4], *wrong[4:]])["passed"] is True
    assert answer(people(), "coref_link", [*right[:3], *wrong[3:]])["passed"] is False
    assert [needed(total) for total in (1, 4, 5, 9, 10)] == [1, 4, 4, 8, 8]


@pytest.mark.usefixtures("training")
def test_who_has_passed_may_practise_again_and_stays_qualified(people: People) -> None:
    person = people()
    assert answer(person, "carry", right_answers(exercise("carry", ("en-US",), 0)))["enough"]
    again = answer(person, "carry", wrong_answers(exercise("carry", ("en-US",), 1)))
    assert (again["enough"], again["passed"]) == (False, True)


@pytest.mark.usefixtures("training")
def test_the_overlap_of_a_box_is_told(people: People) -> None:
    page = exercise("region_meant", ("en-US",), 0)
    [first, second, *others] = right_answers(page)
    box = first["drawn"]["shape"]
    first["drawn"]["shape"] = box | {"width": box["width"] / 2}
    second["drawn"]["shape"] = FAR
    told = answer(people(), "region_meant", [first, second, *others])["items"]
    assert told[0]["overlap"] == pytest.approx(0.5, abs=0.02)
    assert told[1]["overlap"] == 0
    assert told[2]["overlap"] == pytest.approx(1)


@pytest.mark.usefixtures("training")
def test_what_is_no_answer_is_refused_and_counts_for_nothing(store: Store, people: People) -> None:
    person, page = people(), exercise("box_draw", ("en-US",), 0)
    address, told = "/me/exercises/box_draw", right_answers(page)
    for answers in (told[:2], [None] * 5, [{"seconds": 1}] * 5, []):
        body = {"number": 0, "answer": {"answers": answers}}
        assert_problem(person.call("POST", address, json=body), 422, "submission")
    other = {"number": 3, "answer": {"answers": told}}
    assert_problem(person.call("POST", address, json=other), 409, "store_conflict")
    for kind, code in (("juggling", 404), ("guide", 404), ("follower", 404)):
        assert person.call("GET", f"/me/exercises/{kind}").status_code == code
    assert_problem(person.call("GET", "/me/training/box_draw"), 404, "record_not_found")
    assert store.records.find(Qualification, {"annotator_id": person.annotator_id}) == []


def test_pictures_of_an_exercise_load_by_their_links(people: People) -> None:
    person = people()
    shown = person.call("GET", "/me/exercises/box_draw").json()
    start = shown["start"]["viewpoint_id"]
    place = next(each for each in shown["scan"]["viewpoints"] if each["viewpoint_id"] == start)
    [address] = place["images"].values()
    assert person.client.get(address).headers["Content-Type"] == "image/jpeg"
    assert person.client.get(address.partition("?")[0]).status_code in (401, 403, 404)


def test_the_page_is_one_of_the_kind(people: People) -> None:
    page: Exercise = exercise("box_quality", ("en-US",), 0)
    [first, *_] = people().call("GET", "/me/exercises/box_quality").json()["args"]["items"]
    assert first["region"]["region_id"] == page.items[0].regions[0]
