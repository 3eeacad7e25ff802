"""Words whose pronunciations a user gives, and how they are looked up."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

OwnLexicon = Mapping[str, tuple[tuple[str, ...], ...]]
"""Words in their ``own_form``, each with its pronunciations in ARPAbet without stress."""

_APOSTROPHES = str.maketrans("’‘ʼ", "'''")
_PUNCTUATION = "PSZ"


def own_form(written: str) -> str:
    """How a word or token is looked up: in lower case and NFC, without the punctuation around it."""
    text = unicodedata.normalize("NFC", written).lower().translate(_APOSTROPHES)
    inner = [
        place for place, letter in enumerate(text) if unicodedata.category(letter)[0] not in _PUNCTUATION
    ]
    return re.sub(r"\s+", "", text[inner[0] : inner[-1] + 1]) if inner else ""
