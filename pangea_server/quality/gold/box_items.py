"""Items about boxes, whose right answers are known: drawn, judged, counted, compared and carried.

Wrong ones are made as people go wrong: an edge moved, another thing's box, a thing left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import pi
from random import Random

from environments.regions import ViewBox, iou
from pangea_server.annotate.kinds.landmark_check import Gold
from pangea_server.annotate.kinds.landmark_made import MadeRegion
from pangea_server.annotate.landmarks.protocol.asked import Asked, Foretold
from pangea_server.quality.gold.material import LEAST_SIDE, GoldItem, Material

LOOSE = (0.5, 0.65)
"""Overlap of a box with an edge moved too far with the right one."""
NEAR = 0.85
"""Least overlap of a box as good as people draw it."""
TRIES = 60


def draws(material: Material, language: str) -> Iterator[GoldItem]:
    for each in material.alone(language):
        [entity] = each.chain.entities
        boxes = material.sure(entity)
        if material.random.random() < 0.25:
            shown = material.region(*material.random.choice(boxes))
            yield GoldItem(Asked(mentions=(each.key,), beside=(shown,)), Gold(value="drawn"))
        else:
            yield GoldItem(Asked(mentions=(each.key,)), Gold(value="drawn", boxes=material.gold(entity)))


def meant(material: Material, language: str) -> Iterator[GoldItem]:
    for each in material.alone(language):
        gold = Gold(boxes=material.gold(each.chain.entities[0]))
        yield GoldItem(Asked(mentions=(each.key,)), gold)


def qualities(material: Material, language: str) -> Iterator[GoldItem]:
    things = sorted({name for name, _ in material.spoken.regions})
    for each in material.alone(language):
        [entity] = each.chain.entities
        place, box = material.random.choice(material.sure(entity))
        how = material.random.choice(("good", "good", "loose", "other"))
        others = [
            there
            for name in things
            if name != entity
            for at, there in material.sure(name)
            if at == place and iou(there, box) < 0.1
        ]
        if how == "good":
            shape = moved(box, material.random, NEAR, 1.0)
        elif how == "loose" or not others:
            shape = moved(box, material.random, *LOOSE)
        else:
            shape = material.random.choice(others)
        if shape is not None:
            asked = Asked(mentions=(each.key,), regions=(material.region(place, shape),))
            yield GoldItem(asked, Gold(value="good" if how == "good" else "bad"))


def covered(material: Material, language: str) -> Iterator[GoldItem]:
    for each in material.plain(language):
        boxes = [material.sure(name) for name in each.chain.entities]
        if each.chain.need != "box" or not all(boxes):
            continue
        all_there = len(boxes) == 1 or material.random.random() < 0.3
        shown = boxes if all_there else material.random.sample(boxes, len(boxes) - 1)
        regions = tuple(material.region(*material.random.choice(each)) for each in shown)
        gold = Gold(value="all" if all_there else "missing")
        yield GoldItem(Asked(mentions=(each.key,), regions=regions), gold)


def compared(material: Material, language: str) -> Iterator[GoldItem]:
    told = list(material.alone(None))
    for one, other in combinations(told, 2):
        mine, theirs = one.chain.entities[0], other.chain.entities[0]
        if mine == theirs and one.key == other.key:
            continue
        if not {*one.mention.types} & {*other.mention.types}:
            continue
        pairs = [
            (first, second)
            for first in material.sure(mine)
            for second in material.sure(theirs)
            if first[0] != second[0]
        ]
        if pairs:
            first, second = material.random.choice(pairs)
            regions = (material.region(*first), material.region(*second))
            asked = Asked(mentions=(one.key, other.key), regions=regions)
            yield GoldItem(asked, Gold(value="same" if mine == theirs else "different"))


def carried(material: Material, language: str) -> Iterator[GoldItem]:
    for each in material.alone(None):
        [entity] = each.chain.entities
        boxes = dict(material.sure(entity))
        for place, box in boxes.items():
            for other in material.spoken.path:
                foretold = material.foretold(entity, other)
                hidden = (entity, other) not in material.spoken.regions
                if other == place or foretold is None or not (hidden or other in boxes):
                    continue
                name = material.region(place, box)
                asked = Asked(
                    mentions=(each.key,),
                    regions=(name,),
                    foretold=Foretold(from_region=name, viewpoint_id=other, shape=foretold),
                )
                gold = () if hidden else (MadeRegion(viewpoint_id=other, shape=boxes[other]),)
                yield GoldItem(asked, Gold(value="hidden" if hidden else "there", boxes=gold))


def moved(box: ViewBox, random: Random, least: float, most: float) -> ViewBox | None:
    """The box with one edge moved until it overlaps with what it was by a share in this range; None where that cannot
    be done."""
    share = random.uniform(least, min(most, 0.98))
    wider = random.random() < 0.5
    by = (1 / share if wider else share) - 1  # of the area, and nearly of the side
    across, sign = random.random() < 0.5, random.choice((-1, 1))
    for _ in range(TRIES):
        side = box.width if across else box.height
        if not LEAST_SIDE / 4 < side * (1 + by) < pi * 0.9:
            return None
        shift = sign * side * by / 2
        tried = ViewBox(
            box.heading + (shift if across else 0.0),
            max(-pi / 2, min(pi / 2, box.elevation + (0.0 if across else shift))),
            box.width * (1 + by) if across else box.width,
            box.height if across else box.height * (1 + by),
        )
        found = iou(box, tried)
        if least <= found <= most:
            return tried
        by *= 1.05 if found > most else 0.95
    return None
