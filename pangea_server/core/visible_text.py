"""Whether a person can see anything of a text, and sees it as it is.

Source: Unicode 15 general categories; The Unicode Standard, 5.21 (default ignorable code points); UAX #9 (overrides).
"""

from __future__ import annotations

import re
import unicodedata

from pydantic import AfterValidator

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})
"""Controls, format characters such as zero-width joiners, half surrogates, and white space."""

MARKS = frozenset({"Mn", "Mc", "Me"})
"""Combining characters, which show only on the letter before them."""

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc")
"""Letters and signs that are empty: Hangul fillers, blank Braille, the place of an object."""


def is_visible(text: str) -> bool:
    """Whether anything of the text can be seen; ``False`` for combining characters without a letter."""
    return visible_start(text) != ""


def visible_start(text: str) -> str:
    """The text from its first character that can be seen by itself."""
    for place, character in enumerate(text):
        if character not in BLANK and unicodedata.category(character) not in UNSEEN | MARKS:
            return text[place:]
    return ""


UNREADABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202d\u202e]")
"""Controls that are no white space, and what turns the order of letters round, so that another text is seen."""


def unreadable(text: str) -> str | None:
    """What no text for people may have, as part of a sentence; None where there is nothing of this."""
    found = UNREADABLE.search(text)
    return (
        found
        and f"a character that people cannot see, U+{ord(found[0]):04X}, after {text[: found.start()][-20:]!r}"
    )


def _readable(text: str) -> str:
    if fault := unreadable(text):
        raise ValueError(f"it has {fault}")
    return text


Readable = AfterValidator(_readable)
"""For a pydantic field: a text that others read."""


def _visible(text: str) -> str:
    if not is_visible(text):
        raise ValueError("nothing of this text can be seen")
    return text


Visible = AfterValidator(_visible)
"""For a pydantic field: a text that a person can see."""
