"""The evaluation itself: from sources to figures, without a file or a page. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from environments import InvalidDataError
from pangea_server.dataset.evaluation.sources import ComparedInstruction, Sources
from pangea_server.quality.comparison import (
    WALK_MEASURES,
    Difference,
    ScoredWalk,
    SystemMean,
    column,
    compare_systems,
    estimate,
)
from pangea_server.quality.text_metrics import ScoredText, TextScore, WordNet, text_scores

EVALUATION_VERSION = 1
"""Increases when the JSON report changes in a way that its readers notice."""

MOST_WORST = 10


@dataclass(frozen=True, slots=True)
class System:
    """One system's figures.

    Attributes:
        estimates: by the measure's key.
        not_followed: instructions that nobody followed.
    """

    name: str
    instructions: int
    not_followed: int
    estimates: Mapping[str, SystemMean]


@dataclass(frozen=True, slots=True)
class Failing:
    """An instruction that people followed badly.

    Attributes:
        walks, arrived: how many people followed it, and how many of them reached the goal.
        navigation_error: the mean, in metres; None where it is not known.
    """

    system: str
    instruction: str
    language: str | None
    words: str
    walks: int
    arrived: int
    navigation_error: float | None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Which instructions people follow best.

    Attributes:
        systems: by their name.
        differences: of each pair of systems, by the measure's key.
        texts: metrics of the words; empty without references.
        worst: those that most people failed with, worst first; instructions that everybody followed are not among them.
        walks, paths, people: all that were counted; people is None where some are not known.
        left_out: what was read and not counted, or is not known, a sentence each.
        origin: where it comes from, a line each.
    """

    systems: Sequence[System]
    differences: Mapping[str, Sequence[Difference]]
    texts: Sequence[TextScore]
    worst: Sequence[Failing]
    walks: int
    paths: int
    people: int | None
    left_out: Sequence[str]
    origin: Sequence[str]


def evaluate(sources: Sources, wordnet: Callable[[], WordNet | None] = lambda: None) -> Evaluation:
    """Compare the systems.

    Args:
        wordnet: opens WordNet's dictionary for METEOR; asked only if there are references.

    Raises:
        InvalidDataError: a score is no number, or no walk has a score that systems are compared by.
        ConfigurationError: there are references, and the extra ``evaluate`` is not installed.
    """
    walks = sources.walks
    known = [measure for measure in WALK_MEASURES if any(measure.key in walk.scores for walk in walks)]
    if not known:
        raise InvalidDataError(
            f"None of the {len(walks)} walks has a score.",
            remedy="Score them with --environment KIND:DIRECTORY.",
        )
    people = {walk.person for walk in walks}
    texts = _texts(sources)
    return Evaluation(
        systems=_systems(sources),
        differences={measure.key: compare_systems(walks, measure) for measure in known},
        texts=_text_scores(texts, wordnet) if texts else [],
        worst=_worst(sources),
        walks=len(walks),
        paths=len({walk.path for walk in walks}),
        people=None if None in people else len(people),
        left_out=[*sources.left_out, *_missing(sources, texts)],
        origin=sources.origin,
    )


def _systems(sources: Sources) -> list[System]:
    followed = {(walk.system, walk.instruction) for walk in sources.walks}
    systems = []
    for name in sorted({walk.system for walk in sources.walks}):
        own = [each for each in sources.instructions if each.system == name]
        estimates = {
            measure.key: estimate(column(sources.walks, measure.key).of(name), measure)
            for measure in WALK_MEASURES
        }
        systems.append(System(name, len(own), sum(each.key not in followed for each in own), estimates))
    return systems


def _texts(sources: Sources) -> list[ScoredText]:
    """The instructions whose path has a reference in their language."""
    by_path = defaultdict(list)
    for reference in sources.references:
        by_path[reference.path].append(reference)
    found = []
    for each in sources.instructions:
        references = [some.words for some in by_path[each.path] if some.is_in(each.primary_language)]
        if references:
            found.append(ScoredText(each.system, each.primary_language, each.words, references))
    return found


def _text_scores(texts: Sequence[ScoredText], wordnet: Callable[[], WordNet | None]) -> list[TextScore]:
    dictionary = wordnet()
    try:
        return text_scores(texts, dictionary)
    finally:
        if dictionary is not None:
            dictionary.close()


def _worst(sources: Sources) -> list[Failing]:
    by_instruction: dict[tuple[str, str], list[ScoredWalk]] = defaultdict(list)
    for walk in sources.walks:
        if "sr" in walk.scores:
            by_instruction[walk.system, walk.instruction].append(walk)
    failing = [
        _failing(sources.by_key[key], walks)
        for key, walks in by_instruction.items()
        if any(not walk.scores["sr"] for walk in walks)
    ]
    failing.sort(key=lambda each: (each.arrived / each.walks, -each.walks, -(each.navigation_error or 0.0)))
    return failing[:MOST_WORST]


def _failing(instruction: ComparedInstruction, walks: Sequence[ScoredWalk]) -> Failing:
    errors = [walk.scores["ne"] for walk in walks if "ne" in walk.scores]
    return Failing(
        system=instruction.system,
        instruction=instruction.number,
        language=instruction.language,
        words=instruction.words,
        walks=len(walks),
        arrived=sum(walk.scores["sr"] > 0 for walk in walks),
        navigation_error=float(np.mean(errors)) if errors else None,
    )


def _missing(sources: Sources, texts: Sequence[ScoredText]) -> list[str]:
    walks, said = sources.walks, []
    followed = {walk.system for walk in walks}
    for name in sorted({each.system for each in sources.instructions} - followed):
        said.append(f"Nobody followed an instruction of {name}: it is not compared.")
    if unknown := sum(walk.person is None for walk in walks):
        said.append(
            f"Who made {unknown} of the {len(walks)} walks is not known: each counts as another person's, so that "
            "intervals are too narrow if the same people made several."
        )
    for measure in WALK_MEASURES:
        if without := sum(measure.key not in walk.scores for walk in walks):
            said.append(f"{without} of the {len(walks)} walks have no {measure.title} ({measure.key}).")
    if sources.references and (alone := len(sources.instructions) - len(texts)):
        said.append(
            f"{alone} instructions have no reference in their language, and count in no metric of words."
        )
    return said
