"""Whether what a recogniser heard can be a draft: as many words as can be said, in the language of the task."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from langcodes import Language

from align import LanguageNotRecognisedError, RecogniserError, TimedWord
from pangea_server.core.visible_text import is_visible
from pangea_server.quality.flags.wrong_language import certainty_of

WORDS_A_SECOND = 2.5
"""Usual number of words in a second of a Guide's voice, with pauses."""
AT_LEAST = 10
MOST_TIMES = 3
"""A draft has at most so many times the usual number of words."""
LONGEST_WORD = 100
FEWEST_WORDS_READ = 8
LEAST_CERTAIN = 0.02
"""Below this, words in the right script are in another language: recognisers write few words wrongly in a way that
makes them another language's, while a whole text in another one is below 0.001."""
SCRIPTS = {
    "Arab": "ARABIC",
    "Beng": "BENGALI",
    "Cyrl": "CYRILLIC",
    "Deva": "DEVANAGARI",
    "Gujr": "GUJARATI",
    "Guru": "GURMUKHI",
    "Knda": "KANNADA",
    "Latn": "LATIN",
    "Mlym": "MALAYALAM",
    "Taml": "TAMIL",
    "Telu": "TELUGU",
}
"""How Unicode's names of letters begin, by script (ISO 15924); other scripts are not checked."""


class TooManyWordsError(RecogniserError):
    """A recogniser that heard more words than anybody can say."""


class NothingHeardError(RecogniserError):
    """A recogniser that heard no word."""


def most_words(duration: float) -> int:
    """The most words that a draft of a voice of ``duration`` seconds may have."""
    return MOST_TIMES * (AT_LEAST + round(WORDS_A_SECOND * duration))


def refuse_implausible(words: Sequence[TimedWord], duration: float, language: str) -> None:
    """Refuse what cannot be a draft.

    Raises:
        NothingHeardError, TooManyWordsError: there are none, or too many.
        LanguageNotRecognisedError: they are in another script or language.
        RecogniserError: something in them is no word.
    """
    if not words:
        raise NothingHeardError("No word was heard.")
    if len(words) > most_words(duration):
        raise TooManyWordsError(f"{len(words)} words were heard in {duration:.1f} s.")
    for word in words:
        if not is_visible(word.word) or len(word.word) > LONGEST_WORD or len(word.word.split()) != 1:
            raise RecogniserError(f"A word of {len(word.word)} characters was heard that is none.")
    text = " ".join(word.word for word in words)
    if not _in_script(text, language):
        raise LanguageNotRecognisedError(f"The words are not in the script of {language}.")
    certainty = certainty_of(text, language) if len(words) >= FEWEST_WORDS_READ else None
    if certainty is not None and certainty < LEAST_CERTAIN:
        raise LanguageNotRecognisedError(f"The words are not in {language} (certainty {certainty:.3f}).")


def _in_script(text: str, language: str) -> bool:
    """Whether at least half of the letters are in the language's script."""
    name = SCRIPTS.get(Language.get(language).maximize().script or "")
    letters = [character for character in text if character.isalpha()]
    if name is None or not letters:
        return True
    return sum(unicodedata.name(letter, "").startswith(name) for letter in letters) >= len(letters) / 2
