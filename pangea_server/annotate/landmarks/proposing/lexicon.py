"""The words of a language that proposals are made by: ``words/LANGUAGE.toml``, and what a campaign adds."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Generic, TypeVar

from pangea_server.annotate.landmarks.proposing.forms import adjective_forms, forms_of
from pangea_server.annotate.landmarks.proposing.tokens import TextToken, keys_of
from pangea_server.annotate.landmarks.records import Number

LANGUAGES = ("en", "hi", "te")
T = TypeVar("T")
Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Noun:
    """A form of a noun.

    Attributes:
        lemma: the noun as it is listed.
        head: which of its words is the head, from 0.
        visual: False for what nothing visible answers to.
        passed_over: nothing is proposed whose head it is.
    """

    lemma: str
    types: tuple[str, ...]
    number: Number
    head: int
    visual: bool = True
    passed_over: bool = False


class PhraseLexicon(Generic[T]):
    """Phrases of one or more words, and what each stands for; the longest that begins at a place is found."""

    def __init__(self, told: Iterable[tuple[Keys, T]] = ()) -> None:
        self._by_keys: dict[Keys, T] = {}
        self._longest: dict[str, int] = {}
        for keys, value in told:
            self.add(keys, value)

    def add(self, keys: Keys, value: T) -> None:
        """The first of two that are spelt alike stays."""
        if keys and keys not in self._by_keys:
            self._by_keys[keys] = value
            self._longest[keys[0]] = max(len(keys), self._longest.get(keys[0], 0))

    def at(self, words: Sequence[TextToken], place: int, end: int) -> tuple[int, T] | None:
        """How many words the longest phrase here has, and what it stands for."""
        for length in range(min(self._longest.get(words[place].key, 0), end - place), 0, -1):
            keys = tuple(word.key for word in words[place : place + length])
            if keys in self._by_keys:
                return length, self._by_keys[keys]
        return None

    def length(self, words: Sequence[TextToken], place: int, end: int) -> int:
        """How many words the longest phrase here has; 0 where there is none."""
        found = self.at(words, place, end) if place < end else None
        return found[0] if found else 0

    def get(self, keys: Keys) -> T | None:
        """What exactly these words stand for."""
        return self._by_keys.get(keys)

    @property
    def most_words(self) -> int:
        return max(map(len, self._by_keys), default=0)


@dataclass(frozen=True)
class Lexicon:
    """What is known of a language. A list that a language has no use for is empty."""

    language: str
    nouns: PhraseLexicon[Noun]
    endings: tuple[str, ...]
    lists: Mapping[str, PhraseLexicon[bool]] = field(default_factory=dict)

    def noun_at(self, words: Sequence[TextToken], place: int, end: int) -> tuple[int, Noun, bool] | None:
        """The longest noun here: its words, what it is, and whether a case's ending is joined to its last word."""
        for length in range(min(self.most_words, end - place), 0, -1):
            before = tuple(word.key for word in words[place : place + length - 1])
            last = words[place + length - 1].key
            for stem in (last, *self._stems(last)):
                noun = self.nouns.get((*before, stem))
                if noun is not None:
                    return length, noun, stem != last and bool(self.endings)
        return None

    @cached_property
    def most_words(self) -> int:
        return self.nouns.most_words

    def _stems(self, key: str) -> Iterator[str]:
        bare = key.removesuffix("'s")
        if bare != key:
            yield bare
        yield from (key[: -len(each)] for each in self.endings if key.endswith(each) and len(key) > len(each))

    def length(self, name: str, words: Sequence[TextToken], place: int, end: int) -> int:
        """How many words of the list ``name`` begin here; 0 for none."""
        return self.lists[name].length(words, place, end)

    def has(self, name: str, word: TextToken) -> bool:
        return self.lists[name].length((word,), 0, 1) > 0


def lexicon(language: str, added: Mapping[str, Sequence[str]]) -> Lexicon:
    """The words of a language, with a campaign's nouns by type, which go before the listed ones."""
    table = _table(language)
    nouns = PhraseLexicon[Noun]()
    irregular = {keys_of(noun): _split(many) for noun, many in _irregular(table).items()}
    mass, always = (frozenset(map(keys_of, _split(_many(table, name)))) for name in ("mass", "always"))
    for noun, told in _listed(language, table, added):
        keys = keys_of(noun)
        own = irregular.get(keys)
        forms = [(form, number) for form, number in forms_of(language, noun)]
        if own is not None:
            kept = forms[:1] if language == "en" else forms
            forms = [*kept, *((each, "several") for each in own)]
        for form, number in forms:
            counted = "mass" if keys in mass else "several" if keys in always else number
            as_form = keys_of(form)
            head = as_form.index("of") - 1 if language == "en" and "of" in as_form[1:] else len(as_form) - 1
            nouns.add(as_form, Noun(noun, told[0], counted, head, told[1], told[2]))
    if language != "en":
        _add_english(nouns)
    return Lexicon(language, nouns, _endings(table), _lists(language, table))


def _add_english(nouns: PhraseLexicon[Noun]) -> None:
    """People write English nouns in other languages, in Latin letters."""
    for line, kind in ((line, kind) for kind, line in _table("en")["nouns"].items()):
        for noun in _split(line):
            for form, number in forms_of("en", noun):
                keys = keys_of(form)
                nouns.add(keys, Noun(noun, (kind,), number, len(keys) - 1))


def _listed(
    language: str, table: Mapping[str, Any], added: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, tuple[tuple[str, ...], bool, bool]]]:
    """Each noun with its types, whether something visible answers to it, and whether it is passed over."""
    types: dict[str, tuple[str, ...]] = {}
    for name, nouns in added.items():
        for noun in nouns:
            types[noun] = (*types.get(noun, ()), name)
    theirs = {keys_of(noun) for noun in types}
    for name, line in table["nouns"].items():
        for noun in _split(line):
            if keys_of(noun) not in theirs:
                types[noun] = tuple(dict.fromkeys((*types.get(noun, ()), name)))
    for noun, kinds in types.items():
        yield noun, (kinds, True, False)
    for noun in _split(table["unseen"]["nouns"]):
        yield noun, (("other",), False, False)
    counts = table.get("quantities", {}).values()
    for noun in (each for line in (table["passed_over"]["nouns"], *counts) for each in _split(line)):
        yield noun, ((), True, True)


LISTS = (
    *("determiners", "indefinite", "several", "numerals", "colours", "adjectives", "after_colour", "stops"),
    *("pronouns", "pointing", "pointing_alone", "shortened", "unnamed", "of", "beside", "postpositions"),
    *("not_pronouns", "not_after_steps"),
)
AGREE = frozenset(
    {
        "determiners",
        "indefinite",
        "colours",
        "adjectives",
        "after_colour",
        "shortened",
        "unnamed",
        "of",
        "beside",
    }
)


def _lists(language: str, table: Mapping[str, Any]) -> dict[str, PhraseLexicon[bool]]:
    words = dict(table["words"])
    found = {name: PhraseLexicon[bool](_entries(language, name, words.get(name, ""))) for name in LISTS}
    several = frozenset(map(keys_of, _split(words.get("several", ""))))
    joined = _split(words.get("joined", ""))
    for name in ("pronouns", "pointing"):
        found[name] = PhraseLexicon(
            (keys_of(word + end), keys_of(word) in several or word in ("them", "they", "these", "those"))
            for word in _split(words.get(name, ""))
            for end in ("", *joined)
        )
    for name, of in (("quantities", "quantities"), ("holders", "holders")):
        lines = table.get(of, {}).values()
        found[name] = PhraseLexicon((keys, True) for line in lines for keys in _plural_keys(language, line))
    return found


def _entries(language: str, name: str, line: str) -> Iterator[tuple[Keys, bool]]:
    for word in _split(line):
        for form in adjective_forms(language, word) if name in AGREE else (word,):
            yield keys_of(form), True


def _plural_keys(language: str, line: str) -> Iterator[Keys]:
    for word in _split(line):
        yield from (keys_of(form) for form, _ in forms_of(language, word))


def _irregular(table: Mapping[str, Any]) -> dict[str, str]:
    told = {**table.get("many", {}), **table.get("forms", {})}
    return {noun: line for noun, line in told.items() if noun not in ("mass", "always")}


def _many(table: Mapping[str, Any], name: str) -> str:
    return str(table.get("many", {}).get(name, ""))


def _endings(table: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(sorted(_split(table["words"].get("endings", "")), key=len, reverse=True))


def _split(line: str) -> list[str]:
    return [word for each in line.replace("\n", " ").split(",") if (word := " ".join(each.split()))]


@cache
def _table(language: str) -> dict[str, Any]:
    file = files("pangea_server.annotate.landmarks.proposing") / "words" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
