"""Words that instructions are made of, though people have such names too: rose, mark, दीप, తార."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from pangea_server.dataset.personal.cue import cue_words
from pangea_server.dataset.personal.inflection import ENGLISH, evened, hindi_forms, is_verb, telugu_stems
from pangea_server.dataset.personal.letters import LANGUAGES
from pangea_server.dataset.personal.spelling import is_indic, plain, spellings


@dataclass(frozen=True)
class OrdinaryWords:
    """The words of one language, with their forms, and those of English."""

    language: str
    native: frozenset[str]
    latin: frozenset[str]

    def __contains__(self, word: str) -> bool:
        """Whether it is written so in the list, or is a form of what is."""
        if is_indic(word):
            return evened(word) in self.native or (
                self.language == "te" and any(stem in self.native for stem in telugu_stems(evened(word)))
            )
        word = plain(word)
        return word in self.latin or is_english(word)

    def lists(self, word: str) -> bool:
        """Whether it is in the list as it is; in Latin letters as ``in``."""
        return evened(word) in self.native if is_indic(word) else word in self

    def sounds(self, word: str) -> bool:
        """Whether it may be a word of an Indian language in Latin letters, which have no fixed spelling."""
        return not is_indic(word) and bool(self.native) and spellings(word)[0] in self._sounds

    def is_form(self, word: str) -> bool:
        """Whether it ends as verbs do, and names hardly."""
        return is_verb(self.language, evened(word))

    @cached_property
    def _sounds(self) -> frozenset[str]:
        return frozenset(spelling for word in (*self.native, *self.latin) for spelling in spellings(word))


@cache
def ordinary_words(language: str) -> OrdinaryWords:
    """For a primary language; English words are ordinary in all."""
    own = [*_read(language), *cue_words(language)] if language in LANGUAGES[1:] else []
    native = {evened(word) for word in own if is_indic(word)}
    if language == "hi":
        native |= hindi_forms(native, map(evened, _read("hi_verbs")))
    return OrdinaryWords(language, frozenset(native), frozenset(word for word in own if not is_indic(word)))


def is_english(word: str) -> bool:
    """Whether a word in lower case, or what it is a form of, is an English word."""
    known = _english()
    return word in known or any(
        len(stem) > 2 and (stem in known or (stem[-1] == stem[-2] and stem[:-1] in known))
        for ending, replaced in ENGLISH
        if word.endswith(ending)
        for stem in (word.removesuffix(ending) + replaced,)
    )


@cache
def proper_words() -> frozenset[str]:
    """What is written large in English: peoples, makes, days, and names."""
    return frozenset(_read("en_proper"))


def is_given(word: str) -> bool:
    """Whether it is a word that people are called: आशा, కమల, Jyoti; in Latin letters by its sound."""
    return evened(word) in _given() if is_indic(word) else spellings(word)[0] in _given()


@cache
def _given() -> frozenset[str]:
    words = _read("given")
    return frozenset([*map(evened, words), *(spelling for word in words for spelling in spellings(word))])


@cache
def never_names() -> frozenset[str]:
    """What is no name even after "my name is": pronouns, and what comes after "I am"."""
    return frozenset(_read("never"))


@cache
def _english() -> frozenset[str]:
    return frozenset(_read("en"))


def _read(name: str) -> list[str]:
    return (files(__package__) / "words" / f"{name}.txt").read_text(encoding="utf-8").split()
