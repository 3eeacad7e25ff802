"""The training walk over HTTP: words whose path is known, feedback, another try, qualification."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.tasks.records import History
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.core.records import padded
from pangea_server.quality.trust.known import make_check_items
from pangea_server.quality.trust.records import Qualification
from pangea_server.stores.protocol import Store
from tests.server.conftest import PATH

Tower = Callable[..., None]


@pytest.fixture
def training(store: Store, tower: Tower) -> None:
    """A campaign that asks for it, with the words for two walks."""
    tower(TrustRules(training=True, opening=0))
    make_check_items(store.records, "tower", [1, 2])


def train(person: Someone, walk: tuple[str, ...]) -> dict[str, Any]:
    """The next training walk."""
    words = person.call("GET", "/me/training/follower").json()
    answer = {"instruction_id": words["instruction_id"], "path": walk}
    response = person.call("POST", "/me/training/follower", json=answer)
    assert response.status_code == 200, response.text
    result: dict[str, Any] = response.json()
    return result


def reason(person: Someone, kind: str = "follower") -> str:
    return person.call("POST", "/leases", json={"kind": kind}).headers["PanGEA-Reason"]


@pytest.mark.usefixtures("training")
def test_who_fails_is_told_the_path_and_tries_other_words(store: Store, people: People) -> None:
    person = people()
    assert reason(person) == "training"
    first = person.call("GET", "/me/training/follower").json()
    assert (first["transcript"], first["start_viewpoint_id"]) == ("Past the lamp to the sofa.", "door")
    assert "path" not in first
    assert person.call("GET", "/me/training/follower").json()["instruction_id"] == first["instruction_id"]
    assert person.call("GET", f"/scans/{first['scan_id']}").status_code == 200
    failed = train(person, ("door", "lamp", "door"))
    assert (failed["passed"], failed["success"], tuple(failed["path"])) == (False, False, PATH)
    assert failed["ndtw"] < 1
    assert reason(person) == "training"
    second = person.call("GET", "/me/training/follower").json()
    assert second["instruction_id"] != first["instruction_id"]
    assert train(person, PATH)["passed"]
    qualified = store.records.get(Qualification, f"{padded(person.annotator_id)}-follower")
    assert (qualified.attempts, qualified.passed_at is not None) == (2, True)


@pytest.mark.usefixtures("training")
def test_who_passes_is_given_tasks_but_none_on_the_path_that_was_shown(store: Store, people: People) -> None:
    person = people()
    assert train(person, PATH) | {"ndtw": 1.0} == {
        "passed": True, "success": True, "ne": 0.0, "ndtw": 1.0, "path": list(PATH)
    }  # fmt: skip
    assert store.records.get(History, padded(person.annotator_id)).met == {"1": "training"}
    assert person.lease("follower")["kind"] == "follower"
    assert person.call("GET", "/me/training/follower").json()["passed"] is True
    assert person.call("GET", "/me/lesson/guide").json()["passed"] is False  # each kind by itself


@pytest.mark.usefixtures("training")
def test_once_all_words_are_known_they_begin_anew(people: People) -> None:
    person = people()
    for _ in range(3):
        assert train(person, ("door", "lamp", "door"))["passed"] is False
    assert train(person, PATH)["passed"] is True


@pytest.mark.usefixtures("training")
def test_of_forty_answers_to_one_walk_one_is_judged(store: Store, people: People) -> None:
    person = people()
    words = person.call("GET", "/me/training/follower").json()
    answer = {"instruction_id": words["instruction_id"], "path": ["door", "lamp", "door"]}
    with ThreadPoolExecutor(40) as pool:
        sent = [pool.submit(person.call, "POST", "/me/training/follower", json=answer) for _ in range(40)]
    assert Counter(each.result().status_code for each in sent) == {200: 1, 409: 39}
    assert store.records.get(Qualification, f"{padded(person.annotator_id)}-follower").attempts == 1


@pytest.mark.usefixtures("training")
def test_what_is_no_training_walk_is_refused(people: People) -> None:
    person = people()
    words = person.call("GET", "/me/training/follower").json()
    answer = {"instruction_id": words["instruction_id"], "path": PATH}
    address = "/me/training/follower"
    for path in (["nowhere"], ["door", "sofa"], ["lamp"], []):
        assert person.call("POST", address, json=answer | {"path": path}).status_code in (404, 422)
    assert_problem(person.call("POST", address, json=answer | {"instruction_id": 99}), 409, "store_conflict")
    assert person.call("GET", "/me/training/juggling").status_code == 404
    assert reason(person) == "training"


def test_without_good_words_there_is_none(tower: Tower, people: People) -> None:
    tower(TrustRules(training=True, opening=0))
    assert_problem(people().call("GET", "/me/training/follower"), 404, "record_not_found")
