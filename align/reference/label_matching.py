"""Phrases of a written instruction matched to things by their labels, where nobody spoke and no camera looked.

A phrase and a label match if their head nouns are the same, the better the more words they share. Several things of one
label are ties, which a camera prior may rank; without one they stay in the order of the things, and are counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Protocol
from unicodedata import normalize

from align.reference.overlaps import Boxes
from align.reference.phrases import Prediction
from align.reference.prior import CameraPrior
from align.spoken_routes.vocabulary import naming
from align.transcript import primary_language
from environments.plugins import ExtensionPoint

_ARTICLES = {"a", "an", "the"}
_WORD = re.compile(r"[^\s.,;:!?।\"“”()]+")
_REMEMBERED = 2**14
"""Labels, and phrases of the instructions that are being read: each is compared with every other one."""
_IES, _SIBILANTS = re.compile("(?<=[^aeiou])ies$"), re.compile("(?<=s|x|z)es$|(?<=ch|sh)es$")


class LabelMatcher(Protocol):
    """How alike a phrase and a label are: entry-point group ``pangea.label_matchers``, for embeddings among others."""

    def similarity(self, phrase: str, label: str, language: str) -> float:
        """Between 0, not the same thing, and 1, the same words; ``language`` is a primary subtag such as ``hi``."""


LABEL_MATCHERS = ExtensionPoint(
    "pangea.label_matchers",
    {
        "exact": "align.reference.label_matching:ExactMatcher",
        "lemma": "align.reference.label_matching:LemmaMatcher",
    },
)


class ExactMatcher:
    """Head nouns are the same as they are written, but for case, articles and punctuation."""

    def similarity(self, phrase: str, label: str, language: str) -> float:
        one, other = (self.words(text, language) for text in (phrase, label))
        if not one or not other or _head(one, language) != _head(other, language):
            return 0.0
        shared = len({*one} & {*other})
        return (1 + 2 * shared / (len({*one}) + len({*other}))) / 2

    def words(self, text: str, language: str) -> tuple[str, ...]:
        return _words(text)


class LemmaMatcher(ExactMatcher):
    """The same with English plurals as their singulars; other languages as they are written."""

    def words(self, text: str, language: str) -> tuple[str, ...]:
        return tuple(map(_singular, _words(text))) if language == "en" else _words(text)


@dataclass(frozen=True, slots=True)
class LabelledThing:
    """A thing with its names by primary language subtag; a language may be missing."""

    thing: str
    labels: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LabelMatch:
    """What a phrase may mean.

    Attributes:
        ranked: things that are equally likely, in groups, the likeliest first.
        reason: why there is none.
    """

    phrase: str
    ranked: tuple[tuple[str, ...], ...]
    reason: str = ""

    @property
    def is_ambiguous(self) -> bool:
        """Whether several things are the likeliest."""
        return bool(self.ranked) and len(self.ranked[0]) > 1


def match_phrase(
    phrase: str, language: str, things: Sequence[LabelledThing], matcher: LabelMatcher
) -> LabelMatch:
    """The things that a phrase names.

    Args:
        language: BCP 47 tag of the phrase; things without a label in it are passed over.
        things: those in view.
    """
    tongue = primary_language(language)
    scores = {
        thing.thing: max(matcher.similarity(phrase, label, tongue) for label in labels)
        for thing in things
        if (labels := thing.labels.get(tongue))
    }
    named = sorted((thing for thing in scores if scores[thing] > 0), key=lambda thing: -scores[thing])
    groups = tuple(tuple(group) for _, group in groupby(named, key=scores.__getitem__))
    if groups:
        return LabelMatch(phrase, groups)
    told = "No label is like it." if scores else f"Nothing in view has a label in {tongue!r}."
    return LabelMatch(phrase, (), told)


def phrases_in(
    text: str, language: str, things: Sequence[LabelledThing], matcher: LabelMatcher
) -> Iterator[tuple[int, int, LabelMatch]]:
    """The phrases of a text that name a thing in view, from left to right: the most words that are a whole label, else
    a single word that is like one. Yields start and end of their characters, and what they may mean."""
    tongue = primary_language(language)
    labels = [label for thing in things for label in thing.labels.get(tongue, ())]
    longest = max((len(label.split()) for label in labels), default=0)
    words = list(_WORD.finditer(text))
    at = 0
    while at < len(words):
        for count in range(min(longest, len(words) - at), 0, -1):
            start, end = words[at].start(), words[at + count - 1].end()
            said = text[start:end]
            is_whole = any(matcher.similarity(said, label, tongue) == 1 for label in labels)
            if is_whole or (count == 1 and match_phrase(said, language, things, matcher).ranked):
                yield start, end, match_phrase(said, language, things, matcher)
                at += count
                break
        else:
            at += 1


def as_prediction(
    match: LabelMatch, regions: Mapping[str, Mapping[str, Boxes]], prior: CameraPrior | None = None
) -> Prediction:
    """Ranked proposals, as ``pangea evaluate grounding`` takes them.

    Args:
        regions: by viewpoint and thing what is seen of it.
        prior: ranks what labels cannot tell apart; None leaves it in its order.
    """
    found = {}
    for at, seen in regions.items():
        ranked = []
        for group in match.ranked:
            there = [seen[thing] for thing in group if thing in seen]
            if prior is not None:
                shares = [prior.share(at, boxes) for boxes in there]
                there = [
                    there[place] for place in sorted(range(len(there)), key=lambda place: -shares[place])
                ]
            ranked += there
        if ranked:
            found[at] = ranked
    return Prediction(found)


@lru_cache(_REMEMBERED)
def _words(text: str) -> tuple[str, ...]:
    words = tuple(word.casefold() for word in _WORD.findall(normalize("NFC", text)))
    return words[1:] if len(words) > 1 and words[0] in _ARTICLES else words


@lru_cache(_REMEMBERED)
def _head(words: tuple[str, ...], language: str) -> str:
    """The head noun: in English before "of", "with" and their like, in Hindi and Telugu the last word."""
    return naming(" ".join(words)).noun if language == "en" else words[-1]


@lru_cache(_REMEMBERED)
def _singular(word: str) -> str:
    if len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    for ending, singular in ((_IES, "y"), (_SIBILANTS, "")):
        if ending.search(word):
            return ending.sub(singular, word)
    return word.removesuffix("s")
