"""Scalable Vector Graphics as strings: elements, numbers and escaped text."""

from __future__ import annotations

import re
import unicodedata
from html import escape

_LATIN = 0x24F
_LETTER = re.compile(" (LETTER|VOWEL|SYLLABLE|SIGN) ")
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """``<name attributes>children</name>``.

    Args:
        children: elements, or text that went through ``plain``.
        attributes: an underscore becomes a hyphen, a trailing one is dropped (``class_``, ``stroke_width``);
            None leaves it out.
    """
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{told}>{''.join(children)}</{name}>" if children else f"<{name}{told}/>"


def plain(text: str) -> str:
    """Escape text, and drop the characters that XML does not allow."""
    return escape(_NOT_IN_XML.sub("\ufffd", text))


def number(value: float) -> str:
    """Format a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def text_width(text: str, size: float) -> float:
    """The approximate width of a text of this size (height of an em). Combining marks have no width."""
    return size * sum(map(_advance, text))


def shortened(text: str, size: float, room: float) -> str:
    """As much of a text as fits, with an ellipsis if it is shortened; empty if nothing fits."""
    if text_width(text, size) <= room:
        return text
    kept = text
    while kept and text_width(kept + "…", size) > room:
        kept = kept[:-1]
    return kept and kept + "…"


def font_family(text: str) -> str | None:
    """CSS that prefers the Noto font of the text's first script; None for Latin text."""
    names = (unicodedata.name(character, "") for character in text if ord(character) > _LATIN)
    script = next((name.split()[0].title() for name in names if _LETTER.search(name)), None)
    return f"font-family: 'Noto Sans {script}', 'Noto Sans', sans-serif" if script else None


def _value(value: str | float) -> str:
    return plain(value) if isinstance(value, str) else number(value)


def _advance(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character in "iljftI.,:;!'|()[]r":
        return 0.36
    return 0.88 if character in "mwMW" or ord(character) > 0x900 else 0.58
