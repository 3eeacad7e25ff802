"""A box that is drawn once is known elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np

from environments.regions import iou, region_as_json
from pangea_server.app.testing.server import Someone
from pangea_server.stores.protocol import Store
from tests.landmarks.advancing.one_path import (
    PLAIN,
    again,
    create,
    found,
    guided,
    spoken,
)
from tests.landmarks.advancing.test_carried import RULES, STEPS, middle_of, thing_of
from tests.landmarks.spoken_crowd import GOOD, work_until_done


def test_what_is_drawn_once_is_known_elsewhere_and_in_metres(
    store: Store, come: Callable[..., Someone]
) -> None:
    said = spoken(2, ("en-IN",), PLAIN)
    create(store, said, RULES | {"kinds": [*STEPS, "carry"]})
    truth, people = guided(said, come), [come("en-IN") for _ in range(8)]
    done = work_until_done(people, truth, Random(1))
    assert "carry" in {kind for _, kind in done}
    marks = found(store)
    drawn = {region.region_id: region for region in marks.regions if not region.from_region}
    carried = [region for region in marks.regions if region.from_region]
    assert carried
    for region in carried:
        assert region.source in ("accepted", "adjusted")
        first = drawn[region.from_region or ""]
        assert (region.entity_id, region.scan_id) == (first.entity_id, first.scan_id)
        assert region.viewpoint_id != first.viewpoint_id
        thing = truth.shown({"shape": region_as_json(first.shape), "viewpoint_id": first.viewpoint_id})
        true = truth.seen(thing or "")[region.viewpoint_id]
        assert iou(region.shape, true) >= GOOD
        assert region.quality == "good"
    assert sum(region.source == "accepted" for region in carried) > len(carried) / 2
    placed = [entity for entity in marks.entities if entity.how == "depth"]
    assert placed
    for entity in placed:
        thing = thing_of(truth, marks, entity.entity_id)
        assert entity.position is not None
        assert entity.spread is not None
        assert entity.extent is not None
        off = np.array(entity.position) - middle_of(truth, thing or "")
        assert np.linalg.norm(off) < 1 + 3 * np.linalg.norm(entity.spread)
    assert not again(store).is_new
