"""Phrases matched to things by their labels, on the words that scripted Guides say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from align.reference.label_matching import LabelledThing, LabelMatcher, as_prediction, match_phrase
from align.reference.overlaps import Boxes
from align.reference.phrases import Prediction
from align.spoken_routes.phrases import name_of
from align.spoken_routes.vocabulary import naming
from align.transcript import primary_language
from pangea_server.dataset.reference.phrase_files import ReadPhrase
from tests.benchmarks.grounding.house import House, region_of
from tests.benchmarks.grounding.routes import LANGUAGES, Routes


@dataclass(frozen=True, slots=True)
class Matched:
    """What labels say of the phrases that mean things.

    Attributes:
        in_order, by_prior: predictions by phrase; things of one label in the order of their numbers, or ranked by the
            camera prior.
        ambiguous, silent: phrases that fit several things alike, and none.
    """

    in_order: dict[str, Prediction]
    by_prior: dict[str, Prediction]
    ambiguous: int
    silent: int


def matched(routes: Routes, phrases: Sequence[ReadPhrase], matcher: LabelMatcher) -> Matched:
    """Match every phrase that means a thing with what is seen along its path."""
    named, told = things_of(routes.house), {each.phrase.name: each for each in phrases}
    in_order, by_prior = dict[str, Prediction](), dict[str, Prediction]()
    ambiguous = silent = 0
    for path, instruction, mention in routes.told():
        each = told[mention.mention_id]
        if not each.phrase.regions:
            continue
        regions: dict[str, dict[str, Boxes]] = {
            at: {seen.object_id: (region_of(seen),) for seen in routes.house.seen[at]} for at in path.path
        }
        in_view = [named[thing] for thing in sorted({thing for seen in regions.values() for thing in seen})]
        match = match_phrase(mention.text, instruction.language, in_view, matcher)
        ambiguous, silent = ambiguous + match.is_ambiguous, silent + (not match.ranked)
        there = {at: regions[at] for at in each.phrase.regions}
        in_order[mention.mention_id] = as_prediction(match, there)
        by_prior[mention.mention_id] = as_prediction(match, there, each.prior)
    return Matched(in_order, by_prior, ambiguous, silent)


def things_of(house: House) -> dict[str, LabelledThing]:
    """The things with their labels in three languages; in Hindi and Telugu as the tables of spoken routes have them."""
    tongues = [primary_language(language) for language in LANGUAGES]
    return {
        thing.object_id: LabelledThing(
            thing.object_id, {tongue: (_label(thing.label, tongue),) for tongue in tongues}
        )
        for thing in house.labels.objects
    }


def _label(label: str, language: str) -> str:
    name = naming(label)
    return name_of(language, name, whole=True, colour=name.colour).text
