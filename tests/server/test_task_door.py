"""Tasks other than Guide and Follower: leased, answered, scored, listed, replayed, taken back."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from environments.demo import DemoHouse
from environments.labels import Labels
from pangea_server import Settings
from pangea_server.annotate.annotations.lookups import trace_of
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.find import FindTask
from pangea_server.annotate.kinds.tour import TourTask
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import RATE, People, Someone, assert_problem
from pangea_server.collect.planning.standalone import create_tasks
from pangea_server.core.records import Record
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store


@pytest.fixture
def house() -> DemoHouse:
    return DemoHouse()


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"environment": "demo"})


@pytest.fixture
def tours(store: Store, house: DemoHouse) -> list[Task]:
    scan = house.scan("demo-house")
    return create_tasks(store.records, house, scan, TourTask(), languages=["en-US", "hi-IN"], count=2)


@pytest.fixture
def searches(store: Store, house: DemoHouse) -> list[Task]:
    scan = house.scan("demo-house")
    return create_tasks(store.records, house, scan, FindTask(), languages=["en-US"], count=3)


def test_a_path_is_there_before_its_tasks(
    store: Store, house: DemoHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a server could give out a task that has no path yet."""
    written: list[Record] = []
    monkeypatch.setattr(store.records, "create", written.append)
    scan = house.scan("demo-house")
    tasks = create_tasks(store.records, house, scan, TourTask(), languages=["en-US", "hi-IN"], count=2)
    for task in tasks:
        (path,) = [each for each in written if isinstance(each, PathRecord) and each.path_id == task.path_id]
        assert written.index(path) < written.index(task)


def give_tour(guide: Someone, seconds: float = 25, transcript: str = "A bright room.") -> Any:
    lease = guide.lease("tour")
    start = lease["start"]["viewpoint_id"]
    answer = guide.record(lease["lease_id"], [start], voice=(b"\1\0" * int(RATE * seconds),))
    return guide.submit(lease["lease_id"], answer | {"answer": {"transcript": transcript}})


def middle_of(labels: Labels, object_id: str, viewpoint_id: str) -> dict[str, Any]:
    """A direction that hits the thing, read from the identity picture."""
    with Image.open(labels.folder / f"{viewpoint_id}.ids.png") as picture:
        numbers = np.asarray(picture)
    rows, columns = np.nonzero(numbers == labels.object(object_id).number)
    row, column = rows[len(rows) // 2] + 0.5, columns[len(rows) // 2] + 0.5
    return {
        "viewpoint_id": viewpoint_id,
        "heading": (column / numbers.shape[1] - 0.5) * 2 * pi,
        "elevation": (0.5 - row / numbers.shape[0]) * pi,
    }


def search(person: Someone, house: DemoHouse, mark: dict[str, Any] | None = None, found: bool = True) -> Any:
    """Walks the shortest way to where the thing is seen, and points at it, or elsewhere."""
    lease = person.lease("find")
    (task,) = [task for task in stored_tasks(person) if task.lease_id == lease["lease_id"]]
    labels, graph = house.labels("demo-house"), house.scan("demo-house").graph
    assert labels
    object_id = str(task.args["object_id"])
    start = lease["start"]["viewpoint_id"]
    goal = min(labels.object(object_id).seen_from, key=lambda name: graph.distance(start, name))
    walk = graph.shortest_path(start, goal)
    mark = mark or middle_of(labels, object_id, goal)
    answer = person.record(lease["lease_id"], walk, voice=())
    if not found:
        mark |= {"elevation": -pi / 2}
    return person.submit(lease["lease_id"], answer | {"answer": {"mark": mark}})


def stored_tasks(person: Someone) -> list[Task]:
    store: Store = person.client.app.state.services.store  # type: ignore[attr-defined]
    return list(store.records.find(Task))


def test_tours_start_at_different_viewpoints_in_each_language(store: Store, tours: list[Task]) -> None:
    assert [(task.number, task.language) for task in tours] == [
        (1, "en-US"),
        (2, "hi-IN"),
        (3, "en-US"),
        (4, "hi-IN"),
    ]
    paths = store.records.find(PathRecord)
    assert len({path.path for path in paths}) == len(paths) == 2
    assert all(len(path.path) == 1 for path in paths)


def test_a_tour_is_kept_with_its_voice(store: Store, people: People, tours: list[Task]) -> None:
    guide = people()
    lease = guide.lease("tour")
    assert lease["args"] == {"prompt": "", "min_seconds": 20.0}
    assert give_tour(guide).json() == {"lease_id": lease["lease_id"], "kind": "tour", "annotation_id": 1}
    kept = store.records.get(TaskAnnotation, "tour-000001")
    assert kept.answer == {"transcript": "A bright room."}
    assert (kept.duration, kept.sample_rate) == (25.0, RATE)
    assert kept.scores == {"path_length": 0.0, "viewpoints": 1}
    assert kept.walked == (lease["start"]["viewpoint_id"],)


def test_a_tour_that_is_too_short_or_not_written_down_is_refused(
    store: Store, people: People, tours: list[Task]
) -> None:
    assert "5 seconds, but 20" in assert_problem(give_tour(people(), seconds=5), 422, "submission")["detail"]
    assert "transcript" in assert_problem(give_tour(people(), transcript="  "), 422, "submission")["detail"]
    assert store.records.count(TaskAnnotation) == 0


def test_what_to_find_stays_on_the_server(people: People, searches: list[Task]) -> None:
    lease = people().lease("find")
    (task,) = [task for task in searches if task.args["description"] == lease["args"]["description"]]
    assert set(lease["args"]) == {"description"}
    assert str(task.args["object_id"]) not in str(lease)


def test_pointing_at_the_thing_is_found(
    store: Store, people: People, house: DemoHouse, searches: list[Task]
) -> None:
    assert search(people(), house).status_code == 200
    (kept,) = store.records.find(TaskAnnotation)
    assert kept.scores["found"] == kept.scores["spl"] == 1.0
    assert kept.scores["path_length"] == pytest.approx(kept.scores["shortest"])
    assert kept.voice is None


def test_pointing_elsewhere_is_not_found(
    store: Store, people: People, house: DemoHouse, searches: list[Task]
) -> None:
    assert search(people(), house, found=False).status_code == 200
    (kept,) = store.records.find(TaskAnnotation)
    assert (kept.scores["found"], kept.scores["spl"]) == (0.0, 0.0)


def test_a_mark_elsewhere_than_where_one_stands_is_refused(
    people: People, house: DemoHouse, searches: list[Task]
) -> None:
    mark = {"viewpoint_id": "terrace-bench", "heading": 0.0, "elevation": 0.0}
    problem = assert_problem(search(people(), house, mark), 422, "submission")
    assert "the walk ends at" in problem["detail"]


@pytest.mark.parametrize("answer", [None, {}, {"mark": {"heading": 1}}, {"mark": "here"}, {"found": True}])
def test_an_answer_of_another_form_is_refused(people: People, searches: list[Task], answer: Any) -> None:
    person = people()
    lease = person.lease("find")
    sent = person.record(lease["lease_id"], [lease["start"]["viewpoint_id"]], voice=())
    assert_problem(person.submit(lease["lease_id"], sent | {"answer": answer}), 422, "submission")


def test_giving_up_is_an_answer(store: Store, people: People, searches: list[Task]) -> None:
    person = people()
    lease = person.lease("find")
    sent = person.record(lease["lease_id"], [lease["start"]["viewpoint_id"]], voice=())
    assert person.submit(lease["lease_id"], sent | {"answer": {"mark": None}}).status_code == 200
    assert store.records.find(TaskAnnotation)[0].scores["found"] == 0.0


def test_planned_searches_begin_where_the_thing_cannot_be_seen(
    store: Store, house: DemoHouse, searches: list[Task]
) -> None:
    labels = house.labels("demo-house")
    assert labels
    for task in searches:
        start = store.records.get(PathRecord, f"{task.path_id:06d}").path[0]
        assert start not in labels.object(str(task.args["object_id"])).seen_from


def test_the_data_team_lists_sees_and_hears_it(people: People, tours: list[Task]) -> None:
    give_tour(people())
    manager = people(Role.MANAGER)
    (row,) = manager.call("GET", "/annotations?kind=tour").json()["items"]
    assert (row["kind"], row["success"], row["instruction_id"]) == ("tour", None, None)
    assert row["measures"]["viewpoints"] == 1
    assert manager.call("GET", "/annotations?kind=find").json()["items"] == []
    view = manager.call("GET", "/annotations/tour/1").json()
    assert view["answer"] == {"transcript": "A bright room."}
    assert view["transcript"] == "A bright room."
    assert manager.call("GET", view["pose_trace_url"].removeprefix("/api/v1")).json()["time"] == [0.0]
    voice = manager.client.get(view["voice_url"])
    assert voice.headers["content-type"] == "audio/wav"
    assert len(voice.content) == 44 + 2 * RATE * 25
    assert manager.client.get(view["voice_url"][:-1] + "!").status_code == 404


def test_where_nobody_spoke_there_is_no_voice(people: People, house: DemoHouse, searches: list[Task]) -> None:
    search(people(), house)
    view = people(Role.MANAGER).call("GET", "/annotations/find/1").json()
    assert view["voice_url"] is view["voice_duration"] is None


def test_withdrawal_removes_it_and_asks_again(store: Store, people: People, tours: list[Task]) -> None:
    guide = people()
    give_tour(guide)
    blob = trace_of(store.records.get(TaskAnnotation, "tour-000001")).blob
    assert withdraw(store, guide.annotator_id, None) == 1
    assert store.records.count(TaskAnnotation) == 0
    assert not store.blobs.list(blob.rpartition("/")[0])
    closed, again = store.records.get(Task, "tour-000001"), store.records.get(Task, "tour-000005")
    assert (closed.state, again.state) == (TaskState.WITHDRAWN, TaskState.OPEN)
    assert (again.args, again.path_id) == (closed.args, closed.path_id)
    assert people().lease("tour")["lease_id"]


def test_kinds_of_task_are_counted(people: People, tours: list[Task]) -> None:
    give_tour(people())
    tasks = people(Role.MANAGER).call("GET", "/monitor/tasks").json()
    tours_by_language = [(row["done"], row["open"]) for row in tasks if row["kind"] == "tour"]
    assert [sum(counts) for counts in zip(*tours_by_language, strict=True)] == [1, 3]


def test_kinds_of_task_are_listed_by_population(store: Store, people: People, tours: list[Task]) -> None:
    give_tour(people())
    tour = store.records.get(TaskAnnotation, "tour-000001").model_copy(update={"learning": True})
    store.records.transact(lambda transaction: transaction.replace(tour))
    manager = people(Role.MANAGER)
    assert manager.call("GET", "/annotations?kind=tour").json()["items"] == []
    listed = manager.call("GET", "/annotations?kind=tour&population=learning").json()
    [row] = listed["items"]
    assert (row["annotation_id"], row["left_out"], listed["total"]) == (1, "learning", 1)
    assert row["measures"].keys() == tour.measures.keys()


@pytest.mark.parametrize("kind", ["Guide", "a-b", "x" * 41])
def test_a_kind_that_can_be_none_is_refused(server: TestClient, people: People, kind: str) -> None:
    answer = people(Role.MANAGER).call("GET", f"/annotations/{kind}/1")
    assert_problem(answer, 422, "invalid_request")
