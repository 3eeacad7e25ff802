"""DBEM: how many of the dependencies that were asked for, or that another person said, are in a text.

DBEM(P, T) = |P ∩ T| / |P| of an input, averaged over inputs, where a dependency is (head word, label, dependent word)
(Dependency Based Evaluation Metric, "Leveraging Partial Dependency Trees to Control Image Captions", ALVR 2021). Trees
come from any parser as CoNLL-U. Here an input is what one person said, and the text what another says of the same path.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from align.resampling import Indices, Measure, measure, unknown

NO_DEPENDENCY = "No input has a dependency."


class Dependency(NamedTuple):
    """Two words and how the second depends on the first. The root depends on no word, so it is none."""

    head: str
    label: str
    dependent: str


@dataclass(frozen=True, slots=True)
class ParsedWord:
    """A word of a sentence. ``head`` is the place of its head in the sentence, from 0; None for the root."""

    form: str
    lemma: str
    label: str
    head: int | None


@dataclass(frozen=True, slots=True)
class ParsedSentence:
    """The words of a sentence, in order."""

    words: tuple[ParsedWord, ...]

    def dependencies(self, *, lemmas: bool = False, about: Collection[str] = ()) -> frozenset[Dependency]:
        """Its dependencies.

        Args:
            lemmas: compare lemmas instead of words in small letters.
            about: only what is said about these: the dependencies at or below one of these words.
        """
        named = [word.lemma if lemmas else word.form.lower() for word in self.words]
        wanted = {name.lower() for name in about}
        return frozenset(
            Dependency(named[word.head], word.label, named[place])
            for place, word in enumerate(self.words)
            if word.head is not None and (not wanted or self._is_below(place, wanted))
        )

    def _is_below(self, place: int, wanted: Collection[str]) -> bool:
        """Whether a head above the word is one of ``wanted``, as a word or as a lemma."""
        above = self.words[place].head
        for _ in self.words:  # a parser may return a circle
            if above is None:
                return False
            word = self.words[above]
            if word.form.lower() in wanted or word.lemma.lower() in wanted:
                return True
            above = word.head
        return False


@dataclass(frozen=True, slots=True)
class DependencyPair:
    """What was asked for, and what a text has."""

    asked: frozenset[Dependency]
    said: frozenset[Dependency]


@dataclass(frozen=True, slots=True)
class DependencyScore:
    """How many dependencies are there.

    Attributes:
        dbem: the mean over inputs, in [0, 1].
        by_label: the share of all dependencies of a label.
        left_out: inputs without a dependency.
    """

    dbem: Measure
    by_label: Mapping[str, Measure]
    left_out: int


def dbem(asked: Collection[Dependency], said: Collection[Dependency]) -> float | None:
    """The share of what was asked for that is said; None if nothing was asked for."""
    return len(set(asked) & set(said)) / len(set(asked)) if asked else None


def score_dependencies(pairs: Sequence[DependencyPair]) -> DependencyScore:
    """Score the texts of some inputs."""
    told = [pair for pair in pairs if pair.asked]
    if not told:
        return DependencyScore(unknown(NO_DEPENDENCY), {}, len(pairs))
    shares = np.array([len(pair.asked & pair.said) / len(pair.asked) for pair in told])
    found = measure(
        lambda drawn: float(shares[drawn].mean()), len(told), sum(len(pair.asked) for pair in told)
    )
    return DependencyScore(found, dict(_by_label(told)), len(pairs) - len(told))


def _by_label(pairs: Sequence[DependencyPair]) -> Iterator[tuple[str, Measure]]:
    """The share of the dependencies of each label, with the inputs that have any as units."""
    counts: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for pair in pairs:
        for label in {each.label for each in pair.asked}:
            asked = {each for each in pair.asked if each.label == label}
            counts[label].append((len(asked & pair.said), len(asked)))
    for label, found in sorted(counts.items()):
        table = np.array(found)
        yield label, measure(partial(_share_of, table), len(table), int(table[:, 1].sum()))


def _share_of(table: NDArray[np.int_], drawn: Indices) -> float:
    found, every = table[drawn].sum(axis=0)
    return float(found / every)
