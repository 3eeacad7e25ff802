"""The words for things in three languages, and what an English label says about its thing."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from environments.errors import InvalidDataError

LANGUAGES = ("en", "hi", "te")
_BEFORE_COMPLEMENTS = {"of", "with", "by", "on", "in", "over", "under", "above", "near"}
_ARTICLES = {"the", "a", "an"}


@dataclass(frozen=True, slots=True)
class LabelWords:
    """What an English label says.

    Attributes:
        label: as it is, "the table lamp with the blue foot".
        noun: its head, "lamp"; ``place``: the head's characters in the label.
        colour: the first colour before the head; None if there is none.
        of: the noun after "of" ("boat" of "the painting of a boat"); None if there is none.
        plural: whether the head is a plural, "the curtains".
    """

    label: str
    noun: str
    place: tuple[int, int]
    colour: str | None
    of: str | None
    plural: bool


@lru_cache(2**14)
def naming(label: str) -> LabelWords:
    """Read a label in English.

    Raises:
        InvalidDataError: it has no word.
    """
    words = label.split()
    if not words:
        raise InvalidDataError(f"The label {label!r} has no word.", remedy="Describe the object in English.")
    end = next((at for at, word in enumerate(words) if at and word in _BEFORE_COMPLEMENTS), len(words))
    noun, before, after = words[end - 1], words[: end - 1], words[end:]
    start = len(" ".join(before)) + bool(before)
    colours = (
        colour for word in before if (colour := word.rpartition("-")[2]) in vocabulary("en")["colours"]
    )
    stop = next((at for at, word in enumerate(after) if at and word in _BEFORE_COMPLEMENTS), len(after))
    of = after[stop - 1] if after[:1] == ["of"] and stop > 1 else None
    plural = noun.endswith("s") and not noun.endswith(("ss", "us"))
    return LabelWords(label, noun, (start, start + len(noun)), next(colours, None), of, plural)


def types_of(noun: str) -> tuple[str, ...]:
    """The types of landmarks that an English noun names; ``other`` if it is in no list."""
    lists: dict[str, list[str]] = vocabulary("en")["types"]
    return tuple(name for name, nouns in lists.items() if noun in nouns) or ("other",)


@cache
def vocabulary(language: str) -> dict[str, Any]:
    """The table of a language, ``words/{language}.toml``; a tag's region does not matter ("hi-IN").

    Raises:
        InvalidDataError: there is none for this language.
    """
    name = language.partition("-")[0]
    if name not in LANGUAGES:
        raise InvalidDataError(
            f"No route can be spoken in {language!r}.", remedy=f"Use one of {', '.join(LANGUAGES)}."
        )
    file = files("align.spoken_routes") / "words" / f"{name}.toml"
    table: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    return table
