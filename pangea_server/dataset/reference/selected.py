"""What is kept of paths while content selection is scored: P, R and F of each system and cue."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from align.reference.cues import Ranking, at_random
from align.reference.selection import SelectionItem, SelectionScore, agreement_of, averaged, prf
from environments import InvalidDataError
from pangea_server.dataset.reference.path_rows import Missing
from pangea_server.dataset.reference.selection_files import SelectedThings
from pangea_server.dataset.reference.shelf import SystemAnswers

RANDOM_DRAWS = 20
"""Random orders of each path, whose scores are averaged."""
RANDOM, PEOPLE = "random", "people"


class Selected:
    """The scores of people, systems and cues, path by path.

    Args:
        developed: the paths of the development set, which must not be scored.
    """

    def __init__(
        self,
        systems: Mapping[str, Mapping[str, Sequence[str]]],
        rankings: Mapping[str, Ranking],
        most: int,
        developed: Collection[str],
    ) -> None:
        draws = [at_random(seed) for seed in range(RANDOM_DRAWS)]
        self._rankings = {RANDOM: draws} | {name: [ranking] for name, ranking in rankings.items()}
        self._systems, self._most, self._developed = systems, most, developed
        self._scores = {name: array("d") for name in (PEOPLE, *self._rankings)}
        self._answered = {name: array("d") for name in systems}
        self._missing = {name: Missing() for name in systems}
        self._counts = Counter[str]()

    def add(self, item: SelectionItem) -> None:
        """Score a path."""
        self._count(item)
        if (people := agreement_of(item)) is not None:
            self._scores[PEOPLE].extend(people)
        for name, answers in self._systems.items():
            named = answers.get(item.name)
            self._missing[name].add(item.name, named is not None)
            if isinstance(named, SelectedThings):
                named.refuse_unseen(item)
            if item.telling:
                self._answered[name].extend(prf(named or (), item.telling))
        for name, rankings in self._rankings.items():
            if item.telling:
                orders = [ranking(item) for ranking in rankings]
                for k in range(1, self._most + 1):
                    scores = [prf(each[:k], item.telling) for each in orders]
                    self._scores[name].extend(np.mean(scores, axis=0))

    def refuse_unknown(self) -> None:
        """Raise InvalidDataError when a system names a path that the key does not have."""
        for answers in self._systems.values():
            if isinstance(answers, SystemAnswers):
                answers.refuse_unasked("path", "Leave the row out, or give the key of the same paths.")

    def people(self) -> SelectionScore:
        """How well people do it."""
        scores = np.array(self._scores[PEOPLE]).reshape(-1, 3)
        return averaged(scores, self._counts["paths"] - len(scores))

    def by_system(self) -> Iterator[tuple[str, SelectionScore]]:
        """The score of each system."""
        for name, scores in self._answered.items():
            yield name, self._averaged(np.array(scores).reshape(-1, 3))

    def by_cue(self) -> Iterator[tuple[str, list[SelectionScore]]]:
        """The scores of each cue at 1 to the most things."""
        for name in self._rankings:
            scores = np.array(self._scores[name]).reshape(-1, self._most, 3)
            yield name, [self._averaged(scores[:, k]) for k in range(self._most)]

    def left_out(self, *, has_development: bool) -> Iterator[str]:
        """Sentences about what was not compared."""
        counts, paths = self._counts, self._counts["paths"]
        if counts["wordless"]:
            yield f"{counts['wordless']} instructions name none of the things in view, and are not compared."
        if alone := paths - len(self._scores[PEOPLE]) // 3:
            yield f"{alone} paths have fewer than two instructions that name a thing: people are not compared."
        if nameless := paths - counts["telling"]:
            yield f"{nameless} paths have no instruction that names a thing: nothing is scored there."
        if not counts["seconds"]:
            yield "No row says how long things were in view (seconds): that cue selects nothing."
        if not counts["middle"]:
            yield "No row says how long things were in the middle (seconds_in_middle): middle third selects nothing."
        if not counts["of kind"]:
            yield "No row says how many things of a kind the scan has (of_kind): rarity selects nothing."
        if not counts["walking"]:
            yield "No row says where the walk went (walking): cues of the walk say nothing."
        if not has_development:
            yield "Without --development nothing is known of what people name: no unigram, no bigram."
        for name, missing in self._missing.items():
            yield from missing.told(name, "it selects nothing there.")

    def _averaged(self, scores: NDArray[np.float64]) -> SelectionScore:
        return averaged(scores, self._counts["paths"] - self._counts["telling"])

    def _count(self, item: SelectionItem) -> None:
        if item.name in self._developed:
            raise InvalidDataError(
                f"Path {item.name} is in the key and in the development set.",
                remedy="Count what people name in other paths than those that are scored.",
            )
        sightings = [seen for thing in item.candidates for seen in thing.sightings]
        self._counts += Counter(
            {
                "paths": 1,
                "telling": bool(item.telling),
                "wordless": sum(not things for things in item.named),
                "seconds": any(seen.seconds for seen in sightings),
                "middle": any(seen.seconds_in_middle for seen in sightings),
                "of kind": any(thing.of_kind for thing in item.candidates),
                "walking": bool(item.walking),
            }
        )
