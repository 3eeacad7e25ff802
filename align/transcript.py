"""Transcripts: their tokens, and how each token is spoken."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from align.errors import TranscriptError
from align.numbers import cardinal, ordinal

if TYPE_CHECKING:
    from collections.abc import Iterator

_APOSTROPHES = str.maketrans("’‘ʼ", "'''")
_JOINERS = "\u200c\u200d"
_ORDINAL_ENDINGS = ("st", "nd", "rd", "th")


@dataclass(frozen=True, slots=True)
class Token:
    """A token: the text between two white spaces.

    Attributes:
        text: as written.
        start, end: character offsets in the transcript's text.
        spoken: the words that a reader says, in lower case, NFC, without punctuation; empty for a lone dash.
    """

    text: str
    start: int
    end: int
    spoken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Transcript:
    """A written text in one language (BCP 47)."""

    text: str
    language: str
    tokens: tuple[Token, ...]

    @classmethod
    def parse(cls, text: str, language: str) -> Transcript:
        """Split a text at white space.

        "in-front" is spoken as in, front; English numbers are spelt out, those of other languages stay digits.

        Raises:
            TranscriptError: no token can be spoken.
        """
        tokens = tuple(
            Token(match[0], match.start(), match.end(), spoken_form(match[0], language))
            for match in re.finditer(r"\S+", text)
        )
        if not any(token.spoken for token in tokens):
            raise TranscriptError(
                f"The transcript has {len(tokens)} tokens, and none of them can be spoken.",
                remedy="Write down what is said in the recording.",
            )
        return cls(text, language, tokens)

    @property
    def words(self) -> list[str]:
        """The tokens as written; the same as ``text.split()``."""
        return [token.text for token in self.tokens]

    @property
    def spoken(self) -> list[tuple[int, str]]:
        """All spoken words, each with the index of its token."""
        return [(index, word) for index, token in enumerate(self.tokens) for word in token.spoken]


def spoken_form(token: str, language: str) -> tuple[str, ...]:
    """The words that a reader of this language (BCP 47) says for a token; see ``Token.spoken``."""
    return tuple(_spoken(token, language))


def primary_language(tag: str) -> str:
    """The language subtag of a BCP 47 tag: ``en-IN`` is ``en``."""
    return tag.replace("_", "-").split("-")[0].lower()


def _spoken(token: str, language: str) -> Iterator[str]:
    text = unicodedata.normalize("NFC", token).lower().translate(_APOSTROPHES)
    runs = [(kind, "".join(run)) for kind, run in groupby(re.sub(r"(?<=\d),(?=\d{3})", "", text), _kind)]
    english = primary_language(language) == "en"
    after_ordinal = False
    for (kind, run), (_, following) in zip(runs, [*runs[1:], ("", "")], strict=True):
        is_ordinal = english and kind == "digits" and following in _ORDINAL_ENDINGS
        if kind == "digits":
            yield from (ordinal(run) if is_ordinal else cardinal(run)) if english else [run]
        elif kind == "letters" and not after_ordinal and run.strip("'"):
            yield run.strip("'")
        after_ordinal = is_ordinal


def _kind(character: str) -> str:
    """Vowel signs of Indic scripts are marks (M), which ``str.isalpha`` does not count as letters."""
    category = unicodedata.category(character)
    if category == "Nd":
        return "digits"
    return "letters" if category[0] in "LM" or character in _JOINERS + "'" else "other"
