"""What managers see of a campaign's landmarks: seconds, agreement, cost, and where things have boxes."""

from __future__ import annotations

from typing import Any

import pytest

from environments import PanoramaFolder
from pangea_server import Settings
from pangea_server.annotate.annotations.reviews import ReviewState
from pangea_server.annotate.campaigns.records import CampaignDefinition, PathRecord
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.collect.landmarks.overview import paths
from pangea_server.collect.landmarks.overview.figures import FLICKR_SECONDS, GOAL_SECONDS, timing_rows
from pangea_server.collect.ledger.records import LedgerEntry
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.people.access.records import Role
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store
from tests.exports.test_population import decided
from tests.landmarks.examples import region
from tests.landmarks.overview_store import BOX, PATH, boxes, judged


@pytest.fixture
def path(store: Store, place: Any) -> PathRecord:
    """Of a campaign that asks about landmarks."""
    definition = CampaignDefinition.model_validate(
        {
            "id": "meant",
            "languages": ["en-US"],
            "paths": [{"scan": "corridor", "viewpoints": [PATH]}],
            "rotation": {"first": 0},
            "tasks": {"landmarks": {}},
        }
    )
    create_campaign(store.records, PanoramaFolder(place), "place", definition)
    (made,) = every(store.records, PathRecord)
    return made


@pytest.fixture
def manager(people: People, path: PathRecord) -> Someone:
    return people(Role.MANAGER)


def test_the_time_of_a_rejected_answer_is_not_counted(store: Store, path: PathRecord) -> None:
    judged(store, path, 1, 7, (2.0, "box"))
    judged(store, path, 2, 8, (6.0, "box"))
    assert [each.annotator_id for each in timing_rows(store.records, "meant")] == [None, 7, 8]
    store.records.create(decided("box_need", 2, ReviewState.REJECTED))
    assert [each.annotator_id for each in timing_rows(store.records, "meant")] == [None, 7]


def test_a_step_tells_seconds_agreement_cost_and_what_is_left(
    manager: Someone, store: Store, path: PathRecord
) -> None:
    judged(store, path, 1, 7, (2.0, "box"), (4.0, "scene"))
    judged(store, path, 2, 8, (6.0, "box"), (8.0, "box"))
    paid = {"annotator_id": 7, "kind": "accepted", "currency": "EUR", "reason": "handed in"}
    store.records.create(
        LedgerEntry.model_validate(paid | {"entry_id": "a", "amount": 12, "lease_id": "lease1"})
    )
    store.records.create(
        LedgerEntry.model_validate(paid | {"entry_id": "b", "amount": 99, "lease_id": "other"})
    )
    waiting = store.records.get(Task, "box_need-000001").model_copy(
        update={"number": 3, "state": TaskState.OPEN, "lease_id": None}
    )
    store.records.create(waiting)
    overview = manager.call("GET", "/landmarks").json()
    assert (overview["campaigns"], overview["campaign_id"]) == (["meant"], "meant")
    (step,) = overview["steps"]
    assert (step["kind"], step["open"], step["held"], step["done"], step["people"]) == (
        "box_need",
        2,
        0,
        4,
        2,
    )
    assert step["seconds"] == {"items": 4, "low": 2.6, "median": 5.0, "high": 7.4, "mean": 5.0}
    assert (step["agreement"], step["pairs"]) == (0.5, 2)
    assert step["costs"] == [{"currency": "EUR", "amount": 12}]
    assert step["left_seconds"] == 10.0
    assert (step["known_seconds"], step["goal_seconds"]) == (8.1, 1.5)


def test_what_nobody_knows_is_none(manager: Someone, store: Store, path: PathRecord) -> None:
    task = {"kind": "same_thing", "number": 1, "path_id": path.path_id, "scan_id": "corridor"}
    args = {"items": [{"regions": ["a", "b"]}], "path": list(PATH), "types": ["light"]}
    more = {"language": "en-US", "state": "open", "campaign_id": "meant", "args": args}
    store.records.create(Task.model_validate(task | more))
    (step,) = manager.call("GET", "/landmarks?campaign=meant").json()["steps"]
    unknown = ("seconds", "agreement", "left_seconds", "known_seconds")
    assert [step[name] for name in unknown] == [None] * 4
    assert (step["open"], step["pairs"], step["costs"]) == (1, 0, [])


def test_timing_is_by_kind_and_person(manager: Someone, store: Store, path: PathRecord) -> None:
    judged(store, path, 1, 7, (2.0, "box"), (4.0, "scene"))
    judged(store, path, 2, 8, (6.0, "box"))
    rows = manager.call("GET", "/landmarks/timing?campaign=meant").json()
    assert [(row["annotator_id"], row["seconds"]["median"]) for row in rows] == [
        (None, 4.0),
        (7, 3.0),
        (8, 6.0),
    ]
    table = manager.call("GET", "/landmarks/timing?campaign=meant", headers={"Accept": "text/csv"})
    assert table.headers["content-type"].startswith("text/csv")
    head, *lines = table.text.splitlines()
    assert head.startswith("kind,annotator_id,seconds.items,seconds.low,seconds.median")
    assert len(lines) == 3


def test_a_chain_shows_where_its_things_have_boxes(manager: Someone, store: Store, path: PathRecord) -> None:
    boxes(store, path, "000001-c1", 8, 16, {"door": ("good", "bad"), "lamp": ("unjudged",), "end": ("good",)})
    page = manager.call("GET", "/landmarks/paths?campaign=meant").json()
    (row,) = page["items"]
    assert (row["path_id"], row["viewpoints"], page["next_cursor"]) == (path.path_id, list(PATH), None)
    (chain,) = row["chains"]
    assert (chain["phrase"], chain["languages"], chain["mentions"]) == ("the lamp", ["en-US"], 1)
    assert (chain["cells"], chain["elsewhere"]) == (["good", "unjudged", "none"], 1)


@pytest.mark.parametrize(
    ("source", "quality", "cell"),
    [
        *[("proposed", quality, "foretold") for quality in ("unjudged", "good", "bad")],
        *[(source, "unjudged", "good") for source in ("accepted", "labelled", "imported")],
        *[(source, "bad", "bad") for source in ("accepted", "labelled", "imported", "drawn")],
        ("drawn", "unjudged", "unjudged"),
        ("drawn", "good", "good"),
    ],
)
def test_a_box_that_nobody_judged_is_as_good_as_where_it_comes_from(
    source: Any, quality: Any, cell: str
) -> None:
    assert paths._cell(region("r1", source=source, quality=quality)) == cell


def test_a_box_that_is_foretold_is_shown_until_it_is_answered_where_there_is_none_better(
    manager: Someone, store: Store, path: PathRecord
) -> None:
    boxes(store, path, "000001-c1", 8, 16, {"door": ("good",), "lamp": ("bad",)})
    there = {"path_id": path.path_id, "scan_id": "corridor", "language": "en-US", "campaign_id": "meant"}
    states = {"door": TaskState.OPEN, "lamp": TaskState.LEASED, "sofa": TaskState.DONE}
    for number, (viewpoint, state) in enumerate(states.items(), 1):
        foretold = {"from_region": "000001-c1-door-0", "viewpoint_id": viewpoint, "shape": BOX}
        item: Any = {"regions": ["gone", "000001-c1-door-0"], "foretold": foretold}
        args = {"items": [item], "path": [*PATH], "types": ["light"]}
        store.records.create(Task(kind="carry", number=number, state=state, args=args, **there))
    [row] = manager.call("GET", "/landmarks/paths?campaign=meant").json()["items"]
    assert row["chains"][0]["cells"] == ["good", "foretold", "none"]
    assert (row["open"], row["held"], row["done"], row["instructions"]) == (1, 1, 1, 1)


def test_paths_come_page_by_page(manager: Someone, store: Store, path: PathRecord) -> None:
    other = path.model_copy(update={"path_id": path.path_id + 1})
    store.records.create(other)
    first = manager.call("GET", "/landmarks/paths?campaign=meant&limit=1").json()
    after = manager.call(
        "GET", f"/landmarks/paths?campaign=meant&limit=1&cursor={first['next_cursor']}"
    ).json()
    assert [first["items"][0]["path_id"], after["items"][0]["path_id"]] == [path.path_id, other.path_id]


def test_only_managers_may_look(people: People, manager: Someone) -> None:
    for address in ("/landmarks", "/landmarks/paths?campaign=meant", "/landmarks/timing?campaign=meant"):
        assert people().call("GET", address).status_code == 403
        assert people(Role.REVIEWER).call("GET", address).status_code == 403
        assert manager.call("GET", address).status_code == 200
    assert_problem(manager.call("GET", "/landmarks?campaign=nothing"), 404, "record_not_found")


def test_without_a_campaign_that_asks_there_is_nothing(people: People, settings: Settings) -> None:
    overview = people(Role.MANAGER).call("GET", "/landmarks").json()
    assert overview == {"campaigns": [], "campaign_id": None, "steps": []}


def test_the_papers_times_are_those_of_its_table() -> None:
    assert set(FLICKR_SECONDS) < set(GOAL_SECONDS)
    assert all(GOAL_SECONDS[step] < seconds for step, seconds in FLICKR_SECONDS.items())
