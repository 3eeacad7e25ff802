"""Whether a word of a text may be a name or a place, by what is known of it and how it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pangea_server.dataset.personal.cue import Cue
from pangea_server.dataset.personal.gazetteer import LEAST_LETTERS, Gazetteer
from pangea_server.dataset.personal.ordinary import OrdinaryWords, is_given, never_names, proper_words
from pangea_server.dataset.personal.spelling import is_compound_name, is_indic, plain, spellings

SHORT = 4
FEW, SOME, ALONE, COMMON, VERY_COMMON = 3, 5, 10, 15, 20
"""How many sources must have a name for it to be one: written large or in a cue, in an Indian script, alone, as an English word
in a cue, as an English word written large."""
_TOWN = re.compile(
    r"(?:..[a-z](?:nagar|nagaram|pur|puram|abad|garh|palli|peta?|guda|halli|wada|vada|gaon|ganj)"
    r"|...(?:नगर|पुर|पुरम|ाबाद|गढ़|गढ़|वाड़ा|वाड़ा|गंज|गाँव|गांव)|...(?:నగర్|నగరం|పురం|ాబాద్|పల్లి|పేట|పేట్|గూడ|గూడెం|వాడ|గడ్డ|పట్నం))$"
)
"""How names of towns of India end."""
# fmt: off
WRITTEN_LARGE = frozenset((
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday", "easter", "christmas", "german", "french", "english", "indian", "chinese", "roman",
    "african", "asian", "american", "irish", "scottish", "welsh", "swiss", "christian", "africa",
    "asia", "america", "europe", "india", "china",
))
# fmt: on
"""Days, months, peoples and continents, which are names of people too."""
STRANGE = "strange place"
"""The rule of cues for places that are in no list."""
_ENDINGS = {
    "te": re.compile(
        r"(?:\u200c?(?:గారిని|గారికి|గారింట్లో|గారింటి|గారిలా|గారితో|గారు|గారి|వాళ్ళ|వాళ్ల|లతో|తోను|తోనే|తో|ని|ను|కి|కు|కే|దే|ది|లోని|లోకి|లోనే|లో|లా|నా|గా|పై))$"
    ),
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it stands in a text.

    Attributes:
        stem: without a case ending.
        large: whether it has a capital that does not begin a sentence.
        capital: whether it has a capital at all, and is not in capitals throughout.
    """

    start: int
    end: int
    text: str
    stem: str
    large: bool
    capital: bool


def _is_short(word: str) -> bool:
    """Whether it is too short for a name that is only known; in Indian scripts by its sounds."""
    return len(spellings(word)[0] if is_indic(word) else plain(word)) < LEAST_LETTERS


class Judge:
    """Of the words of texts in one language; without ``known`` of their form only."""

    def __init__(self, language: str, ordinary: OrdinaryWords, known: Gazetteer | None) -> None:
        self.language = language
        self.ordinary = ordinary
        self.known = known
        self.sources = lru_cache(50_000)(known.sources if known else lambda word: 0)
        self.is_ordinary = lru_cache(50_000)(self._is_ordinary)
        self.is_short = lru_cache(50_000)(_is_short)

    def stem(self, word: str) -> str:
        ending = _ENDINGS.get(self.language) if is_indic(word) else None
        if ending is None or self.sources(word) >= ALONE:
            return word
        stem = ending.sub("", word)
        better = len(stem) > 1 and (self.sources(stem) >= self.sources(word) or is_compound_name(stem))
        return stem if better else word

    def may_be(self, cue: Cue, word: Word) -> bool:
        """Whether it may be what the cue introduces."""
        if word.text.lower() in never_names():
            return False
        if cue.kind == "place":
            return self._may_be_place(cue, word)
        sources, ordinary = self.sources(word.stem), self._is_plain(word)
        match cue.trust:
            case "certain" if ordinary and self.language == "en":
                return word.large or sources >= ALONE or self.known is None
            case "certain" | "open" | "other" if (
                ordinary and self.language != "en" and not self._is_listed(word)
            ):
                return sources >= FEW
            case "certain" | "open" | "other" if ordinary:
                return (cue.trust != "other" and self._is_given(word)) or (
                    word.capital
                    and (cue.trust == "certain" or sources >= COMMON)
                    and (word.large or self.language != "en")
                )
            case "certain" | "open" | "other":
                return cue.trust == "certain" or word.large or self.language != "en" or sources >= FEW
            case "person" if ordinary and self._is_given(word):
                return True
            case "person" | "known" if self.is_short(word.stem):
                return False
            case "person" | "known" if ordinary or self._is_large_city(word.stem):
                return word.large and sources >= COMMON and not self._is_large_city(word.stem)
            case "person" | "known" if is_indic(word.stem):
                return self._is_known(
                    word, COMMON if self._is_slight(word) else FEW if cue.trust == "person" else SOME
                )
            case "person" | "known":
                return self._is_known(word, FEW if word.capital else SOME)

    def is_mentioned(self, word: Word, titled: bool) -> bool:
        """Whether it is a name with nothing around it that tells so; ``titled`` if ordinary words are written large too."""
        if self.is_short(word.stem) or word.text.lower() in never_names():
            return False
        if word.text.lower() in WRITTEN_LARGE:
            return False
        if self._is_plain(word):
            return (
                word.large and not titled and word.stem.isascii() and self.sources(word.stem) >= VERY_COMMON
            )
        if is_indic(word.stem):
            return self._is_known(word, COMMON if self._is_slight(word) else SOME)
        if word.capital and word.text.lower() in proper_words():
            return self._is_known(word, ALONE)
        if word.large:
            return self._is_known(word, FEW) or self._is_strange(word)
        if word.capital:
            return self._is_known(word, SOME)
        return self._is_known(word, ALONE if self.language == "en" else COMMON)

    def is_part(self, whole: Word, begin: Word) -> bool:
        """Whether a cue has cut a word that is ordinary as a whole."""
        return whole.end > begin.end and self.is_ordinary(whole.text)

    def is_also_a_thing(self, word: str) -> bool:
        """Whether it is an ordinary word, or one that people are called."""
        return self.is_ordinary(word) or is_given(word)

    def is_city(self, word: Word) -> bool:
        if self.known is None or self._is_plain(word) or self._is_slight(word):
            return False
        return (is_indic(word.stem) or word.capital) and self.known.is_city(word.stem)

    def is_city_pair(self, first: Word, second: Word) -> bool:
        """Whether two words are one city, such as Costa Mesa."""
        return bool(
            self.known
            and first.capital
            and second.capital
            and self.known.is_city(f"{first.text} {second.text}")
        )

    def _may_be_place(self, cue: Cue, word: Word) -> bool:
        if self._is_plain(word) and not (word.large and self._is_city(word.stem)):
            return False
        if cue.trust == "known" and self.sources(word.stem) >= COMMON and not self._is_large_city(word.stem):
            return False
        if cue.rule == STRANGE and (self.sources(word.stem) >= ALONE or word.text.lower() in proper_words()):
            return self._is_city(word.stem)
        if (self._is_city(word.stem) and not self._is_slight(word)) or _TOWN.search(word.stem):
            return True
        return cue.trust != "known" and (word.large or is_indic(word.stem) or self.language != "en")

    def _is_slight(self, word: Word) -> bool:
        """Whether it is too short to be told from other words by its sound, or as written by its letters."""
        return len(spellings(word.stem)[0]) <= SHORT if is_indic(word.stem) else len(word.stem) < SHORT

    def _is_known(self, word: Word, least: int) -> bool:
        return self.sources(word.stem) >= least or (
            self.known is not None and self.language != "en" and is_compound_name(word.stem)
        )

    def _is_strange(self, word: Word) -> bool:
        """Whether it is written large and no English word, people, make or place."""
        return self.known is not None and word.text.isascii()

    def _is_plain(self, word: Word) -> bool:
        return self.is_ordinary(word.stem) or self.is_ordinary(word.text)

    def _is_listed(self, word: Word) -> bool:
        """Whether it is ordinary by more than its ending."""
        return any(self.ordinary.lists(each) for each in (word.stem, word.text)) or self.ordinary.sounds(
            word.stem
        )

    def _is_ordinary(self, word: str) -> bool:
        if word in self.ordinary:
            return True
        if is_indic(word):
            return self.ordinary.is_form(word) and self.sources(word) < COMMON
        if word.islower() and self.ordinary.is_form(word) and self.sources(word) < COMMON:
            return True
        if not self.ordinary.sounds(word):
            return False
        return word.islower() or (self.sources(word) < COMMON and not is_given(word))

    def _is_given(self, word: Word) -> bool:
        return self.language != "en" and is_given(word.stem)

    def _is_city(self, word: str) -> bool:
        return bool(self.known and self.known.is_city(word))

    def _is_large_city(self, word: str) -> bool:
        return bool(self.known and self.known.is_large_city(word))

    def is_family(self, word: Word) -> bool:
        """Whether it may be a family name after a name."""
        if self._is_plain(word):
            return False
        if is_indic(word.text):
            return self.sources(word.stem) >= FEW or not self.ordinary.is_form(word.text)
        return word.text[0].isupper() and word.text.lower() not in never_names()
