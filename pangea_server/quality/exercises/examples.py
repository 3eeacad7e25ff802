"""Makes the exercises of the demo house, as check items are made; ``pangea exercises build`` writes them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from align.spoken_routes import SpokenPath
from environments.demo import DemoHouse
from pangea_server.annotate.kinds.landmark_made import MadeRegion
from pangea_server.annotate.landmarks.protocol.asked import PER_PAGE, Asked, Step
from pangea_server.quality.exercises.pages import EXERCISES, Exercise
from pangea_server.quality.gold.check_items import kind_of
from pangea_server.quality.gold.material import Material
from pangea_server.quality.gold.pages import GoldItems, PageMaker
from pangea_server.quality.gold.places import GoldPlace, gold_places

LANGUAGES = ("en-US", "hi-IN", "te-IN")
ITEMS = 5
OF_EACH_KIND = 3
"""Exercises: who fails gets another one."""
PATHS = 24
ONE_ANSWER = frozenset({Step.MENTION, Step.DRAW, Step.MEANT})
"""Steps without verdicts: something is marked or drawn."""
SEED = 8
"""Not that of check items, so that nobody meets those in their exercise."""
SHORT = 2
"""Viewpoints of a path whose words are all marked: its instruction is half a page long otherwise."""
DECIMALS = 5


def build_exercises(folder: Path) -> list[Path]:
    """Write a file for each language; returns the files."""
    [place] = gold_places(DemoHouse())
    written = []
    for language in LANGUAGES:
        made = EXERCISES.dump_python(exercises_in(place, language), mode="json", exclude_defaults=True)
        file = folder / f"{language.partition('-')[0]}.json"
        text = json.dumps(_rounded(made), ensure_ascii=False, separators=(",", ":"))
        file.write_text(text + "\n", encoding="utf-8")
        written.append(file)
    return written


def exercises_in(place: GoldPlace, language: str) -> tuple[Exercise, ...]:
    """As many of each kind as ``OF_EACH_KIND``, in the order of the steps."""
    found: dict[Step, list[Exercise]] = {step: [] for step in Step}
    for spoken in place.spoken(PATHS, [language, language], SEED):
        short = place.said_along(spoken.path[:SHORT], [language], SEED, spoken.path_id)
        for step, made in (*_made_of(short, place, language), *_made_of(spoken, place, language)):
            is_short = made.path == short.path
            if is_short == (step is Step.MENTION) and len(found[step]) < OF_EACH_KIND:
                found[step].append(made)
    return tuple(made for step in Step for made in found[step])


def _made_of(spoken: SpokenPath, place: GoldPlace, language: str) -> Iterator[tuple[Step, Exercise]]:
    """The pages of a path that are full, and on which no single verdict is always right."""
    numbers = count(1)
    said = {each.instruction_id: number for number, each in enumerate(spoken.instructions, start=1)}
    material = Material(spoken, place.scan, said, Random(f"{SEED} {spoken.path_id}"))
    for page in PageMaker(material, lambda: next(numbers), ITEMS).pages(language):
        values = {gold.value for gold in page.gold.items}
        is_mixed = page.step in ONE_ANSWER or len(values) > 1
        if is_mixed and len(page.asked) == min(PER_PAGE[page.step], ITEMS):
            yield page.step, _exercise(page, material)


def _exercise(page: GoldItems, material: Material) -> Exercise:
    return Exercise(
        kind=kind_of(page.step),
        language=page.language,
        path=material.spoken.path,
        items=page.asked,
        made=page.made,
        gold=page.gold,
        things=tuple(_things(asked, material) for asked in page.asked),
    )


def _things(asked: Asked, material: Material) -> tuple[tuple[MadeRegion, ...], ...]:
    by_id = {each.key.mention_id: each.chain for each in material.all_told}
    return tuple(
        tuple(region for entity in by_id[key.mention_id].entities for region in material.gold(entity))
        for key in asked.mentions
    )


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DECIMALS)
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list) else value
