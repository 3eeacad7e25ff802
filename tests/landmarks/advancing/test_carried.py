"""Carried regions over HTTP: what people accept elsewhere, where things are, and boxes of one thing that are of two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from environments.demo import DemoHouse
from environments.regions import region_as_json
from pangea_server.annotate.landmarks.lookups import PathLandmarks
from pangea_server.app.testing.server import Someone
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.landmarks.advancing.one_path import (
    PLAIN,
    SCAN,
    create,
    decide,
    found,
    guided,
    spoken,
    tasks,
)
from tests.landmarks.spoken_crowd import Truth, answer, drawable, work_until_done

STEPS = ["mention", "coref_link", "box_need", "box_draw", "box_quality", "box_coverage"]
RULES: dict[str, Any] = {"mark_twice": 0, "one_step": False}


def thing_of(truth: Truth, marks: PathLandmarks, entity_id: str) -> str | None:
    """The thing that an entity's first drawn region shows."""
    drawn = sorted(marks.regions, key=lambda each: each.region_id)
    region = next(each for each in drawn if each.entity_id == entity_id and not each.from_region)
    return truth.shown({"shape": region_as_json(region.shape), "viewpoint_id": region.viewpoint_id})


def middle_of(truth: Truth, thing: str) -> np.ndarray:
    """Of the thing's box, in metres of the world."""
    labels = DemoHouse().labels(SCAN)
    assert labels is not None
    known = {entity.entity_id: entity.object_id for entity in truth.spoken.entities}
    box = labels.object(known[thing]).box
    assert box is not None
    return np.asarray(np.mean(box, axis=0))


# Boxes of two things


def two_things(truth: Truth) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """A mention of one thing, a box of it and one of something that is metres away, seen from elsewhere."""
    for chain in drawable(truth):
        names = [name for name, each in truth.chain_of.items() if each is chain]
        [thing] = chain.entities if len(chain.entities) == 1 else [None]
        for other in {name for each in drawable(truth) for name in each.entities} - {thing}:
            if thing is None or np.linalg.norm(middle_of(truth, thing) - middle_of(truth, other)) < 3:
                continue
            for place, box in sorted(truth.seen(thing).items()):
                for elsewhere, wrong in sorted(truth.seen(other).items()):
                    if elsewhere != place:
                        return (
                            min(names),
                            {"viewpoint_id": place, "shape": region_as_json(box)},
                            {"viewpoint_id": elsewhere, "shape": region_as_json(wrong)},
                        )
    raise AssertionError("the path has two things that are far from each other")


@dataclass
class Wrong:
    """A person who takes a thing for another: draws it rightly first, and then the other one elsewhere."""

    truth: Truth
    mention: str
    right: dict[str, Any]
    wrong: dict[str, Any]

    def work(self, person: Someone) -> bool:
        """Whether there was something to do."""
        given = person.call("POST", "/leases", json={"kind": None})
        if given.status_code == 204:
            return False
        lease = given.json()
        told = answer(lease["kind"], lease["args"], self.truth, Random(1))
        for item, each in zip(lease["args"]["items"], told["answers"], strict=True):
            if self.is_about(item):
                each.update(self.answer(lease["kind"], item))
        assert person.submit(lease["lease_id"], {"answer": told}).status_code == 200
        return True

    def is_about(self, item: Mapping[str, Any]) -> bool:
        named = item.get("phrase", {}).get("mention_id")
        return named is not None and self.truth.chain_of[named] is self.truth.chain_of[self.mention]

    def answer(self, kind: str, item: Mapping[str, Any]) -> dict[str, Any]:
        if kind == "box_draw":
            return {"drawn": self.wrong if item["regions"] else self.right}
        if kind == "box_quality":
            return {"verdict": "good", "reason": None}
        if kind == "box_coverage":
            return {"verdict": "missing" if len(item["regions"]) == 1 else "all"}
        return {}


def test_boxes_that_cannot_be_of_one_thing_go_to_the_reviewers(
    store: Store, come: Callable[..., Someone], catch_up: Callable[[], int]
) -> None:
    said = spoken(2, ("en-IN",), PLAIN)
    create(store, said, RULES | {"kinds": STEPS})
    truth, people, reviewer = guided(said, come), [come("en-IN") for _ in range(5)], come(role=Role.REVIEWER)
    crowd = Wrong(truth, *two_things(truth))
    while any(crowd.work(each) for each in people):
        pass
    assert tasks(store) == []
    [chain] = [each for each in found(store).chains if crowd.mention in each.mentions]
    [entity] = [each for each in found(store).entities if each.entity_id in chain.entities]
    assert (entity.position, entity.how) == (None, "none")
    drawn = {each.viewpoint_id: each for each in found(store).regions if each.entity_id == entity.entity_id}
    assert drawn.keys() == {crowd.right["viewpoint_id"], crowd.wrong["viewpoint_id"]}
    pages = {place: each.region_id.rpartition("-")[0] for place, each in drawn.items()}
    disputed = {
        each["task_id"] for each in reviewer.call("GET", "/review").json()["items"] if each["flagged"]
    }
    assert set(pages.values()) <= disputed
    wrong = pages[crowd.wrong["viewpoint_id"]]
    [why, *_] = reviewer.call("GET", f"/review/{wrong}").json()["flags"]
    assert (why["flag"], why["why"]) == ("disputed", "The boxes of one thing lie too far apart.")
    decide(reviewer, wrong, "reject", reason="This is another thing.")
    catch_up()
    assert not any(each["flagged"] for each in reviewer.call("GET", "/review").json()["items"])
    assert tasks(store) != []
    work_until_done(people, truth, Random(2))
    [entity] = [each for each in found(store).entities if each.entity_id in chain.entities]
    assert entity.how == "depth"
