"""From Guides' words to chains, things and boxes over HTTP, by people who answer as the truth has it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from align.spoken_routes import Manner
from environments.regions import iou
from pangea_server.annotate.tasks.records import TaskState
from pangea_server.app.testing.server import Someone
from pangea_server.stores.protocol import Store
from tests.landmarks.advancing.one_path import (
    LANGUAGES,
    again,
    chains_of,
    create,
    found,
    guided,
    items,
    spoken,
    tasks,
    true_chains,
)
from tests.landmarks.spoken_crowd import GOOD, drawable, work_until_done


def test_people_in_two_languages_come_to_the_true_chains_and_boxes(
    store: Store, come: Callable[..., Someone]
) -> None:
    said = spoken(2, ("en-IN", "hi-IN", "en-IN", "hi-IN"), Manner())
    create(store, said, {"followers_draw": 0.3})
    truth = guided(said, come)
    people = [come(language) for language in LANGUAGES for _ in range(20)]
    done = work_until_done(people, truth, Random(1))
    assert {kind for _, kind in done} == {task.kind for task in tasks(store, TaskState.DONE)}
    assert tasks(store, TaskState.OPEN, TaskState.LEASED) == []
    marks = found(store)
    wanted = {chain.chain_id for chain in drawable(truth)}
    drawn = {names for names in true_chains(truth) if truth.chain_of[min(names)].chain_id in wanted}
    assert drawn <= chains_of(store)  # also those whose mentions are in both languages
    assert any(len({name[:6] for name in chain}) > 1 for chain in drawn)
    for chain in marks.chains:
        meant = truth.chain_of[chain.mentions[0]]
        assert all(truth.chain_of[name] is meant for name in chain.mentions)
        assert len(chain.entities) == len(truth.things(chain.mentions[0]))
    for region in marks.regions:
        chains = [chain for chain in marks.chains if region.entity_id in chain.entities]
        things = truth.things(chains[0].mentions[0])
        boxes = [truth.seen(name).get(region.viewpoint_id) for name in things]
        assert max(iou(region.shape, box) for box in boxes if box) >= GOOD
        assert region.quality == "good"
    assert not again(store).is_new
    understood = [task for task in tasks(store, TaskState.DONE) if task.kind == "region_meant"]
    assert not any("meant" in item for task in understood for item in items(task))
