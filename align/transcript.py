"""Transcripts: their tokens, and how each token is spoken."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from align.errors import TranscriptError
from align.readings.own_words import OwnLexicon, own_form
from align.readings.token import is_number, readings
from align.readings.ways import Reading


@dataclass(frozen=True, slots=True)
class Token:
    """A token: the text between two white spaces.

    Attributes:
        text: as written.
        start, end: character offsets in the transcript's text.
        readings: the ways in which people say it, the likeliest first; none for a lone dash. Words are in lower case,
            NFC, without punctuation.
    """

    text: str
    start: int
    end: int
    readings: tuple[Reading, ...]

    @property
    def spoken(self) -> Reading:
        """The words of the likeliest reading."""
        return self.readings[0] if self.readings else ()


@dataclass(frozen=True, slots=True)
class Transcript:
    """A written text in one language (BCP 47), and the pronunciations that its user gave for some of its words."""

    text: str
    language: str
    tokens: tuple[Token, ...]
    lexicon: OwnLexicon = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str, language: str, lexicon: OwnLexicon | None = None) -> Transcript:
        """Split a text at white space.

        "in-front" is spoken as in, front, and "2 ft" as two feet (``align.readings``); a token that is in the user's
        lexicon, such as "2BHK", is one word.

        Raises:
            TranscriptError: no token can be spoken.
        """
        own = lexicon or {}
        written = list(re.finditer(r"\S+", text))
        before = ["", *(match[0] for match in written)]
        tokens = tuple(
            Token(match[0], match.start(), match.end(), _own_or_read(match[0], previous, language, own))
            for match, previous in zip(written, before, strict=False)
        )
        if not any(token.spoken for token in tokens):
            raise TranscriptError(
                f"The transcript has {len(tokens)} tokens, and none of them can be spoken.",
                remedy="Write down what is said in the recording.",
            )
        return cls(text, language, tokens, own)

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
    ways = _readings(token, language)
    return ways[0] if ways else ()


def primary_language(tag: str) -> str:
    """The language subtag of a BCP 47 tag: ``en-IN`` is ``en``."""
    return tag.replace("_", "-").split("-")[0].lower()


def _readings(token: str, language: str, after_number: bool = False) -> tuple[Reading, ...]:
    return tuple(readings(token, primary_language(language), after_number=after_number))


def _own_or_read(token: str, previous: str, language: str, lexicon: OwnLexicon) -> tuple[Reading, ...]:
    own = own_form(token)
    return ((own,),) if own in lexicon else _readings(token, language, is_number(previous))
