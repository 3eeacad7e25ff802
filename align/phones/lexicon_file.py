"""A recording's own pronunciations, in the form of CMUdict: names and words that no dictionary has.

    ;;; a comment
    KOTHRUD     K OW1 TH R UH0 D
    KOTHRUD(2)  K OW T R UH D
    దారి        d aː r i

A line is a word and its sounds, separated by white space. Sounds are ARPAbet, with or without stress, or IPA; numbers
between word and sounds, as the probabilities in dictionaries of the Montreal Forced Aligner, are left out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from align.phones.pronunciation import ARPABET, nearest_phones
from align.readings.own_words import own_form
from environments.errors import InvalidDataError
from environments.input.regular_files import read_regular
from environments.input.text import text_at

if TYPE_CHECKING:
    from align.readings.own_words import OwnLexicon

MOST_LEXICON_BYTES = 2**24

_ALTERNATIVE = re.compile(r"\(\d+\)$")
_PROBABILITY = re.compile(r"\d+(\.\d+)?")
_STRESS = re.compile(r"(?<=[A-Z])[0-2]$")


def open_own_lexicon(file: Path) -> OwnLexicon:
    """Read a file of pronunciations.

    Raises:
        InvalidDataError: it cannot be read, or ``read_own_lexicon`` refuses it.
    """
    try:
        content = read_regular(file, most=MOST_LEXICON_BYTES)
    except OSError as exc:
        raise InvalidDataError(
            f"{file} cannot be read: {exc.strerror}.", remedy="Give a file of pronunciations."
        ) from exc
    return read_own_lexicon(content, str(file))


def read_own_lexicon(content: bytes, name: str) -> OwnLexicon:
    """Read pronunciations.

    Args:
        name: of the file, for errors.

    Raises:
        InvalidDataError: it is not UTF-8, a line has no sounds, or a sound is unknown; the message names the line.
    """
    lexicon: dict[str, tuple[tuple[str, ...], ...]] = {}
    for number, line in enumerate(text_at(content, name).split("\n"), 1):
        if line.strip() and not line.startswith((";;;", "#")):
            word, pronunciation = _entry(line, f"{name}, line {number}")
            lexicon[word] = tuple(dict.fromkeys((*lexicon.get(word, ()), pronunciation)))
    return lexicon


def _entry(line: str, where: str) -> tuple[str, tuple[str, ...]]:
    written, *fields = line.split()
    word = own_form(_ALTERNATIVE.sub("", written))
    sounds = [field for field in fields if not _PROBABILITY.fullmatch(field)]
    if not word or not sounds:
        raise InvalidDataError(
            f"{where}: {line.strip()[:100]!r} is no word with its sounds.",
            remedy="Write WORD, white space, and its sounds, such as: KITCHEN  K IH CH AH N.",
        )
    return word, tuple(phone for sound in sounds for phone in _phones(sound, where))


def _phones(sound: str, where: str) -> list[str]:
    bare = _STRESS.sub("", sound)
    if bare in ARPABET:
        return [bare]
    found = nearest_phones(sound)
    if not found:
        raise InvalidDataError(
            f"{where}: {sound[:40]!r} is no sound.",
            remedy=f"Write ARPAbet ({' '.join(sorted(ARPABET))}) or IPA, with white space between sounds.",
        )
    return found
