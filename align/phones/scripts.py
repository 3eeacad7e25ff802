"""Which language a word is read in: that of its text, unless the word is in another language's script."""

from __future__ import annotations

import unicodedata
from functools import cache

SCRIPTS = {
    "ARABIC": "Arab", "BENGALI": "Beng", "CYRILLIC": "Cyrl", "DEVANAGARI": "Deva", "GREEK": "Grek", "GUJARATI": "Gujr",
    "GURMUKHI": "Guru", "HEBREW": "Hebr", "KANNADA": "Knda", "LATIN": "Latn", "MALAYALAM": "Mlym", "ORIYA": "Orya",
    "TAMIL": "Taml", "TELUGU": "Telu", "THAI": "Thai",
}  # fmt: skip
"""The first word of a letter's name in Unicode, and its script (ISO 15924)."""


def script_of(word: str) -> str | None:
    """The script of a word's first letter (ISO 15924); None for digits and scripts that are not in ``SCRIPTS``."""
    names = (unicodedata.name(letter, "") for letter in word if letter.isalpha())
    return next((SCRIPTS[name.split()[0]] for name in names if name and name.split()[0] in SCRIPTS), None)


@cache
def language_of(word: str, language: str) -> str:
    """The language (BCP 47) in which a word of a text in ``language`` is read.

    A word in Latin letters in a Hindi text is read in Indian English, as far as one can tell from its script; a Hindi
    word in an English text is read in Hindi. A tag that is none is returned as it is.
    """
    from langcodes import Language, tag_is_valid

    if not tag_is_valid(language):
        return language
    script = script_of(word)
    usual = Language.get(language).maximize()
    if script is None or script == Language.get(usual.language or "und").maximize().script:
        return language
    if script == "Latn":
        return f"en-{usual.territory}" if usual.territory else "en"
    return Language.get(f"und-{script}").maximize().language or language
