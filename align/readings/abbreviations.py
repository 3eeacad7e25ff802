"""What people write short, and in full as they say it: abbreviations, units, signs and currencies, from ``en.toml``,
``hi.toml`` and ``te.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from align.readings.ways import distinct, said

if TYPE_CHECKING:
    from align.readings.ways import Ways

TABLES = {file.stem: file for file in Path(__file__).parent.glob("*.toml")}
"""The file of each language (primary subtag)."""


def in_full(written: str, language: str, *, dotted: bool = False) -> Ways:
    """The ways to say an abbreviation, and last (first, if it is also a word) as it is written; none if it is none.

    In other languages than English, English abbreviations may be words: as they are written comes first.

    Args:
        written: in lower case, without dots.
        language: primary subtag.
        dotted: whether it was written with a dot, as "no." for number.
    """
    if language not in TABLES:
        return []
    if native := _found(language, "short", written):
        return native
    short, words_too = _found("en", "short", written), _found("en", "words_too", written)
    if dotted and (with_dot := _found("en", "with_dot", written)):
        return distinct([*with_dot, (written,)])
    as_written = said(written) if written.isalpha() else []
    if words_too or language != "en":
        return distinct([*as_written, *short, *words_too]) if short or words_too else []
    return distinct([*short, *as_written]) if short else []


def unit(written: str, language: str, *, one: bool) -> Ways:
    """The ways to say a unit after a number; none if it is none. The singular comes first after ``one``."""
    if language not in TABLES:
        return []
    english = _found("en", "units", written)
    native = [] if language == "en" else _found(language, "units", written)
    return [*native, *(english[::-1] if one and len(english) == 2 else english)]


def sign(character: str, language: str) -> Ways:
    """The ways to say a sign; none if it is never said. An empty way means that it may stay unsaid."""
    languages = dict.fromkeys((language, "en")) if language in TABLES else ()
    return distinct(way for each in languages for way in _found(each, "signs", character))


def currency(character: str, language: str) -> tuple[Ways, Ways]:
    """The ways to say a currency and its hundredth; none where they are unknown."""
    wholes: Ways = []
    parts: Ways = []
    for each in dict.fromkeys((language, "en")) if language in TABLES else ():
        money = _table(each).get("money", {}).get(character, {})
        wholes += _ways(money.get("whole"))
        parts += _ways(money.get("part"))
    return wholes, parts


def _found(language: str, section: str, written: str) -> Ways:
    return _ways(_table(language).get(section, {}).get(written))


def _ways(text: str | None) -> Ways:
    return [] if text is None else said(*text.split("|"))


@cache
def _table(language: str) -> dict[str, Any]:
    return tomllib.loads(TABLES[language].read_text(encoding="utf-8"))
